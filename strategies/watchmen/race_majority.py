"""Strategy race-majority: own two races."""

import numpy as np

from simcore.games.watchmen.state import CASTES, RACES
from simcore.jit import helper
from strategies.contract import Weight, strategy
from strategies.watchmen._cards import EVERY_CASTE
from strategies.watchmen._decide import decide
from strategies.watchmen._taste import OWN, taste


@helper
def stake(rules, public, private, race, hope):
    """How good the race looks: own Watchmen, those in hand for `hope` each, less the strongest rival's."""
    rival = 0
    for other in range(public.armies):
        if other != public.seat:
            rival = max(rival, public.race_count[other, race])
    value = 2.0 * public.race_count[public.seat, race] - rival
    for i in range(private.hand_count):
        if rules.race[private.hand[i]] == race:
            value += hope
    return value


@helper
def two_races(rules, public, private, hope):
    """Mask of every caste of the two races with the best stakes."""
    first = second = np.int64(0)
    best = better = -1e9
    for race in range(RACES):
        if public.race_in[race]:
            value = stake(rules, public, private, race, hope)
            if value > best:
                second, better = first, best
                first, best = race, value
            elif value > better:
                second, better = race, value
    return EVERY_CASTE << (first * CASTES) | EVERY_CASTE << (second * CASTES)


@strategy(
    "watchmen",
    idea="Sets its heart on the two races where it stands best and collects them; ties the others' majorities.",
    weights=(
        *taste(majority=1.0, denial=0.3, liked=1.0, action=0.8, par=6.0),
        Weight("hope", 0.5, "how much a card in hand counts when races are chosen, a hired one counting 2", 0.0, 2.0),
    ),
)
def race_majority(rules, public, private, options, count, weights, stream):
    """Every decision by worth, the Watchmen of two races being worth more."""
    liked = two_races(rules, public, private, weights[OWN])
    return decide(rules, public, private, options, count, liked, weights)
