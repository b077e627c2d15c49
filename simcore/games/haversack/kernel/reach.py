"""Where a Guardian can go and what it can hit (rulebook: Moving the Guardians, Special Spaces).

`tile` is a record of `rules.tile`: one face of a Guardian tile. `board` is one player's board.
"""

from simcore.games.haversack.codes import ALL, FAIRY, MONSTERS
from simcore.games.haversack.kernel.cells import (
    NOWHERE,
    around,
    both,
    either,
    has,
    load,
    lowest,
    only,
    rest,
    shift,
    some,
    without,
)
from simcore.jit import hot, njit

DIRECTIONS = 4


@hot
def guardians(board):
    """Cells that hold a Guardian."""
    cells = NOWHERE
    for kind in range(len(board.guardian)):
        cells = either(cells, load(board.guardian[kind]))
    return cells


@hot
def monsters(board):
    """Cells that hold a monster."""
    cells = NOWHERE
    for kind in range(MONSTERS):
        cells = either(cells, load(board.creature[kind]))
    return cells


@hot
def prey(board, tile, sword):
    """Cells of the monsters it may enter: those of its tile, or all with a Sword."""
    cells = NOWHERE
    for kind in range(MONSTERS):
        if sword or tile.kills[kind]:
            cells = either(cells, load(board.creature[kind]))
    return cells


@hot
def starts(rules, board, free):
    """Starting points: the Castle, Guardians on the board, Tents (ruling 13: from a Lake too)."""
    cells = either(either(only(rules.castle_cell), guardians(board)), load(board.tent))
    if rules.lake_start == ALL or free:
        return cells
    return without(cells, load(rules.lake))


@hot
def walk(rules, origin, enter, through, steps):
    """Cells of `enter` at most `steps` away, passing only cells of `through`; turning is free."""
    ends, seen, front = NOWHERE, NOWHERE, origin
    for _ in range(steps):
        front = both(around(rules, front), enter)
        ends = either(ends, front)
        front = without(both(front, through), seen)
        if not some(front):
            break
        seen = either(seen, front)
    return ends


@njit()
def slide(rules, origin, enter, through, steps):
    """Cells of `enter` at most `steps` away in a straight line over cells of `through`."""
    ends = NOWHERE
    for direction in range(DIRECTIONS):
        front = origin
        for _ in range(steps):
            front = both(shift(rules, front, direction), enter)
            if not some(front):
                break
            ends = either(ends, front)
            front = both(front, through)
    return ends


@hot
def go(rules, tile, origin, enter, through, boots):
    """Cells of `enter` the Guardian gets to from the cells of `origin`, by its way of moving."""
    if tile.straight:
        return slide(rules, origin, enter, through, tile.move)
    return walk(rules, origin, enter, through, tile.move + boots * rules.boots_move)


@njit()
def _only_back(rules, board, tile, origin, ends, enter, through, boots):
    """Free starting points among the ends that are reached from nowhere but themselves."""
    own = both(without(origin, guardians(board)), ends)
    lone = NOWHERE
    for word in range(2):
        left = own[word]
        while left:
            start = only(lowest(left) + 64 * word)
            left = rest(left)
            if not some(both(start, go(rules, tile, without(origin, start), enter, through, boots))):
                lone = either(lone, start)
    return lone


@hot
def ways(rules, board, tile, free, sword):
    """Cells the Guardian may enter, and those it may pass; `free` if it ignores terrain.

    Guardians block. Lakes block and Forests stop all who do not ignore terrain. A monster can be
    entered by its killer alone; its space and a Fairy's end the move.
    """
    ground = without(without(load(rules.land), guardians(board)), monsters(board))
    through = without(ground, load(board.creature[FAIRY]))
    if not free:
        ground = without(ground, load(rules.lake))
        through = without(through, either(load(rules.lake), load(rules.forest)))
    return either(ground, prey(board, tile, sword)), through


@hot
def reach(rules, board, tile, boots, feather, sword):
    """Cells where the move may end, with so many Boots, a Feather or not, a Sword or not."""
    free = tile.free or feather
    origin = starts(rules, board, free)
    enter, through = ways(rules, board, tile, free, sword)
    ends = both(go(rules, tile, origin, enter, through, boots), load(rules.stop))
    if not rules.return_to_start:
        ends = without(ends, _only_back(rules, board, tile, origin, ends, enter, through, boots))
    return ends


@njit()
def screens(rules, board):
    """Cells that stop an arrow: Guardians, creatures, Villages, Forests (ruling 25: Castle, Tents)."""
    cells = either(either(guardians(board), monsters(board)), load(board.creature[FAIRY]))
    cells = either(either(cells, load(rules.village)), load(rules.forest))
    if rules.castle_blocks:
        cells = either(either(cells, only(rules.castle_cell)), load(board.tent))
    return cells


@njit()
def targets(rules, board, cell):
    """Monsters that an arrow from the cell can hit: the first thing in line in each direction."""
    screen = screens(rules, board)
    hit = NOWHERE
    for direction in range(DIRECTIONS):
        at = rules.beside[cell, direction]
        while at >= 0 and not has(screen, at):
            at = rules.beside[at, direction]
        if at >= 0:
            hit = either(hit, only(at))
    return both(hit, monsters(board))


@njit()
def firing_posts(rules, board, quarry):
    """Cells from which an arrow can hit a monster of the set `quarry`: `targets` turned round."""
    clear = without(load(rules.cells), screens(rules, board))
    posts = NOWHERE
    for direction in range(DIRECTIONS):
        front = shift(rules, quarry, direction)
        while some(front):
            posts = either(posts, front)
            front = shift(rules, both(front, clear), direction)
    return posts


@njit()
def near_any(rules, cells):
    """Cells at acting distance (ruling 22) of a cell of the set."""
    reached = NOWHERE
    for word in range(2):
        left = cells[word]
        while left:
            reached = either(reached, load(rules.near[lowest(left) + 64 * word]))
            left = rest(left)
    return reached
