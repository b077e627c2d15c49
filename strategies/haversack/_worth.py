"""What the things on the board are worth to a taste, in VP."""

import numpy as np

from simcore.games.haversack.codes import CROCODILE, FAIRY, FOX, PIG, T_CHEST, T_NOTHING, T_VILLAGE, TAKES, U_NONE
from simcore.jit import hot_helper
from strategies.haversack import _taste as taste

WORTH, ALL = np.dtype(np.float64), len(TAKES)
"""Room on the stack for what all things are worth: `stack_array(WORTH, ALL)`."""


@hot_helper
def rounds_left(rules, public):
    """Glory phases to come, this round's included."""
    return rules.rounds - public.round + 1


@hot_helper
def monster_worth(rules, kind, weights):
    """A monster: its Glory, and an even share of the Hunting Board."""
    return weights[taste.GLORY] * rules.monster_glory[kind] + weights[taste.HUNT] * rules.hunting_share


@hot_helper
def fairy_worth(rules, board, weights):
    """The next Fairy."""
    place = board.fairies + board.gains[FAIRY]
    return weights[taste.GLORY] * weights[taste.FAIRY] * rules.fairy_track[place]


@hot_helper
def village_worth(rules, public, board, weights):
    """The next Village: an even step of what is left of the column, paid in every round to come."""
    left = rules.village_left[board.villages]
    if left == 0:
        return 0.0
    step = (rules.village_column[board.villages + left] - rules.village_column[board.villages]) / left
    return weights[taste.GLORY] * weights[taste.VILLAGE] * step * rounds_left(rules, public)


@hot_helper
def replay_worth(guardian, weights):
    """Worth of playing a Guardian again: more, the better the strategy likes to recruit it."""
    return weights[taste.REPLAY] * (1.0 + 0.1 * weights[taste.BUY + guardian])


@hot_helper
def item_price(rules, public, used, weights):
    """What using an Item must bring; next to nothing in the last round."""
    if used == U_NONE:
        return 0.0
    return 0.01 if rounds_left(rules, public) == 1 else weights[taste.KEEP]


@hot_helper
def fill_worths(rules, public, board, weights, worth):
    """Put the worth of each code of `TAKES` into a room for it (see `WORTH`)."""
    worth[FOX] = monster_worth(rules, FOX, weights)
    worth[CROCODILE] = monster_worth(rules, CROCODILE, weights)
    worth[PIG] = monster_worth(rules, PIG, weights)
    worth[FAIRY] = fairy_worth(rules, board, weights)
    worth[T_VILLAGE] = village_worth(rules, public, board, weights)
    worth[T_CHEST] = weights[taste.CHEST] * rules.chest_vp
    worth[T_NOTHING] = 0.0


@hot_helper
def greatest(worth):
    """The greatest worth there is to take; 0 at least."""
    most = 0.0
    for what in range(T_NOTHING):
        most = max(most, worth[what])
    return most
