"""The legal choices of step 1, of single cards, and of the draft, written into a buffer."""

import numpy as np

from simcore.bits import eight_bytes, lowest_bit, lowest_bits
from simcore.games.watchmen.kernel.cards import is_watchman
from simcore.games.watchmen.kernel.effects import BOTH, FROM_ARMY, HIRE_ONLY, TENTS_ONLY, restorable
from simcore.games.watchmen.kernel.turns import ON_OFFER, may_take_necklace, own_item_banned
from simcore.games.watchmen.state import (
    CASTES,
    D_TAKE,
    E_CLOAK,
    E_DISCOUNT,
    E_ENERGY,
    E_LETTER,
    E_MONEYBAG,
    E_NO_HIRE,
    E_POISON,
    E_RESTORE,
    E_SEARCH,
    E_SPOOK,
    ITEMS,
    K_CHOOSE,
    K_PASS,
    K_USE,
    NECKLACE,
    RACES,
)
from simcore.jit import hot, njit
from simcore.writing import put_option, word_of

EITHER_OR = 2
BEYOND = ITEMS - 8


@hot
def put(buffer, count, kind, a, b, c):
    """Write one option; returns the new count."""
    put_option(buffer, count, word_of(kind, b, c), a)
    return count + 1


@hot
def put_if(buffer, count, legal, kind, a, b, c):
    """Write one option and count it if it is legal: no branch for the processor to guess."""
    put(buffer, count, kind, a, b, c)
    return count + (1 if legal else 0)


# Step 1


@hot
def item_options(state, buffer):
    """The items in hand that are not resting."""
    items = state.private[state.public.turn].items
    # the lowest bit tells the ready from the resting; the items beyond the eighth come with some of the first again
    ready = lowest_bits(eight_bytes(items)) | lowest_bits(eight_bytes(items[BEYOND:])) << np.uint64(BEYOND)
    count = 0
    while ready:
        count = put(buffer, count, K_CHOOSE, lowest_bit(ready), -1, -1)
        ready &= ready - np.uint64(1)
    return count


@hot
def effect_options(rules, state, buffer):
    """Uses of the item's effect; declining is legal with a white diamond or when there is none."""
    public = state.public
    effect = rules.item_effect[public.item]
    count = 0
    if not rules.item_red[public.item]:
        count = put(buffer, 0, K_PASS, -1, -1, -1)
    if effect == E_LETTER or effect == E_SPOOK or effect == E_POISON:
        count = target_options(state, buffer, count, effect == E_POISON)
    elif effect == E_CLOAK:
        count = cloak_options(rules, state, buffer, count)
    elif effect == E_SEARCH:
        for race in range(RACES):
            if public.race_in[race]:
                count = put(buffer, count, K_USE, race, -1, -1)
    elif effect == E_MONEYBAG:
        if rules.moneybag == EITHER_OR:
            count = put(buffer, count, K_USE, TENTS_ONLY, -1, -1)
            count = put(buffer, count, K_USE, HIRE_ONLY, -1, -1)
        else:
            count = put(buffer, count, K_USE, BOTH, -1, -1)
    elif effect == E_RESTORE:
        for place in range(public.army_count[public.turn]):
            if restorable(rules, state, public.turn, place):
                count = put(buffer, count, K_USE, place, -1, -1)
    elif effect == E_ENERGY:
        for caste in range(CASTES):
            count = put(buffer, count, K_USE, caste, -1, -1)
    elif effect == E_NO_HIRE or effect == E_DISCOUNT:
        count = put(buffer, count, K_USE, -1, -1, -1)
    if count == 0:
        count = put(buffer, 0, K_PASS, -1, -1, -1)
    return count


@njit()
def target_options(state, buffer, count, poison):
    """Opponents an effect may hit: not immune; with cards, or (Poison) yet to have their turn."""
    public = state.public
    for seat in range(public.players):
        if seat != public.turn and not public.immune[seat]:
            if public.had_turn[seat] == 0 if poison else public.hand_count[seat] > 0:
                count = put(buffer, count, K_USE, seat, -1, -1)
    return count


@njit()
def cloak_options(rules, state, buffer, count):
    """Swaps the price limit allows: own Watchman (or hand card) for an opponent's."""
    public = state.public
    seat = public.turn
    private = state.private[seat]
    from_army = rules.cloak_source == FROM_ARMY
    for i in range(public.army_count[seat] if from_army else private.hand_count):
        card = public.army[seat, i] if from_army else private.hand[i]
        if not is_watchman(card):
            continue
        for other in range(public.players):
            if other == seat or public.immune[other]:
                continue
            for place in range(public.army_count[other]):
                gain = rules.price[public.army[other, place]] - rules.price[card]
                legal = gain <= rules.cloak_max_price_gain
                count = put_if(buffer, count, legal, K_USE, i if from_army else card, other, place)
    return count


@hot
def look_options(rules, state, buffer):
    """The cards looked at; when the Target takes one, only those of the race named."""
    public = state.public
    private = state.private[public.turn]
    by_race = public.decision == D_TAKE and public.item >= 0
    count = 0
    for i in range(private.look_count):
        card = private.look[i]
        if not by_race or rules.race[card] == public.named:
            count = put(buffer, count, K_CHOOSE, card, -1, -1)
    return count


@hot
def hand_options(state, buffer):
    """Every card in the hand of the seat to decide."""
    private = state.private[state.public.seat]
    for i in range(private.hand_count):
        put(buffer, i, K_CHOOSE, private.hand[i], -1, -1)
    return private.hand_count


@njit()
def restore_options(rules, state, buffer):
    """Decline, or one of the own Watchmen of the named caste with used actions."""
    public = state.public
    count = put(buffer, 0, K_PASS, -1, -1, -1)
    for place in range(public.army_count[public.seat]):
        if rules.caste[public.army[public.seat, place]] == public.named:
            if restorable(rules, state, public.seat, place):
                count = put(buffer, count, K_CHOOSE, place, -1, -1)
    return count


# End of the round


@hot
def draft_options(rules, state, buffer):
    """The items on offer, and the Necklace while nobody has taken it."""
    public = state.public
    banned = public.played[public.seat] if own_item_banned(rules, state, public.seat) else -1
    count = 0
    for other in range(public.players):
        item = public.played[other]
        offered = (public.item_at[item] == ON_OFFER) & (item != banned)
        count = put_if(buffer, count, offered, K_CHOOSE, item, -1, -1)
    return put_if(buffer, count, may_take_necklace(rules, state, public.seat), K_CHOOSE, NECKLACE, -1, -1)
