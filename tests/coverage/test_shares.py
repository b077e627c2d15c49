"""Win shares, means and differences of blocks: 95% intervals hold the truth 93 to 97 times in 100."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from analyses.estimate import Estimate, difference, mean, share
from analyses.moments import Floats, Moments

REPETITIONS, BLOCKS, SEATS = 2_000, 150, 4
STRENGTH = np.array([0.5, 0.1, -0.1, -0.6])
"""Latent strength of the entries; the deal favours seats, and each game has luck of its own."""


def games(rng: np.random.Generator, blocks: int) -> tuple[Floats, Floats]:
    """Win share and score of each entry, summed over the games of each block: [blocks, entries]."""
    deal = rng.normal(size=(blocks, SEATS)) * 0.8
    wins, scores = np.zeros((blocks, SEATS)), np.zeros((blocks, SEATS))
    for rotation in range(SEATS):
        seat = (np.arange(SEATS) - rotation) % SEATS  # where each entry sits
        latent = STRENGTH + deal[:, seat] + rng.normal(size=(blocks, SEATS))
        score = np.floor(5 * latent)  # whole points, so that wins are shared now and then
        best = score == score.max(axis=1, keepdims=True)
        wins += best / best.sum(axis=1, keepdims=True)
        scores += score
    return wins, scores


def moments(first: Floats, second: Floats) -> Moments:
    """Moments of 2,000 runs at once, from block totals [runs, blocks]; quantities: first, second, rows."""
    table = np.stack([first, second, np.full(first.shape, float(SEATS))], axis=-1)
    count = np.full((len(first), 3), first.shape[1])
    cross = np.einsum("rbi,rbj->rij", table, table)
    return Moments(first.shape[1], first.shape[1] * SEATS, table.sum(axis=1), cross, count, count * SEATS)


def covered(estimate: Estimate, truth: float) -> float:
    hit: npt.NDArray[np.bool_] = (estimate.low <= truth) & (truth <= estimate.high)
    return float(hit.mean())


@pytest.fixture(scope="module")
def runs() -> tuple[Floats, Floats]:
    wins, scores = games(np.random.default_rng(1), REPETITIONS * BLOCKS)
    return wins.reshape(REPETITIONS, BLOCKS, SEATS), scores.reshape(REPETITIONS, BLOCKS, SEATS)


@pytest.fixture(scope="module")
def truth() -> tuple[Floats, Floats]:
    """From as many games again, with other draws: its own error is a fortieth of an interval's."""
    wins, scores = games(np.random.default_rng(2), 3 * REPETITIONS * BLOCKS)
    return wins.mean(axis=0) / SEATS, scores.mean(axis=0) / SEATS


@pytest.mark.parametrize("entry", range(SEATS))
def test_win_shares_are_covered(runs: tuple[Floats, Floats], truth: tuple[Floats, Floats], entry: int) -> None:
    wins = runs[0][..., entry]
    assert 0.93 <= covered(share(moments(wins, wins), 0, 2), truth[0][entry]) <= 0.97


@pytest.mark.parametrize("entry", range(SEATS))
def test_mean_scores_are_covered(runs: tuple[Floats, Floats], truth: tuple[Floats, Floats], entry: int) -> None:
    scores = runs[1][..., entry]
    assert 0.93 <= covered(mean(moments(scores, scores), 0, 2), truth[1][entry]) <= 0.97


@pytest.mark.parametrize("other", range(1, SEATS))
def test_differences_on_the_same_blocks_are_covered(
    runs: tuple[Floats, Floats], truth: tuple[Floats, Floats], other: int
) -> None:
    gap = difference(moments(runs[0][..., 0], runs[0][..., other]), (0, 2), (1, 2))
    assert 0.93 <= covered(gap, truth[0][0] - truth[0][other]) <= 0.97


def test_a_difference_of_equal_blocks_is_the_paired_t_test() -> None:
    rng = np.random.default_rng(3)
    first, second = rng.normal(size=(2, 1, 50))
    gap = difference(moments(first, second), (0, 2), (1, 2))
    expected = stats.ttest_rel(first[0] / SEATS, second[0] / SEATS).confidence_interval(0.95)
    assert np.allclose([gap.low[0], gap.high[0]], [expected.low, expected.high])
