"""Bad input: one clear message on stderr, exit code 2, nothing on stdout, nothing written."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from meeplelab.cli import app
from simcore.registry import GAMES
from tests.commandline import TAKE_MOST, Commands, tree
from tests.toygame import registered

GAME = GAMES[0]
SIMULATE = ("simulate", GAME, "--strategies", "random", "--games", "8")


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Commands]:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(TAKE_MOST)
    Path("syntax.py").write_text("def broken(:\n")
    Path("empty.py").write_text("X = 1\n")
    Path("notes.txt").write_text("no strategy\n")
    Path("full").mkdir()
    Path("full/diary.txt").write_text("mine\n")
    Path("broken.toml").write_text("[rules\n")
    Path("types.toml").write_text(f'base = "{GAME}"\n[rules]\nmax_rounds = "many"\n')
    Path("unknown.toml").write_text(f'base = "{GAME}"\n[rules]\nmax_round = 4\n')
    Path("partial.toml").write_text(f'game = "{GAME}"\n[rules]\nmax_rounds = 40\n')
    Path("other.toml").write_text('base = "chess"\n')
    Path("bytes.toml").write_bytes(b"\xff\xfe\x00")
    with registered():
        yield Commands(capsys)


WRONG: list[tuple[tuple[str, ...], tuple[str, ...]]] = [
    # games
    (("simulate", "chess", "--games", "8"), ("unknown game 'chess'", GAME)),
    (("simulate", GAME[:-1], "--games", "8"), (f"did you mean '{GAME}'",)),
    (("strategies", "chess"), ("unknown game 'chess'",)),
    (("rules", "show", "chess"), ("unknown game 'chess'",)),
    (("rules", "sources", "chess"), ("unknown game 'chess'",)),
    (("rules", "export", "chess"), ("unknown game 'chess'",)),
    (("compare", "chess", "random", "greedy-value"), ("unknown game 'chess'",)),
    (("replay", "chess"), ("unknown game 'chess'",)),
    # strategies
    (("simulate", GAME, "--strategies", "rando"), ("'rando'", "did you mean random")),
    (("simulate", GAME, "--strategies", "random,clairvoyant,random,random"), ("'clairvoyant'", "known:")),
    (("simulate", GAME, "--strategies", "random,random", "--players", "4"), ("2 names for 4 players",)),
    (("simulate", GAME, "--strategies", "random,,random"), ("empty name",)),
    (("simulate", GAME, "--strategies", ""), ("empty name",)),
    (("simulate", GAME, "--strategies", "./absent.py:bold"), ("absent.py", "no such strategy file")),
    (("simulate", GAME, "--strategies", "./notes.txt:bold"), ("notes.txt", "not a Python file")),
    (("simulate", GAME, "--strategies", "./syntax.py:bold"), ("syntax.py, line 1", "syntax error")),
    (("simulate", GAME, "--strategies", "./empty.py"), ("empty.py", "defines no strategy")),
    (("simulate", GAME, "--strategies", "./mine.py:most"), ("mine.py", f"plays toy, not {GAME}")),
    (("simulate", "toy", "--strategies", "./mine.py:mots"), ("mine.py", "did you mean 'most'")),
    (("simulate", "toy", "--strategies", "./mine.py"), ("mine.py", "say which")),
    (("compare", GAME, "random"), ("expected two or more different strategies",)),
    (("compare", GAME, "random", "random"), ("expected two or more different strategies",)),
    (("compare", GAME, "random", "clairvoyant"), ("'clairvoyant'",)),
    # numbers
    ((*SIMULATE, "--players", "1"), ("players", "2 to 5", "not 1")),
    ((*SIMULATE, "--players", "6"), ("players", "2 to 5", "not 6")),
    ((*SIMULATE, "--players", "-2"), ("players", "not -2")),
    ((*SIMULATE, "--players", "four"), ("--players", "integer")),
    ((*SIMULATE, "--games", "0"), ("games: 0",)),
    ((*SIMULATE, "--games", "-5"), ("games: -5", "expected 1 or more")),
    ((*SIMULATE, "--games", "many"), ("--games", "integer")),
    ((*SIMULATE, "--games", "99999999999999"), ("games",)),
    ((*SIMULATE, "--seed", "-1"), ("seed: -1",)),
    ((*SIMULATE, "--seed", "1" + "0" * 30), ("seed",)),
    ((*SIMULATE, "--jobs", "0"), ("jobs: 0",)),
    ((*SIMULATE, "--jobs", "-1"), ("jobs: -1",)),
    ((*SIMULATE, "--chunk", "0"), ("chunk: 0",)),
    (("compare", GAME, "random", "greedy-value", "--games", "0"), ("games: 0",)),
    (("compare", GAME, "random", "greedy-value", "--jobs", "0"), ("jobs: 0",)),
    (("compare", GAME, "random", "greedy-value", "--players", "9"), ("players", "not 9")),
    (("replay", GAME, "--strategies", "random", "--rotation", "1"), ("rotation: 1", "0 to 0")),
    (("replay", GAME, "--strategies", "random", "--rotation", "-1"), ("rotation: -1",)),
    (("replay", GAME, "--strategies", "random", "--deal", "-1"), ("deal: -1", "expected 0 to 4294967295")),
    (("replay", GAME, "--deal", "9" * 20), ("deal: 999", "expected 0 to 4294967295")),
    (("study", GAME, "--games", "0"), ("games: 0",)),
    (("study", GAME, "--seed", "-1"), ("seed: -1",)),
    (("study", GAME, "--jobs", "0"), ("jobs: 0",)),
    (("study", "chess"), ("unknown game 'chess'",)),
    # switches and values
    ((*SIMULATE, "--set", "tie=sharred"), ("tie", "sharred", "did you mean shared")),
    ((*SIMULATE, "--set", "ties=shared"), ("ties", "unknown key")),
    ((*SIMULATE, "--set", "tie"), ("--set tie", "expected KEY=VALUE")),
    ((*SIMULATE, "--set", "=shared"), ("expected KEY=VALUE",)),
    ((*SIMULATE, "--set", "tie=shared", "--set", "tie=random"), ("--set tie", "twice")),
    ((*SIMULATE, "--set", "max_rounds=many"), ("max_rounds", "a whole number")),
    ((*SIMULATE, "--set", "max_rounds=-1"), ("max_rounds", "a whole number")),
    # rules hold for all numbers of players, whichever is played
    ((*SIMULATE, "--players", "2", "--set", "structure.start_gold=28"), ("start_gold = 28", "for 5 start hands")),
    ((*SIMULATE, "--players", "2", "--set", "structure.items_each=3,3,2"), ("items_each", "expected a list of 4")),
    # files of rules
    ((*SIMULATE, "--rules", "absent.toml"), ("absent.toml", "no such file")),
    ((*SIMULATE, "--rules", "full"), ("full", "a folder")),
    ((*SIMULATE, "--rules", "broken.toml"), ("broken.toml", "not valid TOML")),
    ((*SIMULATE, "--rules", "types.toml"), ("types.toml", "max_rounds", "many", "a whole number")),
    ((*SIMULATE, "--rules", "unknown.toml"), ("unknown.toml", "max_round", "did you mean max_rounds")),
    ((*SIMULATE, "--rules", "partial.toml"), ("partial.toml", "missing")),
    ((*SIMULATE, "--rules", "other.toml"), ("other.toml", "chess")),
    (("rules", "check", GAME, "absent.toml"), ("absent.toml", "no such file")),
    (("rules", "check", GAME, "broken.toml"), ("broken.toml", "not valid TOML")),
    (("rules", "check", GAME, "types.toml"), ("types.toml", "a whole number")),
    (("rules", "check", GAME, "partial.toml"), ("partial.toml", "missing")),
    (("rules", "check", GAME, "bytes.toml"), ("bytes.toml", "not UTF-8")),
    (("rules", "check", GAME, "notes.txt"), ("notes.txt", "not valid TOML")),
    (("rules", "export", GAME, "--out", "notes.txt"), ("notes.txt exists",)),
    (("rules", "export", GAME, "--out", "absent/rules.toml"), ("absent/rules.toml", "cannot be written")),
    # folders
    ((*SIMULATE, "--out", "full"), ("full", "not empty")),
    ((*SIMULATE, "--out", "notes.txt"), ("notes.txt", "is a file")),
    ((*SIMULATE, "--out", "notes.txt/results"), ("notes.txt/results", "cannot be written")),
    (("study", GAME, "--out", "full"), ("full", "not empty")),
    (("report", "absent"), ("absent", "no such folder")),
    (("report", "full"), ("full", "no manifest.json")),
    (("report", "notes.txt"), ("notes.txt",)),
    # the command line itself
    (("simulat", GAME), ("simulat",)),
    (("simulate",), ("GAME",)),
    ((*SIMULATE, "--player", "4"), ("--player",)),
    ((*SIMULATE, "--games"), ("--games",)),
    (("rules", "shw", GAME), ("shw",)),
    (("replay", GAME, "--deal", "first"), ("--deal", "integer")),
]


@pytest.mark.parametrize(("args", "words"), WRONG, ids=[" ".join(args)[:70] for args, _ in WRONG])
def test_bad_input_is_told_once(
    command: Commands, tmp_path: Path, args: tuple[str, ...], words: tuple[str, ...]
) -> None:
    before = tree(tmp_path)
    result = command(*args)
    assert result.code == 2
    assert result.out == ""
    errors = [line for line in result.err.splitlines() if line.startswith("Error: ")]
    assert len(errors) == 1, result.err
    assert result.err.rstrip().endswith(errors[0]), "the message is the last thing said"
    assert not [word for word in words if word not in errors[0]], errors[0]
    assert "Traceback" not in result.err
    assert len(errors[0]) < 500
    assert {name: data for name, data in tree(tmp_path).items() if "__pycache__" not in name} == before


def test_missing_card_is_named(command: Commands, tmp_path: Path) -> None:
    """A complete file in which one row of data was lost."""
    assert command("rules", "export", GAME, "--out", "own.toml").code == 0
    lines = Path("own.toml").read_text().splitlines()
    row = next(i for i, line in enumerate(lines) if re.match(r"[A-Z]\d = \{", line))
    Path("own.toml").write_text("\n".join(lines[:row] + lines[row + 1 :]) + "\n")
    result = command("rules", "check", GAME, "own.toml")
    assert result.code == 2
    assert "own.toml" in result.err
    assert "has 11 cards" in result.err


@pytest.mark.parametrize("name", ["./absent.py:bold", "search:./absent.py:bold", "./notes.txt:bold"])
def test_nothing_is_said_to_be_compiled_where_there_is_no_file(command: Commands, name: str) -> None:
    result = command("simulate", "toy", "--strategies", name, "--games", "4")
    assert (result.code, result.err.count("\n")) == (2, 1)
    told = command("simulate", "toy", "--strategies", "./mine.py:most", "--games", "4", "--jobs", "1")
    assert "compiling ./mine.py:most; a strategy file is compiled anew each time" in told.err


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may write everywhere")
def test_unwritable_folder_is_refused(command: Commands, tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir()
    locked.chmod(0o500)
    result = command(*SIMULATE, "--out", locked / "run")
    assert result.code == 2
    assert "cannot be written" in result.err
    assert not list(locked.iterdir())


def test_strategy_at_fault_is_named_and_leaves_nothing(command: Commands, tmp_path: Path) -> None:
    before = set(tree(tmp_path))
    result = command(
        "simulate", "toy", "--strategies", "./mine.py:wrong", "--players", "2", "--games", "4", "--jobs", "1",
        "--out", "run",
    )  # fmt: skip
    assert result.code == 2
    assert "strategy 'wrong' in seat 1 returned 99" in result.err
    assert "option 0: take 1" in result.err
    assert {name for name in tree(tmp_path) if "__pycache__" not in name} == before


ODD = "b\x1b[31m\nh\r" + "x" * 5000


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ((*SIMULATE, "--method", ODD), "method: 'b\\x1b[31m\\nh\\rxx"),
        ((*SIMULATE, "--method", ""), "method: ''; expected bh or by"),
        ((*SIMULATE, "--margin", ODD), "margin: 'b\\x1b[31m\\nh\\rxx"),
        ((*SIMULATE, "--backend", ODD), "backend: 'b\\x1b[31m\\nh\\rxx"),
        ((*SIMULATE, "--scheduler", ODD), "scheduler: 'b\\x1b[31m\\nh\\rxx"),
        ((*SIMULATE, "--backend", "dask", "--scheduler", ""), "scheduler: '' names none; expected an address such as"),
        ((*SIMULATE, "--backend", "dask", "--scheduler", " "), "scheduler: ' ' names none"),
        ((*SIMULATE, "--set", ODD), "--set 'b\\x1b[31m\\nh\\rxx"),
        (("ledger", GAME, "--method", ODD), "method: 'b\\x1b[31m\\nh\\rxx"),
        (("regret", GAME, "--method", ODD), "method: 'b\\x1b[31m\\nh\\rxx"),
        (("restrict", GAME, "--each", "item", "--who", ODD), "who: 'b\\x1b[31m\\nh\\rxx"),
        (("simulate", GAME, "--strategies", ODD), "has no strategy 'b\\x1b[31m\\nh\\rxx"),
        (("simulate", GAME, "--strategies", f"greedy-value@{ODD}"), "@'b\\x1b[31m\\nh\\rxx"),
        (("simulate", GAME, "--strategies", f"greedy-value@{'x' * 5000}"), f"@{'x' * 57}...: no setting"),
        (("simulate", GAME, "--strategies", f"greedy-value@a={'x' * 5000}"), f"'{'x' * 56}... is no number"),
        (("simulate", GAME, "--strategies", f"greedy-value@{'x' * 5000}=1"), f"has no weight '{'x' * 56}..."),
        (("runs", "empty.py"), "empty.py: no folder; expected one that holds runs"),
    ],
)  # fmt: skip
def test_what_was_typed_is_told_in_one_short_line(command: Commands, args: tuple[str, ...], words: str) -> None:
    result = command(*args)
    assert (result.code, result.out) == (2, "")
    (line,) = result.err.removesuffix("\n").split("\n")
    assert words in line
    assert line.isprintable()
    assert len(line) < 700


def every_path() -> Iterator[tuple[str, ...]]:
    """Commands in which each option and argument that is a file or a folder is an empty text."""
    pending: list[tuple[tuple[str, ...], Any]] = [((), get_command(app))]
    while pending:
        words, known = pending.pop()
        pending += [((*words, name), each) for name, each in getattr(known, "commands", {}).items()]
        given = {param: "x" for param in known.params if param.param_type_name == "argument" and param.required}
        for param in known.params:
            if str(param.metavar).strip("[]") not in ("FILE", "DIR"):
                continue
            if param.param_type_name == "option":
                yield (*words, *given.values(), f"{param.opts[0]}=")
            else:
                yield (*words, *{**given, param: ""}.values())


@pytest.mark.parametrize("args", sorted(every_path()), ids=" ".join)
def test_an_empty_text_is_no_path(command: Commands, tmp_path: Path, args: tuple[str, ...]) -> None:
    before = tree(tmp_path)
    result = command(*args)
    assert (result.code, result.out) == (2, "")
    assert re.search(r"Error: Invalid value for '[\w\[\]-]+': empty; expected a path$", result.err.strip())
    assert tree(tmp_path) == before
