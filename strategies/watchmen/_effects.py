"""Effects of items: whether to use them, and on whom or what."""

import numpy as np

from simcore.games.watchmen.state import (
    CASTES,
    E_CLOAK,
    E_ENERGY,
    E_LETTER,
    E_NO_HIRE,
    E_POISON,
    E_RESTORE,
    E_SEARCH,
    E_SPOOK,
    K_PASS,
    K_USE,
    NINJA,
    SEATS,
    TENTS,
)  # fmt: skip
from simcore.games.watchmen.words import BYTE, ONES, WARRIORS, at_least, facts_of, kind_in, price_in, race_in, usable
from simcore.jit import helper, hot_helper
from simcore.scratch import stack_array
from strategies.watchmen._cards import (
    EVERY_CASTE,
    held,
    race_worth,
    rivals,
)
from strategies.watchmen._taste import ACTION, DOUBLE, HARM, LIKED, MAJORITY, PRICE
from strategies.watchmen._taste import WARRIOR as WARRIOR_TASTE
from strategies.watchmen._turn import find_pass

FROM_ARMY = 0
PLACES = SEATS * TENTS
UNSEEN = 0.1  # worth of one more unseen card of a race when it is searched for


@helper
def strongest(rules, public, options, count, by_actions):
    """Index of the use (a = seat) that hits the strongest seat; 0 if there is none.

    Strength is the army's points and the hand; with `by_actions` first the special actions left.
    """
    best = 0
    most = -1e9
    for i in range(count):
        if options[i].kind == K_USE:
            seat = options[i].a
            value = public.points[seat] + 0.5 * public.hand_count[seat]
            if by_actions:
                value = 0.1 * value + 5.0 * min(2, usable(public, seat))
            if value > most:
                best = i
                most = value
    return best


@helper
def first_use(options, count):
    """Index of the first option that uses the effect; 0 if none does."""
    for i in range(count):
        if options[i].kind == K_USE:
            return i
    return 0


@helper
def name_race(rules, public, options, count, eye, weights):
    """Index of the race to search for: wanted for its majority or liked, and not yet in the armies."""
    _, _, hired = rivals(public, public.seat)
    best = 0
    most = -1e9
    for i in range(count):
        if options[i].kind == K_USE:
            race = int(options[i].a)
            value = race_worth(race, eye, weights)
            value += UNSEEN * (rules.card_count[race] - (hired >> (8 * race) & BYTE))
            if eye.liked >> (race * CASTES) & EVERY_CASTE:
                value += weights[LIKED]
            if value > most:
                best = i
                most = value
    return best


@helper
def name_caste(rules, public, options, count):
    """Index of the caste to renew: most own used actions, fewest of the others'."""
    best = 0
    most = -1e9
    for i in range(count):
        if options[i].kind == K_USE:
            value = 0.0
            for seat in range(public.players):
                if renewable(rules, public, seat, options[i].a):
                    value += 1.0 if seat == public.seat else -1.0 / public.players
            if value > most:
                best = i
                most = value
    return best


@helper
def renewable(rules, public, seat, caste):
    """Whether a Watchman of the caste in the seat's army has a used action."""
    for slot in range(public.army_count[seat]):
        card = public.army[seat, slot]
        if rules.caste[card] == caste and public.left[seat, slot] < rules.actions[card]:
            return True
    return False


@helper
def restore_slot(rules, public, options, count, ninjas):
    """Index of the Watchman whose action to give back: an exhausted one first, Ninjas by `ninjas`."""
    best = 0
    most = -1e9
    for i in range(count):
        if options[i].kind != K_PASS:
            slot = options[i].a
            value = 0.0 if public.left[public.seat, slot] else 1.0
            if rules.caste[public.army[public.seat, slot]] == NINJA:
                value += ninjas
            if value > most:
                best = i
                most = value
    return best


@helper
def kind_worth(rules, facts, eye, weights):
    """Worth of a Watchman in the army apart from majorities and special actions."""
    kind = kind_in(facts)
    value = weights[PRICE] * price_in(facts) + weights[LIKED] * (eye.liked >> kind & 1)
    return value + weights[WARRIOR_TASTE] * rules.warrior_vp * (WARRIORS >> kind & 1)


@helper
def race_losses(public, seat):
    """Majority points one Watchman fewer of each race costs, 8 bits a race."""
    own, best, total = rivals(public, seat)
    leads = ~at_least(best, own)
    barely = leads & at_least(best + ONES, own)
    return (barely & total) | (leads & ~barely & ONES & at_least(own, ONES))


COMING = np.dtype(
    [
        ("worth", "f8"),     # what `kind_worth` tells
        ("majority", "f8"),  # worth for the majority of its race
        ("double", "f8"),    # what is lost if it makes a double
        ("warrior", "i8"), ("race", "i8"), ("kind", "i8"),
    ]
)  # fmt: skip
"""What a Watchman would mean to the army it comes into."""


@hot_helper
def tell_coming(rules, card, eye, weights, coming):
    """Fill in a `COMING` for a hired card."""
    facts = facts_of(rules, card)
    coming.race, coming.kind = race_in(facts), kind_in(facts)
    coming.worth = kind_worth(rules, facts, eye, weights)
    coming.majority = race_worth(coming.race, eye, weights)
    coming.double = weights[DOUBLE] * (eye.doubles >> coming.kind & 1)
    coming.warrior = WARRIORS >> coming.kind & 1


@hot_helper
def unlike(one, other):
    """1 for two kinds (or races) that differ, 0 for the same; a comparison would become a branch in a product."""
    return ((one ^ other) + BYTE) >> 8 & 1


@helper
def swap_armies(rules, public, options, count, eye, weights):
    """Index of the swap of an own hired Watchman for another that gains most, 0 if none gains."""
    losses = race_losses(public, public.seat)
    comes = stack_array(COMING, PLACES)
    for seat in range(public.armies):
        for place in range(public.army_count[seat]):
            tell_coming(rules, public.army[seat, place], eye, weights, comes[TENTS * seat + place])
    best = 0
    most = 0.0 if options[0].kind == K_PASS else -1e9
    slot = -1
    base = lost = stale = 0.0
    goes = comes[0]
    for i in range(count):
        if options[i].kind == K_USE:
            if options[i].a != slot:
                slot = options[i].a
                goes = comes[TENTS * public.seat + slot]
                base = goes.worth
                lost = weights[MAJORITY] * (losses >> (8 * goes.race) & BYTE)
                stale = weights[ACTION] * public.left[public.seat, slot] * eye.early
            new = comes[TENTS * options[i].b + options[i].c]
            value = new.worth - base - stale * new.warrior
            # no branches, and so products: nobody can foresee the armies
            value += (new.majority - lost) * unlike(new.race, goes.race)
            value -= new.double * unlike(new.kind, goes.kind)
            best = best if value <= most else i
            most = max(most, value)
    return best


@helper
def in_army(rules, card, eye, weights):
    """As `kind_worth`, of a card by its number."""
    return kind_worth(rules, facts_of(rules, card), eye, weights)


@helper
def swap_hand(rules, public, options, count, eye, weights):
    """Index of the swap of a hand card for an opponent's Watchman that gains most, 0 if none gains."""
    best = 0
    most = 0.0 if options[0].kind == K_PASS else -1e9
    for i in range(count):
        if options[i].kind == K_USE:
            old, new = options[i].a, public.army[options[i].b, options[i].c]
            value = held(rules, new, eye, weights) - held(rules, old, eye, weights)
            value += weights[HARM] * (in_army(rules, new, eye, weights) - in_army(rules, old, eye, weights))
            if value > most:
                best = i
                most = value
    return best


@helper
def use_effect(rules, public, options, count, eye, weights):
    """Index of the best use of the effect of the item played."""
    effect = rules.item_effect[public.item]
    if effect == E_CLOAK:
        if rules.cloak_source == FROM_ARMY:
            return swap_armies(rules, public, options, count, eye, weights)
        return swap_hand(rules, public, options, count, eye, weights)
    if effect == E_SEARCH:
        return name_race(rules, public, options, count, eye, weights)
    if effect == E_LETTER or effect == E_SPOOK or effect == E_POISON:
        return strongest(rules, public, options, count, effect == E_POISON)
    if effect == E_RESTORE:
        return restore_slot(rules, public, options, count, 0.0)
    if effect == E_ENERGY:
        return name_caste(rules, public, options, count)
    if effect == E_NO_HIRE:
        return find_pass(options, count)  # it binds only who uses it
    return first_use(options, count)
