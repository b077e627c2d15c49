"""A player's board as text and as cells to draw: what stands on each cell."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from simcore.contract import Picture
from simcore.games.haversack import boards
from simcore.games.haversack.boards import Board
from simcore.games.haversack.codes import CREATURES, GUARDIANS

LEGEND = (
    "@G @W @T @P @D @H Guardians; fx cr pg fy Fox, Crocodile, Pig, Fairy; /\\ Tent; $$ Chest;",
    "vv Village destroyed, VV repaired; CC Castle; ^^ Forest; ~~ Lake; hA Hut; g1 Grove; .. plain",
)
_CREATURES = dict(zip(CREATURES, ("fx", "cr", "pg", "fy")))
_GROUNDS = {
    boards.FOREST[0]: "forest", boards.LAKE[0]: "lake", boards.CASTLE[0]: "castle", boards.HUT: "hut",
    boards.GROVE: "grove", boards.CHEST: "chest", boards.VILLAGE: "village", boards.START: "start",
}  # fmt: skip


def members(cells: npt.NDArray[np.uint64]) -> Iterator[int]:
    """Cells of a set, the lowest first."""
    number = int(cells[0]) | int(cells[1]) << 64
    return (cell for cell in range(number.bit_length()) if number >> cell & 1)


def standing(board: np.void) -> dict[int, str]:
    """The Guardian on each cell that has one."""
    return {cell: name for name, cells in zip(GUARDIANS, board["guardian"]) for cell in members(cells)}


def creatures(board: np.void) -> dict[int, str]:
    """The creature on each cell that has one."""
    return {cell: name for name, cells in zip(CREATURES, board["creature"]) for cell in members(cells)}


def words(drawn: Board, board: np.void) -> list[str]:
    """Two letters for every cell: what matters most of what is there."""
    shown = [_ground(word) for word in drawn.cells]
    for cell in members(board["ruin"]):
        shown[cell] = "vv"
    for cell in members(board["chest"]):
        shown[cell] = "$$"
    for cell in members(board["tent"]):
        shown[cell] = "/\\"
    for cell, name in creatures(board).items():
        shown[cell] = _CREATURES[name]
    for cell, name in standing(board).items():
        shown[cell] = f"@{name[0].upper()}"
    return shown


def _ground(word: str) -> str:
    """The bare cell: opened Chests and start spaces are plain, Villages repaired unless they are not."""
    if word[0] in (boards.CHEST, boards.START):
        return boards.PLAIN
    return "VV" if word[0] == boards.VILLAGE else word


def lines(drawn: Board, board: np.void) -> list[str]:
    """The board, with the numbers of rows and columns."""
    shown = words(drawn, board)
    head = "    " + " ".join(f"{col:>2}" for col in range(drawn.cols))
    rows = (shown[row * drawn.cols : (row + 1) * drawn.cols] for row in range(drawn.rows))
    return [head, *(f"{row:>2}  " + " ".join(cells) for row, cells in enumerate(rows))]


def drawn(board: Board, now: np.void) -> Picture:
    """The board as cells, in the words of `LEGEND`: Guardians and Tents are pieces, monsters foes, Fairies prizes."""
    cols = board.cols
    grounds = [_GROUNDS.get(word[0], "plain") for word in board.cells]
    marks: dict[int, tuple[str, str]] = {
        cell: (word, "note") for cell, word in enumerate(board.cells) if word[0] in (boards.HUT, boards.GROVE)
    }
    marks |= dict.fromkeys(board.of_kind(boards.VILLAGE), ("VV", "note"))
    marks |= dict.fromkeys(members(now["ruin"]), ("vv", "good"))
    marks |= dict.fromkeys(members(now["chest"]), ("$$", "good"))
    marks |= dict.fromkeys(members(now["tent"]), ("/\\", "piece"))
    for cell, name in creatures(now).items():
        marks[cell] = _CREATURES[name], "prize" if name == "fairy" else "foe"
    marks |= {cell: (f"@{name[0].upper()}", "piece") for cell, name in standing(now).items()}
    return Picture(
        tuple(tuple(grounds[start : start + cols]) for start in range(0, len(grounds), cols)),
        {divmod(cell, cols): mark for cell, mark in marks.items()},
    )
