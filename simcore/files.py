"""Files that are there whole or not at all: temporary name, sync, rename. Folders, tried before they are used."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from simcore import journal, manifest
from simcore.errors import MeepleError

PART = ".part"
"""Ending of a file that is being written."""


def sha256(path: Path) -> str:
    """Hex SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def part_of(path: Path) -> Path:
    """The name a file has while it is being written."""
    return path.with_name(path.name + PART)


def publish(path: Path) -> None:
    """Give a complete file, written as `part_of(path)`, its name, once its bytes are on the disk."""
    part = part_of(path)
    sync(part)
    part.rename(path)
    sync(path.parent)


def replace_with(path: Path, text: str, what: str = "") -> None:
    """Write a text in place of the file that is there or not, whole or not at all.

    Raises MeepleError if it cannot be written, its message after the words `what`.
    """
    part = part_of(path)
    try:
        part.write_text(text, encoding="utf-8")
        publish(path)
    except BaseException as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise MeepleError(f"{what}{path} cannot be written: {error.strerror}") from None
        raise


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Turn what the system says against a file into a MeepleError that names the folder."""
    try:
        yield
    except OSError as error:
        raise MeepleError(f"{folder}: cannot be written: {error.strerror or error}") from None


def make_folder(folder: Path) -> bool:
    """Make a folder and try it; True if it was not there before.

    Raises MeepleError if it is a file, holds anything, or cannot be written.
    """
    check_place(folder)
    new = not folder.exists()
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f"probe{PART}"
        probe.touch()
        probe.unlink()
    return new


def check_place(folder: Path, besides: Collection[str] = ()) -> None:
    """Raise MeepleError for a file, and for a folder that holds anything but files of the names in `besides`."""
    if folder.exists() and not folder.is_dir():
        raise MeepleError(f"{folder}: is a file; expected a new or empty folder")
    with writing(folder):
        if folder.is_dir() and any(path.name not in besides for path in folder.iterdir()):
            raise MeepleError(f"{folder}: not empty, holds {_content(folder)}; expected a new or empty folder")


def _content(folder: Path) -> str:
    if (folder / manifest.NAME).is_file():
        return "a finished run"
    lost = any(folder.glob("rows-*"))
    return journal.unfinished(folder) or ("rows of a run that lost its manifest" if lost else "other files")
