"""The scale of skill: log-odds of winning from equal strength, and how they add up along a ladder.

One of strength a sits among P - 1 of strength b and wins with a chance of

    w = exp(a) / (exp(a) + (P - 1) exp(b)),    so    a - b = log(w (P - 1) / (1 - w))

(Luce 1959; for P = 2 Bradley & Terry 1952). On the scale of Elo 1978 that is 400 / log(10) times as
much. An interval of w goes over to a - b end by end; a w of 1 has only a lower end, a w of 0 only an
upper one.

A sum of differences has the interval of Zou & Donner 2008 (the method of variance estimates
recovery, after Newcombe 1998): with estimates t_i, ends l_i and u_i, and correlations r_ij from the
common deals

    lower end = sum t_i - sqrt(sum_ij r_ij (t_i - l_i) (t_j - l_j)),    the upper end likewise.

So it keeps the skew of each part, which the delta method would lose near 0 and 1. Where k parts
have one end only, the sum has a bound on that side: their bounds and that of all the other parts together, each
with an even part of the error (Bonferroni).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyses.estimate import LEVEL, Estimate, share
from analyses.moments import Floats, Moments

ELO = 400 / np.log(10)
"""Points of Elo in a unit of log-odds."""


def strength(won: float | Floats, sides: int) -> Floats:
    """Log-odds by which one who wins this share among `sides` - 1 equal others is stronger; ±inf at 1 and 0."""
    part = np.asarray(won, np.float64)
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(part * (sides - 1)) - np.log(1 - part), np.float64)


def share_at(ahead: float | Floats, sides: int) -> Floats:
    """The inverse: the share won by one who is that much stronger."""
    return np.asarray(1 / (1 + (sides - 1) * np.exp(-np.asarray(ahead, np.float64))), np.float64)


@dataclass(frozen=True)
class Ahead:
    """Differences of strength in log-odds, arrays of one shape; NaN for a value or an end that is not finite."""

    value: Floats
    low: Floats
    high: Floats

    def columns(self, name: str, unit: float = ELO) -> dict[str, Floats]:
        """Columns of a table in a unit: value, lower and upper end."""
        return {f"{name}{end}": unit * getattr(self, part) for end, part in
                (("", "value"), ("_low", "low"), ("_high", "high"))}  # fmt: skip


def ahead(won: Estimate, sides: int) -> Ahead:
    """Differences of strength from shares won."""
    with np.errstate(invalid="ignore"):
        parts = (strength(part, sides) for part in (won.value, won.low, won.high))
        return Ahead(*(np.where(np.isfinite(part), part, np.nan) for part in parts))


def correlation(pulls: Floats) -> Floats:
    """Correlations of errors, [K, K], from what each deal adds to them; 0 with what has no error."""
    product = pulls.T @ pulls
    spread = np.sqrt(np.diag(product))
    with np.errstate(divide="ignore", invalid="ignore"):
        found = product / np.outer(spread, spread)
    found = np.where(np.isfinite(found), found, 0.0)
    np.fill_diagonal(found, 1.0)
    return np.asarray(found, np.float64)


def climbed(moments: Moments, pulls: Floats, sides: int, level: float = LEVEL, start: int = 0) -> Ahead:
    """Strength of each of K + 1 rungs above the one numbered `start`: sums of the steps between, [K + 1].

    moments holds (won, games) of the steps from the bottom up, pulls[D, K] what each deal adds to their errors.
    """
    together, every = correlation(pulls), []
    for rung in range(pulls.shape[1] + 1):
        part = slice(min(rung, start), max(rung, start))
        steps = Moments(
            moments.blocks, moments.games, moments.totals[part], moments.cross[part],
            moments.in_blocks[part], moments.in_games[part],
        )  # fmt: skip
        value, low, high = _sum(steps, together[part, part], sides, level) if rung != start else (0.0, 0.0, 0.0)
        every.append((value, low, high) if rung >= start else (-value, -high, -low))
    return Ahead(*np.array(every).T)


def _sum(steps: Moments, together: Floats, sides: int, level: float) -> tuple[float, float, float]:
    """Value and ends of the sum of steps."""
    won = share(steps).value
    low = _bound(steps, together, sides, level, won == 1, won == 0, -1)
    high = _bound(steps, together, sides, level, won == 0, won == 1, 1)
    value = float(strength(won, sides).sum()) if ((won > 0) & (won < 1)).all() else float("nan")
    return value, low, high


def _bound(
    steps: Moments, together: Floats, sides: int, level: float, swept: npt.NDArray[np.bool_],
    open_: npt.NDArray[np.bool_], sign: int,
) -> float:  # fmt: skip
    """One end of a sum: `swept` steps have this end alone, `open_` ones have none; sign -1 is the lower end."""
    if open_.any():
        return float("nan")
    rest = ~swept
    won = share(steps, level=1 - (1 - level) / (int(swept.sum()) + int(rest.any())))
    values, ends = strength(won.value, sides), strength(won.low if sign < 0 else won.high, sides)
    reach = (ends - values)[rest]
    square = float(reach @ together[rest][:, rest] @ reach)
    return float(values[rest].sum() + ends[swept].sum() + sign * np.sqrt(max(square, 0.0)))
