"""The ledger's columns: what a thing comes to as seen, as dealt, between deals, and at explored choices.

Letters: D deals (the sample), P seats, K things. Each function takes arrays of single games, one a deal, and
gives `Linear` effects of the K things.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyses.ledger.linear import Linear, ratio
from analyses.moments import Floats

Bools = npt.NDArray[np.bool_]


def seen(values: Floats, took: Bools) -> Linear:
    """Mean of values[D, P] over seats that took a thing less that over seats that did not; took[D, P, K].

    Not an effect: who takes a thing is not drawn by lot. n counts seats that took it.
    """
    own = took.astype(np.float64)
    with_it = ratio(np.einsum("dp,dpk->dk", values, own), own.sum(axis=1))
    rest = 1.0 - own
    without = ratio(np.einsum("dp,dpk->dk", values, rest), rest.sum(axis=1))
    return _of_first(with_it, with_it - without)


def dealt(values: Floats, has: Bools) -> Linear:
    """Mean of values[D, P] over seats that were dealt a thing less that over seats that were not; has[D, P, K].

    Intention to treat: chance deals, whatever is done with it then. Compared within each seat, since a later
    seat may be dealt more, and put together with weights n1 n0/(n1 + n0), which are most precise if the effect
    is the same in all seats. NaN where no seat is now dealt it and now not. n counts seats that were dealt it.
    """
    seats = range(values.shape[1])
    own = has.astype(np.float64)
    counts = own.sum(axis=0)
    weights = counts * (len(values) - counts) / max(len(values), 1)
    total = weights.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        weights = np.where(total > 0, weights / total, np.nan)
    value, influence = np.zeros(own.shape[2]), np.zeros((len(values), own.shape[2]))
    for seat in seats:
        mine, theirs = own[:, seat], 1.0 - own[:, seat]
        each = ratio(values[:, [seat]] * mine, mine) - ratio(values[:, [seat]] * theirs, theirs)
        used = weights[seat] > 0
        value[used] += weights[seat][used] * each.value[used]
        influence[:, used] += weights[seat][used] * each.influence[:, used]
    value[~(total > 0)] = np.nan
    holding = np.count_nonzero(own.any(axis=1), axis=0)
    deals = np.minimum(holding, len(values) - np.count_nonzero(own.all(axis=1), axis=0))
    return Linear(value, influence, np.where(total > 0, counts.sum(axis=0), 0.0), deals.astype(np.int64))


def between(values: Floats, has: Bools) -> Linear:
    """Mean a seat of values[D, P] in deals that have a thing for all less that in deals that have not; has[D, K].

    n counts deals that have it; NaN where all have, or none.
    """
    whole = values.mean(axis=1)[:, None]
    own = has.astype(np.float64)
    with_it = ratio(whole * own, own)
    return _of_first(with_it, with_it - ratio(whole * (1.0 - own), 1.0 - own))


def choices(values: Floats, taken: Floats, left: Floats, asked: Floats) -> Linear:
    """Effect on values[D, P] of taking a thing at a decision against leaving it, from explored choices.

    taken and left are float64[D, P, K], sums over a seat's decisions in which the thing was in question of T/p and
    (1 - T)/(1 - p), with T whether it was taken and p the probability that it would be; asked counts those
    decisions. Both means are weighted by inverse propensities and divided by the sum of their weights
    (Hajek 1971). n counts decisions.
    """
    sums = [(np.einsum("dp,dpk->dk", values, part), part.sum(axis=1)) for part in (taken, left)]
    first, second = (ratio(nums, dens) for nums, dens in sums)
    found = first - second
    return Linear(found.value, found.influence, asked.sum(axis=(0, 1)), found.deals)


def _of_first(first: Linear, difference: Linear) -> Linear:
    """A difference that counts what the first has; nothing where it has no value."""
    known = np.isfinite(difference.value)
    influence = np.where(known, difference.influence, 0.0)
    return Linear(difference.value, influence, np.where(known, first.n, 0.0), difference.deals)
