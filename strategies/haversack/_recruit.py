"""Whom to recruit: a mix after the strategy's liking."""

from simcore.games.haversack.kernel.cells import load, size
from simcore.jit import helper
from strategies.haversack import _taste as taste
from strategies.haversack._worth import rounds_left


@helper
def owned(board, bag, guardian):
    """Tokens of a Guardian a player has, wherever they are."""
    return bag[guardian] + size(load(board.guardian[guardian])) + board.aside[guardian]


@helper
def liking(board, bag, guardian, weights):
    """Liking for one more of a Guardian: it falls with every one there is already."""
    return weights[taste.BUY + guardian] / (1.0 + owned(board, bag, guardian))


@helper
def dearest_wish(rules, public, board, bag, weights):
    """Greatest liking for any Guardian, affordable or not."""
    best = 0.0
    for guardian in range(len(bag)):
        best = max(best, liking(board, bag, guardian, weights))
    return best


@helper
def choose_recruit(rules, public, private, options, count, weights):
    """The Guardian liked most among those on offer; nobody if a better one is worth saving for."""
    board, bag = public.board[public.seat], private.bag
    least = 0.0
    if rounds_left(rules, public) > 2:
        least = weights[taste.WAIT] * dearest_wish(rules, public, board, bag, weights)
    best, choice = 0.0, count - 1
    for i in range(count - 1):
        value = liking(board, bag, options[i].a, weights)
        if value > best and value >= least:
            best, choice = value, i
    return choice
