"""The chance of each seat to win, from what stands after a round.

For each round a conditional logit (McFadden 1974): the chance of seat s is exp(u_s) over the sum of the
table's. u is made of its score (a slope for each strategy, a bend, how far it leads), its strategy and its
seat. So the chances of a table add up, and a lead of the same size is worth less where several are
close. An isotonic regression (Barlow & Brunk 1972) then turns what the logit says into shares of
games won, so that no shape is forced on the chances. Both are fitted on one half of the blocks and
applied to the other, in turn: no game is judged by itself.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import optimize

from analyses.decided.course import Course
from analyses.moments import Floats, one_hot

FEWEST = 100
"""Games a round must have in either half to be fitted alone; later rounds with fewer are fitted together."""
CLASS, MOST_CLASSES = 50, 200
"""Outcomes a class of the isotonic regression has at least, and how many classes there are at most."""
PENALTY = 0.01
"""Half squared weights are held down by so much: felt only where the leader always wins."""


@dataclass(frozen=True)
class Chances:
    """Chances of a half's fit.

    weights float64[K] of the logit; said and won, rising: what it says and how often that wins
    """

    weights: Floats
    said: Floats
    won: Floats

    def of(self, features: Floats) -> Floats:
        """float64[G, P] from features[G, P, K]."""
        return np.asarray(np.interp(softmax(features @ self.weights), self.said, self.won), np.float64)


def softmax(values: Floats) -> Floats:
    """exp(values) over its sum along the last axis."""
    power = np.exp(values - values.max(axis=-1, keepdims=True))
    return np.asarray(power / power.sum(axis=-1, keepdims=True), np.float64)


def logit(features: Floats, win: npt.NDArray[np.floating]) -> Floats:
    """Weights of the conditional logit of win[G, P] (shares of a win count as parts) on features[G, P, K]."""
    win = np.asarray(win, np.float64)

    def loss(weights: Floats) -> float:
        values = features @ weights
        top = values.max(axis=1)
        norm = top + np.log(np.exp(values - top[:, None]).sum(axis=1))
        return float(norm.sum() - (win * values).sum() + PENALTY / 2 * weights @ weights)

    def slope(weights: Floats) -> Floats:
        apart = softmax(features @ weights) - win
        return np.asarray(np.einsum("gp,gpk->k", apart, features) + PENALTY * weights, np.float64)

    def curvature(weights: Floats) -> Floats:
        chance = softmax(features @ weights)
        weighted = chance[:, :, None] * features
        mean = weighted.sum(axis=1)
        flat = features.reshape(-1, features.shape[-1])
        second = weighted.reshape(flat.shape).T @ flat - mean.T @ mean
        return np.asarray(second + PENALTY * np.eye(len(weights)), np.float64)

    start = np.zeros(features.shape[-1])
    found = optimize.minimize(loss, start, jac=slope, hess=curvature, method="trust-exact", options={"gtol": 1e-6})
    return np.asarray(found.x, np.float64)


def fit(features: Floats, win: npt.NDArray[np.floating]) -> Chances:
    """Fit both steps to features[G, P, K] and win[G, P]."""
    weights = logit(features, win)
    said = softmax(features @ weights).ravel()
    order = np.argsort(said, kind="stable")
    # Means of equally full classes: single outcomes at the ends would be followed too closely.
    classes = np.array_split(order, int(np.clip(len(order) // CLASS, 1, MOST_CLASSES)))
    outcome = np.asarray(win, np.float64).ravel()
    size = np.array([len(each) for each in classes], np.float64)
    means = [np.array([values[each].mean() for each in classes]) for values in (said, outcome)]
    return Chances(weights, means[0], optimize.isotonic_regression(means[1], weights=size).x)


def features_of(course: Course, games: npt.NDArray[np.bool_], after: int, scale: float) -> Floats:
    """float64[games, P, K]: what the logit knows of each seat after a round.

    Score from the table's mean in units of `scale`, by strategy; its square; how far the leader is ahead;
    then strategy and seat but the first.
    """
    track = course.track[games][:, :, after].astype(np.float64)
    score = ((track - track.mean(axis=1, keepdims=True)) / scale)[:, :, None]
    ahead = np.maximum(course.leads(after)[games], 0)[:, :, None] / scale
    own = one_hot(course.strategy[games], len(course.facts.strategies))
    seats = np.broadcast_to(np.eye(course.players)[:, 1:], (len(track), course.players, course.players - 1))
    return np.concatenate([score * own, score**2, ahead, own[:, :, 1:], seats], axis=-1)


def chances(course: Course) -> npt.NDArray[np.float32]:
    """float32[G, P, T]: chance of each seat after each round; NaN where the round was not played."""
    half = course.block % 2 == 1
    said = np.full(course.track.shape, np.nan, np.float32)
    for rounds in stretches(course, half):
        parts = [course.track[course.on(after)][:, :, after].astype(np.float64) for after in rounds]
        scale = float(np.concatenate([part - part.mean(axis=1, keepdims=True) for part in parts]).std()) or 1.0
        for own in (False, True):
            others = [course.on(after) & (half != own) for after in rounds]
            learned = fit(
                np.concatenate([features_of(course, games, after, scale) for games, after in zip(others, rounds)]),
                np.concatenate([course.win[games] for games in others]),
            )
            for after in rounds:
                games = course.on(after) & (half == own)
                said[games, :, after] = learned.of(features_of(course, games, after, scale))
    return said


def stretches(course: Course, half: npt.NDArray[np.bool_]) -> list[list[int]]:
    """Rounds to be fitted together: each alone as long as enough games are on, then all the rest with the last."""
    enough = [min((course.on(after) & half).sum(), (course.on(after) & ~half).sum()) >= FEWEST
              for after in range(course.rounds)]  # fmt: skip
    alone = max(sum(enough), 1)
    return [[after] for after in range(alone - 1)] + [list(range(alone - 1, course.rounds))]


def base_rates(course: Course) -> Floats:
    """float64[G, P]: how often the strategy wins in that seat in the other half of the blocks."""
    half = course.block % 2
    names, seats = len(course.facts.strategies), np.arange(course.players)
    keys = course.strategy * course.players + seats
    rates = np.empty(course.win.shape)
    for own in (0, 1):
        other = half != own
        wins = np.bincount(keys[other].ravel(), course.win[other].ravel(), names * course.players)
        rows = np.bincount(keys[other].ravel(), minlength=names * course.players)
        rates[~other] = (wins / np.maximum(rows, 1))[keys[~other]]
    return rates
