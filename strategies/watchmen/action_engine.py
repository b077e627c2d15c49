"""Strategy action-engine: special actions early, dear Watchmen late."""

import numpy as np

from simcore.games.watchmen.state import ASSASSIN, CASTES, D_TURN, HUNTER, MAGE, RACES
from simcore.games.watchmen.words import usable
from simcore.jit import helper
from strategies.contract import Weight, strategy
from strategies.watchmen._cards import look
from strategies.watchmen._decide import NO_KINDS, decide
from strategies.watchmen._taste import OWN, taste
from strategies.watchmen._tents import coin_tents, tent_room
from strategies.watchmen._turn import best_target, find_acts, funds_of, go_for

WORKERS = np.int64(sum(1 << (race * CASTES + caste) for race in range(RACES) for caste in (ASSASSIN, MAGE, HUNTER)))


@helper
def wanted(rules, public, weights):
    """Mask of the Watchmen wanted: those with actions, until enough are at work or it is late."""
    if usable(public, public.seat) >= weights[OWN + 1]:
        return NO_KINDS
    return WORKERS if look(rules, public, NO_KINDS).early >= weights[OWN] else NO_KINDS


@helper
def keep_busy(rules, public, options, count, acts):
    """Index of an action that waits for nothing: an Assassin's, a Mage's, a Hunter's for two tents; -1 if none."""
    if acts.assassin >= 0:
        return acts.assassin
    if acts.mage >= 0 and public.pile_count >= rules.mage_draw:
        return acts.mage
    if public.hires_left <= 0 and tent_room(rules, public) > 1 and not public.last_round:
        tents = coin_tents(rules, public, options, count)
        return tents if tents >= 0 else acts.hunter
    return -1


@strategy(
    "watchmen",
    idea="Builds a team of Hunters, Assassins and Mages first, keeps it busy every turn, and hires dear Watchmen late.",
    weights=(
        *taste(liked=0.5, action=2.2, par=7.0, slot=1.0),
        Weight("phase", 0.5, "part of the game still to come down to which it hires for actions", 0.0, 1.0),
        Weight("team", 6.0, "actions left in the army that are enough", 0.0, 15.0),
    ),
)
def action_engine(rules, public, private, options, count, weights, stream):
    """No action that can be used is left for later."""
    liked = wanted(rules, public, weights)
    if public.decision != D_TURN:
        return decide(rules, public, private, options, count, liked, weights)
    acts = find_acts(rules, public, options, count)
    step = keep_busy(rules, public, options, count, acts)
    if step >= 0:
        return step
    target = best_target(rules, public, private, funds_of(rules, public, private, acts.hunting), liked, weights)
    return go_for(rules, public, private, options, count, target, acts, liked, weights)
