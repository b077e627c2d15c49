"""Shared weights: strategies of a game that decide alike and differ in what they care for."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from simcore.texttable import rows
from strategies.contract import Weight


class Taste(Protocol):
    """A game's shared weights, by a strategy's taste."""

    def __call__(self, **changed: float) -> tuple[Weight, ...]:
        """The shared weights in order, with other defaults where the taste differs.

        Raises ValueError for a name that is not a shared weight.
        """


def shared(table: str) -> Taste:
    """The tastes that a table in text allows (see `texttable`), a weight a line: name, default, low, high, meaning."""
    weights = [
        Weight(name, float(default), meaning, float(low), float(high))
        for name, default, low, high, meaning in rows(table, "name", "default", "low", "high", "meaning")
    ]

    def taste(**changed: float) -> tuple[Weight, ...]:
        unknown = sorted(changed.keys() - {weight.name for weight in weights})
        if unknown:
            raise ValueError(f"no shared weight is called {', '.join(unknown)}")
        return tuple(replace(weight, default=changed.get(weight.name, weight.default)) for weight in weights)

    return taste
