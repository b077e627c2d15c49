"""The table: hands, tents, armies, the deck and the discard pile."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tests.naive.asking import Question
from tests.naive.watchmen.chance import Chance, drawn, permuted
from tests.naive.watchmen.rules import Card, Rules

Option = tuple[Any, ...]
"""A legal choice in words, such as ("hire", "owl.M1", False) or PASS."""
PASS: Option = ("pass",)

T = TypeVar("T")
Asking = Generator[Question[Option], Option, T]
"""Play that stops at every decision and in the end returns a T."""


@dataclass(slots=True)
class Housed:
    """A Watchman on its tent, with so many purple circles still to be seen."""

    card: Card
    left: int


@dataclass
class Player:
    """One player's place at the table and hand; the imaginary third player of variant 2 is one too."""

    seat: int
    hand: list[str] = field(default_factory=list)
    items: set[str] = field(default_factory=set)
    resting: set[str] = field(default_factory=set)
    tents: int = 0
    army: list[Housed] = field(default_factory=list)
    played: str = ""  # the item face up this round
    had_turn: bool = False  # this round; True as soon as the turn begins
    immune: bool = False
    poisoned: bool = False
    kept_shield: bool = False  # was targeted this round and kept the Shield in the hand

    def free_tents(self) -> int:
        return self.tents - len(self.army)

    def house(self, card: Card) -> None:
        """Place a Watchman on a tent; all circles of its special actions stick out (2b)."""
        self.army.append(Housed(card, card.actions))


@dataclass
class Turn:
    """Whose turn is under way, and what is left of it."""

    seat: int = 0
    step: int = 1
    hires: int = 1
    actions: int = 0
    coins: int = 0
    discount: int = 0
    free_tents: int = 0  # the Moneybag's, to come with the next hire
    due: int = 0  # still to be paid for the purchase under way


@dataclass
class Table:
    """Everything on the table. The top of the deck and of the pile is the end of its list."""

    rules: Rules
    chance: Chance
    players: list[Player]
    races: list[str] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    imaginary: Player | None = None
    starter: int = 0
    round: int = 0
    last_round: bool = False
    turn: Turn = field(default_factory=Turn)
    refills: int = 0
    dry: int = 0  # cards wanted when there was none

    def armies(self) -> list[Player]:
        """All who have an army, the imaginary player too."""
        return [*self.players, self.imaginary] if self.imaginary else self.players

    def clockwise(self, seat: int) -> Iterator[Player]:
        """All players clockwise, this seat first."""
        for k in range(len(self.players)):
            yield self.players[(seat + k) % len(self.players)]

    def others(self, seat: int) -> list[Player]:
        """The opponents of a seat, clockwise."""
        return list(self.clockwise(seat))[1:]

    def gold(self, cards: list[str]) -> int:
        """Gold coin symbols on some cards."""
        return sum(self.rules.cards[name].gold for name in cards)

    def discard(self, player: Player, name: str) -> None:
        """Lay a card of a hand on top of the discard pile."""
        player.hand.remove(name)
        self.pile.append(name)

    def random_card(self, player: Player) -> str:
        """Take a card out of a hand by chance."""
        name = drawn(self.chance.random_card(player.seat, player.hand), player.hand)
        player.hand.remove(name)
        return name


# The deck


def reshufflable(table: Table) -> list[str]:
    """Discards that go back when the deck runs out: all, or all but the top 5 (A1)."""
    if table.rules.switch["deck_out"] == "at_5_left":
        return table.pile[:]
    return table.pile[: max(0, len(table.pile) - table.rules.number["keep_discards"])]


def make_ready(table: Table, wanted: int) -> None:
    """Before cards leave the deck: if it has run out, make it anew from the discards (A1, A2).

    It has run out when fewer are left than are wanted, or (switch) when only 5 are left. The
    shuffled discards go below those left.
    """
    few = table.rules.number["keep_discards"] if table.rules.switch["deck_out"] == "at_5_left" else 0
    if len(table.deck) >= wanted and len(table.deck) > few:
        return
    back = reshufflable(table)
    if back:
        table.pile = table.pile[len(back) :]
        table.deck = permuted(back, table.chance.shuffled(back)) + table.deck
        table.refills += 1


def top_card(table: Table) -> str | None:
    """The top card of the deck, None if there is no card left at all (A3)."""
    make_ready(table, 1)
    if table.deck:
        return table.deck.pop()
    table.dry += 1
    return None


def draw(table: Table, player: Player, count: int) -> None:
    """Draw so many cards into the hand, or as many as there are (A3)."""
    for _ in range(count):
        name = top_card(table)
        if name:
            player.hand.append(name)


def look(table: Table, count: int) -> list[str]:
    """Take up to so many cards off the deck to look at, the top one first (A2)."""
    make_ready(table, count)
    return [table.deck.pop() for _ in range(min(count, len(table.deck)))]


def lay_back(table: Table, player: Player, cards: list[str]) -> Asking[None]:
    """Lay the cards looked at back on top of the deck in any order, one by one."""
    while cards:
        answer = yield Question(player.seat, "return", [("card", name) for name in cards])
        cards.remove(answer[1])
        table.deck.append(answer[1])
