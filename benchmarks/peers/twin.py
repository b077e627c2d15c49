"""The plain Python twins of the test suite, on the very games that the kernel plays with a strategy.

What chance brought and what was chosen is written down beforehand and told to the twin, which keeps the table,
lists every legal option and scores the end. So nothing of the kernel is in the time, and the twin need not choose.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Generator
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any

import numpy as np
from rounds import Contestant, serve

from benchmarks.bench_search import POLICIES
from simcore.replay import Game, steps
from simcore.stream import SEATS, key
from strategies.catalog import load
from tests.naive import haversack_bridge, watchmen_bridge
from tests.naive.haversack.rulebook import read_rules
from tests.naive.watchmen import game as watchmen_game
from tests.naive.watchmen.rules import rules_for
from tests.naive.watchmen.setup import set_up
from tests.naive.watchmen_record import SPEC, Kernel, Record

PLAYERS, GAMES = 4, 40


class Noted:
    """A chance whose answers are written down."""

    def __init__(self, chance: Any) -> None:
        self.chance, self.answers = chance, []

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def asked(*arguments: Any) -> Any:
            answer = getattr(self.chance, name)(*arguments)
            self.answers.append(copy(answer))
            return answer

        return asked


class NotedKernel(Noted):
    """What chance brought in a game of Watchmen, read off its record, which needs to know how far the game is."""

    @property
    def at(self) -> int:
        """The decision played last."""
        return int(self.chance.at)

    @at.setter
    def at(self, decision: int) -> None:
        self.chance.at = decision


class Told:
    """A chance that falls as it was written down."""

    def __init__(self, answers: list[Any]) -> None:
        self._answers = iter(answers)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return lambda *arguments: copy(next(self._answers))


@dataclass(frozen=True)
class Prepared:
    """A game as it was played: what chance brought, what was chosen, and how many choices that were."""

    chance: list[Any]
    choices: list[Any]
    decisions: int


class NotedMatch(watchmen_bridge.Match):
    """A comparison of twin and kernel that writes down what the twin is told."""

    def __init__(self, record: Record, rules: Any) -> None:
        super().__init__(record, rules, "a game to be timed")
        self.chance: Any = NotedKernel(self.chance)
        self.told: list[Any] = []

    def game_of(self, table: Any) -> Generator[Any, Any, Any]:
        """The twin's game, listened to."""
        game, answer = super().game_of(table), None
        while True:
            try:
                asked = game.send(answer)
            except StopIteration as end:
                return end.value
            answer = yield asked
            self.told.append(answer)


def cycled(strategy: str, prepared: list[Prepared], one: Callable[[Prepared], None]) -> Contestant:
    """A contestant that plays the prepared games in turn."""

    def play(games: int) -> tuple[int, int]:
        decisions = 0
        for number in range(games):
            game = prepared[number % len(prepared)]
            one(game)
            decisions += game.decisions
        return decisions, games

    return Contestant(f"Python {platform.python_version()}", f"referee told the choices of 4 x {strategy}", play)


def watchmen(name: str) -> Contestant:
    """Watchmen of Destiny, a strategy in all seats."""
    spec, strategy = SPEC, load("watchmen", name)
    kernel, rules, prepared = Kernel(PLAYERS, {}), rules_for(PLAYERS, {}), []
    for deal in range(GAMES):
        game = Game(spec, spec.load_rules(None, {}), [strategy] * PLAYERS, 1, deal, 0, patience=inf)
        played = list(steps(game))
        log = np.array([step.before for step in played] + [played[-1].after])
        ends = np.cumsum([len(step.options) for step in played])
        picks = np.array([step.choice for step in played])
        offers = np.concatenate([step.options for step in played])
        match = NotedMatch(Record(kernel, 1, deal, log, offers, ends, picks, game.rows()), rules)
        match.play()
        prepared.append(Prepared(match.chance.answers, match.told, sum(not step.forced for step in played)))

    def one(game: Prepared) -> None:
        twin = watchmen_game.play(set_up(rules, Told(game.chance)))
        next(twin)
        for answer in game.choices[:-1]:
            twin.send(answer)
        with suppress(StopIteration):
            twin.send(game.choices[-1])
            raise AssertionError("the twin's game goes on after the last choice")

    return cycled(name, prepared, one)


def haversack(name: str) -> Contestant:
    """The Guardians of Haversack, a strategy in all seats."""
    strategy, rules, prepared = load("haversack", name), read_rules({}), []
    ruleset = haversack_bridge.SPEC.load_rules(None, {})
    tables = haversack_bridge.SPEC.tables(ruleset, PLAYERS)
    for deal in range(GAMES):
        kernel = haversack_bridge.Kernel(ruleset, tables, 1, deal)
        chance, choices = Noted(kernel), []
        twin = haversack_bridge.Twin(rules, PLAYERS, chance)
        with np.errstate(over="ignore"):
            streams = np.array([[key(1, deal, SEATS + seat)] for seat in range(PLAYERS)], np.uint64)
        while (here := kernel.decision()) is not None:
            seat, _, options = here
            twin.decision()
            view = kernel.state["public"], kernel.state["private"][seat]
            index = strategy.choose(
                kernel.rules, *view, kernel.buffer, len(options), strategy.weight_values(), streams[seat]
            )
            choices.append(options[index])
            kernel.choose(index)
            twin.choose(options[index])
        assert twin.decision() is None, "kernel and twin end together"
        assert [r.score for r in twin.results] == kernel.rows()["score"].tolist(), "kernel and twin score alike"
        prepared.append(Prepared(chance.answers, choices, len(choices)))

    def one(game: Prepared) -> None:
        twin = haversack_bridge.Twin(rules, PLAYERS, Told(game.chance))
        for choice in game.choices:
            twin.decision()
            twin.choose(choice)
        assert twin.decision() is None, "the twin's game goes on after the last choice"

    return cycled(name, prepared, one)


if __name__ == "__main__":
    twins = {"watchmen": watchmen, "haversack": haversack}
    serve({f"{game}:{name}": partial(twins[game], name) for game in twins for name in (POLICIES[game], "random")})
