"""What a card is worth: to the army once hired, and in the hand.

All worths are in victory points. Counts of the six races come packed in one integer, 8 bits a
race, so that one pass of ordinary arithmetic serves all races.
"""

from typing import NamedTuple

from simcore.games.watchmen.state import CASTES, WATCHMEN
from simcore.games.watchmen.words import (
    BYTE,
    WARRIORS,
    actions_in,
    at_least,
    facts_of,
    gold_of,
    kind_in,
    price_in,
    race_in,
    sum_of,
)  # fmt: skip
from simcore.jit import helper, hot_helper
from strategies.watchmen._taste import ACTION, COIN, DENIAL, DOUBLE, LIKED, MAJORITY, PAR, PRICE
from strategies.watchmen._taste import WARRIOR as WARRIOR_TASTE

FLOOR_HALF = 0
EVERY_CASTE = (1 << CASTES) - 1


class Eye(NamedTuple):
    """One look at the table, taken once a decision.

    doubles, liked   masks with bit race * CASTES + caste: kinds of which one more is a double,
                     and kinds the strategy collects
    gain, denied     8 bits a race: majority points one more Watchman brings at once, and points
                     it would draw level for
    early            falls from 1 to 0 as the largest army grows
    """

    doubles: int
    liked: int
    gain: int
    denied: int
    early: float


@helper
def rivals(public, seat):
    """Own Watchmen, most of any other army, and all together, of each race, packed."""
    own = int(public.tally[seat])
    best = 0
    total = own
    for other in range(public.armies):
        if other != seat:
            row = int(public.tally[other])
            total += row
            ahead = at_least(row, best)
            best = (row & ahead) | (best & ~ahead)
    return own, best, total


@helper
def look(rules, public, liked):
    """Take one look at the table for the seat to decide."""
    seat = public.seat
    doubles = int(public.odd[seat] if rules.double_penalty == FLOOR_HALF else public.some[seat])
    early = 1.0 - int(public.longest) / int(rules.army_goal)
    return Eye(doubles, liked, int(public.gain[seat]), int(public.denied[seat]), early)


@hot_helper
def race_worth(race, eye, weights):
    """Worth of one more Watchman for the majority of a race."""
    return weights[MAJORITY] * (eye.gain >> (8 * race) & BYTE) + weights[DENIAL] * (eye.denied >> (8 * race) & BYTE)


@hot_helper
def worth(rules, card, eye, weights):
    """Worth of a card in the army; 0 for a mercenary, which cannot be hired."""
    if card >= WATCHMEN:
        return 0.0
    return worth_in(rules, facts_of(rules, card), eye, weights)


@hot_helper
def worth_in(rules, facts, eye, weights):
    """Worth of a Watchman in the army, by what is printed on it."""
    kind = kind_in(facts)
    value = weights[PRICE] * price_in(facts) + race_worth(race_in(facts), eye, weights)
    value += weights[ACTION] * actions_in(facts) * eye.early
    value += weights[WARRIOR_TASTE] * rules.warrior_vp * (WARRIORS >> kind & 1)
    return value - weights[DOUBLE] * (eye.doubles >> kind & 1) + weights[LIKED] * (eye.liked >> kind & 1)


@hot_helper
def prize(rules, card, eye, weights):
    """How much more a card in hand is worth than its gold, because it may be hired."""
    more = worth(rules, card, eye, weights) - weights[PAR]
    return more if more > 0.0 else 0.0


@hot_helper
def held(rules, card, eye, weights):
    """Worth of a card in the hand: its gold, and more if it is good to hire."""
    return weights[COIN] * gold_of(rules, card) + prize(rules, card, eye, weights)


@helper
def lead_points(public, seat):
    """Race majority points the seat holds at this moment."""
    own, best, total = rivals(public, seat)
    return sum_of(total & ~at_least(best, own))


@helper
def standing(public, seat):
    """Score of the seat if the game ended now."""
    return public.points[seat] + lead_points(public, seat)
