"""The numbers, the map and the rulings a game is played by, read from the rules file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

Cell = tuple[int, int]

SHIPPED = Path(__file__).resolve().parents[3] / "simcore" / "games" / "haversack" / "data" / "haversack.toml"

GUARDIANS = ("guide", "warrior", "thief", "priestess", "druid", "huntress")
MONSTERS = ("fox", "crocodile", "pig")
ITEMS = ("boots", "sword", "bow", "feather", "hammer", "butterfly_net", "cup")

READINGS: dict[str, tuple[Any, ...]] = {
    "start_fairy": ("keep", "redraw"),
    "tent_life": ("one_round", "persistent"),
    "tent_hunts": (True, False),
    "no_move": ("set_aside", "discard_last"),
    "may_pass": (False, True),
    "castle": ("stop", "pass", "closed"),
    "return_to_start": (True, False),
    "lake_start": ("all", "free_only"),
    "swap_on_lake": (True, False),
    "swap_items": (True, False),
    "range2": ("exact", "upto", "manhattan"),
    "druid_multi": (False, True),
    "act_unmoved": (False, True),
    "castle_blocks": (False, True),
    "bow_stack": (True, False),
    "night_bow_vp": (True, False),
    "supply": ("shared", "infinite"),
    "recruit_order": ("one_each", "whole_turn"),
    "hunting": ("count", "glory"),
}
"""Every question the rulebook leaves open that this referee can answer in more ways than one, the default first."""


@dataclass(frozen=True)
class Rulings:
    """One answer to each of those questions."""

    start_fairy: str
    tent_life: str
    tent_hunts: bool
    no_move: str
    may_pass: bool
    castle: str
    return_to_start: bool
    lake_start: str
    swap_on_lake: bool
    swap_items: bool
    range2: str
    druid_multi: bool
    act_unmoved: bool
    castle_blocks: bool
    bow_stack: bool
    night_bow_vp: bool
    supply: str
    recruit_order: str
    hunting: str

    def __post_init__(self) -> None:
        for name, readings in READINGS.items():
            if getattr(self, name) not in readings:
                raise ValueError(f"{name} = {getattr(self, name)!r} is no reading of the twin: {readings}")


@dataclass(frozen=True)
class Map:
    """The printed Adventure board; cells are (row, column) from the top left."""

    every: frozenset[Cell]
    castle: Cell
    forests: frozenset[Cell]
    lakes: frozenset[Cell]
    villages: frozenset[Cell]
    chests: frozenset[Cell]
    named: Mapping[str, Cell]
    neighbours: Mapping[Cell, tuple[Cell, ...]]

    def hut(self, mark: str) -> Cell:
        return self.named["h" + mark]

    def grove(self, mark: str) -> Cell:
        return self.named["g" + mark]

    def start_space(self, number: int) -> Cell:
        return self.named[f"s{number}"]


@cache
def read_map(text: str) -> Map:
    """Read a map of two-letter words."""
    words = {
        (row, column): word
        for row, line in enumerate(text.strip().splitlines())
        for column, word in enumerate(line.split())
    }

    def those(beginning: str) -> frozenset[Cell]:
        return frozenset(cell for cell, word in words.items() if word.startswith(beginning))

    def around(cell: Cell) -> tuple[Cell, ...]:
        row, column = cell
        beside = ((row, column + 1), (row, column - 1), (row + 1, column), (row - 1, column))
        return tuple(other for other in beside if other in words)

    (castle,) = those("CC")
    return Map(
        every=frozenset(words),
        castle=castle,
        forests=those("^"),
        lakes=those("~"),
        villages=those("v"),
        chests=those("$"),
        named={word: cell for cell, word in words.items()},
        neighbours={cell: around(cell) for cell in words},
    )


@dataclass(frozen=True)
class Rules:
    """All that is fixed for a game. `data` holds the rules file, changes included."""

    data: Mapping[str, Any]
    rulings: Rulings
    map: Map
    faces: Mapping[str, str]

    def number(self, name: str) -> int:
        """A number of the rulebook's text, such as the Glory of a Cup."""
        return int(self.data["structure"][name])

    def movement(self, guardian: str, face: str) -> int:
        return int(self.data["guardian"][guardian][f"move_{face}"])

    def cost(self, guardian: str, face: str) -> int:
        row = self.data["guardian"][guardian]
        return int(row.get("cost_night", row["cost"]) if face == "night" else row["cost"])


def read_rules(changes: Mapping[str, Any], file: Path = SHIPPED) -> Rules:
    """The rules of a file, with changes by dotted key such as "rules.castle" laid over."""
    data = deepcopy(_toml(file))
    for key, value in changes.items():
        *way, name = key.split(".")
        table = data
        for step in way:
            table = table.setdefault(step, {})
        table[name] = value
    answers = {name: value for name, value in data["rules"].items() if name not in ("board", "source", "note")}
    faces = {guardian: data["face"][guardian] for guardian in GUARDIANS}
    return Rules(data, Rulings(**answers), read_map(data["board"][data["rules"]["board"]]["map"]), faces)


@cache
def _toml(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text())
