"""The rules of The Guardians of Haversack: loading them, and the record the kernel reads."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import takewhile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from simcore.games.haversack import boards
from simcore.games.haversack.boards import Board, card_word, read_board
from simcore.games.haversack.codes import CREATURES, DAY, FACES, GUARDIANS, ITEMS, MONSTERS, NIGHT, SWITCHES
from simcore.games.haversack.rules_schema import SCHEMA
from simcore.games.haversack.state import RULES
from simcore.ruleset import Ruleset
from simcore.rulesfile import load

SHIPPED = Path(__file__).parent / "data" / "haversack.toml"

_STEPS = ((0, 1), (0, -1), (1, 0), (-1, 0))  # east, west, south, north, as in `codes`


def load_rules(path: Path | None, overrides: Mapping[str, str]) -> Ruleset:
    """Rules in force: the shipped ones or those of a user's file, with `--set` on top.

    Raises MeepleError.
    """
    return load(SCHEMA, SHIPPED, path, overrides)


def board_in_force(ruleset: Ruleset) -> Board:
    """The board all players use."""
    name = ruleset.rule("board")
    return read_board(ruleset.data["board"][name]["map"], f"board.{name}.map")


def card_marks(ruleset: Ruleset) -> list[str]:
    """Marks of the Scout cards in the order of their numbers."""
    return sorted(ruleset.data["card"])


def tables(ruleset: Ruleset, players: int) -> npt.NDArray[np.void]:
    """The record the kernel reads, `RULES`[1]."""
    record = np.zeros(1, RULES)
    into = record[0]
    _fill_board(into, ruleset)
    _fill_cards(into, ruleset)
    _fill_guardians(into, ruleset)
    _fill_gains(into, ruleset)
    into["players"] = players
    for name, choices in SWITCHES.items():
        value = ruleset.rule(name)
        into[name] = choices.index(value) if choices else value
    return record


def cell_set(cells: Iterable[int]) -> npt.NDArray[np.uint64]:
    """Cells as the two words of a set."""
    number = sum(1 << cell for cell in set(cells))
    return np.array([number & (2**64 - 1), number >> 64], np.uint64)


def _fill_board(into: np.void, ruleset: Ruleset) -> None:
    board = board_in_force(ruleset)
    every = range(len(board.cells))
    castle = board.find(boards.CASTLE)
    rule = ruleset.rule("castle")
    into["rows"], into["cols"], into["castle_cell"] = board.rows, board.cols, castle
    into["cells"] = cell_set(every)
    into["land"] = cell_set(cell for cell in every if rule != "closed" or cell != castle)
    into["stop"] = cell_set(cell for cell in every if rule == "stop" or cell != castle)
    into["not_first"] = cell_set(cell for cell in every if cell % board.cols != 0)
    into["not_last"] = cell_set(cell for cell in every if cell % board.cols != board.cols - 1)
    for name, kind in (
        ("forest", boards.FOREST),
        ("lake", boards.LAKE),
        ("village", boards.VILLAGE),
        ("chest", boards.CHEST),
    ):
        into[name] = cell_set(board.of_kind(kind))
    for start in board.of_kind(boards.START):
        into["start_cell"][int(board.cells[start][1]) - 1] = start
    _fill_neighbours(into, ruleset, board)


def _fill_neighbours(into: np.void, ruleset: Ruleset, board: Board) -> None:
    reach, kind = ruleset.data["structure"]["remote_range"], ruleset.rule("range2")
    into["beside"] = -1
    for cell in range(len(board.cells)):
        row, col = divmod(cell, board.cols)
        for direction, (down, right) in enumerate(_STEPS):
            if 0 <= row + down < board.rows and 0 <= col + right < board.cols:
                into["beside"][cell, direction] = (row + down) * board.cols + col + right
        others = [(other, *divmod(other, board.cols)) for other in range(len(board.cells)) if other != cell]
        into["line"][cell] = cell_set(other for other, r, c in others if r == row or c == col)
        into["near"][cell] = cell_set(other for other, r, c in others if _in_reach(r - row, c - col, reach, kind))


def _in_reach(down: int, right: int, reach: int, kind: str) -> bool:
    """Whether an act reaches so many rows and columns away (ruling 22)."""
    distance, straight = abs(down) + abs(right), down == 0 or right == 0
    if kind == "manhattan":
        return distance == reach
    return straight and (distance == reach if kind == "exact" else distance <= reach)


def _fill_cards(into: np.void, ruleset: Ruleset) -> None:
    board, cards = board_in_force(ruleset), ruleset.data["card"]
    into["cards"] = len(cards)
    for i, mark in enumerate(card_marks(ruleset)):
        creature = cards[mark]["creature"]
        into["card_creature"][i] = CREATURES.index(creature)
        into["card_cell"][i] = board.find(card_word(mark, creature))
    for name in ("rounds", "cards_per_round", "start_creatures"):
        into[name] = ruleset.data["structure"][name]


def _fill_guardians(into: np.void, ruleset: Ruleset) -> None:
    for i, name in enumerate(GUARDIANS):
        row = ruleset.data["guardian"][name]
        into["face"][i] = FACES.index(ruleset.data["face"][name])
        into["start_bag"][i], into["box"][i] = row["start"], row["tokens"]
        for face in (DAY, NIGHT):
            tile = into["tile"][face, i]
            tile["cost"] = row.get("cost_night", row["cost"]) if face == NIGHT else row["cost"]
            tile["move"] = row["move_night"] if face == NIGHT else row["move_day"]
            _fill_ability(tile, name, face, ruleset.data["structure"])


def _fill_ability(tile: np.void, name: str, face: int, structure: Mapping[str, Any]) -> None:
    """Rulebook: Special Abilities of the Guardians, the words of both faces."""
    night = face == NIGHT
    if name == "guide":
        tile["catches" if night else "tents"] = 1
    elif name == "warrior":
        tile["kills"] = [creature != "pig" or not night for creature in CREATURES[:MONSTERS]]
    elif name == "huntress":
        tile["shoots"] = 1
        tile["shot_vp"] = structure["shot_vp"] if night else 0
    elif name == "priestess":
        tile["returns" if night else "swaps"] = 1
    elif name == "thief":
        tile["opens"], tile["straight"] = 1, night
    else:
        tile["repairs" if night else "free"] = 1


def _fill_gains(into: np.void, ruleset: Ruleset) -> None:
    structure, gains, track = (ruleset.data[name] for name in ("structure", "gains", "track"))
    for name in ("chest_vp", "cup_glory", "boots_move", "start_gold"):
        into[name] = structure[name]
    into["monster_glory"] = [ruleset.data["creature"][name]["glory"] for name in CREATURES[:MONSTERS]]
    into["chest_count"] = [ruleset.data["chest"][item] for item in ITEMS]
    into["top_glory"], into["vp_past_top"] = len(gains["vp"]) - 1, gains["vp_past_top"]
    into["hunting_steps"] = len(track["hunting_at"])
    for field, values in (
        ("gold", gains["gold"]),
        ("vp", gains["vp"]),
        ("fairy_track", track["fairy"]),
        ("village_column", track["village"]),
        ("hunting_at", track["hunting_at"]),
        ("hunting_vp", track["hunting_vp"]),
    ):
        into[field][: len(values)] = values
    into["hunting_share"] = track["hunting_vp"][-1] / track["hunting_at"][-1]
    for repaired in range(len(into["village_column"])):
        to_come = takewhile(bool, into["village_column"][repaired + 1 :])
        into["village_left"][repaired] = sum(1 for _ in to_come)
