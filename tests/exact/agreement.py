"""Whether counts of outcomes agree with exact chances, at a stated rate of false alarms."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.stats import binom, chi2

FALSE_ALARM = 1e-6
"""Chance that a comparison rejects a kernel which is right. Half of it goes to the single outcomes, each judged by
its exact binomial tails at an equal part (so the bound holds at any size), half to a chi-square over all of them."""
ENOUGH = 100
"""Outcomes expected less often are one cell of the chi-square, for which its tail is then as good as exact."""

Chances = Mapping[Hashable, Fraction]


def counted(columns: Sequence[np.ndarray] | np.ndarray) -> dict[tuple[int, ...], int]:
    """How often each row occurs; columns int8[games], up to 8 of them."""
    columns = [np.asarray(column, np.int8) for column in columns]
    packed = np.zeros((len(columns[0]), 8), np.int8)
    for place, column in enumerate(columns):
        packed[:, place] = column
    rows, counts = np.unique(packed.view(np.int64)[:, 0], return_counts=True)
    found = rows[:, None].view(np.int8)[:, : len(columns)]
    return {tuple(row): int(count) for row, count in zip(found.tolist(), counts)}


def gathered(counts: Mapping[Any, int], outcome: Any) -> dict[Any, int]:
    """The counts of `outcome(row)`."""
    found: dict[Any, int] = {}
    for row, count in counts.items():
        key = outcome(row)
        found[key] = found.get(key, 0) + count
    return found


def disagreement(counts: Mapping[Any, int], chances: Chances, false_alarm: float = FALSE_ALARM) -> str:
    """What in the counts cannot be chance, "" if nothing.

    Raises ValueError if the chances do not sum to 1.
    """
    if sum(chances.values()) != 1:
        raise ValueError(f"the chances sum to {sum(chances.values())}")
    impossible = [outcome for outcome in counts if not chances.get(outcome)]
    if impossible:
        return f"{len(impossible)} outcomes that cannot be: {impossible[:5]}"
    outcomes = list(chances)
    seen = np.array([counts.get(outcome, 0) for outcome in outcomes])
    chance = np.array([float(chances[outcome]) for outcome in outcomes])
    games = int(seen.sum())
    tails = 2 * np.minimum(binom.cdf(seen, games, chance), binom.sf(seen - 1, games, chance))
    worst = int(tails.argmin())
    if tails[worst] < false_alarm / 2 / len(outcomes):
        expected = f"expected {games * chance[worst]:.1f} (p = {tails[worst]:.1e})"
        return f"{outcomes[worst]}: {seen[worst]} of {games}, {expected}"
    return _all_together(seen, games * chance, false_alarm / 2)


def _all_together(seen: np.ndarray, expected: np.ndarray, false_alarm: float) -> str:
    rare = expected < ENOUGH
    seen, expected = (np.append(each[~rare], each[rare].sum()) for each in (seen, expected))
    if expected[-1] < ENOUGH:
        seen, expected = _joined(seen), _joined(expected)
    square, free = float(((seen - expected) ** 2 / expected).sum()), len(seen) - 1
    tail = chi2.sf(square, free) if free else 1.0
    return "" if tail >= false_alarm else f"chi-square {square:.0f} with {free} degrees of freedom (p = {tail:.1e})"


def _joined(cells: np.ndarray) -> np.ndarray:
    """The last cell added to the one before it, if there is one."""
    return np.append(cells[:-2], cells[-2:].sum()) if len(cells) > 1 else cells


def uniform(outcomes: Sequence[Hashable]) -> dict[Hashable, Fraction]:
    """Equal chances."""
    return dict.fromkeys(outcomes, Fraction(1, len(outcomes)))
