"""The price at which an effect crosses a target, from effects at whole prices on common deals.

Between whole prices the curve is taken as straight, so the crossing is the root of a line between two of
them, and "between" says which of the two is nearer. The interval holds every price at which the curve does not
differ from the target: |e(x) - target| <= t se(e(x)), with the covariance of the neighbours from the deals they share.
For a straight line this is Fieller's (1954); where it reaches an end of the range it is open there. The crossing
itself is that of the curve made monotone by weighted least squares (isotonic regression, Barlow et al. 1972), so
that noise in a flat curve does not make several.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from analyses.estimate import LEVEL, critical
from analyses.ledger.linear import Linear
from analyses.moments import Floats

GRID = 400
"""Prices looked at between two neighbours when the interval is sought."""

CROSSES, ABOVE, BELOW, OPEN = "crosses", "above", "below", "not known"
"""What is known of the curve in the range."""


@dataclass(frozen=True)
class Crossing:
    """Where the curve crosses the target.

    at is NaN if it does not cross in the range; low and high are the ends of the interval, -inf or inf where it is
    open, NaN if there is none. status: it crosses (and is beyond chance above on one side and below on the
    other); it is above or below everywhere; or what it does is not known.
    """

    at: float
    low: float
    high: float
    status: str
    level: float = LEVEL


def crossing(prices: Floats, effects: Linear, target: float = 0.0, level: float = LEVEL) -> Crossing:
    """The crossing of effects at these growing prices, two or more of them."""
    gap = effects.value - target
    errors = effects.estimate(level=level).se
    near = _not_apart(prices, gap, effects, level)
    half = critical(effects.deals, level) * errors
    above, below = gap - half > 0, gap + half < 0
    at = _root(prices, _monotone(gap, 1 / np.maximum(errors, 1e-12) ** 2))
    if above.any() and below.any() and np.isfinite(at):
        status = CROSSES
    elif not len(near):
        status = ABOVE if (gap > 0).all() else BELOW if (gap < 0).all() else OPEN
    else:
        status = OPEN
    if not len(near):
        return Crossing(at, np.nan, np.nan, status, level)
    low = -np.inf if near[0] == prices[0] else near[0]
    high = np.inf if near[-1] == prices[-1] else near[-1]
    return Crossing(at, float(low), float(high), status, level)


def _not_apart(prices: Floats, gap: Floats, effects: Linear, level: float) -> Floats:
    """Prices at which the curve does not differ from the target, in order."""
    found = []
    share = np.linspace(0, 1, GRID + 1)
    for i in range(len(prices) - 1):
        pair = effects.influence[:, i : i + 2]
        deals = effects.deals[i : i + 2].min()
        spread = pair.T @ pair * deals / max(deals - 1, 1)
        value = gap[i] + share * (gap[i + 1] - gap[i])
        variance = (1 - share) ** 2 * spread[0, 0] + 2 * share * (1 - share) * spread[0, 1] + share**2 * spread[1, 1]
        inside = np.abs(value) <= float(critical(deals, level)) * np.sqrt(np.maximum(variance, 0))
        found.append((prices[i] + share * (prices[i + 1] - prices[i]))[inside])
    return np.concatenate(found)


def _monotone(gap: Floats, weights: Floats) -> Floats:
    """The curve made monotone, falling or rising, whichever fits better."""
    from scipy.optimize import isotonic_regression  # late: it takes long to import

    fits = [np.asarray(isotonic_regression(gap, weights=weights, increasing=up).x) for up in (False, True)]
    return min(fits, key=lambda fit: float((weights * (gap - fit) ** 2).sum()))


def _root(prices: Floats, curve: Floats) -> float:
    """Where a monotone curve is 0; the middle of a stretch at 0; NaN if nowhere."""
    exact = prices[curve == 0]
    if len(exact):
        return float(exact.mean())
    turns = np.flatnonzero(np.sign(curve[:-1]) != np.sign(curve[1:]))
    if not len(turns):
        return float("nan")
    i = int(turns[0])
    return float(prices[i] + (prices[i + 1] - prices[i]) * curve[i] / (curve[i] - curve[i + 1]))
