"""The games of a field, and the sums over each deal that its statistics are made from.

All line-ups meet on the same deals. So the deal, with every block played on it, is what intervals
and resamplings count here: blocks of one deal share its luck.
Letters in comments: N games, P seats, S strategies, D deals.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from analyses.moments import Floats, Ints, Moments


@dataclass(frozen=True)
class FieldGames:
    """Outcomes of a field.

    deal[N] is 0 .. D-1; who[N, P] the strategy number in each seat; rank[N, P] the places, 1 is
    best, equal ones shared; win[N, P] the win shares, which add up to 1. weight[N] makes the tables
    those of an average field (see `analyses.field.design.weights`).
    """

    strategies: tuple[str, ...]
    deal: Ints = field(repr=False)
    who: Ints = field(repr=False)
    rank: Ints = field(repr=False)
    win: Floats = field(repr=False)
    weight: Floats = field(repr=False)

    @property
    def players(self) -> int:
        """Seats at the table."""
        return int(self.who.shape[1])

    @property
    def size(self) -> int:
        """Number of strategies."""
        return len(self.strategies)

    @property
    def deals(self) -> int:
        """Number of deals."""
        return int(self.deal.max()) + 1


@dataclass(frozen=True)
class Counted:
    """Sums over each deal of a quantity and of its cases, each [D, ...], and the games that hold any of it."""

    total: Floats
    cases: Floats
    games: Ints

    def mean(self, weights: Floats | None = None) -> Floats:
        """Total over cases: [...], or [R, ...] with weights[R, D] for the deals; NaN without cases."""
        if weights is None:
            top, below = self.total.sum(axis=0), self.cases.sum(axis=0)
        else:
            top, below = (np.tensordot(weights, part, axes=(1, 0)) for part in (self.total, self.cases))
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(top / below, np.float64)

    def moments(self) -> Moments:
        """Moments with the deal as the block: quantities (total, cases) of a table of groups."""
        pair = np.stack([self.total, self.cases], axis=-1)
        in_games = np.stack([self.games, self.games], axis=-1)
        return Moments(
            len(pair),
            int(self.games.max(initial=0)),
            pair.sum(axis=0),
            np.einsum("d...i,d...j->...ij", pair, pair),
            np.count_nonzero(pair, axis=0).astype(np.int64),
            in_games,
        )


def ahead(games: FieldGames) -> Counted:
    """How often the first of two different strategies at one table finishes ahead: [D, S, S].

    Cases are pairs of seats; equal places count half.
    """
    size, deals = games.size, games.deals
    total, cases = np.zeros(deals * size * size), np.zeros(deals * size * size)
    first, second = np.triu_indices(games.players, 1)
    for a, b in zip(first, second):
        one, other = games.who[:, a], games.who[:, b]
        apart = one != other
        gap = games.rank[:, b] - games.rank[:, a]
        for left, right, sign in ((one, other, 1), (other, one, -1)):
            key = ((games.deal * size + left) * size + right)[apart]
            total += np.bincount(key, (0.5 + 0.5 * np.sign(sign * gap))[apart], minlength=len(total))
            cases += np.bincount(key, minlength=len(cases))
    present = _present(games)
    together = np.rint(present.T @ present).astype(np.int64)
    shape = (deals, size, size)
    return Counted(total.reshape(shape), cases.reshape(shape), together * ~np.eye(size, dtype=bool))


def won(games: FieldGames) -> Counted:
    """Win share of each strategy over its seats, by the games' weights: [D, S]."""
    size, deals = games.size, games.deals
    key = (games.deal[:, None] * size + games.who).ravel()
    weight = np.repeat(games.weight, games.players)
    total, cases = (
        np.bincount(key, part, minlength=deals * size).reshape(deals, size).astype(np.float64)
        for part in (weight * games.win.ravel(), weight)
    )
    return Counted(total, cases, _present(games).sum(axis=0).astype(np.int64))


def _present(games: FieldGames) -> Floats:
    """Whether each strategy sits at the table: [N, S], 0 or 1."""
    return np.asarray((games.who[:, :, None] == np.arange(games.size)).any(axis=1), np.float64)


def copies(games: FieldGames) -> Counted:
    """Win share of a seat of the first strategy at tables of two: [D, S, S, P-1].

    The last place says how many seats it holds, 1 to P-1; the second strategy holds the others.
    """
    size, deals, players = games.size, games.deals, games.players
    low, high = games.who.min(axis=1), games.who.max(axis=1)
    is_low, is_high = games.who == low[:, None], games.who == high[:, None]
    two = (low != high) & (is_low | is_high).all(axis=1)
    shape = (deals, size, size, players - 1)
    total, cases = np.zeros(np.prod(shape)), np.zeros(np.prod(shape))
    for one, other, mine in ((low, high, is_low), (high, low, is_high)):
        held = mine.sum(axis=1)
        key = (((games.deal * size + one) * size + other) * (players - 1) + held - 1)[two]
        share = ((games.win * mine).sum(axis=1) / held)[two]
        total += np.bincount(key, share, minlength=len(total))
        cases += np.bincount(key, minlength=len(cases))
    return Counted(total.reshape(shape), cases.reshape(shape), cases.reshape(shape).sum(axis=0).astype(np.int64))


def resampled(deals: int, times: int, seed: int) -> Floats:
    """How often each deal is drawn in each of so many resamplings with replacement: float64[times, deals]."""
    rng = np.random.default_rng([seed, deals, times])
    return rng.multinomial(deals, np.full(deals, 1 / deals), size=times).astype(np.float64)
