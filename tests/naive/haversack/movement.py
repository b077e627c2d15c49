"""Where a Guardian may move.

Rulebook: Moving the Guardians, Special Spaces and Tokens, Special Abilities, Chests and Items.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from tests.naive.haversack.rulebook import Cell, Rulings
from tests.naive.haversack.table import AdventureBoard

DIRECTIONS = ((0, 1), (0, -1), (1, 0), (-1, 0))


@dataclass(frozen=True)
class Mover:
    """The Guardian drawn, the spaces its tile gives, and the Items it uses for this move."""

    name: str
    face: str
    spaces: int
    feather: bool = False
    sword: bool = False

    @property
    def ignores_terrain(self) -> bool:
        """The Druid by day flies over Forests and Lakes; the Feather makes anyone do so."""
        return self.feather or (self.name == "druid" and self.face == "day")

    @property
    def moves_straight(self) -> bool:
        return self.name == "thief" and self.face == "night"

    def eliminates(self, monster: str) -> bool:
        """Warriors eliminate by entering, but no Pigs by night; a Sword lets anyone do it."""
        if self.sword:
            return True
        return self.name == "warrior" and (self.face == "day" or monster != "pig")


def may_enter(board: AdventureBoard, rulings: Rulings, mover: Mover, cell: Cell) -> bool:
    """Whether the Guardian may set foot on the cell at all."""
    if cell in board.guardians:
        return False
    if cell in board.monsters:
        return mover.eliminates(board.monsters[cell])
    if cell in board.map.lakes:
        return mover.ignores_terrain
    return not (cell == board.map.castle and rulings.castle == "closed")


def must_stop(board: AdventureBoard, mover: Mover, cell: Cell) -> bool:
    """Whether entering the cell ends the move."""
    if cell in board.monsters or cell in board.fairies:
        return True
    return cell in board.map.forests and not mover.ignores_terrain


def may_end(board: AdventureBoard, rulings: Rulings, cell: Cell) -> bool:
    """Whether a move may end on a cell it has entered."""
    return cell != board.map.castle or rulings.castle == "stop"


def starting_points(board: AdventureBoard, rulings: Rulings, mover: Mover) -> set[Cell]:
    """The Castle, every Guardian on the board, every Tent."""
    points = {board.map.castle, *board.guardians, *board.tents}
    if rulings.lake_start == "free_only" and not mover.ignores_terrain:
        points -= board.map.lakes
    return points


def walk(board: AdventureBoard, rulings: Rulings, mover: Mover, starts: Iterable[Cell]) -> set[Cell]:
    """Every cell where a move from one of the starts may end, turning as it likes; breadth first."""
    ends: set[Cell] = set()
    passed = set(starts)
    front = list(passed)
    for _ in range(mover.spaces):
        following = []
        for here in front:
            for cell in board.map.neighbours[here]:
                if cell in ends or not may_enter(board, rulings, mover, cell):
                    continue
                if may_end(board, rulings, cell):
                    ends.add(cell)
                if cell not in passed and not must_stop(board, mover, cell):
                    passed.add(cell)
                    following.append(cell)
        front = following
    return ends


def slide(board: AdventureBoard, rulings: Rulings, mover: Mover, starts: Iterable[Cell]) -> set[Cell]:
    """Every cell where a move in a straight line from one of the starts may end."""
    ends = set()
    for start, (down, right) in product(starts, DIRECTIONS):
        row, column = start
        for _ in range(mover.spaces):
            row, column = row + down, column + right
            cell = (row, column)
            if cell not in board.map.every or not may_enter(board, rulings, mover, cell):
                break
            if may_end(board, rulings, cell):
                ends.add(cell)
            if must_stop(board, mover, cell):
                break
    return ends


def ends_of_move(board: AdventureBoard, rulings: Rulings, mover: Mover) -> set[Cell]:
    """Where the move may end, whatever its starting point."""
    way = slide if mover.moves_straight else walk
    starts = starting_points(board, rulings, mover)
    if rulings.return_to_start:
        return way(board, rulings, mover, starts)
    return {cell for start in starts for cell in way(board, rulings, mover, [start]) if cell != start}


def moves(
    board: AdventureBoard, rulings: Rulings, mover: Mover, items: dict[str, int], boots_add: int
) -> set[tuple[Cell, tuple[str, ...]]]:
    """Each cell where the move may end, with every set of Items that gets it there.

    A set is left out if a part of it would do: whoever does not need an Item does not use it.
    """
    boots = 0 if mover.moves_straight else items.get("boots", 0)
    feathers, swords = min(items.get("feather", 0), 1), min(items.get("sword", 0), 1)
    sets_to: dict[Cell, list[tuple[int, int, int]]] = {}
    for used in product(range(boots + 1), range(feathers + 1), range(swords + 1)):
        with_items = Mover(mover.name, mover.face, mover.spaces + used[0] * boots_add, used[1] > 0, used[2] > 0)
        for cell in ends_of_move(board, rulings, with_items):
            sets_to.setdefault(cell, []).append(used)
    return {
        (cell, ("boots",) * used[0] + ("feather",) * used[1] + ("sword",) * used[2])
        for cell, sets in sets_to.items()
        for used in sets
        if not any(other != used and is_part(other, used) for other in sets)
    }


def is_part(less: tuple[int, int, int], whole: tuple[int, int, int]) -> bool:
    """Whether one set of Items lies within another."""
    return all(a <= b for a, b in zip(less, whole, strict=True))
