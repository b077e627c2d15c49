"""Random games with the books audited before every decision; compiled, so that thousands are played."""

import numpy as np
from numba import typeof, types

from simcore.games.haversack.codes import CUP, D_MOVE, FAIRY, GUARDIANS, ITEMS, MONSTERS, SHARED
from simcore.games.haversack.kernel.cells import both, either, load, size, some, without
from simcore.games.haversack.kernel.reach import guardians, monsters
from simcore.games.haversack.kernel.signatures import SIGNATURES
from simcore.jit import njit, specialise
from simcore.stream import SEATS, below, key

KINDS = len(GUARDIANS)
LAWS = (
    "",
    "every Guardian token is in the supply, a bag, on a board, set aside, or drawn",
    "every creature revealed is on the board, taken, or a Fairy that vanished",
    "what was taken lies in the gains area, on the Hunting Board or on the Fairy track",
    "every Chest is closed or opened, and every opened one gave one Item, ready, used or just found",
    "every Village is destroyed or repaired",
    "Gold earned is spent or in hand, and never below nothing",
    "no two things share a cell that cannot",
    "there is an option, there are not too many, and no two are alike",
)


@njit()
def tokens(rules, state, guardian):
    """Tokens of a Guardian, wherever they are."""
    public = state.public
    count = np.int64(public.supply[guardian])
    for seat in range(public.players):
        board = public.board[seat]
        count += state.private[seat].bag[guardian] + board.aside[guardian]
        count += size(load(board.guardian[guardian]))
    if public.decision == D_MOVE and public.guardian == guardian:
        count += 1
    return count


@njit()
def tokens_kept(rules, state):
    for guardian in range(KINDS):
        if rules.supply == SHARED and tokens(rules, state, guardian) != rules.box[guardian]:
            return False
    return True


@njit()
def creatures_kept(rules, state, seat):
    board, taken = state.public.board[seat], state.stats[seat].taken
    for kind in range(MONSTERS + 1):
        revealed = 0
        for card in range(rules.cards):
            revealed += state.public.card_round[card] >= 0 and rules.card_creature[card] == kind
        here = size(load(board.creature[kind])) + taken[kind]
        if here > revealed or (kind != FAIRY and here != revealed):
            return False
    return True


@njit()
def gains_kept(state, seat):
    board, taken = state.public.board[seat], state.stats[seat].taken
    for kind in range(MONSTERS):
        if board.gains[kind] + board.hunted[kind] != taken[kind]:
            return False
    return board.gains[FAIRY] + board.fairies == taken[FAIRY]


@njit()
def chests_kept(rules, state, seat):
    board = state.public.board[seat]
    items = np.int64(board.cups) + (board.found >= 0)
    for item in range(len(ITEMS)):
        if board.items[item] < 0 or board.items[item] + board.used[item] > rules.chest_count[item]:
            return False
        items += board.items[item] + board.used[item]
    total = np.int64(0)
    for item in range(len(ITEMS)):
        total += rules.chest_count[item]
    return items == board.chests and size(load(board.chest)) + board.chests == total and board.items[CUP] == 0


@njit()
def villages_kept(rules, state, seat):
    board = state.public.board[seat]
    return size(load(board.ruin)) + board.villages == size(load(rules.village))


@njit()
def gold_kept(rules, state, seat):
    stats, gold = state.stats[seat], state.public.board[seat].gold
    spent = 0
    for i in range(rules.rounds):
        spent += stats.gold_spent[i]
    return gold >= 0 and rules.start_gold + stats.gold_earned == spent + gold


@njit()
def cells_kept(rules, state, seat):
    board = state.public.board[seat]
    standing, beasts, fairies = guardians(board), monsters(board), load(board.creature[FAIRY])
    together = 0
    for kind in range(KINDS):
        together += size(load(board.guardian[kind]))
    for kind in range(MONSTERS):
        together += size(load(board.creature[kind]))
    everything = either(either(standing, beasts), fairies)
    return (
        together + size(fairies) == size(everything)
        and not some(without(everything, load(rules.cells)))
        and not some(both(standing, load(board.ruin)))
        and not some(both(either(beasts, fairies), load(rules.lake)))
    )


@njit()
def options_kept(buffer, count):
    if count < 1 or count > len(buffer):
        return False
    for i in range(count):
        for j in range(i):
            a, b = buffer[i], buffer[j]
            if a.kind == b.kind and a.a == b.a and a.b == b.b and a.c == b.c:
                return False
    return True


@njit()
def broken_law(rules, state, buffer, count):
    """Number of the first law that does not hold, 0 if all do."""
    if not tokens_kept(rules, state):
        return 1
    for seat in range(state.public.players):
        if not creatures_kept(rules, state, seat):
            return 2
        if not gains_kept(state, seat):
            return 3
        if not chests_kept(rules, state, seat):
            return 4
        if not villages_kept(rules, state, seat):
            return 5
        if not gold_kept(rules, state, seat):
            return 6
        if not cells_kept(rules, state, seat):
            return 7
    return 0 if options_kept(buffer, count) else 8


@njit()
def greedy_or_random(buffer, count, stream, taste):
    """Any option; one draw in `taste` is spent on the first, which takes the most."""
    if taste > 0 and below(stream, taste) > 0:
        return 0
    return below(stream, count)


@njit()
def play_audited(start, options, apply, rules, states, buffer, games, taste, found):
    """Play random games; found int64[3]: law broken, game, decisions in all."""
    rule, state = rules[0], states[0]
    stream, keys = np.zeros(1, np.uint64), np.empty(SEATS + 4, np.uint64)
    for number in range(games):
        for channel in range(len(keys)):
            keys[channel] = key(41, number, channel)
        stream[0] = keys[SEATS]
        start(rule, state, keys)
        while state.public.seat >= 0:
            count = options(rule, state, buffer)
            found[2] += 1
            law = broken_law(rule, state, buffer, count)
            if law > 0:
                found[0], found[1] = law, number
                return
            apply(rule, state, buffer[greedy_or_random(buffer, count, stream, taste)])


def auditor(rules, states, buffer, found):
    """`play_audited` for typed functions: compiled once for the kernel and all its mutants."""
    engine = [types.FunctionType(each) for each in (SIGNATURES.start, SIGNATURES.options, SIGNATURES.apply)]
    arrays = [typeof(array) for array in (rules, states, buffer)]
    return specialise(play_audited, types.void(*engine, *arrays, types.int64, types.int64, typeof(found)))
