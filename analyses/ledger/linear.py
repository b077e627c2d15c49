"""Estimates with the part that each deal has in them, so that any two of one sample may be subtracted.

A ratio R = N/D of totals over deals moves with deal b by its influence (N_b - R D_b)/D (the linearisation of
Cochran 1977, section 6.3); the influences of a difference are the differences of the influences, so whatever
two estimates share of their deals is counted. The variance is B/(B-1) times the sum of squared influences,
B being the deals that hold any of it. For single ratios and differences of two this is `analyses.estimate`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyses.estimate import LEVEL, Estimate, critical
from analyses.moments import Floats, Ints


@dataclass(frozen=True)
class Linear:
    """Estimates of K effects over B deals.

    value      float64[K], NaN where there is no data
    influence  float64[B, K]; each column adds up to 0
    n          float64[K], size of the (smaller) denominator
    deals      int64[K], deals that hold any of it
    """

    value: Floats
    influence: Floats
    n: Floats
    deals: Ints

    def __sub__(self, other: Linear) -> Linear:
        return Linear(
            self.value - other.value,
            self.influence - other.influence,
            np.minimum(self.n, other.n),
            np.minimum(self.deals, other.deals),
        )

    def scaled(self, factor: float) -> Linear:
        """All effects times a number."""
        return Linear(self.value * factor, self.influence * factor, self.n, self.deals)

    @property
    def covariance(self) -> Floats:
        """float64[K, K]."""
        deals = len(self.influence)
        return np.asarray(self.influence.T @ self.influence * deals / max(deals - 1, 1), np.float64)

    def estimate(
        self, method: str = "t over deals", level: float = LEVEL, least: float = -np.inf, most: float = np.inf
    ) -> Estimate:
        """With their intervals; no effect without an error is called certain.

        Fewer than two deals give NaN. Where all deals agree the interval is the exact one: more of them would differ
        only with a chance that B equal deals leave open (Clopper & Pearson 1934), and then by as much as the bounds
        least and most allow; without bounds it is NaN.
        """
        with np.errstate(divide="ignore", invalid="ignore"):
            se = np.sqrt((self.influence**2).sum(axis=0) * self.deals / (self.deals - 1))
        se = np.where(np.isnan(self.value) | (self.deals < 2), np.nan, se)
        half = critical(self.deals, level) * se
        low, high = np.maximum(self.value - half, least), np.minimum(self.value + half, most)
        agreed = se <= 1e-12 * np.maximum(np.abs(self.value), 1)
        with np.errstate(divide="ignore", invalid="ignore"):
            unseen = 1 - ((1 - level) / 2) ** (1 / self.deals)
            low = np.where(agreed, self.value + unseen * (least - self.value), low)
            high = np.where(agreed, self.value + unseen * (most - self.value), high)
        low, high = (np.where(np.isfinite(end), end, np.nan) for end in (low, high))
        return Estimate(
            self.value, np.where(agreed, 0.0, se), low, high, self.n, self.deals, self.deals, method, level, least, most
        )


def ratio(nums: npt.NDArray[np.float64], dens: npt.NDArray[np.float64]) -> Linear:
    """Ratios of totals: nums and dens are float64[B, K], what each deal has of both."""
    below = dens.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        value = np.where(below != 0, nums.sum(axis=0) / below, np.nan)
        influence = np.where(below != 0, (nums - value * dens) / below, 0.0)
    return Linear(value, influence, below, np.count_nonzero(dens, axis=0).astype(np.int64))


def mean(values: npt.NDArray[np.float64]) -> Linear:
    """Means of values[B, K] over the deals that have one; the rest are NaN."""
    present = np.isfinite(values)
    return ratio(np.where(present, values, 0.0), present.astype(np.float64))
