"""Sets of board cells as pairs of 64-bit words: the inner loop of all movement.

A set is a tuple (low, high) of uint64; cell c is bit c % 64 of word c // 64. Records hold sets as
uint64[2]: `load` and `store` convert. A whole board moves one step in a few instructions.
"""

import numpy as np

from simcore.bits import lowest_bit
from simcore.games.haversack.codes import EAST, SOUTH, WEST
from simcore.jit import hot

_0, _1, _63, _64 = np.uint64(0), np.uint64(1), np.uint64(63), np.uint64(64)
NOWHERE = (_0, _0)


@hot
def load(field):
    """The set held by a record's field."""
    return (field[0], field[1])


@hot
def store(field, cells):
    """Write a set to a record's field."""
    field[0] = cells[0]
    field[1] = cells[1]


@hot
def bit_of(cell):
    """The bit of a cell in its word."""
    return _1 << (np.uint64(cell) & _63)


@hot
def only(cell):
    """The set of one cell."""
    bit = bit_of(cell)
    return (bit, _0) if cell < 64 else (_0, bit)


@hot
def both(a, b):
    """Cells in a and in b."""
    return (a[0] & b[0], a[1] & b[1])


@hot
def either(a, b):
    """Cells in a or in b."""
    return (a[0] | b[0], a[1] | b[1])


@hot
def without(a, b):
    """Cells in a and not in b."""
    return (a[0] & ~b[0], a[1] & ~b[1])


@hot
def some(a):
    """Whether the set has a cell."""
    return (a[0] | a[1]) != _0


@hot
def has(a, cell):
    """Whether a set, or the field of a record, has the cell."""
    return (a[cell >> 6] >> (np.uint64(cell) & _63)) & _1 != _0


@hot
def holds(a, cell):
    """Whether a set has the cell, without a branch for the processor to guess: 1 or 0."""
    word = a[1] if cell >= 64 else a[0]
    return np.int64((word >> (np.uint64(cell) & _63)) & _1)


@hot
def put(field, cell):
    """Add a cell to a record's field."""
    field[cell >> 6] |= bit_of(cell)


@hot
def drop(field, cell):
    """Take a cell out of a record's field."""
    field[cell >> 6] &= ~bit_of(cell)


@hot
def lowest(word):
    """Place of the lowest bit of a word that is not 0."""
    return lowest_bit(word)


@hot
def rest(word):
    """The word without its lowest bit; it is not 0."""
    return word & (word - _1)


@hot
def size(a):
    """Number of cells."""
    count = 0
    for word in a:
        while word:
            word = rest(word)
            count += 1
    return count


@hot
def up_by(a, places):
    """Every cell's number raised by `places` (uint64, 1 to 63)."""
    return (a[0] << places, (a[1] << places) | (a[0] >> (_64 - places)))


@hot
def down_by(a, places):
    """Every cell's number lowered by `places` (uint64, 1 to 63)."""
    return ((a[0] >> places) | (a[1] << (_64 - places)), a[1] >> places)


@hot
def shift(rules, a, direction):
    """The set moved one cell in a direction; cells that leave the board are lost."""
    if direction == EAST:
        return both(up_by(a, _1), load(rules.not_first))
    if direction == WEST:
        return both(down_by(a, _1), load(rules.not_last))
    if direction == SOUTH:
        return both(up_by(a, rules.cols), load(rules.cells))
    return down_by(a, rules.cols)


@hot
def around(rules, a):
    """All cells next to one of the set (cells of the set included where they touch).

    Below the last row there may be some that the board has not: for callers who keep but cells of the board.
    """
    across = either(shift(rules, a, EAST), shift(rules, a, WEST))
    return either(across, either(up_by(a, rules.cols), down_by(a, rules.cols)))
