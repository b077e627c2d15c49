"""The legal choices of step 2, written into a buffer: the turn menu, payments, Ninja calls."""

from simcore.games.watchmen.kernel.cards import gold_in_hand, is_watchman, refillable
from simcore.games.watchmen.kernel.choices import put, put_if
from simcore.games.watchmen.kernel.purchase import MANY_CARDS, NO_CARD, discounts
from simcore.games.watchmen.state import (
    ASSASSIN,
    HUNTER,
    K_ACT,
    K_CHOOSE,
    K_HIRE,
    K_MERCENARY,
    K_PASS,
    K_TENT,
    K_USE,
    M_GOLD,
    M_HIRE,
    M_STEAL,
    MAGE,
    NINJA,
    WARRIOR,
    WATCHMEN,
)
from simcore.games.watchmen.words import facts_of, gold_in, gold_of, price_in, usable
from simcore.jit import hot, njit


@hot
def turn_options(rules, state, buffer):
    """End the turn, buy tents, hire, act, use a mercenary."""
    count = put(buffer, 0, K_PASS, -1, -1, -1)
    public = state.public
    seat = public.turn
    room = rules.max_tents - public.tents[seat]
    if room > 0 and rules.tent_payment != MANY_CARDS:
        total, count = tent_options(rules, state, buffer, count, room)
    else:
        total = gold_in_hand(rules, state, seat)
        if room > 0:
            count = tents_for(rules, buffer, count, NO_CARD, total + public.coins, room)
    if public.hires_left > 0 and may_house(rules, state, seat):
        count = hire_options(rules, state, buffer, count, total, -1)
    if public.actions_left > 0 and usable(public, seat) > 0:
        count = act_options(rules, state, buffer, count)
    if rules.mercenaries:
        count = mercenary_options(rules, state, buffer, count, total)
    return count


@hot
def may_house(rules, state, seat):
    """Whether a tent is free, or will be when the Moneybag's tents come first (ruling G4)."""
    public = state.public
    free = public.tents[seat] - public.army_count[seat]
    if rules.moneybag_tents_before_hire and public.free_tents > 0:
        if not (rules.moneybag == 1 and public.army_count[seat] > 0):
            free += min(public.free_tents, rules.max_tents - public.tents[seat])
    return free > 0


@hot
def tent_options(rules, state, buffer, count, room):
    """Every number of tents a card (with the coins), or the coins alone, can pay for.

    Returns the gold in hand, added up on the way, and the new count.
    """
    public = state.public
    private = state.private[public.turn]
    if public.coins > 0:
        count = tents_for(rules, buffer, count, NO_CARD, public.coins, room)
    total = 0
    for i in range(private.hand_count):
        gold = gold_of(rules, private.hand[i])
        total += gold
        count = tents_for(rules, buffer, count, private.hand[i], gold + public.coins if gold > 0 else 0, room)
    return total, count


@hot
def tents_for(rules, buffer, count, card, funds, room):
    """Every number of tents these funds can pay for; up to three, the usual case, without branches."""
    most = min(room, funds if rules.tent_price == 1 else funds // rules.tent_price)
    for tents in range(1, 4):
        put(buffer, count + tents - 1, K_TENT, card, tents, -1)
    for tents in range(4, most + 1):
        put(buffer, count + tents - 1, K_TENT, card, tents, -1)
    return count + max(0, most)


@njit()
def hire_options(rules, state, buffer, count, total, dog):
    """Every Watchman in hand that the other cards and the coins can pay for.

    With `dog` the hire is by that mercenary, which is discarded and pays nothing.
    """
    public = state.public
    private = state.private[public.turn]
    by_dog = 1 if dog >= 0 else 0
    funds, less = total + public.coins, discounts(rules, state, by_dog)
    if by_dog:
        funds -= rules.gold[dog]
    for i in range(private.hand_count):
        card = private.hand[i]
        facts = facts_of(rules, card)
        price = max(0, price_in(facts) - less)
        legal = is_watchman(card) & (funds - gold_in(facts) >= price)
        count = put_if(buffer, count, legal, K_HIRE, card, by_dog, dog)
    return count


@hot
def act_options(rules, state, buffer, count):
    """Every own Watchman that is not exhausted and whose action can do something now."""
    public = state.public
    seat = public.turn
    pile = public.pile_count > 0
    deck = public.deck_count + refillable(rules, state) > 0
    for place in range(public.army_count[seat]):
        caste = rules.caste[public.army[seat, place]]
        able = (caste == HUNTER) | ((caste == MAGE) & pile) | ((caste == ASSASSIN) & deck)
        count = put_if(buffer, count, able & (public.left[seat, place] > 0), K_ACT, place, -1, -1)
    return count


@njit()
def mercenary_options(rules, state, buffer, count, total):
    """Abilities of the mercenaries in hand."""
    public = state.public
    seat = public.turn
    private = state.private[seat]
    for i in range(private.hand_count):
        card = private.hand[i]
        if is_watchman(card):
            continue
        effect = rules.mercenary_effect[card - WATCHMEN]
        if effect == M_STEAL:
            for other in range(public.players):
                if other != seat and public.hand_count[other] > 0:
                    count = put(buffer, count, K_MERCENARY, card, other, -1)
        elif effect == M_HIRE:
            if public.hires_left > 0 and may_house(rules, state, seat):
                count = hire_options(rules, state, buffer, count, total, card)
        elif effect != M_GOLD or has_action(rules, state, seat):
            count = put(buffer, count, K_MERCENARY, card, -1, -1)
    return count


@njit()
def convertible(rules, state, seat, place):
    """Whether the Watchman in a tent has a special action left; a Warrior has none, whatever its tent shows."""
    public = state.public
    return public.left[seat, place] > 0 and rules.caste[public.army[seat, place]] != WARRIOR


@njit()
def has_action(rules, state, seat):
    """Whether any Watchman of an army has a special action left."""
    for place in range(state.public.army_count[seat]):
        if convertible(rules, state, seat, place):
            return True
    return False


@njit()
def convert_options(rules, state, buffer):
    """One more action to turn into gold; stopping once at least one was."""
    public = state.public
    count = 0
    if public.converted > 0:
        count = put(buffer, 0, K_PASS, -1, -1, -1)
    for place in range(public.army_count[public.turn]):
        if convertible(rules, state, public.turn, place):
            count = put(buffer, count, K_CHOOSE, place, -1, -1)
    return count


@hot
def pay_options(rules, state, buffer):
    """Every card with gold, and `paid` as soon as the price is covered (overpaying is allowed)."""
    public = state.public
    private = state.private[public.turn]
    count = put_if(buffer, 0, public.paid >= public.price, K_PASS, -1, -1, -1)
    for i in range(private.hand_count):
        card = private.hand[i]
        count = put_if(buffer, count, gold_of(rules, card) > 0, K_CHOOSE, card, -1, -1)
    return count


@hot
def ninja_options(rules, state, buffer):
    """Silence, or a call by one of the Ninjas that are not exhausted."""
    public = state.public
    seat = public.seat
    count = put(buffer, 0, K_PASS, -1, -1, -1)
    for place in range(public.army_count[seat]):
        able = (public.left[seat, place] > 0) & (rules.caste[public.army[seat, place]] == NINJA)
        count = put_if(buffer, count, able, K_USE, place, -1, -1)
    return count
