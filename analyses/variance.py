"""Where the variance of a seat's result comes from: setup, chance in play, seat, strategy, and what they do together.

Games are crossed: each deal is played with several lucks, and each of those under every rotation of
the line-up. So y[D deals, L lucks, R rotations, P seats] is known in every cell k = (rotation,
seat), each seat meeting each place of the line-up once. Given the deal, the luck and the rotation
a game is fixed: nothing is left unexplained.

The vector of the cells is cut by orthogonal projections into its mean, what follows the seat, what
follows the strategy, and the rest (seats and strategies together). For each of them the variance within
deals, that between deals and the square of the expectation are estimated by mean squares that
have no bias (Searle, Casella & McCulloch 1992, chapter 4), so an estimate of nothing falls below 0
half of the time. The seats of a game sharing a win, as they must, is no trouble: the mean squares
ask for independent deals and for nothing else.

What the deal or the luck of a game does is taken further apart as in a Latin square of seat, place in
the line-up and rotation: for all seats alike, for a seat whoever sits there, for a strategy
wherever it sits, and for who sits where. What cells have by themselves is taken off the mean
squares of the others, so that the number of rotations does not matter.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import optimize, special

from analyses.estimate import LEVEL, critical
from analyses.moments import Floats

MEAN, SEAT, STRATEGY, PLACE, ROTATION, REST = KINDS = range(6)
"""The projections of the cells; PLACE is what differs between places of the line-up that hold the same strategy."""
MEANING = {
    "setup": "what the deal fixes before play: hands, board, the order of the deck",
    "chance in play": "everything drawn later, and the strategies' own lots: what differs when a deal is played again",
    "seat": "place in turn order, on average",
    "strategy": "which strategy plays, on average",
    "seat with strategy": "seats that suit one strategy, or its neighbours, better than another",
}
ALIKE, ONE_SEAT, WHO = "for all seats alike", "more for one seat than another", "for who sits where"
SEAT_ALONE, STRATEGY_ALONE = "for a seat, whoever sits there", "for a strategy, wherever it sits"
SOURCES = "fixed", "deal", "luck"
PLAIN = 400.0
"""Noncentrality from which on a square root is as good as normal."""


@dataclass(frozen=True)
class Crossed:
    """Outcomes of one kind: y[D, L, R, P], and the strategy of each seat of rotation 0."""

    y: Floats
    line_up: tuple[str, ...]

    def __post_init__(self) -> None:
        deals, lucks, rotations, players = self.y.shape
        if deals < 2 or lucks < 2:
            raise ValueError(f"{deals} deals with {lucks} lucks: expected two or more of both")
        if players != len(self.line_up) or players % rotations:
            raise ValueError(f"{rotations} rotations of {players} seats do not fit a line-up of {len(self.line_up)}")

    @property
    def seats(self) -> npt.NDArray[np.int64]:
        """Seat of each cell."""
        return np.tile(np.arange(self.y.shape[3]), self.y.shape[2])

    @property
    def places(self) -> npt.NDArray[np.int64]:
        """Place in the line-up of each cell; places a period apart are one."""
        rotation, seat = np.divmod(np.arange(self.y.shape[2] * self.y.shape[3]), self.y.shape[3])
        return np.asarray((seat + rotation) % self.y.shape[2], np.int64)

    @property
    def strategies(self) -> npt.NDArray[np.int64]:
        """Number of the strategy in each cell."""
        order = {name: number for number, name in enumerate(dict.fromkeys(self.line_up))}
        return np.array([order[name] for name in self.line_up], np.int64)[self.places]

    @property
    def names(self) -> list[str]:
        """Parts that can be there at all: one player has no seats to differ, one strategy no others."""
        missing = set() if len(set(self.line_up)) > 1 else {name for name in MEANING if "strateg" in name}
        if self.y.shape[3] == 1:
            missing.add("seat")
        return [name for name in MEANING if name not in missing]

    def projections(self) -> Floats:
        """float64[6, K, K]: orthogonal, and together the identity."""
        seat, strategy = _averaging(self.seats), _averaging(self.strategies)
        whole = np.full(seat.shape, 1 / len(seat))
        place, rotation = _averaging(self.places), _averaging(np.repeat(np.arange(self.y.shape[2]), self.y.shape[3]))
        rest = np.eye(len(seat)) - seat - place - rotation + 2 * whole
        return np.stack([whole, seat - whole, strategy - whole, place - strategy, rotation - whole, rest])


def _averaging(group: npt.NDArray[np.int64]) -> Floats:
    """The matrix that puts in place of each value the mean of its group."""
    same = (group[:, None] == group).astype(np.float64)
    return np.asarray(same / same.sum(axis=1, keepdims=True), np.float64)


@dataclass(frozen=True)
class Sums:
    """Totals over deals from which the components follow; a leading axis may leave one deal out in turn.

    deals  their number; within[.., 6] totals of the variances over lucks; squares[.., 6] totals of squared
    means of deals; square[.., 6] squared totals of means
    """

    deals: int
    lucks: int
    within: Floats
    squares: Floats
    square: Floats

    def components(self) -> dict[str, Floats]:
        """Unbiased estimates by source, each float64[.., 6]."""
        luck = self.within / self.deals
        between = (self.squares - self.square / self.deals) / (self.deals - 1)
        fixed = self.square / self.deals**2 - between / self.deals
        # The mean itself is no variance.
        return {"fixed": fixed * (np.arange(len(KINDS)) > MEAN), "deal": between - luck / self.lucks, "luck": luck}


def sums_of(data: Crossed) -> tuple[Sums, Sums]:
    """Totals of all deals, and those with each deal left out."""
    deals, lucks = data.y.shape[:2]
    y = data.y.reshape(deals, lucks, -1)
    cells = y.shape[-1]
    means = y.mean(axis=1)
    total = means.sum(axis=0)
    apart = y - means[:, None, :]
    projections = data.projections()
    within = np.stack([((apart @ each) ** 2).sum(axis=(1, 2)) for each in projections], -1) / (lucks - 1) / cells
    squares = np.stack([((means @ each) ** 2).sum(axis=1) for each in projections], -1) / cells
    cross = means @ (projections @ total).T / cells
    square = ((projections @ total) ** 2).sum(axis=1) / cells
    whole = Sums(deals, lucks, within.sum(axis=0), squares.sum(axis=0), square)
    less = Sums(
        deals - 1, lucks, whole.within - within, whole.squares - squares, square - 2 * cross + squares
    )  # fmt: skip
    return whole, less


Weights = dict[str, Floats]
"""How much of each component belongs to a part: float64[6] by source."""


def _weights(**sources: dict[int, float]) -> Weights:
    """Weights by source and projection."""
    return {source: np.array([of.get(place, 0.0) for place in KINDS]) for source, of in sources.items()}


def parts() -> dict[str, Weights]:
    """The parts, which add up to the whole."""
    return {
        "setup": _weights(deal=dict.fromkeys(KINDS, 1.0)),
        "chance in play": _weights(luck=dict.fromkeys(KINDS, 1.0)),
        "seat": _weights(fixed={SEAT: 1.0}),
        "strategy": _weights(fixed={STRATEGY: 1.0}),
        "seat with strategy": _weights(fixed={PLACE: 1.0, ROTATION: 1.0, REST: 1.0}),
    }


def finer(source: str, rotations: int, players: int) -> dict[str, Weights]:
    """What a source does, taken apart as far as so many rotations and seats allow."""
    turns = rotations - 1
    own = turns * (players - 2)
    alike: dict[int, float] = {MEAN: 1.0, ROTATION: -1 / turns if turns else 0.0}
    others: dict[int, float] = {ROTATION: rotations / turns if turns else 1.0}
    if own <= 0:
        others |= dict.fromkeys((SEAT, STRATEGY, PLACE, REST), 1.0)
        return {ALIKE: _weights(**{source: alike}), ONE_SEAT: _weights(**{source: others})}
    found = {
        ALIKE: alike,
        SEAT_ALONE: {SEAT: 1.0, REST: -(players - 1) / own},
        STRATEGY_ALONE: {STRATEGY: 1.0, PLACE: 1.0, REST: -turns / own},
        WHO: {**others, REST: 1 + (players - 1 + turns) / own},
    }
    return {name: _weights(**{source: weights}) for name, weights in found.items()}


def _added(components: dict[str, Floats], weights: Weights) -> Floats:
    return np.asarray(sum(components[source] @ part for source, part in weights.items()), np.float64)


def variances(data: Crossed) -> dict[str, float]:
    """Variance of each part, in squares of the unit."""
    components, every = sums_of(data)[0].components(), parts()
    return {name: float(_added(components, every[name])) for name in data.names}


def shares(data: Crossed, level: float = LEVEL) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The parts, and two of them taken further apart: share of the variance of a seat's result.

    Columns part (and `of` in the finer table), share with interval and error, variance (squares of
    the unit), blocks (deals), games, n (seats). The error is the jackknife's over deals (Efron & Stein 1981), with
    a t interval. What is fixed (seat, strategy, both) is a square of means, whose interval comes from the
    noncentral chi squared (`_of_square`); no interval goes below 0 or above 1.
    """
    whole, less = sums_of(data)
    known, without = whole.components(), less.components()
    total = sum((known[source].sum() for source in SOURCES), 0.0)
    totals = sum((without[source].sum(axis=-1) for source in SOURCES), np.zeros(1))
    deals, lucks, rotations, players = data.y.shape
    half = float(critical(np.array(deals), level))

    def line(wanted: Weights) -> dict[str, float]:
        variance = float(_added(known, wanted))
        value, left = variance / total, _added(without, wanted) / totals
        se = float(np.sqrt((deals - 1) / deals * ((left - left.mean()) ** 2).sum()))
        se = 0.0 if se < 1e-9 else se
        ends = value - half * se, value + half * se
        if "fixed" in wanted:
            ends = _of_square(data, data.projections()[wanted["fixed"] > 0].sum(axis=0), total, level)
        low, high = (float(np.clip(end, 0, 1)) for end in ends)
        return {"share": value, "share_low": low, "share_high": high, "share_se": se, "variance": variance}

    counts = {"blocks": deals, "games": deals * lucks * rotations, "n": data.y.size}
    every = parts()
    table = [{"part": name, **line(every[name]), **counts, "meaning": MEANING[name]} for name in data.names]
    apart = [
        {"of": name, "part": part, **line(wanted), **counts}
        for name, source in (("setup", "deal"), ("chance in play", "luck"))
        for part, wanted in (finer(source, rotations, players) if players > 1 else {}).items()
    ]
    return pd.DataFrame(table), pd.DataFrame(apart)


def _of_square(data: Crossed, projection: Floats, total: float, level: float) -> tuple[float, float]:
    """Interval of the share of a squared projection of the expectation.

    The squared projection of the mean of D deals is about a scaled noncentral chi squared. Its scale and
    freedom are chosen to have the mean and the variance that the covariance of the deals gives, at every
    size V of the truth (Satterthwaite 1946 where V is 0); the error of the total is in that variance. The
    ends are those V at which what was seen is just not too large or too small (inversion of the test).
    """
    deals, cells = len(data.y), data.y.shape[2] * data.y.shape[3]
    y = data.y.reshape(deals, -1, cells)
    means = y.mean(axis=1)
    grand = means.mean(axis=0)
    turned = (means - grand) @ projection
    spread = turned.T @ turned / (deals - 1) / cells / total
    first, second = float(np.trace(spread)), float((spread**2).sum())
    seen = float(((projection @ grand) ** 2).sum()) / cells / total
    if first < 1e-12:
        return seen, seen
    own = ((y - grand.mean()) ** 2).mean(axis=(1, 2))
    pull = (2 * turned @ (projection @ grand) / cells - seen * (own - own.mean())) / total
    # The variance of the mean square grows by 4 V kappa / D beyond what chance alone gives.
    kappa = float(pull.var(ddof=1)) / (4 * seen) if seen > 0 else second / first
    tails = (1 + level) / 2, (1 - level) / 2
    if deals * seen > PLAIN * kappa:
        reach = float(special.stdtrit(deals - 1, tails[0])) * np.sqrt(kappa / deals)
        return max(np.sqrt(seen) - reach, 0.0) ** 2, (np.sqrt(seen) + reach) ** 2

    def below(truth: float) -> float:
        """Chance of seeing no more than what was seen."""
        scale = (second + 2 * deals * truth * kappa) / (first + 2 * deals * truth)
        return float(special.chndtr(deals * seen / scale, first / scale, deals * truth / scale))

    most = (np.sqrt(seen) + 12 * np.sqrt(max(kappa, first) / deals)) ** 2
    low, high = (
        optimize.brentq(lambda truth, tail=tail: below(truth) - tail, 0.0, most) if below(0.0) > tail else 0.0
        for tail in tails
    )
    return float(low), float(high)
