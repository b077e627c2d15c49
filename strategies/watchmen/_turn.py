"""The turn menu: which Watchman to go for, and the steps that lead to hiring it.

A plan is made anew at every menu, so nothing needs to be remembered: use Assassins, choose a
target within reach, buy its tent and hire it with as few cards as possible, then use up what
would be lost.
"""

from typing import NamedTuple

import numpy as np

from simcore.bits import lowest_bit
from simcore.games.watchmen.state import (
    ASSASSIN,
    HUNTER,
    K_ACT,
    K_HIRE,
    K_PASS,
    M_HIRE,
    MAGE,
    WATCHMEN,
)  # fmt: skip
from simcore.games.watchmen.words import facts_of, gold_in, gold_of, price_in, ready_of, usable
from simcore.jit import helper, hot_helper
from strategies.watchmen._cards import held, look, worth, worth_in
from strategies.watchmen._mercenaries import use_mercenary
from strategies.watchmen._taste import COIN, PATIENCE
from strategies.watchmen._tents import NEVER, NOTHING, card_tents, coin_tents, free_tents, tent_room

MOST = 63  # cards of a hand that are looked at for a hire: bits of an integer


class Acts(NamedTuple):
    """Indices of options to use a Watchman of each caste, -1 for none, and the Hunters' uses at hand."""

    assassin: int
    mage: int
    hunter: int
    hunting: int


class Funds(NamedTuple):
    """What this turn can pay for a hire.

    gold is all of it, a tent paid for if none is free; if that takes the hand's lowest card, one
    that shows `low` gold, hiring such a card means to pay `more` with the next lowest.
    """

    gold: int
    low: int
    more: int


@hot_helper
def find_pass(options, count):
    """Index of the option to do nothing; the first option if all of them do something."""
    for i in range(count):
        if options[i].kind == K_PASS:
            return i
    return 0


@hot_helper
def find_acts(rules, public, options, count):
    """Look for special actions on the menu."""
    assassin = mage = hunter = NOTHING
    hunting = 0
    if public.actions_left > 0 and usable(public, public.seat) > 0:
        for i in range(count):
            if options[i].kind == K_ACT:
                caste = rules.caste[public.army[public.seat, options[i].a]]
                hunter = i if caste == HUNTER else hunter
                mage = i if caste == MAGE else mage
                assassin = i if caste == ASSASSIN else assassin
        hunting = min(ready_of(public, public.seat, HUNTER), public.actions_left)
    return Acts(assassin, mage, hunter, hunting)


@hot_helper
def funds_of(rules, public, private, hunting):
    """Work out the funds, from `hunting` uses of Hunters too."""
    gold = int(public.coins) + int(public.discount) + hunting * int(rules.hunter_gold)
    low = second = NEVER
    for i in range(private.hand_count):
        coins = gold_of(rules, private.hand[i])
        gold += coins
        if rules.mercenaries and private.hand[i] >= WATCHMEN:
            if rules.mercenary_effect[private.hand[i] - WATCHMEN] == M_HIRE:
                gold += int(rules.mercenary_amount[M_HIRE]) - coins
        if coins > 0:
            second = min(second, max(low, coins))
            low = min(low, coins)
    if free_tents(rules, public) > 0:
        return Funds(gold, NEVER, 0)
    if tent_room(rules, public) <= 0:
        return Funds(-NEVER, NEVER, 0)
    if public.coins >= rules.tent_price:
        return Funds(gold - public.coins, NEVER, 0)
    if hunting > 0:
        return Funds(gold - rules.hunter_gold, NEVER, 0)
    return Funds(gold - low, low, second - low)


@hot_helper
def within_reach(rules, card, funds):
    """Whether the funds can pay for hiring this card of the hand."""
    facts = facts_of(rules, card)
    coins = gold_in(facts)
    left = funds.gold - coins - (funds.more if coins == funds.low else 0)
    return (card < WATCHMEN) & (left >= price_in(facts))


@hot_helper
def best_target(rules, public, private, funds, liked, weights):
    """Card of the hand most worth hiring of those within reach, -1 if there is none worth it yet."""
    best = NOTHING
    reach = 0
    for i in range(min(private.hand_count, MOST)):
        # no branch: nobody can foresee the hand
        reached = within_reach(rules, private.hand[i], funds)
        best = private.hand[i] if reached else best
        reach |= (1 if reached else 0) << i
    if reach & (reach - 1) == 0 and (reach == 0 or weights[PATIENCE] <= 0.0):
        return best
    eye = look(rules, public, liked)
    most = 0.0
    while reach:
        card = private.hand[lowest_bit(np.uint64(reach))]
        reach &= reach - 1
        value = worth_in(rules, facts_of(rules, card), eye, weights)
        best = best if value <= most else card
        most = max(most, value)
    if most < weights[PATIENCE] and time_to_wait(rules, public):
        return NOTHING
    return best


@helper
def best_bargain(rules, public, private, funds, thrift, liked, weights):
    """Card within reach with most worth less `thrift` for every gold the hire takes out of the hand, -1 if none."""
    eye = look(rules, public, liked)
    best = NOTHING
    most = -1e9
    for i in range(private.hand_count):
        card = private.hand[i]
        if within_reach(rules, card, funds):
            value = worth(rules, card, eye, weights) - thrift * (rules.price[card] + gold_of(rules, card))
            if value > most:
                best = card
                most = value
    return best


@hot_helper
def time_to_wait(rules, public):
    """Whether a better hire may still come: no army is within two Watchmen of the end."""
    return (public.longest + 2 < rules.army_goal) & (public.last_round == 0)


@hot_helper
def hire(rules, public, options, count, target, acts):
    """Index of the hire of the target, by a Hunter's coins first if none of them is lost."""
    direct = NOTHING
    for i in range(count):
        # no break: a select is cheaper here than a branch that cannot be foreseen
        direct = i if (options[i].kind == K_HIRE) & (options[i].a == target) else direct
    if direct >= 0 and options[direct].b == 1:
        return direct  # a Dog mercenary pays more gold than it shows
    if acts.hunter >= 0 and (direct < 0 or public.coins + rules.hunter_gold <= rules.price[target] - public.discount):
        return acts.hunter
    return direct


@hot_helper
def pursue(rules, public, private, options, count, target, acts, liked, weights):
    """Index of the next step to hire the target, a tent first if none is free; -1 if none leads there."""
    if free_tents(rules, public) > 0:
        return hire(rules, public, options, count, target, acts)
    step = coin_tents(rules, public, options, count)
    if step < 0 and tent_room(rules, public) > 1:
        step = acts.hunter
    if step < 0:
        step = card_tents(rules, public, private, options, count, target, acts.hunting, liked, weights)
    return step


@helper
def mage_gain(rules, public, private, liked, weights):
    """What a Mage brings, in three-gold cards: the cards it takes less the worst then in hand.

    It counts for more the nearer the end is, when actions left are lost.
    """
    eye = look(rules, public, liked)
    gain = 0.0
    worst = 1e9
    for i in range(min(rules.mage_draw, public.pile_count)):
        value = held(rules, public.pile[public.pile_count - 1 - i], eye, weights)
        gain += value
        worst = min(worst, value)
    for i in range(private.hand_count):
        worst = min(worst, held(rules, private.hand[i], eye, weights))
    return (gain - worst) / (3.0 * weights[COIN] * max(0.1, eye.early))


@hot_helper
def wind_up(rules, public, private, options, count, acts, liked, weights):
    """Index of a step that uses what the turn would waste, else of ending it.

    A Mage is used if it brings as much as a three-gold card, less as the end comes; a Hunter
    pays for tents if none is free.
    """
    if acts.mage >= 0 and mage_gain(rules, public, private, liked, weights) >= 1.0:
        return acts.mage
    if public.last_round == 0:
        step = coin_tents(rules, public, options, count)
        if step < 0 and free_tents(rules, public) <= 0 and tent_room(rules, public) > 1:
            step = acts.hunter
        if step >= 0:
            return step
    return find_pass(options, count)


@helper
def go_for(rules, public, private, options, count, target, acts, liked, weights):
    """Index of the next step with this target in mind (-1: none), down to ending the turn.

    liked is the mask of the kinds of Watchmen to keep in hand (see `Eye`).
    """
    if rules.mercenaries:
        step = use_mercenary(rules, public, private, options, count, target)
        if step >= 0:
            return step
    if target >= 0 and public.hires_left > 0:
        step = pursue(rules, public, private, options, count, target, acts, liked, weights)
        if step >= 0:
            return step
    return wind_up(rules, public, private, options, count, acts, liked, weights)


@hot_helper
def turn(rules, public, private, options, count, liked, weights):
    """The turn menu played for the worthiest Watchman within reach."""
    if public.hires_left <= 0 and public.last_round:
        return find_pass(options, count)
    acts = find_acts(rules, public, options, count)
    if acts.assassin >= 0:
        return acts.assassin
    target = NOTHING
    if public.hires_left > 0:
        funds = funds_of(rules, public, private, acts.hunting)
        target = best_target(rules, public, private, funds, liked, weights)
    return go_for(rules, public, private, options, count, target, acts, liked, weights)
