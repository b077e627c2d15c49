"""Effects of items: whether to use them, and on whom or what."""

from __future__ import annotations

from tests.naive.watchmen.greedy.worth import Look, Taste, actions_left
from tests.naive.watchmen.rules import Card
from tests.naive.watchmen.scoring import own_points
from tests.naive.watchmen.table import PASS, Option, Player, Table

UNSEEN = 0.1
"""Worth of one more card of a race that may still be in the deck."""


def use_effect(table: Table, me: Player, options: list[Option], taste: Taste) -> Option:
    """The best use of the effect; a swap is left alone if none gains anything, what only harms oneself always."""
    uses = [option for option in options if option != PASS]
    match table.rules.items[me.played]["effect"]:
        case "swap_hired_watchman":
            return swap(table, me, options, uses, taste)
        case "name_race_search":
            return max(uses, key=lambda use: race_to_search(table, me, use[1], taste))
        case "swap_hand_card" | "target_discards_random_card":
            return max(uses, key=lambda use: strength(table, table.players[use[1]]))
        case "target_no_actions_this_round":
            return max(uses, key=lambda use: strength_of_actions(table, table.players[use[1]]))
        case "restore_own_action":
            left = {housed.card.name: housed.left for housed in me.army}
            return next((use for use in uses if left[use[1]] == 0), uses[0])
        case "no_hire_this_turn":
            return PASS if PASS in options else uses[0]
        case "name_caste_all_restore_one":
            return max(uses, key=lambda use: caste_to_renew(table, me, use[1]))
    return uses[0]


def strength(table: Table, player: Player) -> float:
    """The points of the army, and half a point for each card in the hand."""
    return own_points(table, player).total + 0.5 * len(player.hand)


def strength_of_actions(table: Table, player: Player) -> float:
    """First whether there are two actions to lose."""
    return 0.1 * strength(table, player) + 5.0 * min(2, actions_left(player))


def race_to_search(table: Table, me: Player, race: str, taste: Taste) -> float:
    """What the race is worth for its majority, and how many of it are not yet hired."""
    look = Look(table, me, taste)
    cards = sum(card.race == race for card in table.rules.cards.values())
    return look.race_worth(race) + UNSEEN * (cards - look.total[race])


def caste_to_renew(table: Table, me: Player, caste: str) -> float:
    """Whether it serves this player, less the share of the others whom it serves."""
    value = 0.0
    for player in table.players:
        if any(housed.card.caste == caste and housed.left < housed.card.actions for housed in player.army):
            value += 1.0 if player is me else -1.0 / len(table.players)
    return value


def swap(table: Table, me: Player, options: list[Option], uses: list[Option], taste: Taste) -> Option:
    """Cloak: the swap that gains most; if none gains anything, none, unless the rules force one."""
    look, cards = Look(table, me, taste), table.rules.cards
    left = {housed.card.name: housed.left for housed in me.army}

    def gain(use: Option) -> float:
        _, _, own, theirs = use
        if table.rules.switch["cloak_source"] == "hand":
            return gain_of_hand(look, cards[own], cards[theirs])
        return gain_of_army(look, cards[own], cards[theirs], left[own])

    best = max(uses, key=gain)
    return PASS if PASS in options and gain(best) <= 0 else best


def gain_of_hand(look: Look, own: Card, theirs: Card) -> float:
    """A better card for the hand, and harm done: the opponent gets the other one."""
    value = look.held(theirs.name) - look.held(own.name)
    return value + look.taste["harm"] * (look.kind_worth(theirs) - look.kind_worth(own))


def gain_of_army(look: Look, own: Card, theirs: Card, left: int) -> float:
    """A better Watchman for the army. The circles stay: on a Warrior's tent they are of no use."""
    stale = look.taste["action"] * left * look.early if theirs.caste == "warrior" else 0.0
    value = look.kind_worth(theirs) - look.kind_worth(own) - stale
    if theirs.race != own.race:
        value += look.race_worth(theirs.race) - look.taste["majority"] * points_lost(look, own.race)
    if (theirs.race, theirs.caste) != (own.race, own.caste) and look.is_double(theirs):
        value -= look.taste["double"]
    return value


def points_lost(look: Look, race: str) -> int:
    """Points of the majority of a race that one Watchman fewer costs."""
    own, best = look.own[race], look.best[race]
    if own <= best:
        return 0
    return look.total[race] if own == best + 1 else 1
