"""Nash averaging: the mixture of strategies that no strategy beats, the most even one if there are several.

The payoffs of a field form an antisymmetric matrix: what the row gains on the column. In the game
where two players each name a strategy, an equilibrium is a mixture p with A p <= 0. The set of
them is convex; the member with the largest entropy is unique and does not change when a strategy
is entered twice, only shares its part with its copy (Balduzzi et al. 2018).
"""

from __future__ import annotations

import numpy as np
from scipy import optimize

from analyses.moments import Floats

PLAYS = 1e-6
"""Probability from which on a strategy counts as part of the mixture."""
ONE_POINT = 1e-4
"""Distance between two equilibria below which they are one."""
SLACK = 1e-9
"""What a payoff may exceed 0 by from rounding."""


def nash(payoffs: Floats) -> Floats:
    """The equilibrium of largest entropy of an antisymmetric matrix [S, S]: [S], adding up to 1."""
    size = len(payoffs)
    if (alone := (payoffs > 0).sum(axis=1) == size - 1).any():
        return np.asarray(alone, np.float64)  # it beats every other, so nothing else is an equilibrium
    # In units of the largest gain, so that the solver's tolerance means the same for close fields.
    payoffs = payoffs / max(float(np.abs(payoffs).max()), np.finfo(float).tiny)
    # A generic direction and its opposite meet in one point only if there is no other.
    direction = np.random.default_rng(size).normal(size=size)
    one, other = (_extreme(payoffs, sign * direction) for sign in (1, -1))
    if np.abs(one - other).max() < ONE_POINT:
        return one
    corners = np.array([one, other, *(_extreme(payoffs, row) for row in np.eye(size))])
    return _most_even(payoffs, corners.mean(axis=0))


def _extreme(payoffs: Floats, direction: Floats) -> Floats:
    """The equilibrium furthest in a direction."""
    size = len(payoffs)
    found = optimize.linprog(
        -direction, A_ub=payoffs, b_ub=np.full(size, SLACK), A_eq=np.ones((1, size)), b_eq=[1.0], method="highs"
    )
    if found.x is None:
        raise RuntimeError(f"no equilibrium of an antisymmetric matrix found: {found.message}")
    return _cleaned(found.x)


def _most_even(payoffs: Floats, inside: Floats) -> Floats:
    """The equilibrium of largest entropy, from one with the largest support."""
    plays = inside > PLAYS
    part = payoffs[:, plays]
    found = optimize.minimize(
        lambda p: float(p @ np.log(p)),
        inside[plays] / inside[plays].sum(),
        jac=lambda p: np.log(p) + 1,
        method="SLSQP",
        bounds=[(1e-12, 1.0)] * int(plays.sum()),
        constraints=[
            {"type": "eq", "fun": lambda p: p.sum() - 1, "jac": lambda p: np.ones_like(p)},
            {"type": "ineq", "fun": lambda p: SLACK - part @ p, "jac": lambda p: -part},
        ],
        options={"ftol": 1e-12, "maxiter": 500},
    )
    mixture = np.zeros(len(payoffs))
    mixture[plays] = found.x if np.isfinite(found.x).all() and (part @ found.x).max() < 1e-6 else inside[plays]
    return _cleaned(mixture)


def _cleaned(mixture: Floats) -> Floats:
    mixture = np.where(mixture > PLAYS, mixture, 0.0)
    return np.asarray(mixture / mixture.sum(), np.float64)
