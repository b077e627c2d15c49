"""Boards drawn by chance, and the eight ways to turn and mirror a board."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

import numpy as np

from simcore.games.haversack.boards import CASTLE, FOREST, LAKE, PLAIN, card_word
from simcore.games.haversack.codes import CELLS

Grid = list[list[str]]


def grid_of(text: str) -> Grid:
    """The words of a board's text, row by row."""
    return [line.split() for line in text.strip().splitlines()]


def text_of(grid: Grid) -> str:
    """A board as rules files write it."""
    return "\n".join(" ".join(row) for row in grid)


def drawn_board(seed: int, cols: int, cards: Mapping[str, str], starts: int, chests: int, villages: int) -> str:
    """A board with all that the cards (mark to creature) and counts ask for, laid out by chance."""
    rng = random.Random(seed)
    words = [CASTLE, *(card_word(mark, creature) for mark, creature in cards.items())]
    words += [f"s{i + 1}" for i in range(starts)]
    words += [f"${'0123456789ABCDEF'[i]}" for i in range(chests)] + [f"v{i}" for i in range(villages)]
    rows = rng.randint(-(-len(words) // cols), CELLS // cols)
    empty = rows * cols - len(words)
    words += rng.choices([PLAIN, FOREST, LAKE], [5, 2, 1], k=empty)
    rng.shuffle(words)
    return text_of([words[row * cols : (row + 1) * cols] for row in range(rows)])


def _transposed(grid: Grid) -> Grid:
    return [list(column) for column in zip(*grid)]


def _left_right(grid: Grid) -> Grid:
    return [row[::-1] for row in grid]


def _up_down(grid: Grid) -> Grid:
    return grid[::-1]


SYMMETRIES: dict[str, Callable[[Grid], Grid]] = {
    "left and right": _left_right,
    "up and down": _up_down,
    "half a turn": lambda grid: _up_down(_left_right(grid)),
    "rows and columns": _transposed,
    "a quarter turn": lambda grid: _left_right(_transposed(grid)),
    "a quarter turn back": lambda grid: _up_down(_transposed(grid)),
    "columns and rows": lambda grid: _up_down(_left_right(_transposed(grid))),
}
"""All but leaving the board as it is."""


def moved_cells(grid: Grid, symmetry: str) -> np.ndarray:
    """New number of each cell, int64[cells]."""
    cols = len(grid[0])
    numbered = [[str(row * cols + col) for col in range(cols)] for row in range(len(grid))]
    order = [int(word) for row in SYMMETRIES[symmetry](numbered) for word in row]
    to = np.empty(len(order), np.int64)
    to[order] = np.arange(len(order))
    return to
