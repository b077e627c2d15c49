"""What Tab offers: asked of the shell's own completion, as each shell asks it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer._completion_classes import BashComplete
from typer.main import get_command

from meeplelab.cli import app
from simcore.registry import GAMES
from simcore.registry import game as find_game
from strategies import catalog
from tests import toygame
from tests.commandline import TAKE_MOST

GAME = GAMES[0]
WORDS = get_command(app)


def offered(line: str) -> list[str]:
    """What is offered in place of the last word."""
    *before, word = line.split(" ")
    completion = BashComplete(WORDS, {}, "meeplelab", "_MEEPLELAB_COMPLETE")
    return [item.value for item in completion.get_completions(before, word)]


@pytest.mark.parametrize("verb", ["simulate", "rules show", "strategies", "play", "whatif"])
def test_games(verb: str) -> None:
    assert offered(f"{verb} ") == list(GAMES)
    assert offered(f"{verb} {GAME[:3]}") == [GAME]


@pytest.mark.parametrize(
    "line",
    [
        "strategies {} ",
        "simulate {} --strategies ",
        "compare {} random ",
        "tune {} ",
        "play {} --hint ",
        "field {} --strategies ",
    ],
)
@pytest.mark.parametrize("game", GAMES)
def test_strategies(line: str, game: str) -> None:
    found = offered(line.format(game))
    assert {*catalog.names(game), "search"} == {name.removesuffix("@tuned") for name in found}
    tuned = {name for name in catalog.names(game) if catalog.shipped_weights(game, name)}
    assert tuned == {name.removesuffix("@tuned") for name in found if "@" in name}


def test_the_last_of_a_list_is_completed() -> None:
    assert offered(f"simulate {GAME} --strategies random,thr") == ["random,thrifty", "random,thrifty@tuned"]
    assert "thrifty,thrifty" not in offered(f"simulate {GAME} --strategies thrifty,")


def test_things_and_kinds() -> None:
    declared = find_game(GAME).things
    assert declared is not None
    items = [f"item.{thing.name}" for thing in declared().every if thing.kind == "item"]
    assert offered(f"restrict {GAME} --only item.") == items
    assert offered(f"price {GAME} item.") == items
    assert "item" in offered(f"restrict {GAME} --ban ")
    assert "item,race" in offered(f"ledger {GAME} --kinds item,ra")


def test_weights_of_the_strategy_named_before() -> None:
    known = [weight.name for weight in catalog.load(GAME, "thrifty").weights]
    assert offered(f"tune {GAME} thrifty --only ") == known
    assert offered(f"tune {GAME} thrifty@tuned --only {known[0]},{known[1]}") == [f"{known[0]},{known[1]}"]


def test_nothing_is_offered_where_nothing_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And a file of one's own is not run by a press of a key."""
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(TAKE_MOST + "\nopen('ran', 'w')\n")
    assert offered("simulate nowhere --strategies ") == []
    assert offered("tune nowhere ./mine.py:most --only ") == []
    with toygame.registered():
        assert offered("tune toy ./mine.py:most --only ") == []
        assert offered("restrict toy --only ") == []
        assert offered("simulate toy --strategies ") == []
    assert not Path("ran").exists()


def test_a_shell_is_answered_without_the_compiler(tmp_path: Path) -> None:
    """A process of its own, as a shell starts one: names in lines, no compiled code left behind."""
    asked = {
        "_MEEPLELAB_COMPLETE": "complete_bash", "COMP_WORDS": f"meeplelab restrict {GAME} --only item.sp",
        "COMP_CWORD": "4", "MEEPLELAB_CACHE": str(tmp_path),
    }  # fmt: skip
    script = "import sys; sys.argv[0] = 'meeplelab'; from meeplelab.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, **asked}, capture_output=True, text=True, timeout=120
    )
    assert (done.stdout.split(), done.stderr) == (["item.spook"], "")
    assert not list(tmp_path.rglob("*.nbc"))


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_can_be_installed(shell: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import sys; sys.argv[0] = 'meeplelab'; from meeplelab.cli import main; main()", "x"],
        env={**os.environ, "_MEEPLELAB_COMPLETE": f"source_{shell}"}, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert f"complete_{shell}" in done.stdout
