"""Experiments: games under treatments, an explicit design in, rows and marks out.

A design is an array of TRIAL records, one a game; equal deals and lucks give equal draws whatever the
treatment, so two arms of one deal differ by the treatment alone. A trial without one is the ordinary
game of its deal and rotation, row for row.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from simcore import batch, jit, treated
from simcore.batch import Rows, chunk_size, runner_signature
from simcore.contract import GameSpec, Things, signatures
from simcore.errors import MeepleError, StrategyError
from simcore.parallel import Notice, Progress, check_jobs, in_order
from simcore.patience import PATIENCE
from simcore.plain import records
from simcore.ruleset import Ruleset
from simcore.schedule import MAX_SEED
from simcore.treated import ALWAYS as ALWAYS
from simcore.treated import ASKED as ASKED
from simcore.treated import BANNED as BANNED
from simcore.treated import FORCED as FORCED
from simcore.treated import FREE as FREE
from simcore.treated import LEFT as LEFT
from simcore.treated import MARK, TRIAL
from simcore.treated import TAKEN as TAKEN
from simcore.watchdog import Culprit, Watchdog
from simcore.words import plural
from simcore.workspace import Player, rules_record, weight_table, workspace

Trials = npt.NDArray[np.void]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Outcome:
    """What a stretch of trials came to, P entries a game in seat order.

    rows   row[N * P], the game's ordinary results rows; `block` is the trial's deal
    marks  MARK[N * P]: bits of the things dealt, within reach, taken; how often a ban was in question, and not kept
    ipw    float64[N * P, K, 3] if anything was explored, else float64[0, K, 3]: see `treated`
    """

    rows: Rows
    marks: npt.NDArray[np.void]
    ipw: Floats


def things_of(spec: GameSpec) -> Things:
    """The things of a game.

    Raises MeepleError if it declares none.
    """
    if spec.things is None:
        raise MeepleError(f"{spec.name} declares nothing that an experiment could give or keep away")
    return spec.things()


def design(count: int, **columns: Any) -> Trials:
    """Trials with these columns; those not given: luck as the deal, nobody treated, nothing explored."""
    made = np.zeros(count, TRIAL)
    made["seat"] = made["thing"] = -1
    for name, values in columns.items():
        made[name] = values
    if "luck" not in columns:
        made["luck"] = made["deal"]
    return made


@dataclass(frozen=True)
class _Plan:
    """A design as the watchdog asks for it."""

    seed: int
    trials: Trials
    players: int

    def place(self, game: int) -> tuple[int, int, int]:
        """Block, deal and rotation of a game."""
        trial = self.trials[game]
        return int(trial["deal"]), int(trial["deal"]), int(trial["rotation"])

    def entry(self, seat: int, rotation: int) -> int:
        """Entry of the line-up that plays a seat."""
        return (seat + rotation) % self.players


def _signature(spec: GameSpec, players: int) -> Any:
    """Signature of `treated.play_trials` for a game at a number of players."""
    from numba import typeof, types

    ordinary, sig = runner_signature(spec, players).args, signatures(spec.rules_dtype, spec.state_dtype, spec.row_dtype)
    engine, *front = ordinary[:9]  # up to and with raw, shadow
    rows, watch = ordinary[-2:]
    return types.int64(
        engine,
        types.Tuple([types.FunctionType(sig.takes), types.FunctionType(sig.dealt)]),
        *front,
        typeof(np.zeros(1, TRIAL)),
        types.int64,
        types.int64,
        rows,
        typeof(np.zeros(1, MARK)),
        typeof(np.zeros((1, 1, 3))),
        watch,
    )


def _check(spec: GameSpec, strategies: Sequence[Player], trials: Trials, seed: int, things: Things) -> None:
    players = len(strategies)
    for strategy in strategies:
        if strategy.game != spec.name:
            raise MeepleError(f"strategy {strategy.name!r} plays {strategy.game}, not {spec.name}")
    if not 0 <= seed <= MAX_SEED:
        raise MeepleError(f"seed: {seed} is out of range; expected 0 to {MAX_SEED}")
    if trials.dtype != TRIAL or trials.ndim != 1 or not len(trials):
        raise ValueError("trials must be an array of one or more TRIAL records")
    bounds = {
        "rotation": (0, players - 1), "seat": (-1, players - 1), "thing": (-1, len(things.every) - 1),
        "arm": (treated.FREE, treated.BANNED), "explore": (0, 1),
    }  # fmt: skip
    for name, (low, high) in bounds.items():
        if trials[name].min() < low or trials[name].max() > high:
            raise ValueError(f"trials: {name} outside {low} to {high}")
    if int(np.bitwise_or.reduce(trials["banned"])) >> len(things.every):
        raise ValueError(f"trials: banned holds more than the {len(things.every)} things of the game")


class _Experiment:
    """All that the pieces of one experiment share; `play` is called from the workers."""

    def __init__(
        self, spec: GameSpec, ruleset: Ruleset, strategies: Sequence[Player], seed: int, trials: Trials,
        weights: Floats, on_compile: Notice | None,
    ) -> None:  # fmt: skip
        self.spec, self.ruleset, self.strategies, self.weights = spec, ruleset, tuple(strategies), weights
        self.plan = _Plan(seed, trials, len(strategies))
        self.rules = rules_record(spec, ruleset, len(strategies))
        self.things, self.engine, self.runner = batch.told(
            spec, f"trials-{len(strategies)}",
            f"compiling {spec.title} for experiments with {plural(len(strategies), 'player')}", on_compile,
            lambda: (
                things_of(spec), batch.engine_of(spec),
                jit.specialise(treated.play_trials, _signature(spec, len(strategies))),
            ),
        )  # fmt: skip
        self.choosers = tuple(strategy.choose for strategy in strategies)
        self.guards = np.array([not strategy.trusted for strategy in strategies], np.uint8)

    def culprit(self, watch: npt.NDArray[np.int64]) -> Culprit:
        """Who is choosing, by the watch."""
        return Culprit(self.spec, self.ruleset, self.strategies, self.plan, self.weights, watch.copy(), treated=True)

    def play(self, first: int, count: int, watchdog: Watchdog) -> Outcome | StrategyError:
        """Outcome of trials first .. first + count - 1, or what a strategy did wrong."""
        trials = self.plan.trials[first : first + count]
        space = workspace(self.spec, self.rules, self.weights)
        size = count * len(self.strategies)
        rows, marks = records(size, self.spec.row_dtype), records(size, MARK)
        ipw = np.zeros((size if trials["explore"].any() else 0, len(self.things.every), 3))

        def call() -> None:
            with np.errstate(over="ignore"):
                self.runner(
                    tuple(self.engine), (self.things.takes, self.things.dealt), self.choosers, space.weights,
                    self.guards, space.rules, space.states, space.buffer, space.raw, space.shadow,
                    _records_of(trials), first, self.plan.seed, rows, marks, ipw, space.watch,
                )  # fmt: skip

        fault = watchdog.run(space.watch, call)
        if fault is not None:
            return fault
        return Outcome(rows.view(self.spec.row_dtype), marks.view(MARK), ipw)


def _records_of(trials: Trials) -> Trials:
    """Trials as the runner wants them: plain records where there is no compiler."""
    made = records(len(trials), TRIAL)
    made[:] = trials
    return made


def experiment(
    spec: GameSpec,
    ruleset: Ruleset,
    strategies: Sequence[Player],
    seed: int,
    trials: Trials,
    *,
    weights: Floats | None = None,
    jobs: int = 1,
    chunk: int | None = None,
    on_progress: Progress | None = None,
    on_compile: Notice | None = None,
    patience: float = PATIENCE,
    on_stuck: Callable[[], None] | None = None,
) -> Generator[Outcome, None, None]:
    """Play a design; yield its outcomes in order, whatever `jobs` and `chunk` are.

    strategies has an entry a seat of the line-up. Raises MeepleError for input that does not fit, and while
    outcomes are taken StrategyError for what a strategy did wrong; the rest is as in `batch.simulate`.
    """
    check_jobs(jobs)
    things = things_of(spec)
    _check(spec, strategies, trials, seed, things)
    table = weight_table(strategies) if weights is None else weights
    if chunk is not None and chunk < 1:
        raise MeepleError(f"chunk: {chunk} is not a number of games; expected 1 or more")
    made = _Experiment(spec, ruleset, strategies, seed, trials, table, on_compile)
    size = chunk_size(len(trials), jobs) if chunk is None else chunk
    pieces = ((first, min(size, len(trials) - first)) for first in range(0, len(trials), size))
    guard = Watchdog(made.culprit, patience, on_stuck, tell=on_compile)
    return in_order(made.play, pieces, jobs, len(trials), guard, on_progress, on_compile)
