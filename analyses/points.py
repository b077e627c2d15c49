"""Where the points come from, and what seats did on average; winners beside the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
import pandas as pd

from analyses.base import Analysis, Sums, strategy_groups, winners
from analyses.estimate import difference, mean
from analyses.moments import Floats, Ints, Moments
from analyses.runs import Piece
from simcore.schema import Column

WON, WON_ROWS, LOST, LOST_ROWS, ANY, ROWS = range(6)
SIDES = np.array([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1]], np.float64)
"""The six quantities as sums of the first four."""


class Averages(Analysis):
    """Mean a seat of some plain columns: by strategy, and of winners less others.

    Mean a seat and game.
    """

    about_others = "gap is winners less others, which is not a cause."
    units: ClassVar[dict[str, str]] = {"mean": "number", "winners": "number", "others": "number", "gap": "number"}
    averages: ClassVar[tuple[str, ...]] = ()

    def averaged(self) -> list[Column]:
        """The columns to average, those named in `averages`; one with labels stands for all its parts."""
        return [self.facts.column(name) for name in self.averages]

    def _flat(self) -> list[str]:
        return [name for column in self.averaged() for name in column.flat_names()]

    def columns(self) -> Sequence[str]:
        """Reads them and the place."""
        return ("rank", *self._flat())

    def partial(self, piece: Piece) -> Sums:
        """Groups: strategies and all, by column; six quantities (see the names above)."""
        names = self._flat()
        values = np.ones((len(names) + 1, len(piece.frame)))
        for line, name in zip(values, names, strict=False):
            line[:] = piece.frame[name].to_numpy()
        own, won = self.facts.strategy_of(piece.frame["entry"].to_numpy()), winners(piece)
        strategies = len(self.facts.strategies)
        weights = np.stack([(own == i) * part for part in (won, 1 - won) for i in range(strategies)])
        sums = piece.block_products(weights, values).reshape(-1, 2, strategies, len(values)).transpose(2, 0, 1, 3)
        # Groups, blocks, then of winners and of others each column and the rows.
        sides = np.concatenate([sums, sums.sum(axis=0, keepdims=True)]).reshape(strategies + 1, -1, 2 * len(values))
        rows = np.array([len(names), 2 * len(names) + 1])
        column = np.arange(len(names))
        place = np.stack(np.broadcast_arrays(column, rows[0], column + rows[0] + 1, rows[1]), axis=-1)
        cross = (sides.swapaxes(1, 2) @ sides)[:, place[:, :, None], place[:, None, :]]
        in_blocks, in_games = (
            _divisors(sides[:, :, rows].transpose(0, 2, 1)),
            _divisors(_of_both(piece.game_totals(weights))),
        )
        moments = Moments(
            len(piece.starts),
            piece.games,
            sides.sum(axis=1)[:, place] @ SIDES.T,
            SIDES @ cross @ SIDES.T,
            np.repeat(in_blocks[:, None], len(names), axis=1),
            np.repeat(in_games[:, None], len(names), axis=1),
            np.moveaxis(sides[:, :, place] @ SIDES.T, 1, 0) if piece.by_block else None,
        )
        return Sums({"averages": moments}, {"apart": _apart(piece, names)})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row a strategy and column; games_apart counts games in which the seats differ in it."""
        moments = sums.moments["averages"]
        average = mean(moments, ANY, ROWS)
        groups, names = strategy_groups(self.facts), self._flat()
        columns = [column for column in self.averaged() for _ in column.flat_names()]
        return pd.DataFrame(
            {
                "strategy": np.repeat(groups, len(names)),
                "source": names * len(groups),
                "unit": [column.unit for column in columns] * len(groups),
                "meaning": [column.meaning for column in columns] * len(groups),
                **average.columns("mean"),
                **mean(moments, WON, WON_ROWS).columns("winners"),
                **mean(moments, LOST, LOST_ROWS).columns("others"),
                **difference(moments, (WON, WON_ROWS), (LOST, LOST_ROWS)).columns("gap"),
                **average.counts(),
                "games_apart": np.tile(sums.counts["apart"], len(groups)),
            }
        )


class Points(Averages, name="points", title="Where the points come from"):
    """The parts that add up to the score.

    Mean points a seat from each source; the sources add up to the score.
    """

    about_others = "gap is winners less others, paired over blocks: where winners are ahead, which is not yet why."
    units: ClassVar[dict[str, str]] = {"mean": "VP", "winners": "VP", "others": "VP", "gap": "VP"}

    def averaged(self) -> list[Column]:
        """Columns of role "points"."""
        return [column for column in self.facts.with_role("points") if not column.labels]


class Doings(Averages, name="doings", title="What seats did"):
    """What a seat did in a game: every plain count the game records.

    Mean a seat and game of everything counted.
    """

    def averaged(self) -> list[Column]:
        """Columns of role "count" without labels, and the decisions."""
        own = [column for column in self.facts.with_role("count") if not column.labels]
        return [self.facts.column("decisions"), *own]


def _of_both(sides: Floats) -> Floats:
    """Rows of both sides by group, float64[groups, 2, G], from those by side and strategy, float64[2 S, G]."""
    split = sides.reshape(2, -1, sides.shape[-1]).swapaxes(0, 1)
    return np.concatenate([split, split.sum(axis=0, keepdims=True)])


def _divisors(rows: Floats) -> Ints:
    """Units that hold rows of winners, of others, of either, from rows[groups, 2, units]; 0 for what is no divisor."""
    counts = np.zeros((len(rows), 6), np.int64)
    counts[:, [WON_ROWS, LOST_ROWS]] = np.count_nonzero(rows, axis=-1)
    counts[:, ROWS] = np.count_nonzero(rows.any(axis=1), axis=-1)
    return counts


def _apart(piece: Piece, names: Sequence[str]) -> Ints:
    """Games in which the seats differ, for each column."""
    seats = [piece.seats(piece.frame[name].to_numpy()) for name in names]
    differ = (
        np.logical_or.reduce([other != first for other in others] or [first != first]) for first, *others in seats
    )
    return np.array([np.count_nonzero(each) for each in differ], np.int64)
