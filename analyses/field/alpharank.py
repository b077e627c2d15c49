"""alpha-rank: how long a population of imitators spends with each strategy (Omidshafiei et al. 2019).

One population of n, from which the P seats of each table are drawn. All play one strategy; now
and then one member takes up another. It spreads or dies out by pairwise comparison: a member takes
over another's strategy with odds exp(alpha * difference of their expected win shares). With f the
expected win shares where k members are mutants, a mutant takes the population over with chance

    rho = 1 / (1 + sum_{m=1}^{n-1} prod_{k=1}^{m} exp(-alpha (f_mutant(k) - f_resident(k))))

(Traulsen, Nowak & Pacheco 2006; for k-player games Gokhale & Traulsen 2010), which needs no more
than tables of two strategies. The chain from resident to mutant then has a stationary
distribution: the share of time of each. alpha says how strictly the better is imitated; it is swept.
"""

from __future__ import annotations

import numpy as np
from scipy import special

from analyses.moments import Floats

POPULATION = 50
"""Members of the population."""
ALPHAS = tuple(float(alpha) for alpha in 10 ** np.linspace(-2, 2, 17))
"""Values of alpha looked at, weak selection to strong."""


def gains(copies: Floats, population: int = POPULATION) -> Floats:
    """Expected win share of a mutant less that of a resident: [..., S, S, n-1] for 1 .. n-1 mutants.

    copies[..., i, j, c-1] is the win share of a seat of i at a table of c of i and P-c of j.
    """
    from scipy import stats  # late: it takes long to import

    players = copies.shape[-1] + 1
    alone = np.full((*copies.shape[:-1], 1), 1 / players)
    mutant = np.concatenate([copies, alone], axis=-1)  # by how many mutants sit at the table, 1 .. P
    resident = np.concatenate([np.swapaxes(copies, -3, -2), alone], axis=-1)  # by residents, 1 .. P
    others = np.arange(players)
    number = np.arange(1, population)[:, None]
    like_mutant = stats.hypergeom.pmf(others, population - 1, number - 1, players - 1)
    like_resident = stats.hypergeom.pmf(others, population - 1, population - number - 1, players - 1)
    return np.asarray(mutant @ like_mutant.T - resident @ like_resident.T, np.float64)


def fixation(gain: Floats, alpha: float) -> Floats:
    """Chance that one mutant takes the population over: [...] from gain[..., n-1]."""
    path = np.cumsum(-alpha * gain, axis=-1)
    odds = special.logsumexp(np.concatenate([np.zeros((*path.shape[:-1], 1)), path], axis=-1), axis=-1)
    # Floored so that the chain stays connected where the chance is below what a number can hold.
    return np.asarray(np.exp(np.maximum(-odds, -600.0)), np.float64)


def stationary(chances: Floats) -> Floats:
    """Stationary distribution [..., S] of the chain that goes from i to j with chances[..., i, j], i != j.

    By elimination without subtractions (Grassmann, Taksar & Heyman 1985), which keeps its accuracy
    however small the chances are.
    """
    chain = chances.copy()
    size = chain.shape[-1]
    for last in range(size - 1, 0, -1):
        total = chain[..., last, :last].sum(axis=-1, keepdims=True)
        chain[..., :last, last] /= total
        chain[..., :last, :last] += chain[..., :last, last, None] * chain[..., None, last, :last]
    share = np.zeros(chain.shape[:-1])
    share[..., 0] = 1
    for place in range(1, size):
        share[..., place] = (share[..., :place] * chain[..., :place, place]).sum(axis=-1)
    return np.asarray(share / share.sum(axis=-1, keepdims=True), np.float64)


def alpha_rank(copies: Floats, alpha: float, population: int = POPULATION) -> Floats:
    """Share of time of each strategy: [..., S] from copies[..., S, S, P-1]."""
    return sweep(copies, [alpha], population)[0]


def sweep(copies: Floats, alphas: tuple[float, ...] | list[float], population: int = POPULATION) -> list[Floats]:
    """`alpha_rank` for several values of alpha."""
    size = copies.shape[-2]
    gain = np.where(np.eye(size, dtype=bool)[:, :, None], 0.0, gains(copies, population))
    # rho[mutant, resident] is a step from resident to mutant.
    chains = (np.swapaxes(fixation(gain, alpha), -1, -2) / max(size - 1, 1) for alpha in alphas)
    return [stationary(chain) for chain in chains]
