"""Every result column, declared once: name, type, unit, meaning.

A results row is one seat of one game. The columns here are common to all games; a game declares
its own in its `columns.py`, as a table (see `declared`). A column with labels is stored in the kernel's
row as a small array and in the files as one column a label, `name.label`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simcore.texttable import rows

ENDED, CAPPED = 0, 1
"""Outcome codes: the game ended by its rules; it was stopped at the cap on rounds."""


@dataclass(frozen=True)
class Column:
    """One declared column.

    role: "id", "outcome", "points" (parts that add up to the score), "count", "game" (the same in
    all rows of a game), "track" (one value a round), "flag" or "cells"; analyses that serve every
    game find their columns by it.
    """

    name: str
    dtype: str
    unit: str
    meaning: str
    role: str = "count"
    labels: tuple[str, ...] = ()

    def field(self) -> tuple[str, str] | tuple[str, str, tuple[int]]:
        """Entry of the kernel's row dtype."""
        if self.labels:
            return (self.name, self.dtype, (len(self.labels),))
        return (self.name, self.dtype)

    def flat_names(self) -> list[str]:
        """Column names in the files."""
        return [f"{self.name}.{label}" for label in self.labels] if self.labels else [self.name]


COMMON: tuple[Column, ...] = (
    Column("block", "u4", "index", "block of the run: one deal under all its seat rotations", "id"),
    Column("deal", "u4", "index", "deal; with the seed it fixes setup and chance", "id"),
    Column("rotation", "u1", "index", "how far the line-up is turned against the seats", "id"),
    Column("seat", "u1", "index", "place in turn order of the first round, 0 first", "id"),
    Column("entry", "u1", "index", "entry of the line-up (see manifest) in this seat", "id"),
    Column("outcome", "u1", "code", "0 ended by the rules, 1 stopped at the cap", "outcome"),
    Column("score", "i2", "VP", "final score without any tie-break bonus", "outcome"),
    Column("rank", "u1", "place", "1 is best; equal places are shared", "outcome"),
    Column("win_share", "f4", "share", "1 for a lone winner, 1/k for k sharing", "outcome"),
    Column("tie_break", "u1", "flag", "1 if equal top scores were parted by it", "outcome"),
    Column("rounds", "u1", "rounds", "rounds played", "outcome"),
    Column("decisions", "u2", "count", "choices of this seat among two or more options", "outcome"),
)


def declared(labels: Mapping[str, tuple[str, ...]], table: str) -> tuple[Column, ...]:
    """Columns from a table in text (see `texttable`), one a line: name, dtype, unit, role, meaning.

    `name.group` has the labels given for that group. Raises ValueError for a line without these parts and
    KeyError for a group that is not given.
    """
    columns = []
    for name, dtype, unit, role, meaning in rows(table, "name", "dtype", "unit", "role", "meaning"):
        name, dot, group = name.partition(".")
        columns.append(Column(name, dtype, unit, meaning, role, labels[group] if dot else ()))
    return tuple(columns)


def row_dtype(columns: Sequence[Column]) -> np.dtype[np.void]:
    """Structured dtype of one results row: the common columns, then the game's own.

    Raises ValueError if a name is declared twice.
    """
    fields = [column.field() for column in (*COMMON, *columns)]
    names = [field[0] for field in fields]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"result column declared twice: {', '.join(twice)}")
    return np.dtype(fields)


def flatten(rows: npt.NDArray[np.void], columns: Sequence[Column]) -> dict[str, npt.NDArray[np.generic]]:
    """Rows as a dict of flat contiguous columns in declared order, named as in the files."""
    flat: dict[str, npt.NDArray[np.generic]] = {}
    for column in (*COMMON, *columns):
        values = rows[column.name]
        if column.labels:
            for i, name in enumerate(column.flat_names()):
                flat[name] = np.ascontiguousarray(values[:, i])
        else:
            flat[column.name] = np.ascontiguousarray(values)
    return flat
