"""Payments: which cards to spend, and which of them first, out of reach of the Ninjas."""

from __future__ import annotations

from collections.abc import Iterable

from tests.naive.watchmen.greedy.worth import Look, Taste
from tests.naive.watchmen.table import PASS, Option, Player, Table

TIERS = 7
MOST = 18
"""Cards looked at in one payment."""


def pay(table: Table, me: Player, options: list[Option], taste: Taste) -> Option:
    """Stop when all is paid. Cards with more gold go first, so that Ninjas find the cheapest on top."""
    due, cards = table.turn.due, table.rules.cards
    if due <= 0:
        return PASS
    gold = [cards[name].gold for _, name in options]
    if sum(gold) - min(gold) < due:  # all must go
        return max(options, key=lambda option: (cards[option[1]].gold, cards[option[1]].price))
    look, options = Look(table, me, taste), options[:MOST]
    bundle = [(cards[name].gold, tier(look.prize(name)), k) for k, (_, name) in enumerate(options)]
    return options[next_card(spent(bundle, due), bundle)]


Coin = tuple[int, int, int]
"""A card that may pay: its gold, how dear it is, and its place among the options."""


def tier(prize: float) -> int:
    """0 for a card that is only money, 1 to 7 the better it is to hire."""
    return min(TIERS, 1 + int(prize)) if prize > 0.0 else 0


def sums(coins: Iterable[Coin]) -> set[int]:
    """All the amounts that some of the cards can make."""
    found = {0}
    for gold, _, _ in coins:
        found |= {amount + gold for amount in found}
    return found


def spent(bundle: list[Coin], due: int) -> tuple[int, int]:
    """How much to pay and how dear a card may be for it.

    Cards no dearer than needed to pay at all; one tier dearer if less is paid too much then.
    """

    def least(dearest: int) -> int:
        return min(amount for amount in sums(up_to(bundle, dearest)) if amount >= due)

    dearest = next(
        tier for tier in range(TIERS + 1) if tier == TIERS or sum(gold for gold, *_ in up_to(bundle, tier)) >= due
    )
    amount = least(dearest)
    if amount > due and dearest < TIERS and least(dearest + 1) < amount:
        return least(dearest + 1), dearest + 1
    return amount, dearest


def up_to(bundle: list[Coin], dearest: int) -> list[Coin]:
    """The cards no dearer than that."""
    return [coin for coin in bundle if coin[1] <= dearest]


def next_card(plan: tuple[int, int], bundle: list[Coin]) -> int:
    """The card with most gold that is part of paying just so much; of equals the one that is worse to hire."""
    amount, dearest = plan
    coins = up_to(bundle, dearest)
    for coin in sorted(coins, key=lambda coin: (-coin[0], coin[1])):
        gold, _, place = coin
        if amount - gold in sums(other for other in coins if other is not coin):
            return place
    return 0
