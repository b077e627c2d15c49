"""From a schedule to rows: chunks of games on threads, in game order, in bounded memory.

The runner holds no interpreter lock, so threads use all cores, share one compiled kernel and
need no pickling. A worker waits before it runs far ahead of whoever takes the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from simcore import jit, play
from simcore.contract import Engine, GameSpec, signatures
from simcore.errors import MeepleError, StrategyError
from simcore.parallel import Notice, Progress, check_jobs, in_order
from simcore.patience import PATIENCE
from simcore.plain import records
from simcore.ruleset import Ruleset
from simcore.schedule import Schedule
from simcore.watchdog import Culprit, Watchdog
from simcore.words import plural
from simcore.workspace import Player, Workspace, rules_record, weight_table, workspace

if TYPE_CHECKING:
    from simcore.away import Away

CHUNK = 2000
"""Games a worker plays at a stretch: some tens of milliseconds, so that progress and Ctrl-C are quick."""

ENGINE = "engine"
"""What a game's compiled functions are known by in the cache."""

Rows = npt.NDArray[np.void]
Made = TypeVar("Made")


def runner_signature(spec: GameSpec, players: int) -> Any:
    """Signature of `play.play_games` for a game at a number of players."""
    from numba import typeof, types

    sig = signatures(spec.rules_dtype, spec.state_dtype, spec.row_dtype)
    engine = types.Tuple([types.FunctionType(part) for part in (sig.start, sig.options, sig.apply, sig.record)])
    space = workspace(spec, records(1, spec.rules_dtype), np.zeros((players, 1)))
    return types.int64(
        engine,
        types.UniTuple(types.FunctionType(sig.choose), players),
        typeof(space.weights),
        typeof(np.zeros(players, np.uint8)),
        typeof(space.rules),
        typeof(space.states),
        typeof(space.buffer),
        typeof(space.raw),
        typeof(space.shadow),
        typeof(np.zeros(5, np.int64)),
        typeof(np.zeros(1, spec.row_dtype)),
        typeof(space.watch),
    )


def engine_of(spec: GameSpec, on_compile: Notice | None = None) -> Engine:
    """A game's engine, for games that are played step by step; on_compile as in `prepare`."""
    return told(spec, ENGINE, f"compiling {spec.title}", on_compile, spec.engine)


def told(spec: GameSpec, name: str, what: str, on_compile: Notice | None, make: Callable[[], Made]) -> Made:
    """What `make` compiles of a game, or takes from the cache, where it is known by a name.

    on_compile is called with a sentence before a compilation, not when the cache serves.
    """
    unit = (f"simcore/games/{spec.name}",)
    if jit.is_warm(unit, name):
        return make()
    if on_compile:
        on_compile(f"{what}; once for this version, it may take a minute")
    made = make()
    jit.mark_warm(unit, name)
    return made


def prepare(spec: GameSpec, players: int, on_compile: Notice | None = None) -> tuple[Engine, Callable[..., int]]:
    """Compile, or take from the cache, a game's engine and the runner for a number of players.

    on_compile is called with a sentence before a compilation, not when the cache serves.
    """

    def make() -> tuple[Engine, Callable[..., int]]:
        return engine_of(spec), jit.specialise(play.play_games, runner_signature(spec, players))

    return told(spec, f"runner-{players}", f"compiling {spec.title} for {plural(players, 'player')}", on_compile, make)


class Playing:
    """All that the chunks of one run share; `play` is called from the workers."""

    def __init__(
        self,
        spec: GameSpec,
        ruleset: Ruleset,
        strategies: Sequence[Player],
        schedule: Schedule,
        weights: npt.NDArray[np.float64],
        on_compile: Notice | None,
    ) -> None:
        self.spec, self.ruleset, self.schedule, self.weights = spec, ruleset, schedule, weights
        self.strategies = tuple(strategies)
        self.rules = rules_record(spec, ruleset, schedule.players)
        self.engine, self.runner = prepare(spec, schedule.players, on_compile)
        self.choosers = tuple(strategy.choose for strategy in strategies)
        self.guards = np.array([not strategy.trusted for strategy in strategies], np.uint8)

    def culprit(self, watch: npt.NDArray[np.int64]) -> Culprit:
        """Who is choosing, by the watch."""
        return Culprit(self.spec, self.ruleset, self.strategies, self.schedule, self.weights, watch.copy())

    def _call(self, first: int, count: int, space: Workspace, rows: Rows) -> int:
        schedule = self.schedule
        plan = np.array([schedule.seed, first, count, schedule.rotations, schedule.first_deal], np.int64)
        # Without the JIT the streams' 64-bit arithmetic wraps around with a warning.
        with np.errstate(over="ignore"):
            return self.runner(
                tuple(self.engine), self.choosers, space.weights, self.guards, space.rules, space.states,
                space.buffer, space.raw, space.shadow, plan, rows, space.watch,
            )  # fmt: skip

    def play(self, first: int, count: int, watchdog: Watchdog) -> Rows | StrategyError:
        """Rows of games first .. first + count - 1, or what a strategy did wrong.

        The error is returned, not raised, so that the first in game order is reported whatever
        the number of workers.
        """
        space = workspace(self.spec, self.rules, self.weights)
        rows = records(count * self.schedule.players, self.spec.row_dtype)
        fault = watchdog.run(space.watch, lambda: self._call(first, count, space, rows))
        return rows.view(self.spec.row_dtype) if fault is None else fault


def _check(spec: GameSpec, strategies: Sequence[Player], schedule: Schedule, weights: npt.NDArray[np.float64]) -> None:
    if len(strategies) != schedule.players:
        raise MeepleError(f"{len(strategies)} strategies for a line-up of {schedule.players}")
    for strategy in strategies:
        if strategy.game != spec.name:
            raise MeepleError(f"strategy {strategy.name!r} plays {strategy.game}, not {spec.name}")
    # Rotations are counted by name: a name that stood for two things would lose games.
    for entry, name in enumerate(schedule.lineup):
        first = schedule.lineup.index(name)
        same = strategies[entry].choose is strategies[first].choose
        if not same or (weights[entry] != weights[first]).any():
            raise MeepleError(f"line-up: {name!r} stands for two different strategies; give them different names")


def chunk_size(games: int, jobs: int) -> int:
    """Games a chunk: the usual number, fewer if some workers would have nothing to do."""
    return max(1, min(CHUNK, -(-games // (4 * jobs))))


def simulate(
    spec: GameSpec,
    ruleset: Ruleset,
    strategies: Sequence[Player],
    schedule: Schedule,
    *,
    weights: npt.NDArray[np.float64] | None = None,
    jobs: int = 1,
    chunk: int | None = None,
    spans: Sequence[tuple[int, int]] | None = None,
    on_progress: Progress | None = None,
    on_compile: Notice | None = None,
    patience: float = PATIENCE,
    on_stuck: Callable[[], None] | None = None,
    away: Away | None = None,
) -> Generator[Rows, None, None]:
    """Play the schedule; yield row arrays in game order, whatever `jobs` and `chunk` are.

    strategies and weights (float64[P, W], see `workspace.weight_table`) have an entry a seat of
    the line-up. spans, as (first game, number of games), leave out games that were played before. on_progress(games
    done, games in all) is called after each chunk is taken; on_compile is also told of a chunk that failed and is
    played again, and of a game that is very long.
    Input is checked and the game compiled before this returns; games are played as rows are
    asked for. Raises MeepleError for input that does not fit, and while rows are taken
    StrategyError for what a strategy did wrong. A strategy that has not answered after
    `patience` seconds is named on stderr and the process ends with code 2, after a call of on_stuck
    from the thread that watches: the last chance to put things away. With `away` the games are played in other
    processes, and a strategy that does not answer ends its worker. Close the generator
    (`contextlib.closing`) if it may be left early.
    """
    table = weight_table(strategies) if weights is None else weights
    _check(spec, strategies, schedule, table)
    check_jobs(jobs)
    games = schedule.games if spans is None else sum(count for _, count in spans)
    pieces = schedule.chunks(chunk_size(games, jobs) if chunk is None else chunk, spans)
    playing = Playing(spec, ruleset, strategies, schedule, table, on_compile)
    guard = Watchdog(playing.culprit, patience, on_stuck, tell=on_compile)
    done = schedule.games - games
    if away is not None:
        from simcore import away as elsewhere

        order = elsewhere.Order(away.make, schedule, table, patience, elsewhere.code_of(spec))
        return elsewhere.in_order(away, order, pieces, jobs, schedule.games, on_progress, on_compile, done)
    return in_order(playing.play, pieces, jobs, schedule.games, guard, on_progress, on_compile, done)
