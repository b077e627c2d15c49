"""Where games are played: on threads of this process, in processes of their own, on a cluster."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from meeplelab.match import Match, load
from meeplelab.played import sources_of
from simcore.away import THREADS, Away, Table
from simcore.errors import MeepleError
from simcore.registry import game as find_game
from simcore.ruleset import Ruleset
from strategies import catalog


def away_of(match: Match, backend: str = THREADS, scheduler: str | None = None) -> Away | None:
    """How workers elsewhere make a match anew; None for threads, which need not.

    Raises MeepleError for an unknown backend, and for dask without its package.
    """
    if backend == THREADS:
        return None
    make = partial(table, match.spec.name, match.ruleset, match.names, match.schedule.players, sources_of(match))
    return Away(backend, make, scheduler)


def table(game: str, ruleset: Ruleset, names: Sequence[str], players: int, sources: Sequence[str]) -> Table:
    """Game, rules and strategies, made in a worker.

    Raises MeepleError for a strategy whose file is not there, or not the one that sources are the digests of.
    """
    spec = find_game(game)
    strategies = load(spec, names, players, None)
    for strategy, digest in zip(strategies, sources):
        if catalog.source_digest(strategy) != digest:
            raise MeepleError(f"a worker has another file of the strategy {strategy.name}; expected one for all")
    return spec, ruleset, strategies
