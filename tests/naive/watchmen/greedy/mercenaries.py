"""Mercenaries: when an ability is worth more than the coin on the card."""

from __future__ import annotations

from tests.naive.watchmen.greedy.worth import standing
from tests.naive.watchmen.table import PASS, Option, Player, Table


def short_of_gold(table: Table, me: Player) -> bool:
    """Whether no hire can be paid for, but one could if every special action left were gold."""
    if table.turn.hires < 1 or me.free_tents() < 1:
        return False
    gold = table.turn.coins + table.turn.discount + table.gold(me.hand)
    cards = [table.rules.cards[name] for name in me.hand]
    cost = min((card.price + card.gold for card in cards if card.is_watchman), default=99)
    actions = sum(housed.left for housed in me.army if housed.card.caste != "warrior")
    return gold < cost <= gold + actions * int(table.rules.switch["owl_gold_per_action"])


def worth_drawing(table: Table) -> bool:
    """Whether a Rabbit draws more than itself; two of them would else go round for ever, all other cards in hands."""
    amount = table.rules.mercenaries["rabbit"]["draw"]
    return amount > 1 and len(table.deck) + len(table.pile) >= amount


def use_mercenary(table: Table, me: Player, options: list[Option], target: str | None) -> Option | None:
    """Draw if possible, else steal from the strongest, else what is called for; None if nothing is.

    All discard when this player has next to nothing to lose and cannot hire; actions become gold when nothing is
    within reach without it. A Dog is used when its hire is what is wanted.
    """
    uses = [(table.rules.cards[option[1]].ability, option) for option in options if option[0] == "ability"]
    for kind, option in uses:
        if kind == "rabbit" and worth_drawing(table):
            return option
    steals = [option for kind, option in uses if kind == "cat"]
    if steals:
        victims = {other.seat: standing(table, other) + len(other.hand) for other in table.others(me.seat)}
        return max(steals, key=lambda steal: victims[steal[2]])
    for kind, option in uses:
        if kind == "otter" and len(me.hand) <= 2 and table.turn.hires < 1:
            return option
        if kind == "owl" and target is None and short_of_gold(table, me):
            return option
    return None


def convert(table: Table, me: Player, options: list[Option]) -> Option:
    """The Watchman with most actions left, until a hire can be paid for."""
    if PASS in options and not short_of_gold(table, me):
        return PASS
    left = {housed.card.name: housed.left for housed in me.army}
    return max((option for option in options if option != PASS), key=lambda option: left[option[1]])
