"""Threads, processes and clusters play the same games, each of them once, and lose none with a worker."""

from __future__ import annotations

import hashlib
import os
import signal
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.lib.recfunctions import repack_fields

from meeplelab.backends import away_of
from meeplelab.match import prepare
from simcore import away as aways
from simcore import batch
from simcore.away import DASK, LOKY, Away
from simcore.errors import MeepleError, StrategyError
from simcore.registry import GAMES
from simcore.run import play_to
from simcore.schedule import Schedule
from tests import toygame
from tests.commandline import tree

SPEC = toygame.SPEC
RULES = SPEC.load_rules(None, {})
SCHEDULE = Schedule(7, ("random", "greedy"), 400)


def table(flag: Path | None = None, always: bool = False) -> aways.Table:
    """The toy's table, made in a worker; with a flag the first worker to make it dies, or each one."""
    if flag is not None and (always or not flag.exists()):
        flag.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return SPEC, RULES, players()


def wrong_table() -> aways.Table:
    """A table of which one strategy answers with an option there is not."""

    def wrong(rules, public, private, options, count, weights, stream):  # type: ignore[no-untyped-def]
        return 99

    return SPEC, RULES, [toygame.random(), toygame.toy_strategy(wrong, "greedy")]


def looping_table() -> aways.Table:
    """A table of which one strategy never answers."""

    def loops(rules, public, private, options, count, weights, stream):  # type: ignore[no-untyped-def]
        while public.turns >= 0:
            if count > 100:
                return 1
        return 0

    return SPEC, RULES, [toygame.random(), toygame.toy_strategy(loops, "greedy", trusted=False)]


def no_table() -> aways.Table:
    """A worker that lacks a file."""
    raise MeepleError("mine.py: no such strategy file")


def players() -> list[Any]:
    return [toygame.random(), toygame.greedy()]


def play(away: Away | None = None, **options: Any) -> np.ndarray:
    options = {"jobs": 2, "chunk": 9, **options}
    return np.concatenate(list(batch.simulate(SPEC, RULES, players(), SCHEDULE, away=away, **options)))


@pytest.fixture(scope="module")
def rows() -> np.ndarray:
    return play()


def distinct(rows: np.ndarray, games: int) -> bool:
    """Whether rows tell of so many games of which no two are alike, the numbers they have in the run left out."""
    told = [name for name in rows.dtype.names or () if name not in ("block", "deal", "rotation")]
    # packed: a view of some fields has gaps of anything between them
    each = repack_fields(rows[told]).reshape(games, -1)
    return len({hashlib.sha256(game.tobytes()).digest() for game in each}) == games


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("jobs", "chunk"), [(1, None), (2, 1), (3, 7), (2, 64)])
def test_n_games_asked_are_n_distinct_games(game: str, jobs: int, chunk: int | None) -> None:
    match = prepare(game, 4, 240, "random", 1)
    played = list(batch.simulate(match.spec, match.ruleset, match.strategies, match.schedule, jobs=jobs, chunk=chunk))
    rows = np.concatenate(played)
    assert distinct(rows, 240)
    assert np.unique(rows["deal"]).tolist() == list(range(240))
    twice = np.concatenate([rows[:960], rows[:960]])
    assert not distinct(twice, 480)  # the test itself is awake


@pytest.mark.slow
@pytest.mark.parametrize("backend", [LOKY, DASK])
def test_n_games_asked_are_n_distinct_games_of_any_workers(backend: str) -> None:
    pytest.importorskip("distributed")
    match = prepare(GAMES[0], 4, 240, "random", 1)
    local = np.concatenate(list(batch.simulate(match.spec, match.ruleset, match.strategies, match.schedule)))
    for jobs, chunk in ((2, 7), (3, 64)):
        chunks = batch.simulate(
            match.spec, match.ruleset, match.strategies, match.schedule,
            jobs=jobs, chunk=chunk, away=away_of(match, backend),
        )  # fmt: skip
        rows = np.concatenate(list(chunks))
        assert distinct(rows, 240)
        assert (rows == local).all()


# A worker that fails


class Failing:
    """`Playing.play`, failing at the first game of one chunk for so many times."""

    def __init__(self, error: Exception, times: int) -> None:
        self.error, self.times, self.whole = error, times, batch.Playing.play

    def __call__(self, playing: Any, first: int, *rest: Any) -> Any:
        if first == 18 and self.times:
            self.times -= 1
            raise self.error
        return self.whole(playing, first, *rest)

    def bound(self) -> Callable[..., Any]:
        return lambda *args: self(*args)


@pytest.mark.parametrize("error", [MemoryError(), OSError(5, "Input/output error"), RuntimeError("odd")])
def test_a_chunk_that_fails_is_named_and_played_once_more(
    rows: np.ndarray, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr(batch.Playing, "play", Failing(error, 1).bound())
    said: list[str] = []
    assert (play(on_compile=said.append) == rows).all()
    told = f"{type(error).__name__}: {error}" if str(error) else "MemoryError"
    assert said == [f"games 18 to 26: {told}; played again"]


def test_a_chunk_that_fails_twice_ends_the_run_with_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch.Playing, "play", Failing(MemoryError("no room"), 2).bound())
    with pytest.raises(MeepleError, match=r"^games 18 to 26: tried twice, MemoryError: no room$"):
        play()
    monkeypatch.setattr(batch.Playing, "play", Failing(RuntimeError("odd"), 2).bound())
    with pytest.raises(RuntimeError, match="odd") as told:  # a defect stays one, with the games noted
        play()
    assert told.value.__notes__ == ["in games 18 to 26, tried twice"]


def test_bad_input_is_not_tried_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    failing = Failing(MeepleError("bad"), 2)
    monkeypatch.setattr(batch.Playing, "play", failing.bound())
    with pytest.raises(MeepleError, match=r"^bad$"):
        play()
    assert failing.times == 1


# Processes


@pytest.mark.slow
def test_a_strategy_that_does_not_answer_in_a_process_is_named_once(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(StrategyError, match=r"'greedy' in seat [12] has not answered for 0\.5 seconds") as caught:
        play(Away(LOKY, looping_table), patience=0.5)
    assert str(caught.value).count("option 0: take 1") == 1
    assert "greedy" not in capfd.readouterr().err


def test_processes_play_the_same_games(rows: np.ndarray) -> None:
    assert (play(Away(LOKY, table), chunk=50) == rows).all()


@pytest.mark.slow
def test_a_lost_process_costs_no_games(rows: np.ndarray, tmp_path: Path) -> None:
    said: list[str] = []
    seen: list[tuple[int, int]] = []
    away = Away(LOKY, partial(table, tmp_path / "flag"))
    spans = [(36, 300), (350, 50)]
    played = play(away, spans=spans, on_compile=said.append, on_progress=lambda *done: seen.append(done))
    assert (played == np.concatenate([rows[72:672], rows[700:]])).all()
    assert len(said) == 1
    assert said[0].startswith("games 36 to ")
    assert said[0].endswith(": a worker was lost (TerminatedWorkerError); played again")
    assert seen[-1] == (400, 400)


@pytest.mark.slow
def test_a_piece_that_costs_two_processes_ends_the_run_with_its_name(tmp_path: Path) -> None:
    said: list[str] = []
    with pytest.raises(MeepleError, match=r"^games 0 to 8: a worker was lost .*, and another before it; is there mem"):
        play(Away(LOKY, partial(table, tmp_path / "flag", always=True)), on_compile=said.append)
    assert len(said) == 1


@pytest.mark.slow
def test_what_a_strategy_does_wrong_is_told_by_a_process() -> None:
    with pytest.raises(StrategyError, match=r"strategy 'greedy' in seat 2 returned 99.*game 0 \(seed 7, deal 0"):
        play(Away(LOKY, wrong_table))
    with pytest.raises(MeepleError, match=r"^mine\.py: no such strategy file$"):
        play(Away(LOKY, no_table))


def test_a_worker_with_other_code_is_refused() -> None:
    order = aways.Order(table, SCHEDULE, np.zeros((2, 1)), 30.0, "0" * 12)
    with pytest.raises(MeepleError, match="a worker has other code of toy, or another compiler"):
        order.playing()


def test_a_worker_with_another_file_of_a_strategy_is_refused() -> None:
    match = prepare(GAMES[0], 2, 10, "random", 1)
    away = away_of(match, LOKY)
    assert away is not None
    spec, _, strategies = away.make()
    assert (spec, [each.name for each in strategies]) == (match.spec, ["random", "random"])
    make = away.make
    assert isinstance(make, partial)
    changed = partial(make.func, *make.args[:-1], ["other", "other"])
    with pytest.raises(MeepleError, match="a worker has another file of the strategy random; expected one for all"):
        changed()


# Clusters


def test_dask_without_its_package_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(MeepleError, match=r"^backend: dask needs the package distributed; in a clone: make setup"):
        Away(DASK, table)


def test_backends_that_do_not_fit_are_refused() -> None:
    with pytest.raises(MeepleError, match="backend: 'mpi' is unknown; expected threads, loky, dask"):
        Away("mpi", table)
    with pytest.raises(MeepleError, match="scheduler: tcp://here:1 is for the backend dask, not loky"):
        Away(LOKY, table, "tcp://here:1")


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_a_scheduler_that_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(aways, "CONNECT_SECONDS", 1)
    for address in ("tcp://127.0.0.1:9", "nonsense://x"):
        with pytest.raises(MeepleError, match=f"^scheduler: {address} does not answer, or has no worker: "):
            play(Away(DASK, table, address))


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_a_cluster_that_loses_a_worker_loses_no_games(rows: np.ndarray, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    play_to(tmp_path / "local", SPEC, RULES, players(), SCHEDULE, sources=("", ""))
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        pids = sorted(client.run(os.getpid).values())
        killed: list[int] = []

        def kill(done: int, games: int) -> None:
            if done > 100 and not killed:
                killed.append(pids[0])
                os.kill(pids[0], signal.SIGKILL)

        away = Away(DASK, table, cluster.scheduler_address)
        play_to(
            tmp_path / "run", SPEC, RULES, players(), SCHEDULE, sources=("", ""), chunk=3, away=away, on_progress=kill
        )
        assert killed
        assert (play(away) == rows).all()
    one, other = tree(tmp_path / "run"), tree(tmp_path / "local")
    assert one["rows-00000.parquet"] == other["rows-00000.parquet"]
    assert one.keys() == other.keys()


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_a_cluster_is_made_where_none_is_named(rows: np.ndarray) -> None:
    pytest.importorskip("distributed")
    assert (play(Away(DASK, table)) == rows).all()


@pytest.mark.parametrize(("kind", "told"), [(KeyError, 0), (ValueError, 1)])
def test_pieces_taken_back_are_no_fault_of_a_thread(
    monkeypatch: pytest.MonkeyPatch, kind: type[Exception], told: int
) -> None:
    """As loky ends when results are left early; whatever else goes wrong in a thread is told as ever."""
    heard: list[object] = []
    monkeypatch.setattr(threading, "excepthook", heard.append)

    def fails() -> None:
        raise kind(7)

    def results() -> Iterator[int]:
        try:
            yield 1
        finally:
            thread = threading.Thread(target=fails, name=aways.LOKY_THREAD)
            thread.start()
            thread.join()

    with aways._ending(results()) as left:  # type: ignore[arg-type]  # a generator
        assert next(left) == 1
    assert len(heard) == told
    assert threading.excepthook == heard.append
