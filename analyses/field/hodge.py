"""How much of a field is rock, paper, scissors.

The log-odds of finishing ahead form an antisymmetric matrix A. It splits into two orthogonal
parts (Hodge decomposition of a graph with weighted edges: Jiang et al. 2011; Balduzzi et al. 2018):
the gradient r_i - r_j of one number a strategy, fitted by weighted least squares, and the rest,
which is made of cycles and which no rating can express. The share of intransitivity is
|rest| / |A|, with |A|^2 the sum of w A^2: 0 for a field that ratings explain, 1 for rock, paper,
scissors. A pair weighs w = p (1 - p), what a meeting tells of its log-odds: so a pair that is all
but decided, whose log-odds nobody knows, counts for next to nothing.

Noise has cycles too: the share is never 0 in a sample. So beside the share seen stand the share
that noise alone would show in a field with the same ratings and no cycles (its floor), and a share
with the noise taken out of both squared norms.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from analyses.moments import Floats


@dataclass(frozen=True)
class Intransitivity:
    """Share seen; corrected for noise with its interval; the floor's mean and 95% quantile; p of no cycles."""

    seen: float
    corrected: float
    low: float
    high: float
    floor: float
    floor_high: float
    p: float


def log_odds(total: Floats, cases: Floats) -> Floats:
    """Log-odds with half a case added to either side, so that a clean sweep stays finite; 0 without cases."""
    return np.asarray(np.log((total + 0.5) / (cases - total + 0.5)), np.float64)


def weights(matrix: Floats) -> Floats:
    """Weight p (1 - p) of each pair, from its log-odds [S, S]."""
    chance = 1 / (1 + np.exp(-matrix))
    return np.asarray(chance * (1 - chance), np.float64)


def cyclic(matrix: Floats, weight: Floats) -> Floats:
    """What is left of antisymmetric matrices [..., S, S] when the best ratings are taken off."""
    laplacian = np.diag(weight.sum(axis=0)) - weight
    rating = (weight * matrix).sum(axis=-1) @ np.linalg.pinv(laplacian, hermitian=True)
    return np.asarray(matrix - (rating[..., :, None] - rating[..., None, :]), np.float64)


def share(matrix: Floats, weight: Floats) -> Floats:
    """Share of intransitivity of antisymmetric matrices [..., S, S]; 0 where all is even."""
    return _root(_square(cyclic(matrix, weight), weight), _square(matrix, weight))


def _square(matrix: Floats, weight: Floats) -> Floats:
    return np.asarray((weight * matrix**2).sum(axis=(-2, -1)), np.float64)


def _root(part: Floats, whole: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        ratio = np.where(whole > 0, part / whole, 0.0)
    return np.asarray(np.sqrt(np.clip(ratio, 0, 1)), np.float64)


def intransitivity(matrix: Floats, resampled: Floats) -> Intransitivity:
    """From log-odds [S, S] and those of resamplings [R, S, S].

    The interval holds the middle 95% of corrected shares of the resamplings, which carry the noise
    twice: that of the sample and that of the resampling.
    """
    weight = weights(matrix)
    rest, noise = cyclic(matrix, weight), resampled - matrix
    of_rest, of_noise = _square(cyclic(noise, weight), weight).mean(), _square(noise, weight).mean()
    swing = _root(_square(cyclic(resampled, weight), weight) - 2 * of_rest, _square(resampled, weight) - 2 * of_noise)
    even = share(matrix - rest + noise, weight)
    seen = share(matrix, weight)
    corrected = _root(_square(rest, weight) - of_rest, _square(matrix, weight) - of_noise)
    low, high, floor_high = *np.quantile(swing, [0.025, 0.975]), np.quantile(even, 0.95)
    p = (1 + int((even >= seen).sum())) / (1 + len(even))
    return Intransitivity(
        float(seen), float(corrected), float(low), float(high), float(even.mean()), float(floor_high), p
    )
