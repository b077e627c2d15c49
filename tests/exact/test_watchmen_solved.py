"""Small games of Watchmen of Destiny: the kernel searched to the end against the same game in plain Python.

Both must agree in every position that can arise: which options are legal, and exactly what each is worth.
"""

from __future__ import annotations

from copy import deepcopy
from fractions import Fraction

import pytest

from simcore.jit import JIT_DISABLED
from tests.exact.solve import difference, small
from tests.exact.watchmen_model import Model

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="searches more positions than plain Python can")
NAMES = ("watchmen_open", "watchmen_drawn")
SHORT = slice(5, 6)
"""A deal that few positions can follow."""


def model(name: str, **changes: int) -> Model:
    """The game in plain Python; changes are to numbers of the rulebook."""
    data = deepcopy(small(name).tree.ruleset.data)
    data["structure"].update(changes)
    return Model(data)


@pytest.mark.parametrize("name", NAMES)
def test_the_deals_are_those_of_the_rulebook(name):
    tree = small(name).tree
    deals = model(name).deals()
    assert {tree.told(root) for root in tree.roots()} == set(deals)
    assert len(tree.roots()) == len(deals)
    assert sum(deals.values()) == 1


@pytest.mark.parametrize("name", NAMES)
def test_kernel_and_model_agree_on_the_worth_of_every_choice(name):
    assert difference(small(name), model(name), SHORT) == ""


@pytest.mark.slow
def test_they_agree_after_every_deal():
    assert difference(small("watchmen_open"), model("watchmen_open")) == ""


@pytest.mark.parametrize("change", [{"warrior_vp": 2}, {"mage_draw": 1}, {"keep_discards": 5}, {"army_goal": 1}])
def test_a_model_of_other_rules_does_not_agree(change):
    assert difference(small("watchmen_open"), model("watchmen_open", **change), SHORT)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_hidden_matters(name):
    """As the rules files say: at every choice that means something the one to decide can tell what it must know."""
    tree = small(name).tree
    for position, worth in small(name).solution.reached(small(name).deals()[SHORT]):
        table = tree.told(position)
        other = table.seats[1 - table.decides]
        if name == "watchmen_open":
            assert not table.deck  # what is neither seen nor in the own hand is the other's hand
        elif table.decides == 0:
            assert not other.hand  # it is the deck
        elif table.asked == "item":
            assert len(set(worth.values())) == 1
        elif table.asked == "effect":  # a discount is never worse than none
            moves = [tree.move(position, option) for option in tree.options(position)]
            assert worth[moves.index(("use",))] == max(worth.values())
        else:  # it has drawn for the last time
            assert table.asked in ("turn", "pay", "mage")


def test_best_options_are_the_ones_worth_most():
    game = small("watchmen_open")
    position = next(each for each in game.positions(SHORT) if len(each.best) < len(each.options))
    most = max(position.worth)
    assert position.best == {i for i, worth in enumerate(position.worth) if worth == most}
    assert game.best_options(position.state) == position.best
    assert position.seat == position.state["public"]["seat"]
    with pytest.raises(ValueError, match="no small game"):
        small("watchmen")


def test_a_player_is_measured():
    """Who takes what is listed first finds some best moves; who asks the solution finds them all."""
    game = small("watchmen_open")
    asked = [each for each in game.positions(SHORT) if len(each.best) < len(each.options)]
    share = Fraction(sum(0 in position.best for position in asked), len(asked))
    assert 0 < share < 1
    assert game.share_of_best(lambda *_: 0, SHORT) == share
    answers = iter([min(position.best) for position in asked])
    assert game.share_of_best(lambda *_: next(answers), SHORT) == 1
