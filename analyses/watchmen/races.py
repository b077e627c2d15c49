"""Races: all equal by the rules; majorities and what they bring."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pandas as pd

from analyses.base import ALL, Analysis, Sums, laid_out
from analyses.estimate import LEVEL, difference, equal, mean, share
from analyses.moments import of_blocks, present, tallies
from analyses.runs import Piece

HIRED, POINTS, WON, WIN_WON, ROWS = range(5)
MEASURES = 5
TALLEST = 10
"""Largest count of one race told apart; an army has 7 tents in the printed game."""


class Races(Analysis, name="races", title="Races"):
    """What each race brought, and whether the races differ.

    Among seats of games in which the race was in play. The cards of all races are the same, so a difference
    beyond error comes from how the strategies break ties between equal cards. Hired gap is the distance from
    the mean of all races, with intervals that hold for all races at once (Bonferroni); the p test that all
    races are hired alike, and bring alike.
    """

    units: ClassVar[dict[str, str]] = {
        "hired": "count", "hired_gap": "count", "majority_won": "share", "majority_points": "VP",
        "points_a_majority": "VP", "win_with_majority": "share", "p_hired_equal": "p", "p_points_equal": "p",
    }  # fmt: skip
    marks: ClassVar[dict[str, str]] = {"win_with_majority": "confounded"}
    rests_on = ("template.",)
    reads = ("win_share", "races_hired", "majority", "race_in")

    def partial(self, piece: Piece) -> Sums:
        """One group: five quantities of each race, then the same of all races together."""
        hired, points, here = (piece.lines(self.flat(name)) for name in ("races_hired", "majority", "race_in"))
        won, there = points > 0, here > 0
        parts = (hired, points, won, piece.values("win_share") * won, there)
        table = np.stack([piece.block_totals(each) for each in parts], axis=1)
        table = np.concatenate([table, table.sum(axis=0, keepdims=True)])
        in_games = np.zeros(table.shape[:2], np.int64)
        for measure, held in ((WON, piece.any_seat(won)), (ROWS, piece.any_seat(there))):
            in_games[:, measure] = [*np.count_nonzero(held, axis=-1), np.count_nonzero(held.any(axis=0))]
        return Sums({"races": of_blocks(piece, table.reshape(-1, table.shape[-1]), in_games.ravel())})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row a race; majority_won is the share of seats that won it."""
        moments = sums.moments["races"]
        names = self.facts.column("races_hired").labels
        hired, points, won, win, rows = (_places(len(names), measure) for measure in range(MEASURES))
        whole = len(names) * MEASURES
        pooled = [whole + HIRED] * len(names), [whole + ROWS] * len(names)
        average = mean(moments, hired, rows)
        gap = difference(moments, (hired, rows), pooled, level=1 - (1 - LEVEL) / len(names))
        table = pd.DataFrame(
            {
                "race": names,
                **average.columns("hired"),
                **gap.columns("hired_gap"),
                **share(moments, won, rows).columns("majority_won"),
                **mean(moments, points, rows).columns("majority_points"),
                **mean(moments, points, won).columns("points_a_majority"),
                **share(moments, win, won).columns("win_with_majority"),
                "times_won": moments.totals[won].astype(np.int64),
                "p_hired_equal": equal(moments, hired, rows).p,
                "p_points_equal": equal(moments, points, rows).p,
                **average.counts(),
            }
        )
        return table[table["n"] > 0].reset_index(drop=True)


def _places(races: int, measure: int) -> list[int]:
    return [race * MEASURES + measure for race in range(races)]


class RaceCounts(Analysis, name="race_counts", title="Watchmen of one race"):
    """Win share and majorities by the number of Watchmen of one race in the army.

    One line for each number of Watchmen of a race in the final army, over seats and races in play. Large armies
    have more of every race, so the win share is confounded with how well the seat did.
    """

    units: ClassVar[dict[str, str]] = {"win_share": "share", "majority_won": "share", "majority_points": "VP"}
    marks: ClassVar[dict[str, str]] = {"win_share": "confounded"}
    rests_on = ("template.",)
    reads = ("win_share", "races_hired", "majority", "race_in")

    def partial(self, piece: Piece) -> Sums:
        """Groups: race or all, by count; quantities: win share, majorities won, their points, seats."""
        hired, points, here = (piece.lines(self.flat(name)) for name in ("races_hired", "majority", "race_in"))
        counts = np.where(here > 0, np.minimum(hired, TALLEST).astype(np.int8), -1)
        table = tallies(piece, counts, TALLEST + 1, piece.values("win_share"), points > 0, points)
        seats = np.concatenate([table.games, present(np.any(table.seen, axis=0))[None]])[..., None]
        every = np.concatenate([table.sums, table.sums.sum(axis=1, keepdims=True)], axis=1)
        return Sums({"counts": of_blocks(piece, every, seats)})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row a race (or all) and count that occurred."""
        moments = sums.moments["counts"]
        names = (*self.facts.column("races_hired").labels, ALL)
        labels = {"race": np.repeat(names, TALLEST + 1), "count": np.tile(np.arange(TALLEST + 1), len(names))}
        return laid_out(
            labels,
            win_share=share(moments, 0, 3),
            majority_won=share(moments, 1, 3),
            majority_points=mean(moments, 2, 3),
        )
