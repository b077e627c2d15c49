"""A small game of The Guardians of Haversack: the kernel searched to the end against the naive twin's rules.

Both must agree in every position that can arise: which options are legal, and exactly what each is worth.
"""

from __future__ import annotations

import pytest

from simcore.jit import JIT_DISABLED
from tests.exact.haversack_model import Model
from tests.exact.solve import RULES, difference, small
from tests.naive.haversack.rulebook import read_rules

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="searches more positions than plain Python can")
NAME = "haversack_small"
SHORT = slice(4, 5)
"""The deal that the fewest positions can follow."""


def model(**changes: object) -> Model:
    """The twin's game; changes are by dotted key with __ for the dot."""
    named = {key.replace("__", "."): value for key, value in changes.items()}
    return Model(read_rules(named, file=RULES / f"{NAME}.toml"))


def test_the_deals_are_those_of_the_rulebook():
    tree, deals = small(NAME).tree, model().deals()
    assert {tree.told(root) for root in tree.roots()} == set(deals)
    assert len(tree.roots()) == len(deals) == 6
    assert sum(deals.values()) == 1


def test_kernel_and_twin_agree_on_the_worth_of_every_choice():
    assert difference(small(NAME), model(), SHORT) == ""


@pytest.mark.slow
def test_they_agree_after_every_deal():
    assert difference(small(NAME), model()) == ""


@pytest.mark.parametrize(
    "change",
    [
        {"creature__fox__glory": 2},
        {"structure__chest_vp": 1},
        {"structure__cup_glory": 1},
        {"rules__tent_life": "persistent", "face__guide": "night"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_twin_of_other_rules_does_not_agree(change):
    assert difference(small(NAME), model(**change), SHORT)
