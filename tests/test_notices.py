"""Whoever waits for the compiler is told before it begins, and once; where the cache serves nobody is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from meeplelab import api
from meeplelab.listener import Listener
from simcore import batch, jit
from simcore.experiment import design, experiment
from simcore.registry import GAMES, game
from strategies.catalog import load_lineup
from tests import toygame
from tests.commandline import TAKE_MOST

Heard = Callable[[str], None]
ONCE = "once for this version, it may take a minute"


@pytest.fixture(autouse=True)
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """A cache that is taken to be empty; what is compiled is noted."""
    warm: set[str] = set()
    monkeypatch.setattr(jit, "is_warm", lambda _, name: name in warm)
    monkeypatch.setattr(jit, "mark_warm", lambda _, name: warm.add(name))
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text(TAKE_MOST)
    with toygame.registered():
        yield warm


def runner(heard: Heard) -> None:
    batch.prepare(toygame.SPEC, 2, heard)


def replay(heard: Heard) -> None:
    api.replay("toy", players=2, strategies="own.py:most", listener=Listener(notice=heard))


def play(heard: Heard) -> None:
    api.play("toy", lambda _: None, list, players=2, against="own.py:most", listener=Listener(notice=heard))


def trials(heard: Heard) -> None:
    spec = game(GAMES[0])
    line_up = load_lineup(spec.name, 2, "random")
    list(experiment(spec, spec.load_rules(None, {}), line_up, 1, design(2, rotation=0), on_compile=heard))


@pytest.mark.parametrize(
    ("made", "what"),
    [
        (runner, "compiling Coins for 2 players"),
        (replay, "compiling Coins"),
        (play, "compiling Coins"),
        (trials, f"compiling {game(GAMES[0]).title} for experiments with 2 players"),
    ],
)
def test_a_compilation_is_told_of_once(made: Callable[[Heard], None], what: str) -> None:
    heard: list[str] = []
    made(heard.append)
    assert [words for words in heard if ONCE in words] == [f"{what}; {ONCE}"]
    heard.clear()
    made(heard.append)
    assert not [words for words in heard if ONCE in words]


def test_a_runner_comes_with_its_engine(cold: set[str]) -> None:
    batch.prepare(toygame.SPEC, 2)
    assert cold == {"engine", "runner-2"}


def test_what_failed_to_compile_is_not_taken_for_compiled(cold: set[str]) -> None:
    def fails() -> None:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        batch.told(toygame.SPEC, "any", "compiling", None, fails)
    assert not cold
