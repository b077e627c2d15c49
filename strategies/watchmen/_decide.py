"""The shared play: every kind of decision, answered by worth.

A strategy answers the decisions its idea is about and leaves the rest to `decide`.
"""

import numpy as np

from simcore.games.watchmen.state import (
    D_CONVERT,
    D_DISCARD,
    D_DRAFT,
    D_EFFECT,
    D_GIVE,
    D_ITEM,
    D_MAGE,
    D_NINJA,
    D_PAY,
    D_RESTORE,
    D_RETURN,
    D_SHIELD,
    D_TAKE,
    D_TURN,
)  # fmt: skip
from simcore.jit import helper, hot_helper
from strategies.watchmen._answers import answer_ninja, best_card, lay_back, pay, worst_card
from strategies.watchmen._cards import look
from strategies.watchmen._effects import restore_slot, use_effect
from strategies.watchmen._items import answer_shield, choose_item, draft_item
from strategies.watchmen._mercenaries import convert
from strategies.watchmen._turn import turn

NO_KINDS = np.int64(0)
"""A strategy that collects no kind of Watchman in particular."""


@hot_helper
def decide(rules, public, private, options, count, liked, weights):
    """Index of the option to choose, for every kind of decision; the first for an unknown kind.

    liked is the mask of the kinds of Watchmen the strategy collects (see `Eye`).
    """
    kind = public.decision
    if kind == D_ITEM:
        return choose_item(rules, public, private, options, count, weights)
    if kind == D_DRAFT:
        return draft_item(rules, public, private, options, count, weights)
    if kind == D_TURN:
        return turn(rules, public, private, options, count, liked, weights)
    if kind == D_PAY:
        return pay(rules, public, options, count, liked, weights)
    if kind == D_RETURN:
        return lay_back(rules, public, options, count)
    eye = look(rules, public, liked)
    if kind == D_NINJA:
        return answer_ninja(rules, public, options, count, eye, weights)
    if kind == D_EFFECT:
        return use_effect(rules, public, options, count, eye, weights)
    return decide_card(rules, public, private, options, count, eye, weights)


@helper
def decide_card(rules, public, private, options, count, eye, weights):
    """The rarer decisions: one card, one Watchman, the Shield."""
    kind = public.decision
    if kind == D_TAKE:
        return best_card(rules, public, options, count, eye, weights)
    if kind == D_MAGE or kind == D_GIVE or kind == D_DISCARD:
        return worst_card(rules, public, options, count, eye, weights)
    if kind == D_SHIELD:
        return answer_shield(rules, public, private, options, count, weights)
    if kind == D_RESTORE:
        return restore_slot(rules, public, options, count, 0.0)
    if kind == D_CONVERT:
        return convert(rules, public, private, options, count)
    return 0
