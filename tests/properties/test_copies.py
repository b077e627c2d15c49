"""A copy of a state goes on as the original does: nothing of a game lies outside its record."""

import random

import numpy as np
import pytest
from hypothesis import given

from tests.properties.world import every, fixed, starts
from tests.sizes import examples


def ends(worlds, seed):
    """Play all on by the same choices, in turns; the states and rows they end with."""
    streams = [random.Random(seed) for _ in worlds]
    while any(world.seat >= 0 for world in worlds):
        for world, stream in zip(worlds, streams):
            if world.seat >= 0:
                world.walk(stream)
    return [(world.states.tobytes(), world.rows().tobytes()) for world in worlds]


def check_copy(start, engine=None, change=None):
    world = start.world()
    if engine is not None:
        world.engine = engine(world.engine)
    copy = world.copy()
    if change is not None:
        change(copy)
    first, second = ends([world, copy], start.seed)
    assert first == second


@examples(10)
@given(starts("watchmen"))
def test_watchmen(start):
    check_copy(start)


@examples(10)
@given(starts("haversack"))
def test_haversack(start):
    check_copy(start)


def keeps_a_note(engine):
    """The engine remembers how often it was called, and gives seat 0 something every third time."""
    calls = []

    def apply(rules, state, option):
        calls.append(option)
        engine.apply(rules, state, option)
        if len(calls) % 3 == 0:
            state["stats"][0][state["stats"].dtype.names[0]] += 1

    return engine._replace(apply=apply)


def exchanges_cards(world):
    """The cards at both ends of the deck change places."""
    deck, count = world.state["hidden"]["deck"], int(np.count_nonzero(world.state["hidden"]["deck"] >= 0))
    if world.spec.name == "haversack":
        count = int(world.rule["cards"])
    deck[0], deck[count - 1] = int(deck[count - 1]), int(deck[0])


@pytest.mark.parametrize("title", ["watchmen", "haversack"])
@pytest.mark.parametrize("fault", [{"engine": keeps_a_note}, {"change": exchanges_cards}])
def test_a_fault_is_seen(title, fault):
    with pytest.raises(AssertionError):
        every(fixed(title, 6), lambda start: check_copy(start, **fault))
