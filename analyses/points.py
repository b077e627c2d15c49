"""Where the points come from, and what seats did on average; winners beside the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
import pandas as pd

from analyses.base import Analysis, Sums, grouped, strategy_groups, strategy_masks, winners
from analyses.estimate import difference, mean
from analyses.moments import of_games
from analyses.runs import Piece
from simcore.schema import Column

WON, WON_ROWS, LOST, LOST_ROWS, ANY, ROWS = range(6)


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
        values = piece.matrix(self._flat())
        ones = np.ones((len(values), 1))
        won = winners(piece)[:, None]
        mask = strategy_masks(self.facts, piece)
        parts = []
        for weight in (won, 1 - won, ones):
            total = grouped(piece, mask * weight, values)
            rows = grouped(piece, mask * weight, ones)
            parts += [total, np.broadcast_to(rows, total.shape)]
        by_game = piece.by_game(values)
        apart = np.count_nonzero(np.ptp(by_game, axis=1), axis=0).astype(np.int64)
        return Sums({"averages": of_games(piece, np.stack(parts, axis=-1))}, {"apart": apart})

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
