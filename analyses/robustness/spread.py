"""How an effect is spread over worlds, with the noise of the games taken out.

In world w an estimate is y_w = theta_w + e_w, e_w with variance v_w. A world plays few games, so its own
variance is poorly known: that of a deal is pooled over all worlds and divided by the deals of the world.

    spread   tau squared = variance of the y_w less the mean of the v_w, 0 if that is negative
             (method of moments, Hedges & Olkin 1985); tested by Cochran's Q, chi squared with W - 1
    range    10% and 90% quantiles of the y_w drawn together round their mean until their variance is tau
             squared (constrained empirical Bayes, Louis 1984)
    share    of worlds whose theta_w lies in a region: tau and mu are drawn given the y_w under the normal
             hierarchical model with a flat prior on both (Gelman 2006), and q_w is the chance that theta_w
             lies in the region given these. A draw of the share is Beta(W q + 1/2, W (1 - q) + 1/2), q the mean
             of the q_w. So the interval has in it that the worlds are a sample (without noise each q_w is 0
             or 1, and the interval that of Jeffreys for a binomial) and that tau and mu are not known
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import special

from analyses.moments import Floats

DRAWS = 400
BETAS = 5
"""Draws of the share for each draw of tau and mu."""
GRID = 160
TINY = 1e-12
ENDS = 0.025, 0.975
RANGE = 0.1, 0.9
SEEN = 0.8
"""Chance with which the smallest spread that is called visible would be found."""


def pooled(se: Floats, n: Floats) -> Floats:
    """float64[W, C]: squared standard errors, the variance of a deal pooled over the worlds; n in deals."""
    known = np.isfinite(se) & (n >= 2)
    weight = np.where(known, n, 0.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        one = np.where(known, se**2 * n, 0.0)
        return np.asarray((weight * one).sum(axis=0) / weight.sum(axis=0) / np.where(n > 0, n, np.nan), np.float64)


@dataclass(frozen=True)
class Spread:
    """One effect over W worlds: mean with interval, standard deviation tau, its test, the range, what could be seen."""

    mean: float
    mean_low: float
    mean_high: float
    sd: float
    p: float
    low: float
    high: float
    visible: float


def spread(y: Floats, v: Floats) -> Spread:
    """Spread of the effects behind the estimates y[W] with variances v[W]; two worlds or more."""
    worlds = len(y)
    v = np.maximum(v, TINY)
    variance = float(y.var(ddof=1))
    tau2 = max(variance - float(v.mean()), 0.0)
    mean = float(y.mean())
    half = float(special.stdtrit(worlds - 1, ENDS[1])) * np.sqrt(variance / worlds)
    weight = 1 / v
    centre = float((weight * y).sum() / weight.sum())
    q = float((weight * (y - centre) ** 2).sum())
    shrunk = mean + (y - mean) * (np.sqrt(tau2 / variance) if variance > 0 else 0.0)
    low, high = np.quantile(shrunk, RANGE)
    return Spread(
        mean, mean - half, mean + half, float(np.sqrt(tau2)), float(special.chdtrc(worlds - 1, q)), float(low),
        float(high), visible(float(v.mean()), worlds),
    )  # fmt: skip


def visible(v: float, worlds: int, alpha: float = 0.05) -> float:
    """Smallest spread that the test finds with a chance of 80%, if all worlds have an error variance of v."""
    critical, usual = special.chdtri(worlds - 1, alpha), special.chdtri(worlds - 1, SEEN)
    return float(np.sqrt(v * (critical / usual - 1)))


@dataclass(frozen=True)
class Behind:
    """The effects behind the estimates of W worlds: D draws of tau and mu, and given those each effect is normal.

    mean, sd  float64[D, W]
    """

    mean: Floats
    sd: Floats

    @classmethod
    def of(cls, y: Floats, v: Floats, rng: np.random.Generator, size: int = DRAWS) -> Behind:
        """Given the estimates y[W] with variances v[W]."""
        v = np.maximum(v, TINY)
        taus = np.linspace(0, 3 * y.std() + np.sqrt(v.mean()), GRID)
        precision = 1 / (v + taus[:, None] ** 2)
        total = precision.sum(axis=1)
        centre = (precision * y).sum(axis=1) / total
        away = (precision * (y - centre[:, None]) ** 2).sum(axis=1)
        log = 0.5 * (np.log(precision).sum(axis=1) - np.log(total) - away)
        chance = np.exp(log - log.max())
        picked = rng.choice(GRID, size, p=chance / chance.sum())
        tau, mu = taus[picked], centre[picked] + rng.standard_normal(size) / np.sqrt(total[picked])
        trust = tau[:, None] ** 2 / (v + tau[:, None] ** 2)
        return cls(mu[:, None] + trust * (y - mu[:, None]), np.sqrt(trust * v))

    def inside(self, low: float, high: float) -> Floats:
        """float64[D, W]: the chance that an effect lies from low to high."""
        sd = np.maximum(self.sd, TINY)
        return np.asarray(special.ndtr((high - self.mean) / sd) - special.ndtr((low - self.mean) / sd), np.float64)

    def drawn(self, rng: np.random.Generator) -> Floats:
        """float64[D, W]: the effects themselves."""
        return np.asarray(self.mean + self.sd * rng.standard_normal(self.mean.shape), np.float64)


def share(inside: Floats, rng: np.random.Generator) -> tuple[float, float, float]:
    """The share of worlds inside, with its interval, from chances inside[D, W]."""
    worlds = inside.shape[1]
    mean = np.clip(inside.mean(axis=1), 0.0, 1.0)
    many = np.repeat(mean, BETAS) * worlds
    drawn = rng.beta(many + 0.5, worlds - many + 0.5)
    value = float(mean.mean())
    low, high = np.quantile(drawn, ENDS)
    # The middle of skewed draws may lie beyond the ends only by their own randomness.
    return value, min(float(low), value), max(float(high), value)
