"""What the lead would be worth to an equal field with the same luck.

After a round each seat has a score, and gains something from there to the end. If leading helped
nobody, what a seat still gains would not depend on whether it leads. So the gains of a game are
dealt anew to its seats in every order, and the share of orders in which the leader comes first is
what the points already scored are worth by themselves. What strategies gain on average from their
seats stays with them: only what is above or below that is dealt anew, so that the stronger strategy
is not taken for the leader's advantage.
"""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt

from analyses.decided.course import Course
from analyses.moments import Floats

ORDERS = 120
"""Orders tried at most: all of them up to five seats, above that so many drawn ones."""
EVEN = 1e-6
"""Scores closer than this are equal."""


def orders(players: int) -> npt.NDArray[np.int64]:
    """int64[N, P]: orders in which gains are dealt to the seats."""
    if players <= 5:
        return np.array(list(itertools.permutations(range(players))), np.int64)
    draws = np.random.default_rng(0)
    return np.stack([draws.permutation(players) for _ in range(ORDERS)])


def expected_gains(course: Course, games: npt.NDArray[np.bool_], gains: Floats) -> Floats:
    """float64[games, P]: mean of gains[games, P] over all games that have the same strategy in that seat."""
    keys = course.strategy[games] * course.players + np.arange(course.players)
    size = len(course.facts.strategies) * course.players
    total, rows = np.bincount(keys.ravel(), gains.ravel(), size), np.bincount(keys.ravel(), minlength=size)
    return np.asarray((total / np.maximum(rows, 1))[keys], np.float64)


def leader_wins(course: Course, after: int) -> Floats:
    """float64[G]: chance that the leader after a round (0 the first) comes first with the gains dealt anew.

    Equal leaders share, as do equal winners; 0 for games in which the round was not played.
    """
    games = course.on(after)
    track = course.track[games][:, :, after].astype(np.float64)
    gains = course.score[games] - track
    usual = expected_gains(course, games, gains)
    above, leaders = gains - usual, course.leaders(after)[games]
    worth = np.zeros(len(track))
    tried = orders(course.players)
    for order in tried:
        final = track + usual + above[:, order]
        first = final > final.max(axis=1, keepdims=True) - EVEN
        worth += (leaders * first).sum(axis=1) / first.sum(axis=1)
    out = np.zeros(course.games)
    out[games] = worth / len(tried)
    return out
