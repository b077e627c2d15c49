"""Room on the stack, and bytes as such, for compiled code that may allocate nothing.

What is made here lives as long as the function that asked for it, and costs no call and no lock. It begins
with whatever was there: set what you read. Ask outside of loops, and for no more than a stack can bear.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np import arrayobj
from numba.np.numpy_support import as_dtype

from simcore.jit import JIT_DISABLED, njit
from simcore.plain import PlainArray, records

_ALIGNMENT = 16


@intrinsic(prefer_literal=True)
def _stack_array(typing_context: Any, dtype: Any, count: Any) -> Any:
    """An array of a constant number of items on the stack of the caller."""
    if not isinstance(count, types.IntegerLiteral):
        return None
    result = types.Array(dtype.dtype, 1, "C")
    size = as_dtype(dtype.dtype).itemsize

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        items = count.literal_value
        room = cgutils.alloca_once(builder, cgutils.int8_t, size=size * items)
        room.align = _ALIGNMENT
        array = context.make_array(result)(context, builder)
        data = builder.bitcast(room, context.get_data_type(result.dtype).as_pointer())
        length, step = (context.get_constant(types.intp, value) for value in (items, size))
        arrayobj.populate_array(array, data, [length], [step], step, meminfo=None)
        return array._getvalue()

    return result(dtype, count), build


@intrinsic
def _lay_out(typing_context: Any, functions: Any) -> Any:
    """Where the functions of a tuple lie side by side."""
    if not isinstance(functions, types.UniTuple):
        return None

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return cgutils.alloca_once_value(builder, args[0])

    return types.CPointer(functions)(functions), build


@intrinsic
def _pick(typing_context: Any, row: Any, place: Any) -> Any:
    """One of the functions laid out."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        index = context.cast(builder, args[1], signature.args[1], types.intp)
        return builder.load(builder.gep(args[0], [index.type(0), index]))

    return row.dtype.dtype(row, place), build


@intrinsic
def _copy_record(typing_context: Any, target: Any, source: Any) -> Any:
    """All bytes of one record into another of the same fields."""
    if not isinstance(target, types.Record) or as_dtype(target) != as_dtype(source):
        return None

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        to, given = (builder.bitcast(each, cgutils.voidptr_t) for each in args)
        cgutils.raw_memcpy(builder, to, given, context.get_constant(types.intp, target.size), 1)
        return context.get_dummy_value()

    return types.none(target, source), build


@intrinsic
def _clear_record(typing_context: Any, target: Any) -> Any:
    """All bytes of a record to 0."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        to = builder.bitcast(args[0], cgutils.voidptr_t)
        cgutils.memset(builder, to, context.get_constant(types.intp, target.size), 0)
        return context.get_dummy_value()

    return types.none(target), build


@intrinsic
def _address_of(typing_context: Any, array: Any) -> Any:
    """Where the items of an array lie."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        return builder.bitcast(data, cgutils.voidptr_t)

    return types.voidptr(array), build


_address: Any = _address_of
_compare: Any = types.ExternalFunction("memcmp", types.int32(types.voidptr, types.voidptr, types.uintp))
_move: Any = types.ExternalFunction("memcpy", types.voidptr(types.voidptr, types.voidptr, types.uintp))


@njit()
def _same_bytes(a: Any, b: Any) -> Any:
    return _compare(_address(a), _address(b), len(a)) == 0


@njit()
def _copy_bytes(target: Any, source: Any) -> None:
    _move(_address(target), _address(source), len(source))


def _plain_same_bytes(a: Any, b: Any) -> bool:
    return bool((a == b).all())


def _plain_copy_bytes(target: Any, source: Any) -> None:
    target[:] = source


def _plain_lay_out(functions: Any) -> Any:
    return functions


def _plain_pick(row: Any, place: int) -> Any:
    return row[place]


def _plain_array(dtype: Any, count: int) -> Any:
    dtype = np.dtype(dtype)
    return records(count, dtype) if dtype.names else np.zeros(count, dtype).view(PlainArray)


def _plain_copy(target: Any, source: Any) -> None:
    for name in target.dtype.names:
        target[name] = source[name]


def _plain_clear(target: Any) -> None:
    for name in target.dtype.names:
        target[name] = np.zeros((), target.dtype[name])


stack_array: Any = _plain_array if JIT_DISABLED else _stack_array
"""For jitted code: `stack_array(dtype, count)`, count a constant; the items are not set."""

lay_out: Any = _plain_lay_out if JIT_DISABLED else _lay_out
"""For jitted code: `lay_out(functions)`, a row of the typed functions of a tuple, to `pick` from."""

pick: Any = _plain_pick if JIT_DISABLED else _pick
"""For jitted code: `pick(row, place)`. An index into the tuple itself is a branch to one of its places, which nobody
can foresee where seats take turns; this is a load.
"""

copy_record: Any = _plain_copy if JIT_DISABLED else _copy_record
"""For jitted code: `copy_record(target, source)`, two records of the same dtype."""

clear_record: Any = _plain_clear if JIT_DISABLED else _clear_record
"""For jitted code: set every field of a record to 0."""

same_bytes: Any = _plain_same_bytes if JIT_DISABLED else _same_bytes
"""For jitted code: whether two uint8[] of one length hold the same."""

copy_bytes: Any = _plain_copy_bytes if JIT_DISABLED else _copy_bytes
"""For jitted code: `copy_bytes(target, source)`, two uint8[] of one length."""
