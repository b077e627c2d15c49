""" "Bloody Mercenaries Expansion": the abilities. Paying with one is as with any card."""

from __future__ import annotations

from tests.naive.watchmen.purchase import hire, hires
from tests.naive.watchmen.table import PASS, Asking, Option, Player, Question, Table, draw


def abilities(table: Table, player: Player) -> list[Option]:
    """Every use of the mercenaries in the hand; there is no limit to them in a turn (H3)."""
    found: list[Option] = []
    for name in player.hand:
        kind = table.rules.cards[name].ability
        if kind == "cat":
            found += [("ability", name, other.seat) for other in table.others(player.seat) if other.hand]
        elif kind == "dog":
            others = player.hand[:]
            others.remove(name)
            less = table.rules.mercenaries["dog"]["discount"]
            found += [("ability", name, hired) for hired in hires(table, player, others, less)]
        elif kind in ("rabbit", "otter") or (kind == "owl" and convertible(table, player)):
            found.append(("ability", name))
    return found


def use_ability(table: Table, player: Player, use: Option) -> Asking[None]:
    """Use the special ability; afterwards the card goes onto the discard pile."""
    name = use[1]
    kind = table.rules.cards[name].ability
    row = table.rules.mercenaries[kind]
    player.hand.remove(name)  # it lies on the table while it is used
    if kind == "rabbit":
        draw(table, player, row["draw"])
    elif kind == "cat":
        opponent = table.players[use[2]]
        for _ in range(min(len(opponent.hand), row["cards"])):
            player.hand.append(table.random_card(opponent))
    elif kind == "dog":
        # the hire of this turn (H4): no other may follow but by the Moneybag
        yield from hire(table, player, use[2], less=row["discount"])
    elif kind == "otter":
        yield from otter(table, player)
    else:
        yield from owl(table, player)
    table.pile.append(name)


def otter(table: Table, player: Player) -> Asking[None]:
    """Every player discards a card of their own choice, the user first."""
    for other in table.clockwise(player.seat):
        if other.hand:
            _, name = yield Question(other.seat, "discard", [("card", name) for name in other.hand])
            table.discard(other, name)


def convertible(table: Table, player: Player) -> list[str]:
    """Own Watchmen that have special actions left; circles a Cloak left on a Warrior's tent are none (G5)."""
    return [housed.card.name for housed in player.army if housed.left > 0 and housed.card.caste != "warrior"]


def owl(table: Table, player: Player) -> Asking[None]:
    """Turn one or more special actions into gold for a purchase, outside the item's number (H1)."""
    options: list[Option] = []
    while True:
        options = options[:1] + [("card", name) for name in convertible(table, player)]
        answer = yield Question(player.seat, "convert", options)
        if answer == PASS:
            return
        next(housed for housed in player.army if housed.card.name == answer[1]).left -= 1
        table.turn.coins += table.rules.switch["owl_gold_per_action"]
        options = [PASS]
