"""One writer a folder: a lock that the system takes back from a process however that ends."""

from __future__ import annotations

import errno
import fcntl
import os
import socket
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG

from simcore.errors import MeepleError

LONGEST = 200
"""Bytes that are read of who holds a lock."""


def holder(path: Path) -> str:
    """Who holds a lock file, as "process N on HOST"; empty if nobody does."""
    try:
        handle = _opened(path, os.O_RDONLY)
    except OSError:
        return ""
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _who(handle)
    except OSError:
        pass
    finally:
        os.close(handle)
    return ""


def _opened(path: Path, flags: int) -> int:
    """A handle of a lock file. Raises OSError for what is no regular file: a link would be written through."""
    handle = os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK, 0o644)  # a pipe would be waited for
    if S_ISREG(os.fstat(handle).st_mode):
        return handle
    os.close(handle)
    raise OSError(errno.EINVAL, "no regular file")


def _odd(path: Path) -> bool:
    """Whether a path is taken by something that is no regular file."""
    try:
        return not S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def _who(handle: int) -> str:
    words = os.pread(handle, LONGEST, 0).decode(errors="replace").strip()
    return words if words.isprintable() and words else "another process"


class Lock:
    """A lock file, held until `release`.

    Raises MeepleError that names the holder if another run has it, for what is no regular file, and for a file system
    without locks.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle = self._take()
        with suppress(OSError):  # the words are for people; the lock holds without them
            os.ftruncate(self._handle, 0)
            os.pwrite(self._handle, f"process {os.getpid()} on {socket.gethostname()}\n".encode(), 0)

    def _take(self) -> int:
        folder = self._path.parent
        while True:
            try:
                handle = _opened(self._path, os.O_RDWR | os.O_CREAT)
            except OSError as error:
                if _odd(self._path):
                    raise MeepleError(f"{self._path}: no regular file; expected the lock of a run: remove it") from None
                raise MeepleError(f"{folder}: cannot be written: {error.strerror}") from None
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                who = _who(handle)
                os.close(handle)
                raise MeepleError(f"{folder}: another run is being written there by {who}; wait for its end") from None
            except OSError as error:
                os.close(handle)
                raise MeepleError(f"{folder}: cannot be locked: {error.strerror}; expected a disk with locks") from None
            if self._is_at_path(handle):
                return handle
            os.close(handle)  # its last holder removed the file in between

    def _is_at_path(self, handle: int) -> bool:
        try:
            return os.path.samestat(os.fstat(handle), os.stat(self._path))
        except FileNotFoundError:
            return False

    @property
    def holds(self) -> bool:
        """Whether the file that was locked is still there."""
        return self._is_at_path(self._handle)

    def check(self) -> None:
        """Raise MeepleError if the folder was removed, or replaced by another of its name."""
        if not self.holds:
            raise MeepleError(f"{self._path.parent}: was removed while a run was being written there")

    def release(self) -> None:
        """Remove the file, if it is still this one, and give the lock back."""
        with suppress(OSError):
            if self.holds:
                self._path.unlink()
        os.close(self._handle)
