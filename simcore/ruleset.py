"""A ruleset in force: checked data, where each value comes from, and a digest of it all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from simcore.fields import Field

IDENTIFIER = re.compile(r"[A-Za-z0-9_-]{1,24}")


@dataclass(frozen=True)
class Table:
    """One part of a rules file.

    ids has one entry a level of identifiers: none for a lone `[structure]`, one for `[item.spook]`,
    two for `[card.rabbit.A1]`. An entry lists the identifiers, or is empty for any short word.
    Listed rows must all be there unless `optional`. by names a word field whose word brings further
    fields with it (`extra`, by word; fields of one name must be equal). An `inline` table is
    exported a row a line. `implied` is the key of a value that gives the first identifier where
    `--set` leaves it out. Setting a value here drops those that match `clears` ({0}, {1} are
    identifiers, {field} the field) and were set before.
    """

    name: str
    fields: tuple[Field, ...]
    ids: tuple[tuple[str, ...], ...] = ()
    meaning: str = ""
    optional: bool = False
    by: str = ""
    extra: Mapping[str, tuple[Field, ...]] = field(default_factory=dict)
    inline: bool = False
    implied: str = ""
    clears: str = ""

    def __post_init__(self) -> None:
        for fields in self.extra.values():
            for each in fields:
                if self.all_fields()[each.name] != each:
                    raise ValueError(f"table {self.name} has two different fields {each.name}")

    def all_fields(self) -> dict[str, Field]:
        """Every field a row may have, by name."""
        further = [each for fields in self.extra.values() for each in fields]
        return {each.name: each for each in (*self.fields, *further)}

    def row_fields(self, row: Mapping[str, Any]) -> tuple[Field, ...]:
        """Fields of this very row."""
        return self.fields + tuple(self.extra.get(row.get(self.by, ""), ()))

    def rows(self, data: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], Mapping[str, Any]]]:
        """Rows of this table in `Ruleset.data`, with their identifiers, in a fixed order."""
        yield from self._rows((), data.get(self.name, {}))

    def _rows(self, ids: tuple[str, ...], below: Any) -> Iterator[tuple[tuple[str, ...], Mapping[str, Any]]]:
        if len(ids) == len(self.ids):
            yield ids, below
            return
        known = self.ids[len(ids)]
        for name in sorted(below, key=known.index if known else None):
            yield from self._rows((*ids, name), below[name])


def _nothing(_data: Mapping[str, Any]) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, eq=False)
class Schema:
    """What a game's rules file holds.

    The table "rules" holds the switches. check(data) raises MeepleError where values do not fit
    together; unused(data) gives the starts of keys that are not in force (another template).
    """

    game: str
    tables: tuple[Table, ...]
    check: Callable[[Mapping[str, Any]], None]
    unused: Callable[[Mapping[str, Any]], tuple[str, ...]] = _nothing
    title: str = ""

    def find(self, key: str) -> tuple[Table, tuple[str, ...], Field] | None:
        """The table, identifiers and field a full key such as "item.spook.draw" speaks of, or None."""
        name, *parts = key.split(".")
        for table in self.tables:
            if table.name == name and len(parts) == len(table.ids) + 1:
                each = table.all_fields().get(parts[-1])
                fits = all(
                    part in known if known else IDENTIFIER.fullmatch(part) for part, known in zip(parts, table.ids)
                )
                return (table, tuple(parts[:-1]), each) if each and fits else None
        return None


@dataclass(frozen=True)
class SourcedValue:
    """One value of the rules and where it comes from.

    key is what `--set` takes, such as "item.spook.draw"; source is "rulebook", "public:<url>" or
    "assumed"; worth_trying lists other values that are plausible where it is assumed.
    """

    key: str
    value: Any
    source: str
    worth_trying: tuple[Any, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class Switch:
    """One ruling the rulebook leaves open: a key of `[rules]`.

    choices lists the allowed words or booleans (for a list: the words it may hold); for whole
    numbers it is empty and low and high bound them. ruling names the row of the rulings table.
    """

    key: str
    default: Any
    meaning: str
    ruling: str
    choices: tuple[Any, ...] = ()
    low: int = 0
    high: int = 0


@dataclass(frozen=True)
class Ruleset:
    """Validated rules of one game.

    data holds everything, changes by `--set` included; digest is 12 hex digits over data.
    """

    game: str
    name: str
    data: Mapping[str, Any] = field(repr=False)
    digest: str
    overrides: Mapping[str, Any]
    values: tuple[SourcedValue, ...] = field(repr=False)
    switches: tuple[Switch, ...] = field(repr=False)
    schema: Schema | None = field(default=None, repr=False, compare=False)

    def rule(self, key: str) -> Any:
        """The value of one switch."""
        return self.data["rules"][key]

    def source_counts(self) -> dict[str, int]:
        """How many values rest on the rulebook, on public sources, and on assumption."""
        counts = {"rulebook": 0, "public": 0, "assumed": 0}
        for value in self.values:
            counts[value.source.split(":", 1)[0]] += 1
        return counts

    def assumed(self) -> tuple[SourcedValue, ...]:
        """The values that rest on assumption."""
        return tuple(value for value in self.values if value.source == "assumed")
