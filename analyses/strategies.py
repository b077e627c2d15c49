"""Strategies: who wins how much, and against whom."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
import pandas as pd

from analyses.base import Analysis, Sums
from analyses.estimate import mean, share
from analyses.moments import of_blocks, of_rows, one_hot, tally
from analyses.runs import Piece
from analyses.verdict import STRONGER_WEAKER

WIN, SCORE, RANK, ROWS = range(4)
MEASURES = 4


class Strategies(Analysis, name="strategies", title="Strategies"):
    """Win share, score and place of each strategy of the line-up.

    Win share of each strategy at this table: ties are split, entries with the same name are pooled. A strategy
    is only as strong as its opponents are weak: the number holds for this line-up.
    """

    units: ClassVar[dict[str, str]] = {"win_share": "share", "vs_fair": "points", "score": "VP", "place": "place"}
    reads = ("win_share", "score", "rank")

    def partial(self, piece: Piece) -> Sums:
        """One group of 4 S quantities: win share, score, rank and rows of each strategy."""
        names = self.facts.strategies
        own = one_hot(self.facts.strategy_of(piece.frame["entry"].to_numpy()), len(names))
        measures = np.column_stack([piece.matrix(self.columns()), np.ones(len(piece.frame))])
        return Sums({"strategies": of_rows(piece, (own[:, :, None] * measures[:, None, :]).reshape(len(own), -1))})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row a strategy."""
        moments = sums.moments["strategies"]
        rows = places(self.facts.strategies, ROWS)
        wins = share(moments, places(self.facts.strategies, WIN), rows)
        gap = wins.less(self.facts.fair)
        return pd.DataFrame(
            {
                "strategy": self.facts.strategies,
                **wins.columns("win_share"),
                **gap.columns("vs_fair"),
                **mean(moments, places(self.facts.strategies, SCORE), rows).columns("score"),
                **mean(moments, places(self.facts.strategies, RANK), rows).columns("place"),
                **wins.counts(),
            }
        ).join(self.judge(STRONGER_WEAKER)(gap, np.full(len(self.facts.strategies), not self.facts.mirror)))


def places(strategies: Sequence[str], measure: int) -> list[int]:
    """Where a measure of each strategy stands among the 4 S quantities."""
    return [i * MEASURES + measure for i in range(len(strategies))]


class Matchups(Analysis, name="matchups", title="Matchups"):
    """For two strategies at the same table: how often each finishes ahead, and by how much.

    Share of pairs of seats at the same table in which the first finishes ahead of the second; equal places
    count half. n is the number of such pairs.
    """

    units: ClassVar[dict[str, str]] = {"ahead": "share", "lead": "VP"}
    reads = ("rank", "score")

    def partial(self, piece: Piece) -> Sums:
        """Groups: ordered pairs of strategies; quantities: times ahead, points ahead, pairs."""
        size = len(self.facts.strategies)
        who = piece.seats(self.facts.strategy_of(piece.frame["entry"].to_numpy()))
        rank, score = piece.seats(piece.values("rank")), piece.seats(piece.values("score"))
        pairs = list(itertools.permutations(range(self.facts.players), 2))
        codes = np.stack([who[i] * size + who[j] for i, j in pairs])
        ahead = np.stack([(rank[i] < rank[j]) + 0.5 * (rank[i] == rank[j]) for i, j in pairs])
        lead = np.stack([score[i] - score[j] for i, j in pairs])
        table = tally(piece, codes, size * size, ahead, lead)
        return Sums({"pairs": of_blocks(piece, table.sums, table.games[:, None])})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row an ordered pair of different strategies."""
        ahead = share(sums.moments["pairs"], 0, 2)
        names = self.facts.strategies
        pairs = list(itertools.product(names, names))
        table = pd.DataFrame(
            {
                "strategy": [first for first, _ in pairs],
                "opponent": [second for _, second in pairs],
                **ahead.columns("ahead"),
                **mean(sums.moments["pairs"], 1, 2).columns("lead"),
                **ahead.counts(),
            }
        )
        return table[table["strategy"] != table["opponent"]].reset_index(drop=True)
