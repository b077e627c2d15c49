"""A position of a game, played on the real kernel: what the tables of all games have in common."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from simcore.contract import OPTION
from simcore.plain import records
from simcore.registry import game
from simcore.stream import SEATS, key


class Position:
    """A game in progress, at its first decision; seed fixes the deal and all chance."""

    def __init__(self, game_name: str, players: int, seed: int, changes: Mapping[str, object]) -> None:
        self.spec = game(game_name)
        self.engine = self.spec.engine()
        self.ruleset = self.spec.load_rules(None, {name: str(value) for name, value in changes.items()})
        self.rules, self.states = records(1, self.spec.rules_dtype), records(1, self.spec.state_dtype)
        self.rules[:] = self.spec.tables(self.ruleset, players)
        self.buffer = records(self.spec.max_options, OPTION)
        with np.errstate(over="ignore"):
            keys = np.array([key(seed, 0, channel) for channel in range(SEATS + players)], np.uint64)
            self.engine.start(self.rules[0], self.state, keys)

    @property
    def state(self) -> np.void:
        return self.states[0]

    @property
    def public(self) -> np.void:
        return self.state["public"]

    @property
    def decision(self) -> str:
        return self.spec.decisions[self.public["decision"]]

    @property
    def seat(self) -> int:
        return int(self.public["seat"])

    def listed(self) -> np.ndarray:
        """Every legal choice, as the kernel lists them."""
        return self.buffer[: self.engine.options(self.rules[0], self.state, self.buffer)]

    def apply(self, index: int) -> None:
        """Carry out an option listed last."""
        with np.errstate(over="ignore"):
            self.engine.apply(self.rules[0], self.state, self.buffer[index])

    def rows(self) -> np.ndarray:
        """Results rows of the position as if the game had ended."""
        rows = records(int(self.public["players"]), self.spec.row_dtype)
        with np.errstate(over="ignore"):
            self.engine.record(self.rules[0], self.state, rows)
        return rows
