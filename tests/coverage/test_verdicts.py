"""False discoveries among the verdicts of a table: at most the stated share, on average over 2,000 tables.

A verdict is false if it says too strong of what is not above the margin, too weak of what is not below it, or
balanced of what is not inside. The share of false ones among all of that kind, 0 where there is none, is the
false discovery proportion.
"""

import itertools

import numpy as np
import pytest

from analyses.estimate import Estimate
from analyses.verdict import ALPHA, STRONG_WEAK, Judge, Method, balanced

TABLES, BLOCKS = 2000, 400
D = 0.01
SE = D / 3

MIXED = np.repeat([D, -D, 0.0, 0.3 * D, 3 * D, -3 * D], [6, 4, 5, 2, 2, 1])
AT_THE_MARGIN = np.repeat([D, -D], 10)
BESIDE = np.repeat([D, -D, 2.5 * D], [9, 1, 10])
NOTHING = np.zeros(20)
MOSTLY_EVEN = np.repeat([0.0, D, -D], [14, 3, 3])


def tables(truth: np.ndarray, se: float, bond: str) -> list[Estimate]:
    """Estimates of effects with errors as of 400 blocks, which are independent, share luck, or add up to nothing."""
    rng = np.random.default_rng(17)
    noise = rng.normal(size=(TABLES, len(truth)))
    if bond == "shared":
        noise = np.sqrt(0.5) * noise + np.sqrt(0.5) * rng.normal(size=(TABLES, 1))
    elif bond == "zero-sum":
        noise = (noise - noise.mean(axis=1, keepdims=True)) * np.sqrt(len(truth) / (len(truth) - 1))
    value = truth + se * noise
    error = se * np.sqrt(rng.chisquare(BLOCKS - 1, value.shape) / (BLOCKS - 1))
    count = np.full(len(truth), BLOCKS)
    return [
        Estimate(v, e, v - 2 * e, v + 2 * e, count.astype(float), count, count, "made") for v, e in zip(value, error)
    ]


def proportions(truth: np.ndarray, se: float, bond: str, method: Method) -> tuple[float, float, float]:
    """Mean false discovery proportion of too strong or too weak, the same of balanced, and verdicts a table."""
    outer, inner, said = [], [], 0
    judge = Judge(D, method=method)
    for effects in tables(truth, se, bond):
        words = judge(effects)["verdict"].to_numpy()
        strong, weak = (words == word for word in STRONG_WEAK)
        even = words == balanced(D)
        false = strong & (truth <= D) | weak & (truth >= -D)
        outer.append(false.sum() / max((strong | weak).sum(), 1))
        inner.append((even & (np.abs(truth) >= D)).sum() / max(even.sum(), 1))
        said += (strong | weak | even).sum()
    return float(np.mean(outer)), float(np.mean(inner)), said / TABLES


CASES = [
    *itertools.product(
        (MIXED, AT_THE_MARGIN, BESIDE, NOTHING, MOSTLY_EVEN), ("independent", "shared", "zero-sum"), ["bh"]
    ),
    *itertools.product((MIXED, AT_THE_MARGIN), ("zero-sum",), ["by"]),
]


@pytest.mark.slow
@pytest.mark.parametrize(("truth", "bond", "method"), CASES)
def test_false_discoveries_are_at_most_alpha_on_average(truth: np.ndarray, bond: str, method: Method) -> None:
    """The allowance is three standard errors of a mean of 2,000 proportions that are mostly 0."""
    outer, inner, _ = proportions(truth, SE, bond, method)
    allowance = 3 * np.sqrt(ALPHA * (1 - ALPHA) / TABLES)
    assert outer <= ALPHA + allowance
    assert inner <= ALPHA + allowance


@pytest.mark.slow
def test_the_bound_is_reached_and_yekutieli_is_the_stricter() -> None:
    """Where everything is at a margin, nearly 5% of tables are wrong: nothing is given away."""
    plain, strict = (proportions(AT_THE_MARGIN, SE, "independent", method) for method in ("bh", "by"))
    assert plain[0] > 0.03
    assert plain[1] > 0.03
    assert strict[0] < plain[0]
    assert strict[2] < plain[2]


def test_without_adjustment_more_than_half_of_such_tables_would_be_wrong() -> None:
    """What the adjustment is for: each line by itself at 5% makes a mistake somewhere in 20."""
    alone = Judge(D)
    wrong = 0
    for effects in tables(AT_THE_MARGIN, SE, "independent")[:40]:
        lines = [Estimate(*(np.atleast_1d(part[i]) for part in (effects.value, effects.se, effects.low, effects.high,
                 effects.n, effects.blocks, effects.games)), "made") for i in range(20)]  # fmt: skip
        wrong += any(alone(line)["verdict"][0] in STRONG_WEAK for line in lines)
    assert wrong > 15
