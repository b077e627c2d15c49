"""Strategy ninja-thief: live on what others pay with."""

import numpy as np

from simcore.games.watchmen.state import (
    CASTES,
    D_EFFECT,
    D_NINJA,
    D_RESTORE,
    E_ENERGY,
    E_RESTORE,
    K_PASS,
    K_USE,
    NINJA,
    RACES,
)
from simcore.jit import helper
from strategies.contract import Weight, strategy
from strategies.watchmen._answers import call_ninja, call_value
from strategies.watchmen._cards import look
from strategies.watchmen._decide import decide
from strategies.watchmen._effects import renewable, restore_slot
from strategies.watchmen._taste import COIN, OWN, taste

THIEVES = np.int64(sum(1 << (race * CASTES + NINJA) for race in range(RACES)))


@helper
def calls_left(rules, public):
    """Actions all own Ninjas have left."""
    total = 0
    for slot in range(public.army_count[public.seat]):
        if rules.caste[public.army[public.seat, slot]] == NINJA:
            total += int(public.left[public.seat, slot])
    return total


@helper
def steal(rules, public, options, count, weights):
    """Index of a call, if the card is worth it: the more calls are left, the less it must be worth."""
    bar = weights[COIN] * (weights[OWN] - weights[OWN + 1] * calls_left(rules, public))
    eye = look(rules, public, THIEVES)
    if call_value(rules, public, eye, weights) < max(weights[COIN], bar * min(1.0, 2.0 * eye.early)):
        return 0
    return call_ninja(public, options, count)


@helper
def renew_ninjas(rules, public, options, count, weights):
    """Index of the use of an effect that gives a Ninja an action back, -1 if there is none."""
    effect = rules.item_effect[public.item]
    for i in range(count):
        if options[i].kind == K_USE and effect == E_ENERGY and options[i].a == NINJA:
            return i if renewable(rules, public, public.seat, NINJA) else -1
    return restore_slot(rules, public, options, count, weights[OWN + 2]) if effect == E_RESTORE else -1


@strategy(
    "watchmen",
    idea="Hires Ninjas early, calls on every card of use and lets effects give the Ninjas their actions back.",
    weights=(
        *taste(liked=2.5, action=0.8, par=6.0),
        Weight("choosy", 3.5, "gold a card must be worth for the last call", 0.0, 8.0),
        Weight("plenty", 0.6, "by how much less for every call left", 0.0, 3.0),
        Weight("renew", 2.0, "how far a Ninja goes before others when an action is given back", -2.0, 4.0),
    ),
)
def ninja_thief(rules, public, private, options, count, weights, stream):
    """Ninja calls and actions given back go their own way, the rest by worth."""
    if public.decision == D_NINJA and options[0].kind == K_PASS:
        return steal(rules, public, options, count, weights)
    if public.decision == D_RESTORE:
        return restore_slot(rules, public, options, count, weights[OWN + 2])
    if public.decision == D_EFFECT:
        index = renew_ninjas(rules, public, options, count, weights)
        if index >= 0:
            return index
    return decide(rules, public, private, options, count, THIEVES, weights)
