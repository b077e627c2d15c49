"""Which line-ups a field plays: every one there is, or a balanced sample of them.

Line-ups are int64[L, P] of strategy numbers, without regard to who sits where: each is played under
all its seat rotations. Their order round the table is shuffled once, so that no strategy always
sits behind the same other one.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import numpy as np

from analyses.moments import Floats, Ints

FEWEST_DEALS = 30
"""Deals every line-up is to be played on; with fewer the full round robin gives way to a sample."""
MOST_TURNS = 10
"""Patterns of a sampled design at most; each adds one line-up a strategy."""
MOST_PATTERNS = 20_000
"""Patterns looked at when one is chosen."""


@dataclass(frozen=True)
class Design:
    """Line-ups of a field and on how many deals each is played.

    kind is "all" or "sampled"; games is of one deal under all line-ups and their rotations.
    """

    kind: str
    line_ups: Ints
    rotations: Ints
    deals: int

    @property
    def games_a_deal(self) -> int:
        """Games of one deal."""
        return int(self.rotations.sum())

    @property
    def games(self) -> int:
        """Games in all."""
        return self.games_a_deal * self.deals

    @property
    def blocks(self) -> int:
        """Blocks in all: a deal under the rotations of one line-up."""
        return len(self.line_ups) * self.deals


def plan(strategies: int, players: int, games: int, seed: int) -> Design:
    """The design for about this many games; `deals` is 1 or 0 where they are too few.

    All multisets of strategies where 30 deals of them can be afforded, else `sampled`.
    """
    # A line-up is at least one game, so what is laid out here is never too long a list.
    count = math.comb(strategies + players - 1, players)
    if count * FEWEST_DEALS <= games:
        every = list(itertools.combinations_with_replacement(range(strategies), players))
        full = _laid_out("all", np.array(every, np.int64), games, seed)
        if full.deals >= FEWEST_DEALS:
            return full
    some = sampled(strategies, players)
    return _laid_out("all" if len(some) == count else "sampled", some, games, seed)


def sampled(strategies: int, players: int) -> Ints:
    """A balanced sample: all tables of one or two strategies, and others of P different ones.

    In the others each strategy sits equally often, and each pair as nearly so as can be. They are
    cyclic: a pattern of P places on a circle of strategies, turned S times. Two strategies meet as
    often as the patterns hold their distance, so patterns are added, each the one that evens the
    distances most, until all are held equally often or ten are chosen (a difference family, Bose
    1939, looked for greedily).
    """
    few = [
        [one] * copies + [other] * (players - copies)
        for one, other in itertools.combinations(range(strategies), 2)
        for copies in range(1, players)
    ] + [[one] * players for one in range(strategies)]
    if strategies < max(players, 3) or players < 3:
        full = itertools.combinations_with_replacement(range(strategies), players)
        return np.array(list(full) if players > 2 else few, np.int64)
    patterns = np.array(
        list(itertools.islice(itertools.combinations(range(1, strategies), players - 1), MOST_PATTERNS)), np.int64
    )
    patterns = np.concatenate([np.zeros((len(patterns), 1), np.int64), patterns], axis=1)
    chosen = patterns[_even(patterns, strategies)]
    turned = (chosen[:, None, :] + np.arange(strategies)[None, :, None]) % strategies
    return np.concatenate([np.array(few, np.int64), np.unique(np.sort(turned.reshape(-1, players), axis=1), axis=0)])


def _even(patterns: Ints, strategies: int) -> list[int]:
    """Which patterns to take so that each distance on the circle occurs as often as any other."""
    gaps = (patterns[:, :, None] - patterns[:, None, :]) % strategies
    held = np.stack([(gaps == gap).sum(axis=(1, 2)) for gap in range(1, strategies)], axis=1)
    total, chosen, best, free = np.zeros(strategies - 1, np.int64), [], (math.inf, 0), np.ones(len(patterns), bool)
    for turn in range(min(MOST_TURNS, len(patterns))):
        spread = np.where(free, np.var(total + held, axis=1), np.inf)
        pick = int(spread.argmin())
        chosen.append(pick)
        free[pick] = False
        total = total + held[pick]
        uneven = float(spread[pick] / total.mean() ** 2)
        best = min(best, (uneven, turn + 1))
        if uneven == 0:
            break
    return chosen[: best[1]]


def _laid_out(kind: str, line_ups: Ints, games: int, seed: int) -> Design:
    rng = np.random.default_rng([seed, len(line_ups)])
    seated = rng.permuted(line_ups, axis=1)
    rotations = np.array([_period(row) for row in seated.tolist()], np.int64)
    return Design(kind, seated, rotations, games // int(rotations.sum()))


def _period(line_up: list[int]) -> int:
    """Distinct seat rotations of a line-up."""
    size = len(line_up)
    return next(turn for turn in range(1, size + 1) if line_up[turn:] + line_up[:turn] == line_up)


def weights(design: Design) -> Floats:
    """Weight of a game of each line-up by which the tables are those of an average field: [L].

    In such a field each seat is filled anew, all strategies alike: a line-up comes up as often as it
    has orders. A sample of line-ups has not all of them, and all weigh the same.
    """
    if design.kind != "all":
        return np.ones(len(design.line_ups))
    orders = [
        math.factorial(len(row)) / math.prod(math.factorial(row.count(one)) for one in set(row))
        for row in design.line_ups.tolist()
    ]
    return np.asarray(np.array(orders) / design.rotations, np.float64)


def meetings(line_ups: Ints, strategies: int) -> tuple[int, int]:
    """Fewest and most line-ups in which two different strategies meet."""
    seats = (line_ups[:, :, None] == np.arange(strategies)).any(axis=1).astype(np.int64)
    met = (seats.T @ seats)[~np.eye(strategies, dtype=bool)]
    return int(met.min()), int(met.max())
