"""Regret in made-up decisions whose truth is known: 95% intervals cover 93 to 97% of 2,000 experiments.

The things of one table are experiments apart: their offers share nothing.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from analyses.regret.decision import Offers
from analyses.regret.tables import DEAD, TRAP, Judge, things_table

EXPERIMENTS, TABLES = 200, 10
DEALS = 120
LOSING = 0.4
"""Part of the decisions that lose anything beyond noise."""


def offered(
    rng: np.random.Generator, things: int, best: float, loss: float, chosen: float, deals: int = DEALS
) -> Offers:
    """Offers in deals that hang together: none to four of a thing in a deal, its luck shared by all of them."""
    deal, thing = (axis.ravel() for axis in np.mgrid[:deals, :things])
    count = rng.integers(0, 5, len(deal))
    mood = np.repeat(rng.normal(size=len(deal)), count)
    deal, thing = np.repeat(deal, count), np.repeat(thing, count)
    both = (mood + rng.normal(size=len(deal))) / np.sqrt(2)
    top = rng.permutation(both) < np.quantile(both, best) if best else np.zeros(len(deal), bool)
    # most decisions lose nothing, the others now and then much
    lose = loss * rng.exponential(size=len(deal)) * (both > stats.norm.isf(LOSING)) / LOSING
    lose += 0.02 * rng.normal(size=len(deal))
    took = rng.random(len(deal)) < chosen
    three = np.outer(lose, np.ones(3))
    return Offers(deal, np.ones(len(deal)), thing, top, took, three, three)


def tables(best: float, loss: float, chosen: float, seed: int, things: int = EXPERIMENTS) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    places = range(things)
    labels = {"thing": list(places)}
    return pd.concat(
        [
            things_table(labels, places, offered(rng, things, best, loss, chosen), Judge()).assign(table=number)
            for number in range(TABLES)
        ]
    )


def covered(found: pd.DataFrame, name: str, truth: float) -> float:
    return float(((found[f"{name}_low"] <= truth) & (truth <= found[f"{name}_high"])).mean())


def test_intervals_cover() -> None:
    found = tables(best=0.2, loss=0.03, chosen=0.6, seed=1)
    for name, truth in (("best", 0.2), ("chosen", 0.6), ("loss", 0.03), ("fault", 0.03), ("regret", 0.03)):
        assert 0.93 <= covered(found, name, truth) <= 0.97, name


@pytest.mark.parametrize(("best", "chosen"), [(0.05, 0.0), (0.0, 0.6)])
def test_no_thing_on_the_edge_is_often_convicted(best: float, chosen: float) -> None:
    """Best in just the rare share, or losing just the margin where chosen: hardly any table says a word against it."""
    loss = 0.2 if best else 0.01
    found = tables(best, loss, chosen, seed=2, things=40)
    wrong = found["verdict"] == (DEAD if best else TRAP)
    assert wrong.groupby(found["table"]).any().mean() <= 0.3
    assert wrong.mean() <= 0.02
