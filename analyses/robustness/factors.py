"""Which assumed value an effect hangs on most, told from what pure chance would show.

The first-order index of a value is the part of the variance over worlds that its levels explain: for levels
equally spread over the worlds the first-order Sobol index of given data (the correlation ratio of Pearson 1905;
Plischke, Borgonovo & Smith 2013). Sum of squares between levels less what chance puts there, (L - 1) times
the mean square within, over the variance of the effects without the noise of the games.

The floor: the estimates are dealt out to the worlds anew, again and again, and each time the value that
stands out most is noted (Westfall & Young 1993, on the scale of normal scores of F by Wilson & Hilferty
1931, so that values with two and with four levels compare). Only what stands out more than all but 5% of
these is named. Named values are then taken out of the estimates and the rest is asked again, until nothing
stands out.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import special

from analyses.moments import Floats
from analyses.robustness.worlds import Codes, Factor
from analyses.verdict import ALPHA

SHUFFLES = 1999
MOST = 4
"""Values named for one effect."""


@dataclass(frozen=True)
class Levels:
    """The levels of K factors side by side: member float64[W, L], 1 where a world has the level; starts int64[K]."""

    member: Floats
    starts: Codes
    counts: Floats
    size: Floats

    @classmethod
    def of(cls, factors: Sequence[Factor], rows: Codes) -> Levels:
        """Levels of the factors in some of the worlds."""
        parts = []
        for factor in factors:
            present = np.unique(factor.codes[rows])
            parts.append((factor.codes[rows][:, None] == present).astype(np.float64))
        member = np.concatenate(parts, axis=1)
        size = np.array([part.shape[1] for part in parts])
        return cls(member, np.concatenate([[0], np.cumsum(size)[:-1]]), member.sum(axis=0), size.astype(np.float64))

    def between(self, y: Floats) -> Floats:
        """Sum of squares between levels of each factor, float64[R, K], of centred y[R, W]."""
        return np.asarray(np.add.reduceat((y @ self.member) ** 2 / self.counts, self.starts, axis=1), np.float64)

    def scores(self, y: Floats) -> Floats:
        """Normal scores of F, float64[R, K], of centred y[R, W]; factors without a choice get minus infinity."""
        between = self.between(y)
        within = np.maximum((y**2).sum(axis=1, keepdims=True) - between, 1e-300)
        one, other = self.size - 1, y.shape[1] - self.size
        usable = (one > 0) & (other > 0)
        one, other = np.maximum(one, 1), np.maximum(other, 1)
        root = np.cbrt(between / one / (within / other))
        a, b = 2 / (9 * one), 2 / (9 * other)
        return np.where(usable, ((1 - b) * root - (1 - a)) / np.sqrt(b * root**2 + a), -np.inf)


@dataclass(frozen=True)
class Standing:
    """The value that stands out most: its place among the factors, and what it does against the floor.

    moved  standard deviation over the worlds of what its levels do to the effect, chance taken out
    floor  the least of it that would stand out
    index  moved squared over the variance of the effects without noise
    p      chance that shuffled estimates let some value stand out as much
    """

    place: int
    moved: float
    floor: float
    index: float
    p: float


def strongest(
    y: Floats, levels: Levels, variance: float, rng: np.random.Generator, shuffles: int = SHUFFLES
) -> Standing:
    """The factor that stands out most in y[W]; variance is that of the effects without noise."""
    centred = y - y.mean()
    order = rng.permuted(np.tile(np.arange(len(y)), (shuffles, 1)), axis=1)
    real = levels.scores(centred[None])[0]
    most = np.sort(levels.scores(centred[order]).max(axis=1))
    place = int(real.argmax())
    p = (1 + int((most >= real[place] - 1e-9).sum())) / (shuffles + 1)
    total = float((centred**2).sum())
    between = float(levels.between(centred[None])[0, place])
    one, other = float(levels.size[place] - 1), float(len(y) - levels.size[place])
    ratio = special.fdtri(one, other, special.ndtr(most[math.ceil((1 - ALPHA) * (shuffles + 1)) - 1]))
    needed = total * one * ratio / (one * ratio + other)
    moved, floor = (_of_levels(each, total, one, other, len(y)) for each in (between, needed))
    whole = max(variance, moved)
    return Standing(place, moved**0.5, floor**0.5, moved / whole if whole > 0 else 0.0, p)


def _of_levels(between: float, total: float, one: float, other: float, worlds: int) -> float:
    """Variance that a sum of squares between levels stands for, what chance puts there taken out."""
    return max(between - one * (total - between) / other, 0.0) / worlds


def named(
    y: Floats, factors: Sequence[Factor], rows: Codes, variance: float, rng: np.random.Generator
) -> list[Standing]:
    """The factors that stand out in y (worlds `rows`), strongest first; the first is there even if it does not.

    Each next one is sought in what the ones before leave of the estimates.
    """
    levels = Levels.of(factors, rows)
    found = [strongest(y, levels, variance, rng)]
    rest = y
    while found[-1].p <= ALPHA and len(found) < MOST:
        codes = factors[found[-1].place].codes[rows]
        for level in np.unique(codes):
            rest = np.where(codes == level, rest - rest[codes == level].mean(), rest)
        found.append(strongest(rest, levels, variance, rng))
    return found if len(found) == 1 else [each for each in found if each.p <= ALPHA]
