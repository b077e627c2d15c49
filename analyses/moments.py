"""Sums over blocks from which every estimate with its interval can be worked out.

All estimates of this package are smooth functions of block totals: a win share is the total of
win shares over the total of rows, a difference is one such ratio less another. The sums, the
sums of products and the counts kept here add up over chunks and give the value and its
linearised variance (Cochran 1977, section 6.3, with blocks as the sample).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from analyses.runs import Piece

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Moments:
    """Totals of K quantities in each of a table of groups, of shape S.

    blocks, games  numbers that went in, whether or not a quantity was present in them
    totals         float64[*S, K]
    cross          float64[*S, K, K], sums over blocks of products of block totals
    in_blocks      int64[*S, K], blocks in which the quantity was not 0; in_games likewise. Either may be 0 for a
                   quantity by which nothing is divided
    by_block       float64[B, *S, K], the totals of each block in order, if the pieces asked for them
    """

    blocks: int
    games: int
    totals: Floats
    cross: Floats
    in_blocks: Ints
    in_games: Ints
    by_block: Floats | None = None

    def __add__(self, other: Moments) -> Moments:
        mine, theirs = self.by_block, other.by_block
        return Moments(
            self.blocks + other.blocks,
            self.games + other.games,
            self.totals + other.totals,
            self.cross + other.cross,
            self.in_blocks + other.in_blocks,
            self.in_games + other.in_games,
            None if mine is None or theirs is None else np.concatenate([mine, theirs]),
        )

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the table of groups."""
        return self.totals.shape[:-1]


FEW = 8
"""Quantities up to which sums of products are faster one by one than as a matrix product."""


def of_rows(piece: Piece, values: npt.NDArray[Any]) -> Moments:
    """Moments of a quantity known for each row: values[R, *S, K]."""
    return of_games(piece, piece.by_game(values).sum(axis=1, dtype=np.float64))


def of_games(piece: Piece, values: npt.NDArray[Any]) -> Moments:
    """Moments of a quantity known for each game: values[G, *S, K]."""
    games = np.asarray(values, np.float64)
    if piece.regular:
        blocks = games.reshape(-1, piece.regular, *values.shape[1:]).sum(axis=1)
    else:
        blocks = np.add.reduceat(games, piece.starts, axis=0)
    table = np.ascontiguousarray(np.moveaxis(blocks, 0, -1))
    return of_blocks(piece, np.moveaxis(table, -2, 0), present(games))


def of_blocks(piece: Piece, quantities: Sequence[Floats] | Floats, in_games: npt.ArrayLike) -> Moments:
    """Moments of K quantities whose totals in each block are known: float64[*S, B] each, sizes of 1 are spread.

    in_games is int64[*S, K], see `Moments`.
    """
    blocks = len(piece.starts)
    shape = np.broadcast_shapes(*(each.shape[:-1] for each in quantities))
    size = len(quantities)
    table = [np.broadcast_to(each, (*shape, blocks)) for each in quantities]
    if size > FEW or piece.by_block:
        whole = np.stack(table, axis=-2)
    if size > FEW:
        cross = whole @ whole.swapaxes(-1, -2)
    else:
        cross = np.empty((*shape, size, size))
        for i in range(size):
            for j in range(i, size):
                cross[..., i, j] = cross[..., j, i] = np.vecdot(table[i], table[j])
    return Moments(
        blocks,
        piece.games,
        np.stack([each.sum(axis=-1) for each in table], axis=-1),
        cross,
        np.stack([np.count_nonzero(each, axis=-1) for each in table], axis=-1).astype(np.int64),
        np.array(np.broadcast_to(np.asarray(in_games, np.int64), (*shape, size))),
        np.moveaxis(whole, -1, 0) if piece.by_block else None,
    )


def present(values: npt.NDArray[Any]) -> Ints:
    """How many entries of the first axis are not 0: int64[...] of values[N, ...]."""
    flat = (values.reshape(len(values), -1) != 0).view(np.uint8)
    # Sums of so few fit into a byte, and bytes add up many times faster than booleans are counted.
    most = 255
    whole = len(flat) // most * most
    parts = flat[:whole].reshape(-1, most, flat.shape[1]).sum(axis=1, dtype=np.uint8)
    counts = parts.sum(axis=0, dtype=np.int64) + flat[whole:].sum(axis=0, dtype=np.uint8)
    return np.asarray(counts, np.int64).reshape(values.shape[1:])


def one_hot(codes: npt.NDArray[Any], size: int) -> Floats:
    """float64[..., size], 1 at each code; a code outside 0 .. size - 1 gives a row of zeros."""
    return np.asarray(np.asarray(codes)[..., None] == np.arange(size), np.float64)


@dataclass(frozen=True)
class Tally:
    """Totals within classes: sums float64[W + 1, *S, size, B] of each weight and of the codes.

    games is int64[*S, size]: how many games have the class; seen is bool[*S, G, size].
    """

    sums: Floats
    seen: npt.NDArray[np.bool_]

    @property
    def games(self) -> Ints:
        """How many games have each class."""
        return present(np.moveaxis(self.seen, -2, 0))


def tally(piece: Piece, codes: npt.NDArray[Any], size: int, *weights: npt.NDArray[Any]) -> Tally:
    """Add up weights within each block and class, and see which classes each game has.

    codes[..., N] holds a class number or -1 for none, with N the rows or the games; weights[..., N] are summed in
    turn, and the last sum counts the codes.
    """
    line = codes.reshape(1, -1)
    spread = [np.broadcast_to(weight, codes.shape).reshape(1, -1) for weight in weights]
    whole = tallies(piece, line, size, *spread, count=codes.shape[-1])
    return Tally(whole.sums[:, 0], whole.seen[0])


def tallies(
    piece: Piece, codes: npt.NDArray[Any], size: int, *weights: npt.NDArray[Any], count: int | None = None
) -> Tally:
    """A tally of each line of codes[C, N], with weights[C, N] or [N]: S is then (C,).

    A line may be several ones of `count` entries behind each other.
    """
    lines, blocks, each = len(codes), len(piece.starts), count or codes.shape[-1]
    block, game = (piece.block, piece.game) if each > piece.games else (piece.block_of_game, np.arange(piece.games))
    repeats = codes.shape[-1] // each
    block, game = np.tile(block, repeats), np.tile(game, repeats) * (size + 1)
    every = [np.broadcast_to(weight, codes.shape) for weight in weights]
    # One class more, the first, takes those without any.
    sums = np.empty((len(weights) + 1, lines, size + 1, blocks))
    seen = np.zeros((lines, piece.games, size + 1), np.bool_)
    for i, line in enumerate(codes):
        classes = line.astype(np.int64) + 1
        keys = classes * blocks + block
        for j, weight in enumerate((*every, None)):
            added = np.bincount(keys, None if weight is None else weight[i], (size + 1) * blocks)
            sums[j, i] = added.reshape(-1, blocks)
        seen[i].reshape(-1)[classes + game] = True
    return Tally(sums[:, :, 1:], seen[:, :, 1:])
