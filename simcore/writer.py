"""Writing a run's rows: Parquet shards under temporary names, each renamed when it is complete and on the disk.

Shards hold a fixed number of games, whatever the chunks and jobs, so equal runs make equal files. Where games are slow
and a shard takes long, its rows are saved as they come, and a run that is gone on with takes them from there.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from simcore.errors import StrategyError
from simcore.files import part_of, publish, sha256, writing
from simcore.journal import Piece
from simcore.layout import shard_name
from simcore.manifest import Shard
from simcore.runfolder import RunFolder
from simcore.schema import COMMON, Column, flatten, row_dtype

SAVE_SECONDS = 10.0
"""Seconds of play that a killed run may lose."""

Rows = npt.NDArray[np.void]


def arrow_schema(columns: Sequence[Column]) -> pa.Schema:
    """Parquet schema of a game's own columns after the common ones; unit and meaning go along."""
    fields = []
    for column in (*COMMON, *columns):
        notes = {"unit": column.unit, "meaning": column.meaning, "role": column.role}
        kind = pa.from_numpy_dtype(np.dtype(column.dtype))
        fields += [pa.field(name, kind, nullable=False, metadata=notes) for name in column.flat_names()]
    return pa.schema(fields)


class _ShardFile:
    """One shard on its way to the disk."""

    def __init__(self, path: Path, columns: Sequence[Column], rows: int, group_rows: int) -> None:
        self.path, self.rows, self.left = path, rows, rows
        self._columns, self._group_rows = columns, group_rows
        self._waiting: list[Rows] = []
        self._waiting_rows = 0
        self._schema = arrow_schema(columns)
        # Statistics cost as much time as the data, and nobody filters by them.
        self._file = pq.ParquetWriter(
            part_of(path), self._schema, compression="zstd", compression_level=1, write_statistics=False
        )

    def add(self, rows: Rows) -> None:
        """Take rows, at most as many as are left, and write the row groups that are full."""
        self.left -= len(rows)
        self._waiting.append(rows)
        self._waiting_rows += len(rows)
        if self._waiting_rows < self._group_rows and self.left:
            return
        waiting = np.concatenate(self._waiting)
        whole = len(waiting) // self._group_rows * self._group_rows if self.left else len(waiting)
        for first in range(0, whole, self._group_rows):
            self._write(waiting[first : min(first + self._group_rows, whole)])
        # A copy, so that what is written can be freed.
        self._waiting = [waiting[whole:].copy()]
        self._waiting_rows = len(waiting) - whole

    def _write(self, group: Rows) -> None:
        table = pa.table(flatten(group, self._columns), schema=self._schema)
        self._file.write_table(table, row_group_size=len(group))

    def close(self) -> Shard:
        """Finish the file and give it its name."""
        self._file.close()
        digest = sha256(part_of(self.path))
        publish(self.path)
        return Shard(self.path.name, self.rows, digest)

    def abandon(self) -> None:
        """Let go of the file."""
        with suppress(OSError):
            self._file.close()


class Writer:
    """Writes the shards a folder lacks, in order; a context manager that closes the folder.

    columns are the game's own. A run that did not `finish` keeps its whole shards, see `RunFolder`; one whose
    strategy broke the rules can never be finished, and leaves nothing.
    """

    def __init__(self, place: RunFolder, columns: Sequence[Column]) -> None:
        self._place, self._columns = place, tuple(columns)
        self._missing = iter(place.missing)
        self._number = -1
        self._file: _ShardFile | None = None
        self._unsaved: list[Rows] = []
        self._began = self._saved = time.monotonic()
        self._seconds_before = place.journal.seconds

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.abandon()
            self._file = None
        self._place.close(everything=isinstance(error, StrategyError))

    @property
    def seconds(self) -> float:
        """Seconds this run has been played for, those before it was gone on with included."""
        return self._seconds_before + time.monotonic() - self._began

    def begin(self) -> None:
        """Make the folder ready and start the clock."""
        self._place.begin()
        self._began = self._saved = time.monotonic()

    def add(self, rows: Rows) -> None:
        """Take rows of whole games that are missing, in game order. Raises MeepleError if the disk refuses them."""
        with writing(self._place.folder):
            while len(rows):
                file = self._file or self._open()
                room = file.left
                self._unsaved.append(rows[:room])
                file.add(rows[:room])
                rows = rows[room:]
                if not file.left:
                    self._close(file)
                elif time.monotonic() - self._saved > SAVE_SECONDS:
                    self._save(file)

    def _open(self) -> _ShardFile:
        """The next shard, with those of its rows that were saved before."""
        self._place.check()
        layout, self._number = self._place.layout, next(self._missing)
        path = self._place.folder / shard_name(self._number)
        file = _ShardFile(path, self._columns, layout.rows(self._number), layout.group_games * layout.players)
        self._file = file
        kind = row_dtype(self._columns)
        for piece in self._place.journal.pieces.get(self._number, ()):
            file.add(np.frombuffer((self._place.folder / piece.file).read_bytes(), kind))
        return file

    def _close(self, file: _ShardFile) -> None:
        self._place.check()
        shard = file.close()
        self._file, self._unsaved = None, []
        self._place.add_shard(self._number, shard, self.seconds)
        self._saved = time.monotonic()

    def _save(self, file: _ShardFile) -> None:
        """Put the rows that came since the last time on the disk, for a run that goes on with this shard."""
        self._place.check()
        rows = np.concatenate(self._unsaved)
        players = self._place.layout.players
        first = sum(self._place.layout.span(self._number)) - (file.left + len(rows)) // players
        data = rows.tobytes()
        piece = Piece(self._number, first, len(rows) // players, hashlib.sha256(data).hexdigest())
        path = self._place.folder / piece.file
        part_of(path).write_bytes(data)
        publish(path)
        self._place.add_piece(piece, self.seconds)
        self._unsaved, self._saved = [], time.monotonic()

    def finish(self) -> None:
        """Write, last of all, the manifest."""
        self._place.finish(self.seconds)
