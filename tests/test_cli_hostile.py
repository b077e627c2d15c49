"""What the world does to a command: names the system refuses, strategies that print, signals in mid-run."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from meeplelab.cli import app
from simcore.registry import GAMES
from strategies import catalog, userfile
from tests.commandline import TAKE_MOST, Commands, tree
from tests.toygame import registered

ROOT = Path(__file__).resolve().parent.parent
GAME = GAMES[0]
SIMULATE = ("simulate", GAME, "--strategies", "random", "--games", "8")


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Commands]:
    monkeypatch.chdir(tmp_path)
    with registered():
        yield Commands(capsys)


LONG = "x" * 300


@pytest.mark.parametrize(
    "args",
    [
        (*SIMULATE, "--out", LONG),
        (*SIMULATE, "--rules", LONG),
        (*SIMULATE, "--strategies", f"./{LONG}.py:bold"),
        ("rules", "check", GAME, LONG),
        ("rules", "export", GAME, "--out", LONG),
        ("report", LONG),
        ("study", GAME, "--out", LONG),
    ],
    ids=lambda args: " ".join(args)[:40],
)
def test_a_name_the_system_refuses_is_told(command: Commands, tmp_path: Path, args: tuple[str, ...]) -> None:
    before = tree(tmp_path)
    result = command(*args)
    assert (result.code, result.out) == (2, "")
    assert result.err.count("Error: ") == 1
    assert "File name too long" in result.err
    assert tree(tmp_path) == before


@pytest.mark.parametrize("leads", ["link", "nowhere"])
@pytest.mark.parametrize(
    ("args", "option"),
    [
        (SIMULATE, "--out"),
        (("study", GAME, "--games", "8"), "--out"),
        (("rules", "export", GAME), "--out"),
        (("field", GAME, "random", "thrifty", "--games", "8"), "--out"),
        (("replay", GAMES[1]), "--png"),
    ],
    ids=lambda args: args[0],
)
def test_a_link_that_leads_nowhere_is_left_alone(
    command: Commands, args: tuple[str, ...], option: str, leads: str
) -> None:
    """To itself, or to what is not there."""
    Path("link").symlink_to(leads)
    for place in ("link", "link/below")[: 1 if leads == "nowhere" else 2]:
        result = command(*args, option, place)
        assert (result.code, result.out) == (2, ""), place
        assert result.err.count("Error: ") == 1
        assert place.split("/")[0] in result.err
        assert Path("link").is_symlink()
        assert not Path("nowhere").exists()


STEERS = "ab\n\x1b[31m\u202e<b>"


@pytest.mark.parametrize(
    "args",
    [
        (*SIMULATE, "--rules", STEERS),
        (*SIMULATE, "--strategies", f"./{STEERS}.py:bold"),
        ("rules", "check", GAME, STEERS),
        ("report", STEERS),
        ("runs", STEERS),
        ("bands", GAME, STEERS),
    ],
    ids=lambda args: args[0],
)
def test_a_name_that_would_steer_a_terminal_is_told_on_one_plain_line(command: Commands, args: tuple[str, ...]) -> None:
    result = command(*args)
    assert (result.code, result.out) == (2, "")
    (line,) = result.err.removesuffix("\n").split("\n")
    assert line.isprintable()
    assert "ab" in line
    assert "<b>" in line


def test_results_do_not_steer_a_terminal(command: Commands) -> None:
    Path("mine.py").write_text(TAKE_MOST)
    result = command(
        "simulate", "toy", "--strategies", "./mine.py:most", "--players", "2", "--games", "4", "--jobs", "1",
        "--out", STEERS,
    )  # fmt: skip
    assert result.code == 0, result.err
    assert result.out.replace("\n", "").isprintable()
    assert Path(STEERS, "manifest.json").exists()


@pytest.mark.parametrize("args", [(*SIMULATE, "--out", "a\udcff"), ("study", GAME, "--out", "a\udcff")])
def test_a_name_that_is_no_text_is_refused(command: Commands, tmp_path: Path, args: tuple[str, ...]) -> None:
    before = tree(tmp_path)
    result = command(*args)
    assert (result.code, result.out) == (2, "")
    assert "Error: Invalid value for '--out': 'a\\udcff' is not UTF-8; expected a path that is\n" in result.err
    assert tree(tmp_path) == before


def test_what_a_strategy_prints_stays_out_of_the_results(command: Commands) -> None:
    Path("loud.py").write_text(TAKE_MOST.replace("    return count - 1", "    print(77)\n    return count - 1"))
    result = command(
        "simulate", "toy", "--strategies", "./loud.py:most", "--players", "2", "--games", "4", "--jobs", "1", "--json"
    )
    assert result.code == 0, result.err
    assert json.loads(result.out)["games"] == 4
    assert "77" in result.err


LATE = """
from strategies.contract import strategy


@strategy("toy", name="late", idea="Answers with an option there is not, at the third turn.")
def late(rules, public, private, options, count, weights, stream):
    print(77)
    return 99 if public.turns == 2 else 0
"""


def test_a_replay_tells_what_came_before_a_fault(command: Commands) -> None:
    Path("late.py").write_text(LATE)
    args = ("replay", "toy", "--strategies", "./late.py", "--players", "2")
    result = command(*args)
    assert result.code == 2
    assert re.findall(r"^(\d+)\. seat", result.out, re.M) == ["1", "2"]
    assert "77" not in result.out
    assert result.err.count("Error: strategy 'late' in seat 1 returned 99, but the options are") == 1
    result = command(*args, "--json")
    assert (result.code, result.out) == (2, "")
    position = command(*args, "--decision", "2", "--json")
    assert position.code == 0
    assert len(json.loads(position.out)["steps"]) == 2


@pytest.mark.parametrize("does", ["stdout.close()", "stderr.close()", "stdout = None", "stderr = None"])
def test_a_file_does_not_take_away_what_messages_go_to(command: Commands, does: str) -> None:
    Path("mine.py").write_text(f"import sys\nprint(77)\nsys.{does}\n" + TAKE_MOST)
    args = ("simulate", "toy", "--players", "2", "--games", "4", "--jobs", "1", "--strategies")
    played = command(*args, "./mine.py:most")
    assert played.code == 0, played.err
    assert "77\n" in played.err
    assert "Coins, 2 players: 4 games" in played.out
    assert "Error: strategy 'wrong' in seat 1 returned 99" in command(*args, "./mine.py:wrong").err


CHANGES_OURS = TAKE_MOST + "from strategies import catalog\ncatalog.labels = None\n"


def test_a_file_that_changes_what_is_not_its_own_is_named(command: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "labels", catalog.labels)
    monkeypatch.setattr(userfile, "_run_here", [])
    Path("mine.py").write_text(CHANGES_OURS)
    args = ("simulate", "toy", "--strategies", "./mine.py:most", "--players", "2", "--games", "4", "--out", "run")
    result = command(*args)
    assert (result.code, result.out) == (2, "")
    assert result.err.splitlines()[-1] == (
        "Error: mine.py: TypeError: 'NoneType' object is not callable; does the file change what is not its own? "
        "With MEEPLELAB_TRACEBACK=1 it is shown where this happened"
    )
    assert not Path("run").exists()
    monkeypatch.setattr(userfile, "_reason", None)  # what words are made with
    assert command(*args).err.splitlines()[-1].startswith("Error: mine.py: nothing works as it should; does the file")
    monkeypatch.setenv("MEEPLELAB_TRACEBACK", "1")
    with pytest.raises(TypeError, match="not callable"):
        app(args, prog_name="meeplelab")


def test_a_fault_of_ours_is_shown_whole(command: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalog, "labels", None)
    monkeypatch.setattr(userfile, "_run_here", [])
    with pytest.raises(TypeError, match="not callable"):
        app(SIMULATE, prog_name="meeplelab")


CLI = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from meeplelab.cli import app
from tests.toygame import registered
with registered():
    app(sys.argv[1:], prog_name="meeplelab")
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("number", "code", "words"),
    [
        (signal.SIGINT, 130, "Interrupted."),
        (signal.SIGTERM, 143, "Ended by a signal."),
    ],
)
def test_a_signal_in_mid_run_keeps_whole_shards_and_says_how_to_go_on(
    tmp_path: Path, number: int, code: int, words: str
) -> None:
    (tmp_path / "mine.py").write_text(TAKE_MOST)
    run = subprocess.Popen(
        [sys.executable, "-c", CLI, "simulate", "toy", "--strategies", "./mine.py:most", "--players", "2",
         "--games", "4000000000", "--jobs", "2", "--out", "run"],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    until = time.monotonic() + 240
    while not list(tmp_path.glob("run/rows-*.parquet")) and run.poll() is None and time.monotonic() < until:
        time.sleep(0.05)
    run.send_signal(number)
    out, err = run.communicate(timeout=240)
    assert (run.returncode, out) == (code, ""), err
    assert words in err.splitlines()[-2:]
    assert re.search(
        r"^[\d,]+ of 4,000,000,000 games are kept in run; the same command with --resume goes on$", err, re.M
    )
    assert {path.name for path in tmp_path.glob("run/*")} >= {"journal.txt", "rows-00000.parquet"}
    assert not [path for path in tmp_path.glob("run/*") if path.suffix not in (".txt", ".parquet")]


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
@pytest.mark.parametrize("args", [("games",), ("games", "--json"), ("strategies", GAME), ("rules", "export", GAME)])
def test_a_closed_pipe_is_silence(args: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "meeplelab", *args], cwd=ROOT, stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_under_stdout_is_told() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "meeplelab", "rules", "export", GAME],
            cwd=ROOT, stdout=full, stderr=subprocess.PIPE, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (2, b"Error: output: No space left on device\n")


ENDING = """
import atexit, sys, time
from meeplelab import cli
def slow():
    print("ending", file=sys.stderr, flush=True)
    time.sleep(0.5)
    print("ended", file=sys.stderr, flush=True)
atexit.register(slow)
sys.argv = ["meeplelab", "games"]
cli.main()
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_does_not_disturb_a_command_that_is_ending() -> None:
    """A second Ctrl-C comes while what the first one left is put away."""
    run = subprocess.Popen(
        [sys.executable, "-c", "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)" + ENDING],
        cwd=ROOT, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert run.stderr is not None
    assert run.stderr.readline() == "ending\n"
    run.send_signal(signal.SIGINT)
    _, rest = run.communicate(timeout=60)
    assert (run.returncode, rest) == (0, "ended\n")
