"""A compiled referee: plays random games and checks conservation after every single choice.

It shares nothing with the kernel but the records. `audit` returns 0 or the number of the law
that was broken, so that a failing test names it.
"""

import numpy as np
from numba import typeof, types

from simcore.games.watchmen.kernel.signatures import SIGNATURES
from simcore.games.watchmen.state import (
    CARDS,
    CASTES,
    D_PAY,
    D_TURN,
    ITEMS,
    K_CHOOSE,
    K_HIRE,
    K_TENT,
    M_HIRE,
    NECKLACE,
    RACES,
    SEATS,
    WARRIOR,
    WATCHMEN,
)
from simcore.jit import njit, specialise
from simcore.stream import below, key

LAWS = {
    1: "every card in play is in exactly one place, and no other card is anywhere",
    2: "every item is in exactly one place",
    3: "tents are at most the limit and at least the army",
    4: "armies hold at most one Watchman a tent, and no mercenary",
    5: "the public counts of hands and piles are those of the hidden cards",
    6: "actions left lie between 0 and the number printed on some card",
    7: "points and race counts on the table are those of the armies",
    8: "the Necklace is with one seat",
    9: "a purchase was paid in full, and brought just the tents that were bought",
    10: "the game goes on or is over, within the cap on rounds",
    11: "every decision has at least one option",
}


@njit()
def count_cards(public, private, hidden, seen):
    """Count where every card is; card being looked at counts for its holder."""
    for card in range(CARDS):
        seen[card] = 0
    for i in range(public.deck_count):
        seen[hidden.deck[i]] += 1
    for i in range(public.pile_count):
        seen[public.pile[i]] += 1
    if public.using >= 0:
        seen[public.using] += 1
    for seat in range(SEATS):
        for i in range(private[seat].hand_count):
            seen[private[seat].hand[i]] += 1
        for i in range(private[seat].look_count):
            seen[private[seat].look[i]] += 1
        for i in range(public.army_count[seat]):
            seen[public.army[seat, i]] += 1


@njit()
def in_play(rules, public, card):
    """Whether a card belongs to this game at all."""
    if card < WATCHMEN:
        return public.race_in[card // (WATCHMEN // RACES)] == 1
    return rules.mercenary_in[card - WATCHMEN] == 1


@njit()
def points_of(rules, public, seat):
    """Prices, Warriors and half the equal pairs, worked out from scratch (default ruling)."""
    points = 0
    for race in range(RACES):
        for caste in range(5):
            equal = 0
            for i in range(public.army_count[seat]):
                card = public.army[seat, i]
                if rules.race[card] == race and rules.caste[card] == caste:
                    equal += 1
                    points += rules.price[card]
                    if caste == WARRIOR:
                        points += rules.warrior_vp
            if rules.double_penalty == 0:
                points -= equal // 2
            elif rules.double_penalty == 1:
                points -= max(0, equal - 1)
            elif rules.double_penalty == 2:
                points -= equal * (equal - 1) // 2
            elif equal > 1:
                points -= equal
    return points


@njit()
def count_items(public, private, item):
    """In how many places an item is: hands of items, face up, on offer."""
    places = 0
    for seat in range(public.players):
        if private[seat].items[item] > 0:
            places += 1
    if public.item_at[item] == 9:
        return places + 1
    for seat in range(public.players):
        if public.played[seat] == item and private[seat].items[item] == 0 and public.item_at[item] == seat:
            places += 1
    return places


@njit()
def kinds_agree(rules, public, seat):
    """Whether the masks of kinds hired say what the army shows."""
    for race in range(RACES):
        for caste in range(5):
            equal = 0
            for i in range(public.army_count[seat]):
                card = public.army[seat, i]
                if rules.race[card] == race and rules.caste[card] == caste:
                    equal += 1
            place = race * 5 + caste
            if (public.odd[seat] >> place) & 1 != equal % 2 or (public.some[seat] >> place) & 1 != min(1, equal):
                return False
    return True


@njit()
def ready_agree(rules, public, seat):
    """Whether the word of special actions left says what the tents show."""
    for caste in range(CASTES):
        total = 0
        for i in range(public.army_count[seat]):
            if rules.caste[public.army[seat, i]] == caste:
                total += public.left[seat, i]
        if (public.ready[seat] >> np.uint64(8 * caste)) & np.uint64(255) != np.uint64(total):
            return False
    return True


@njit()
def swings_agree(public, seat):
    """Whether the words of majority points say what one more Watchman of each race would do."""
    longest = 0
    for other in range(public.players):
        longest = max(longest, public.army_count[other])
    if longest != public.longest:
        return False
    for race in range(RACES):
        own = public.race_count[seat, race]
        best = total = 0
        for other in range(public.armies):
            total += public.race_count[other, race]
            if other != seat:
                best = max(best, public.race_count[other, race])
        # already first: one more; level with the first: all; behind by one: theirs is lost
        gain = 1 if own > best else (total + 1 if own == best else 0)
        denied = total if own + 1 == best else 0
        for word, wanted in ((public.gain[seat], gain), (public.denied[seat], denied)):
            if (word >> np.uint64(8 * race)) & np.uint64(255) != np.uint64(wanted):
                return False
    return True


@njit()
def most_printed(rules):
    """Most special actions printed on any card."""
    most = 0
    for card in range(WATCHMEN):
        most = max(most, rules.actions[card])
    return most


@njit()
def note_bill(rules, public, choice, bill):
    """Keep an own account of a purchase: bill is open, gold due, gold spent, tents expected (or -1)."""
    if public.decision == D_TURN and choice.kind == K_TENT:
        bill[0], bill[1], bill[2] = 1, choice.b * rules.tent_price, public.coins
        bill[3] = public.tents[public.turn] + choice.b
        if choice.a >= 0:
            bill[2] += rules.gold[choice.a]
    elif public.decision == D_TURN and choice.kind == K_HIRE:
        price = rules.price[choice.a] - public.discount
        if choice.b:
            price -= rules.mercenary_amount[M_HIRE]
        bill[0], bill[1], bill[2], bill[3] = 1, max(0, price), public.coins, -1
    elif public.decision == D_PAY and choice.kind == K_CHOOSE:
        bill[2] += rules.gold[choice.a]


@njit()
def settled(public, payer, bill):
    """Whether a purchase still goes on, or was paid in full and brought the tents bought."""
    if not bill[0] or public.decision == D_PAY:
        return True
    bill[0] = 0
    return bill[2] >= bill[1] and (bill[3] < 0 or public.tents[payer] == bill[3])


@njit()
def audit(rules, state, seen, dealt):
    """Check every law; dealt[item] says which items are in this game."""
    public, private, hidden = state.public, state.private, state.hidden
    count_cards(public, private, hidden, seen)
    for card in range(CARDS):
        if seen[card] != (1 if in_play(rules, public, card) else 0):
            return 1
    for item in range(ITEMS):
        if item != NECKLACE and count_items(public, private, item) != dealt[item]:
            return 2
    for seat in range(public.armies):
        if public.tents[seat] > rules.max_tents or public.army_count[seat] > public.tents[seat]:
            return 3
        points = points_of(rules, public, seat)
        if points != public.points[seat]:
            return 7
        for race in range(RACES):
            total = 0
            for i in range(public.army_count[seat]):
                if rules.race[public.army[seat, i]] == race:
                    total += 1
            if total != public.race_count[seat, race]:
                return 7
            if (public.tally[seat] >> np.uint64(8 * race)) & np.uint64(255) != np.uint64(total):
                return 7
        if not kinds_agree(rules, public, seat) or not ready_agree(rules, public, seat):
            return 7
        for i in range(public.army_count[seat]):
            if public.army[seat, i] >= WATCHMEN:
                return 4
            if public.left[seat, i] < 0 or public.left[seat, i] > most_printed(rules):
                return 6
    for seat in range(public.players):
        if not swings_agree(public, seat):
            return 7
        if public.hand_count[seat] != private[seat].hand_count:
            return 5
    if public.players > 2 and (public.necklace < 0 or public.necklace >= public.players):
        return 8
    if public.round > rules.max_rounds:
        return 10
    return 0


@njit()
def play_audited(start, options, apply, meddle, rules, states, buffer, seed, games, fault):
    """Play random games, auditing after every choice; fault gets law, game and decision number.

    meddle(rules, state) follows every choice; a fault planted by it is to be seen.
    """
    state, rule = states[0], rules[0]
    seen = np.zeros(CARDS, np.int64)
    dealt = np.zeros(ITEMS, np.int64)
    keys = np.zeros(2 + SEATS, np.uint64)
    stream = np.zeros(1, np.uint64)
    bill = np.zeros(4, np.int64)
    decisions = 0
    for game in range(games):
        for channel in range(2 + SEATS):
            keys[channel] = key(seed, game, channel)
        stream[0] = keys[2]
        start(rule, state, keys)
        bill[0] = 0
        for item in range(ITEMS):
            dealt[item] = 0
            for seat in range(state.public.players):
                if state.private[seat].items[item] > 0:
                    dealt[item] = 1
        while state.public.seat >= 0:
            law = audit(rule, state, seen, dealt)
            legal = options(rule, state, buffer)
            if legal < 1:
                law = 11
            if law > 0:
                fault[0], fault[1], fault[2] = law, game, state.public.decision
                return decisions
            choice = buffer[below(stream, legal)]
            payer = state.public.turn
            note_bill(rule, state.public, choice, bill)
            apply(rule, state, choice)
            meddle(rule, state)
            decisions += 1
            if not settled(state.public, payer, bill):
                fault[0], fault[1], fault[2] = 9, game, state.public.decision
                return decisions
        law = audit(rule, state, seen, dealt)
        if law > 0:
            fault[0], fault[1], fault[2] = law, game, -1
            return decisions
    return decisions


MEDDLE = types.void(*SIGNATURES.apply.args[:2])
"""Signature of what is done to a state after every choice."""


def auditor(rules, states, buffer, fault):
    """`play_audited` for typed functions: compiled once, whatever meddles."""
    engine = [types.FunctionType(each) for each in (SIGNATURES.start, SIGNATURES.options, SIGNATURES.apply, MEDDLE)]
    arrays = [typeof(array) for array in (rules, states, buffer)]
    return specialise(play_audited, types.int64(*engine, *arrays, types.int64, types.int64, typeof(fault)))
