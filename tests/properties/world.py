"""A game somewhere in the middle, reached by chance: generated rules, a seed, and how far to play."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from hypothesis import strategies as st

from simcore.contract import OPTION, Engine, GameSpec
from simcore.plain import records
from simcore.registry import game
from simcore.ruleset import Ruleset
from simcore.stream import SEATS, key
from tests.properties.rulesets import RULES, Changes

Option = tuple[int, int, int, int]


@dataclass
class World:
    """A game in progress. `engine` may be replaced by a faulty one."""

    spec: GameSpec
    engine: Engine
    ruleset: Ruleset
    rules: np.ndarray
    states: np.ndarray
    buffer: np.ndarray

    @classmethod
    def dealt(cls, title: str, players: int, changes: Changes, seed: int) -> World:
        """A game at its first decision."""
        spec = game(title)
        ruleset = spec.load_rules(None, changes)
        rules, states = records(1, spec.rules_dtype), records(1, spec.state_dtype)
        rules[:] = spec.tables(ruleset, players)
        with np.errstate(over="ignore"):
            keys = np.array([key(seed, 0, channel) for channel in range(SEATS + players)], np.uint64)
            spec.engine().start(rules[0], states[0], keys)
        return cls(spec, spec.engine(), ruleset, rules, states, records(spec.max_options, OPTION))

    @property
    def rule(self) -> Any:
        return self.rules[0]

    @property
    def state(self) -> Any:
        return self.states[0]

    @property
    def public(self) -> Any:
        return self.states[0]["public"]

    @property
    def players(self) -> int:
        return int(self.public["players"])

    @property
    def seat(self) -> int:
        """The seat to decide, -1 at the end."""
        return int(self.public["seat"])

    @property
    def decision(self) -> int:
        return int(self.public["decision"])

    def copy(self) -> World:
        """The same game at the same place, sharing nothing that play changes."""
        return replace(self, states=self.states.copy(), buffer=records(len(self.buffer), OPTION))

    def options(self) -> list[Option]:
        """(kind, a, b, c) of every legal choice."""
        count = self.engine.options(self.rule, self.state, self.buffer)
        listed = self.buffer[:count]
        return list(zip(*(listed[name].tolist() for name in ("kind", "a", "b", "c"))))

    def apply(self, index: int) -> None:
        """Carry out an option listed last."""
        with np.errstate(over="ignore"):
            self.engine.apply(self.rule, self.state, self.buffer[index])

    def walk(self, rng: random.Random) -> None:
        """Play one decision on by chance."""
        self.apply(rng.randrange(len(self.options())))

    def rows(self) -> np.ndarray:
        """Results rows, as if the game had ended."""
        rows = records(self.players, self.spec.row_dtype)
        with np.errstate(over="ignore"):
            self.engine.record(self.rule, self.state, rows)
        return rows


@dataclass(frozen=True)
class Start:
    """What makes a world: shown by hypothesis where a property fails, and enough to make it again."""

    title: str
    players: int
    changes: Changes
    seed: int
    steps: int

    def world(self) -> World:
        """The game after so many decisions, or fewer if it ends before: the last decision then."""
        world, rng = World.dealt(self.title, self.players, self.changes, self.seed), random.Random(self.seed)
        before = world.copy()
        for _ in range(self.steps):
            before.states[:] = world.states
            world.walk(rng)
            if world.seat < 0:
                return before
        return world


LONGEST = {"watchmen": 400, "haversack": 150}
"""Decisions after which a random game of two or three players has mostly ended."""


def starts(title: str, rules: st.SearchStrategy[tuple[int, Changes]] | None = None) -> st.SearchStrategy[Start]:
    """Games of a title under generated rules, somewhere in the middle."""
    steps = st.integers(0, LONGEST[title])
    return st.builds(
        lambda tables, seed, steps: Start(title, *tables, seed, steps),
        RULES[title] if rules is None else rules,
        st.integers(0, 2**31),
        steps,
    )


def fixed(title: str, count: int, changes: Changes | None = None, players: int = 3) -> list[Start]:
    """Some plain games, for showing that a planted fault is seen."""
    return [Start(title, players, changes or {}, seed, 10 + 20 * seed) for seed in range(count)]


def every(games: list[Start], check: Callable[[Start], None]) -> None:
    """Check them all."""
    for start in games:
        check(start)
