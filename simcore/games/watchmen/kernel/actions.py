"""Step 2: the special actions of Hunters, Mages and Assassins, and the mercenaries' abilities."""

from simcore.games.watchmen.kernel.cards import (
    add_ready,
    ask,
    back_to_menu,
    bring_out,
    clockwise,
    draw_cards,
    into_hand,
    look_at_deck,
    off_pile,
    onto_pile,
    out_of_hand,
    random_from_hand,
)
from simcore.games.watchmen.kernel.memory import all_saw, both_saw
from simcore.games.watchmen.state import (
    ASSASSIN,
    D_CONVERT,
    D_DISCARD,
    D_MAGE,
    D_TAKE,
    D_TURN,
    HUNTER,
    K_PASS,
    M_DISCARD,
    M_DRAW,
    M_GOLD,
    M_STEAL,
    MAGE,
    WATCHMEN,
)
from simcore.jit import hot, njit


@hot
def act(rules, state, place):
    """A hired Watchman carries out its special action and moves up its tent by one."""
    public = state.public
    seat = public.turn
    caste = rules.caste[public.army[seat, place]]
    public.left[seat, place] -= 1
    add_ready(state, seat, caste, -1)
    public.actions_left -= 1
    state.stats[seat].actions_used[caste] += 1
    if caste == HUNTER:
        gain_coins(state, rules.hunter_gold)
        ask(state, seat, D_TURN)
    elif caste == MAGE:
        for _ in range(min(rules.mage_draw, public.pile_count)):
            card = off_pile(state)
            into_hand(state, seat, card)
            all_saw(state, seat, card)
        ask(state, seat, D_MAGE)
    elif caste == ASSASSIN:
        look_at_deck(rules, state, seat, rules.assassin_look)
        ask(state, seat, D_TAKE)


@hot
def gain_coins(state, gold):
    """Coins for the next purchase of this turn."""
    state.public.coins += gold
    state.stats[state.public.turn].coins_gained += gold


@hot
def mage_discard(state, card):
    """The Mage lays one card of the hand on top of the pile."""
    out_of_hand(state, state.public.turn, card)
    onto_pile(state, card)
    ask(state, state.public.turn, D_TURN)


@njit()
def use_mercenary(rules, state, option):
    """Use a mercenary's ability; the card goes to the pile afterwards and no Ninja may call (ruling D4)."""
    public = state.public
    seat, card = public.turn, option.a
    effect = rules.mercenary_effect[card - WATCHMEN]
    bring_out(state, seat, card)
    state.stats[seat].mercenaries_used[effect] += 1
    public.actor = seat
    if effect == M_GOLD:
        public.converted = 0
        ask(state, seat, D_CONVERT)
        return
    if effect == M_DISCARD:
        state.hidden.asked = -1
        next_discard(rules, state)
        return
    if effect == M_DRAW:
        draw_cards(rules, state, seat, rules.mercenary_amount[M_DRAW])
    elif effect == M_STEAL:
        for _ in range(min(rules.mercenary_amount[M_STEAL], public.hand_count[option.b])):
            stolen = random_from_hand(state, option.b)
            into_hand(state, seat, stolen)
            both_saw(state, option.b, seat, stolen)
    back_to_menu(state)


@njit()
def next_discard(rules, state):
    """The Otter: ask the next player, clockwise from the user, who has a card to discard."""
    public, hidden = state.public, state.hidden
    for k in range(hidden.asked + 1, public.players):
        seat = clockwise(state, public.turn, k)
        if public.hand_count[seat] > 0:
            hidden.asked = k
            ask(state, seat, D_DISCARD)
            return
    back_to_menu(state)


@njit()
def answer_discard(rules, state, card):
    """Discard a card of one's own choice."""
    out_of_hand(state, state.public.seat, card)
    onto_pile(state, card)
    next_discard(rules, state)


@njit()
def answer_convert(rules, state, option):
    """The Owl: turn one more special action into gold for the next purchase, or stop (H1)."""
    public = state.public
    if option.kind == K_PASS:
        back_to_menu(state)
        return
    public.left[public.turn, option.a] -= 1
    add_ready(state, public.turn, rules.caste[public.army[public.turn, option.a]], -1)
    public.converted += 1
    gain_coins(state, rules.owl_gold_per_action)
    ask(state, public.turn, D_CONVERT)
