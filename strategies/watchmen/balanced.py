"""Strategy balanced: a bit of everything, and no hurry to lose."""

from simcore.games.watchmen.state import D_TURN
from strategies.contract import Weight, strategy
from strategies.watchmen._cards import look, standing, worth
from strategies.watchmen._compile import helper
from strategies.watchmen._decide import NO_KINDS, decide
from strategies.watchmen._taste import OWN, taste
from strategies.watchmen._turn import NOTHING, best_bargain, find_acts, funds_of, go_for


@helper
def ends_in_defeat(rules, public, target, weights):
    """Whether hiring the target would end the game with a rival clearly ahead who cannot end it now."""
    if public.last_round or public.army_count[public.seat] + 1 < rules.army_goal:
        return False
    own = standing(public, public.seat) + worth(rules, target, look(rules, public, NO_KINDS), weights)
    ahead = False
    for other in range(public.players):
        if other != public.seat:
            if public.army_count[other] + 1 >= rules.army_goal:
                return False
            if standing(public, other) > own + weights[OWN]:
                ahead = True
    return ahead


@strategy(
    "watchmen",
    name="balanced",
    idea="Weighs prices, majorities, actions and gold against each other and does not end a game it would lose.",
    weights=(
        *taste(majority=0.7, denial=0.25, action=0.9, slot=1.3, harm=0.4),
        Weight("margin", 2.0, "points a rival may be ahead when it hires its last Watchman", 0.0, 20.0),
        Weight("thrift", 0.7, "worth of one gold saved on a hire", 0.0, 3.0),
    ),
)
def balanced(rules, public, private, options, count, weights, stream):
    """Every decision by worth, except the hire that ends the game."""
    if public.decision != D_TURN:
        return decide(rules, public, private, options, count, NO_KINDS, weights)
    acts = find_acts(rules, public, options, count)
    if acts.assassin >= 0:
        return acts.assassin
    funds = funds_of(rules, public, private, acts.hunting)
    target = best_bargain(rules, public, private, funds, weights[OWN + 1], NO_KINDS, weights)
    if target >= 0 and ends_in_defeat(rules, public, target, weights):
        target = NOTHING
    return go_for(rules, public, private, options, count, target, acts, NO_KINDS, weights)
