"""Cards in motion: deck, discard pile, hands and armies. Nothing here decides anything."""

import numpy as np

from simcore.bits import eight_bytes, place_of
from simcore.games.watchmen.kernel.memory import drawn, looked_through, shuffled_in
from simcore.games.watchmen.state import D_TURN, WARRIOR, WATCHMEN
from simcore.games.watchmen.words import ONES, at_least, gold_of, majorities
from simcore.jit import hot, njit
from simcore.stream import below, shuffle

FLOOR_HALF, EXTRA_COPIES, CHOOSE2, PER_CARD = range(4)
KEEP_TOP, AT_KEPT_LEFT = range(2)


@hot
def ask(state, seat, decision):
    """Put a decision to a seat."""
    state.public.seat = seat
    state.public.decision = decision


@hot
def clockwise(state, seat, steps):
    """The seat some steps further around the table, at most once around."""
    other = seat + steps
    return other - state.public.players if other >= state.public.players else other


@hot
def into_hand(state, seat, card):
    """Add a card to a hand."""
    private = state.private[seat]
    private.hand[private.hand_count] = card
    private.hand_count += 1
    state.public.hand_count[seat] += 1


@hot
def out_of_hand(state, seat, card):
    """Take a card out of a hand; its place is filled by the last card."""
    private = state.private[seat]
    last = private.hand_count - 1
    # most hands have no more than eight, and nobody can foresee when a loop over a hand ends
    place = place_of(card, eight_bytes(private.hand))
    if place == 8:
        place = last
        for i in range(8, last):
            place = i if private.hand[i] == card else place
    private.hand[place] = private.hand[last]
    private.hand[last] = -1
    private.hand_count = last
    state.public.hand_count[seat] -= 1


@njit()
def random_from_hand(state, seat):
    """Take a card out of a hand by chance; the hand is not empty."""
    private = state.private[seat]
    card = private.hand[below(state.hidden.chance, private.hand_count)]
    out_of_hand(state, seat, card)
    return card


@hot
def onto_pile(state, card):
    """Lay a card on top of the discard pile."""
    public = state.public
    public.pile[public.pile_count] = card
    public.pile_count += 1


@hot
def off_pile(state):
    """Take the top card of the discard pile, which is not empty."""
    public = state.public
    public.pile_count -= 1
    card = public.pile[public.pile_count]
    public.pile[public.pile_count] = -1
    return card


@hot
def onto_deck(state, card):
    """Lay a card on top of the deck."""
    public = state.public
    state.hidden.deck[public.deck_count] = card
    public.deck_count += 1


@hot
def off_deck(state):
    """Take the top card of the deck, which is not empty."""
    public = state.public
    public.deck_count -= 1
    card = state.hidden.deck[public.deck_count]
    state.hidden.deck[public.deck_count] = -1
    return card


@hot
def refillable(rules, state):
    """How many discards would go back into the deck now (ruling A1)."""
    spare = state.public.pile_count
    if rules.deck_out == KEEP_TOP:
        spare -= rules.keep_discards
    return max(0, spare)


@njit()
def refill(rules, state):
    """Shuffle the discards that may go back and put them under the deck (rulings A1, A2)."""
    public, deck = state.public, state.hidden.deck
    count = refillable(rules, state)
    if count == 0:
        return
    for i in range(public.deck_count - 1, -1, -1):
        deck[i + count] = deck[i]
    for i in range(count):
        deck[i] = public.pile[i]
    shuffle(state.hidden.chance, deck, count)
    shuffled_in(state, count)
    kept = public.pile_count - count
    for i in range(kept):
        public.pile[i] = public.pile[i + count]
    for i in range(kept, public.pile_count):
        public.pile[i] = -1
    public.pile_count = kept
    public.deck_count += count
    state.stats[0].refills += 1


@hot
def ready_deck(rules, state, wanted):
    """Refill the deck if it is time to, before `wanted` cards leave it."""
    left = state.public.deck_count
    if rules.deck_out == AT_KEPT_LEFT:
        if left <= rules.keep_discards or left < wanted:
            refill(rules, state)
    elif left < wanted:
        refill(rules, state)


@njit()
def draw_cards(rules, state, seat, count):
    """Draw up to `count` cards, as many as there are (ruling A3)."""
    for _ in range(count):
        ready_deck(rules, state, 1)
        if state.public.deck_count == 0:
            state.stats[0].dry += 1
            continue
        card = off_deck(state)
        into_hand(state, seat, card)
        drawn(state, seat, card)
        state.stats[seat].cards_drawn += 1


@njit()
def look_at_deck(rules, state, seat, count):
    """Take up to `count` cards off the deck for a seat to look at, the top one first."""
    ready_deck(rules, state, count)
    private = state.private[seat]
    seen = min(count, state.public.deck_count)
    for i in range(seen):
        private.look[i] = off_deck(state)
    private.look_count = seen
    looked_through(state, seen)


@njit()
def out_of_look(state, seat, card):
    """Take a card out of those looked at, keeping the others in order."""
    private = state.private[seat]
    last = private.look_count - 1
    place = last
    for i in range(last):
        if private.look[i] == card:
            place = i
            break
    for i in range(place, last):
        private.look[i] = private.look[i + 1]
    private.look[last] = -1
    private.look_count = last


@hot
def gold_in_hand(rules, state, seat):
    """Sum of the gold coin symbols in a hand."""
    private = state.private[seat]
    total = 0
    for i in range(private.hand_count):
        total += gold_of(rules, private.hand[i])
    return total


@hot
def penalty(rules, earlier):
    """VP lost by one more Watchman when `earlier` share its race and caste, by the other readings of ruling B1.

    Summed over an army it gives, for k equal cards: k - 1, k (k - 1) / 2, or k.
    """
    if earlier == 0:
        return 0
    if rules.double_penalty == EXTRA_COPIES:
        return 1
    if rules.double_penalty == CHOOSE2:
        return earlier
    return 2 if earlier == 1 else 1


@hot
def worth(rules, state, seat, place):
    """VP the Watchman in a tent adds to those in the tents before it: price, Warrior, doubles."""
    army = state.public.army
    card = army[seat, place]
    kind = rules.kind[card]
    if rules.double_penalty == FLOOR_HALF:
        # a point for two equal ones (ruling B1): lost where an odd number of them is there already
        lost = state.public.odd[seat] >> kind & 1
    else:
        equal = 0
        for i in range(place):
            equal += rules.kind[army[seat, i]] == kind
        lost = penalty(rules, equal)
    return rules.price[card] - lost + rules.warrior_vp * (rules.caste[card] == WARRIOR)


@hot
def tally(rules, state, seat, card, left):
    """Count one more Watchman in what the table shows of an army's races, kinds and special actions left."""
    public = state.public
    bit = 1 << int(rules.kind[card])
    public.race_count[seat, rules.race[card]] += 1
    public.tally[seat] += np.uint64(1) << np.uint64(8 * rules.race[card])
    public.odd[seat] ^= bit
    public.some[seat] |= bit
    add_ready(state, seat, rules.caste[card], left)


@hot
def add_ready(state, seat, caste, actions):
    """Count special actions given to the Watchmen of a caste, or taken from them."""
    state.public.ready[seat] = int(state.public.ready[seat]) + (actions << 8 * caste)


@njit()
def weigh_races(state):
    """Work out what one more Watchman of each race would do to the majorities, for every seat."""
    public = state.public
    most, second, total = majorities(state)
    shared = at_least(second, most)
    # one more for an army in the lead: a point where it leads alone, all of the race where it does not
    gain = (ONES & ~shared) | ((total + ONES) & shared)
    for seat in range(public.players):
        own = int(public.tally[seat])
        first = at_least(own, most)
        public.gain[seat] = first & gain
        public.denied[seat] = at_least(own + ONES, most) & ~first & total


@njit()
def recount(rules, state, seat):
    """Work out anew what the table shows of an army: points, races and kinds."""
    public = state.public
    points = 0
    for race in range(len(public.race_in)):
        public.race_count[seat, race] = 0
    public.tally[seat] = public.odd[seat] = public.some[seat] = public.ready[seat] = 0
    for place in range(public.army_count[seat]):
        points += worth(rules, state, seat, place)
        tally(rules, state, seat, public.army[seat, place], public.left[seat, place])
    public.points[seat] = points
    weigh_races(state)


@njit()
def move_in(rules, state, seat, card):
    """House a Watchman in the next tent of an army, all its special actions unused."""
    public = state.public
    place = public.army_count[seat]
    public.army[seat, place] = card
    public.left[seat, place] = rules.actions[card]
    public.army_count[seat] = place + 1
    public.points[seat] += worth(rules, state, seat, place)
    if seat < public.players:
        public.longest = max(public.longest, place + 1)
    tally(rules, state, seat, card, rules.actions[card])
    weigh_races(state)


@hot
def bring_out(state, seat, card):
    """Take a mercenary out of a hand to use its ability; it is discarded afterwards."""
    out_of_hand(state, seat, card)
    state.public.using = card


@hot
def back_to_menu(state):
    """Go on with step 2; a mercenary whose ability was under way is discarded now."""
    public = state.public
    if public.using >= 0:
        onto_pile(state, public.using)
        public.using = -1
    ask(state, public.turn, D_TURN)


@hot
def is_watchman(card):
    """Whether a card is a Watchman and not a mercenary."""
    return card < WATCHMEN
