"""Strategy warriors: an army of fighters."""

import numpy as np

from simcore.games.watchmen.state import D_TURN, WARRIOR, WATCHMEN
from simcore.games.watchmen.words import WARRIORS
from simcore.jit import helper
from strategies.contract import Weight, strategy
from strategies.watchmen._decide import decide
from strategies.watchmen._taste import OWN, taste
from strategies.watchmen._tents import NOTHING
from strategies.watchmen._turn import best_target, find_acts, funds_of, go_for, time_to_wait

FIGHTERS = np.int64(WARRIORS)


@helper
def worth_saving(rules, private, funds, most):
    """Whether at most this much gold is missing for a Warrior in hand."""
    for i in range(private.hand_count):
        card = private.hand[i]
        if card < WATCHMEN and rules.caste[card] == WARRIOR:
            if rules.price[card] + rules.gold[card] - funds.gold <= most:
                return True
    return False


@strategy(
    "watchmen",
    idea="Collects Warriors for their bonus, saves for one in hand, and plays items for their cards.",
    weights=(
        *taste(liked=1.5, action=0.3, par=6.0, slot=0.5, draw=1.7),
        Weight("saving", 0.0, "gold that may be missing for a Warrior in hand to save for it", -1.0, 9.0),
    ),
)
def warriors(rules, public, private, options, count, weights, stream):
    """With a Warrior in hand and nearly paid for no other caste is hired, until the end is near."""
    if public.decision != D_TURN:
        return decide(rules, public, private, options, count, FIGHTERS, weights)
    acts = find_acts(rules, public, options, count)
    if acts.assassin >= 0:
        return acts.assassin
    funds = funds_of(rules, public, private, acts.hunting)
    target = best_target(rules, public, private, funds, FIGHTERS, weights)
    if target >= 0 and rules.caste[target] != WARRIOR:
        if worth_saving(rules, private, funds, weights[OWN]) and time_to_wait(rules, public):
            target = NOTHING
    return go_for(rules, public, private, options, count, target, acts, FIGHTERS, weights)
