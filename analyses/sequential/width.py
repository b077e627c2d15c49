"""Playing until an interval is narrow enough: when to look, and how many blocks are still wanted.

Whether to go on is asked of the width alone, never of where the interval lies. For such a rule the
usual interval keeps its coverage as the width asked for goes to 0 (Chow & Robbins 1965). With wide
intervals it is lost by stopping on an error that happens to look small; so the first look comes
late, and each later one goes where the width would be reached by the error seen so far.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from analyses.estimate import Estimate

FIRST = 400
"""Blocks before the first look."""
SURPLUS = 1.02
"""Part beyond what the error seen asks for, so that mostly the next look is the last."""
GROWTH = 2.0
"""Most by which the blocks grow from one look to the next: an early error is not to be trusted far."""


@dataclass(frozen=True)
class Width:
    """Stop when the half-width is at most `asked`, or at `most` blocks."""

    asked: float
    most: int

    def first(self) -> int:
        """Blocks of the first look."""
        return min(FIRST, self.most)

    def guess(self, reach: float, games: int) -> int:
        """Blocks in all as guessed before the first: of equals, whose games are independent."""
        return min(ceil((1.96 * reach / self.asked) ** 2 / games), self.most)

    def reached(self, estimate: Estimate) -> float:
        """Half-width of the interval of one estimate."""
        return float(estimate.high - estimate.low) / 2

    def narrow(self, estimate: Estimate) -> bool:
        """Whether the interval is narrow enough."""
        return self.reached(estimate) <= self.asked

    def wanted(self, blocks: int, estimate: Estimate) -> int:
        """Blocks in all that would do by the width seen after so many: the width falls with their root."""
        return min(max(ceil(SURPLUS * blocks * (self.reached(estimate) / self.asked) ** 2), blocks + 1), self.most)

    def next(self, blocks: int, estimate: Estimate) -> int:
        """Blocks in all at the next look."""
        return min(self.wanted(blocks, estimate), ceil(GROWTH * blocks))
