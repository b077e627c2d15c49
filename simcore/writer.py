"""Writing a run: Parquet shards under temporary names, the manifest last.

Shards hold a fixed number of games, whatever the chunks and jobs, so equal runs make equal files.
A shard is renamed when it is complete and on the disk. Row groups hold whole blocks, so whoever
reads in pieces never meets half a block.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from simcore import manifest as manifests
from simcore.errors import MeepleError
from simcore.manifest import Shard
from simcore.schema import COMMON, Column, flatten

GROUP_GAMES = 8400
"""Games in a row group: a multiple of 1 to 8 rotations, and some megabytes of memory."""
SHARD_GROUPS = 8
PART = ".part"
"""Ending of a file that is being written."""

Rows = npt.NDArray[np.void]


def arrow_schema(columns: Sequence[Column]) -> pa.Schema:
    """Parquet schema of a game's own columns after the common ones; unit and meaning go along."""
    fields = []
    for column in (*COMMON, *columns):
        notes = {"unit": column.unit, "meaning": column.meaning, "role": column.role}
        kind = pa.from_numpy_dtype(np.dtype(column.dtype))
        fields += [pa.field(name, kind, nullable=False, metadata=notes) for name in column.flat_names()]
    return pa.schema(fields)


def sha256(path: Path) -> str:
    """Hex SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _publish(part: Path) -> None:
    """Give a complete file its name, once its bytes are on the disk."""
    _sync(part)
    part.rename(part.with_suffix(""))
    _sync(part.parent)


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise MeepleError(f"{folder}: cannot be written: {error.strerror or error}") from None


def make_folder(folder: Path) -> bool:
    """Make the folder of a run and try it; True if it was not there before.

    Raises MeepleError if it is a file, holds anything, or cannot be written.
    """
    if folder.exists() and not folder.is_dir():
        raise MeepleError(f"{folder}: is a file; expected a new or empty folder")
    new = not folder.exists()
    with _writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            done = (folder / manifests.NAME).exists()
            kind = "a finished run" if done else "other files or a run that did not finish"
            raise MeepleError(f"{folder}: not empty, holds {kind}; expected a new or empty folder")
        probe = folder / f"probe{PART}"
        probe.touch()
        probe.unlink()
    return new


class _ShardFile:
    """One shard on its way to the disk."""

    def __init__(self, path: Path, schema: pa.Schema) -> None:
        self.path, self.rows, self.groups = path, 0, 0
        self._part = path.with_name(path.name + PART)
        # Statistics cost as much time as the data, and nobody filters by them.
        self._file = pq.ParquetWriter(
            self._part, schema, compression="zstd", compression_level=1, write_statistics=False
        )
        self._schema = schema

    def add(self, columns: dict[str, npt.NDArray[np.generic]], rows: int) -> None:
        """Write one row group."""
        self._file.write_table(pa.table(columns, schema=self._schema), row_group_size=rows)
        self.rows += rows
        self.groups += 1

    def close(self) -> Shard:
        """Finish the file and give it its name."""
        self._file.close()
        digest = sha256(self._part)
        _publish(self._part)
        return Shard(self.path.name, self.rows, digest)

    def abandon(self) -> None:
        """Let go of the file."""
        with suppress(OSError):
            self._file.close()


class Writer:
    """Writes one run; a context manager. Without an orderly `finish` nothing of it remains.

    columns are the game's own. Making one makes the folder, see `make_folder` for its errors.
    """

    def __init__(
        self,
        folder: Path,
        columns: Sequence[Column],
        players: int,
        group_games: int = GROUP_GAMES,
        shard_groups: int = SHARD_GROUPS,
    ) -> None:
        self._folder, self._columns = folder, tuple(columns)
        self._group_rows, self._shard_groups = group_games * players, shard_groups
        self._schema = arrow_schema(columns)
        self._waiting: list[Rows] = []
        self._waiting_rows = 0
        self._shards: list[Shard] = []
        self._file: _ShardFile | None = None
        self._finished = False
        self._made = make_folder(folder)

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._finished:
            self.discard()

    def add(self, rows: Rows) -> None:
        """Take rows of whole games in game order. Raises MeepleError if the disk refuses them."""
        self._waiting.append(rows)
        self._waiting_rows += len(rows)
        if self._waiting_rows < self._group_rows:
            return
        waiting = np.concatenate(self._waiting)
        whole = len(waiting) // self._group_rows * self._group_rows
        for first in range(0, whole, self._group_rows):
            self._write(waiting[first : first + self._group_rows])
        # A copy, so that what is written can be freed.
        self._waiting = [waiting[whole:].copy()]
        self._waiting_rows = len(waiting) - whole

    def _write(self, group: Rows) -> None:
        with _writing(self._folder):
            if self._file is None:
                name = f"rows-{len(self._shards):05d}.parquet"
                self._file = _ShardFile(self._folder / name, self._schema)
            self._file.add(flatten(group, self._columns), len(group))
            if self._file.groups == self._shard_groups:
                self._close_shard()

    def _close_shard(self) -> None:
        if self._file is not None:
            self._shards.append(self._file.close())
            self._file = None

    def finish(self, manifest: dict[str, Any]) -> None:
        """Write what is left and, last of all, the manifest."""
        if self._waiting_rows:
            self._write(np.concatenate(self._waiting))
        with _writing(self._folder):
            self._close_shard()
            full = {**manifest, "shards": [asdict(shard) for shard in self._shards]}
            part = self._folder / (manifests.NAME + PART)
            part.write_text(manifests.dumps(full), encoding="utf-8")
            _publish(part)
        self._finished = True

    def discard(self) -> None:
        """Remove what was written, and the folder if it was made for this run."""
        if self._file is not None:
            self._file.abandon()
            self._file = None
        self.remove()

    def remove(self) -> None:
        """Remove the files and leave them open: for a thread that ends the process at once."""
        for path in [*self._folder.glob("rows-*.parquet"), *self._folder.glob(f"*{PART}")]:
            path.unlink(missing_ok=True)
        if self._made:
            with suppress(OSError):
                self._folder.rmdir()
