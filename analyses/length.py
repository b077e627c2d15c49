"""How long games are and how they end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

import numpy as np
import pandas as pd

from analyses.base import Analysis, Sums
from analyses.estimate import mean, share, wilson
from analyses.moments import Floats, Ints, of_blocks, of_games, tally
from analyses.runs import Piece
from simcore.schema import CAPPED

LONGEST = 64
"""Rounds told apart; longer games are counted in the last class."""
OFFSET = 512
"""Added to a whole number before it is counted, so that small negative ones have a place."""


class Lengths(Analysis, name="lengths", title="Rounds played"):
    """Share of games that end in each round, ended by the rules or stopped at the cap.

    Share of all games by the round they ended in. Games stopped at the cap on rounds are an outcome of their
    own: they are counted and shown, never dropped.
    """

    units: ClassVar[dict[str, str]] = {"ended": "share", "capped": "share", "going_on": "share"}
    reads = ("rounds", "outcome")

    def partial(self, piece: Piece) -> Sums:
        """Groups: rounds; quantities: ended, capped, still going on after it, games."""
        rounds = np.minimum(piece.per_game("rounds"), LONGEST - 1).astype(np.int64)
        capped = piece.per_game("outcome") == CAPPED
        table = tally(piece, rounds, LONGEST, capped)
        stopped, here = table.sums
        later = here[::-1].cumsum(axis=0)[::-1] - here
        quantities = [here - stopped, stopped, later, piece.block_totals(np.ones(piece.games))]
        return Sums({"rounds": of_blocks(piece, quantities, [0, 0, 0, piece.games])})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row a number of rounds that occurred, or lies between two that did."""
        moments = sums.moments["rounds"]
        ended, capped, later = (share(moments, i, 3) for i in range(3))
        table = pd.DataFrame(
            {
                "rounds": np.arange(LONGEST),
                **ended.columns("ended"),
                **capped.columns("capped"),
                **later.columns("going_on"),
                **ended.counts(),
            }
        )
        seen = np.flatnonzero(moments.totals[:, :2].sum(axis=1))
        return table.iloc[seen[0] : seen[-1] + 1].reset_index(drop=True)


class Sizes(Analysis, name="sizes", title="Size of a game"):
    """Mean and quantiles of whole-game quantities: length, scores, margins, lead changes.

    Mean over games with block intervals. Quantiles are of single games; their intervals invert the Wilson
    interval of the distribution function (Woodruff 1952) with blocks for n, which is on the safe side.
    """

    units: ClassVar[dict[str, str]] = {"mean": "number", "q05": "number", "median": "number", "q95": "number"}

    def columns(self) -> Sequence[str]:
        """Reads outcome columns, and the lead changes if the game counts them."""
        return ("rounds", "decisions", "score", *self._lead())

    def _lead(self) -> tuple[str, ...]:
        return ("lead_changes",) if self.facts.has("lead_changes") else ()

    def _quantities(self, piece: Piece) -> Iterator[tuple[str, str, Floats]]:
        scores = np.sort(piece.by_game(piece.values("score")), axis=1)[:, ::-1]
        yield "rounds", "rounds", piece.per_game("rounds")
        yield "decisions in a game", "count", piece.by_game(piece.values("decisions")).sum(axis=1)
        yield "best score", "VP", scores[:, 0]
        if self.facts.players > 1:
            yield "lead of the best over the second", "VP", scores[:, 0] - scores[:, 1]
            yield "best less worst score", "VP", scores[:, 0] - scores[:, -1]
        for name in self._lead():
            yield "lead changes", "count", piece.per_game(name)

    def partial(self, piece: Piece) -> Sums:
        """Moments of all quantities, and a count of games by value for each."""
        columns = list(self._quantities(piece))
        values = np.stack([value for _, _, value in columns], axis=1)
        counts = {name: np.bincount(value.astype(np.int64) + OFFSET) for name, _, value in columns}
        return Sums({"sizes": of_games(piece, np.stack([values, np.ones_like(values)], axis=-1))}, counts)

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row a quantity."""
        moments = sums.moments["sizes"]
        average = mean(moments)
        names = list(sums.counts)
        units = {"rounds": "rounds", "decisions in a game": "count", "lead changes": "count"}
        table = pd.DataFrame(
            {"quantity": names, "unit": [units.get(name, "VP") for name in names], **average.columns("mean")}
        )
        for label, q in (("q05", 0.05), ("median", 0.5), ("q95", 0.95)):
            ends = np.array([quantile(sums.counts[name], q, moments.blocks) for name in names]).reshape(-1, 3)
            table = table.assign(**{label: ends[:, 0], f"{label}_low": ends[:, 1], f"{label}_high": ends[:, 2]})
        return table.assign(**average.counts())


def quantile(counts: Ints, q: float, blocks: int) -> tuple[float, float, float]:
    """Quantile of a count by value (shifted by OFFSET) and the ends of its 95% interval."""
    below = np.cumsum(counts) / counts.sum()
    low, high = wilson(np.array(q), np.array(float(blocks)), 1.96)
    places = np.searchsorted(below, np.array([q, float(low), float(high)]) - 1e-12)
    value, start, stop = np.minimum(places, len(counts) - 1) - OFFSET
    return float(value), float(start), float(stop)


class Decisions(Analysis, name="decisions", title="Decisions in a game"):
    """How many games had how many decisions, in classes of ten.

    Choices among two or more options, all seats together, in classes of ten.
    """

    units: ClassVar[dict[str, str]] = {"share": "share"}
    width = 10
    classes = 200
    reads = ("decisions",)

    def partial(self, piece: Piece) -> Sums:
        """Groups: classes; quantities: games in it, games."""
        total = piece.game_totals(piece.values("decisions")).astype(np.int64)
        (here,) = tally(piece, np.minimum(total // self.width, self.classes - 1), self.classes).sums
        games = piece.block_totals(np.ones(piece.games))
        return Sums({"decisions": of_blocks(piece, [here, games], [0, piece.games])})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row a class, from the first to the last that occurred."""
        moments = sums.moments["decisions"]
        part = share(moments)
        first = np.arange(self.classes) * self.width
        table = pd.DataFrame({"from": first, "to": first + self.width - 1, **part.columns("share"), **part.counts()})
        seen = np.flatnonzero(moments.totals[:, 0])
        return table.iloc[seen[0] : seen[-1] + 1].reset_index(drop=True)


class Endings(Analysis, name="endings", title="How games end"):
    """How often games end oddly: tie-break, shared victory, cap.

    Share of all games; the lines are not exclusive of each other.
    """

    units: ClassVar[dict[str, str]] = {"share": "share"}
    labels = (
        "ended by the rules",
        "decided by the tie-break",
        "victory shared",
        "stopped at the cap",
    )
    reads = ("outcome", "tie_break", "rank")

    def partial(self, piece: Piece) -> Sums:
        """Groups: endings; quantities: games with it, games."""
        capped = piece.per_game("outcome") == CAPPED
        tie = piece.by_game(piece.values("tie_break")).max(axis=1) > 0
        shared = (piece.by_game(piece.values("rank")) == 1).sum(axis=1) > 1
        flags = np.stack([~capped, tie, shared, capped], axis=1)
        return Sums({"endings": of_games(piece, np.stack([flags, np.ones_like(flags)], axis=-1))})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row an ending."""
        part = share(sums.moments["endings"])
        count = sums.moments["endings"].totals[:, 0].astype(np.int64)
        return pd.DataFrame({"ending": self.labels, "times": count, **part.columns("share"), **part.counts()})
