"""Intervals of the runaway index and of a median hold the truth 93 to 97 times in a hundred, in 2,000 made-up runs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from analyses.decided.course import Course
from analyses.decided.tables import Decided, median, of_leaders
from tests.test_decided import walks

REPETITIONS = 2000
GAMES = 300
LINES = ["leader's advantage", "of it, points already scored", "runaway index"]


def leaders(course: Course) -> pd.DataFrame:
    """The lines about leaders, for which no chances are needed."""
    nothing = np.zeros((0, 0, 0), np.float32)
    return pd.concat(of_leaders(Decided(course, nothing, course.last, 0.8))).set_index("measure").loc[LINES]


@pytest.mark.slow
@pytest.mark.parametrize("pull", [0.0, 1.5])
def test_runaway_index_is_covered(pull: float) -> None:
    true = pd.concat([leaders(walks(seed, 100_000, pull=pull))["value"] for seed in (1, 2, 3)], axis=1).mean(axis=1)
    if pull == 0:
        assert true["runaway index"] == pytest.approx(0, abs=0.002)
    hits = pd.Series(0.0, LINES)
    for seed in range(REPETITIONS):
        found = leaders(walks(1000 + seed, GAMES, pull=pull))
        hits += (found["value_low"] <= true) & (true <= found["value_high"])
    assert (hits / REPETITIONS).between(0.93, 0.97).all(), hits / REPETITIONS


@pytest.mark.slow
def test_median_is_covered() -> None:
    """Of many different values; of few whole numbers the interval holds more, as it must end at one of them."""
    plain = walks(1, GAMES)
    rng = np.random.default_rng(2)
    hits = 0
    for _ in range(REPETITIONS):
        # Blocks of three games that have something in common.
        values = rng.normal(size=GAMES // 3).repeat(3) + rng.normal(size=GAMES)
        found = median(replace(plain, block=np.arange(GAMES) // 3), np.round(values, 2))
        hits += int(found.low <= 0 <= found.high)
    assert 0.93 < hits / REPETITIONS < 0.97
