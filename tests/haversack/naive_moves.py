"""The movement rules once more, as slowly and plainly as they are told; shares no code with the kernel.

Rulebook: Moving the Guardians, Special Spaces and Tokens, Special Abilities, Chests and Items.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product

Cell = tuple[int, int]
STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0))


@dataclass
class Position:
    """A board with all that stands on it. Terrain: "forest", "lake", "village", "castle" or absent."""

    rows: int
    cols: int
    terrain: dict[Cell, str]
    guardians: dict[Cell, str] = field(default_factory=dict)
    monsters: dict[Cell, str] = field(default_factory=dict)
    fairies: set[Cell] = field(default_factory=set)
    tents: set[Cell] = field(default_factory=set)
    ruins: set[Cell] = field(default_factory=set)
    chests: set[Cell] = field(default_factory=set)
    # rulings
    castle: str = "stop"
    return_to_start: bool = True
    lake_start: str = "all"
    castle_blocks: bool = False
    range2: str = "exact"

    def inside(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols

    def is_castle(self, cell: Cell) -> bool:
        return self.terrain.get(cell) == "castle"


@dataclass(frozen=True)
class Mover:
    """The Guardian drawn: its tile and the Items it uses for this move."""

    name: str
    face: str
    spaces: int
    boots: int = 0
    feather: bool = False
    sword: bool = False

    @property
    def ignores_terrain(self) -> bool:
        return self.feather or (self.name == "druid" and self.face == "day")

    @property
    def moves_straight(self) -> bool:
        return self.name == "thief" and self.face == "night"

    def can_enter_monster(self, monster: str) -> bool:
        """Warriors eliminate by entering, not Pigs on the Night face; a Sword lets anyone do it."""
        if self.sword:
            return True
        return self.name == "warrior" and (self.face == "day" or monster != "pig")


def may_enter(position: Position, mover: Mover, cell: Cell) -> bool:
    """Whether the Guardian may set foot on the cell at all."""
    if not position.inside(cell) or cell in position.guardians:
        return False
    if position.is_castle(cell) and position.castle == "closed":
        return False
    if position.terrain.get(cell) == "lake" and not mover.ignores_terrain:
        return False
    return cell not in position.monsters or mover.can_enter_monster(position.monsters[cell])


def must_stop(position: Position, mover: Mover, cell: Cell) -> bool:
    """Whether entering the cell ends the move."""
    if cell in position.monsters or cell in position.fairies:
        return True
    return position.terrain.get(cell) == "forest" and not mover.ignores_terrain


def may_end(position: Position, start: Cell, cell: Cell) -> bool:
    """Whether the move may end on a cell it can get to."""
    if position.is_castle(cell) and position.castle != "stop":
        return False
    return cell != start or position.return_to_start


def starting_points(position: Position, mover: Mover) -> set[Cell]:
    """The Castle, every Guardian on the board, every Tent."""
    points = {cell for cell, kind in position.terrain.items() if kind == "castle"}
    points |= set(position.guardians) | position.tents
    if position.lake_start != "all" and not mover.ignores_terrain:
        points = {cell for cell in points if position.terrain.get(cell) != "lake"}
    return points


def walked(position: Position, mover: Mover, start: Cell) -> set[Cell]:
    """Breadth first: every cell where a move from `start` may end, turning as it likes."""
    ends: set[Cell] = set()
    passed = {start}
    front = [start]
    for _ in range(mover.spaces + 2 * mover.boots):
        following = []
        for row, col in front:
            for down, right in STEPS:
                cell = (row + down, col + right)
                if not may_enter(position, mover, cell):
                    continue
                if may_end(position, start, cell):
                    ends.add(cell)
                if cell not in passed and not must_stop(position, mover, cell):
                    passed.add(cell)
                    following.append(cell)
        front = following
    return ends


def slid(position: Position, mover: Mover, start: Cell) -> set[Cell]:
    """Every cell where a straight move from `start` may end."""
    ends = set()
    for down, right in STEPS:
        cell = start
        for _ in range(mover.spaces):
            cell = (cell[0] + down, cell[1] + right)
            if not may_enter(position, mover, cell):
                break
            if may_end(position, start, cell):
                ends.add(cell)
            if must_stop(position, mover, cell):
                break
    return ends


def legal_ends(position: Position, mover: Mover) -> set[Cell]:
    """Where the move may end, from any starting point."""
    way = slid if mover.moves_straight else walked
    return {cell for start in starting_points(position, mover) for cell in way(position, mover, start)}


def legal_moves(position: Position, mover: Mover, boots: int, feather: bool, sword: bool) -> set[tuple[Cell, str]]:
    """Each end with each set of Items in hand that allows it and of which no less would do."""
    most_boots = 0 if mover.moves_straight else boots
    allowing: dict[Cell, list[tuple[int, bool, bool]]] = {}
    for items in product(range(most_boots + 1), (False, True)[: feather + 1], (False, True)[: sword + 1]):
        for cell in legal_ends(position, Mover(mover.name, mover.face, mover.spaces, *items)):
            allowing.setdefault(cell, []).append(items)
    return {
        (cell, _words(*items))
        for cell, sets in allowing.items()
        for items in sets
        if not any(less != items and _within(less, items) for less in sets)
    }


def _within(less: tuple[int, bool, bool], items: tuple[int, bool, bool]) -> bool:
    return all(a <= b for a, b in zip(less, items))


def _words(boots: int, feather: bool, sword: bool) -> str:
    return " ".join(["boots"] * boots + ["feather"] * feather + ["sword"] * sword)


def shot_targets(position: Position, cell: Cell) -> set[Cell]:
    """Monsters an arrow from the cell hits: the first thing in line, if it is a monster."""
    hit = set()
    for down, right in STEPS:
        at = (cell[0] + down, cell[1] + right)
        while position.inside(at):
            if at in position.monsters:
                hit.add(at)
                break
            if at in position.guardians or at in position.fairies or position.terrain.get(at) in ("village", "forest"):
                break
            if position.castle_blocks and (position.is_castle(at) or at in position.tents):
                break
            at = (at[0] + down, at[1] + right)
    return hit


def within_two(position: Position, cell: Cell, wanted: set[Cell]) -> set[Cell]:
    """Cells of `wanted` two spaces away, by the ruling in force."""

    def close(other: Cell) -> bool:
        down, right = abs(other[0] - cell[0]), abs(other[1] - cell[1])
        if position.range2 == "manhattan":
            return down + right == 2
        lengths = (2,) if position.range2 == "exact" else (1, 2)
        return (down == 0 and right in lengths) or (right == 0 and down in lengths)

    return {other for other in wanted if close(other)}


def returnable(position: Position, cell: Cell) -> set[Cell]:
    """Guardians other than Priestesses on the row or column of the cell."""
    return {
        other
        for other, name in position.guardians.items()
        if name != "priestess" and other != cell and (other[0] == cell[0] or other[1] == cell[1])
    }
