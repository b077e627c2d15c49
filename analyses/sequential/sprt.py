"""A sequential test of a difference on block scores, for any number of players.

The score of a block is a number whose mean is the difference asked about; its games may depend on
each other in any way. Of two statements, "the difference is at most theta0" and "at least theta1",
the log-likelihood ratio of their edges after n blocks with mean x and variance v is, to second order,

    L = n (theta1 - theta0) (x - (theta0 + theta1) / 2) / v

the generalised sequential probability ratio test with the variance taken from the blocks. For two
players and blocks of two games it is the pentanomial test of chess engines (Van den Bergh's notes,
"The GSPRT approximation"); nothing in it asks for five scores, so blocks of k players serve as well.
Wald's bounds log(beta / (1 - alpha)) and log((1 - beta) / alpha) end it (Siegmund 1985, chapter 2).
Looks come after equal batches. A batch carries L past its bound, so errors stay below the stated ones.

One block at each end of the range is added to the variance, or a run of equal blocks at the start
would be taken for certainty.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log

from analyses.sequential.stopped import Stopped

FEWEST = 100
"""Blocks of a batch at least: the variance must be known a little at the first look."""
STEP = 0.25
"""Information of a batch in units of 1 / (theta1 - theta0)^2, if games of a block were independent."""

ABOVE, BELOW, OPEN = "above", "below", "open"


@dataclass(frozen=True)
class Scores:
    """Sums over blocks of their scores, which lie within -reach .. reach."""

    blocks: int
    total: float
    squares: float
    reach: float

    @property
    def mean(self) -> float:
        """Mean score of a block."""
        return self.total / self.blocks

    @property
    def variance(self) -> float:
        """Variance of a block's score, with one block at each end added."""
        own = max(self.squares - self.total**2 / self.blocks, 0.0)
        return (own + 2 * self.reach**2) / (self.blocks + 1)


@dataclass(frozen=True)
class Sprt:
    """Tests "at most `least`" against "at least `most`" with these chances of error."""

    least: float
    most: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def gap(self) -> float:
        """theta1 - theta0."""
        return self.most - self.least

    @property
    def middle(self) -> float:
        """The difference that speaks for neither."""
        return (self.most + self.least) / 2

    @property
    def bounds(self) -> tuple[float, float]:
        """Of the log-likelihood ratio: below the first the lower statement is taken, above the second the upper."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def batch(self, reach: float, games: int) -> int:
        """Blocks between two looks, for blocks of so many games: settled before any is played."""
        return max(FEWEST, ceil(STEP * reach**2 / games / self.gap**2))

    def ratio(self, scores: Scores) -> float:
        """Log-likelihood ratio so far."""
        return scores.blocks * self.gap * (scores.mean - self.middle) / scores.variance

    def way(self, scores: Scores) -> float:
        """Share of the way to the nearer bound, 0 to 1; it does not tell which."""
        low, high = self.bounds
        ratio = self.ratio(scores)
        return min(max(ratio / high, ratio / low, 0.0), 1.0)

    def decision(self, scores: Scores) -> str:
        """ABOVE or BELOW once a bound is reached, else OPEN."""
        low, high = self.bounds
        ratio = self.ratio(scores)
        return ABOVE if ratio >= high else BELOW if ratio <= low else OPEN

    def expected(self, scores: Scores) -> int:
        """Blocks it takes on average where the truth is in the middle, which is about the longest."""
        low, high = self.bounds
        return ceil(-low * high * scores.variance / self.gap**2)

    def outcome(self, scores: Scores, looks: int) -> Stopped:
        """What was seen when it ended at this look, as a sum whose drift is the difference less the middle.

        The sum is that of (score - middle) / variance, so its information is blocks by variance.
        """
        low, high = self.bounds
        return Stopped(
            low=low / self.gap,
            high=high / self.gap,
            looks=looks,
            information=scores.blocks / scores.variance,
            stands=scores.blocks * (scores.mean - self.middle) / scores.variance,
        )
