"""Sums over blocks from which every estimate with its interval can be worked out.

All estimates of this package are smooth functions of block totals: a win share is the total of
win shares over the total of rows, a difference is one such ratio less another. The sums, the
sums of products and the counts kept here add up over chunks and give the value and its
linearised variance (Cochran 1977, section 6.3, with blocks as the sample).
"""

from __future__ import annotations

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
    in_blocks      int64[*S, K], blocks in which the quantity was not 0; in_games likewise
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


def of_rows(piece: Piece, values: npt.NDArray[Any]) -> Moments:
    """Moments of a quantity known for each row: values[R, *S, K]."""
    return of_games(piece, piece.by_game(values).sum(axis=1, dtype=np.float64))


def of_games(piece: Piece, values: npt.NDArray[Any]) -> Moments:
    """Moments of a quantity known for each game: values[G, *S, K]."""
    shape = values.shape[1:]
    groups = int(np.prod(shape[:-1], dtype=np.int64))
    games = np.asarray(values, np.float64).reshape(len(values), -1)
    blocks = np.add.reduceat(games, piece.starts, axis=0)
    table = blocks.reshape(len(blocks), groups, shape[-1]).transpose(1, 0, 2)
    return Moments(
        len(blocks),
        len(games),
        blocks.sum(axis=0).reshape(shape),
        (table.transpose(0, 2, 1) @ table).reshape(*shape, shape[-1]),
        np.count_nonzero(blocks, axis=0).reshape(shape).astype(np.int64),
        np.count_nonzero(games, axis=0).reshape(shape).astype(np.int64),
        blocks.reshape(len(blocks), *shape) if piece.by_block else None,
    )


def one_hot(codes: npt.NDArray[Any], size: int) -> Floats:
    """float64[..., size], 1 at each code; a code outside 0 .. size - 1 gives a row of zeros."""
    return np.asarray(np.asarray(codes)[..., None] == np.arange(size), np.float64)


def tally(piece: Piece, codes: npt.NDArray[Any], size: int, *weights: npt.NDArray[Any]) -> Floats:
    """Add up within each game and class: float64[G, size, 1 + len(weights)].

    codes[R, ...] holds a class number or -1 for none; weights[R] or [R, ...] are summed in turn,
    and the last quantity counts the codes.
    """
    codes = np.asarray(codes, np.int64)
    game = np.arange(len(codes)).reshape((-1,) + (1,) * (codes.ndim - 1)) // piece.players
    seen = codes >= 0
    keys = (game * size + codes)[seen]
    parts = []
    for weight in (*weights, np.ones(len(codes))):
        spread = np.broadcast_to(weight.reshape(weight.shape + (1,) * (codes.ndim - weight.ndim)), codes.shape)
        parts.append(np.bincount(keys, spread[seen], minlength=piece.games * size).reshape(-1, size))
    return np.stack(parts, axis=-1)
