"""Strategy lookahead: one draw ahead."""

from simcore.games.haversack.codes import D_MOVE, K_MOVE
from simcore.games.haversack.kernel.cells import holds
from simcore.jit import njit
from simcore.scratch import stack_array
from strategies.contract import Weight, strategy
from strategies.haversack._ahead import next_worth, plans
from strategies.haversack._decide import decide
from strategies.haversack._look import look
from strategies.haversack._move import all_posts, most_more, move_worth
from strategies.haversack._taste import OWN
from strategies.haversack._worth import ALL, WORTH, fill_worths, greatest
from strategies.haversack.all_rounder import all_rounder

AHEAD = OWN
NEXT = Weight("ahead", 0.8, "weight of what the next Guardian can take on average", 0.0, 2.0)


@njit()
def _best_move(rules, public, private, options, count, weights):
    board = public.board[public.seat]
    worth = stack_array(WORTH, ALL)
    fill_worths(rules, public, board, weights, worth)
    outlook = look(rules, public, private.bag, worth)
    planned = plans(rules, public, board)
    posts, act_most = all_posts(outlook), greatest(worth)
    more = most_more(rules, public, weights) + weights[AHEAD] * greatest(worth)
    best, choice = -1e9, 0
    for i in range(count):
        option = options[i]
        at_most = worth[option.c] + more + act_most * holds(posts, option.a)
        if option.kind == K_MOVE and at_most <= best:
            continue
        value = move_worth(rules, public, outlook, worth, option, weights)
        value += weights[AHEAD] * next_worth(rules, public, private.bag, planned, option.a, worth)
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
