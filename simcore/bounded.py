"""Bytes of a file that anybody may have put there: a regular one alone, and of a size at most."""

from __future__ import annotations

from pathlib import Path

from simcore.errors import MeepleError


def content(path: Path, expected: str, largest: int) -> bytes:
    """Read a file of at most `largest` bytes; `expected` are the words of messages for what it should be.

    Raises MeepleError if it is missing, no regular file, too big, or cannot be read.
    """
    try:
        if path.is_dir():
            raise MeepleError(f"{path}: a folder; {expected}")
        if not path.exists():
            raise MeepleError(f"{path}: no such file; {expected}")
        if not path.is_file():  # a pipe would be waited for, a device has no end
            raise MeepleError(f"{path}: no regular file; {expected}")
        with path.open("rb") as file:
            found = file.read(largest + 1)
    except (OSError, ValueError) as error:  # a name may hold what no name can
        raise MeepleError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(found) > largest:
        raise MeepleError(f"{path}: bigger than {_size(largest)}; {expected}")
    return found


def _size(count: int) -> str:
    return f"{count >> 20} MiB" if count >> 20 else f"{count >> 10} KiB"
