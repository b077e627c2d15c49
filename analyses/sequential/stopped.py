"""What a test that chose when to stop says of the size: median-unbiased, with an interval that covers.

The plain mean after such a stop is too far out: a test ends when luck has carried it over a bound.
Outcomes are put in order instead, by stages (Siegmund 1978; Armitage 1957): ending above early is the most,
then above late, then whatever stood between the bounds at the last look by its size, below late, and below
early is the least. The chance of what was seen or more rises with the true difference, so where it
is 1/2 lies a median-unbiased estimate, and where it is 2.5% and 97.5% the ends of a 95% interval.

The chances come from the recursion of Armitage, McPherson & Rowe 1969: the density of the sum at each look
is that at the look before, cut off at the bounds, spread by a normal step. It is worked out once,
without drift; a drift multiplies a path that ends at v after information I by exp(drift v - drift^2 I / 2).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil, sqrt

import numpy as np
from scipy import optimize, special

from analyses.estimate import LEVEL
from analyses.moments import Floats

NODES_A_STEP = 5
FEWEST_NODES = 40


@dataclass(frozen=True)
class Stopped:
    """A sum with normal steps that was watched at equal stretches until it left -`low` .. `high`.

    looks taken, information gained up to the last, where the sum stands then (its drift by
    information is what is asked about), and whether it was stopped within the bounds.
    """

    low: float
    high: float
    looks: int
    information: float
    stands: float

    @property
    def step(self) -> float:
        """Information between two looks."""
        return self.information / self.looks

    @cached_property
    def _grid(self) -> tuple[Floats, Floats]:
        """Nodes between the bounds and their weights (Gauss-Legendre)."""
        size = max(FEWEST_NODES, ceil(NODES_A_STEP * (self.high - self.low) / sqrt(self.step)))
        nodes, weights = np.polynomial.legendre.leggauss(size)
        half = (self.high - self.low) / 2
        return half * nodes + (self.high + self.low) / 2, half * weights

    @cached_property
    def _log_mass(self) -> Floats:
        """float64[looks - 1, nodes]: logarithm of the weight at each node after each look but the last, no drift."""
        nodes, weights = self._grid
        root = sqrt(self.step)
        spread = np.exp(-(((nodes[:, None] - nodes[None, :]) / root) ** 2) / 2) / (root * sqrt(2 * np.pi))
        mass = np.empty((self.looks - 1, len(nodes)))
        here = np.exp(-((nodes / root) ** 2) / 2) / (root * sqrt(2 * np.pi)) * weights
        for look in range(self.looks - 1):
            mass[look] = here
            here = (here @ spread) * weights
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(mass), np.float64)

    def _leaves(self, drift: float, bound: float, last: float, side: int) -> float:
        """Chance of passing `bound` before the last look, or `last` at it: upwards (side 1) or downwards (-1)."""
        nodes, _ = self._grid
        root, ahead = sqrt(self.step), drift * self.step
        targets = np.full(self.looks, bound)
        targets[-1] = last
        first = float(special.ndtr(side * (ahead - targets[0]) / root))
        seen = np.arange(1, self.looks)[:, None] * self.step
        # In logarithms: the two factors may leave the range of floats where their product does not.
        mass = np.exp(self._log_mass + drift * nodes - drift**2 * seen / 2)
        return first + float((mass * special.ndtr(side * (nodes + ahead - targets[1:, None]) / root)).sum())

    def chance(self, drift: float) -> float:
        """Chance of this outcome or one further up, given the drift."""
        if self.stands <= self.low:
            return 1 - self.chance_below(drift)
        return self._leaves(drift, self.high, self.stands, 1)

    def chance_below(self, drift: float) -> float:
        """Chance of this outcome or one further down, given the drift."""
        if self.stands <= self.low:
            return self._leaves(drift, self.low, self.stands, -1)
        return 1 - self.chance(drift)

    def drift_at(self, chance: float) -> float:
        """The drift under which that chance is this."""
        centre, unit = self.stands / self.information, 1 / sqrt(self.information)
        low, high = centre - 4 * unit, centre + 4 * unit
        while self.chance(low) > chance:
            low -= 4 * unit
        while self.chance(high) < chance:
            high += 4 * unit
        return float(optimize.brentq(lambda drift: self.chance(drift) - chance, low, high, xtol=1e-6 * unit))

    def estimate(self, level: float = LEVEL) -> tuple[float, float, float]:
        """Median-unbiased drift and the ends of its interval."""
        tail = (1 - level) / 2
        return self.drift_at(0.5), self.drift_at(tail), self.drift_at(1 - tail)
