"""What a Guardian takes, repairs or opens, and whom it is credited to."""

from simcore.games.haversack.codes import CUP, FAIRY, GUIDE, MONSTERS, T_CHEST, T_NOTHING, T_VILLAGE
from simcore.games.haversack.kernel.cells import bit_of, drop
from simcore.jit import hot, njit


@hot
def mark(field, round_number, cell):
    """Add a cell to a results field that holds one set of cells a round."""
    field[2 * (round_number - 1) + (cell >> 6)] |= bit_of(cell)


@hot
def _credit(state, seat, guardian, glory):
    """Glory of this round that the Guardian brought."""
    state.hidden.glory_now[seat, guardian] += glory
    state.stats[seat].glory_by[guardian] += glory


@njit()
def gain_creature(rules, state, seat, kind, guardian):
    """Put a creature in the gains area; returns the Glory it will bring in Phase 3."""
    board, stats = state.public.board[seat], state.stats[seat]
    if kind == FAIRY:
        glory = rules.fairy_track[board.fairies + board.gains[FAIRY]]
        stats.fairies_by[guardian] += 1
    else:
        glory = rules.monster_glory[kind]
        stats.monsters_by[guardian] += 1
    board.gains[kind] += 1
    stats.taken[kind] += 1
    _credit(state, seat, guardian, glory)
    return glory


@hot
def _repair(rules, state, seat, guardian):
    """Take the next Village token; its step of the column pays from this round to the last."""
    board, stats = state.public.board[seat], state.stats[seat]
    step = rules.village_column[board.villages + 1] - rules.village_column[board.villages]
    board.villages += 1
    state.hidden.village_glory[seat, guardian] += step
    stats.villages_by[guardian] += 1
    glory = step * (rules.rounds - state.public.round + 1)
    stats.glory_by[guardian] += glory
    return glory


@hot
def _open(rules, state, seat, guardian):
    """Open a Chest; a Cup works at once, any other Item from the next Guardian on."""
    board, stats = state.public.board[seat], state.stats[seat]
    item = state.hidden.chest[seat, board.chests]
    board.chests += 1
    stats.items_found[item] += 1
    if item != CUP:
        board.found = item
        return 0
    board.cups += 1
    stats.items_used[CUP] += 1
    stats.item_glory[CUP] += rules.cup_glory
    _credit(state, seat, guardian, rules.cup_glory)
    return rules.cup_glory


@njit()
def take(rules, state, seat, guardian, cell, what):
    """Carry out what a Guardian's move or act takes on a cell; returns the Glory of it."""
    if what == T_NOTHING:
        return 0
    board = state.public.board[seat]
    mark(state.stats[seat].cleared, state.public.round, cell)
    state.hidden.took = 1
    if what == T_VILLAGE:
        drop(board.ruin, cell)
        return _repair(rules, state, seat, guardian)
    if what == T_CHEST:
        drop(board.chest, cell)
        return _open(rules, state, seat, guardian)
    drop(board.creature[what], cell)
    return gain_creature(rules, state, seat, what, guardian)


@njit()
def catch_by_tent(rules, state, seat, cell, kind):
    """A creature that would land on a Tent goes to the gains area (rulebook: Positioning)."""
    stats = state.stats[seat]
    mark(stats.cleared, state.public.round, cell)
    stats.by_tent[kind] += 1
    if kind < MONSTERS and not rules.tent_hunts:
        state.public.board[seat].spared[kind] += 1
    gain_creature(rules, state, seat, kind, GUIDE)


@njit()
def use_item(state, seat, item, glory):
    """Turn an Item face down; glory is what the play or act brought with it."""
    board, stats = state.public.board[seat], state.stats[seat]
    board.items[item] -= 1
    board.used[item] += 1
    stats.items_used[item] += 1
    stats.item_glory[item] += glory
