""" "End of each round": the items go round."""

from __future__ import annotations

from tests.naive.watchmen.table import Asking, Option, Player, Question, Table


def draft(table: Table) -> Asking[None]:
    """Everybody takes an item somebody used; the holder of the Necklace chooses first.

    Who takes the Necklace in place of an item waits for the last one and starts the next round.
    If nobody does, it stays where it is.
    """
    offered = [player.played for player in table.players]
    waiting: Player | None = None
    for player in table.clockwise(table.starter):
        options: list[Option] = [("item", item) for item in allowed(table, player, offered)]
        if waiting is None and may_take_necklace(table, player):
            options.append(("item", "necklace"))
        _, item = yield Question(player.seat, "draft", options)
        if item == "necklace":
            waiting = player
        else:
            offered.remove(item)
            player.items.add(item)
    if waiting:
        waiting.items.add(offered.pop())
        table.starter = waiting.seat


def may_take_necklace(table: Table, player: Player) -> bool:
    """The holder may not choose it again (E2), but by the switch."""
    return player.seat != table.starter or table.rules.switch["holder_necklace"] == "allowed"


def allowed(table: Table, player: Player, offered: list[str]) -> list[str]:
    """Not the own item, unless it is the last; by the switch that holds for the first alone (E1)."""
    others = [item for item in offered if item != player.played]
    if player.seat == table.starter:
        return others
    if table.rules.switch["own_item"] == "first_only":
        return offered
    return others or offered


def swap(table: Table) -> None:
    """Two players: swap the items just used; by variant 1 they rest for one round (F2, F3)."""
    two_player = table.rules.switch["two_player"]
    rest = two_player == "variant1" or (two_player == "variant2" and table.rules.switch["variant2_item_rest"])
    for player, other in (table.players, table.players[::-1]):
        player.items.add(other.played)
        player.resting = {other.played} if rest else set()
