"""Step 1: the item played, its effect, and the Shield as an answer to it."""

from simcore.games.watchmen.kernel.cards import (
    add_ready,
    ask,
    clockwise,
    into_hand,
    look_at_deck,
    onto_deck,
    onto_pile,
    out_of_hand,
    out_of_look,
    random_from_hand,
    recount,
)
from simcore.games.watchmen.kernel.memory import all_saw, both_saw, laid_back
from simcore.games.watchmen.kernel.turns import READY, draw_and_act, face_up
from simcore.games.watchmen.state import (
    D_EFFECT,
    D_GIVE,
    D_RESTORE,
    D_RETURN,
    D_SHIELD,
    D_TAKE,
    D_TURN,
    E_CLOAK,
    E_DISCOUNT,
    E_ENERGY,
    E_LETTER,
    E_MARKER,
    E_MONEYBAG,
    E_NO_HIRE,
    E_NONE,
    E_POISON,
    E_RESTORE,
    E_SEARCH,
    E_SHIELD,
    E_SPOOK,
    ITEMS,
    K_PASS,
)
from simcore.jit import hot, njit

BOTH, TENTS_ONLY, HIRE_ONLY = range(3)
FROM_ARMY = 0


@hot
def play_item(rules, state, item):
    """Flip an item face up and put its effect to the player, if there is one to decide."""
    seat = state.public.turn
    face_up(state, seat, item)
    state.public.item = item
    effect = rules.item_effect[item]
    if effect == E_SHIELD:
        state.public.immune[seat] = 1
    if effect == E_NONE or effect == E_MARKER or effect == E_SHIELD:
        draw_and_act(rules, state)
    else:
        ask(state, seat, D_EFFECT)


@hot
def is_aimed(effect):
    """Whether an effect hits one opponent."""
    return effect == E_LETTER or effect == E_CLOAK or effect == E_POISON or effect == E_SPOOK


@hot
def use_effect(rules, state, option):
    """Carry out the effect of the item under way, or leave it."""
    public = state.public
    if option.kind == K_PASS:
        draw_and_act(rules, state)
        return
    seat, item = public.turn, public.item
    effect = rules.item_effect[item]
    state.stats[seat].effects_used[item] += 1
    public.actor = seat
    if is_aimed(effect):
        aim(rules, state, option, effect)
    elif effect == E_SEARCH:
        search(rules, state, option.a)
    elif effect == E_ENERGY:
        public.named = option.a
        state.hidden.asked = -1
        next_restore(rules, state)
    else:
        help_self(rules, state, effect, option.a)
        draw_and_act(rules, state)


@hot
def help_self(rules, state, effect, operand):
    """Effects that bind or help only the player of the item."""
    public = state.public
    item = public.item
    if effect == E_NO_HIRE:
        public.hires_left = 0
    elif effect == E_MONEYBAG:
        if operand != TENTS_ONLY:
            public.hires_left = rules.item_amount[item]
        if operand != HIRE_ONLY:
            public.free_tents = rules.item_amount2[item]
    elif effect == E_RESTORE:
        restore(rules, state, public.turn, operand, rules.item_amount[item])
    elif effect == E_DISCOUNT:
        public.discount = rules.item_amount[item]


@njit()
def restore(rules, state, seat, place, amount):
    """Give used special actions back, never above the number printed on the card."""
    public = state.public
    card, before = public.army[seat, place], public.left[seat, place]
    public.left[seat, place] = min(rules.actions[card], before + amount)
    add_ready(state, seat, rules.caste[card], public.left[seat, place] - before)


@hot
def restorable(rules, state, seat, place):
    """Whether the Watchman in a tent has used actions to give back."""
    public = state.public
    return public.left[seat, place] < rules.actions[public.army[seat, place]]


# The Target: name a race, look at the top of the deck.


@njit()
def search(rules, state, race):
    """Look for a race among the top cards; take one of it if any (ruling in specs 3.2)."""
    public = state.public
    public.named = race
    seat = public.turn
    look_at_deck(rules, state, seat, rules.item_amount[public.item])
    private = state.private[seat]
    for i in range(private.look_count):
        if rules.race[private.look[i]] == race:
            ask(state, seat, D_TAKE)
            return
    return_looked(rules, state)


@hot
def take_looked(rules, state, card):
    """Take one of the cards looked at into the hand."""
    seat = state.public.turn
    out_of_look(state, seat, card)
    into_hand(state, seat, card)
    return_looked(rules, state)


@hot
def put_back(rules, state, card):
    """Lay one of the cards looked at back on the deck; the last laid is the top."""
    seat = state.public.turn
    out_of_look(state, seat, card)
    laid_back(state, seat, card)
    onto_deck(state, card)
    return_looked(rules, state)


@njit()
def return_looked(rules, state):
    """Ask for the next card to lay back; with the last one laid, go on where the looking began."""
    seat = state.public.turn
    private = state.private[seat]
    if private.look_count > 1:
        ask(state, seat, D_RETURN)
        return
    if private.look_count == 1:
        laid_back(state, seat, private.look[0])
        onto_deck(state, private.look[0])
        out_of_look(state, seat, private.look[0])
    if state.public.item >= 0:
        draw_and_act(rules, state)
    else:
        ask(state, seat, D_TURN)


# Poison, Letter, Cloak, Spook: one opponent is hit, and a Shield may answer.


@njit()
def aim(rules, state, option, effect):
    """Point an effect at an opponent, who may have a Shield to put down."""
    public = state.public
    target = option.b if effect == E_CLOAK else option.a
    public.target = target
    public.swap[0], public.swap[1], public.swap[2] = option.a, option.b, option.c
    if rules.item_blocked[public.item] and may_react(rules, state, target):
        ask(state, target, D_SHIELD)
    else:
        hit(rules, state)


@njit()
def shield_in_hand(rules, state, seat):
    """The usable Shield in a hand of items, -1 without."""
    for item in range(ITEMS):
        if state.private[seat].items[item] == READY and rules.item_effect[item] == E_SHIELD:
            return item
    return -1


@njit()
def may_react(rules, state, seat):
    """Whether a seat may still put its Shield down as this round's item (ruling G1).

    Who once kept it in hand when hit may not later in the round (Clarifications, Shield).
    """
    public = state.public
    if public.had_turn[seat] or public.played[seat] >= 0 or state.private[seat].kept:
        return False
    return shield_in_hand(rules, state, seat) >= 0


@hot
def answer_shield(rules, state, option):
    """Put the Shield down, which uses up the effect, or suffer it."""
    public = state.public
    target = public.target
    if option.kind == K_PASS:
        state.private[target].kept = 1
        hit(rules, state)
        return
    face_up(state, target, shield_in_hand(rules, state, target))
    public.immune[target] = 1
    state.stats[target].shield_reactions += 1
    state.stats[public.actor].effects_blocked += 1
    draw_and_act(rules, state)


@njit()
def hit(rules, state):
    """Carry out an aimed effect on its target."""
    public = state.public
    seat, target, item = public.actor, public.target, public.item
    effect = rules.item_effect[item]
    state.stats[target].effects_suffered[item] += 1
    if effect == E_LETTER:
        card = random_from_hand(state, target)
        into_hand(state, seat, card)
        both_saw(state, target, seat, card)
        ask(state, seat, D_GIVE)
        return
    if effect == E_POISON:
        public.poisoned[target] = 1
    elif effect == E_SPOOK:
        for _ in range(min(rules.item_amount[item], public.hand_count[target])):
            onto_pile(state, random_from_hand(state, target))
    elif effect == E_CLOAK:
        exchange(rules, state)
    draw_and_act(rules, state)


@njit()
def exchange(rules, state):
    """The Cloak: swap Watchmen; the actions left stay with the tents (ruling G5)."""
    public, swap = state.public, state.public.swap
    seat, target = public.actor, public.target
    card = public.army[target, swap[2]]
    if rules.cloak_source == FROM_ARMY:
        public.army[target, swap[2]] = public.army[seat, swap[0]]
        public.army[seat, swap[0]] = card
        recount(rules, state, seat)
    else:
        out_of_hand(state, seat, swap[0])
        public.army[target, swap[2]] = swap[0]
        into_hand(state, seat, card)
        all_saw(state, seat, card)
    recount(rules, state, target)


@njit()
def give_card(rules, state, card):
    """The Letter: hand a card of one's choice back to the target."""
    public = state.public
    out_of_hand(state, public.actor, card)
    into_hand(state, public.target, card)
    both_saw(state, public.actor, public.target, card)
    draw_and_act(rules, state)


# The Energy Stone: every player may restore one action of one Watchman of the caste named.


@njit()
def next_restore(rules, state):
    """Ask the next player, clockwise from the user, who has something to restore (ruling G7)."""
    public, hidden = state.public, state.hidden
    for k in range(hidden.asked + 1, public.players):
        seat = clockwise(state, public.turn, k)
        for place in range(public.army_count[seat]):
            if rules.caste[public.army[seat, place]] == public.named and restorable(rules, state, seat, place):
                hidden.asked = k
                ask(state, seat, D_RESTORE)
                return
    draw_and_act(rules, state)


@njit()
def answer_restore(rules, state, option):
    """Restore one action of the Watchman chosen, or decline."""
    if option.kind != K_PASS:
        restore(rules, state, state.public.seat, option.a, rules.item_amount[state.public.item])
    next_restore(rules, state)
