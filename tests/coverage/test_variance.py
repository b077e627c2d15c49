"""Intervals of the variance's parts hold the truth 93 to 97 times in a hundred, over 2,000 made-up experiments.

The made-up effects have known variances and are skew as real ones are, and the truth of each part is
worked out from its definition by hand.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest

from analyses.variance import ALIKE, MEANING, SEAT_ALONE, STRATEGY_ALONE, WHO, Crossed, shares

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
    """Shares by their definitions, of the parts and of what setup and chance are made of.

    Effects of seats and of strategies count for all alike as far as their mean over the table is not 0.
    """
    found = dict(zip(("seat", "strategy", "seat with strategy"), np.square(fixed)))
    for name, deviations in (("setup", DEAL), ("chance in play", LUCK)):
        whole, seat, place, both = np.square(deviations)
        found[name] = whole + seat + place + both
        found[f"{name} {ALIKE}"] = whole + (seat + place) / P
        found[f"{name} {SEAT_ALONE}"] = seat * (1 - 1 / P)
        found[f"{name} {STRATEGY_ALONE}"] = place * (1 - 1 / P)
        found[f"{name} {WHO}"] = both
    total = sum(found[name] for name in MEANING)
    return {name: value / total for name, value in found.items()}


def lines(data: Crossed) -> pd.DataFrame:
    """All lines of both tables, by name."""
    table, apart = shares(data)
    apart["part"] = apart["of"] + " " + apart["part"]
    return pd.concat([table, apart]).set_index("part")


def covered(fixed: tuple[float, float, float], seed: int) -> pd.DataFrame:
    """Coverage and mean of the estimate less the truth, by part."""
    rng = np.random.default_rng(seed)
    true = truth(fixed)
    hits, values = pd.Series(0.0, list(true)), pd.Series(0.0, list(true))
    for _ in range(REPETITIONS):
        table = lines(made(rng, fixed))
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
    """A part that is not there has the end 0, so its interval errs to one side only: 97.5% and a little more."""
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
    pieces = [lines(won(latent(rng, 6000, 4)))["share"] for _ in range(10)]
    true = sum(pieces[1:], pieces[0]) / len(pieces)
    # No deal gives every seat more of a win: that line is 0 with no error.
    true = true[true > 1e-9]
    hits = pd.Series(0.0, list(true.index))
    for _ in range(REPETITIONS):
        table = lines(won(latent(rng, DEALS, LUCKS)))
        table = table.loc[true.index]
        hits += (table["share_low"] <= true) & (true <= table["share_high"])
    assert (hits / REPETITIONS).between(0.93, 0.97).all(), hits / REPETITIONS
