"""A thing against the others of its kind.

Who may never take a thing has fewer options than the rest, and that alone costs something: were all races
alike, being kept from any one of them would still lose games. So forced less banned has no natural zero, and a
thing is judged by its effect less that of the middle of the others of its kind: the mean of their effects
without the lowest and the highest quarter, at least one at either end where there are three others or more
(the trimmed mean of Tukey 1962; at a quarter, the midmean). One thing that is out of line, or one at either
end, then moves no verdict but its own.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from analyses.ledger.linear import Linear
from analyses.verdict import FEWEST_BLOCKS

PART = 4
"""One in so many is left out at either end."""


def trimmed(count: int) -> int:
    """How many of so many are left out at either end."""
    return max(count // PART, 1) if count >= 3 else 0


def against_kind(effects: Linear, kinds: Sequence[str], fewest: int = FEWEST_BLOCKS) -> Linear:
    """Each effect less the middle of the others of its kind, with the covariance of all of them.

    The others that count rest on `fewest` deals or more; where there are none the effect is NaN, for it has nothing to
    be measured by. The error is
    that of the things in the middle as they are found; where all are alike it is a few per cent too wide.
    """
    value, influence = effects.value.copy(), effects.influence.copy()
    known = np.isfinite(effects.value) & (effects.deals >= fewest)
    for k, kind in enumerate(kinds):
        others = [i for i, other in enumerate(kinds) if other == kind and i != k and known[i]]
        if not others:
            value[k] = np.nan
            continue
        cut = trimmed(len(others))
        ranked = sorted(others, key=lambda i: effects.value[i])
        middle = ranked[cut : len(ranked) - cut]
        value[k] -= effects.value[middle].mean()
        influence[:, k] -= effects.influence[:, middle].mean(axis=1)
    return Linear(value, influence, effects.n, effects.deals)
