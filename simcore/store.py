"""Reading a run: a folder of Parquet shards and a manifest, checked before a number is believed.

Frames come in pieces of whole blocks, so analyses need the memory of one piece whatever the run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from simcore import manifest as manifests
from simcore.errors import MeepleError
from simcore.files import sha256
from simcore.journal import unfinished
from simcore.manifest import Shard
from simcore.schema import Column


@dataclass(frozen=True)
class Run:
    """A finished run: its manifest and, piece by piece, its rows."""

    folder: Path
    manifest: dict[str, Any]

    @property
    def game(self) -> str:
        """Name of the game."""
        return str(self.manifest["game"])

    @property
    def players(self) -> int:
        """Seats at the table."""
        return int(self.manifest["players"])

    @property
    def lineup(self) -> tuple[str, ...]:
        """Names of the entries, as the column `entry` numbers them."""
        return tuple(self.manifest["lineup"])

    @property
    def seed(self) -> int:
        """Seed of the run."""
        return int(self.manifest["seed"])

    @property
    def games(self) -> int:
        """Games played."""
        return int(self.manifest["games"])

    @property
    def blocks(self) -> int:
        """Blocks played: one deal under all distinct seat rotations each."""
        return int(self.manifest["blocks"])

    @property
    def rotations(self) -> int:
        """Games in a block."""
        return int(self.manifest["rotations"])

    @property
    def block_rows(self) -> int:
        """Rows in a block."""
        return self.rotations * self.players

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """Declared columns, the common ones first."""
        return manifests.columns(self.manifest)

    @cached_property
    def shards(self) -> tuple[Shard, ...]:
        """Files of rows in order."""
        return tuple(Shard(entry["file"], entry["rows"], entry["sha256"]) for entry in self.manifest["shards"])

    def flat_names(self, wanted: Sequence[str] | None = None) -> list[str]:
        """Names in the files; a labelled column stands for all its labels.

        Raises MeepleError for a column the run does not have.
        """
        every = {column.name: column.flat_names() for column in self.columns}
        flat = [name for names in every.values() for name in names]
        if wanted is None:
            return flat
        chosen: list[str] = []
        for name in wanted:
            if name not in every and name not in flat:
                close = get_close_matches(name, [*every, *flat], 3)
                hint = f"; did you mean {' or '.join(close)}?" if close else ""
                raise MeepleError(f"{self.folder}: no column {name!r}{hint}")
            chosen += every.get(name, [name])
        return list(dict.fromkeys(chosen))

    def iter_frames(self, columns: Sequence[str] | None = None, rows: int | None = None) -> Iterator[pd.DataFrame]:
        """Yield the rows in order as frames of whole blocks.

        Without `rows` a frame is a row group (8,400 games); with it, at most so many rows but at
        least a block. The index counts rows of the run.
        """
        names = self.flat_names(columns)
        first = 0
        for shard in self.shards:
            with pq.ParquetFile(self.folder / shard.file) as file:
                for group in range(file.num_row_groups):
                    table = file.read_row_group(group, columns=names).select(names)
                    for piece in self._pieces(table, rows):
                        frame = piece.to_pandas()
                        frame.index = pd.RangeIndex(first, first + len(frame))
                        first += len(frame)
                        yield frame

    def _pieces(self, table: pa.Table, rows: int | None) -> Iterator[pa.Table]:
        step = table.num_rows if rows is None else max(1, rows // self.block_rows) * self.block_rows
        for start in range(0, table.num_rows, step):
            yield table.slice(start, step)

    def frame(self, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """All rows at once, for notebooks and small runs."""
        return pd.concat(list(self.iter_frames(columns)))

    def check_files(self) -> None:
        """Check that every shard is there and holds the declared columns and rows.

        Raises MeepleError that names the file.
        """
        total = sum(shard.rows for shard in self.shards)
        if total != self.games * self.players:
            raise MeepleError(f"{self.folder}: {total} rows in the manifest's shards, {self.games} games expected")
        for shard in self.shards:
            self._check_file(shard)

    def _check_file(self, shard: Shard) -> None:
        path = self.folder / shard.file
        if path.parent != self.folder or not path.is_file():
            raise MeepleError(f"{path}: missing; the manifest lists it")
        try:
            with pq.ParquetFile(path) as file:
                schema, count = file.schema_arrow, file.metadata.num_rows
        except (OSError, pa.ArrowException) as error:
            raise MeepleError(f"{path}: damaged, not a whole Parquet file ({error})") from None
        expected = {
            name: pa.from_numpy_dtype(np.dtype(column.dtype)) for column in self.columns for name in column.flat_names()
        }
        found = dict(zip(schema.names, schema.types, strict=True))
        if found != expected:
            wrong = sorted(name for name in {*found, *expected} if found.get(name) != expected.get(name))
            raise MeepleError(f"{path}: its columns are not those of the manifest: {', '.join(wrong[:5])}")
        if count != shard.rows:
            raise MeepleError(f"{path}: {count} rows, {shard.rows} expected")

    def verify(self) -> None:
        """Check the bytes of every shard against the manifest.

        Raises MeepleError that names the file.
        """
        for shard in self.shards:
            path = self.folder / shard.file
            try:
                same = sha256(path) == shard.sha256
            except OSError as error:
                raise MeepleError(f"{path}: cannot be read: {error.strerror}") from None
            if not same:
                raise MeepleError(f"{path}: damaged, its bytes are not those that were written (SHA-256 differs)")


def open_run(folder: Path | str, verify: bool = True) -> Run:
    """Open a finished run and check it; the checksums too unless `verify` is False.

    Raises MeepleError for a folder without a manifest, for a run that did not finish, and for missing,
    damaged or foreign files.
    """
    path = Path(folder)
    if not (path / manifests.NAME).exists() and (words := unfinished(path)):
        raise MeepleError(f"{path}: {words}")
    run = Run(path, manifests.read(path))
    run.check_files()
    if verify:
        run.verify()
    return run
