"""Worlds a searching player imagines: lawful, true to all its seat has seen, and blind to what is hidden."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given

from simcore.games.watchmen.state import ITEMS, M_STEAL, NECKLACE
from simcore.jit import JIT_DISABLED
from strategies.catalog import load
from tests.properties.hidden import other_world
from tests.properties.laws import Books
from tests.properties.test_hidden import choice
from tests.properties.world import Start, World, every, fixed, starts
from tests.sizes import examples, sized

TITLES = ("watchmen", "haversack")
WORLDS = 3
"""Worlds imagined of a position."""


def imagined(world: World, seed: int, garbage: World | None = None) -> World:
    """A world that looks the same to the seat to decide; garbage is what lay in the record before."""
    other, seat = (garbage or world).copy(), world.seat
    if garbage is None:
        other.states[:] = np.zeros(1, other.states.dtype)
    other.state["public"] = world.state["public"]
    other.state["private"][seat] = world.state["private"][seat]
    imagine = world.spec.worlds().imagine
    with np.errstate(over="ignore"):
        stream = np.array([seed], np.uint64)
        imagine(world.rule, other.state["public"], other.state["private"][seat], other.state, stream)
    return other


def undecided(start: Start) -> World:
    """The game at its next decision with more options than one, or at its last."""
    world = start.world()
    while len(world.options()) == 1:
        before = world.copy()
        world.apply(0)
        if world.seat < 0:
            return before
    return world


def check_worlds(start: Start) -> None:
    """The view stays, the options stay, every law holds, and what was seen lies where it went."""
    world = undecided(start)
    options = world.options()
    for seed in range(WORLDS):
        other = imagined(world, start.seed + seed)
        assert other.public.tobytes() == world.public.tobytes()
        assert other.state["private"][world.seat].tobytes() == world.state["private"][world.seat].tobytes()
        assert other.options() == options
        other.state["stats"] = world.state["stats"]  # what was counted so far is nobody's to imagine
        books = Books(other)
        if start.title == "watchmen":
            books.dealt[:] |= other.public["item_at"] >= 0
        books.check()
        if start.title == "watchmen":
            check_memory(other, world.seat, False)
            check_items(world, other)


def check_memory(world: World, seat: int, moved: bool) -> None:
    """Cards the seat remembers lie where it saw them go; `moved` if others may since have passed them on unseen.

    That they have been is plain where a hand has become too small for all that went into it: it holds none but those.
    """
    public, private = world.public, world.state["private"]
    known, deck = private[seat]["seen_deck"], world.state["hidden"]["deck"]
    for place in range(int(public["deck_count"])):
        assert known[place] in (-1, deck[place])
    hands = [set(private[each]["hand"][: private[each]["hand_count"]].tolist()) for each in range(world.players)]
    seen = private[seat]["seen_hand"].tolist()
    for card, holder in enumerate(seen):
        if holder >= 0 and not moved and any(card in hand for hand in hands):
            assert card in hands[holder] or all(seen[other] == holder for other in hands[holder])


def check_items(world: World, other: World) -> None:
    """Every seat holds as many items as it does, those seen among them, none twice."""
    true, made = (np.asarray(each.state["private"]["items"])[: world.players] for each in (world, other))
    assert ((true > 0).sum(axis=1) == (made > 0).sum(axis=1)).all()
    assert ((made > 0).sum(axis=0) <= 1).all()
    for item in range(NECKLACE + 1, ITEMS):
        seat = int(world.public["item_at"][item])
        if 0 <= seat < world.players:
            assert made[seat, item] == true[seat, item]


@examples(40)
@given(starts("watchmen"))
def test_watchmen(start):
    check_worlds(start)


@examples(40)
@given(starts("haversack"))
def test_haversack(start):
    check_worlds(start)


def settled(world: World) -> list[tuple[float, float]]:
    """Score and merit of every seat at the end of a game."""
    scores, merits = np.zeros(world.players), np.zeros(world.players)
    world.spec.worlds().settle(world.rule, world.state, scores, merits)
    return list(zip(scores.tolist(), merits.tolist()))


def check_blindness(start: Start) -> None:
    """What the record held before, and what is hidden, make no difference to the worlds imagined, played to the end."""
    world = undecided(start)
    other = other_world(world, random.Random(start.seed))
    ends = []
    for garbage in (None, world, other, undecided(Start(start.title, world.players, {}, start.seed + 1, 50))):
        made, rng = imagined(world, start.seed, garbage), random.Random(start.seed)
        while made.seat >= 0:
            made.walk(rng)
        ends.append(settled(made))
    assert ends.count(ends[0]) == len(ends)


@pytest.mark.parametrize("title", TITLES)
def test_hidden_parts_make_no_difference(title):
    every(fixed(title, sized(8, 2)), check_blindness)


@examples(15)
@given(starts("watchmen"))
def test_memory_is_true(start):
    """At every decision of a game, whatever any seat remembers is so."""
    world, rng, moved = World.dealt(start.title, start.players, start.changes, start.seed), random.Random(start.seed), 0
    for _ in range(start.steps):
        world.walk(rng)
        if world.seat < 0:
            break
        moved = passed_on(world)
        for seat in range(world.players):
            check_memory(world, seat, moved)


def passed_on(world: World) -> bool:
    """Whether a card has gone from hand to hand unseen by a third seat."""
    stats = world.state["stats"]
    letter = [
        item for item in range(ITEMS) if world.ruleset.data["item"][item_name(item)]["effect"] == "swap_hand_card"
    ]
    stolen = np.asarray(stats["mercenaries_used"])[:, M_STEAL].any()
    return world.players > 2 and bool(stolen or np.asarray(stats["effects_suffered"])[:, letter].any())


def item_name(item: int) -> str:
    from simcore.games.watchmen.state import ITEM_NAMES

    return ITEM_NAMES[item]


@pytest.mark.parametrize("title", TITLES)
def test_settling_agrees_with_the_record(title):
    for start in fixed(title, 6):
        world, rng = start.world(), random.Random(start.seed)
        while world.seat >= 0:
            world.walk(rng)
        scores, merits = zip(*settled(world))
        rows = world.rows()
        assert list(scores) == rows["score"].tolist()
        assert [merit == max(merits) for merit in merits] == (rows["win_share"] > 0).tolist()


@pytest.mark.skipif(JIT_DISABLED, reason="imagines more worlds than plain Python can")
def test_unseen_cards_are_drawn_evenly():
    """Every card that a seat has not seen is as often in a place as any other; 5 standard errors are allowed."""
    world = undecided(Start("watchmen", 3, {}, 5, 60))
    seat, worlds = world.seat, 4000
    counts: Counter[int] = Counter()
    other = (seat + 1) % 3
    for seed in range(worlds):
        private = imagined(world, seed).state["private"][other]
        counts.update(private["hand"][: private["hand_count"]].tolist())
    private = world.state["private"][seat]
    sure = {
        card for card, holder in enumerate(private["seen_hand"].tolist()) if holder == other and counts[card] == worlds
    }
    spread = np.array([count for card, count in counts.items() if card not in sure])
    held = int(world.public["hand_count"][other]) - len(sure)
    chance = held / len(spread)
    assert spread.sum() == worlds * held
    assert np.abs(spread - worlds * chance).max() < 5 * np.sqrt(worlds * chance * (1 - chance))


SEARCHES = ("search@budget=12", "search@budget=12@tree=1")


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("name", SEARCHES)
def test_search_sees_nothing_hidden(title, name):
    """The same view and the same stream: the same choice, whatever the others hold."""
    strategy = load(title, name)

    def check(start: Start) -> None:
        world, rng = undecided(start), random.Random(start.seed)
        count = len(world.options())
        chosen = choice(strategy, world, count, start.seed)
        assert 0 <= chosen < count
        for _ in range(WORLDS):
            other = other_world(world, rng)
            assert len(other.options()) == count
            assert choice(strategy, other, count, start.seed) == chosen

    every(fixed(title, sized(12, 1)), check)
