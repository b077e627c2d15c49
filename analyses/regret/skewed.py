"""Means of losses over deals, with intervals that allow for their skew.

Most decisions lose little and a few lose much, so that the mean of a sample is itself skewed: a plain t interval
ends too low on both sides. Hall's transformation (1992, J. R. Statist. Soc. B 54, 221-228) takes that away: with t
the distance from the truth in standard errors, n deals and their skewness c,

    g(t) = t + c (t^2 / 3 + 1/6) / sqrt(n) + c^2 t^3 / (27 n)

follows the t distribution more closely than t does, and being monotone it can be turned round for the interval.
The skewness is that of what each deal contributes to the ratio (`analyses.ledger.linear`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy import special

from analyses.estimate import Estimate, critical
from analyses.ledger.linear import ratio
from analyses.moments import Floats


@dataclass(frozen=True)
class Loss:
    """Mean losses of K groups and their skewness over deals, float64[K]."""

    estimate: Estimate
    skewness: Floats

    def p_above(self, bound: float) -> Floats:
        """One-sided p values that the means lie above a bound; NaN without an error."""
        return np.asarray(special.stdtr(self._freedom, -self._moved(bound)), np.float64)

    def p_below(self, bound: float) -> Floats:
        """One-sided p values that the means lie below a bound; NaN without an error."""
        return np.asarray(special.stdtr(self._freedom, self._moved(bound)), np.float64)

    @property
    def _freedom(self) -> Floats:
        return np.maximum(self.estimate.blocks - 1, 1).astype(np.float64)

    def _moved(self, bound: float) -> Floats:
        """Hall's transformation of the distances from a bound."""
        found = self.estimate
        with np.errstate(divide="ignore", invalid="ignore"):
            t = (found.value - bound) / np.where(found.se > 0, found.se, np.nan)
            skew = self.skewness / np.sqrt(found.blocks)
        return np.asarray(t + skew * (t**2 / 3 + 1 / 6) + skew**2 * t**3 / 27, np.float64)


def loss_of(nums: Floats, dens: Floats) -> Loss:
    """Means of losses as ratios of totals: nums and dens are float64[B, K], what each deal has of both."""
    known = ratio(nums, dens)
    plain = known.estimate()
    with np.errstate(divide="ignore", invalid="ignore"):
        square, cube = ((known.influence**power).sum(axis=0) / known.deals for power in (2, 3))
        skewness = np.where(square > 0, cube / square**1.5, 0.0)
        skew = skewness / np.sqrt(known.deals)
    low, high = (plain.value - plain.se * _undone(side * critical(known.deals), skew) for side in (1, -1))
    method = "t over deals, corrected for skew"
    return Loss(replace(plain, low=low, high=high, method=method), np.asarray(skewness, np.float64))


def _undone(x: Floats, skew: Floats) -> Floats:
    """The t of which Hall's transformation is x."""
    with np.errstate(divide="ignore", invalid="ignore"):
        back = 3 * (np.cbrt(1 + skew * (x - skew / 6)) - 1) / skew
    return np.asarray(np.where(np.abs(skew) < 1e-9, x, back), np.float64)
