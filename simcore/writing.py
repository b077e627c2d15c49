"""An option as one word of 32 bits, so that it is written in one store and compared in one look.

The words of options that differ in nothing but the cell differ in one byte, the operand `a`.
"""

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from simcore.contract import OPTION
from simcore.indices import BOUNDS_CHECKED
from simcore.jit import JIT_DISABLED, hot

# Bits of each field of an option in its word: its bytes as they lie in memory, the first lowest.
_KIND, _A, _B, _C = (8 * OPTION.fields[name][1] for name in ("kind", "a", "b", "c"))  # type: ignore[index]


@hot
def _word_of(kind: Any, b: Any, c: Any) -> Any:
    """An option without its operand `a`, in a word."""
    return (kind & 255) << _KIND | (b & 255) << _B | (c & 255) << _C


@intrinsic
def _store(typing_context: Any, buffer: Any, place: Any, word: Any) -> Any:
    """Write a word to a place of the buffer."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        words = builder.bitcast(array.data, ir.IntType(32).as_pointer())
        builder.store(builder.trunc(args[2], ir.IntType(32)), builder.gep(words, [args[1]]), align=1)
        return context.get_dummy_value()

    return types.none(buffer, types.int64, types.int64), build


@intrinsic
def _load(typing_context: Any, buffer: Any, place: Any) -> Any:
    """The word at a place of the buffer."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        words = builder.bitcast(array.data, ir.IntType(32).as_pointer())
        return builder.zext(builder.load(builder.gep(words, [args[1]]), align=1), ir.IntType(64))

    return types.int64(buffer, types.int64), build


_set: Any = _store
_get: Any = _load


@hot
def _alike_words(buffer: Any, one: Any, other: Any) -> Any:
    """Whether two options differ in nothing but their operand `a`, if at all."""
    return (_get(buffer, one) ^ _get(buffer, other)) | (255 << _A) == 255 << _A


@hot
def _alike_fields(buffer: Any, one: Any, other: Any) -> Any:
    """The same field by field."""
    a, b = buffer[one], buffer[other]
    return a.c == b.c and a.b == b.b and a.kind == b.kind


@hot
def _put_word(buffer: Any, place: Any, word: Any, a: Any) -> None:
    """Write an option given by its word but for `a`."""
    _set(buffer, place, word | (a & 255) << _A)


@hot
def _fields_of(kind: Any, b: Any, c: Any) -> Any:
    """An option without its operand `a`, field by field."""
    return kind, b, c


@hot
def _put_fields(buffer: Any, place: Any, fields: Any, a: Any) -> None:
    """The same field by field, so that every access is checked."""
    option = buffer[place]
    option.kind, option.b, option.c = fields
    option.a = a


_checked = JIT_DISABLED or BOUNDS_CHECKED  # no compiler would check such a store
word_of: Any = _fields_of if _checked else _word_of
"""For jitted code: `word_of(kind, b, c)`, an option but for its operand `a`."""

alike: Any = _alike_fields if _checked else _alike_words
"""For jitted code: `alike(buffer, one, other)`, whether two options differ in nothing but their operand `a`."""

put_option: Any = _put_fields if _checked else _put_word
"""For jitted code: `put_option(buffer, place, word, a)`, write an option."""
