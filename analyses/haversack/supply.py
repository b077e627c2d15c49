"""The supply: the one thing seats share, and so the one way in which the place at the table can matter."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pandas as pd

from analyses.base import ALL, Analysis, Sums, laid_out
from analyses.estimate import equal, means
from analyses.moments import of_rows, one_hot
from analyses.runs import Piece

SCORE, SOLD_OUT, FIRST, ROWS = range(4)
MEASURES = 4


class Supply(Analysis, name="supply", title="Supply and seats"):
    """How often the supply runs short, and the score of each seat.

    Everyone plays on a board of their own with the same cards, so a seat can matter only through the order of
    recruitment when tokens run short. A Recruitment met an empty supply if a Guardian the seat could pay for
    was sold out; means a seat and game. The p that all score alike tests that all seats score alike (Hotelling
    over blocks).
    """

    units: ClassVar[dict[str, str]] = {"score": "VP", "sold_out": "times", "first": "times", "p_scores_equal": "p"}
    rests_on = ("guardian.",)
    reads = ("score", "sold_out", "recruits_first")

    def partial(self, piece: Piece) -> Sums:
        """One group: four quantities of each seat, then of all."""
        seats = one_hot(piece.frame["seat"].to_numpy(), self.facts.players)
        groups = np.concatenate([seats, np.ones((len(seats), 1))], axis=1)
        measures = np.column_stack([piece.matrix(self.columns()), np.ones(len(seats))])
        values = np.einsum("rg,rm->rgm", groups, measures)
        return Sums({"supply": of_rows(piece, values.reshape(len(seats), -1))})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row a seat, then all."""
        moments = sums.moments["supply"]
        groups = self.facts.players + 1
        score, sold_out, first, rows = (list(range(k, groups * MEASURES, MEASURES)) for k in range(MEASURES))
        table = laid_out(
            {"seat": [*map(str, range(1, groups)), ALL]},
            **means(moments, rows, score=score, sold_out=sold_out, first=first),
        )
        table["p_scores_equal"] = equal(moments, score[:-1], rows[:-1]).p
        return table
