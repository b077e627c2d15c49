"""The legal choices of every decision, written into a buffer."""

from simcore.games.watchmen.kernel.cards import gold_in_hand, is_watchman, refillable
from simcore.games.watchmen.kernel.effects import BOTH, FROM_ARMY, HIRE_ONLY, TENTS_ONLY, restorable
from simcore.games.watchmen.kernel.purchase import MANY_CARDS, NO_CARD, hire_price
from simcore.games.watchmen.kernel.signatures import SIGNATURES
from simcore.games.watchmen.kernel.turns import ON_OFFER, READY, may_take_necklace, own_item_banned
from simcore.games.watchmen.state import (
    ASSASSIN,
    CASTES,
    D_CONVERT,
    D_DISCARD,
    D_DRAFT,
    D_EFFECT,
    D_GIVE,
    D_ITEM,
    D_MAGE,
    D_NINJA,
    D_PAY,
    D_RESTORE,
    D_RETURN,
    D_SHIELD,
    D_TAKE,
    D_TURN,
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
    HUNTER,
    ITEMS,
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
    NECKLACE,
    NINJA,
    RACES,
    WATCHMEN,
)
from simcore.jit import njit

EITHER_OR = 2


@njit()
def put(buffer, count, kind, a, b, c):
    """Write one option; returns the new count."""
    option = buffer[count]
    option.kind, option.a, option.b, option.c = kind, a, b, c
    return count + 1


# Step 2


@njit()
def turn_options(rules, state, buffer):
    """End the turn, buy tents, hire, act, use a mercenary."""
    count = put(buffer, 0, K_PASS, -1, -1, -1)
    public = state.public
    seat = public.turn
    total = gold_in_hand(rules, state, seat)
    room = rules.max_tents - public.tents[seat]
    if room > 0:
        count = tent_options(rules, state, buffer, count, total, room)
    if public.hires_left > 0 and may_house(rules, state, seat):
        count = hire_options(rules, state, buffer, count, total, -1)
    if public.actions_left > 0:
        count = act_options(rules, state, buffer, count)
    if rules.mercenaries:
        count = mercenary_options(rules, state, buffer, count, total)
    return count


@njit()
def may_house(rules, state, seat):
    """Whether a tent is free, or will be when the Moneybag's tents come first (ruling G4)."""
    public = state.public
    free = public.tents[seat] - public.army_count[seat]
    if rules.moneybag_tents_before_hire and public.free_tents > 0:
        if not (rules.moneybag == 1 and public.army_count[seat] > 0):
            free += min(public.free_tents, rules.max_tents - public.tents[seat])
    return free > 0


@njit()
def tent_options(rules, state, buffer, count, total, room):
    """Every number of tents a card (with the coins), or the coins alone, can pay for."""
    public = state.public
    private = state.private[public.turn]
    if rules.tent_payment == MANY_CARDS:
        for tents in range(1, min(room, (total + public.coins) // rules.tent_price) + 1):
            count = put(buffer, count, K_TENT, NO_CARD, tents, -1)
        return count
    for tents in range(1, min(room, public.coins // rules.tent_price) + 1):
        count = put(buffer, count, K_TENT, NO_CARD, tents, -1)
    for i in range(private.hand_count):
        card = private.hand[i]
        if rules.gold[card] > 0:
            for tents in range(1, min(room, (rules.gold[card] + public.coins) // rules.tent_price) + 1):
                count = put(buffer, count, K_TENT, card, tents, -1)
    return count


@njit()
def hire_options(rules, state, buffer, count, total, dog):
    """Every Watchman in hand that the other cards and the coins can pay for.

    With `dog` the hire is by that mercenary, which is discarded and pays nothing.
    """
    public = state.public
    private = state.private[public.turn]
    by_dog = 1 if dog >= 0 else 0
    funds = total + public.coins
    if by_dog:
        funds -= rules.gold[dog]
    for i in range(private.hand_count):
        card = private.hand[i]
        if is_watchman(card) and funds - rules.gold[card] >= hire_price(rules, state, card, by_dog):
            count = put(buffer, count, K_HIRE, card, by_dog, dog)
    return count


@njit()
def act_options(rules, state, buffer, count):
    """Every own Watchman that is not exhausted and whose action can do something now."""
    public = state.public
    seat = public.turn
    for place in range(public.army_count[seat]):
        if public.left[seat, place] > 0:
            caste = rules.caste[public.army[seat, place]]
            if (
                caste == HUNTER
                or (caste == MAGE and public.pile_count > 0)
                or (caste == ASSASSIN and public.deck_count + refillable(rules, state) > 0)
            ):
                count = put(buffer, count, K_ACT, place, -1, -1)
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
        elif effect != M_GOLD or has_action(state, seat):
            count = put(buffer, count, K_MERCENARY, card, -1, -1)
    return count


@njit()
def has_action(state, seat):
    """Whether any Watchman of an army has a special action left."""
    public = state.public
    for place in range(public.army_count[seat]):
        if public.left[seat, place] > 0:
            return True
    return False


@njit()
def convert_options(state, buffer):
    """One more action to turn into gold; stopping once at least one was."""
    public = state.public
    count = 0
    if state.hidden.asked > 0:
        count = put(buffer, 0, K_PASS, -1, -1, -1)
    for place in range(public.army_count[public.turn]):
        if public.left[public.turn, place] > 0:
            count = put(buffer, count, K_CHOOSE, place, -1, -1)
    return count


@njit()
def pay_options(rules, state, buffer):
    """Every card with gold, and `paid` as soon as the price is covered (overpaying is allowed)."""
    public = state.public
    private = state.private[public.turn]
    count = 0
    if public.paid >= public.price:
        count = put(buffer, 0, K_PASS, -1, -1, -1)
    for i in range(private.hand_count):
        if rules.gold[private.hand[i]] > 0:
            count = put(buffer, count, K_CHOOSE, private.hand[i], -1, -1)
    return count


@njit()
def ninja_options(rules, state, buffer):
    """Silence, or a call by one of the Ninjas that are not exhausted."""
    public = state.public
    count = put(buffer, 0, K_PASS, -1, -1, -1)
    for place in range(public.army_count[public.seat]):
        if public.left[public.seat, place] > 0 and rules.caste[public.army[public.seat, place]] == NINJA:
            count = put(buffer, count, K_USE, place, -1, -1)
    return count


# Step 1


@njit()
def item_options(state, buffer):
    """The items in hand that are not resting."""
    count = 0
    for item in range(ITEMS):
        if state.private[state.public.turn].items[item] == READY:
            count = put(buffer, count, K_CHOOSE, item, -1, -1)
    return count


@njit()
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
                if gain <= rules.cloak_max_price_gain:
                    count = put(buffer, count, K_USE, i if from_army else card, other, place)
    return count


@njit()
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


@njit()
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


@njit()
def draft_options(rules, state, buffer):
    """The items on offer, and the Necklace while nobody has taken it."""
    public = state.public
    seat = public.seat
    banned = public.played[seat] if own_item_banned(rules, state, seat) else -1
    count = 0
    for item in range(ITEMS):
        if public.item_at[item] == ON_OFFER and item != banned:
            count = put(buffer, count, K_CHOOSE, item, -1, -1)
    if may_take_necklace(rules, state, seat):
        count = put(buffer, count, K_CHOOSE, NECKLACE, -1, -1)
    return count


@njit(SIGNATURES.options)
def options(rules, state, buffer):
    """Write the legal choices of the seat to decide; returns how many, at least one."""
    decision = state.public.decision
    if decision == D_TURN:
        return turn_options(rules, state, buffer)
    if decision == D_PAY:
        return pay_options(rules, state, buffer)
    if decision == D_NINJA:
        return ninja_options(rules, state, buffer)
    if decision == D_ITEM:
        return item_options(state, buffer)
    if decision == D_EFFECT:
        return effect_options(rules, state, buffer)
    if decision == D_DRAFT:
        return draft_options(rules, state, buffer)
    if decision == D_TAKE or decision == D_RETURN:
        return look_options(rules, state, buffer)
    if decision == D_MAGE or decision == D_GIVE or decision == D_DISCARD:
        return hand_options(state, buffer)
    if decision == D_SHIELD:
        return put(buffer, put(buffer, 0, K_PASS, -1, -1, -1), K_USE, -1, -1, -1)
    if decision == D_RESTORE:
        return restore_options(rules, state, buffer)
    if decision == D_CONVERT:
        return convert_options(state, buffer)
    return 0
