"""Estimates with their intervals from block sums.

    share        ratio of totals in [0, 1]; Wilson interval at the effective n of the design
    mean         ratio of totals; t interval on the linearised block variance
    difference   of two ratios measured on the same blocks, covariance included
    equal        test that several ratios are the same

The variance of a ratio N/D over B blocks is B/(B-1) * sum((N_b - r D_b)^2) / D^2 (Cochran 1977,
section 6.3). Wilson at the effective n = r(1-r)/variance follows Korn & Graubard 1998 and Dean &
Pagano 2015; where all or nothing happened the number of blocks stands in for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from scipy import special

from analyses.moments import Floats, Ints, Moments

LEVEL = 0.95

Place = int | Sequence[int]
"""Where a quantity stands on the last axis of `Moments.totals`; several give a table of them."""


@dataclass(frozen=True)
class Estimate:
    """Estimates of one kind with their intervals; all fields but the last two are arrays of one shape.

    n is the size of the denominator (rows unless said otherwise), blocks and games those that
    hold any of it. A value without data is NaN. least and most bound the value of a block where
    that is known, as of a share.
    """

    value: Floats
    se: Floats
    low: Floats
    high: Floats
    n: Floats
    blocks: Ints
    games: Ints
    method: str
    level: float = LEVEL
    least: float = -np.inf
    most: float = np.inf

    def columns(self, name: str) -> dict[str, Floats]:
        """Flat columns of a table: the value under `name`, and its `_low`, `_high`, `_se`."""
        parts = {"": self.value, "_low": self.low, "_high": self.high, "_se": self.se}
        return {f"{name}{suffix}": np.atleast_1d(values).ravel() for suffix, values in parts.items()}

    def counts(self) -> dict[str, npt.NDArray[np.int64]]:
        """Flat columns `blocks`, `games` and `n`."""
        parts = {"blocks": self.blocks, "games": self.games, "n": self.n}
        return {name: np.atleast_1d(values).ravel().astype(np.int64) for name, values in parts.items()}

    def less(self, constant: float) -> Estimate:
        """The same estimate measured from a known constant."""
        return replace(
            self,
            **{name: getattr(self, name) - constant for name in ("value", "low", "high", "least", "most")},
        )

    def within(self, least: float, most: float) -> Estimate:
        """The same estimate of what cannot lie beyond these bounds.

        Where all blocks are at one of them the interval is the exact one (Clopper & Pearson 1934, blocks for n).
        """
        with np.errstate(divide="ignore"):
            reach = (most - least) * (1 - ((1 - self.level) / 2) ** (1 / self.blocks))
        swept = self.se == 0
        low = np.where(swept & (self.value == most), most - reach, self.low)
        high = np.where(swept & (self.value == least), least + reach, self.high)
        return replace(self, low=low, high=high, least=least, most=most)


def critical(blocks: Ints, level: float = LEVEL) -> Floats:
    """Two-sided t quantile for this many blocks, NaN below two."""
    freedom = np.where(blocks > 1, blocks - 1, np.nan)
    return np.asarray(special.stdtrit(freedom, 0.5 + level / 2), np.float64)


def share(moments: Moments, num: Place = 0, den: Place = 1, level: float = LEVEL) -> Estimate:
    """A ratio that is a share, such as wins over seats."""
    plain = mean(moments, num, den, level)
    value = np.clip(plain.value, 0.0, 1.0)
    spread = value * (1 - value)
    with np.errstate(divide="ignore", invalid="ignore"):
        effective = np.where(spread > 0, spread / plain.se**2, plain.blocks)
    low, high = wilson(value, effective, critical(plain.blocks, level))
    return replace(plain, value=value, low=low, high=high, method="Wilson at effective n", least=0.0, most=1.0)


def wilson(value: Floats, n: Floats, z: Floats | float) -> tuple[Floats, Floats]:
    """Wilson score interval; an infinite n gives the value itself, a NaN in gives NaN out."""
    with np.errstate(divide="ignore", invalid="ignore"):
        weight = np.asarray(z, np.float64) ** 2 / n
        centre = (value + weight / 2) / (1 + weight)
        half = np.sqrt(weight * value * (1 - value) + weight**2 / 4) / (1 + weight)
    # Rounding may carry the ends a hair beyond the value at 0 and 1.
    return np.clip(np.minimum(centre - half, value), 0, 1), np.clip(np.maximum(centre + half, value), 0, 1)


def mean(moments: Moments, num: Place = 0, den: Place = 1, level: float = LEVEL) -> Estimate:
    """A ratio of totals, such as points over seats."""
    top, below = moments.totals[..., num], moments.totals[..., den]
    squares = moments.cross[..., num, num], moments.cross[..., num, den], moments.cross[..., den, den]
    blocks = moments.in_blocks[..., den]
    with np.errstate(divide="ignore", invalid="ignore"):
        value = top / below
        scatter = np.maximum(squares[0] - 2 * value * squares[1] + value**2 * squares[2], 0)
        se = np.sqrt(scatter * blocks / (blocks - 1)) / below
    se = _without_dust(se, value)
    return _with_t(value, se, below, blocks, moments.in_games[..., den], level, "t over blocks")


def means(moments: Moments, den: Place, **nums: Place) -> dict[str, Estimate]:
    """Several ratios over one total, by name."""
    return {name: mean(moments, num, den) for name, num in nums.items()}


def difference(
    moments: Moments, first: tuple[Place, Place], second: tuple[Place, Place], level: float = LEVEL
) -> Estimate:
    """First ratio less second, each given as (numerator, denominator)."""
    totals, cross = moments.totals, moments.cross
    (a, b), (c, d) = first, second
    blocks = np.minimum(moments.in_blocks[..., b], moments.in_blocks[..., d])
    with np.errstate(divide="ignore", invalid="ignore"):
        one, two = totals[..., a] / totals[..., b], totals[..., c] / totals[..., d]
        terms = (
            (a, 1 / totals[..., b]),
            (b, -one / totals[..., b]),
            (c, -1 / totals[..., d]),
            (d, two / totals[..., d]),
        )
        scatter = sum((u * v * cross[..., i, j] for i, u in terms for j, v in terms), np.zeros(one.shape))
        se = np.sqrt(np.maximum(scatter, 0) * blocks / (blocks - 1))
    se = _without_dust(se, np.maximum(np.abs(one), np.abs(two)))
    n = np.minimum(totals[..., b], totals[..., d])
    games = np.minimum(moments.in_games[..., b], moments.in_games[..., d])
    return _with_t(one - two, se, n, blocks, games, level, "t over blocks, paired")


def _without_dust(se: Floats, scale: Floats) -> Floats:
    """Set to 0 what is only rounding: a quantity fixed by design has no error."""
    return np.where(se < 1e-9 * np.maximum(np.abs(scale), 1e-300), 0.0, se)


def _with_t(value: Floats, se: Floats, n: Floats, blocks: Ints, games: Ints, level: float, method: str) -> Estimate:
    half = critical(blocks, level) * se
    return Estimate(value, se, value - half, value + half, n, blocks, games, method, level)


@dataclass(frozen=True)
class Test:
    """A test of one statement about several estimates at once."""

    statistic: float
    freedom: int
    blocks: int
    p: float


def equal(moments: Moments, nums: Sequence[int], dens: Sequence[int]) -> Test:
    """Test that the ratios nums[i]/dens[i] of a table with one group are all the same.

    Hotelling's T squared on the linearised blocks; ratios without data are left out. p is NaN if
    fewer than two ratios vary.
    """
    kept = [(i, j) for i, j in zip(nums, dens) if moments.totals[j] > 0]
    tops, below = [i for i, _ in kept], [j for _, j in kept]
    ratios = moments.totals[tops] / moments.totals[below]
    gradient = np.zeros((len(kept), len(moments.totals)))
    rows = np.arange(len(kept))
    gradient[rows, tops] += 1 / moments.totals[below]
    gradient[rows, below] -= ratios / moments.totals[below]
    apart = np.eye(len(kept)) - 1 / max(len(kept), 1)
    blocks = moments.blocks
    spread = apart @ gradient @ moments.cross @ gradient.T @ apart * blocks / max(blocks - 1, 1)
    scale = float(np.abs(np.diag(spread)).max(initial=0.0))
    freedom = int(np.linalg.matrix_rank(spread, tol=1e-9 * scale, hermitian=True)) if scale > 1e-24 else 0
    if freedom == 0 or blocks <= freedom:
        return Test(float("nan"), freedom, blocks, float("nan"))
    gaps = apart @ ratios
    statistic = float(gaps @ np.linalg.pinv(spread, rcond=1e-9, hermitian=True) @ gaps)
    scaled = statistic * (blocks - freedom) / (freedom * (blocks - 1))
    return Test(statistic, freedom, blocks, float(special.fdtrc(freedom, blocks - freedom, scaled)))
