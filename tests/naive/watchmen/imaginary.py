""" "Special Rules for 2 Players", variant 2: the imaginary third player."""

from __future__ import annotations

from tests.naive.watchmen.table import Table, top_card


def follow(table: Table) -> bool:
    """It always has as many Watchmen as the player who has more, drawn from the deck at once (F5).

    A mercenary cannot be hired: it is discarded and another card drawn (F4). Tells whether one was.
    """
    third, discarded = table.imaginary, False
    while third and len(third.army) < max(len(player.army) for player in table.players):
        if not any(table.rules.cards[name].is_watchman for name in [*table.deck, *table.pile]):
            table.dry += 1  # mercenaries alone would go round for ever
            break
        name = top_card(table)
        if name is None:
            break
        if table.rules.cards[name].is_watchman:
            third.house(table.rules.cards[name])
        else:
            table.pile.append(name)
            discarded = True
    return discarded
