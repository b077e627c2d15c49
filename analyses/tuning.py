"""Judging candidates that played the same deals: how much of their spread is luck, who is ahead, and by how much.

Scores are float64[C, B]: what each candidate has of each block, a mean over the block's rotations. Candidates share
their deals, so luck that is the same for all cancels; what is left, the residual of the two-way table, is noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from analyses.estimate import Estimate
from analyses.ledger.linear import mean
from analyses.moments import Floats

GROWTH = 1.5
METHOD = "t over blocks, paired on common deals"


@dataclass(frozen=True)
class Spread:
    """Variance of the candidates' means: what is due to themselves (0 or more), and to the luck they do not share."""

    signal: float
    noise: float

    @property
    def reliability(self) -> float:
        """Part of the variance of the means that is no luck; 0 where all means are the same."""
        whole = self.signal + self.noise
        return self.signal / whole if whole > 0 else 0.0


def spread(scores: Floats) -> Spread:
    """The parts of the variance of C means over B common blocks, by a two-way analysis of variance."""
    candidates, blocks = scores.shape
    if candidates < 2 or blocks < 2:
        return Spread(0.0, 0.0)
    means = scores.mean(axis=1)
    residual = scores - means[:, None] - scores.mean(axis=0) + means.mean()
    noise = float((residual**2).sum() / ((candidates - 1) * (blocks - 1)) / blocks)
    return Spread(max(float(means.var(ddof=1)) - noise, 0.0), noise)


def next_blocks(blocks: int, known: Spread, most: int) -> int:
    """Blocks a candidate of the next generation: half as many again where luck is more than half of the variance."""
    return min(most, int(np.ceil(GROWTH * blocks))) if known.reliability < 0.5 else blocks


def estimate(scores: Floats, least: float, most: float) -> Estimate:
    """Mean of each candidate with its interval over blocks; least and most bound what a block can hold."""
    return mean(scores.T).estimate("t over blocks", least=least, most=most)


def gain(scores: Floats, base: Floats, least: float, most: float) -> Estimate:
    """What each candidate has more than a base (float64[B]) on the same blocks."""
    return mean((scores - base).T).estimate(METHOD, least=least, most=most)


def candidates(names: Sequence[str], scores: Floats, base: int, bounds: tuple[float, float]) -> pd.DataFrame:
    """One row a candidate: value and gain over candidate number `base` with intervals, and whether it is the best."""
    least, most = bounds
    value, more = estimate(scores, least, most), gain(scores, scores[base], least - most, most - least)
    first = np.arange(len(names)) == best(scores)
    return pd.DataFrame(
        {"candidate": list(names), **value.columns("value"), **more.columns("gain"), "chosen": first, **value.counts()}
    )


def best(scores: Floats) -> int:
    """Number of the candidate with the best mean; of equal ones the first."""
    return int(np.argmax(scores.mean(axis=1)))
