"""The same deals under two sets of rules: what changes, metric by metric, and what the pairing was worth.

The change of a metric is its mean over games under the other rules less that under the first. Both play the same
deals with the same line-up in whole blocks, so its variance is that of the block differences and the luck both
games share cancels. The design effect says what that was worth: the variance the change would have if both sides
had played as many independent games (each a deal of its own, seats drawn), over the variance it has. It is the
product of a part of the blocks (independent games over blocks, each side on deals of its own) and a part of the
common deals (blocks on deals of their own over common ones).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import special

from analyses.estimate import Estimate, mean
from analyses.metrics import Metric, columns_of, levels, metrics_of, values
from analyses.moments import Floats, Ints, Moments, of_games
from analyses.paired import HERE, OTHER, ROWS, THERE, Paired, paired_change, pairs
from analyses.runs import INDEX_COLUMNS, Facts, Piece, Run, pieces
from analyses.verdict import ALPHA, adjust
from simcore.errors import MeepleError


@dataclass(frozen=True)
class Flip:
    """A game that somebody else wins under the other rules; winners are seats from 0."""

    deal: int
    rotation: int
    here: tuple[int, ...]
    there: tuple[int, ...]


@dataclass(frozen=True)
class Contrast:
    """Sums over two runs of the same deals, in any order but for the first flip.

    moments holds here, there and games by metric; squares[metrics, 2] the sums of squares of single games;
    apart[metrics] the games in which the metric differs, parted those in which anything measured does, flips those
    somebody else wins.
    """

    facts: Facts
    metrics: tuple[Metric, ...]
    moments: Moments
    squares: Floats
    apart: Ints
    parted: int
    flips: int
    first_flip: Flip | None

    @property
    def games(self) -> int:
        """Games played under either rules."""
        return self.moments.games

    def change(self) -> Estimate:
        """The change of every metric; without an interval where no game differs."""
        return paired_change(self.moments)

    def table(self) -> pd.DataFrame:
        """One row a metric, the strongest change first.

        base and variant with their intervals, change with its interval, z = |change|/se, p and p_adjusted (all
        metrics that may differ count as tests), apart (share of games in which the metric differs), and the design
        effect with its two parts (infinite where the change is the same in every block).
        """
        change = self.change()
        untouched = self.apart == 0
        with np.errstate(divide="ignore", invalid="ignore"):
            z = np.abs(change.value / change.se)
        freedom = max(self.moments.blocks - 1, 1)
        p = np.where((change.se > 0) & ~untouched, 2 * special.stdtr(freedom, -z), np.nan)
        frame = pd.DataFrame(
            {
                "metric": [metric.id for metric in self.metrics],
                "meaning": [metric.meaning for metric in self.metrics],
                "group": [metric.group for metric in self.metrics],
                "unit": [metric.unit for metric in self.metrics],
                **levels(self.metrics, self.moments, HERE, ROWS).columns("base"),
                **levels(self.metrics, self.moments, THERE, ROWS).columns("variant"),
                **change.columns("change"),
                "z": np.where(untouched, np.nan, z),
                "p": p,
                "p_adjusted": adjust(p),
                "apart": self.apart / self.games,
                **self._design(change),
                **change.counts(),
            }
        )
        frame.loc[untouched, ["change_low", "change_high", "change_se", "design_effect", "of_blocks", "of_deals"]] = (
            np.nan
        )
        return frame.sort_values("z", ascending=False, kind="stable", na_position="last").reset_index(drop=True)

    def _design(self, change: Estimate) -> dict[str, Floats]:
        """Design effect of the change, and its parts."""
        games = self.games
        scatter = self.squares - self.moments.totals[:, [HERE, THERE]] ** 2 / games
        independent = np.maximum(scatter, 0).sum(axis=1) / max(games - 1, 1) / games
        blocked = mean(self.moments, HERE, ROWS).se ** 2 + mean(self.moments, THERE, ROWS).se ** 2
        with np.errstate(divide="ignore", invalid="ignore"):
            return {
                "design_effect": independent / change.se**2,
                "of_blocks": independent / blocked,
                "of_deals": blocked / change.se**2,
            }


def contrast(first: Run, second: Run, labelled: bool = False) -> Contrast:
    """Read two runs of the same deals side by side; with `labelled` the parts of columns with labels as well.

    Raises MeepleError if they do not belong together or hold no games.
    """
    facts = Facts.of(first)
    if not pairs(facts, Facts.of(second)):
        raise MeepleError("the two runs do not hold the same deals with the same line-up")
    metrics = metrics_of(facts, labelled)
    names = columns_of(facts, metrics)
    index = [*INDEX_COLUMNS, "deal"]
    both = Paired(first, second).iter_frames([*index, *names, *(OTHER + name for name in names)])
    total: Contrast | None = None
    for piece in pieces(both, facts.players):
        part = _of_piece(facts, metrics, names, piece)
        total = part if total is None else _sum(total, part)
    if total is None:
        raise MeepleError("the runs hold no games")
    return total


def _of_piece(facts: Facts, metrics: tuple[Metric, ...], names: Sequence[str], piece: Piece) -> Contrast:
    other = _other(piece, names)
    here, there = values(facts, metrics, piece), values(facts, metrics, other)
    parted = piece.by_game(piece.matrix(names) != other.matrix(names)).any(axis=(1, 2))
    won, lost = (by.by_game(by.values("win_share")) > 0 for by in (piece, other))
    flipped = np.flatnonzero((won != lost).any(axis=1))
    return Contrast(
        facts,
        metrics,
        of_games(piece, np.stack([here, there, np.ones_like(here)], axis=-1)),
        np.stack([(here**2).sum(axis=0), (there**2).sum(axis=0)], axis=-1),
        np.count_nonzero(here != there, axis=0).astype(np.int64),
        int(np.count_nonzero(parted)),
        len(flipped),
        _flip(piece, won, lost, int(flipped[0])) if len(flipped) else None,
    )


def _other(piece: Piece, names: Sequence[str]) -> Piece:
    """The same seats under the other rules."""
    theirs = piece.frame[["entry", *(OTHER + name for name in names)]]
    return Piece(theirs.rename(columns=lambda name: name.removeprefix(OTHER)), piece.players, piece.starts)


def _flip(piece: Piece, won: npt.NDArray[np.bool_], lost: npt.NDArray[np.bool_], game: int) -> Flip:
    deal, rotation = (int(piece.per_game(name)[game]) for name in ("deal", "rotation"))
    here, there = (tuple(np.flatnonzero(side[game]).tolist()) for side in (won, lost))
    return Flip(deal, rotation, here, there)


def _sum(a: Contrast, b: Contrast) -> Contrast:
    return Contrast(
        a.facts,
        a.metrics,
        a.moments + b.moments,
        a.squares + b.squares,
        a.apart + b.apart,
        a.parted + b.parted,
        a.flips + b.flips,
        a.first_flip or b.first_flip,
    )


def design(table: pd.DataFrame) -> pd.DataFrame:
    """The design effects of a table of changes by kind of metric: how many times fewer games were needed.

    least, median and most of the metrics that differ in some game; of_blocks and of_deals are medians; at_least_4
    is the share of the metrics that gain 4 times or more.
    """
    kinds = [_kind(metric, group) for metric, group in zip(table["metric"], table["group"])]
    touched = table.assign(kind=kinds)[(table["apart"] > 0) & table["design_effect"].notna()]
    rows = []
    for kind, part in touched.groupby("kind", sort=False):
        effect = part["design_effect"]
        rows.append(
            {
                "kind": kind,
                "metrics": len(part),
                "least": effect.min(),
                "median": effect.median(),
                "most": effect.max(),
                "of_blocks": part["of_blocks"].median(),
                "of_deals": part["of_deals"].median(),
                "at_least_4": float((effect >= 4).mean()),
            }
        )
    columns = ["kind", "metrics", "least", "median", "most", "of_blocks", "of_deals", "at_least_4"]
    return pd.DataFrame(rows, columns=columns).sort_values("kind", kind="stable").reset_index(drop=True)


KINDS = {
    "strategy": "of strategies",
    "seat": "of seats",
    "game": "the game as a whole",
    "points": "parts of the score",
    "count": "what seats did",
    "part": "parts of what seats did",
}


def _kind(metric: str, group: str) -> str:
    if group in ("strategy", "seat"):
        return f"{'win shares' if metric.endswith('win_share') else 'scores'} {KINDS[group]}"
    return KINDS[group]


def significant(table: pd.DataFrame, alpha: float = ALPHA) -> int:
    """How many metrics change beyond chance, adjusted over the table."""
    exact = (table["apart"] > 0) & (table["change_se"] == 0) & (table["change"] != 0)
    return int(((table["p_adjusted"] < alpha) | exact).sum())
