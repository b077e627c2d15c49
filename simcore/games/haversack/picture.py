"""A player's board as text: what stands on each cell, row by row."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from simcore.games.haversack import boards
from simcore.games.haversack.boards import Board
from simcore.games.haversack.codes import CREATURES, GUARDIANS

LEGEND = (
    "@G @W @T @P @D @H Guardians; fx cr pg fy Fox, Crocodile, Pig, Fairy; /\\ Tent; $$ Chest; "
    "vv Village destroyed, VV repaired; CC Castle; ^^ Forest; ~~ Lake; hA Hut; g1 Grove"
)
_CREATURES = dict(zip(CREATURES, ("fx", "cr", "pg", "fy")))


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
