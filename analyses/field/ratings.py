"""Ratings: one strength a strategy and one term a seat, from whole finishing orders.

The model is that of Plackett 1975 and Luce 1959: with w = exp(strength + seat term), the winner is
drawn with chances in proportion to w, the second from those left in the same way, and so on. With
two players it is that of Bradley & Terry 1952. Strengths add up to 0, and so do seat terms.

Fitted by maximum likelihood (the log-likelihood is concave; scipy's trust region with exact
derivatives). Seats that share a place count as every order they could stand in, with equal weights:
for two players a tie is half a win each.

A strategy that never finished ahead of the others, or never behind, has no finite strength (Ford
1957). Rated is the largest set of strategies among whom a chain of "finished ahead of" leads from each
to each; the others keep no number, and orders are read without them, which changes nothing for
those that are rated: any part of a Plackett-Luce order is one itself.

The covariance is the sandwich H^-1 (sum of s_d s_d') H^-1 with scores s_d summed over each deal and
D/(D-1) for D deals (Liang & Zeger 1986), and intervals use t with D-1 degrees of freedom: so games
of one deal may depend on each other in any way.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
from scipy import linalg, optimize, sparse
from scipy.sparse.csgraph import connected_components

from analyses.estimate import LEVEL, critical
from analyses.field.games import FieldGames
from analyses.moments import Floats, Ints

LARGEST_TABLE = 200_000
"""Tables of opponents worked out one by one for an expected win share; beyond it they are sampled."""
FLAT = 1e-10
"""Curvature of the log-likelihood a game below which it has no maximum."""


@dataclass(frozen=True)
class Orders:
    """Finishing orders, best first: strategy[N, P] and seat[N, P] numbers, deal[N] and weight[N].

    present[N, P] tells who of them is rated; those who are not stand at the end.
    """

    strategy: Ints = field(repr=False)
    seat: Ints = field(repr=False)
    deal: Ints = field(repr=False)
    weight: Floats = field(repr=False)
    present: npt.NDArray[np.bool_] = field(repr=False)
    size: int

    @property
    def players(self) -> int:
        """Seats at the table."""
        return int(self.seat.shape[1])


@dataclass(frozen=True)
class Ratings:
    """Strengths[S] and seat terms[P], which each add up to 0, with their joint covariance [S+P, S+P].

    NaN for a strategy that cannot be rated; all NaN where nothing can.
    """

    strength: Floats
    seat: Floats
    covariance: Floats = field(repr=False)
    deals: int

    @property
    def known(self) -> bool:
        """Whether there are any ratings."""
        return bool(np.isfinite(self.seat).all())

    def interval(self, level: float = LEVEL) -> tuple[Floats, Floats, Floats]:
        """Standard errors, lower and upper ends of strengths, then of seat terms: [S+P] each."""
        se = np.sqrt(np.maximum(np.diag(self.covariance), 0))
        half = critical(np.array(self.deals), level) * se
        value = np.concatenate([self.strength, self.seat])
        return se, value - half, value + half


def orders(games: FieldGames) -> Orders:
    """Finishing orders of games; a game with ties becomes all orders its ties allow, weights adding up to 1."""
    by_place = np.argsort(games.rank, axis=1, kind="stable")
    places = np.take_along_axis(games.rank, by_place, axis=1)
    tied = (np.diff(places, axis=1) == 0).any(axis=1)
    parts = [(np.flatnonzero(~tied), by_place[~tied], np.ones(int((~tied).sum())))]
    patterns, which = np.unique(places[tied], axis=0, return_inverse=True)
    for number, pattern in enumerate(patterns):
        rows = np.flatnonzero(tied)[which.ravel() == number]
        ways = _ways(pattern.tolist())
        parts += [(rows, by_place[rows][:, way], np.full(len(rows), 1 / len(ways))) for way in ways]
    game = np.concatenate([rows for rows, _, _ in parts])
    seat = np.concatenate([order for _, order, _ in parts]).astype(np.int64)
    weight = np.concatenate([part for _, _, part in parts])
    who = np.take_along_axis(games.who[game], seat, axis=1)
    return Orders(who, seat, games.deal[game], weight, np.ones(who.shape, bool), games.size)


def _without(data: Orders, rated: npt.NDArray[np.bool_]) -> Orders:
    """The same orders with those who are not rated at the end."""
    present = rated[data.strategy]
    move = np.argsort(~present, axis=1, kind="stable")
    strategy, seat = (np.take_along_axis(part, move, axis=1) for part in (data.strategy, data.seat))
    there = np.take_along_axis(present, move, axis=1)
    return Orders(strategy, seat, data.deal, data.weight, there, data.size)


def _ways(pattern: list[int]) -> list[list[int]]:
    """All orders of the positions of a sorted list of places that keep it sorted."""
    groups = [[i for i, place in enumerate(pattern) if place == each] for each in dict.fromkeys(pattern)]
    return [
        list(itertools.chain(*choice))
        for choice in itertools.product(*(itertools.permutations(group) for group in groups))
    ]


class Likelihood:
    """Log-likelihood a game of Plackett-Luce with its derivatives, in free coordinates.

    `basis` [S+P, K] has orthonormal columns that span the strengths of those rated and the seat
    terms, each adding up to 0.
    """

    def __init__(self, data: Orders, rated: npt.NDArray[np.bool_]) -> None:
        self.data = data
        strengths = np.zeros((data.size, int(rated.sum()) - 1))
        strengths[rated] = _contrasts(len(strengths[rated]))
        self.basis: Floats = linalg.block_diag(strengths, _contrasts(data.players))
        self.scale = float(data.weight.sum())
        self._columns = np.stack([data.strategy, data.seat + data.size], axis=2)  # [N, P, 2]

    def _chances(self, free: Floats) -> tuple[Floats, Floats, Floats]:
        """Worth, what is left at each place, and utility, [N, P] each; 0, 1 and 0 for those not rated."""
        there = self.data.present
        full = self.basis @ free
        use = np.where(there, full[self._columns].sum(axis=2), 0.0)
        worth = np.where(there, np.exp(use), 0.0)
        left = np.cumsum(worth[:, ::-1], axis=1)[:, ::-1]
        return worth, np.where(there, left, 1.0), use

    def value(self, free: Floats) -> tuple[float, Floats]:
        """Minus the mean log-likelihood and its gradient."""
        _, left, use = self._chances(free)
        total = float(self.data.weight @ (use - np.log(left)).sum(axis=1))
        return -total / self.scale, -self.scores(free).sum(axis=0) / self.scale

    def scores(self, free: Floats) -> Floats:
        """Derivatives of the log-likelihood summed over each deal: [D, K]."""
        worth, left, _ = self._chances(free)
        part = (self.data.present - worth * np.cumsum(1 / left, axis=1)) * self.data.weight[:, None]
        width, deals = len(self.basis), int(self.data.deal.max()) + 1
        key = self.data.deal[:, None, None] * width + self._columns
        full = np.bincount(key.ravel(), np.repeat(part.ravel(), 2), minlength=deals * width)
        return np.asarray(full.reshape(deals, width) @ self.basis, np.float64)

    def hessian(self, free: Floats) -> Floats:
        """Minus the second derivatives of the mean log-likelihood: [K, K]."""
        worth, left, _ = self._chances(free)
        width, weight = len(self.basis), self.data.weight
        both = (worth * np.cumsum(1 / left, axis=1) * weight[:, None]).ravel()
        one, two = self._columns[:, :, 0].ravel(), self._columns[:, :, 1].ravel()
        cross = np.bincount(one * width + two, both, minlength=width * width).reshape(width, width)
        own = np.bincount(one, both, minlength=width) + np.bincount(two, both, minlength=width)
        full: Floats = np.asarray(cross + cross.T + np.diag(own), np.float64)
        rows, mean = np.arange(len(worth)), np.zeros((len(worth), width))
        for place in reversed(range(worth.shape[1])):
            # The sums for those left at a place are those of the next place and one seat more.
            for column in self._columns[:, place].T:
                mean[rows, column] += worth[:, place]
            share = mean * (np.sqrt(weight) / left[:, place])[:, None]
            full = full - share.T @ share
        return np.asarray(self.basis.T @ full @ self.basis / self.scale, np.float64)


def _contrasts(size: int) -> Floats:
    """Orthonormal columns that add up to 0: [size, size - 1] (Helmert)."""
    return np.asarray(linalg.helmert(size).T, np.float64)


def fit(games: FieldGames) -> Ratings:
    """Ratings of a field; those who cannot be rated have NaN, all of them where nobody can."""
    data = orders(games)
    size, players, deals = data.size, data.players, games.deals
    rated = _largest_chained(data.strategy, size)
    nothing = np.full(size + players, np.nan)
    none = Ratings(nothing[:size], nothing[size:], np.diag(nothing), deals)
    if rated.sum() < 2 or not _largest_chained(data.seat, players).all():
        return none
    data = _without(data, rated)
    model = Likelihood(data, rated)
    start = np.zeros(model.basis.shape[1])
    found = optimize.minimize(
        model.value, start, jac=True, hess=model.hessian, method="trust-exact", options={"gtol": 1e-9, "maxiter": 200}
    )
    curvature = model.hessian(found.x)
    # Strengths and seats together may still run off to infinity: the likelihood then ends flat.
    if not np.isfinite(curvature).all() or linalg.eigvalsh(curvature)[0] < FLAT:
        return none
    inverse = linalg.inv(curvature * model.scale)
    scores = model.scores(found.x)
    inner = inverse @ (scores.T @ scores) @ inverse * (deals / max(deals - 1, 1))
    full, covariance = model.basis @ found.x, model.basis @ inner @ model.basis.T
    missing = np.concatenate([~rated, np.zeros(players, bool)])
    full[missing] = covariance[missing] = covariance[:, missing] = np.nan
    return Ratings(full[:size], full[size:], covariance, deals)


def _largest_chained(order: Ints, size: int) -> npt.NDArray[np.bool_]:
    """The largest set in which a chain of "finished ahead of" leads from each to each: [size]."""
    first, second = np.triu_indices(order.shape[1], 1)
    edges = sparse.coo_array(
        (np.ones(len(order) * len(first)), (order[:, first].ravel(), order[:, second].ravel())), (size, size)
    )
    _, part = connected_components(edges, connection="strong")
    return np.asarray(part == np.bincount(part).argmax(), np.bool_)


def expected(ratings: Ratings, level: float = LEVEL) -> tuple[Floats, Floats, Floats, Floats]:
    """Win share against an average field, as the ratings have it: value, se and ends of the interval, [S] each.

    Each other seat is drawn anew from all strategies alike and each seat is sat in equally often.
    Delta method, the interval on the scale of log-odds. NaN for those who are not rated; as
    opponents they never win.
    """
    size, players = len(ratings.strength), len(ratings.seat)
    if not ratings.known:
        nothing = np.full(size, np.nan)
        return nothing, nothing, nothing, nothing
    rated = np.isfinite(ratings.strength)
    others = _tables(size, players - 1)
    full = np.concatenate([np.where(rated, ratings.strength, -np.inf), ratings.seat])
    value = _win_shares(full, others, size, players)
    step = 1e-5
    moves = np.eye(len(full)) * step
    slope = np.stack(
        [(_win_shares(full + m, others, size, players) - _win_shares(full - m, others, size, players)) for m in moves],
        axis=1,
    ) / (2 * step)
    covariance = np.nan_to_num(ratings.covariance)
    se = np.sqrt(np.maximum(np.einsum("ik,kl,il->i", slope, covariance, slope), 0))
    value, se = np.where(rated, value, np.nan), np.where(rated, se, np.nan)
    half = critical(np.array(ratings.deals), level) * se / (value * (1 - value))
    odds = np.log(value / (1 - value))
    low, high = (1 / (1 + np.exp(-(odds + sign * half))) for sign in (-1, 1))
    return value, se, low, high


def _tables(size: int, others: int) -> Ints:
    """Strategies of the other seats: all ways, or a sample of them where they are too many: [T, others]."""
    if size**others <= LARGEST_TABLE:
        return np.stack(np.unravel_index(np.arange(size**others), (size,) * others), axis=1).astype(np.int64)
    return np.random.default_rng(size).integers(0, size, (LARGEST_TABLE, others))


def _win_shares(full: npt.NDArray[np.float64], others: Ints, size: int, players: int) -> Floats:
    """Chance of first place of each strategy, over tables of others and over seats."""
    strength, seat = np.exp(full[:size]), np.exp(full[size:])
    total = np.zeros(size)
    for mine in range(players):
        rest = [place for place in range(players) if place != mine]
        against = strength[others] @ seat[rest]
        own = strength * seat[mine]
        for number in range(size):
            if own[number] > 0:
                total[number] += (own[number] / (own[number] + against)).mean()
    return total / players
