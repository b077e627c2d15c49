"""The strategy `greedy-value` written down a second time, over the naive table: every choice by its worth now.

Nothing of the compiled strategy is used here; only its weights are told, by name. `choose` is the place to begin. Of
options worth the same the first one listed is taken.
"""

from __future__ import annotations

from tests.naive.asking import Question
from tests.naive.watchmen.greedy.effects import use_effect
from tests.naive.watchmen.greedy.items import answer_shield, choose_item, draft_item
from tests.naive.watchmen.greedy.mercenaries import convert
from tests.naive.watchmen.greedy.payment import pay
from tests.naive.watchmen.greedy.steps import turn
from tests.naive.watchmen.greedy.worth import Look, Taste
from tests.naive.watchmen.table import PASS, Option, Player, Table


def choose(table: Table, question: Question[Option], taste: Taste) -> Option:
    """The option that greedy-value takes."""
    me, options = table.players[question.seat], list(question.options)
    match question.kind:
        case "item":
            return choose_item(table, me, options, taste)
        case "draft":
            return draft_item(table, me, options, taste)
        case "shield":
            return answer_shield(table, me, options, taste)
        case "effect":
            return use_effect(table, me, options, taste)
        case "turn":
            return turn(table, me, options, taste)
        case "pay":
            return pay(table, me, options, taste)
        case "ninja":
            return answer_ninja(table, me, options, taste)
        case "take":
            look = Look(table, me, taste)
            return max(options, key=lambda option: look.held(option[1]))
        case "mage" | "give" | "discard":
            look = Look(table, me, taste)
            return min(options, key=lambda option: look.held(option[1]))
        case "return":
            return lay_back(table, options)
        case "restore":
            return exhausted_first(me, options)
        case "convert":
            return convert(table, me, options)
    raise ValueError(f"no decision is called {question.kind!r}")


def lay_back(table: Table, options: list[Option]) -> Option:
    """The card to lay on the deck next, by price and gold: the last one is drawn first.

    After the Target's search that is by this player, so the best comes last; after an Assassin's look by the next
    one, so the best comes first.
    """

    def strength(option: Option) -> int:
        card = table.rules.cards[option[1]]
        return card.price + card.gold

    return max(options, key=strength) if table.turn.step == 2 else min(options, key=strength)


def exhausted_first(me: Player, options: list[Option]) -> Option:
    """Give an action back, to an exhausted Watchman if there is one."""
    left = {housed.card.name: housed.left for housed in me.army}
    uses = [option for option in options if option != PASS]
    return next((option for option in uses if left[option[1]] == 0), uses[0])


def answer_ninja(table: Table, me: Player, options: list[Option], taste: Taste) -> Option:
    """Call if the top discard is worth it, by the Ninja with most actions left; the bar sinks as the end nears."""
    look = Look(table, me, taste)
    value = look.held(table.pile[-1])
    if table.last_round and me.had_turn:
        value = 0.0  # nothing can be bought with it any more
    if value < taste["call"] * (0.5 + look.early):
        return PASS
    left = {housed.card.name: housed.left for housed in me.army}
    return max((option for option in options if option != PASS), key=lambda option: left[option[1]])
