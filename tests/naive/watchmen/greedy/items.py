"""Which item to play, which to draft, and whether to give one up for the Shield. Effects are valued in gold."""

from __future__ import annotations

from tests.naive.watchmen.greedy.worth import Taste, actions_left
from tests.naive.watchmen.table import PASS, Option, Player, Table

SEARCH, LETTER, CLOAK, SHIELD, ENERGY, RESTORE = 1.2, 1.2, 1.6, 0.5, 0.8, 2.0
ONE_MORE_HIRE, HIRE_LOST, A_CARD = 2.0, 2.5, 2.0


def slack(table: Table, me: Player) -> int:
    """Gold left over by the cheapest hire the hand can pay for; below 0 the gold it lacks."""
    cards = [table.rules.cards[name] for name in me.hand]
    costs = [card.price + card.gold for card in cards if card.is_watchman]
    return table.gold(me.hand) - min(costs, default=99)


def has_used(player: Player) -> bool:
    """Whether any of its Watchmen has used a special action."""
    return any(housed.left < housed.card.actions for housed in player.army)


def effect_gold(table: Table, me: Player, item: str, spare: int, harm: float) -> float:
    """An item's effect in gold; `harm` is what a gold lost by an opponent is worth."""
    row = table.rules.items[item]
    match row["effect"]:
        case "no_hire_this_turn":
            return -HIRE_LOST if row["diamond"] == "red" and spare >= 0 else 0.0
        case "hire_discount":
            return float(row["gold"]) if spare + A_CARD * row["draw"] >= 0 else 0.0
        case "two_hires_first_gives_two_tents":
            room = table.rules.number["max_tents"] - me.tents
            tents = float(min(row["free_tents"], room)) if spare >= -2 else 0.0
            return tents + ONE_MORE_HIRE if spare >= 6 else tents
        case "restore_own_action":
            return RESTORE if has_used(me) else 0.0
        case "name_race_search":
            return SEARCH
        case "swap_hand_card":
            return LETTER + harm
        case "swap_hired_watchman":
            return CLOAK if me.army else 0.0
        case "target_discards_random_card":
            return A_CARD * harm
        case "target_no_actions_this_round":
            waiting = any(not other.had_turn for other in table.others(me.seat))
            return A_CARD * harm if waiting else 0.0
        case "immune_and_reaction":
            return SHIELD
        case "name_caste_all_restore_one":
            return ENERGY if has_used(me) else 0.0
    return 0.0


def item_value(table: Table, me: Player, item: str, work: int, spare: int, taste: Taste) -> float:
    """An item's cards, the special actions it allows if so many are left, its effect."""
    row = table.rules.items[item]
    value = taste["draw"] * row["draw"]
    value += taste["slot"] * min(row["actions"], work)
    return value + taste["coin"] * effect_gold(table, me, item, spare, taste["harm"])


def values(table: Table, me: Player, items: list[str], taste: Taste) -> dict[str, float]:
    """What each of the items is worth."""
    work, spare = actions_left(me), slack(table, me)
    return {item: item_value(table, me, item, work, spare, taste) for item in items}


def choose_item(table: Table, me: Player, options: list[Option], taste: Taste) -> Option:
    """The item most worth playing."""
    worth = values(table, me, [item for _, item in options], taste)
    return max(options, key=lambda option: worth[option[1]])


def draft_item(table: Table, me: Player, options: list[Option], taste: Taste) -> Option:
    """The item most worth having. The Necklace brings the start, and the worst of the others."""
    necklace = ("item", "necklace")
    others = [option for option in options if option != necklace]
    worth = values(table, me, [item for _, item in others], taste)
    best = max(others, key=lambda option: worth[option[1]])
    if necklace in options and min(worth.values()) + taste["start"] > worth[best[1]]:
        return necklace
    return best


def answer_shield(table: Table, me: Player, options: list[Option], taste: Taste) -> Option:
    """Put the Shield down if the blow costs more than what is lost by not playing the best item."""
    worth = values(table, me, sorted(me.items - me.resting), taste)
    lost = max(0.0, *worth.values()) - worth["shield"]
    use = next(option for option in options if option != PASS)
    return use if blow(table, me, taste) > lost else PASS


def blow(table: Table, me: Player, taste: Taste) -> float:
    """What the effect aimed at this player would cost it."""
    item = table.players[table.turn.seat].played
    match table.rules.items[item]["effect"]:
        case "target_no_actions_this_round":
            return taste["slot"] * min(2, actions_left(me))
        case "swap_hired_watchman":
            return taste["coin"] * CLOAK
        case "swap_hand_card":
            return taste["coin"] * LETTER
    return taste["coin"] * A_CARD
