"""The legal choices of every decision.

Items are offered where they make a difference: a move offers, for each end, the smallest sets of
Items that allow it, and an act by an Item is offered once the Guardian's own like ability is spent.
Spending more is legal on the table but never leaves a player better off.
"""

from simcore.games.haversack.codes import (
    BOOTS,
    BOW,
    D_ACT,
    D_MOVE,
    FAIRY,
    FEATHER,
    GUARDIANS,
    HAMMER,
    K_BUY,
    K_CATCH,
    K_MOVE,
    K_PASS,
    K_REPAIR,
    K_RETURN,
    K_SHOOT,
    K_STAY,
    K_SWAP,
    MONSTERS,
    NET,
    P_CHOSEN,
    P_STUCK,
    PRIESTESS,
    SHARED,
    SWORD,
    T_CHEST,
    T_NOTHING,
    T_VILLAGE,
    U_FEATHER,
    U_NONE,
    U_SWORD,
)
from simcore.games.haversack.kernel.cells import NOWHERE, both, load, lowest, rest, some, without
from simcore.games.haversack.kernel.reach import guardians, reach, starts, targets
from simcore.games.haversack.kernel.signatures import SIGNATURES, WRITE, WRITE_CELLS
from simcore.jit import hot, njit
from simcore.writing import put_option, word_of

KINDS = len(GUARDIANS)


@njit(WRITE)
def _write(buffer, count, kind, a, b, c):
    """Write one option; returns the new count."""
    put_option(buffer, count, word_of(kind, b, c), a)
    return count + 1


@hot
def _write_word(buffer, count, left, first, word):
    """One option a cell of one word of a set, whose lowest cell is `first`; returns the new count."""
    while left:
        put_option(buffer, count, word, lowest(left) + first)
        count += 1
        left = rest(left)
    return count


@njit(WRITE_CELLS)
def _write_cells(buffer, count, kind, cells, b, c):
    """One option a cell of the set; returns the new count."""
    word = word_of(kind, b, c)
    count = _write_word(buffer, count, cells[0], 0, word)
    return _write_word(buffer, count, cells[1], 64, word)


@hot
def _to_take(board, what):
    """Cells where that is to be taken by who may take it."""
    if what == T_CHEST:
        return load(board.chest)
    return load(board.ruin) if what == T_VILLAGE else load(board.creature[what])


@hot
def _write_ends(board, tile, buffer, count, ends, used):
    """The ends of a move, sorted by what is taken there; a Sword is used where it is needed."""
    for what in range(T_CHEST + tile.opens):
        here = both(ends, _to_take(board, what))
        ends = without(ends, here)
        if some(here):
            sword = U_SWORD if what < MONSTERS and not tile.kills[what] else U_NONE
            count = _write_cells(buffer, count, K_MOVE, here, used | sword, what)
    word = word_of(K_MOVE, used, T_NOTHING)
    count = _write_word(buffer, count, ends[0], 0, word)
    return _write_word(buffer, count, ends[1], 64, word)


@hot
def _write_moves(rules, board, tile, buffer, count):
    """Every end with the smallest sets of Boots and Feather that allow it."""
    boots_most = 0 if tile.straight else board.items[BOOTS]
    sword = board.items[SWORD] > 0
    feathers = 2 if board.items[FEATHER] else 1
    walked, flown = NOWHERE, NOWHERE  # ends with fewer Boots, without and with the Feather
    for boots in range(boots_most + 1):
        for feather in range(feathers):
            ends = reach(rules, board, tile, boots, feather, sword)
            fresh = without(ends, walked)
            if feather:
                fresh = without(fresh, flown)
                flown = ends
            else:
                walked = ends
            count = _write_ends(board, tile, buffer, count, fresh, boots | (U_FEATHER * feather))
    return count


@njit()
def _write_guardians(board, buffer, count, kind, cells):
    """One option for each Guardian within a set of cells, Priestesses excepted."""
    for guardian in range(KINDS):
        if guardian != PRIESTESS:
            count = _write_cells(buffer, count, kind, both(load(board.guardian[guardian]), cells), -1, guardian)
    return count


@njit()
def _write_swaps(rules, board, buffer, count):
    cells = load(rules.cells)
    if not rules.swap_on_lake:
        cells = without(cells, load(rules.lake))
    return _write_guardians(board, buffer, count, K_SWAP, cells)


@njit()
def _write_shots(rules, board, cell, buffer, count, item):
    hit = targets(rules, board, cell)
    for kind in range(MONSTERS):
        count = _write_cells(buffer, count, K_SHOOT, both(hit, load(board.creature[kind])), item, kind)
    return count


@njit()
def _source(rules, public, board, able, item):
    """What an act may be done by: -1 the Guardian's own ability, else an Item, or -2 nothing."""
    if able and public.ability:
        return -1
    if board.items[item] and (rules.swap_items or not public.swapped):
        return item
    return -2


@njit()
def _write_acts(rules, public, board, cell, buffer, count):
    """Acts at a distance of the Guardian that stands, or would stand, on the cell."""
    guardian = public.guardian
    tile = rules.tile[public.face[guardian], guardian]
    near = load(rules.near[cell])
    by = _source(rules, public, board, tile.shoots, BOW)
    if by == -1 or (by == BOW and (rules.bow_stack or not public.killed)):
        count = _write_shots(rules, board, cell, buffer, count, by)
    by = _source(rules, public, board, tile.catches, NET)
    if by != -2:
        count = _write_cells(buffer, count, K_CATCH, both(near, load(board.creature[FAIRY])), by, FAIRY)
    by = _source(rules, public, board, tile.repairs, HAMMER)
    if by != -2:
        count = _write_cells(buffer, count, K_REPAIR, both(near, load(board.ruin)), by, T_VILLAGE)
    if tile.returns and public.ability:
        count = _write_guardians(board, buffer, count, K_RETURN, load(rules.line[cell]))
    return count


@njit()
def _write_stays(rules, public, board, tile, buffer, count):
    """Acts without a move, from a free starting point (only with ruling 24 switched on)."""
    free = without(both(starts(rules, board, tile.free), load(rules.stop)), guardians(board))
    for word in range(2):
        left = free[word]
        while left:
            cell = lowest(left) + 64 * word
            left = rest(left)
            if _write_acts(rules, public, board, cell, buffer, count) > count:
                count = _write(buffer, count, K_STAY, cell, U_NONE, T_NOTHING)
    return count


@hot
def _moves(rules, public, buffer):
    board = public.board[public.seat]
    tile = rules.tile[public.face[public.guardian], public.guardian]
    count = _write_moves(rules, board, tile, buffer, 0)
    if tile.swaps:
        count = _write_swaps(rules, board, buffer, count)
    if rules.act_unmoved:
        count = _write_stays(rules, public, board, tile, buffer, count)
    if count == 0:
        return _write(buffer, count, K_PASS, P_STUCK, U_NONE, T_NOTHING)
    if rules.may_pass:
        return _write(buffer, count, K_PASS, P_CHOSEN, U_NONE, T_NOTHING)
    return count


@hot
def _acts(rules, public, buffer):
    board = public.board[public.seat]
    count = _write_acts(rules, public, board, public.cell, buffer, 0)
    if not public.must_act:
        count = _write(buffer, count, K_PASS, -1, -1, T_NOTHING)
    return count


@hot
def _purchases(rules, public, buffer):
    gold = public.board[public.seat].gold
    count = 0
    for guardian in range(KINDS):
        cost = rules.tile[public.face[guardian], guardian].cost
        # written in any case, and kept by the count: no processor foresees who can pay for whom
        put_option(buffer, count, word_of(K_BUY, -1, T_NOTHING), guardian)
        count += (cost <= gold) & ((public.supply[guardian] > 0) | (rules.supply != SHARED))
    return _write(buffer, count, K_PASS, -1, -1, T_NOTHING)


@njit(SIGNATURES.options)
def options(rules, state, buffer):
    """Write the legal choices of the seat to decide; returns how many."""
    public = state.public
    if public.decision == D_MOVE:
        return _moves(rules, public, buffer)
    if public.decision == D_ACT:
        return _acts(rules, public, buffer)
    return _purchases(rules, public, buffer)
