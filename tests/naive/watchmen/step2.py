""" "Step 2: Play your turn": tents, hiring, special actions, in any order, as often as one likes."""

from __future__ import annotations

from tests.naive.watchmen.actions import special_action, usable
from tests.naive.watchmen.mercenaries import abilities, use_ability
from tests.naive.watchmen.purchase import buy_tents, hire, hires, tent_purchases
from tests.naive.watchmen.table import PASS, Asking, Option, Player, Question, Table


def step_2(table: Table, player: Player) -> Asking[None]:
    """Choose among all options until one is satisfied."""
    table.turn.step = 2
    while True:
        answer = yield Question(player.seat, "turn", menu(table, player))
        if answer == PASS:
            return
        if answer[0] == "tents":
            yield from buy_tents(table, player, answer[1], answer[2])
        elif answer[0] == "hire":
            yield from hire(table, player, answer[1])
        elif answer[0] == "act":
            yield from special_action(table, player, answer[1])
        else:
            yield from use_ability(table, player, answer)


def menu(table: Table, player: Player) -> list[Option]:
    """Everything that may be done now; PASS ends the turn."""
    return [
        PASS,
        *tent_purchases(table, player),
        *(("hire", name) for name in hires(table, player, player.hand)),
        *(("act", name) for name in usable(table, player)),
        *abilities(table, player),
    ]
