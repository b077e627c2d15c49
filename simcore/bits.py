"""Bits of a 64-bit word, for compiled code."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from simcore.jit import JIT_DISABLED


@intrinsic
def _lowest_bit(typing_context: Any, word: Any) -> Any:
    if word != types.uint64:
        return None

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(word), build


def _plain_lowest_bit(word: Any) -> int:
    return (int(word) & -int(word)).bit_length() - 1


lowest_bit: Any = _plain_lowest_bit if JIT_DISABLED else _lowest_bit
"""For jitted code: place of the lowest bit set in a uint64 that is not 0."""
