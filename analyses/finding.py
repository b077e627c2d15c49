"""What an experiment found: its tables, and the evidence card that stands beside every number of them.

A finding is kept as one JSON document, which is also what a command prints with `--json`; a report
reads those it finds beside its runs.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

import pandas as pd

from simcore.bounded import content
from simcore.errors import MeepleError

FORMAT = 1
LARGEST = 1 << 26
"""Bytes of a file at most."""
LONGEST = 200
"""Characters of a reason."""
MOST = 1 << 53
"""More of anything was never counted."""
DIGITS = 1000
"""Of a number; Python reads no more than some thousand."""
WORDS = ("units", "marks", "about")
SEVERAL = "fields_played"
"""Fact of an experiment in which several fields play: the line-up of each by name."""


def seated(line_up: Sequence[str]) -> str:
    """A line-up in words."""
    one = len(set(line_up)) == 1 and len(line_up) > 1
    return f"{line_up[0]} in every seat" if one else ", ".join(line_up)


@dataclass(frozen=True)
class Evidence:
    """Where numbers come from: enough to get them again.

    games and blocks (the sample) count all that was played; method says in a sentence how the
    estimates and their intervals are made; command reproduces them.
    """

    game: str
    title: str
    version: int
    ruleset: str
    digest: str
    players: int
    line_up: tuple[str, ...]
    seed: int
    games: int
    blocks: int
    method: str
    command: str
    assumed: int = 0
    """Rule values in force that are assumed."""

    @property
    def field(self) -> str:
        """Who played, in words."""
        if len(self.line_up) != self.players:
            return f"tables of {self.players} out of {', '.join(self.line_up)}"
        return seated(self.line_up)


@dataclass(frozen=True)
class Finding:
    """One experiment's answer.

    name is that of its command; tables hold a frame each, the main one first; facts are single
    numbers and words of the whole (JSON values only); notes are sentences for the reader.
    """

    name: str
    title: str
    evidence: Evidence
    tables: Mapping[str, pd.DataFrame]
    facts: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    units: Mapping[str, str] = field(default_factory=dict)
    """Of columns, in all tables: "share", "points" (percentage points), "VP", "count"..., as for an analysis."""
    marks: Mapping[str, str] = field(default_factory=dict)
    """Columns whose numbers need a word beside them ("confounded", "randomised")."""
    about: Mapping[str, str] = field(default_factory=dict)
    """A sentence or two on a table, by its name; the evidence's method where there is none."""
    cautions: tuple[str, ...] = ()
    """Sentences on what a reader must know before trusting the numbers."""

    @property
    def table(self) -> pd.DataFrame:
        """The main table."""
        return next(iter(self.tables.values()))

    @property
    def field(self) -> str:
        """Who played, in words; each field by itself if there are several of them."""
        several = self.facts.get(SEVERAL)
        if isinstance(several, Mapping):
            return "; ".join(f"{name} ({seated(line_up)})" for name, line_up in several.items())
        return self.evidence.field

    def unit(self, column: str) -> str:
        """Unit of a column, "number" if none is given."""
        return self.units.get(column, "number")

    def document(self) -> dict[str, Any]:
        """As JSON values; missing numbers become None."""
        return {
            "format": FORMAT,
            "name": self.name,
            "title": self.title,
            "evidence": asdict(self.evidence) | {"line_up": list(self.evidence.line_up)},
            "facts": _plain(dict(self.facts)),
            "notes": list(self.notes),
            "cautions": list(self.cautions),
            "units": dict(self.units),
            "marks": dict(self.marks),
            "about": dict(self.about),
            "tables": {name: _records(frame) for name, frame in self.tables.items()},
        }

    def text(self) -> str:
        """As a JSON text."""
        return json.dumps(self.document(), indent=1, allow_nan=False) + "\n"

    @classmethod
    def read(cls, path: Path) -> Finding:
        """Read what was written as `text`.

        Raises MeepleError for a file that is no finding of this format, or a bigger one than any.
        """
        found = content(path, "expected a finding", LARGEST)
        try:
            document = json.loads(found.decode("utf-8"), parse_constant=_no_number, parse_int=_number)
        except RecursionError:
            raise MeepleError(f"{path}: cannot be read: nested too deeply") from None
        except ValueError as error:
            raise MeepleError(f"{path}: cannot be read: {_reason(error)}") from None
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise MeepleError(f"{path}: not a finding of format {FORMAT}; written by another version of meeplelab?")
        try:
            evidence = Evidence(**{**document["evidence"], "line_up": tuple(document["evidence"]["line_up"])})
            _check(evidence)
            tables = {str(name): _frame(name, rows) for name, rows in document["tables"].items()}
            if not tables:
                raise ValueError("it holds no table")
            facts, notes = dict(document["facts"]), _sentences(document["notes"])
            cautions = _sentences(document.get("cautions", []))  # kept before there were any
            units, marks, about = ({str(key): str(word) for key, word in document[part].items()} for part in WORDS)
            name, title = str(document["name"]), str(document["title"])
            return cls(name, title, evidence, tables, facts, notes, units, marks, about, cautions)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise MeepleError(f"{path}: damaged, {type(error).__name__}: {_reason(error)}") from None


def _reason(error: Exception) -> str:
    """One line of an error's message, which may hold words of the file."""
    line = "".join(letter if letter.isprintable() else " " for letter in str(error))
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}..."


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no number of JSON")


def _number(digits: str) -> int:
    if len(digits) > DIGITS:
        raise ValueError(f"a number of {len(digits)} digits")
    return int(digits)


def _check(evidence: Evidence) -> None:
    """Raise TypeError for a part of another type than declared: a card would be printed with it."""
    for part in fields(evidence):
        value, kind = getattr(evidence, part.name), {"int": int, "str": str}.get(str(part.type), tuple)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise TypeError(f"evidence: {part.name} is {type(value).__name__}, expected {part.type}")
    if not all(isinstance(name, str) for name in evidence.line_up):
        raise TypeError("evidence: line_up holds something other than names")
    numbers = (evidence.games, evidence.blocks, evidence.assumed, evidence.players - 1)
    if not all(0 <= number <= MOST for number in numbers):
        raise ValueError("evidence: numbers of games, blocks, players or values that nothing has")


def _sentences(found: Any) -> tuple[str, ...]:
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise TypeError("notes or cautions that are no list of sentences")
    return tuple(found)


def _frame(name: str, rows: Any) -> pd.DataFrame:
    """A table of a document; raises TypeError unless it is a list of rows with the same columns."""
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise TypeError(f"table {name} is no list of rows")
    if any(row.keys() != rows[0].keys() for row in rows):
        raise ValueError(f"table {name}: rows with different columns")
    return pd.DataFrame(rows)


def _records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    rows = frame.astype(object).where(frame.notna(), None).to_dict("records")
    return [{str(name): _plain(value) for name, value in row.items()} for row in rows]


def _plain(value: Any) -> Any:
    """JSON for what numpy and mappings hold; a number that is not finite becomes None."""
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    if isinstance(value, float) and not (-float("inf") < value < float("inf")):
        return None
    return value
