"""Games played in other processes: on this machine (loky) or on a cluster (dask), both through joblib.

A worker makes game, rules and strategies anew from an order and keeps them for all pieces of it. Streams are keyed, so
it does not matter who plays what. A worker that is lost costs the pieces it had; they are played once more.
"""

from __future__ import annotations

import importlib.util
import os
import pickle
import tempfile
import threading
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt
from joblib import Parallel, delayed, parallel_config

from simcore import batch, jit
from simcore.contract import GameSpec
from simcore.errors import MeepleError, StrategyError
from simcore.fields import as_given, shortened, shown
from simcore.parallel import Notice, Piece, Progress, games_of, twice
from simcore.patience import end_process
from simcore.ruleset import Ruleset
from simcore.schedule import Schedule
from simcore.watchdog import Watchdog
from simcore.workspace import Player

THREADS, LOKY, DASK = "threads", "loky", "dask"
BACKENDS = (THREADS, LOKY, DASK)
LOKY_THREAD = "ExecutorManagerThread"
WAVE = 16
"""Pieces a worker is given at a time: all are taken before there are more, which bounds the memory."""
CONNECT_SECONDS = 20
"""Seconds a scheduler may take to answer, and to have a worker."""
FAILURES = 1
"""Workers of a local cluster that may be lost with a piece before it is given up."""

Rows = npt.NDArray[np.void]
Table = tuple[GameSpec, Ruleset, Sequence[Player]]


@dataclass(frozen=True)
class Away:
    """Where to play if not on threads of this process: "loky" or "dask".

    make is called in each worker and must survive pickling: game, rules and strategies, an entry a seat. scheduler is
    the address of dask's; without one a cluster on this machine is made for the run. Raises MeepleError for what does
    not fit, and for dask without its package.
    """

    backend: str
    make: Callable[[], Table] = field(repr=False)
    scheduler: str | None = None

    def __post_init__(self) -> None:
        check(self.backend, self.scheduler)


def check(backend: str, scheduler: str | None = None) -> None:
    """Raise MeepleError for an unknown backend, dask without its package, and a scheduler for another."""
    if backend not in BACKENDS:
        raise MeepleError(f"backend: {shown(backend)} is unknown; expected {', '.join(BACKENDS)}")
    if scheduler is not None and backend != DASK:
        raise MeepleError(f"scheduler: {as_given(scheduler)} is for the backend {DASK}, not {backend}")
    if scheduler is not None and not scheduler.strip():
        raise MeepleError(f"scheduler: {shown(scheduler)} names none; expected an address such as tcp://host:8786")
    if backend == DASK and importlib.util.find_spec("distributed") is None:
        raise MeepleError(
            f"backend: {DASK} needs the package distributed; in a clone: make setup, or "
            f"pip install --editable '.[{DASK}]'"
        )


@dataclass(frozen=True)
class Order:
    """What a worker must know to play any piece of a run."""

    make: Callable[[], Table]
    schedule: Schedule
    weights: npt.NDArray[np.float64]
    patience: float
    code: str
    words: Path | None = None
    """File of this machine for the last words of a worker whose strategy does not answer."""

    def playing(self) -> batch.Playing:
        """The run, made anew. Raises MeepleError where the worker's code is not that of whoever sent the order."""
        spec, ruleset, strategies = self.make()
        if code_of(spec) != self.code:
            raise MeepleError(f"a worker has other code of {spec.name}, or another compiler; expected one for all")
        return batch.Playing(spec, ruleset, strategies, self.schedule, self.weights, None)


def code_of(spec: GameSpec) -> str:
    """Digest of a game's code, the engine's, and the compiler's version."""
    return jit.source_digest((f"simcore/games/{spec.name}",))


_KEPT: dict[bytes, tuple[batch.Playing, Order]] = {}
"""The last order a worker was given, by its bytes."""


def play_piece(order: bytes, first: int, count: int) -> tuple[Rows | StrategyError, str]:
    """Play a piece in a worker; rows, or what a strategy did wrong, and words if it had to be played twice."""
    if order not in _KEPT:
        made: Order = pickle.loads(order)
        _KEPT.clear()
        _KEPT[order] = made.playing(), made
    playing, known = _KEPT[order]
    end = partial(_leave, known.words) if known.words else end_process
    with Watchdog(playing.culprit, known.patience, end=end) as watchdog:
        return twice(lambda: playing.play(first, count, watchdog), first, count)


def _leave(words: Path, error: StrategyError) -> NoReturn:
    """End a worker whose strategy does not answer; whoever sent it finds out why, and says it once."""
    with suppress(OSError):
        own = words.with_suffix(f".{os.getpid()}")
        own.write_text(str(error), encoding="utf-8")
        own.replace(words)
    os._exit(2)  # the thread that loops never returns


def in_order(
    away: Away,
    order: Order,
    pieces: Iterable[Piece],
    jobs: int,
    total: int,
    on_progress: Progress | None = None,
    on_notice: Notice | None = None,
    done: int = 0,
) -> Generator[Rows, None, None]:
    """Rows of all pieces in their order; see `parallel.in_order`.

    A lost worker is told to on_notice. Raises MeepleError for a piece with which a worker was lost twice, and for a
    scheduler that does not answer; StrategyError for a strategy that does wrong, or does not answer in a process here.
    """
    tell = on_notice or (lambda _: None)
    with (
        tempfile.TemporaryDirectory(prefix="meeplelab-", ignore_cleanup_errors=True) as folder,
        _crew(away, jobs) as crew,
        closing(_in_waves(crew, replace(order, words=_words_in(away, folder)), iter(pieces), tell)) as waves,
    ):
        for (_, count), (result, remark) in waves:
            if remark:
                tell(remark)
            if isinstance(result, StrategyError):
                raise result
            yield result
            done += count
            if on_progress:
                on_progress(done, total)
    if done != total:
        raise RuntimeError(f"{done} of {total} games came back from the workers")


def _words_in(away: Away, folder: str) -> Path | None:
    """Where workers leave their last words; None for those of a cluster, which may be on other machines."""
    return Path(folder) / "words.txt" if away.backend == LOKY else None


@dataclass(frozen=True)
class _Crew:
    """Workers: joblib's pool of them, how many, and what it raises when one is lost."""

    pool: Callable[[], Parallel]
    size: int
    lost: tuple[type[Exception], ...]


def _in_waves(
    crew: _Crew, asked: Order, pieces: Iterator[Piece], tell: Notice
) -> Generator[tuple[Piece, tuple[Rows | StrategyError, str]], None, None]:
    failed: Piece | None = None
    order = pickle.dumps(asked)
    while wave := list(islice(pieces, WAVE * max(1, crew.size))):
        while wave:
            # After a loss piece by piece, so that a second one tells which piece it was.
            part = list(wave) if failed is None else wave[:1]
            try:
                with _ending(crew.pool()(delayed(play_piece)(order, *piece) for piece in part)) as results:
                    for result in results:
                        yield wave.pop(0), result
            except crew.lost as error:
                if asked.words and asked.words.exists():
                    raise StrategyError(asked.words.read_text(encoding="utf-8")) from None
                first, (last, count) = wave[0][0], part[-1]
                words = f"{games_of(first, last + count - first)}: a worker was lost ({type(error).__name__})"
                if failed == wave[0]:
                    raise MeepleError(f"{words}, and another before it; is there memory enough?") from None
                failed = wave[0]
                tell(f"{words}; played again")
        failed = None


@contextmanager
def _ending(results: Generator[Any, None, None]) -> Iterator[Generator[Any, None, None]]:
    """Results that may be left early, without joblib's word on the pieces nobody takes.

    Nor loky's: the thread that hands out its pieces fails on one that was taken back meanwhile, and ends either way.
    """
    try:
        yield results
    finally:
        before = threading.excepthook

        def told(failed: threading.ExceptHookArgs) -> None:
            if not (failed.exc_type is KeyError and failed.thread and failed.thread.name == LOKY_THREAD):
                before(failed)

        threading.excepthook = told
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)
                results.close()
        finally:
            threading.excepthook = before


@contextmanager
def _crew(away: Away, jobs: int) -> Iterator[_Crew]:
    shape: dict[str, Any] = {"return_as": "generator", "batch_size": 1, "pre_dispatch": "all"}
    if away.backend == LOKY:
        yield _Crew(lambda: Parallel(n_jobs=jobs, backend="loky", max_nbytes=None, **shape), jobs, (BrokenProcessPool,))
        return
    from distributed import KilledWorker

    with _client(away.scheduler, jobs) as client:

        def pool() -> Parallel:
            with parallel_config(backend="dask", client=client):  # read when the pool is made
                return Parallel(n_jobs=-1, **shape)

        yield _Crew(pool, sum(client.ncores().values()), (KilledWorker, CancelledError))


@contextmanager
def _client(scheduler: str | None, jobs: int) -> Iterator[Any]:
    """A client of a scheduler, or of a cluster of so many workers that lives as long as this context."""
    import dask
    from distributed import Client, LocalCluster

    if scheduler is None:
        with (
            dask.config.set({"distributed.scheduler.allowed-failures": FAILURES}),
            LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None) as cluster,
            Client(cluster, set_as_default=False) as client,
        ):
            yield client
        return
    try:
        client = Client(scheduler, set_as_default=False, timeout=CONNECT_SECONDS)
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
    except (OSError, ValueError, TimeoutError) as error:
        why = shortened(" ".join(str(error).split()), 160)
        raise MeepleError(f"scheduler: {as_given(scheduler)} does not answer, or has no worker: {why}") from None
    with client:
        yield client
