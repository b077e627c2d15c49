"""Made-up games of a ladder with known shares: what is won on a deal depends on the deal's luck, which pairs share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import stats

from analyses.ladder.games import LadderGames, Pair
from analyses.ladder.scale import share_at
from analyses.moments import Floats
from meeplelab.ladderplay import pairs_of


def kinds_of(size: int) -> tuple[str, ...]:
    """Kinds of so many rungs: from four on the highest is a search."""
    kinds = ("floor", *("heuristic", "tuned") * size)[:size]
    return (*kinds[:-1], "search") if size > 3 else kinds


def ladder_of(
    won: Floats, games: Floats, size: int, reference: int, players: int, gap: Floats | None = None
) -> LadderGames:
    """Games of the pairs of a ladder, in the order of `pairs_of`."""
    kinds = kinds_of(size)
    pairs = pairs_of(kinds, reference, players == 1)
    names = tuple(f"r{rung}" for rung in range(max(size, reference + 1)))
    kinds += ("own",) * (len(names) - size)
    return LadderGames(names, kinds, size, reference, players, tuple(pairs), won, games, gap)


def exact(shares: Sequence[float], players: int = 2, blocks: int = 100) -> LadderGames:
    """A ladder of len(shares) steps in which these shares of each block are won, to be 0 or 1 in some games.

    Every second block is won by a little more than the others so that there is an error; the reference is the lowest.
    """
    size = len(shares) + 1
    pairs = pairs_of(kinds_of(size), 0, players == 1)
    given = {(rung, rung - 1): shares[rung - 1] for rung in range(1, size)}
    middle = np.array([given.get(pair, 0.9) for pair in pairs])
    sway = np.where(np.arange(blocks) % 2 == 0, 1, -1)[:, None] * 0.5 * np.minimum(middle, 1 - middle)
    games = np.full((blocks, len(pairs)), float(players))
    return ladder_of((middle + sway) * games, games, size, 0, players)


def drawn(
    strength: Sequence[float],
    players: int,
    blocks: int,
    rng: np.random.Generator,
    shared: float = 0.5,
    reference: int = 1,
) -> LadderGames:
    """A ladder of rungs of these strengths; `shared` is how far the games of a deal have their luck in common."""
    size = len(strength)
    pairs = pairs_of(kinds_of(size), reference)
    chance = chances(strength, pairs, players)
    deal = rng.normal(size=(blocks, 1, 1))
    luck = np.sqrt(shared) * deal + np.sqrt(1 - shared) * rng.normal(size=(blocks, len(pairs), players))
    won = (luck < stats.norm.ppf(chance)[:, None]).sum(axis=2).astype(np.float64)
    return ladder_of(won, np.full(won.shape, float(players)), size, reference, players)


def chances(strength: Sequence[float], pairs: Sequence[Pair], players: int) -> Floats:
    """True win share of the lone seat of each pair."""
    return share_at(np.array([strength[one] - strength[other] for one, other in pairs]), players)
