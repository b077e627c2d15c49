"""Bits of a 64-bit word, for compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numba.np.numpy_support import as_dtype

from simcore.jit import JIT_DISABLED, hot


@intrinsic
def _lowest_bit(typing_context: Any, word: Any) -> Any:
    if word != types.uint64:
        return None

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(word), build


@intrinsic
def _eight_bytes(typing_context: Any, array: Any) -> Any:
    if not isinstance(array, types.Array) or as_dtype(array.dtype).itemsize != 1:
        return None

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        return builder.load(builder.bitcast(data, ir.IntType(64).as_pointer()), align=1)

    return types.uint64(array), build


def _plain_eight_bytes(array: Any) -> np.uint64:
    return np.uint64(int.from_bytes(bytes(int(array[i]) & 255 for i in range(8)), "little"))


def _plain_lowest_bit(word: Any) -> int:
    return (int(word) & -int(word)).bit_length() - 1


lowest_bit: Any = _plain_lowest_bit if JIT_DISABLED else _lowest_bit
"""For jitted code: place of the lowest bit set in a uint64 that is not 0."""

eight_bytes: Any = _plain_eight_bytes if JIT_DISABLED else _eight_bytes
"""For jitted code: the first eight items of an array of bytes, which has as many, as a word, the first lowest."""

EACH_BYTE = np.uint64(0x0101010101010101)
_HIGHS = np.uint64(0x8080808080808080)


@hot
def lowest_bits(word: Any) -> Any:
    """The lowest bit of each of the eight bytes of a word, side by side, the first byte's lowest."""
    bits = word & EACH_BYTE
    bits |= bits >> np.uint64(7)
    bits |= bits >> np.uint64(14)
    bits |= bits >> np.uint64(28)
    return bits & np.uint64(255)


@hot
def place_of(byte: Any, word: Any) -> Any:
    """Place of the first of the eight bytes of a word that is this one; 8 if none is."""
    other = word ^ (np.uint64(byte & 255) * EACH_BYTE)
    equal = (other - EACH_BYTE) & ~other & _HIGHS
    return lowest_bit(equal) >> 3 if equal else np.int64(8)
