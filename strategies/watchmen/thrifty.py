"""Strategy thrifty: a bit of everything, and an eye on what it costs."""

from simcore.games.watchmen.state import D_TURN
from strategies.contract import Weight, strategy
from strategies.watchmen._decide import NO_KINDS, decide
from strategies.watchmen._taste import OWN, taste
from strategies.watchmen._turn import best_bargain, find_acts, funds_of, go_for


@strategy(
    "watchmen",
    idea="Weighs prices, majorities, special actions and the gold a hire costs; in the last round only points count.",
    weights=(
        *taste(majority=0.7, denial=0.25, action=1.6, par=6.5, coin=0.8, slot=0.7, harm=0.0, start=0.0),
        Weight("thrift", 1.0, "worth of one gold saved on a hire", 0.0, 3.0),
    ),
)
def thrifty(rules, public, private, options, count, weights, stream):
    """Every decision by worth, hires by worth for the gold as long as gold is of use."""
    if public.decision != D_TURN:
        return decide(rules, public, private, options, count, NO_KINDS, weights)
    acts = find_acts(rules, public, options, count)
    if acts.assassin >= 0:
        return acts.assassin
    funds = funds_of(rules, public, private, acts.hunting)
    thrift = 0.0 if public.last_round else weights[OWN]
    target = best_bargain(rules, public, private, funds, thrift, NO_KINDS, weights)
    return go_for(rules, public, private, options, count, target, acts, NO_KINDS, weights)
