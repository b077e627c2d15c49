"""Positions of a small Watchmen of Destiny, as they are asked of the model."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

Move = tuple[Any, ...]
Chances = dict["Table", Fraction]
PASS: Move = ("pass",)
ITEM, EFFECT, TURN, PAY, NINJA, MAGE, OVER = "item", "effect", "turn", "pay", "ninja", "mage", "over"
"""What the one to decide is asked."""


class Seat(NamedTuple):
    """One player's place. Hand and items are sorted; army holds (card, special actions left) by tent."""

    hand: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    resting: tuple[str, ...] = ()
    played: str = ""
    tents: int = 0
    army: tuple[tuple[str, int], ...] = ()


class Table(NamedTuple):
    """A position: what is asked of whom, and all on the table. The pile's top is its end, the deck is sorted."""

    asked: str
    decides: int
    seats: tuple[Seat, Seat]
    deck: tuple[str, ...] = ()
    pile: tuple[str, ...] = ()
    round: int = 1
    starter: int = 0
    turns: int = 0  # ended in this round
    last: bool = False  # the round in which the game ends
    # the turn under way
    actions: int = 0
    hires: int = 0
    coins: int = 0
    discount: int = 0
    free_tents: int = 0
    # the purchase under way
    buys: str = ""
    price: int = 0
    paid: int = 0
    laid: int = 0

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return self.starter if self.turns % 2 == 0 else 1 - self.starter

    def seated(self, number: int, **changes: Any) -> Table:
        """With these changes at one seat."""
        seat = self.seats[number]._replace(**changes)
        return self._replace(seats=(seat, self.seats[1]) if number == 0 else (self.seats[0], seat))


def less(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """Without one of the cards."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def more(cards: tuple[str, ...], *others: str) -> tuple[str, ...]:
    return tuple(sorted((*cards, *others)))


def put(army: tuple[tuple[str, int], ...], place: int, housed: tuple[str, int]) -> tuple[tuple[str, int], ...]:
    return (*army[:place], housed, *army[place + 1 :])
