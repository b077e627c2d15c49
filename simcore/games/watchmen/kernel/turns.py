"""Rounds and turns: step 1's draw, whose turn comes next, and the items' way around the table."""

from simcore.games.watchmen.kernel.cards import ask, clockwise, draw_cards
from simcore.games.watchmen.kernel.scoring import note_standing
from simcore.games.watchmen.state import (
    D_DRAFT,
    D_ITEM,
    D_TURN,
    ITEMS,
    NECKLACE,
    TRACK,
)
from simcore.jit import hot, njit

VARIANT1, VARIANT2, PLAIN_SWAP = range(3)
BANNED, ALLOWED = range(2)
ON_OFFER = 9
READY, RESTING = 1, 2


@njit()
def begin_round(rules, state):
    """Start a round with the starter's turn."""
    public = state.public
    public.round += 1
    state.hidden.order = 0
    for seat in range(public.players):
        public.played[seat] = -1
        public.had_turn[seat] = 0
        public.immune[seat] = 0
        public.poisoned[seat] = 0
        state.private[seat].kept = 0
    begin_turn(rules, state)


@njit()
def begin_turn(rules, state):
    """Start the next turn of the round: step 1, unless a Shield already lies there."""
    public = state.public
    seat = clockwise(state, public.starter, state.hidden.order)
    public.turn = seat
    public.had_turn[seat] = 1
    public.actions_left = 0
    public.hires_left = 1
    public.hired = 0
    public.discount = 0
    public.free_tents = 0
    public.coins = 0
    public.laid = 0
    public.item = -1
    if public.played[seat] >= 0:
        draw_and_act(rules, state)
    else:
        ask(state, seat, D_ITEM)


@hot
def face_up(state, seat, item):
    """Put an item face up in front of its holder."""
    public, stats = state.public, state.stats[seat]
    state.private[seat].items[item] = 0
    public.played[seat] = item
    public.item_at[item] = seat
    stats.items_played[item] += 1
    if public.round <= TRACK:
        stats.item_by_round[public.round - 1] = item


@njit()
def draw_and_act(rules, state):
    """End of step 1: draw the item's cards, then step 2 with the item's special actions."""
    public = state.public
    seat = public.turn
    item = public.played[seat]
    public.item = -1
    draw_cards(rules, state, seat, rules.item_draw[item])
    public.actions_left = 0 if public.poisoned[seat] else rules.item_actions[item]
    ask(state, seat, D_TURN)


@hot
def end_turn(rules, state):
    """Pass the turn on, or end the round after the last one."""
    state.public.coins = 0
    state.public.actions_left = 0
    state.hidden.order += 1
    if state.hidden.order < state.public.players:
        begin_turn(rules, state)
    else:
        end_round(rules, state)


@njit()
def end_round(rules, state):
    """End the game if an army is complete (or at the cap), else hand the items on."""
    public = state.public
    note_standing(state)
    if public.last_round or public.round >= rules.max_rounds:
        public.seat = -1
    elif public.players == 2:
        swap_items(rules, state)
        public.starter = 1 - public.starter
        begin_round(rules, state)
    else:
        open_draft(state)


@njit()
def swap_items(rules, state):
    """Two players: swap the played items; by variant 1 they rest for one round (ruling F2)."""
    public = state.public
    rest = rules.two_player == VARIANT1 or (rules.two_player == VARIANT2 and rules.variant2_item_rest)
    for seat in range(2):
        for item in range(ITEMS):
            if state.private[seat].items[item] == RESTING:
                state.private[seat].items[item] = READY
    for seat in range(2):
        item = public.played[1 - seat]
        state.private[seat].items[item] = RESTING if rest else READY
        public.resting[seat] = item if rest else -1
        public.item_at[item] = seat
        state.stats[seat].items_drafted[item] += 1


@hot
def open_draft(state):
    """Put the played items on offer; the holder of the Necklace chooses first."""
    public, hidden = state.public, state.hidden
    for seat in range(public.players):
        public.item_at[public.played[seat]] = ON_OFFER
    hidden.wait = -1
    hidden.asked = 0
    ask(state, public.starter, D_DRAFT)


@hot
def draft(rules, state, item):
    """One seat takes an item, or the Necklace and waits for the last item (ruling E3)."""
    public, hidden = state.public, state.hidden
    seat = public.seat
    if item == NECKLACE:
        public.necklace = seat
        public.item_at[NECKLACE] = seat
        hidden.wait = seat
        state.stats[seat].items_drafted[NECKLACE] += 1
    else:
        take_item(state, seat, item)
    hidden.asked += 1
    if hidden.asked < public.players:
        ask(state, clockwise(state, public.starter, hidden.asked), D_DRAFT)
        return
    if hidden.wait >= 0:
        take_item(state, hidden.wait, last_item(state))
    public.starter = public.necklace
    begin_round(rules, state)


@hot
def take_item(state, seat, item):
    """Take an item on offer into the hand; everybody saw it."""
    state.public.item_at[item] = seat
    state.private[seat].items[item] = READY
    state.stats[seat].items_drafted[item] += 1


@hot
def last_item(state):
    """The item still on offer."""
    for item in range(ITEMS):
        if state.public.item_at[item] == ON_OFFER:
            return item
    return -1


@hot
def may_take_necklace(rules, state, seat):
    """Whether the Necklace is still to be had by this seat (ruling E2)."""
    if state.hidden.wait >= 0:
        return False
    return seat != state.public.starter or rules.holder_necklace == ALLOWED


@hot
def own_item_banned(rules, state, seat):
    """Whether the seat may not take back the item it played (ruling E1)."""
    public = state.public
    if seat == public.starter:
        return True
    if rules.own_item != BANNED:
        return False
    others = 0
    for other in range(public.players):
        others += (other != seat) & (public.item_at[public.played[other]] == ON_OFFER)
    return others > 0
