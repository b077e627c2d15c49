"""95% intervals of a field hold the truth in 93 to 97% of 2,000 made-up fields."""

from __future__ import annotations

import numpy as np
import pytest

from analyses.estimate import share
from analyses.field.games import ahead, won
from analyses.field.ratings import expected, fit
from analyses.moments import Floats
from tests.fieldgames import field_games, laid_out, seated

REPETITIONS = 2_000
STRENGTH = np.array([0.9, 0.3, -0.2, -1.0])
SEAT = np.array([0.25, 0.0, -0.25])
SHARED = 0.5


def true_win_shares() -> Floats:
    """Win share of each strategy in an average field, worked out over all tables and seats."""
    size, players = len(STRENGTH), len(SEAT)
    tables = np.stack(np.indices((size,) * players).reshape(players, -1), axis=1)
    worth = np.exp(STRENGTH[tables] + SEAT)
    chance = worth / worth.sum(axis=1, keepdims=True)
    return np.array([chance[tables == one].mean() for one in range(size)])


def true_ahead() -> Floats:
    """How often the row finishes ahead of the column over the pairs of seats of the design."""
    _, who, _ = seated(laid_out(len(STRENGTH), len(SEAT), 1))
    total, cases = np.zeros((2, len(STRENGTH), len(STRENGTH)))
    for a, b in np.argwhere(~np.eye(len(SEAT), dtype=bool)):
        use = STRENGTH[who[:, a]] + SEAT[a] - STRENGTH[who[:, b]] - SEAT[b]
        np.add.at(total, (who[:, a], who[:, b]), 1 / (1 + np.exp(-use)))
        np.add.at(cases, (who[:, a], who[:, b]), 1)
    return np.asarray(total / cases)


@pytest.mark.slow
def test_intervals_of_a_field_cover_the_truth() -> None:
    """Ratings, seat terms, expected and seen win shares, matchups; games of a deal depend on each other."""
    design, rng = laid_out(len(STRENGTH), len(SEAT), 40), np.random.default_rng(20)
    strength, wins, matchups = STRENGTH - STRENGTH.mean(), true_win_shares(), true_ahead()
    off = ~np.eye(len(STRENGTH), dtype=bool)
    truth = {
        "rating": strength,
        "seat": SEAT - SEAT.mean(),
        "expected": wins,
        "seen": wins,
        "ahead": matchups[off],
    }
    held = {name: np.zeros(len(value)) for name, value in truth.items()}
    for _ in range(REPETITIONS):
        games = field_games(design, STRENGTH, SEAT, rng, SHARED)
        ratings = fit(games)
        _, low, high = ratings.interval()
        size = len(STRENGTH)
        seen, met = share(won(games).moments()), share(ahead(games).moments())
        intervals = {
            "rating": (low[:size], high[:size]),
            "seat": (low[size:], high[size:]),
            "expected": expected(ratings)[2:],
            "seen": (seen.low, seen.high),
            "ahead": (met.low[off], met.high[off]),
        }
        for name, (least, most) in intervals.items():
            held[name] += (least <= truth[name]) & (truth[name] <= most)
    coverage = {name: count / REPETITIONS for name, count in held.items()}
    for name, part in coverage.items():
        assert 0.93 <= part.mean() <= 0.97, (name, part)
        # One share of 2,000 has a standard error of half a point.
        assert (abs(part - 0.95) < 0.02 + 0.01).all(), (name, part)


def test_the_truths_are_the_truths() -> None:
    """A long made-up field comes out at the values the intervals are measured against."""
    games = field_games(laid_out(len(STRENGTH), len(SEAT), 800), STRENGTH, SEAT, np.random.default_rng(3), SHARED)
    off = ~np.eye(len(STRENGTH), dtype=bool)
    assert won(games).mean() == pytest.approx(true_win_shares(), abs=0.012)
    assert ahead(games).mean()[off] == pytest.approx(true_ahead()[off], abs=0.02)
    ratings = fit(games)
    assert ratings.strength == pytest.approx(STRENGTH - STRENGTH.mean(), abs=0.06)
    assert ratings.seat == pytest.approx(SEAT - SEAT.mean(), abs=0.06)
