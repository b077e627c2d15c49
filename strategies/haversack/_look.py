"""One look at the board before a Guardian moves: what things are worth and where they can be had.

Steps here count over land whoever stands in the way: a map for planning, not the rule.
"""

from typing import NamedTuple

from simcore.games.haversack.codes import (
    CROCODILE,
    FAIRY,
    FOX,
    HUNTRESS,
    PIG,
    T_CHEST,
    T_VILLAGE,
    THIEF,
    WARRIOR,
)
from simcore.games.haversack.kernel.cells import NOWHERE, around, both, either, load, some, without
from simcore.games.haversack.kernel.reach import firing_posts, monsters, near_any, starts
from simcore.jit import helper, hot_helper

STRIDE = 3  # steps a Guardian of the bag is taken to make
RINGS = 6
SINGLE = 4  # of them one step apart, the others two


class Outlook(NamedTuple):
    """One look, taken once a decision.

    rings: sets of cells ever farther from what nobody reaches yet; posts: cells from which the Guardian acts on
    a Fox, Crocodile, Pig, Fairy, Village.
    """

    rings: tuple[tuple[int, int], ...]
    posts: tuple[tuple[int, int], ...]


@hot_helper
def spread(rules, cells, steps):
    """The set and all cells of land at most so many steps from it."""
    ground = without(load(rules.land), load(rules.lake))
    for _ in range(steps):
        cells = either(cells, both(around(rules, cells), ground))
    return cells


@helper
def wanted(board, bag, every, worth):
    """Cells of what the Guardians of the bag could take (of any bag, if `every`) and is worth it."""
    cells = NOWHERE
    if worth[FAIRY] > 0.0:
        cells = load(board.creature[FAIRY])
    if worth[T_VILLAGE] > 0.0:
        cells = either(cells, load(board.ruin))
    if worth[FOX] > 0.0 and (every or bag[WARRIOR] + bag[HUNTRESS] > 0):
        cells = either(cells, monsters(board))
    if worth[T_CHEST] > 0.0 and (every or bag[THIEF] > 0):
        cells = either(cells, load(board.chest))
    return cells


@hot_helper
def aims(rules, board, bag, tile, worth):
    """Cells of what is wanted and farther than the Guardians of the bag can go from where they start."""
    far = spread(rules, starts(rules, board, True), STRIDE)
    return without(wanted(board, bag, tile.tents, worth), far)


@hot_helper
def nearest(rules, cells, among):
    """The least ring round `cells` that holds a cell of `among`: (number of rings it lies within, its cells there).

    All of `among` and 0 if none does. The same rings as those of `rings`, the inmost first, no more than it takes.
    """
    if some(cells):
        for ring in range(RINGS):
            cells = spread(rules, cells, 1 if ring < SINGLE else 2)
            found = both(cells, among)
            if some(found):
                return RINGS - ring, found
    return 0, among


@helper
def rings(rules, cells):
    """Cells within 1, 2, 3, 4, 6 and 8 steps of a set."""
    one = spread(rules, cells, 1)
    two = spread(rules, one, 1)
    three = spread(rules, two, 1)
    four = spread(rules, three, 1)
    six = spread(rules, four, 2)
    return (one, two, three, four, six, spread(rules, six, 2))


@helper
def posts(rules, board, tile):
    """Cells from which the Guardian can act on a Fox, Crocodile, Pig, Fairy, Village."""
    fox, crocodile, pig, fairy, village = NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE
    if tile.shoots:
        fox = firing_posts(rules, board, load(board.creature[FOX]))
        crocodile = firing_posts(rules, board, load(board.creature[CROCODILE]))
        pig = firing_posts(rules, board, load(board.creature[PIG]))
    if tile.catches:
        fairy = near_any(rules, load(board.creature[FAIRY]))
    if tile.repairs:
        village = near_any(rules, load(board.ruin))
    return (fox, crocodile, pig, fairy, village)


@helper
def look(rules, public, bag, worth):
    """The outlook for the Guardian drawn."""
    board = public.board[public.seat]
    tile = rules.tile[public.face[public.guardian], public.guardian]
    return Outlook(rings(rules, aims(rules, board, bag, tile, worth)), posts(rules, board, tile))
