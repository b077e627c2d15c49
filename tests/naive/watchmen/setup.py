""" "Setup": races, deck, start hands and items."""

from __future__ import annotations

from tests.naive.watchmen.chance import Chance, ImpossibleError, dealt, permuted
from tests.naive.watchmen.rules import RACES, Rules
from tests.naive.watchmen.table import Player, Table, draw

EXCLUSIVE = ("energy_stone", "unknown_c")


def set_up(rules: Rules, chance: Chance) -> Table:
    """The table before the first turn. The lot for the first player fell on seat 0 (I1)."""
    table = Table(rules, chance, [Player(seat) for seat in range(rules.players)])
    table.races = choose_races(rules, chance)
    cards = watchman_deck(table)
    table.deck = permuted(cards, chance.shuffled(cards))
    for player in table.players:
        while table.gold(player.hand) < rules.number["start_gold"] and table.deck:
            draw(table, player, 1)
    deal_items(table)
    if rules.players == 2 and rules.switch["two_player"] == "variant2":
        table.imaginary = Player(seat=2, tents=7)
    return table


def choose_races(rules: Rules, chance: Chance) -> list[str]:
    """1. As many races as the table says: those the players like, or by lot."""
    races, wanted = chance.races(), rules.by_players("races")
    named = rules.switch["races"]
    if len(set(races)) != wanted or not set(races) <= set(RACES if named == "random" else named):
        raise ImpossibleError(f"races {races}: not {wanted} of those that may be")
    return races


def watchman_deck(table: Table) -> list[str]:
    """1. The Watchmen of these races; with the expansion some mercenaries of every race."""
    rules = table.rules
    cards = [card.name for card in rules.cards.values() if card.is_watchman and card.race in table.races]
    if rules.switch["mercenaries"]:
        for card in rules.cards.values():
            if not card.is_watchman:
                cards += [card.name] * rules.by_players("mercenaries_each")
    return cards


def item_pool(rules: Rules) -> tuple[list[str], list[str]]:
    """4. Items that show the number of players, and those of them that are surely dealt.

    The Necklace is the first player's and not among them. An exclusive item that is in play takes
    the place of a dealt one (G6).
    """
    shown = [name for name, row in rules.items.items() if rules.players in row["players"] and name != "necklace"]
    exclusive = [name for name in shown if name in EXCLUSIVE and rules.switch[name]]
    return [name for name in shown if name not in EXCLUSIVE] + exclusive, exclusive


def deal_items(table: Table) -> None:
    """5. Each player gets some of the items."""
    rules = table.rules
    pool, exclusive = item_pool(rules)
    hands = dealt(table.chance.items(), rules.by_players("items_each"), pool, exclusive)
    for player, hand in zip(table.players, hands):
        player.items = set(hand)
