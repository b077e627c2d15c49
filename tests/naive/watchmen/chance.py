"""What falls to chance. Whoever plays the twin supplies it; what the rules do not allow is refused."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class ImpossibleError(Exception):
    """Chance came out as the rules do not allow."""


class Chance(Protocol):
    """All that is drawn by lot in a game."""

    def races(self) -> list[str]:
        """The races in play (Setup 1)."""

    def shuffled(self, cards: list[str]) -> list[str]:
        """The same cards in their new order, the top last."""

    def items(self) -> list[set[str]]:
        """The items dealt to each seat (Setup 5)."""

    def random_card(self, seat: int, hand: list[str]) -> str:
        """One card of a hand."""

    def quickest(self, willing: list[int]) -> int:
        """Who called out first."""

    def winner(self, tied: list[int]) -> int:
        """Who wins among equals, if lots are drawn."""


def permuted(cards: list[str], order: list[str]) -> list[str]:
    """The order, if it is one of these cards."""
    if sorted(cards) != sorted(order):
        raise ImpossibleError(f"{sorted(order)} is no order of {sorted(cards)}")
    return order


def drawn(lot: T, among: Sequence[T]) -> T:
    """The lot, if it is one of these."""
    if lot not in among:
        raise ImpossibleError(f"{lot} is none of {among}")
    return lot


def dealt(hands: list[set[str]], each: int, pool: Collection[str], surely: Collection[str]) -> list[set[str]]:
    """The hands of items, if they are `each` of the pool to every one, none twice, `surely` among them."""
    together = [item for hand in hands for item in hand]
    fair = all(len(hand) == each for hand in hands) and len(set(together)) == len(together)
    if not fair or not set(together) <= set(pool) or not set(surely) <= set(together):
        raise ImpossibleError(f"items {hands} are not {each} to each of {sorted(pool)}, {sorted(surely)} among them")
    return hands
