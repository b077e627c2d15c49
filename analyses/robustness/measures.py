"""What ordinary games of one world say: of seats, of strategies, and of what chance dealt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from analyses.estimate import Estimate
from analyses.ledger.linear import ratio
from analyses.moments import Floats

METHOD = "t over deals"


@dataclass(frozen=True)
class Played:
    """Ordinary games: B deals, each under all R rotations, P seats.

    win        float64[B, R, P]
    strategy   int64[R, P]: number of the strategy in the seat
    dealt      uint64[B, R, P]: sets of things
    """

    win: Floats
    strategy: npt.NDArray[np.int64]
    dealt: npt.NDArray[np.uint64]

    @property
    def games(self) -> int:
        """Games played."""
        deals, rotations, _ = self.win.shape
        return int(deals * rotations)


def seats(played: Played) -> Estimate:
    """Win share of each seat less the fair share."""
    totals = played.win.sum(axis=1)
    return _from_fair(played, totals, np.full(totals.shape, float(played.win.shape[1])))


def strategies(played: Played, count: int) -> Estimate:
    """Win share of a seat of each strategy less the fair share."""
    own = played.strategy[..., None] == np.arange(count)
    totals = np.einsum("brp,rps->bs", played.win, own.astype(np.float64))
    return _from_fair(played, totals, np.broadcast_to(own.sum(axis=(0, 1)).astype(np.float64), totals.shape))


def _from_fair(played: Played, totals: Floats, rows: Floats) -> Estimate:
    fair = 1 / played.win.shape[2]
    plain = ratio(totals, rows).estimate(METHOD, least=0.0, most=1.0)
    return replace(plain, games=plain.games * played.win.shape[1]).less(fair)


def dealt(played: Played, places: Sequence[int]) -> Estimate:
    """What being dealt each thing does: win share of seats dealt it less that of the same seats in all games.

    NaN with n = 0 for things that each seat is always or never dealt; chance has no hand in those.
    """
    apart = played.win - played.win.mean(axis=(0, 1))
    nums, dens = (np.zeros((len(apart), len(places))) for _ in range(2))
    for k, place in enumerate(places):
        had = (played.dealt >> np.uint64(place) & np.uint64(1)).astype(np.float64)
        if ((had.min(axis=(0, 1)) == 0) & (had.max(axis=(0, 1)) == 1)).any():
            nums[:, k], dens[:, k] = (had * apart).sum(axis=(1, 2)), had.sum(axis=(1, 2))
    return ratio(nums, dens).estimate(METHOD, least=-1.0, most=1.0)
