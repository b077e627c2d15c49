"""Worlds that look the same to the seat to decide: cards, items and calls it has not seen are drawn anew."""

import numpy as np

from simcore.contract import Worlds
from simcore.games.watchmen.kernel.cards import gold_in_hand
from simcore.games.watchmen.kernel.purchase import NOT_ASKED, SILENT, has_ninja
from simcore.games.watchmen.kernel.scoring import MOST_GOLD, work_out_standing
from simcore.games.watchmen.kernel.setup import FIRST_EXCLUSIVE
from simcore.games.watchmen.kernel.signatures import SIGNATURES
from simcore.games.watchmen.kernel.turns import ON_OFFER, READY, RESTING
from simcore.games.watchmen.state import (
    CARDS,
    D_DRAFT,
    D_NINJA,
    ITEMS,
    LOOK,
    NECKLACE,
    NINJA,
    RACES,
    SEATS,
    WATCHMEN,
)
from simcore.jit import njit
from simcore.scratch import stack_array
from simcore.stream import below, draw, shuffle

BYTE, SLOTS = np.int8, SEATS * ITEMS


@njit()
def steps_from(public, first, seat):
    """How many seats further around the table a seat sits."""
    return (seat - first + public.players) % public.players


@njit()
def mark_unseen(rules, public, private, unseen):
    """1 in unseen, int8[CARDS], for each card in play that the seat to decide does not see anywhere."""
    for card in range(CARDS):
        unseen[card] = 0
    for race in range(RACES):
        if public.race_in[race]:
            for i in range(rules.card_count[race]):
                unseen[race * (WATCHMEN // RACES) + i] = 1
    for i in range(CARDS - WATCHMEN):
        unseen[WATCHMEN + i] = rules.mercenary_in[i]
    for i in range(private.hand_count):
        unseen[private.hand[i]] = 0
    for i in range(private.look_count):
        unseen[private.look[i]] = 0
    for i in range(public.pile_count):
        unseen[public.pile[i]] = 0
    for army in range(public.armies):
        for place in range(public.army_count[army]):
            unseen[public.army[army, place]] = 0
    if public.using >= 0:
        unseen[public.using] = 0


@njit()
def place_remembered(public, private, state, unseen):
    """Lay the cards the seat knows about where it saw them go; they are unseen no more."""
    deck, own = state.hidden.deck, public.seat
    state.hidden.seen_from = CARDS
    for place in range(CARDS):
        deck[place] = -1
    for place in range(public.deck_count):
        card = private.seen_deck[place]
        if card >= 0:
            state.hidden.seen_from = min(state.hidden.seen_from, place)
            if unseen[card]:
                deck[place] = card
                unseen[card] = 0
    for card in range(CARDS):
        seat = private.seen_hand[card]
        if unseen[card] and seat >= 0 and seat != own:
            other = state.private[seat]
            if other.hand_count < public.hand_count[seat]:
                other.hand[other.hand_count] = card
                other.hand_count += 1
                unseen[card] = 0


@njit()
def deal_cards(rules, public, private, state, stream):
    """Deal what is unseen to the others' hands and to the deck."""
    unseen, pool = stack_array(BYTE, CARDS), stack_array(BYTE, CARDS)
    mark_unseen(rules, public, private, unseen)
    place_remembered(public, private, state, unseen)
    count = 0
    for card in range(CARDS):
        if unseen[card]:
            pool[count] = card
            count += 1
    shuffle(stream, pool, count)
    for seat in range(public.players):
        if seat != public.seat:
            other = state.private[seat]
            while other.hand_count < public.hand_count[seat]:
                count -= 1
                other.hand[other.hand_count] = pool[count]
                other.hand_count += 1
    for place in range(public.deck_count):
        if state.hidden.deck[place] < 0:
            count -= 1
            state.hidden.deck[place] = pool[count]


@njit()
def hidden_items(rules, public, state, seat):
    """How many items another seat holds that nobody has seen; those seen are put into its hand."""
    items, held = state.private[seat].items, rules.items_each
    drafting = public.decision == D_DRAFT
    if drafting:
        # who has not drafted yet, and who waits for the last item, holds one less
        if steps_from(public, public.starter, seat) >= steps_from(public, public.starter, public.seat):
            held -= 1
        elif seat == state.hidden.wait:
            held -= 1
    elif public.played[seat] >= 0:
        held -= 1
    for item in range(NECKLACE + 1, ITEMS):
        if public.item_at[item] == seat and (drafting or public.played[seat] != item):
            items[item] = RESTING if public.resting[seat] == item else READY
            held -= 1
    return held


@njit()
def deal_items(rules, public, private, state, stream):
    """Deal the items nobody has shown: an exclusive one is surely in a hand, of the others some may be in the box."""
    unseen, slots = stack_array(BYTE, ITEMS), stack_array(BYTE, SLOTS)
    places = 0
    for seat in range(public.players):
        if seat != public.seat:
            for _ in range(hidden_items(rules, public, state, seat)):
                slots[places] = seat
                places += 1
    count = 0
    for k in range(NECKLACE + 1, ITEMS):
        item = k
        if rules.item_in[item] and public.item_at[item] < 0 and not private.items[item]:
            unseen[count] = item
            count += 1
    exclusive = 0
    while exclusive < count and unseen[count - 1 - exclusive] >= FIRST_EXCLUSIVE:
        exclusive += 1
    shuffle(stream, unseen, count - exclusive)
    shuffle(stream, slots, places)
    for i in range(min(places, count)):
        state.private[slots[i]].items[unseen[count - 1 - i]] = READY


@njit()
def guess_calls(rules, public, state, stream):
    """Who was asked before may have called Ninja or not."""
    call = state.hidden.call
    for seat in range(public.players):
        call[seat] = NOT_ASKED
    if public.decision != D_NINJA:
        return
    for k in range(1, state.hidden.asked):
        seat = (public.turn + k) % public.players
        if has_ninja(state, seat):
            call[seat] = SILENT
            if below(stream, 2):
                for place in range(public.army_count[seat]):
                    if public.left[seat, place] > 0 and rules.caste[public.army[seat, place]] == NINJA:
                        call[seat] = place


@njit()
def set_order(public, state):
    """Where in the round and in a question put to several the game stands; all of it is open to see."""
    hidden = state.hidden
    hidden.order = steps_from(public, public.starter, public.turn)
    hidden.wait = -1
    hidden.asked = steps_from(public, public.turn, public.seat)
    if public.decision == D_DRAFT:
        hidden.asked = steps_from(public, public.starter, public.seat)
        offered = 0
        for item in range(NECKLACE + 1, ITEMS):
            offered += public.item_at[item] == ON_OFFER
        # one item more than seats still to draft: somebody took the Necklace instead
        if offered > public.players - hidden.asked:
            hidden.wait = public.necklace


@njit(SIGNATURES.imagine)
def imagine(rules, public, private, state, stream):
    """Fill in what the seat to decide cannot see; see `simcore.contract.Worlds`."""
    hidden = state.hidden
    hidden.deal[0], hidden.chance[0] = draw(stream), draw(stream)
    state.leader = state.goal_seat = -1
    for seat in range(public.players):
        if seat != public.seat:
            other = state.private[seat]
            other.hand_count = other.look_count = other.kept = 0
            for card in range(CARDS):
                other.hand[card] = other.seen_hand[card] = other.seen_deck[card] = -1
            for i in range(LOOK):
                other.look[i] = -1
            for item in range(ITEMS):
                other.items[item] = 0
    set_order(public, state)
    deal_cards(rules, public, private, state, stream)
    deal_items(rules, public, private, state, stream)
    guess_calls(rules, public, state, stream)


@njit(SIGNATURES.settle)
def settle(rules, state, scores, merits):
    """Scores at the end of a game; equal ones are parted by the gold in hand."""
    work_out_standing(state)
    for seat in range(state.public.players):
        scores[seat] = state.stats[seat].standing
        merits[seat] = scores[seat] * MOST_GOLD + gold_in_hand(rules, state, seat)


WORLDS = Worlds(imagine, settle)
