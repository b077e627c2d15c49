"""Seats: what the place in turn order is worth."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pandas as pd

from analyses.base import Analysis, Judged, Sums
from analyses.estimate import equal, mean, share
from analyses.moments import Moments, of_rows, one_hot
from analyses.runs import Piece
from analyses.verdict import FAVOURED

WIN, SCORE, DECISIONS, ROWS = range(4)
MEASURES = 4


class Seats(Analysis, name="seats", title="Seat advantage"):
    """Win share and score by place in turn order, against the fair share of 1/P.

    Every strategy sits in every seat of every deal, so seats differ by the place in turn order alone. The p
    that all are equal tests that all seats win alike (Hotelling over blocks).
    """

    units: ClassVar[dict[str, str]] = {
        "win_share": "share", "vs_fair": "points", "score": "VP", "decisions": "count", "p_all_equal": "p",
    }  # fmt: skip
    reads = ("win_share", "score", "decisions")

    @property
    def judged(self) -> Judged:
        """Distance from the fair share, seat by seat."""
        names = tuple(map(str, range(1, self.facts.players + 1)))
        return Judged("seat", "vs_fair", names, "seats", self._places(WIN), self._places(ROWS), self.facts.fair)

    def partial(self, piece: Piece) -> Sums:
        """One group of 4 P quantities: win share, score, decisions and rows of each seat."""
        measures = np.column_stack([piece.matrix(self.columns()), np.ones(len(piece.frame))])
        seats = one_hot(piece.frame["seat"].to_numpy(), self.facts.players)
        return Sums({"seats": of_rows(piece, (seats[:, :, None] * measures[:, None, :]).reshape(len(seats), -1))})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row a seat."""
        moments = sums.moments["seats"]
        place = self._places
        wins = share(moments, place(WIN), place(ROWS))
        gap = wins.less(self.facts.fair)
        table = pd.DataFrame(
            {
                "seat": np.arange(1, self.facts.players + 1),
                **wins.columns("win_share"),
                **gap.columns("vs_fair"),
                **mean(moments, place(SCORE), place(ROWS)).columns("score"),
                **mean(moments, place(DECISIONS), place(ROWS)).columns("decisions"),
                **wins.counts(),
            }
        )
        table["p_all_equal"] = _all_equal(moments, place(WIN), place(ROWS))
        return table.join(self.judge(FAVOURED)(gap))

    def _places(self, measure: int) -> list[int]:
        return [seat * MEASURES + measure for seat in range(self.facts.players)]


def _all_equal(moments: Moments, nums: list[int], dens: list[int]) -> float:
    return equal(moments, nums, dens).p
