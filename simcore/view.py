"""What one seat sees of a game: a copy of the state without the rest, and the same as a list of numbers.

A seat sees what is public and its own private record, at the decisions that are its own, and everything public when
the game is over. Words and numbers made from a view cannot tell more than that.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from simcore.contract import GameSpec
from simcore.plain import records

WORD = 4
"""Bytes from which an unsigned field is a set or holds several counts, and is listed bit by bit."""


def view(spec: GameSpec, state: np.void, seat: int) -> np.void:
    """A copy of a state that holds what is public and the private record of a seat; all else is zero."""
    seen = records(1, spec.state_dtype)
    seen[0]["public"] = state["public"]
    seen[0]["private"][seat] = state["private"][seat]
    return seen[0]  # type: ignore[no-any-return]  # an item of a record array


class Layout:
    """How a seat's view is a list of whole numbers, int32[size].

    A field of an array is listed item by item, in the order of the record; `names` holds where each number comes
    from, such as "public.army.2.0". Unsigned fields of four bytes or more, which are sets or hold several counts,
    are listed bit by bit, the lowest first, such as "public.tent.1.bit17"; `low` and `high` bound each number by
    the type of its field.
    """

    def __init__(self, spec: GameSpec) -> None:
        self._parts = {"public": spec.state_dtype["public"], "private": spec.state_dtype["private"].base}
        self._fields = [
            (f"{part}.{name}", kind, offset)
            for part in self._parts
            for name, kind, offset in _leaves(self._parts[part])
        ]
        self._starts = np.cumsum([0, *(_width(kind) for _, kind, _ in self._fields)])
        self.size = int(self._starts[-1])
        self._groups = list(self._grouped())

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Where each number comes from."""
        return tuple(
            name if _width(kind) == 1 else f"{name}.bit{bit}"
            for name, kind, _ in self._fields
            for bit in range(_width(kind))
        )

    @property
    def low(self) -> npt.NDArray[np.int32]:
        """The least each number can be, int32[size]."""
        return self._bound("min", 0)

    @property
    def high(self) -> npt.NDArray[np.int32]:
        """The most each number can be, int32[size]."""
        return self._bound("max", 1)

    def _bound(self, end: str, of_bit: int) -> npt.NDArray[np.int32]:
        ends = [of_bit if _width(kind) > 1 else getattr(np.iinfo(kind), end) for _, kind, _ in self._fields]
        return np.repeat(np.array(ends, np.int32), np.diff(self._starts))

    def numbers(self, state: np.void, seat: int) -> npt.NDArray[np.int32]:
        """The view of a seat, int32[size]."""
        seen = {"public": state["public"], "private": state["private"][seat]}
        held = np.frombuffer(b"".join(np.asarray(seen[part]).tobytes() for part in self._parts), np.uint8)
        result = np.zeros(self.size, np.int32)
        for kind, where, to in self._groups:
            # each row of `where` holds the bytes of one field
            result[to] = np.unpackbits(held[where].ravel(), bitorder="little") if kind is None else (
                held[where].view(kind).ravel()
            )  # fmt: skip
        return result

    def _grouped(self) -> Any:
        """Fields of one type together: the type (None of those listed by bits), their bytes, and their numbers."""
        shift = self._parts["public"].itemsize
        for kind in dict.fromkeys(kind for _, kind, _ in self._fields):
            at = [i for i, (_, each, _) in enumerate(self._fields) if each == kind]
            first = [self._fields[i][2] + shift * self._fields[i][0].startswith("private.") for i in at]
            where = np.add.outer(np.array(first), np.arange(kind.itemsize))
            to = np.add.outer(self._starts[at], np.arange(_width(kind))).ravel()
            yield (kind if _width(kind) == 1 else None), where, to


def _width(kind: np.dtype[Any]) -> int:
    """Numbers that a field of this type becomes."""
    return 8 * kind.itemsize if kind.kind == "u" and kind.itemsize >= WORD else 1


def _leaves(dtype: np.dtype[Any], offset: int = 0) -> Any:
    """Name, type and place in bytes of every single number of a record.

    Raises TypeError for a type that is no whole number of at most 32 bits or word of bits.
    """
    for name in dtype.names or ():
        assert dtype.fields is not None
        inner, start = dtype.fields[name][:2]
        for index in np.ndindex(*inner.shape):
            place = offset + start + int(sum(np.multiply(index, _strides(inner))))
            word = ".".join([name, *map(str, index)])
            if inner.base.names:
                yield from ((f"{word}.{rest}", kind, at) for rest, kind, at in _leaves(inner.base, place))
            elif inner.base.kind == "u" or (inner.base.kind == "i" and inner.base.itemsize <= WORD):
                yield word, inner.base, place
            else:
                raise TypeError(f"field {word} is {inner.base}; expected whole numbers of at most 32 bits, or words")


def _strides(dtype: np.dtype[Any]) -> tuple[int, ...]:
    """Bytes from one item to the next along each axis of an array within a record."""
    sizes = [dtype.base.itemsize]
    for length in dtype.shape[:0:-1]:
        sizes.insert(0, sizes[0] * length)
    return tuple(sizes[: len(dtype.shape)])
