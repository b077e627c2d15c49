"""Designs of the experiments with things: which games are played, and whom they treat; pure arithmetic.

Each deal is played once, the line-up turned by one seat from deal to deal, so that deals are the sample and
every strategy sits in every seat.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from simcore.experiment import Trials, design

Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]

CHOOSING = 2000
"""First channel of the draws of who is treated, beyond those of games and of exploring."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def _mix(z: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def drawn(seed: int, deals: npt.NDArray[Any], channel: int) -> npt.NDArray[np.uint64]:
    """uint64 keyed by (seed, deal, channel), as `simcore.stream.key` gives them, for many deals at once."""
    with np.errstate(over="ignore"):
        start = _mix(np.array([seed], np.uint64) + _GOLDEN)
        mixed = _mix(start ^ (np.asarray(deals).astype(np.uint64) + _GOLDEN))
        return _mix(mixed ^ ((np.uint64(channel) + np.uint64(1)) * _GOLDEN))


def ordinary(deals: Ints, players: int, **columns: Any) -> Trials:
    """One ordinary game a deal."""
    return design(len(deals), deal=deals, rotation=deals % players, **columns)


def chosen(seed: int, deals: Ints, place: int, chance: Bools) -> Ints:
    """The seat to be treated in each deal: one of those with the chance [deals, P], all alike; -1 where there is none.

    The draw is keyed by deal and thing, so it hangs on nothing that happens in the game.
    """
    count = chance.sum(axis=1)
    pick = drawn(seed, deals, CHOOSING + place) % np.maximum(count, 1).astype(np.uint64)
    order = np.argsort(~chance, axis=1, kind="stable")  # seats with the chance first, in seat order
    return np.where(count > 0, order[np.arange(len(deals)), pick.astype(np.int64)], -1)


def treated(deals: Ints, seats: Ints, players: int, place: int, arm: int) -> Trials:
    """One game a deal in which a seat is treated with one thing."""
    return design(len(deals), deal=deals, rotation=deals % players, seat=seats, thing=place, arm=arm)
