"""What the analyses need of a run: its facts and its rows in whole blocks.

A block is one deal under all its seat rotations; it is the unit of inference everywhere in this
package. Letters in comments: R rows, G games, B blocks, P seats.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import pandas as pd

from simcore.errors import MeepleError
from simcore.schema import COMMON, Column

INDEX_COLUMNS = ("block", "rotation", "seat", "entry")
PIECE = 40_000
"""Rows handed to an analysis at a time, about: bounds the memory of its working arrays."""


class Run(Protocol):
    """A stored run, or anything that looks like one."""

    @property
    def manifest(self) -> Mapping[str, Any]:
        """What was played, how, and with which rules."""

    def iter_frames(self, columns: Sequence[str] | None = None) -> Iterator[pd.DataFrame]:
        """Rows in order, in chunks that hold whole games."""


@dataclass(frozen=True)
class Facts:
    """The part of a manifest that analyses and reports read.

    line_up holds a strategy name for each entry; two entries may share one. values lists the
    sourced values of the rules as mappings with key, value, source, worth_trying, note.
    """

    game: str
    title: str
    players: int
    games: int
    rotations: int
    seed: int
    line_up: tuple[str, ...]
    columns: tuple[Column, ...]
    first_deal: int = 0
    version: int = 0
    ruleset: str = ""
    digest: str = ""
    overrides: Mapping[str, Any] = field(default_factory=dict)
    values: tuple[Mapping[str, Any], ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    command: tuple[str, ...] = ()

    @classmethod
    def of(cls, run: Run) -> Facts:
        """Facts of a run, from its manifest."""
        manifest = run.manifest
        common = {column.name for column in COMMON}
        columns = [Column(**{**entry, "labels": tuple(entry["labels"])}) for entry in manifest["columns"]]
        rules = manifest["ruleset"]
        return cls(
            game=manifest["game"],
            title=manifest["title"],
            players=manifest["players"],
            games=manifest["games"],
            rotations=manifest["rotations"],
            seed=manifest["seed"],
            line_up=tuple(manifest["lineup"]),
            columns=tuple(column for column in columns if column.name not in common),
            first_deal=manifest["first_deal"],
            version=manifest["game_version"],
            ruleset=rules["name"],
            digest=rules["digest"],
            overrides=rules["overrides"],
            values=tuple(rules["values"]),
            versions=manifest["versions"],
            command=tuple(manifest["command"]),
        )

    @property
    def blocks(self) -> int:
        """Blocks of the run."""
        return self.games // self.rotations

    @property
    def fair(self) -> float:
        """Win share of a seat if nothing mattered."""
        return 1.0 / self.players

    @property
    def strategies(self) -> tuple[str, ...]:
        """Distinct strategy names in order of the line-up."""
        return tuple(dict.fromkeys(self.line_up))

    @property
    def mirror(self) -> bool:
        """Whether one strategy fills every seat."""
        return len(self.strategies) == 1

    def value(self, key: str) -> Any:
        """The rule value in force under a key, None if the rules have no such key."""
        return next((value["value"] for value in self.values if value["key"] == key), None)

    def has(self, *names: str) -> bool:
        """Whether all these columns are declared."""
        declared = {column.name for column in (*COMMON, *self.columns)}
        return declared.issuperset(names)

    def column(self, name: str) -> Column:
        """Declaration of a column.

        Raises KeyError if there is none of this name.
        """
        return {column.name: column for column in (*COMMON, *self.columns)}[name]

    def with_role(self, role: str) -> tuple[Column, ...]:
        """The game's own columns of this role."""
        return tuple(column for column in self.columns if column.role == role)

    def strategy_of(self, entries: npt.NDArray[np.integer[Any]]) -> npt.NDArray[np.int64]:
        """Number of the strategy (place in `strategies`) of each entry number."""
        place = {name: i for i, name in enumerate(self.strategies)}
        return np.array([place[name] for name in self.line_up], np.int64).take(entries)


@dataclass(frozen=True)
class Piece:
    """Rows of whole blocks, with where games and blocks begin.

    frame has P rows a game in seat order; starts holds the number of each block's first game; by_block asks for the
    totals of each block beside those of all.
    """

    frame: pd.DataFrame
    players: int
    starts: npt.NDArray[np.int64]
    by_block: bool = False

    @property
    def games(self) -> int:
        """Games in the piece."""
        return len(self.frame) // self.players

    @cached_property
    def regular(self) -> int:
        """Games in a block, or 0 if blocks differ."""
        sizes = np.diff([*self.starts, self.games])
        return int(sizes[0]) if len(sizes) and (sizes == sizes[0]).all() else 0

    @cached_property
    def game(self) -> npt.NDArray[np.int64]:
        """Number of the game of each row within the piece: int64[R]."""
        return np.arange(len(self.frame)) // self.players

    @cached_property
    def block_of_game(self) -> npt.NDArray[np.int64]:
        """Number of the block of each game within the piece: int64[G]."""
        return np.repeat(np.arange(len(self.starts)), np.diff([*self.starts, self.games]))

    @cached_property
    def block(self) -> npt.NDArray[np.int64]:
        """The same of each row: int64[R]."""
        return np.repeat(self.block_of_game, self.players)

    def values(self, name: str) -> npt.NDArray[np.float64]:
        """One column as float64[R]."""
        return self.frame[name].to_numpy(np.float64)

    def matrix(self, names: Sequence[str]) -> npt.NDArray[np.float64]:
        """Several columns as float64[R, len(names)]."""
        return np.column_stack([self.frame[name].to_numpy(np.float64) for name in names])

    def lines(self, names: Sequence[str]) -> npt.NDArray[Any]:
        """Several columns of one type, one below the other: [len(names), R] of that type."""
        return np.stack([self.frame[name].to_numpy() for name in names])

    def by_game(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """[R, ...] seen as [G, P, ...]."""
        return values.reshape(self.games, self.players, *values.shape[1:])

    def per_game(self, name: str) -> npt.NDArray[np.float64]:
        """A column that is the same in all rows of a game, as float64[G]."""
        return self.values(name)[:: self.players]

    def seats(self, values: npt.NDArray[Any]) -> list[npt.NDArray[Any]]:
        """[..., R] as one [..., G] a seat."""
        return [values[..., seat :: self.players] for seat in range(self.players)]

    def any_seat(self, values: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
        """Whether any seat of a game has it: bool[..., G] of bool[..., R]."""
        return np.asarray(reduce(np.logical_or, self.seats(values)))

    def game_totals(self, values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Totals of each game: float64[..., G] of values[..., R]."""
        return np.asarray(reduce(np.add, self.seats(values)))

    def block_totals(self, values: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
        """Totals of each block: float64[..., B] of values[..., R] or [..., G]."""
        each = values.shape[-1] // self.games
        values = np.asarray(values, np.float64)
        if not self.regular:
            return np.asarray(np.add.reduceat(values, self.starts * each, axis=-1))
        size = self.regular * each
        # A product with ones adds up short lines many times faster than a sum does.
        return np.asarray(values.reshape(*values.shape[:-1], -1, size) @ np.ones(size))

    def block_products(
        self, weights: npt.NDArray[np.float64], values: npt.NDArray[np.float64]
    ) -> npt.NDArray[np.float64]:
        """Totals of each block of weights[W, R] times values[C, R], each with each: float64[B, W, C]."""
        if not self.regular:
            both = weights[:, None, :] * values
            return np.moveaxis(self.block_totals(both), -1, 0)
        size = self.regular * self.players
        left, right = (part.reshape(len(part), -1, size).transpose(1, 0, 2) for part in (weights, values))
        return np.asarray(left @ right.swapaxes(1, 2))


def pieces(frames: Iterator[pd.DataFrame], players: int, size: int = PIECE) -> Iterator[Piece]:
    """Cut frames of whole games into pieces of whole blocks, whatever the chunks they came in.

    Raises MeepleError if the rows are not whole games in seat order.
    """
    rest: pd.DataFrame | None = None
    for frame in frames:
        joined = frame if rest is None or rest.empty else pd.concat([rest, frame], ignore_index=True)
        cuts = _block_starts(joined, players) * players
        # The last block may go on in the next chunk.
        end = int(cuts[-1]) if len(cuts) else 0
        yield from _cut(joined.iloc[:end], cuts[:-1], players, size)
        rest = joined.iloc[end:]
    if rest is not None and not rest.empty:
        yield from _cut(rest, np.zeros(1, np.int64), players, size)


def _block_starts(frame: pd.DataFrame, players: int) -> npt.NDArray[np.int64]:
    """Number of the first game of each block, after checking that the rows are whole games."""
    seats = frame["seat"].to_numpy()
    if len(frame) % players or (seats.reshape(-1, players) != np.arange(players)).any():
        raise MeepleError(f"results rows are not whole games of {players} seats in seat order")
    blocks = frame["block"].to_numpy()[::players]
    if not len(blocks):
        return np.zeros(0, np.int64)
    return np.concatenate([[0], 1 + np.flatnonzero(blocks[1:] != blocks[:-1])])


def _cut(frame: pd.DataFrame, cuts: npt.NDArray[np.int64], players: int, size: int) -> Iterator[Piece]:
    """Pieces of about `size` rows; cuts holds the first row of each block of the frame."""
    first = 0
    while first < len(cuts):
        last = max(first + 1, int(np.searchsorted(cuts, cuts[first] + size)))
        stop = int(cuts[last]) if last < len(cuts) else len(frame)
        part = frame.iloc[int(cuts[first]) : stop]
        yield Piece(part, players, (cuts[first:last] - cuts[first]) // players)
        first = last
