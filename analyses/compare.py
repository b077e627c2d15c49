"""Strategies against each other: every pair judged, and said in words."""

from __future__ import annotations

import itertools
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, ClassVar

import pandas as pd

from analyses.base import Sums
from analyses.estimate import difference
from analyses.strategies import ROWS, WIN, Strategies, places
from analyses.verdict import ALPHA, FEWEST_BLOCKS, MARGIN, STRONGER_WEAKER, balanced
from simcore.words import plural


@dataclass(frozen=True)
class Comparison(Strategies, name="comparison", title="Strategies against each other"):
    """Every pair of strategies: the difference of their win shares, judged.

    Difference of win shares at the same tables and deals, with the covariance of both over blocks. p values are
    adjusted for the number of pairs (Benjamini-Hochberg).
    """

    units: ClassVar[dict[str, str]] = {"difference": "points"}

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row a pair, `better` being the one with the larger win share."""
        moments = sums.moments["strategies"]
        wins, rows = places(self.facts.strategies, WIN), places(self.facts.strategies, ROWS)
        shares = moments.totals[wins] / moments.totals[rows]
        order = sorted(range(len(shares)), key=lambda i: -shares[i])
        pairs = list(itertools.combinations(order, 2))
        first, second = ([pair[side] for pair in pairs] for side in (0, 1))
        gap = difference(
            moments,
            ([wins[i] for i in first], [rows[i] for i in first]),
            ([wins[i] for i in second], [rows[i] for i in second]),
        )
        gap = gap.within(-1, 1)
        return pd.DataFrame(
            {
                "better": [self.facts.strategies[i] for i in first],
                "other": [self.facts.strategies[i] for i in second],
                **gap.columns("difference"),
                **gap.counts(),
            }
        ).join(self.judge(STRONGER_WEAKER)(gap))


def sentence(row: dict[Hashable, Any], margin: float = MARGIN) -> str:
    """One pair in words: which is stronger and by how much, or that it is not yet known."""
    better, other = row["better"], row["other"]
    span = f"{100 * row['difference']:.2f} pp [{100 * row['difference_low']:.2f}, {100 * row['difference_high']:.2f}]"
    if row["verdict"] == balanced(margin):
        return f"{better} and {other} are {row['verdict']}: the win shares differ by {span}."
    if row["p_adjusted"] < ALPHA:
        return f"{better} is stronger than {other} by {span}."
    return (
        f"Which of {better} and {other} is stronger is not yet known after {plural(row['games'], 'game')}: "
        f"the win shares differ by {span}.{_too_few(int(row['blocks']))}"
    )


def _too_few(blocks: int) -> str:
    """Why nothing is concluded even where the interval is clear of 0."""
    if blocks >= FEWEST_BLOCKS:
        return ""
    return f" {blocks} blocks are fewer than {FEWEST_BLOCKS}: the interval is rough, and no verdict is made of it."
