"""The Guardians of Haversack on a mirrored or turned board, and with the players in other seats."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simcore.games.haversack.codes import K_BUY, K_PASS
from tests.properties.boards import SYMMETRIES, grid_of, moved_cells, text_of
from tests.properties.world import Option, World

BITS = 128
ON_BOARD = ("creature", "guardian", "tent", "chest", "ruin")
BY_CELL = ("ended", "cleared")


@dataclass(frozen=True)
class Mirror:
    """A symmetry of the board by its name in `boards.SYMMETRIES`."""

    symmetry: str

    def cells(self, world: World) -> np.ndarray:
        """New number of each cell."""
        return moved_cells(self._grid(world), self.symmetry)

    def _grid(self, world: World) -> list[list[str]]:
        board = world.ruleset.rule("board")
        return grid_of(world.ruleset.data["board"][board]["map"])

    def world(self, world: World, to: np.ndarray) -> World:
        """The same game on the mirrored board."""
        other = world.copy()
        text = text_of(SYMMETRIES[self.symmetry](self._grid(world)))
        changes = {**world.ruleset.overrides, "rules.board": "own", "board.own.map": text}
        other.ruleset = world.spec.load_rules(None, changes)
        other.rules = world.rules.copy()
        other.rules[:] = world.spec.tables(other.ruleset, world.players)
        mirror_states(to, other.states)
        return other


def mirrored_option(to: np.ndarray, option: Option) -> Option:
    """The option on the mirrored board."""
    kind, a, b, c = option
    return option if kind in (K_PASS, K_BUY) else (kind, int(to[a]), b, c)


def mirror_states(to: np.ndarray, states: np.ndarray) -> None:
    """Move all that lies on cells, in place."""
    public = states["public"]
    for fields, names in ((public["board"], ON_BOARD), (states["stats"], BY_CELL)):
        for name in names:
            fields[name] = mirrored(to, np.asarray(fields[name]))
    if public["cell"][0] >= 0:
        public["cell"][0] = to[public["cell"][0]]


def mirrored_rows(to: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """Results rows of the mirrored game."""
    new = rows.copy()
    for name in BY_CELL:
        new[name] = mirrored(to, np.asarray(rows[name]))
    return new


def mirrored(to: np.ndarray, words: np.ndarray) -> np.ndarray:
    """Sets of cells, two words each along the last axis, with every cell moved."""
    flat = np.ascontiguousarray(words, np.uint64).reshape(-1, 2)
    bits = np.unpackbits(flat.view(np.uint8), axis=-1, bitorder="little")
    moved = np.zeros_like(bits)
    moved[:, to] = bits[:, : len(to)]
    return np.packbits(moved, axis=-1, bitorder="little").view(np.uint64).reshape(words.shape)


def seated(world: World, to: tuple[int, ...]) -> World:
    """The same game at the opening of a Recruitment, each player s in seat to[s]."""
    other, players = world.copy(), world.players
    old, new = world.state, other.state
    for here, there in ((old, new), (old["hidden"], new["hidden"]), (old["public"], new["public"])):
        for name in ("private", "stats", "draw", "chest", "glory_now", "village_glory", "refused", "merit", "board"):
            if name in here.dtype.names:
                for seat in range(players):
                    there[name][to[seat]] = here[name][seat]
    for place in range(players):
        new["public"]["order"][place] = to[old["public"]["order"][place]]
    new["public"]["seat"] = to[old["public"]["seat"]]
    return other
