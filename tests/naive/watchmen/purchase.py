""" "2a. Buying Tents" and "2b. Hiring a Watchman"."""

from __future__ import annotations

from tests.naive.watchmen.imaginary import follow
from tests.naive.watchmen.ninja import ninja_calls
from tests.naive.watchmen.table import PASS, Asking, Option, Player, Question, Table


def tent_purchases(table: Table, player: Player) -> list[Option]:
    """2a. A card of at least 1 gold buys at most as many tents as it shows gold (C2).

    Hunters' coins may be added, or used alone (C3). By the switch several cards may be used.
    """
    coins, found = table.turn.coins, []
    if table.rules.switch["tent_payment"] == "many_cards":
        means = [(None, table.gold(player.hand) + coins)]
    else:
        means = [(None, coins)]
        for name in player.hand:
            gold = table.rules.cards[name].gold
            if gold >= 1:
                means.append((name, gold + coins))
    room = table.rules.number["max_tents"] - player.tents
    for name, gold in means:
        most = min(room, gold // table.rules.number["tent_price"])
        found += [("tents", name, tents) for tents in range(1, most + 1)]
    return found


def buy_tents(table: Table, player: Player, name: str | None, tents: int) -> Asking[None]:
    """2a. Discard the card, place the tents in front of oneself."""
    if table.rules.switch["tent_payment"] == "many_cards":
        laid = yield from pay(table, player, tents * table.rules.number["tent_price"])
    else:
        table.turn.coins = 0  # what is not used for this purchase is lost (C3)
        laid = [name] if name else []
        if name:
            table.discard(player, name)
    player.tents += tents
    yield from ninja_calls(table, player, laid)


def comes_with_tents(table: Table, player: Player) -> int:
    """Free tents that the Moneybag gives with the next hire (G3), within the limit of 7 (G4)."""
    if table.rules.switch["moneybag"] == "per_game" and player.army:
        return 0
    return min(table.turn.free_tents, table.rules.number["max_tents"] - player.tents)


def may_house(table: Table, player: Player) -> bool:
    """2b. An empty tent is needed; the Moneybag's count only if they come before the hire (G4)."""
    early = table.rules.switch["moneybag_tents_before_hire"]
    return player.free_tents() + (comes_with_tents(table, player) if early else 0) > 0


def price(table: Table, name: str, less: int) -> int:
    """Gold to pay for a Watchman, never below 0."""
    return max(0, table.rules.cards[name].price - table.turn.discount - less)


def hires(table: Table, player: Player, payers: list[str], less: int = 0) -> list[str]:
    """2b. Watchmen in the hand that the other cards (of those that may pay) and the coins can buy."""
    if table.turn.hires < 1 or not may_house(table, player):
        return []
    cards, means = table.rules.cards, table.gold(payers) + table.turn.coins
    return [
        name for name in player.hand if cards[name].is_watchman and means - cards[name].gold >= price(table, name, less)
    ]


def hire(table: Table, player: Player, name: str, less: int = 0) -> Asking[None]:
    """2b. Place the Watchman on a tent and pay for it; then the Ninjas may call."""
    due, turn = price(table, name, less), table.turn
    bonus = comes_with_tents(table, player)
    player.hand.remove(name)
    player.house(table.rules.cards[name])
    laid = yield from pay(table, player, due)
    player.tents += bonus
    turn.hires -= 1
    turn.discount = turn.free_tents = 0
    if len(player.army) >= table.rules.number["army_goal"]:
        table.last_round = True
    covered = follow(table)
    if covered and table.rules.switch["ninja_depth"] == "payment_only":
        laid = []  # what lies on top of it was not paid (D2)
    yield from ninja_calls(table, player, laid)


def pay(table: Table, player: Player, due: int) -> Asking[list[str]]:
    """Discard cards one by one, the payer choosing the order; returns them, the last one on top.

    The coins of this turn go first and what is left of them is lost (C3). More may be paid than
    is due (C4); a card without gold pays nothing.
    """
    turn, laid = table.turn, []
    turn.due, turn.coins = due - turn.coins, 0
    while True:
        options: list[Option] = [("card", name) for name in player.hand if table.rules.cards[name].gold > 0]
        if turn.due <= 0:
            options.append(PASS)
        answer = yield Question(player.seat, "pay", options)
        if answer == PASS:
            return laid
        table.discard(player, answer[1])
        laid.append(answer[1])
        turn.due -= table.rules.cards[answer[1]].gold
