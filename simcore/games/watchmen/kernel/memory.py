"""What each seat has seen go where: cards taken into hands in the open, cards laid back on the deck.

Nothing here decides anything and no rule reads it. It belongs to the private record, so that a player that thinks
ahead need not forget what it saw. A card is remembered in a hand until it is seen elsewhere or shuffled in; places
in the deck that somebody else has looked through are forgotten.
"""

from simcore.games.watchmen.state import CARDS
from simcore.jit import hot, njit


@njit()
def all_saw(state, seat, card):
    """A card that lay open went into a hand."""
    for each in range(state.public.players):
        state.private[each].seen_hand[card] = seat


@njit()
def both_saw(state, giver, taker, card):
    """A card went from hand to hand, seen by the two."""
    state.private[giver].seen_hand[card] = taker
    state.private[taker].seen_hand[card] = taker


@njit()
def laid_back(state, seat, card):
    """A card is about to be laid on top of the deck by a seat that knows it."""
    place = state.public.deck_count
    for each in range(state.public.players):
        state.private[each].seen_deck[place] = card if each == seat else -1
    state.hidden.seen_from = min(state.hidden.seen_from, place)


@hot
def drawn(state, seat, card):
    """The card that was on top of the deck went into a hand; whoever knew it knows where it is."""
    if state.public.deck_count >= state.hidden.seen_from:
        known_drawn(state, seat, card)


@njit()
def known_drawn(state, seat, card):
    """As `drawn`, where somebody may know the card."""
    place = state.public.deck_count
    for each in range(state.public.players):
        private = state.private[each]
        if private.seen_deck[place] == card:
            private.seen_hand[card] = seat
        private.seen_deck[place] = -1
    if place == state.hidden.seen_from:
        state.hidden.seen_from = CARDS


@njit()
def looked_through(state, count):
    """So many cards have just been taken off the deck to be looked at: nobody knows that part of it any more."""
    first = state.public.deck_count
    if first + count <= state.hidden.seen_from:
        return
    for each in range(state.public.players):
        for place in range(first, first + count):
            state.private[each].seen_deck[place] = -1


@njit()
def shuffled_in(state, count):
    """So many discards have just been put under the deck; `deck_count` does not count them yet."""
    hidden, left = state.hidden, state.public.deck_count
    for each in range(state.public.players):
        private = state.private[each]
        for i in range(count):
            private.seen_hand[hidden.deck[i]] = -1
        for place in range(left + count, CARDS):
            private.seen_deck[place] = -1
        for place in range(left - 1, -1, -1):
            private.seen_deck[place + count] = private.seen_deck[place]
        for place in range(count):
            private.seen_deck[place] = -1
    hidden.seen_from = min(CARDS, hidden.seen_from + count)
