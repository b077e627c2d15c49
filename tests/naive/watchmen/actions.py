""" "2c. Carrying out a Watchman's special action", on the own turn."""

from __future__ import annotations

from tests.naive.watchmen.table import Asking, Player, Question, Table, lay_back, look, reshufflable


def usable(table: Table, player: Player) -> list[str]:
    """Hired Watchmen that may act now: not exhausted, within the item's number, with something to do.

    A Mage needs a discard (D5), an Assassin a card to look at (A2). Warriors have no action, and
    Ninjas none on the own turn.
    """
    if table.turn.actions < 1:
        return []
    possible = {"hunter": True, "mage": bool(table.pile), "assassin": bool(table.deck or reshufflable(table))}
    return [housed.card.name for housed in player.army if housed.left > 0 and possible.get(housed.card.caste)]


def special_action(table: Table, player: Player, name: str) -> Asking[None]:
    """Carry out the action of the caste and slide the Watchman one step further up."""
    housed = next(housed for housed in player.army if housed.card.name == name)
    housed.left -= 1
    table.turn.actions -= 1
    if housed.card.caste == "hunter":
        table.turn.coins += table.rules.number["hunter_gold"]
    elif housed.card.caste == "mage":
        yield from mage(table, player)
    else:
        yield from assassin(table, player)


def mage(table: Table, player: Player) -> Asking[None]:
    """Draw the top 2 discards, then discard 1 card of the hand."""
    for _ in range(min(len(table.pile), table.rules.number["mage_draw"])):
        player.hand.append(table.pile.pop())
    _, name = yield Question(player.seat, "mage", [("card", name) for name in player.hand])
    table.discard(player, name)


def assassin(table: Table, player: Player) -> Asking[None]:
    """Draw the top 5 cards of the deck, keep one, return the others to the top in any order."""
    cards = look(table, table.rules.number["assassin_look"])
    _, taken = yield Question(player.seat, "take", [("card", name) for name in cards])
    cards.remove(taken)
    player.hand.append(taken)
    yield from lay_back(table, player, cards)
