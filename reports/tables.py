"""Tables as a reader sees them: a value and its interval in one cell, sortable by the value."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import pandas as pd

from analyses.base import Analysis
from reports import text

ENDS = ("_low", "_high", "_se")
HIDDEN = ("meaning", "randomised", "games_apart")


@dataclass(frozen=True)
class Cell:
    """What a cell says, its interval, and what it sorts by."""

    text: str
    interval: str = ""
    sort: str = ""
    hint: str = ""
    numeric: bool = True


@dataclass(frozen=True)
class Heading:
    """A column's name and a word that qualifies its numbers."""

    text: str
    mark: str = ""
    numeric: bool = True


@dataclass(frozen=True)
class Shown:
    """A table ready for the page."""

    name: str
    title: str
    about: str
    headings: list[Heading]
    rows: list[list[Cell]]
    assumed: bool


def shown(question: Analysis, frame: pd.DataFrame, assumed: bool) -> Shown:
    """Lay out the table of an analysis."""
    names = [name for name in frame.columns if not _is_end(name, frame) and name not in HIDDEN]
    headings = [
        Heading(text.label(name), question.marks.get(name, ""), pd.api.types.is_numeric_dtype(frame[name]))
        for name in names
    ]
    rows = [[_cell(row, name, question) for name in names] for row in frame.to_dict("records")]
    return Shown(question.name, question.title, question.about, headings, rows, assumed)


def _is_end(name: str, frame: pd.DataFrame) -> bool:
    return any(name.endswith(end) and name.removesuffix(end) in frame.columns for end in ENDS)


def _cell(row: dict[Any, Any], name: str, question: Analysis) -> Cell:
    value = row[name]
    if isinstance(value, str):
        if name == "source":
            return Cell(", ".join(map(text.label, value.split("."))), hint=str(row["meaning"]), numeric=False)
        return Cell(text.label(value) if name == "item" else value, numeric=False)
    if isinstance(value, bool):
        return Cell("yes" if value else "no", numeric=False)
    sort = "" if not math.isfinite(value) else repr(float(value))
    unit = question.units.get(name, "p" if name.startswith("p_") or name == "p" else "count")
    if f"{name}_low" in row:
        return Cell(*text.written(value, row[f"{name}_low"], row[f"{name}_high"], unit), sort)
    if unit == "p":
        return Cell(text.p_value(value).removeprefix("p ").removeprefix("= "), "", sort)
    return Cell(text.count(value), "", sort)
