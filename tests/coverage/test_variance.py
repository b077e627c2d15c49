"""Intervals of the variance's parts hold the truth 93 to 97 times in a hundred, over 2,000 made-up experiments.

The made-up effects have known variances and are skew as real ones are, and the truth of each part is
worked out from its definition by hand.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest

from analyses.variance import PARTS, Crossed, shares

REPETITIONS = 2000
DEALS, LUCKS, P = 200, 3, 4
SEATS = np.tile(np.arange(P), P)
PLACES = (SEATS + np.repeat(np.arange(P), P)) % P
LINE_UP = ("a", "b", "c", "d")
FIXED = np.array([-1.0, -1.0, 1.0, 1.0])
"""Pattern of the fixed effects: variance 1 over seats, over strategies, and as a product over both."""
DEAL, LUCK = (0.6, 0.8, 0.5, 0.5), (0.4, 0.7, 0.5, 0.9)
"""Standard deviations of what is the same for all, by seat, by strategy, by both."""

Floats = npt.NDArray[np.float64]


def drawn(rng: np.random.Generator, shape: tuple[int, ...], deviations: tuple[float, ...]) -> Floats:
    """Effects of a source on the cells: float64[*shape, P * P]."""

    def skew(*more: int) -> Floats:
        return (rng.gamma(4.0, size=(*shape, *more)) - 4.0) / 2.0

    whole, seat, place, both = deviations
    return (
        whole * skew(1) + seat * skew(P)[..., SEATS] + place * skew(P)[..., PLACES]
        + both * skew(P, P)[..., SEATS, PLACES]
    )  # fmt: skip


def made(rng: np.random.Generator, fixed: tuple[float, float, float]) -> Crossed:
    """An experiment in which seat, strategy and both have these standard deviations."""
    seat, place, both = fixed
    y = seat * FIXED[SEATS] + place * FIXED[PLACES] + both * FIXED[SEATS] * FIXED[PLACES]
    y = y + drawn(rng, (DEALS, 1), DEAL) + drawn(rng, (DEALS, LUCKS), LUCK)
    return Crossed(y.reshape(DEALS, LUCKS, P, P), LINE_UP)


def truth(fixed: tuple[float, float, float]) -> dict[str, float]:
    """Shares by their definitions: what a deal gives a seat is the mean over the strategies there."""
    whole, seat, place, both = np.square(DEAL)
    setup = whole + seat + (place + both) / P
    with_strategies = (place + both) * (1 - 1 / P)
    chance = float(np.square(LUCK).sum())
    squares = np.square(fixed)
    variances = [setup, chance, squares[0], squares[1], with_strategies, squares[2]]
    return dict(zip(PARTS, np.array(variances) / sum(variances)))


def covered(fixed: tuple[float, float, float], seed: int) -> pd.DataFrame:
    """Coverage and mean of the estimate less the truth, by part."""
    rng = np.random.default_rng(seed)
    true = truth(fixed)
    hits, values = pd.Series(0.0, list(true)), pd.Series(0.0, list(true))
    for _ in range(REPETITIONS):
        table = shares(made(rng, fixed))[0]
        table = table.set_index("part")
        wanted = pd.Series(true)[table.index]
        hits += (table["share_low"] <= wanted) & (wanted <= table["share_high"])
        values += table["share"] - wanted
    return pd.DataFrame({"covered": hits / REPETITIONS, "bias": values / REPETITIONS})


@pytest.mark.slow
@pytest.mark.parametrize("fixed", [(0.3, 0.6, 0.2), (0.1, 0.15, 0.07)], ids=["large", "small"])
def test_intervals_cover(fixed: tuple[float, float, float]) -> None:
    found = covered(fixed, 5)
    assert found["covered"].between(0.93, 0.97).all(), found
    assert (found["bias"].abs() < 0.0015).all(), found


@pytest.mark.slow
def test_of_nothing_the_intervals_are_a_little_wide() -> None:
    """A part that is not there has the end 0, so its interval errs to one side only: 97.5 in a hundred or a little more."""
    found = covered((0.0, 0.0, 0.0), 6)
    nothing = ["seat", "strategy", "seat with strategy"]
    assert found.loc[nothing, "covered"].between(0.965, 0.99).all(), found
    assert found.drop(nothing)["covered"].between(0.93, 0.97).all(), found


def won(y: Floats) -> Crossed:
    """The win of the seat with the most in each game."""
    games = y.reshape(*y.shape[:2], P, P)
    return Crossed((games == games.max(axis=-1, keepdims=True)).astype(np.float64), LINE_UP)


def latent(rng: np.random.Generator, deals: int, lucks: int) -> Floats:
    """Latent strength in the cells with every kind of effect."""
    y = 0.3 * FIXED[SEATS] + 0.6 * FIXED[PLACES] + 0.2 * FIXED[SEATS] * FIXED[PLACES]
    return np.asarray(y + drawn(rng, (deals, 1), DEAL) + drawn(rng, (deals, lucks), LUCK), np.float64)


@pytest.mark.slow
def test_intervals_cover_for_wins_of_which_a_game_has_one() -> None:
    """The truth is that of 60,000 deals, whose own error is a twentieth of an experiment's."""
    rng = np.random.default_rng(8)
    pieces = [shares(won(latent(rng, 6000, 4)))[0].set_index("part")["share"] for _ in range(10)]
    true = sum(pieces[1:], pieces[0]) / len(pieces)
    hits = pd.Series(0.0, list(PARTS))
    for _ in range(REPETITIONS):
        table = shares(won(latent(rng, DEALS, LUCKS)))[0].set_index("part")
        hits += (table["share_low"] <= true) & (true <= table["share_high"])
    assert (hits / REPETITIONS).between(0.93, 0.97).all(), hits / REPETITIONS
