"""One draw ahead: what the next Guardian of the bag can take after a move."""

from simcore.games.haversack.codes import FAIRY, T_CHEST, T_VILLAGE
from simcore.games.haversack.kernel.cells import NOWHERE, both, either, load, only, some, without
from simcore.games.haversack.kernel.reach import go, starts, ways
from simcore.jit import helper


@helper
def tile_of(rules, public, guardian):
    """The face of a Guardian's tile that is in force."""
    return rules.tile[public.face[guardian], guardian]


@helper
def best_in(board, tile, cells, worth):
    """Worth of the best thing the Guardian can take within a set of cells."""
    best = 0.0
    for kind in range(FAIRY + 1):
        if worth[kind] > best and some(both(cells, load(board.creature[kind]))):
            best = worth[kind]
    if worth[T_VILLAGE] > best and some(both(cells, load(board.ruin))):
        best = worth[T_VILLAGE]
    if tile.opens and worth[T_CHEST] > best and some(both(cells, load(board.chest))):
        best = worth[T_CHEST]
    return best


@helper
def plan(rules, public, board, guardian):
    """Where the Guardian can go as things stand, and its ways: cells it may enter, and pass."""
    tile = tile_of(rules, public, guardian)
    enter, through = ways(rules, board, tile, tile.free, False)
    return go(rules, tile, starts(rules, board, tile.free), enter, through, 0), enter, through


@helper
def plans(rules, public, board):
    """Plans of all six Guardians."""
    return (
        plan(rules, public, board, 0),
        plan(rules, public, board, 1),
        plan(rules, public, board, 2),
        plan(rules, public, board, 3),
        plan(rules, public, board, 4),
        plan(rules, public, board, 5),
    )


@helper
def next_worth(rules, public, bag, planned, cell, worth):
    """Mean worth of the best the next Guardian can take, once one stands on the cell (none if it is negative)."""
    board = public.board[public.seat]
    spot = only(cell) if cell >= 0 else NOWHERE
    total, tokens = 0.0, 0
    for guardian in range(len(bag)):
        if bag[guardian] == 0:
            continue
        tile = tile_of(rules, public, guardian)
        ends, enter, through = planned[guardian]
        cells = either(ends, go(rules, tile, spot, enter, through, 0))
        total += bag[guardian] * best_in(board, tile, without(cells, spot), worth)
        tokens += bag[guardian]
    return total / tokens if tokens else 0.0
