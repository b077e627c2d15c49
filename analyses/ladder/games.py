"""The games of a ladder, as sums over each deal.

All pairs meet on the same deals, a slower pair on the first of them only. The deal with all seat
rotations of a line-up is a block, and the sample.
Letters in comments: D deals, K pairs, R rungs, P seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from analyses.field.games import Counted
from analyses.moments import Floats, Moments

Pair = tuple[int, int]
"""Who sits alone, and who fills the other seats."""
SEARCH = "search"
"""The kind of rungs that are slow and have few games."""


def tops(kinds: Sequence[str]) -> list[int]:
    """Rungs that meet the lowest: the top, and where that searches the highest that does not, for its many games."""
    top = len(kinds) - 1
    quick = [rung for rung, kind in enumerate(kinds) if kind != SEARCH and rung > 0]
    return [top, *quick[-1:]] if kinds[top] == SEARCH else [top]


@dataclass(frozen=True)
class LadderGames:
    """Outcomes of a ladder.

    names holds the rungs, the lowest first, and after them the reference if it is none of them; kinds is beside it.
    won[D, K] is the sum of win shares of the one who sits alone over the games of a deal, games[D, K] their number, 0
    where a pair did not play a deal. In a game for one player won compares scores on the same deal (1, ½, 0) and
    gap[D, K] is the difference in VP; otherwise gap is None.
    """

    names: tuple[str, ...]
    kinds: tuple[str, ...]
    size: int
    """Number of rungs, R."""
    reference: int
    players: int
    pairs: tuple[Pair, ...]
    won: Floats = field(repr=False)
    games: Floats = field(repr=False)
    gap: Floats | None = field(default=None, repr=False)

    @property
    def sides(self) -> int:
        """Who can win a comparison: the seats of the table, two where scores of one player are compared."""
        return max(self.players, 2)

    @property
    def even(self) -> float:
        """Win share of one who sits alone among equals."""
        return 1 / self.sides

    @property
    def steps(self) -> list[Pair]:
        """Each rung but the lowest among seats of the one below."""
        return [(rung, rung - 1) for rung in range(1, self.size)]

    @property
    def tops(self) -> list[int]:
        """See `tops`."""
        return tops(self.kinds[: self.size])

    def place(self, pair: Pair) -> int:
        """Number of a pair."""
        return self.pairs.index(pair)

    @cached_property
    def moments(self) -> Moments:
        """Moments of (won, games) of each pair, the deal being the block."""
        return moments_of(self.won, self.games)

    @cached_property
    def points(self) -> Moments | None:
        """Moments of (VP ahead, games) of each pair; None where win shares are compared."""
        return None if self.gap is None else moments_of(self.gap, self.games)

    @cached_property
    def pulls(self) -> Floats:
        """What each deal adds to the error of each pair's win share, to first order: float64[D, K].

        Sums of products over deals are their covariances (Cochran 1977, section 6.3, but for D/(D-1)).
        """
        total = self.games.sum(axis=0)
        return np.asarray((self.won - self.won.sum(axis=0) / total * self.games) / total, np.float64)


def moments_of(total: Floats, cases: Floats) -> Moments:
    """Moments of (total, cases), each sums over a deal, [D, K] of K pairs or [D] of one; cases are games."""
    return Counted(total, cases, np.rint(cases.sum(axis=0)).astype(np.int64)).moments()
