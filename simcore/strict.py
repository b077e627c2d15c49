"""Compiled code that refuses negative indices: with NUMBA_BOUNDSCHECK, imported for what it changes.

numba's own check lets an index from -n to -1 count from the end, as Python does. No rule counts
from the end, and an absent card is -1: used as an index it would read somebody else's value. So
where bounds are checked, arrays and tuples refuse such an index too.
"""

from __future__ import annotations

import operator
from typing import Any

from numba.core import cgutils, types
from numba.core.imputils import lower_builtin
from numba.cpython.tupleobj import getitem_unituple
from numba.np import arrayobj

_unsigned: Any = arrayobj.fix_integer_index


def _refuse_negative(context: Any, builder: Any, index: Any) -> None:
    negative = builder.icmp_signed("<", index, index.type(0))
    with cgutils.if_unlikely(builder, negative):
        context.call_conv.return_user_exc(builder, IndexError, ("negative index",))


def _fix_integer_index(context: Any, builder: Any, kind: Any, given: Any, size: Any) -> Any:
    if not kind.signed:
        return _unsigned(context, builder, kind, given, size)
    index = context.cast(builder, given, kind, types.intp)
    _refuse_negative(context, builder, index)
    return index


arrayobj.fix_integer_index = _fix_integer_index


@lower_builtin(operator.getitem, types.UniTuple, types.intp)  # type: ignore[untyped-decorator]  # numba has no types
@lower_builtin(operator.getitem, types.NamedUniTuple, types.intp)  # type: ignore[untyped-decorator]
def _item_of_tuple(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    _refuse_negative(context, builder, args[1])
    return getitem_unituple(context, builder, signature, args)
