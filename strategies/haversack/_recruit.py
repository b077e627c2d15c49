"""Whom to recruit: a mix after the strategy's liking."""

from simcore.jit import helper, hot_helper
from strategies.haversack import _taste as taste
from strategies.haversack._worth import rounds_left


@hot_helper
def liking(owned, guardian, weights):
    """Liking for one more of a Guardian: it falls with every one there is already."""
    return weights[taste.BUY + guardian] / (1.0 + owned[guardian])


@hot_helper
def dearest_wish(owned, weights):
    """Greatest liking for any Guardian, affordable or not."""
    best = 0.0
    for guardian in range(len(owned)):
        best = max(best, liking(owned, guardian, weights))
    return best


@helper
def choose_recruit(rules, public, options, count, weights):
    """The Guardian liked most among those on offer; nobody if a better one is worth saving for."""
    owned = public.owned[public.seat]
    least = 0.0
    if weights[taste.WAIT] != 0.0 and rounds_left(rules, public) > 2:
        least = weights[taste.WAIT] * dearest_wish(owned, weights)
    best, choice = 0.0, count - 1
    for i in range(count - 1):
        value = liking(owned, options[i].a, weights)
        if value > best and value >= least:
            best, choice = value, i
    return choice
