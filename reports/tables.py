"""Tables as a reader sees them: a value and its interval in one cell, sortable by the value."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd

from analyses.base import ALL, Analysis
from analyses.finding import Finding
from analyses.strength import CHANGES
from reports import text
from reports.strength import Turning

NONE: Turning = {}
ENDS = ("_low", "_high", "_se")
HIDDEN = ("meaning", "randomised", "games_apart")
KEPT_BACK = (*HIDDEN, "key", "counted")
"""What an experiment's page leaves to the CSV."""
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
    badge: str = ""


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


def shown(question: Analysis, frame: pd.DataFrame, assumed: bool, turning: Turning = NONE) -> Shown:
    """Lay out the table of an analysis; what says nothing in a run like this is left to the CSV.

    turning has the things whose verdict changes with the strength of play, which are marked.
    """
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
    thing = question.judged.thing if question.judged else ""
    rows = [
        [_marked(_cell(row, name, question), name, row, thing, turning) for name in names]
        for row in frame.to_dict("records")
    ]
    return Shown(question.name, question.title, about, _headings(frame, names, question.marks), rows, assumed)


def found(finding: Finding, turning: Turning = NONE) -> list[Shown]:
    """Lay out the tables of an experiment; verdicts of its main one that change with strength are marked."""
    made = []
    for name, frame in finding.tables.items():
        names = [column for column in frame.columns if not _is_end(column, frame) and column not in KEPT_BACK]
        told = turning if frame is finding.table else NONE
        rows = [
            [_marked(_found(row, column, finding), column, row, "thing", told) for column in names]
            for row in frame.to_dict("records")
        ]
        about = finding.about.get(name, finding.evidence.method)
        title = finding.title if len(finding.tables) == 1 else f"{finding.title}: {text.label(name)}"
        file = text.filename(finding.name if name == finding.name else f"{finding.name}_{name}")
        made.append(
            Shown(file, title, about, _headings(frame, names, finding.marks), rows, finding.evidence.assumed > 0)
        )
    return made


def _marked(cell: Cell, name: str, row: dict[Any, Any], thing: str, turning: Turning) -> Cell:
    """A verdict that changes with strength with its mark, and with what it is elsewhere as a hint."""
    if name != "verdict" or str(row.get(thing)) not in turning:
        return cell
    return replace(cell, badge=CHANGES, hint=turning[str(row[thing])])


def _found(row: dict[Any, Any], name: str, finding: Finding) -> Cell:
    """A cell of an experiment's table; a row that names the unit of its value has its own."""
    value, unit = row[name], finding.unit(name)
    if _numeric(value):
        return _number(row, name, str(row["unit"]) if name == "value" and "unit" in row else unit)
    if isinstance(value, Mapping):
        told = (f"{word}: {text.written(each, math.nan, math.nan, unit)[0]}" for word, each in value.items())
        return Cell("; ".join(told), numeric=False)
    return _word("" if name == "unit" and value in text.WORDLESS else value)


def _headings(frame: pd.DataFrame, names: Sequence[str], marks: Mapping[str, str]) -> list[Heading]:
    return [
        Heading(text.label(name), marks.get(name, ""), pd.api.types.is_numeric_dtype(frame[name])) for name in names
    ]


def _numeric(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _word(value: Any) -> Cell:
    """A cell without a number."""
    if isinstance(value, bool):
        return Cell("yes" if value else "no", numeric=False)
    if isinstance(value, list | tuple):
        return Cell(", ".join(map(str, value)), numeric=False)
    return Cell(text.NOTHING if value is None else str(value), numeric=False)


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
        return _word(value)
    return _number(row, name, question.units.get(name, "count"))


def _number(row: dict[Any, Any], name: str, unit: str) -> Cell:
    """A number in its unit, with its interval where the row has one."""
    value = row[name]
    sort = "" if not math.isfinite(value) else repr(float(value))
    if f"{name}_low" in row:
        return Cell(*text.written(value, row[f"{name}_low"], row[f"{name}_high"], unit), sort)
    if name == "p" or name.startswith("p_"):
        return Cell(text.p_value(value).removeprefix("p ").removeprefix("= "), "", sort)
    if name in ("games_needed", "deals_needed"):
        return Cell(text.rough_count(value), "", sort)
    if unit == "count" or (unit == "number" and value == int(value) if math.isfinite(value) else True):
        return Cell(text.count(value), "", sort)
    return Cell(text.written(value, math.nan, math.nan, unit)[0], "", sort)
