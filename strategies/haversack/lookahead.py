"""Strategy lookahead: one draw ahead."""

from simcore.games.haversack.codes import D_MOVE, K_MOVE
from simcore.jit import njit
from strategies.contract import Weight, strategy
from strategies.haversack._ahead import next_worth, plans
from strategies.haversack._decide import decide
from strategies.haversack._look import look
from strategies.haversack._move import most_more, move_worth
from strategies.haversack._taste import OWN
from strategies.haversack.all_rounder import all_rounder

AHEAD = OWN
NEXT = Weight("ahead", 0.8, "weight of what the next Guardian can take on average", 0.0, 2.0)


@njit()
def _best_move(rules, public, private, options, count, weights):
    outlook = look(rules, public, private.bag, weights)
    planned = plans(rules, public, public.board[public.seat])
    more = most_more(rules, public, outlook, weights) + weights[AHEAD] * max(outlook.worth)
    best, choice = -1e9, 0
    for i in range(count):
        option = options[i]
        if option.kind == K_MOVE and outlook.worth[option.c] + more <= best:
            continue
        value = move_worth(rules, public, outlook, option, weights)
        value += weights[AHEAD] * next_worth(rules, public, private.bag, planned, option.a, outlook.worth)
        if value > best:
            best, choice = value, i
    return choice


@strategy(
    "haversack",
    idea="Looks one draw ahead: prefers moves that leave the best catch to the Guardians still in the bag.",
    weights=(*all_rounder.weights, NEXT),
)
def lookahead(rules, public, private, options, count, weights, stream):
    """What a move takes, and what it opens to the rest of the bag."""
    if public.decision == D_MOVE:
        return _best_move(rules, public, private, options, count, weights)
    return decide(rules, public, private, options, count, weights)
