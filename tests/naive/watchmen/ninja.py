""" "2c. Carrying out a Watchman's special action": the Ninja, on an opponent's turn."""

from __future__ import annotations

from tests.naive.watchmen.chance import drawn
from tests.naive.watchmen.table import PASS, Asking, Housed, Player, Question, Table


def ninja_calls(table: Table, payer: Player, laid: list[str]) -> Asking[None]:
    """After a purchase with discards, before the payer goes on (D3): Ninjas take the top discard.

    All who can are asked before anybody's call counts; whoever was first takes the card, and then
    all may call again. An exhausted Ninja cannot. Any discard may be taken, or (switch) only what was paid (D2).
    """
    while laid and table.pile:
        called: dict[int, Housed] = {}
        for player in table.others(payer.seat):
            ninjas = {h.card.name: h for h in player.army if h.card.caste == "ninja" and h.left > 0}
            if ninjas:
                answer = yield Question(player.seat, "ninja", [PASS, *(("use", name) for name in ninjas)])
                if answer != PASS:
                    called[player.seat] = ninjas[answer[1]]
        if not called:
            return
        first = who_is_first(table, list(called))
        called[first].left -= 1
        taken = table.pile.pop()
        table.players[first].hand.append(taken)
        if table.rules.switch["ninja_depth"] == "payment_only":
            laid = laid[:-1]


def who_is_first(table: Table, willing: list[int]) -> int:
    """The fastest voice: by lot, or (switch) clockwise from the payer, or the reverse (D1)."""
    order = table.rules.switch["ninja_order"]
    if order == "clockwise" or len(willing) == 1:
        return willing[0]
    return willing[-1] if order == "reverse" else drawn(table.chance.quickest(willing), willing)
