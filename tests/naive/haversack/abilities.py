"""What a Guardian may do from where it stands, by its own ability or by an Item.

Rulebook: Special Abilities of the Guardians, Chests and Items.
"""

from __future__ import annotations

from tests.naive.haversack.movement import DIRECTIONS
from tests.naive.haversack.rulebook import Cell, Rulings
from tests.naive.haversack.table import AdventureBoard

ITEM_FOR = {"shoot": "bow", "repair": "hammer", "capture": "butterfly_net"}
"""The Items that lend an ability to whoever uses them."""


def ability_of(guardian: str, face: str) -> str | None:
    """What the tile lets the Guardian do once it stands where it stands."""
    if guardian == "huntress":
        return "shoot"
    if face == "night":
        return {"guide": "capture", "druid": "repair", "priestess": "return"}.get(guardian)
    return None


def shot_targets(board: AdventureBoard, rulings: Rulings, cell: Cell) -> set[Cell]:
    """Monsters an arrow from the cell hits: whatever stops it first, if that is a monster."""
    hit = set()
    for down, right in DIRECTIONS:
        at = (cell[0] + down, cell[1] + right)
        while at in board.map.every and not stops_arrow(board, rulings, at):
            at = (at[0] + down, at[1] + right)
        if at in board.monsters:
            hit.add(at)
    return hit


def stops_arrow(board: AdventureBoard, rulings: Rulings, cell: Cell) -> bool:
    """Guardians, Fairies, Monsters, Villages and Forests do; Lakes, Huts, Groves and Chests do not."""
    if cell in board.guardians or cell in board.fairies or cell in board.monsters:
        return True
    if cell in board.map.villages or cell in board.map.forests:
        return True
    return rulings.castle_blocks and (cell == board.map.castle or cell in board.tents)


def in_reach(rulings: Rulings, reach: int, cell: Cell, wanted: set[Cell]) -> set[Cell]:
    """Cells of `wanted` at "a distance of 2 spaces orthogonally (but not diagonally)", over any obstacle."""
    return {other for other in wanted if _is_in_reach(rulings, reach, cell, other)}


def _is_in_reach(rulings: Rulings, reach: int, cell: Cell, other: Cell) -> bool:
    down, right = abs(other[0] - cell[0]), abs(other[1] - cell[1])
    if rulings.range2 == "manhattan":
        return down + right == reach
    if down != 0 and right != 0:
        return False
    return down + right == reach if rulings.range2 == "exact" else 1 <= down + right <= reach


def returnable(board: AdventureBoard, cell: Cell) -> set[Cell]:
    """Guardians on the row or column of the cell that a Priestess there may send back: no Priestesses."""
    return {
        other
        for other, guardian in board.guardians.items()
        if guardian != "priestess" and other != cell and (other[0] == cell[0] or other[1] == cell[1])
    }


def targets(board: AdventureBoard, rulings: Rulings, reach: int, deed: str, cell: Cell) -> set[Cell]:
    """Where a deed may be done from the cell."""
    if deed == "shoot":
        return shot_targets(board, rulings, cell)
    if deed == "capture":
        return in_reach(rulings, reach, cell, board.fairies)
    if deed == "repair":
        return in_reach(rulings, reach, cell, board.destroyed_villages)
    return returnable(board, cell)
