"""What is kept in one word: counts of the six races or the five castes, 8 bits each, and what is printed on a card.

One pass of ordinary arithmetic then serves all races, and one look at a table tells all about a card. The first
race or caste is lowest.
"""

from simcore.games.watchmen.state import ASSASSIN, CASTES, FACTS, HUNTER, MAGE, NINJA, RACES, WARRIOR
from simcore.jit import hot

ONES = sum(1 << 8 * race for race in range(RACES))
HIGHS = ONES << 7
BYTE = 255
WARRIORS = sum(1 << (race * CASTES + WARRIOR) for race in range(RACES))
"""Mask of the kinds that are Warriors; shift it by another caste's number for that caste."""
TURN_CASTES = sum(BYTE << 8 * caste for caste in (ASSASSIN, MAGE, HUNTER))
"""Mask of the castes that act in the own turn."""
GOLD, PRICE, KIND, RACE, _, ACTIONS = (8 * place for place in range(len(FACTS)))
"""Where they stand in what is printed on a card; of a mercenary only the gold is told."""


@hot
def at_least(a, b):
    """Mask of the races for which the count in `a` is at least that in `b`."""
    ahead = ((a | HIGHS) - b) & HIGHS
    return (ahead << 1) - (ahead >> 7)


@hot
def sum_of(word):
    """Sum of the six counts of a word, below 256."""
    return (word * ONES) >> 40 & BYTE


@hot
def majorities(state):
    """Most Watchmen of each race in one army, most in any other army, and all there are, one word each."""
    most = second = total = 0
    for seat in range(state.public.armies):
        row = int(state.public.tally[seat])
        total += row
        ahead = at_least(row, most)
        lower = (most & ahead) | (row & ~ahead)
        most = (row & ahead) | (most & ~ahead)
        beyond = at_least(lower, second)
        second = (lower & beyond) | (second & ~beyond)
    return most, second, total


@hot
def won(own, most, second, total):
    """Points of the majorities an army of these counts has: all Watchmen of each race it alone has most of."""
    return total & at_least(own, most) & ~at_least(second, most)


@hot
def facts_of(rules, card):
    """All that is printed on a card."""
    return int(rules.facts[card])


@hot
def gold_in(facts):
    """Gold a card shows."""
    return facts >> GOLD & BYTE


@hot
def price_in(facts):
    """Price to hire a Watchman."""
    return facts >> PRICE & BYTE


@hot
def kind_in(facts):
    """A Watchman's race and caste as one number."""
    return facts >> KIND & BYTE


@hot
def race_in(facts):
    """A Watchman's race."""
    return facts >> RACE & BYTE


@hot
def actions_in(facts):
    """Special actions printed on a Watchman."""
    return facts >> ACTIONS & BYTE


@hot
def gold_of(rules, card):
    """Gold a card of the hand shows."""
    return gold_in(facts_of(rules, card))


@hot
def usable(public, seat):
    """Special actions a seat's Watchmen can still do in its own turns."""
    return sum_of(int(public.ready[seat]) & TURN_CASTES)


@hot
def ready_of(public, seat, caste):
    """Special actions left to a seat's Watchmen of one caste."""
    return int(public.ready[seat]) >> 8 * caste & BYTE


@hot
def ready_ninjas(public, seat):
    """Calls left to a seat's Ninjas."""
    return ready_of(public, seat, NINJA)
