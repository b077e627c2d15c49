"""Strategy patient: save for the best."""

from simcore.games.watchmen.state import D_TURN
from simcore.jit import helper
from strategies.contract import Weight, strategy
from strategies.watchmen._cards import look, worth
from strategies.watchmen._decide import NO_KINDS, decide
from strategies.watchmen._taste import OWN, taste
from strategies.watchmen._tents import NOTHING
from strategies.watchmen._turn import best_target, find_acts, funds_of, go_for, time_to_wait


@helper
def worthiest(rules, public, private, weights):
    """Worth of the best Watchman in hand, within reach or not."""
    eye = look(rules, public, NO_KINDS)
    most = 0.0
    for i in range(private.hand_count):
        most = max(most, worth(rules, private.hand[i], eye, weights))
    return most


@strategy(
    "watchmen",
    idea="Hires only Watchmen about as good as the best in its hand and saves until it can; at the end it takes any.",
    weights=(
        *taste(patience=5.0, action=0.6, par=6.0, draw=1.6),
        Weight("regret", 1.0, "how much less than the best in hand a hire may be worth", 0.0, 6.0),
    ),
)
def patient(rules, public, private, options, count, weights, stream):
    """A hire within reach must not be much worse than one that is not."""
    if public.decision != D_TURN:
        return decide(rules, public, private, options, count, NO_KINDS, weights)
    acts = find_acts(rules, public, options, count)
    if acts.assassin >= 0:
        return acts.assassin
    target = best_target(rules, public, private, funds_of(rules, public, private, acts.hunting), NO_KINDS, weights)
    if target >= 0 and time_to_wait(rules, public):
        value = worth(rules, target, look(rules, public, NO_KINDS), weights)
        if value + weights[OWN] < worthiest(rules, public, private, weights):
            target = NOTHING
    return go_for(rules, public, private, options, count, target, acts, NO_KINDS, weights)
