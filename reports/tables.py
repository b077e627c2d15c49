"""Tables as a reader sees them: a value and its interval in one cell, sortable by the value."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import pandas as pd

from analyses.base import ALL, Analysis
from reports import text

ENDS = ("_low", "_high", "_se")
HIDDEN = ("meaning", "randomised", "games_apart")
BESIDE_OTHERS = ("others", "gap", "win_share", "win_when_found")
"""Columns that say nothing of a seat that plays alone: it wins every game."""


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
    """Lay out the table of an analysis; what says nothing in a run like this is left to the CSV."""
    facts = question.facts
    hidden: tuple[str, ...] = HIDDEN
    about = f"{question.about} {question.about_others}".rstrip()
    if facts.players == 1:
        hidden, about = (*HIDDEN, *BESIDE_OTHERS), question.about
        # Every seat is a winner, so the mean of winners is the mean.
        winners = {f"winners{end}": f"mean{end}" for end in ("", *ENDS)}
        frame = frame.drop(columns=winners, errors="ignore") if "mean" in frame else frame.rename(columns=winners)
    if facts.mirror and "strategy" in frame:
        frame = frame[frame["strategy"] != ALL]
    names = [name for name in frame.columns if not _is_end(name, frame) and name not in hidden]
    headings = [
        Heading(text.label(name), question.marks.get(name, ""), pd.api.types.is_numeric_dtype(frame[name]))
        for name in names
    ]
    rows = [[_cell(row, name, question) for name in names] for row in frame.to_dict("records")]
    return Shown(question.name, question.title, about, headings, rows, assumed)


def _is_end(name: str, frame: pd.DataFrame) -> bool:
    return any(name.endswith(end) and name.removesuffix(end) in frame.columns for end in ENDS)


def _cell(row: dict[Any, Any], name: str, question: Analysis) -> Cell:
    value = row[name]
    if isinstance(value, str):
        if name == "source":
            words = [text.called(question.facts, part) for part in value.split(".")]
            return Cell(", ".join(words), hint=str(row["meaning"]), numeric=False)
        return Cell(text.called(question.facts, value) if name in ("item", "counted") else value, numeric=False)
    if isinstance(value, bool):
        return Cell("yes" if value else "no", numeric=False)
    sort = "" if not math.isfinite(value) else repr(float(value))
    unit = question.units.get(name, "p" if name.startswith("p_") or name == "p" else "count")
    if f"{name}_low" in row:
        return Cell(*text.written(value, row[f"{name}_low"], row[f"{name}_high"], unit), sort)
    if unit == "p":
        return Cell(text.p_value(value).removeprefix("p ").removeprefix("= "), "", sort)
    return Cell(text.rough_count(value) if name == "games_needed" else text.count(value), "", sort)
