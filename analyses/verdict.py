"""Verdicts in words: too strong, too weak, balanced, or not yet known.

"Not significant" is not "balanced". With d the margin that matters in practice (1 percentage
point unless told otherwise):

    balanced      the effect lies within -d .. +d: above -d and below +d by two one-sided tests
                  (TOST, Schuirmann 1987; the larger of their p values counts)
    too strong    the effect is above +d, one-sided
    too weak      the effect is below -d, likewise
    not yet known anything else, and whatever rests on fewer than 30 blocks

Each of the three is a family of as many tests as the table has lines, adjusted by itself at 5%:
by Benjamini & Hochberg 1995 (`bh`), or by Benjamini & Yekutieli 2001 (`by`), which holds however
the lines depend on each other and asks for more games.

A clean sweep, every block at the least or the most it can be, has no error to judge by. If the
true mean lay at a part d of the range from that end, B blocks would all be at it with a chance
of at most (1 - d)^B, whatever their distribution: this exact bound, the one of Clopper & Pearson
1934 with blocks for n, is then the p value of each of the tests above. An effect without error
anywhere else is fixed by the design of the run and not yet known.

Testing against d and not against 0 keeps the verdict steady as games are added: a difference
that is real but too small to matter ends as balanced.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import special

from analyses.estimate import Estimate
from analyses.moments import Floats

Method = Literal["bh", "by"]
METHODS: dict[Method, str] = {"bh": "Benjamini-Hochberg", "by": "Benjamini-Yekutieli"}
"""How the tests of a table are adjusted."""

MARGIN = 0.01
SHARE = "share"
"""Unit of effects on a share; their margin is told in percentage points."""
FEWEST_BLOCKS = 30
ALPHA = 0.05
POWER = 0.8

UNKNOWN = "not yet known"
STRONG_WEAK = "too strong", "too weak"
STRONGER_WEAKER = "stronger", "weaker"
FAVOURED = "favoured", "handicapped"
"""Words for above and below the margin: of a thing in the game, a strategy, a seat."""


def balanced(margin: float = MARGIN, unit: str = SHARE) -> str:
    """The word for balanced at this margin: a share, or a number of another unit such as "VP"."""
    return f"balanced within ±{100 * margin:g}pp" if unit == SHARE else f"balanced within ±{margin:g} {unit}"


@dataclass(frozen=True)
class Judge:
    """Judges a table of effects (0 is fair): adjusted p values and words.

    margin is in the unit of the effects: a share, or what `unit` names.
    """

    margin: float = MARGIN
    words: tuple[str, str] = STRONG_WEAK
    alpha: float = ALPHA
    method: Method = "bh"
    unit: str = SHARE

    def __call__(
        self,
        effect: Estimate,
        judged: npt.NDArray[np.bool_] | None = None,
        above: Callable[[float], Floats] | None = None,
    ) -> pd.DataFrame:
        """One row an effect: p, p_adjusted (both against 0), verdict, games_needed.

        An effect that is not to be `judged` gets no word and does not count among the tests. `above` gives
        the one-sided p values that the effects lie above a true value where they are not those of a t test, as
        after a test that chose when to stop.

        games_needed is about how many games (two significant digits) would settle an open verdict with a
        chance of 80% if the effect is what it looks like now; NaN where it is settled or cannot be said.
        """
        value, se, blocks, games = (
            np.atleast_1d(np.asarray(part, np.float64)).ravel()
            for part in (effect.value, effect.se, effect.blocks, effect.games)
        )
        judged = np.ones(len(value), bool) if judged is None else judged
        enough = judged & (blocks >= FEWEST_BLOCKS)
        lost, won = (enough & (se == 0) & (value == end) for end in (effect.least, effect.most))
        usable = enough & (se > 0) | lost | won
        freedom = np.maximum(blocks - 1, 1)
        step = np.where(usable & (se > 0), se, np.nan)

        def exceeds(true: float) -> Floats:
            """One-sided p value that the effect lies above a true value."""
            if above is not None:
                return np.where(usable, above(true), np.nan)
            swept = _all_at(effect.most, true, effect, blocks)
            return np.select([won, lost], [swept, 1.0], special.stdtr(freedom, (true - value) / step))

        def falls_short(true: float) -> Floats:
            """One-sided p value that the effect lies below a true value."""
            if above is not None:
                return 1 - exceeds(true)
            swept = _all_at(effect.least, true, effect, blocks)
            return np.select([lost, won], [swept, 1.0], special.stdtr(freedom, (value - true) / step))

        p = np.minimum(2 * np.minimum(exceeds(0.0), falls_short(0.0)), 1)
        strong, weak = exceeds(self.margin), falls_short(-self.margin)
        even = np.maximum(exceeds(-self.margin), falls_short(self.margin))
        shown = [adjust(family, self.method) < self.alpha for family in (even, strong, weak)]
        words = np.select(
            [~judged, ~usable, *shown], ["", UNKNOWN, balanced(self.margin, self.unit), *self.words], UNKNOWN
        )
        needed = np.where(words == UNKNOWN, _games_needed(value, step, games, self.margin), np.nan)
        adjusted = adjust(p, self.method)
        return pd.DataFrame({"p": p, "p_adjusted": adjusted, "verdict": words, "games_needed": needed})


def _all_at(end: float, true: float, effect: Estimate, blocks: Floats) -> Floats:
    """Most that the chance of all blocks being at an end of the range can be, given the true mean."""
    apart = min(abs(end - true) / (effect.most - effect.least), 1.0) if np.isfinite(end) else 0.0
    return np.asarray((1 - apart) ** blocks, np.float64)


def _games_needed(value: Floats, se: Floats, games: Floats, margin: float) -> Floats:
    reach = special.ndtri(1 - ALPHA) + special.ndtri(POWER)
    with np.errstate(divide="ignore", invalid="ignore"):
        needed = games * (reach * se / np.abs(np.abs(value) - margin)) ** 2
        unit = 10 ** np.maximum(np.floor(np.log10(needed)) - 1, 0)
        return np.asarray(np.ceil(needed / unit) * unit, np.float64)


def adjust(p: Floats, method: Method = "bh") -> Floats:
    """P values adjusted for their number; NaN stays NaN and does not count as a test."""
    p = np.asarray(p, np.float64)
    out = np.full(p.shape, np.nan)
    known = np.isfinite(p)
    if known.any():
        # late: scipy.stats takes longer to import than a thousand games to play
        from scipy.stats import false_discovery_control

        out[known] = false_discovery_control(p[known], method=method)
    return out
