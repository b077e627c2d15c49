"""A board drawn as text: reading, checking, and turning it into sets of cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from simcore.errors import MeepleError
from simcore.fields import shown
from simcore.games.haversack.codes import CELLS

PLAIN, FOREST, LAKE, CASTLE = "..", "^^", "~~", "CC"
HUT, GROVE, START, CHEST, VILLAGE = "h", "g", "s", "$", "v"
MARKED = {HUT: "Hut", GROVE: "Grove", START: "start space", CHEST: "Chest space", VILLAGE: "Village space"}
LEGEND = "CC Castle, .. plain, ^^ Forest, ~~ Lake, s1 start space, hA Hut, g1 Grove, $0 Chest, v0 Village"
MOST_COLUMNS = 63


@dataclass(frozen=True)
class Board:
    """A board: `cells` holds the two-letter words of the map row by row, the top row first."""

    rows: int
    cols: int
    cells: tuple[str, ...]

    def find(self, word: str) -> int:
        """Number of the cell with this word."""
        return self.cells.index(word)

    def of_kind(self, start: str) -> list[int]:
        """Numbers of the cells whose word begins so."""
        return [cell for cell, word in enumerate(self.cells) if word.startswith(start)]

    def where(self, cell: int) -> str:
        """Row and column of a cell, in words."""
        return f"row {cell // self.cols}, column {cell % self.cols}"


@lru_cache(maxsize=16)
def read_board(text: str, key: str) -> Board:
    """Read a map and check every cell of it.

    Raises MeepleError with the row and column that is wrong; rows and columns count from 0.
    """
    lines = [line.split() for line in text.strip().splitlines()]
    if not lines:
        raise MeepleError(f"{key} is empty; expected rows of cells: {LEGEND}")
    cols = len(lines[0])
    for row, line in enumerate(lines):
        if len(line) != cols:
            raise MeepleError(f"{key}: row {row} has {len(line)} cells; expected {cols}, as in row 0")
    if len(lines) * cols > CELLS or cols > MOST_COLUMNS:
        raise MeepleError(
            f"{key}: {len(lines)} rows of {cols} cells; expected at most {CELLS} cells and {MOST_COLUMNS} columns"
        )
    board = Board(len(lines), cols, tuple(word for line in lines for word in line))
    _check_cells(board, key)
    return board


def _check_cells(board: Board, key: str) -> None:
    first: dict[str, int] = {}
    for cell, word in enumerate(board.cells):
        if word in (PLAIN, FOREST, LAKE):
            continue
        if word != CASTLE and (len(word) != 2 or word[0] not in MARKED):
            raise MeepleError(f"{key}: {board.where(cell)}: {shown(word)} is no kind of cell; expected {LEGEND}")
        if word in first:
            raise MeepleError(f"{key}: {board.where(cell)}: {word} stands already at {board.where(first[word])}")
        first[word] = cell
    if CASTLE not in first:
        raise MeepleError(f"{key}: no Castle; expected one cell CC")


def card_word(mark: str, creature: str) -> str:
    """The word of the cell a Scout card names."""
    return (GROVE if creature == "fairy" else HUT) + mark


def check_board(board: Board, key: str, data: Mapping[str, Any]) -> None:
    """See that the board suits the Scout cards, Chest tokens and Village column.

    Raises MeepleError.
    """
    cards = {card_word(mark, card["creature"]): mark for mark, card in data["card"].items()}
    for word, mark in cards.items():
        if word not in board.cells:
            raise MeepleError(f"{key}: no cell {word} for the Scout card card.{mark}")
    for cell in (*board.of_kind(HUT), *board.of_kind(GROVE)):
        if board.cells[cell] not in cards:
            raise MeepleError(f"{key}: {board.where(cell)}: no Scout card is for {board.cells[cell]}")
    starts = data["structure"]["start_creatures"]
    _check_words(board, key, START, [str(i + 1) for i in range(starts)], "structure.start_creatures")
    _check_count(board, key, CHEST, sum(data["chest"].values()), "tokens in [chest]")
    most = len(data["track"]["village"]) - 1
    if len(board.of_kind(VILLAGE)) > most:
        raise MeepleError(
            f"{key}: {len(board.of_kind(VILLAGE))} Village spaces; expected at most {most}, as in track.village"
        )


def _check_words(board: Board, key: str, kind: str, marks: Iterable[str], why: str) -> None:
    expected = [kind + mark for mark in marks]
    for word in expected:
        if word not in board.cells:
            raise MeepleError(f"{key}: no cell {word}; expected {' '.join(expected)} for {why} = {len(expected)}")
    for cell in board.of_kind(kind):
        if board.cells[cell] not in expected:
            raise MeepleError(
                f"{key}: {board.where(cell)}: {board.cells[cell]} is one {MARKED[kind]} too many for {why}"
            )


def _check_count(board: Board, key: str, kind: str, count: int, why: str) -> None:
    found = len(board.of_kind(kind))
    if found != count:
        raise MeepleError(f"{key}: {found} {MARKED[kind]}s; expected {count}, as many as {why}")
