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
from simcore.games.haversack.kernel.cells import NOWHERE, both, either, load, lowest, rest, without
from simcore.games.haversack.kernel.reach import guardians, reach, starts, targets
from simcore.games.haversack.kernel.signatures import SIGNATURES, WRITE, WRITE_CELLS
from simcore.jit import hot, njit

KINDS = len(GUARDIANS)


@hot
def _put(buffer, count, kind, a, b, c):
    """Write one option."""
    option = buffer[count]
    option.kind, option.a, option.b, option.c = kind, a, b, c


@njit(WRITE)
def _write(buffer, count, kind, a, b, c):
    """Write one option; returns the new count."""
    _put(buffer, count, kind, a, b, c)
    return count + 1


@njit(WRITE_CELLS)
def _write_cells(buffer, count, kind, cells, b, c):
    """One option a cell of the set; returns the new count."""
    for word in range(2):
        left = cells[word]
        while left:
            _put(buffer, count, kind, lowest(left) + 64 * word, b, c)
            count += 1
            left = rest(left)
    return count


@njit()
def _write_ends(board, tile, buffer, count, ends, used):
    """The ends of a move, sorted by what is taken there; a Sword is used where it is needed."""
    taking = NOWHERE
    for kind in range(MONSTERS):
        cells = load(board.creature[kind])
        taking = either(taking, cells)
        sword = U_NONE if tile.kills[kind] else U_SWORD
        count = _write_cells(buffer, count, K_MOVE, both(ends, cells), used | sword, kind)
    cells = load(board.creature[FAIRY])
    taking = either(taking, cells)
    count = _write_cells(buffer, count, K_MOVE, both(ends, cells), used, FAIRY)
    cells = load(board.ruin)
    taking = either(taking, cells)
    count = _write_cells(buffer, count, K_MOVE, both(ends, cells), used, T_VILLAGE)
    if tile.opens:
        cells = load(board.chest)
        taking = either(taking, cells)
        count = _write_cells(buffer, count, K_MOVE, both(ends, cells), used, T_CHEST)
    return _write_cells(buffer, count, K_MOVE, without(ends, taking), used, T_NOTHING)


@njit()
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


@njit()
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


@njit()
def _acts(rules, public, buffer):
    board = public.board[public.seat]
    count = _write_acts(rules, public, board, public.cell, buffer, 0)
    if not public.must_act:
        count = _write(buffer, count, K_PASS, -1, -1, T_NOTHING)
    return count


@njit()
def _purchases(rules, public, buffer):
    gold = public.board[public.seat].gold
    count = 0
    for guardian in range(KINDS):
        cost = rules.tile[public.face[guardian], guardian].cost
        if cost <= gold and (public.supply[guardian] > 0 or rules.supply != SHARED):
            count = _write(buffer, count, K_BUY, guardian, -1, T_NOTHING)
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
