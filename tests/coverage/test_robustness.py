"""Shares of worlds and the floor of noise, on worlds made with a known truth, 2,000 times each."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from analyses.robustness.factors import Levels, strongest
from analyses.robustness.spread import Behind, share
from analyses.robustness.worlds import Factor, factors, latin

REPETITIONS = 2000
WORLDS = 96


def made(seed: int, size: int = 30) -> list[Factor]:
    codes = latin([2 + i % 3 for i in range(size)], WORLDS, seed)
    return factors([str(i) for i in range(size)], [list("abcd")] * size, codes)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mean", "spread", "noise"),
    [(0.03, 0.03, 0.002), (0.03, 0.03, 0.02), (0.03, 0.03, 0.04), (0.0, 0.02, 0.02), (-0.01, 0.05, 0.03)],
)
def test_intervals_of_shares_cover(mean: float, spread: float, noise: float) -> None:
    rng = np.random.default_rng([1, round(1000 * mean) % 97, round(1000 * spread), round(1000 * noise)])
    truth = stats.norm(mean, spread).sf(0.01)
    v = np.full(WORLDS, noise**2)
    covered, values = 0, []
    for _ in range(REPETITIONS):
        y = rng.normal(mean, spread, WORLDS) + rng.normal(0, noise, WORLDS)
        value, low, high = share(Behind.of(y, v, rng).inside(0.01, np.inf), rng)
        covered += low <= truth <= high
        values.append(value)
    assert 0.93 <= covered / REPETITIONS <= 0.97
    assert np.mean(values) == pytest.approx(truth, abs=0.03)


@pytest.mark.slow
def test_two_kinds_of_worlds_are_covered() -> None:
    """Nothing is normal about a switch that turns a verdict round; where noise is small that does no harm."""
    rng = np.random.default_rng(2)
    v = np.full(WORLDS, 0.015**2)
    covered = 0
    for _ in range(REPETITIONS):
        theta = np.where(rng.random(WORLDS) < 0.7, 0.06, -0.04)
        _, low, high = share(Behind.of(theta + rng.normal(0, 0.015, WORLDS), v, rng).inside(0.01, np.inf), rng)
        covered += low <= 0.7 <= high
    assert 0.93 <= covered / REPETITIONS <= 0.97


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["normal", "skewed", "switched"])
def test_noise_stands_above_the_floor_as_often_as_it_is_said_to(shape: str) -> None:
    """No value does anything: one of the 30 is named in 5% of the cases, whatever the shape of the noise."""
    rng = np.random.default_rng([3, len(shape)])
    levels = Levels.of(made(1), np.arange(WORLDS))
    noise = {
        "normal": lambda: rng.normal(size=WORLDS),
        "skewed": lambda: rng.exponential(size=WORLDS),
        "switched": lambda: rng.normal(size=WORLDS) + 4.0 * (rng.random(WORLDS) < 0.3),
    }[shape]
    alarms = sum(strongest(noise(), levels, 1.0, rng, shuffles=199).p <= 0.05 for _ in range(REPETITIONS))
    assert stats.binomtest(alarms, REPETITIONS, 0.05).pvalue > 0.001
    assert alarms / REPETITIONS < 0.065


@pytest.mark.slow
def test_a_value_that_matters_is_above_the_floor() -> None:
    """One that makes a third of the variance is found nearly always, and it is the one named."""
    rng = np.random.default_rng(4)
    every = made(2)
    levels = Levels.of(every, np.arange(WORLDS))
    own = every[4].codes - every[4].codes.mean()
    own = own / own.std() * (1 / 3) ** 0.5
    found = [strongest(own + rng.normal(0, (2 / 3) ** 0.5, WORLDS), levels, 1.0, rng, shuffles=199) for _ in range(300)]
    assert np.mean([each.p <= 0.05 and each.place == 4 for each in found]) > 0.95
    assert np.mean([each.index for each in found]) == pytest.approx(1 / 3, abs=0.05)
