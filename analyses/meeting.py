"""Two strategies who met: what each won, by how much they differ, and what a block of their games is worth.

A block here is everything that gives both the same chances: one deal under all rotations of the
line-up, and at an odd table a deal of each of the two line-ups. The games of a block may depend on
each other in any way.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from analyses.estimate import Estimate, share
from analyses.moments import Floats, Moments
from analyses.runs import Facts, Piece
from analyses.sequential.sprt import Scores

FIRST, SECOND, GAMES, SQUARES, FIRST_SCORE, SECOND_SCORE, FIRST_SEATS, SECOND_SEATS = range(8)
"""Totals of a block: games won by either (ties are split), games, squares of the part of each game
that the first won, and scores and seats of both."""


def totals(facts: Facts, piece: Piece) -> Floats:
    """Totals of each block of a piece of a run of two strategies, of which the line-up's first is the first."""
    own = facts.strategy_of(piece.frame["entry"].to_numpy()) == 0
    sides = np.column_stack([own, ~own]).astype(np.float64)
    won, score, seats = (
        piece.by_game(sides * part[:, None]).sum(axis=1)
        for part in (piece.values("win_share"), piece.values("score"), np.ones(len(own)))
    )
    columns = [won[:, :1], 1 - won[:, :1], np.ones((len(won), 1)), won[:, :1] ** 2, score, seats]
    return np.asarray(np.add.reduceat(np.concatenate(columns, axis=1), piece.starts, axis=0), np.float64)


def moments(blocks: Floats) -> Moments:
    """Moments of block totals float64[B, 8], in a table with one group."""
    games = round(float(blocks[:, GAMES].sum()))
    everywhere = np.ones(blocks.shape[1], np.int64)
    return Moments(
        len(blocks), games, blocks.sum(axis=0), blocks.T @ blocks, len(blocks) * everywhere, games * everywhere
    )


@dataclass(frozen=True)
class Meeting:
    """Two strategies at tables of `players`, and the moments of their blocks."""

    first: str
    second: str
    players: int
    moments: Moments

    def more(self, moments: Moments) -> Meeting:
        """The two after more blocks."""
        return replace(self, moments=self.moments + moments)

    @property
    def blocks(self) -> int:
        """Blocks played."""
        return self.moments.blocks

    @property
    def games(self) -> int:
        """Games played."""
        return self.moments.games

    @property
    def reach(self) -> float:
        """The difference if one of them won everything: each holds half the seats."""
        return 2 / self.players

    def won(self) -> Estimate:
        """Share of games won by the first."""
        return share(self.moments, FIRST, GAMES)

    def difference(self) -> Estimate:
        """Win share a seat of the first less that of the second: (2 w - 1) 2/P, w the share of games won.

        The Wilson interval of w keeps a width where one of them won every game.
        """
        won, reach = self.won(), self.reach
        value, low, high = ((2 * part - 1) * reach for part in (won.value, won.low, won.high))
        return replace(won, value=value, se=2 * reach * won.se, low=low, high=high, least=-reach, most=reach)

    def scores(self) -> Scores:
        """Block scores: the difference of win shares in a block."""
        size = self.games / self.blocks
        cross = self.moments.cross
        squares = cross[FIRST, FIRST] - 2 * cross[FIRST, SECOND] + cross[SECOND, SECOND]
        total = self.moments.totals[FIRST] - self.moments.totals[SECOND]
        part = self.reach / size
        return Scores(self.blocks, float(part * total), float(part**2 * squares), self.reach)

    def mean_scores(self) -> tuple[float, float]:
        """Mean score a seat of both."""
        sums = self.moments.totals
        return float(sums[FIRST_SCORE] / sums[FIRST_SEATS]), float(sums[SECOND_SCORE] / sums[SECOND_SEATS])

    def worth(self) -> float:
        """Independent games that tell as much as one game in blocks: the design effect, upside down.

        A game by itself, with a deal and seats of its own, has the variance of one game; blocks have that of
        their means. NaN where either is 0.
        """
        mean = self.moments.totals[FIRST] / self.games
        alone = (self.moments.totals[SQUARES] / self.games - mean**2) * self.games / (self.games - 1)
        together = float(self.won().se) ** 2 * self.games
        return float(alone / together) if together > 0 and alone > 0 else float("nan")
