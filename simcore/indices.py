"""What compiled code makes of an index, imported for what it changes in the compiler.

numba lets an index from -n to -1 count from the end, as Python does, which costs a comparison at each access. No rule
counts from the end, and an absent card is -1: used as an index it would read somebody else's value. So it is one of
three ways:

* our own functions, compiled without checks: an index is a place and nothing else. A constant may count from the end.
  Which are ours is told by their names: of a function that numba or a user has them call, nothing is presumed.
* all functions with NUMBA_BOUNDSCHECK, for tests: a negative index is refused, in arrays and in tuples.
* everybody else's functions (a user's strategy and what it calls): as numba has it.
"""

from __future__ import annotations

import operator
from typing import Any

import numba
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.callconv import NumpyErrorModel
from numba.core.imputils import lower_builtin
from numba.cpython.tupleobj import getitem_unituple
from numba.np import arrayobj

BOUNDS_CHECKED = bool(numba.config.BOUNDSCHECK)  # type: ignore[attr-defined]
_from_either_end: Any = arrayobj.fix_integer_index


def _refuse_negative(context: Any, builder: Any, index: Any) -> None:
    negative = builder.icmp_signed("<", index, index.type(0))
    with cgutils.if_unlikely(builder, negative):
        context.call_conv.return_user_exc(builder, IndexError, ("negative index",))


OURS = ("simcore", "strategies", "tests", "benchmarks")
"""Packages whose functions are ours."""
_OURS = tuple(f"_ZN{len(name)}{name}" for name in OURS)
"""How the names of their compiled functions begin."""


def _is_ours(context: Any, builder: Any) -> bool:
    """Whether the function being compiled is one of our own, by `simcore.jit.njit` without checks."""
    unchecked = isinstance(context.error_model, NumpyErrorModel) and not context.enable_boundscheck
    return unchecked and builder.function.name.startswith(_OURS)


def _fix_integer_index(context: Any, builder: Any, kind: Any, given: Any, size: Any) -> Any:
    constant = isinstance(given, ir.Constant)
    if not kind.signed or (not BOUNDS_CHECKED and (constant or not _is_ours(context, builder))):
        return _from_either_end(context, builder, kind, given, size)
    index = context.cast(builder, given, kind, types.intp)
    if BOUNDS_CHECKED:
        _refuse_negative(context, builder, index)
    return index


arrayobj.fix_integer_index = _fix_integer_index

if BOUNDS_CHECKED:

    @lower_builtin(operator.getitem, types.UniTuple, types.intp)  # type: ignore[untyped-decorator]  # numba has no types
    @lower_builtin(operator.getitem, types.NamedUniTuple, types.intp)  # type: ignore[untyped-decorator]
    def _item_of_tuple(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        _refuse_negative(context, builder, args[1])
        return getitem_unituple(context, builder, signature, args)
