"""Strategy cheap-rush: seven Watchmen before the others have theirs."""

from simcore.games.watchmen.state import D_TURN
from strategies.contract import Weight, strategy
from strategies.watchmen._decide import NO_KINDS, decide
from strategies.watchmen._taste import OWN, taste
from strategies.watchmen._turn import best_bargain, find_acts, funds_of, go_for


@strategy(
    "watchmen",
    idea="Hires whatever takes the least gold out of its hand, to end the game before the others' armies are complete.",
    weights=(
        *taste(par=9.0, action=0.6, draw=1.6, start=0.4),
        Weight("haste", 3.0, "worth of one gold saved on a hire", 0.0, 10.0),
    ),
)
def cheap_rush(rules, public, private, options, count, weights, stream):
    """The turn goes for the cheapest hire; no card is kept for a later one."""
    if public.decision != D_TURN:
        return decide(rules, public, private, options, count, NO_KINDS, weights)
    acts = find_acts(rules, public, options, count)
    if acts.assassin >= 0:
        return acts.assassin
    funds = funds_of(rules, public, private, acts.hunting)
    target = best_bargain(rules, public, private, funds, weights[OWN], NO_KINDS, weights)
    return go_for(rules, public, private, options, count, target, acts, NO_KINDS, weights)
