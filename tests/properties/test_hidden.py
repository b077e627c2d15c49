"""What is hidden changes nothing that a seat is offered, nor what any shipped strategy chooses."""

import random

import numpy as np
import pytest
from hypothesis import given

from simcore.games.haversack.codes import GUARDIANS, SEATS
from simcore.games.haversack.state import HIDDEN
from simcore.games.watchmen.state import CARDS
from simcore.jit import BOUNDS_CHECKED, JIT_DISABLED, njit
from strategies.catalog import load, names
from strategies.contract import game_signatures
from tests.properties.hidden import other_world
from tests.properties.laws import Books
from tests.properties.world import every, fixed, starts
from tests.sizes import examples

OTHERS = 3
"""Other worlds to a position."""


def choice(strategy, world, count, seed):
    """What the strategy chooses at a fixed stream of its own."""
    weights, stream = strategy.weight_values(), np.array([seed], np.uint64)
    with np.errstate(over="ignore"):
        return strategy.choose(
            world.rule, world.state["public"], world.state["private"][world.seat], world.buffer, count, weights, stream
        )


def check_choices(start, strategies):
    """The same options and the same choices in other worlds, at the next decision with more options than one."""
    world, rng = start.world(), random.Random(start.seed)
    while len(options := world.options()) == 1:
        world.apply(0)
        if world.seat < 0:
            return
    chosen = [choice(strategy, world, len(options), start.seed) for strategy in strategies]
    for index in chosen:
        assert 0 <= index < len(options)
    for _ in range(OTHERS):
        other = other_world(world, rng)
        assert other.options() == options
        for strategy, index in zip(strategies, chosen):
            assert choice(strategy, other, len(options), start.seed) == index, strategy.name


def shipped(title):
    return [load(title, name) for name in names(title)]


@examples(25)
@given(starts("watchmen"))
def test_watchmen(start):
    check_choices(start, shipped("watchmen"))


@examples(25)
@given(starts("haversack"))
def test_haversack(start):
    check_choices(start, shipped("haversack"))


@pytest.mark.parametrize("title", ["watchmen", "haversack"])
def test_other_worlds_are_lawful_and_differ(title):
    """Shuffling keeps the view and every law, and does change something."""
    for start in fixed(title, 6):
        world = start.world()
        other = other_world(world, random.Random(start.seed))
        assert other.states.tobytes() != world.states.tobytes()
        assert other.state["private"][world.seat].tobytes() == world.state["private"][world.seat].tobytes()
        assert other.public.tobytes() == world.public.tobytes()
        books = Books(other)
        if title == "watchmen":
            books.dealt[:] |= other.public["item_at"] >= 0
        books.check()


class Peeping:
    """A strategy that reads past the end of its own record, where the next seat's cards lie, or those to come."""

    name = "peeping"

    def __init__(self, title):
        self.choose = njit(game_signatures(title).choose, cached=False)(
            {"watchmen": next_hand, "haversack": last_cards}[title]
        )

    def weight_values(self):
        return np.zeros(1)


def next_hand(rules, public, private, options, count, weights, stream):
    return (private.seen_deck[CARDS + 1] + private.seen_deck[CARDS + 2]) % count


DECK = HIDDEN.fields["deck"][1]


def last_cards(rules, public, private, options, count, weights, stream):
    deck = (SEATS - public.seat) * len(GUARDIANS) + DECK
    return (private.bag[deck + rules.cards - 1] + private.bag[deck + rules.cards - 2]) % count


@pytest.mark.parametrize("title", ["watchmen", "haversack"])
def test_peeping_is_seen(title):
    """By its choices; where bounds are checked it does not even come to choose."""
    strategies = [Peeping(title)]
    with pytest.raises(IndexError if JIT_DISABLED or BOUNDS_CHECKED else AssertionError):
        every(fixed(title, 12), lambda start: check_choices(start, strategies))
