"""A ruleset in force: checked data, where each value comes from, and a digest of it all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


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

    choices lists the allowed words or booleans; for whole numbers it is empty and low and high
    bound them. ruling names the row of the rulings table.
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
    data: Mapping[str, Any]
    digest: str
    overrides: Mapping[str, Any]
    values: tuple[SourcedValue, ...]
    switches: tuple[Switch, ...]

    def rule(self, key: str) -> Any:
        """The value of one switch."""
        return self.data["rules"][key]

    def source_counts(self) -> dict[str, int]:
        """How many values rest on the rulebook, on public sources, and on assumption."""
        counts = {"rulebook": 0, "public": 0, "assumed": 0}
        for value in self.values:
            counts[value.source.split(":", 1)[0]] += 1
        return counts
