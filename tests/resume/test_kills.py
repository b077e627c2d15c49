"""Runs killed at any moment go on to the same files."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from simcore.errors import MeepleError
from simcore.store import open_run
from tests.resume.runs import ROOT, files

SERVER = """
    import os, sys
    from pathlib import Path
    from simcore import writer
    from simcore.layout import Layout
    from simcore.run import play_to
    from simcore.schedule import Schedule
    from tests import toygame

    GAMES = 4_000
    rules = toygame.SPEC.load_rules(None, {})
    players = [toygame.random(), toygame.greedy()]
    for player in players:
        player.choose

    for line in sys.stdin:
        folder, save = line.split()
        child = os.fork()
        if not child:
            writer.SAVE_SECONDS = float(save)
            play_to(Path(folder), toygame.SPEC, rules, players, Schedule(3, ("random", "greedy"), GAMES),
                    sources=("", ""), layout=Layout(GAMES, 2, 168, 4), jobs=2, chunk=83, resume=True)
            os._exit(0)
        print(child, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


@contextmanager
def server() -> Iterator[Callable[[Path, float, float | None], tuple[int, float]]]:
    """Runs of 4,000 games in processes of their own: (folder, seconds between savings, seconds until it is killed).

    Each comes to an end; its exit code and how long it took.
    """
    command = [sys.executable, "-c", textwrap.dedent(SERVER)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        into, out = process.stdin, process.stdout

        def run(folder: Path, save: float, kill: float | None) -> tuple[int, float]:
            into.write(f"{folder} {save}\n")
            into.flush()
            child, began = int(out.readline()), time.monotonic()
            if kill is not None:
                time.sleep(kill)
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            code = int(out.readline())
            return code, time.monotonic() - began

        yield run
        into.close()


def kill_and_resume(folder: Path, kills: int) -> tuple[float, dict[str, int]]:
    """Kill runs at moments drawn over their length, go on with each; that length, what was found in the folders."""
    draw = random.Random(20)
    found = dict.fromkeys(("nothing", "journal", "shards", "pieces", "half files"), 0)
    with server() as run:
        code, _ = run(folder / "whole", 10.0, None)
        assert code == 0
        whole = files(folder / "whole")
        _, usual = run(folder / "again", 10.0, None)
        killed = 0
        while killed < kills:
            place = folder / f"run-{killed}-{draw.random()}"
            save = draw.choice([10.0, 0.0])
            code, _ = run(place, save, draw.uniform(0.0, usual))
            if code == 0:
                continue  # it was quicker than the kill
            assert code == -signal.SIGKILL
            killed += 1
            names = [path.name for path in place.iterdir()] if place.exists() else []
            found["nothing"] += not names
            found["journal"] += "journal.txt" in names
            found["shards"] += any(name.endswith(".parquet") for name in names)
            found["pieces"] += any(name.endswith(".piece") for name in names)
            found["half files"] += any(name.endswith(".part") for name in names)
            if "manifest.json" not in names:
                with pytest.raises(MeepleError, match=r"did not finish|no manifest|no such folder"):
                    open_run(place)
            code, _ = run(place, 10.0, None)
            assert code == 0
            assert files(place) == whole
    return usual, found


def test_killed_runs_go_on_to_the_same_files(tmp_path: Path) -> None:
    kill_and_resume(tmp_path, 3)


@pytest.mark.slow
def test_fifty_killed_runs_go_on_to_the_same_files(tmp_path: Path) -> None:
    usual, found = kill_and_resume(tmp_path, 50)
    print(f"50 kills within {usual:.2f} s of play; found in the folders: {found}")
    assert found["shards"] > 10
    assert found["pieces"] > 3
