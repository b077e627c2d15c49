"""Intervals of paired changes cover, and bands raise few false alarms, over 2,000 repetitions."""

from __future__ import annotations

import numpy as np
import pytest

from analyses.bands import OUTSIDE, level_of, verdicts
from analyses.estimate import share
from analyses.moments import Floats, Moments, of_games
from analyses.paired import paired_change
from analyses.runs import Piece
from tests.synthetic import make_run

REPETITIONS = 2000
SEATS = 4


def moments(quantities: Floats) -> Moments:
    """Sums of values[G, S, K] in blocks of four games."""
    starts = np.arange(0, len(quantities), SEATS)
    return of_games(Piece(make_run(["a"], 1).rows, 1, starts), quantities)


def wins(rng: np.random.Generator, luck: Floats) -> Floats:
    """Whether entry 0 has the best luck: luck[blocks, rotations, reps, seats] -> float64[blocks, rotations, reps]."""
    best = luck.argmax(axis=-1)
    seat = (-np.arange(SEATS) % SEATS)[None, :, None]
    return (best == seat).astype(np.float64)


def paired_wins(blocks: int, parted: float, gift: float, seed: int) -> tuple[Floats, Floats]:
    """Wins of entry 0 in base and variant: the same luck unless the games part, and a gift of the win now and then.

    In the base each entry wins a quarter by symmetry; in the variant entry 0 wins gift + (1 - gift)/4.
    """
    rng = np.random.default_rng(seed)
    shape = (blocks, SEATS, REPETITIONS, SEATS)
    deal = rng.normal(0, 0.7, (blocks, 1, REPETITIONS, SEATS))
    luck = rng.normal(size=shape)
    base = wins(rng, deal + luck)
    parts = rng.random(shape[:-1]) < parted
    variant = wins(rng, deal + np.where(parts[..., None], rng.normal(size=shape), luck))
    variant[rng.random(variant.shape) < gift] = 1.0
    return base.reshape(-1, REPETITIONS), variant.reshape(-1, REPETITIONS)


def covered(here: Floats, there: Floats, truth: float) -> float:
    known = moments(np.stack([here, there, np.ones_like(here)], axis=-1))
    change = paired_change(known)
    return float(((change.low <= truth) & (truth <= change.high)).mean())


@pytest.mark.parametrize(
    ("parted", "gift"),
    [(0.9, 0.0), (0.9, 0.1), (0.2, 0.0), (0.2, 0.03)],
    ids=["games part, null", "games part, effect", "few part, null", "few part, effect"],
)
def test_the_interval_of_a_change_of_win_share_covers(parted: float, gift: float) -> None:
    here, there = paired_wins(100, parted, gift, 11)
    assert 0.93 <= covered(here, there, 0.75 * gift) <= 0.97


def test_the_interval_of_a_change_of_a_count_covers() -> None:
    """Skewed counts with the luck of the deal in common; the variant adds 0.2 on average."""
    rng = np.random.default_rng(12)
    shape = (100, SEATS, REPETITIONS)
    rate = rng.gamma(2.0, 0.5, (100, 1, REPETITIONS))
    common = rng.poisson(np.broadcast_to(rate, shape)).astype(float)
    here, there = common + rng.poisson(0.3, shape), common + rng.poisson(0.5, shape)
    assert 0.93 <= covered(here.reshape(-1, REPETITIONS), there.reshape(-1, REPETITIONS), 0.2) <= 0.97


def test_bands_at_the_very_edge_raise_the_alarm_in_at_most_one_check_of_twenty() -> None:
    """Five win shares whose truth is the end of the band: the worst there is."""
    bands, blocks = 5, 250
    rng = np.random.default_rng(13)
    alarms = np.zeros(REPETITIONS, bool)
    for _ in range(bands):
        deal = rng.normal(0, 0.7, (blocks, 1, REPETITIONS, SEATS))
        won = wins(rng, deal + rng.normal(size=(blocks, SEATS, REPETITIONS, SEATS))).reshape(-1, REPETITIONS)
        known = share(moments(np.stack([won, np.ones_like(won)], axis=-1)), level=level_of(bands))
        alarms |= verdicts(known, np.full(REPETITIONS, 0.1), np.full(REPETITIONS, 0.25)) == OUTSIDE
    assert alarms.mean() <= 0.05
