"""What a seat cannot know, dealt out anew: any other world that looks the same to the seat to decide."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

from simcore.games.watchmen.state import D_NINJA, ITEMS, NECKLACE, NINJA
from tests.properties.world import World

NOT_ASKED, SILENT = -2, -1


def other_world(world: World, rng: random.Random) -> World:
    """The same view for the seat to decide; cards, items, tokens and chance that it has not seen are others."""
    other = world.copy()
    for name in ("deal", "chance", "draw"):
        if name in other.state["hidden"].dtype.names:
            stream = other.state["hidden"][name]
            stream[...] = np.array([rng.getrandbits(63) for _ in range(stream.size)], np.uint64).reshape(stream.shape)
    SHUFFLES[world.spec.name](other, rng)
    return other


def _watchmen(world: World, rng: random.Random) -> None:
    _cards(world, rng)
    _items(world, rng)
    if world.decision == D_NINJA:
        _calls(world, rng)


def _cards(world: World, rng: random.Random) -> None:
    """Deck, the others' hands and what they look at: as many cards each, but any of them."""
    state, count = world.state, int(world.public["deck_count"])
    places = [(state["hidden"]["deck"], i) for i in range(count)]
    for seat in range(world.players):
        if seat != world.seat:
            private = state["private"][seat]
            for name in ("hand", "look"):
                places += [(private[name], i) for i in range(int(private[f"{name}_count"]))]
    cards = [int(field[i]) for field, i in places]
    rng.shuffle(cards)
    for (field, i), card in zip(places, cards):
        field[i] = card


def _items(world: World, rng: random.Random) -> None:
    """Items nobody has shown: those the others hold and those left in the box."""
    public, private = world.public, world.state["private"]
    own = private[world.seat]["items"]
    unseen = [
        item
        for item in range(ITEMS)
        if item != NECKLACE and public["item_at"][item] < 0 and not own[item] and world.rule["item_in"][item]
    ]
    held = {seat: [i for i in unseen if private[seat]["items"][i]] for seat in range(world.players)}
    rng.shuffle(unseen)
    for seat, items in held.items():
        for item in items:
            private[seat]["items"][item] = 0
    for seat, items in held.items():
        for _ in items:
            private[seat]["items"][unseen.pop()] = 1


def _calls(world: World, rng: random.Random) -> None:
    """Whether the others asked before have called Ninja."""
    public, call = world.public, world.state["hidden"]["call"]
    for seat in range(world.players):
        if seat != world.seat and call[seat] != NOT_ASKED:
            army = public["army"][seat][: public["army_count"][seat]].tolist()
            ninjas = [
                place
                for place, card in enumerate(army)
                if world.rule["caste"][card] == NINJA and public["left"][seat][place] > 0
            ]
            call[seat] = rng.choice([SILENT, *ninjas])


def _haversack(world: World, rng: random.Random) -> None:
    """Scout cards to come and Items in closed Chests; what is in a bag all have seen go there."""
    state = world.state
    deck = state["hidden"]["deck"]
    cards = int(world.rule["cards"])
    closed = [place for place in range(cards) if world.public["card_round"][deck[place]] < 0]
    _shuffle_places(deck, closed, rng)
    chests = int(world.rule["chest_count"].sum())
    for seat in range(world.players):
        opened = int(world.public["board"][seat]["chests"])
        _shuffle_places(state["hidden"]["chest"][seat], list(range(opened, chests)), rng)


def _shuffle_places(field: np.ndarray, places: list[int], rng: random.Random) -> None:
    values = [int(field[place]) for place in places]
    rng.shuffle(values)
    for place, value in zip(places, values):
        field[place] = value


SHUFFLES: dict[str, Callable[[World, random.Random], None]] = {"watchmen": _watchmen, "haversack": _haversack}
