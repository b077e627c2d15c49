"""Verdicts in words: too strong, too weak, balanced, or not yet known.

"Not significant" is not "balanced". With d the margin that matters in practice (1 percentage
point unless told otherwise):

    balanced      the 90% interval of the effect lies within -d .. +d (two one-sided tests at 5%,
                  Schuirmann 1987)
    too strong    the effect is above +d, one-sided, adjusted for the size of the table
    too weak      the effect is below -d, likewise
    not yet known anything else, and whatever rests on fewer than 30 blocks

Testing against d and not against 0 keeps the verdict steady as games are added: a difference
that is real but too small to matter ends as balanced. The tests of one table are adjusted
together by Benjamini & Hochberg 1995.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import special

from analyses.estimate import Estimate
from analyses.moments import Floats

MARGIN = 0.01
FEWEST_BLOCKS = 30
ALPHA = 0.05
POWER = 0.8

UNKNOWN = "not yet known"
STRONG_WEAK = "too strong", "too weak"
STRONGER_WEAKER = "stronger", "weaker"
FAVOURED = "favoured", "handicapped"
"""Words for above and below the margin: of a thing in the game, a strategy, a seat."""


def balanced(margin: float = MARGIN) -> str:
    """The word for balanced at this margin (a share)."""
    return f"balanced within ±{100 * margin:g}pp"


@dataclass(frozen=True)
class Judge:
    """Judges a table of effects on a share (0 is fair): adjusted p values and words."""

    margin: float = MARGIN
    words: tuple[str, str] = STRONG_WEAK
    alpha: float = ALPHA

    def __call__(self, effect: Estimate, judged: npt.NDArray[np.bool_] | None = None) -> pd.DataFrame:
        """One row an effect: p, p_adjusted (both against 0), verdict, games_needed.

        An effect that is not to be `judged` gets no word and does not count among the tests.

        games_needed is about how many games would settle an open verdict with a chance of 80%
        if the effect is what it looks like now; NaN where it is settled or cannot be said.
        """
        value, se, blocks, games = (
            np.atleast_1d(np.asarray(part, np.float64)).ravel()
            for part in (effect.value, effect.se, effect.blocks, effect.games)
        )
        judged = np.ones(len(value), bool) if judged is None else judged
        usable = judged & np.isfinite(se) & (se > 0) & (blocks >= FEWEST_BLOCKS)
        freedom = np.maximum(blocks - 1, 1)
        step = np.where(usable, se, np.nan)
        p = 2 * special.stdtr(freedom, -np.abs(value) / step)
        above = adjust(special.stdtr(freedom, (self.margin - value) / step))
        below = adjust(special.stdtr(freedom, (value + self.margin) / step))
        reach = special.stdtrit(freedom, 1 - self.alpha) * step
        even = (value - reach > -self.margin) & (value + reach < self.margin)
        words = np.select(
            [~judged, ~usable, even, above < self.alpha, below < self.alpha],
            ["", UNKNOWN, balanced(self.margin), *self.words],
            UNKNOWN,
        )
        needed = np.where((words == UNKNOWN) & usable, _games_needed(value, step, games, self.margin), np.nan)
        return pd.DataFrame({"p": p, "p_adjusted": adjust(p), "verdict": words, "games_needed": needed})


def _games_needed(value: Floats, se: Floats, games: Floats, margin: float) -> Floats:
    reach = special.ndtri(1 - ALPHA) + special.ndtri(POWER)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.ceil(games * (reach * se / np.abs(np.abs(value) - margin)) ** 2), np.float64)


def adjust(p: Floats) -> Floats:
    """Benjamini-Hochberg adjusted p values; NaN stays NaN and does not count as a test."""
    p = np.asarray(p, np.float64)
    out = np.full(p.shape, np.nan)
    known = np.isfinite(p)
    if known.any():
        # late: scipy.stats takes longer to import than a thousand games to play
        from scipy.stats import false_discovery_control

        out[known] = false_discovery_control(p[known], method="bh")
    return out
