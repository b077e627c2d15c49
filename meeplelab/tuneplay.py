"""One strategy with many weights against a field: the games a tuner plays, and on which deals.

A candidate sits in one seat, its opponents in the others, and every deal is played under all rotations. Candidates
share their deals. Tuning, choosing and judging have ranges of deals of their own, far from those that other commands
begin with, so that no deal serves two of them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from math import ceil, inf, log10

import numpy as np
import numpy.typing as npt
from joblib import Parallel, delayed

from simcore import batch
from simcore.contract import GameSpec
from simcore.errors import MeepleError
from simcore.ruleset import Ruleset
from simcore.schedule import Schedule
from simcore.workspace import weight_table
from strategies import catalog
from strategies.contract import Strategy

Floats = npt.NDArray[np.float64]
Told = Callable[[int], None]
"""Is told how many more games are played."""

ROOM = 2**30
TUNING, CHOOSING, JUDGING = ROOM, 2 * ROOM, 3 * ROOM
"""First deals of what is played to tune, to choose among the candidates, and to judge the chosen one."""
FOCAL = "(tuned)"
"""Name of the candidate in a line-up; its blanks and brackets are no strategy's."""
STEPS = 4
"""Digits of a weight beyond the size of its range."""


def deals_from(start: int, first: int, blocks: int) -> int:
    """Number of the first of so many deals of a range, counted from its start.

    Raises MeepleError where the range has no room for them.
    """
    if first + blocks > ROOM:
        raise MeepleError(f"tune: {first + blocks:,} deals of a kind; there are {ROOM:,}, expected fewer generations")
    return start + first


@dataclass(frozen=True)
class Box:
    """The weights that are tuned and their bounds: points of the unit cube stand for weights.

    start float64[W] holds all weights of the strategy; places int64[K] says which are tuned, between low and high
    float64[K].
    """

    start: Floats
    places: npt.NDArray[np.int64]
    low: Floats
    high: Floats

    @classmethod
    def of(cls, strategy: Strategy, only: Sequence[str] = ()) -> Box:
        """The weights of a strategy, or only some.

        Raises MeepleError for an unknown weight and where there is nothing to tune.
        """
        known = {weight.name: i for i, weight in enumerate(strategy.weights)}
        for name in only:
            if name not in known:
                has = ", ".join(known) or "none"
                raise MeepleError(f"only: strategy {strategy.name!r} has no weight {name!r}; it has: {has}")
        free = [i for i, weight in enumerate(strategy.weights) if weight.low < weight.high]
        places = [i for i in free if not only or strategy.weights[i].name in only]
        if not places:
            raise MeepleError(f"tune: strategy {strategy.name!r} has no weight to tune")
        low, high = (
            np.array([getattr(strategy.weights[i], end) for i in places], np.float64) for end in ("low", "high")
        )
        return cls(strategy.weight_values(), np.array(places, np.int64), low, high)

    @property
    def size(self) -> int:
        """How many weights are tuned."""
        return len(self.places)

    def unit(self) -> Floats:
        """The start as a point of the unit cube; a value out of bounds goes to the nearer end."""
        inside = (self.start[self.places] - self.low) / (self.high - self.low)
        return np.asarray(np.clip(inside, 0.0, 1.0))

    def weights(self, points: Floats) -> Floats:
        """All weights of points[C, K or more] of the unit cube, float64[C, W], with no more digits than needed."""
        table = np.tile(self.start, (len(points), 1))
        wide = self.high - self.low
        for column, place in enumerate(self.places):
            digits = max(0, ceil(STEPS - log10(wide[column])))
            values = np.round(self.low[column] + points[:, column] * wide[column], digits)
            table[:, place] = np.clip(values, self.low[column], self.high[column])
        return table


@dataclass(frozen=True)
class Arena:
    """Where candidates of one strategy meet their opponents: one line-up after the other, an equal part of the deals.

    Of more opponents than there are seats for, each line-up takes as many as there are, the next one beginning with
    the next opponent; fewer fill the seats in turn. One player alone has none.
    """

    spec: GameSpec
    ruleset: Ruleset
    strategy: Strategy
    opponents: tuple[Strategy, ...]
    players: int
    seed: int
    jobs: int

    @property
    def measure(self) -> str:
        """The column of the results that is played for."""
        return "win_share" if self.players > 1 else "score"

    @property
    def bounds(self) -> tuple[float, float]:
        """What it lies between."""
        return (0.0, 1.0) if self.players > 1 else (-inf, inf)

    @property
    def line_ups(self) -> list[tuple[Strategy, ...]]:
        """Line-ups, the candidate first."""
        others, seats = self.opponents, self.players - 1
        starts = range(len(others) if seats else 1)
        return [(self.strategy, *(others[(start + i) % len(others)] for i in range(seats))) for start in starts]

    def whole(self, blocks: int) -> int:
        """So many blocks or a few more: as many for each line-up."""
        parts = len(self.line_ups)
        return -(-blocks // parts) * parts

    def scores(self, weights: Floats, first_deal: int, blocks: int, told: Told | None = None) -> Floats:
        """What candidates with weights[C, W] have of each block: a mean over its rotations, float64[C, blocks].

        blocks is a multiple of the number of line-ups. All candidates play the same deals.
        """
        line_ups = self.line_ups
        part = blocks // len(line_ups)
        left = threading.Event()
        labels = dict(zip(self.opponents, catalog.labels(self.opponents)))

        def play(candidate: int, number: int) -> Floats | None:
            if left.is_set():
                return None
            line_up = line_ups[number]
            table = weight_table(line_up)
            table[0, : weights.shape[1]] = weights[candidate]
            names = (FOCAL, *(labels[other] for other in line_up[1:]))
            schedule = Schedule(self.seed, names, part * self.players, first_deal + number * part)
            chunks = batch.simulate(self.spec, self.ruleset, line_up, schedule, weights=table, jobs=inner)
            with closing(chunks):
                own = [rows[self.measure][rows["entry"] == 0] for rows in chunks]
            games = np.concatenate(own).astype(np.float64).reshape(part, self.players)
            return np.asarray(games.mean(axis=1), np.float64)

        found = np.empty((len(weights), blocks))
        tasks = [(candidate, number) for candidate in range(len(weights)) for number in range(len(line_ups))]
        # A lone task is shared out by its games.
        inner, outer = (self.jobs, 1) if len(tasks) == 1 else (1, self.jobs)
        played = Parallel(n_jobs=outer, backend="threading", return_as="generator", batch_size=1)(
            delayed(play)(*task) for task in tasks
        )
        try:
            for (candidate, number), own in zip(tasks, played):
                found[candidate, number * part : (number + 1) * part] = own
                if told:
                    told(part * self.players)
        finally:
            # Whoever leaves early waits for the games under way, so that no worker plays on.
            left.set()
            for _ in played:
                pass
        return found
