"""Made-up games of a field: finishing orders drawn from strengths and seat terms that are known."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import stats

from analyses.field.design import Design, plan, weights
from analyses.field.games import FieldGames
from analyses.moments import Floats, Ints


def laid_out(strategies: int, players: int, deals: int, seed: int = 1) -> Design:
    """The full round robin on so many deals."""
    full = plan(strategies, players, 10**7, seed)
    assert full.kind == "all"
    return Design(full.kind, full.line_ups, full.rotations, deals)


def seated(design: Design) -> tuple[Ints, Ints, Floats]:
    """Deal[N], strategy in each seat [N, P] and weight[N] of every game of a design, rotations included."""
    who, weight = [], []
    players = design.line_ups.shape[1]
    for row, turns, each in zip(design.line_ups, design.rotations, weights(design)):
        for turn in range(turns):
            who.append(row[(np.arange(players) + turn) % players])
            weight.append(each)
    deal = np.repeat(np.arange(design.deals), len(who))
    return deal, np.tile(np.array(who), (design.deals, 1)), np.tile(np.array(weight), design.deals)


def field_games(
    design: Design, strength: Sequence[float], seat: Sequence[float], rng: np.random.Generator, shared: float = 0.0
) -> FieldGames:
    """Games whose orders follow Plackett-Luce exactly, each by itself.

    `shared` is the correlation of a seat's luck between the games of a deal (a Gaussian copula under
    the Gumbel noise that makes Plackett-Luce), so that the games of a deal depend on each other.
    """
    deal, who, weight = seated(design)
    games, players = who.shape
    luck = np.sqrt(shared) * rng.normal(size=(design.deals, players))[deal]
    luck += np.sqrt(1 - shared) * rng.normal(size=(games, players))
    noise = -np.log(-stats.norm.logcdf(luck))
    use = np.asarray(strength)[who] + np.asarray(seat) + noise
    rank = 1 + (use[:, None, :] > use[:, :, None]).sum(axis=2)
    names = tuple(f"s{number}" for number in range(len(strength)))
    return FieldGames(names, deal, who, rank, (rank == 1).astype(float), weight)


def with_ranks(games: FieldGames, rank: Ints) -> FieldGames:
    """The same games with other places; first place is shared by halves, thirds..."""
    first = rank == 1
    win = first / first.sum(axis=1, keepdims=True)
    return FieldGames(games.strategies, games.deal, games.who, rank, win, games.weight)
