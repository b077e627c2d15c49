"""The same deals under other rules: two runs side by side, row by row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pandas as pd

from analyses.base import Analysis, Sums, analyse, grouped, laid_out, strategy_groups, strategy_masks
from analyses.estimate import Estimate, difference, mean
from analyses.moments import Moments, of_games
from analyses.runs import Facts, Piece, Run
from simcore.errors import MeepleError
from simcore.schema import COMMON, Column

OTHER = "other."
"""Before the names of columns that come from the second run."""
PLACE = ("block", "rotation", "seat")
HERE, THERE, ROWS = range(3)
"""Places of the sums of `paired_change`: under the first rules, under the others, and what they are divided by."""


def paired_change(moments: Moments) -> Estimate:
    """The ratio under the other rules less that under the first, on the same blocks: the one home of paired deltas."""
    return difference(moments, (THERE, ROWS), (HERE, ROWS))


def pairs(first: Facts, second: Facts) -> bool:
    """Whether two runs played the same deals with the same line-up, so that rows belong together."""
    return (first.game, first.seed, first.first_deal, first.line_up, first.rotations) == (
        second.game, second.seed, second.first_deal, second.line_up, second.rotations
    )  # fmt: skip


@dataclass(frozen=True)
class Paired:
    """Two runs as one: rows of both where both have them, the second's columns under `other.`."""

    first: Run
    second: Run

    @property
    def manifest(self) -> Mapping[str, Any]:
        """That of the first."""
        return self.first.manifest

    def iter_frames(self, columns: Sequence[str] | None = None) -> Iterator[pd.DataFrame]:
        """Rows in order, in chunks as long as both have them.

        Raises MeepleError if the rows are not of the same seats.
        """
        names = list(columns or ())
        own = [name for name in names if not name.startswith(OTHER)]
        theirs = [name.removeprefix(OTHER) for name in names if name.startswith(OTHER)]
        left = self.first.iter_frames(list(dict.fromkeys([*own, *PLACE])))
        right = self.second.iter_frames(list(dict.fromkeys([*theirs, *PLACE])))
        for here, there in _in_step(left, right):
            if (here[[*PLACE]].to_numpy() != there[[*PLACE]].to_numpy()).any():
                raise MeepleError("the two runs do not hold the same seats of the same deals")
            yield pd.concat([here[own], there[theirs].add_prefix(OTHER)], axis=1)


def _in_step(
    left: Iterator[pd.DataFrame], right: Iterator[pd.DataFrame]
) -> Iterator[tuple[pd.DataFrame, pd.DataFrame]]:
    """Frames of equal length from both until one ends."""
    held = [pd.DataFrame(), pd.DataFrame()]
    sources = left, right
    while True:
        for side in (0, 1):
            if not len(held[side]):
                frame = next(sources[side], None)
                if frame is None:
                    return
                held[side] = frame
        size = min(map(len, held))
        yield held[0].iloc[:size].reset_index(drop=True), held[1].iloc[:size].reset_index(drop=True)
        held = [frame.iloc[size:] for frame in held]


class OtherRules(Analysis, name="other_rules", title="The same deals under other rules"):
    """What changes if the same deals are played under other rules, by strategy and over all.

    Both runs play the same deals with the same line-up; change is the mean a seat under the other rules less
    that under the rules of this report, paired over blocks: an effect of the rules for these strategies. As far
    as the two games stay alike the shared luck cancels.
    """

    units: ClassVar[dict[str, str]] = {"here": "number", "there": "number", "change": "number"}

    def compared(self) -> list[Column]:
        """Win share, score, its parts, and every plain count."""
        common = [column for column in COMMON if column.name in ("win_share", "score")]
        return [*common, *(c for c in self.facts.columns if c.role in ("points", "count", "game") and not c.labels)]

    def columns(self) -> Sequence[str]:
        """Reads them in both runs."""
        names = [column.name for column in self.compared()]
        return (*names, *(OTHER + name for name in names))

    def partial(self, piece: Piece) -> Sums:
        """Groups: strategies and all, by column; quantities: here, there, seats."""
        names = [column.name for column in self.compared()]
        parts = (piece.matrix(names), piece.matrix([OTHER + name for name in names]), np.ones((len(piece.frame), 1)))
        mask = strategy_masks(self.facts, piece)
        totals = [grouped(piece, mask, part) for part in parts]
        totals[ROWS] = np.broadcast_to(totals[ROWS], totals[HERE].shape)
        return Sums({"paired": of_games(piece, np.stack(totals, axis=-1))})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row a strategy and column."""
        moments = sums.moments["paired"]
        groups, compared = strategy_groups(self.facts), self.compared()
        return laid_out(
            {
                "strategy": np.repeat(groups, len(compared)),
                "source": [column.name for column in compared] * len(groups),
                "unit": [column.unit for column in compared] * len(groups),
                "meaning": [column.meaning for column in compared] * len(groups),
            },
            here=mean(moments, HERE, ROWS),
            there=mean(moments, THERE, ROWS),
            change=paired_change(moments),
        )


def other_rules(first: Run, second: Run) -> pd.DataFrame:
    """The table of `OtherRules` for two runs of the same deals.

    Raises MeepleError if they share none.
    """
    question = OtherRules(Facts.of(first))
    return analyse(Paired(first, second), [question])[question.name]
