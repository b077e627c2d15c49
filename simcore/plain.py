"""Records for running the game's functions without the compiler, for debugging and tests.

Compiled code reads a record's fields as attributes and whole numbers as 64 bits. numpy's own
records would answer `state.item` or `public.round` with a method of theirs, and wrap small
numbers around; these answer as the compiler does. No rule counts from the end of an array, and an
absent card is -1: so a negative index, which compiled code would read unseen, is an error here.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from simcore.jit import JIT_DISABLED


class PlainRecord(np.record):  # type: ignore[misc]  # final in numpy's stubs alone
    """A record whose fields come before numpy's attributes."""

    def __getattribute__(self, name: str) -> Any:
        fields = np.void.__getattribute__(self, "dtype").fields
        if name not in fields:
            return np.void.__getattribute__(self, name)
        return _plain(np.void.__getitem__(self, name))

    def __setattr__(self, name: str, value: Any) -> None:
        np.void.__setitem__(self, name, value)

    def __getitem__(self, key: Any) -> Any:
        return _plain(np.void.__getitem__(self, key))


class PlainArray(np.ndarray[Any, Any]):
    """An array of a record that knows no negative index.

    An item is a plain whole number, but for words of 64 bits: they wrap around in compiled code too.
    """

    def __getitem__(self, key: Any) -> Any:
        _refuse_negative(key)
        return _plain(np.ndarray.__getitem__(self, key))

    def __setitem__(self, key: Any, value: Any) -> None:
        _refuse_negative(key)
        np.ndarray.__setitem__(self, key, value)


def _refuse_negative(key: Any) -> None:
    """Raise IndexError for a negative whole number, alone or in a tuple."""
    for index in key if type(key) is tuple else (key,):
        if isinstance(index, int | np.integer) and index < 0:
            raise IndexError(f"negative index {index}")


def _plain(value: Any) -> Any:
    if isinstance(value, np.void | np.ndarray) and value.dtype.names:
        value = value.view(np.dtype((PlainRecord, value.dtype)))
    if type(value) is np.ndarray:
        return value.view(PlainArray)
    return int(value) if isinstance(value, np.integer) and value.dtype != np.uint64 else value


def records(count: int, dtype: np.dtype[np.void]) -> npt.NDArray[np.void]:
    """Zeroed records, such as compiled functions read or, without the compiler, plain ones."""
    if not JIT_DISABLED:
        return np.zeros(count, dtype)
    return np.zeros(count, np.dtype((PlainRecord, dtype))).view(PlainArray)
