"""Records for running the game's functions without the compiler, for debugging and tests.

Compiled code reads a record's fields as attributes and whole numbers as 64 bits. numpy's own
records would answer `state.item` or `public.round` with a method of theirs, and wrap small
numbers around; these answer as the compiler does.
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


def _plain(value: Any) -> Any:
    if isinstance(value, np.void | np.ndarray) and value.dtype.names:
        return value.view(np.dtype((PlainRecord, value.dtype)))
    return int(value) if isinstance(value, np.integer) else value


def records(count: int, dtype: np.dtype[np.void]) -> npt.NDArray[np.void]:
    """Zeroed records, such as compiled functions read or, without the compiler, plain ones."""
    return np.zeros(count, np.dtype((PlainRecord, dtype)) if JIT_DISABLED else dtype)
