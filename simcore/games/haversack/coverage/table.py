"""What witnesses of several sections ask of the board; a set of cells is one whole number, bit by cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from simcore.coverage import Choice, Scene
from simcore.games.haversack.codes import FAIRY, GUARDIANS, K_MOVE, MONSTERS

KINDS = range(len(GUARDIANS))
OWN = -1
"""In place of an Item: the Guardian's own ability."""


def cells(field: list[int]) -> int:
    """The set a record's field holds."""
    return field[0] | field[1] << 64


def only(cell: int) -> int:
    """The set of one cell."""
    return 1 << cell


def members(those: int) -> Iterator[int]:
    """The cells of a set, in order."""
    while those:
        low = those & -those
        yield low.bit_length() - 1
        those ^= low


def gathered(numbers: Iterable[int]) -> int:
    """The set of these cells."""
    found = 0
    for cell in numbers:
        found |= 1 << cell
    return found


def board_of(scene: Scene, seat: int = -1) -> Any:
    """The board of a seat before the step; without a seat of the one that decides."""
    return scene.before.public.board[scene.seat if seat < 0 else seat]


def later_board(scene: Scene) -> Any:
    """The board, after the step, of the seat that decided."""
    return scene.after.public.board[scene.seat]


def tile_of(scene: Scene) -> Any:
    """The face in force of the Guardian being played."""
    public = scene.before.public
    return scene.rules.tile[public.face[public.guardian]][public.guardian]


def guardians(board: Any, without: int = -1) -> int:
    """Cells that hold a Guardian, those of a kind left out."""
    found = 0
    for kind in KINDS:
        if kind != without:
            found |= cells(board.guardian[kind])
    return found


def monsters(board: Any) -> int:
    """Cells that hold a monster."""
    return cells(board.creature[0]) | cells(board.creature[1]) | cells(board.creature[2])


def fairies(board: Any) -> int:
    """Cells that hold a Fairy."""
    return cells(board.creature[FAIRY])


def starts(scene: Scene) -> int:
    """Starting points: the Castle, Guardians, Tents."""
    board = board_of(scene)
    return only(scene.rules.castle_cell) | guardians(board) | cells(board.tent)


def apart(scene: Scene, one: int, other: int) -> tuple[int, int]:
    """How many rows and columns lie between two cells."""
    cols = scene.rules.cols
    return abs(one // cols - other // cols), abs(one % cols - other % cols)


def distance(scene: Scene, one: int, other: int) -> int:
    """Steps between two cells, one row or column at a time."""
    return sum(apart(scene, one, other))


def nearest(scene: Scene, cell: int, those: int) -> int:
    """Steps to the nearest of some cells; very many if there is none."""
    return min((distance(scene, cell, other) for other in members(those)), default=999)


def ends(scene: Scene, items: int = 0) -> int:
    """Cells where a move may end that uses just these Items."""
    return gathered(option.a for option in scene.offers(K_MOVE) if option.b == items)


def beside(rules: Any, those: int) -> int:
    """All cells next to one of the set."""
    up = those << rules.cols & cells(rules.cells)
    side = those << 1 & cells(rules.not_first) | those >> 1 & cells(rules.not_last)
    return int(up | side | those >> rules.cols)


def walk(
    scene: Scene,
    *,
    boots: int = 0,
    lakes: bool = False,
    forests: bool = False,
    foes: bool = False,
    catches: bool = False,
    crowd: bool = False,
    blocked: int = 0,
) -> int:
    """Where the Guardian could end without Items but Boots, turning at will, told anew from the rulebook.

    Each flag leaves one rule out: lakes may be entered, forests, monsters (foes) and Fairies
    (catches) be passed, Guardians (crowd) be passed. blocked are cells it may not pass.
    """
    rules, board, tile = scene.rules, board_of(scene), tile_of(scene)
    lake, forest = (0, 0) if tile.free else (cells(rules.lake), cells(rules.forest))
    prey = sum(cells(board.creature[kind]) for kind in range(MONSTERS) if tile.kills[kind])
    closed = (0 if lakes else lake) | (0 if foes else monsters(board) & ~prey) | (0 if crowd else guardians(board))
    halts = (0 if forests else forest) | (0 if foes else prey) | (0 if catches else fairies(board)) | blocked
    open_cells = cells(rules.land) & ~closed
    seen, front, found = 0, starts(scene), 0
    for _ in range(tile.move + boots * rules.boots_move):
        front = beside(rules, front) & open_cells
        found |= front
        front &= ~(halts | seen)
        seen |= front
    return found & cells(rules.stop)


def turned_down(scene: Scene, more: int) -> bool:
    """Whether the moves on offer are just those of the rules, and leaving a rule out (`more`) would add to them."""
    strict = walk(scene)
    return ends(scene) & ~monsters(board_of(scene)) == strict & ~monsters(board_of(scene)) and bool(more & ~strict)


def walks(scene: Scene) -> bool:
    """Whether the Guardian to be moved moves step by step, from all starts and back to them."""
    rules = scene.rules
    return not tile_of(scene).straight and rules.return_to_start and not rules.lake_start


def play_so_far(scene: Scene) -> Iterator[Scene]:
    """The earlier scenes of this Guardian's play, the last first."""
    for past in reversed(scene.past):
        yield past
        if past.decision == "move":
            return


def in_sight(scene: Scene, cell: int, screens: int) -> int:
    """The first cell of `screens` in each direction from a cell."""
    found = 0
    for direction in range(4):
        at = scene.rules.beside[cell][direction]
        while at >= 0 and not screens >> at & 1:
            at = scene.rules.beside[at][direction]
        found |= only(at) if at >= 0 else 0
    return found


def screens(scene: Scene) -> int:
    """What stops an arrow by the rulebook: Guardians, creatures, Villages, Forests."""
    board, rules = board_of(scene), scene.rules
    return guardians(board) | monsters(board) | fairies(board) | cells(rules.village) | cells(rules.forest)


def closes(scene: Scene) -> bool:
    """Whether the step ends the Adventure, so that Phase 3 follows."""
    return scene.decision != "recruit" and scene.after_decision in ("recruit", "")


def ends_round(scene: Scene) -> bool:
    """Whether the step ends the Recruitment, so that the next round begins."""
    return scene.decision == "recruit" and bool(scene.after.public.round == scene.before.public.round + 1)


def taken(scene: Scene, kind: int) -> bool:
    """Whether the step takes a creature of a kind off the board by the Guardian's choice."""
    choice: Choice = scene.choice
    if choice.c != kind or kind > FAIRY:
        return False
    on = cells(board_of(scene).creature[kind]) >> choice.a & 1
    counted = scene.after.stats[scene.seat].taken[kind] == scene.before.stats[scene.seat].taken[kind] + 1
    return bool(on and counted)
