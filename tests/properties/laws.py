"""What holds of every position: the referees' laws, and that the options are in order."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from simcore.games.watchmen.state import CARDS, ITEMS
from tests.haversack import referee as haversack
from tests.properties.world import World
from tests.watchmen import referee as watchmen

ROOM = 3
"""Options a kernel may write past the last one before it knows that they are not legal."""


class Books:
    """The items dealt, and the account of the purchase under way: what later positions are held to."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.bill = np.zeros(4, np.int64)
        self.dealt = np.zeros(ITEMS, np.int64)
        if world.spec.name == "watchmen":
            items = world.state["private"]["items"][: world.players]
            self.dealt[:] = (np.asarray(items) > 0).any(axis=0)

    def copy(self) -> Books:
        """A copy of the game and of its books."""
        other = Books(self.world.copy())
        other.bill[:], other.dealt[:] = self.bill, self.dealt
        return other

    def apply(self, index: int) -> None:
        """Carry an option out; if that ends a purchase it must have been paid."""
        world = self.world
        if world.spec.name != "watchmen":
            world.apply(index)
            return
        payer = int(world.public["turn"])
        watchmen.note_bill(world.rule, world.public, world.buffer[index], self.bill)
        world.apply(index)
        assert watchmen.settled(world.public, payer, self.bill), f"not so: {watchmen.LAWS[9]}"

    def check(self) -> int:
        """See that every law holds; returns the number of options, 0 at the end of the game."""
        count = check_options(self.world) if self.world.seat >= 0 else 0
        broken = LAWS[self.world.spec.name](self, count)
        assert not broken, f"not so: {broken}"
        if count == 0:
            check_score(self.world)
        return count


def check_options(world: World) -> int:
    """There are options, no two alike, with room left in the buffer; returns how many."""
    options = world.options()
    assert options, "there is no option"
    assert len(options) + ROOM <= world.spec.max_options, f"{len(options)} options"
    assert len(set(options)) == len(options), "an option is offered twice"
    return len(options)


def check_score(world: World) -> None:
    """The parts of every score add up, and the shares of the win make one win."""
    rows = world.rows()
    parts = [column.name for column in world.spec.columns if column.role == "points"]
    assert [int(row["score"]) for row in rows] == [sum(int(row[name]) for name in parts) for row in rows]
    assert np.isclose(sum(float(row["win_share"]) for row in rows), 1)


def _watchmen(books: Books, count: int) -> str:
    world = books.world
    law = watchmen.audit(world.rule, world.state, np.zeros(CARDS, np.int64), books.dealt)
    return watchmen.LAWS[law] if law else ""


def _haversack(books: Books, count: int) -> str:
    """At the end the last Guardian played is no longer in between, so tokens are counted before."""
    world = books.world
    if count == 0:
        return ""
    with np.errstate(over="ignore"):
        return haversack.LAWS[haversack.broken_law(world.rule, world.state, world.buffer, count)]


LAWS: dict[str, Callable[[Books, int], str]] = {"watchmen": _watchmen, "haversack": _haversack}
