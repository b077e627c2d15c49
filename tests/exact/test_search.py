"""Search against exact answers: in games solved to the end it finds a best move."""

from __future__ import annotations

from fractions import Fraction
from itertools import count

import numpy as np
import pytest

from simcore.jit import JIT_DISABLED
from strategies.catalog import load
from tests.exact.solve import EVERY, small

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="plays more roll-outs than plain Python can")
SETTINGS = "@tree=1@win=0@margin=1@explore=1"
"""Tree search for the greatest margin, which is what is solved."""
BUDGET = 2000
HIGH = {"watchmen_open": 32_000, "watchmen_drawn": 8000, "haversack_small": 8000}
"""High budgets: what a tree has room for, and less where that is plenty."""
GAMES = {"watchmen_open": "greedy-value", "watchmen_drawn": "greedy-value", "haversack_small": "all-rounder"}
ENOUGH = Fraction(99, 100)


def share_of_best(name: str, settings: str, deals: slice) -> Fraction:
    """Of the positions with something to lose, in how many a search finds a best move."""
    strategy = load(name.partition("_")[0], f"search:{GAMES[name]}{settings}")
    weights, streams = strategy.weight_values(), count()

    def choose(rules, public, private, options, legal):
        stream = np.array([next(streams)], np.uint64)
        return strategy.choose(rules, public, private, options, legal, weights, stream)

    return small(name).share_of_best(choose, deals)


@pytest.mark.parametrize("name", GAMES)
def test_a_best_move_is_found(name):
    assert share_of_best(name, f"{SETTINGS}@budget={BUDGET}", slice(5, 6)) >= ENOUGH


# The 36 deals of one game by quarters, so that several can be played at once.
QUARTERS = [("watchmen_open", slice(first, first + 9)) for first in range(0, 36, 9)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "deals"), [*QUARTERS, ("watchmen_drawn", EVERY), ("haversack_small", EVERY)])
def test_a_best_move_is_found_after_every_deal(name, deals):
    assert share_of_best(name, f"{SETTINGS}@budget={HIGH[name]}", deals) >= ENOUGH


def test_thinking_less_finds_less():
    """The share is no matter of course: with two roll-outs it is lower."""
    assert share_of_best("watchmen_open", f"{SETTINGS}@budget=2", slice(5, 6)) < ENOUGH
