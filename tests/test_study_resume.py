"""A study that was killed among its experiments goes on, and ends as one that never was."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commandline import TAKE_MOST, tree

ROOT = Path(__file__).resolve().parent.parent
STUDY = """
import os, signal, sys, types
from dataclasses import replace
from pathlib import Path
from analyses.finding import Evidence, Finding
import pandas as pd
from meeplelab import publish, study
from simcore import files
from tests import toygame

where, at = sys.argv[1], int(sys.argv[2])
calls = {"experiment": 0, "publish": 0, "move": 0}
own = types.ModuleType("strategies.toy")
own.LINE_UP = ("./mine.py:most",) * 4
sys.modules["strategies.toy"] = own
publish.FEWEST_GAMES = 100

def killed_at(name, usual):
    def call(*args, **options):
        calls[name] += name != "publish" or args[0].parent.name == study.EXPERIMENTS
        if name == where and calls[name] == at:
            os.kill(os.getpid(), signal.SIGKILL)
        return usual(*args, **options)
    return call

def experiment(name, game, games, seed, jobs, listener):
    command = publish._asked(name, game, games, seed)[2]
    evidence = Evidence(game, "Toy", 1, "toy", "0" * 12, 4, ("a",) * 4, seed, games, games // 4, "Counted.", command)
    return Finding(f"other-{name}", name, evidence, {name: pd.DataFrame({"thing": ["x"], "n": [games]})})

publish.experiment = killed_at("experiment", experiment)
files.publish = killed_at("publish", files.publish)
study.shutil.move = killed_at("move", study.shutil.move)
with toygame.registered():
    publish.study("toy", games=100, jobs=1, out=sys.argv[3], resume=bool(sys.argv[4]))
print(calls["experiment"])
"""


def study(folder: Path, out: str, where: str = "", at: int = 0, resume: bool = False) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-c", STUDY, where, str(at), out, "yes" * resume],
        cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout.strip() or done.stderr


def kept(folder: Path) -> dict[str, bytes]:
    """Files of a study, but for what tells when and how it was played."""
    return {
        name: content for name, content in tree(folder).items() if not name.endswith(("manifest.json", "report.html"))
    }


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_a_study_killed_among_its_experiments_goes_on(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(TAKE_MOST)
    assert study(tmp_path, "whole") == (0, "6")
    # before the third experiment; while the second's finding is written; while the report's files are put in place
    for where, at, left in (("experiment", 3, "4"), ("publish", 2, "5"), ("move", 2, "0")):
        out = f"{where}-{at}"
        assert study(tmp_path, out, where, at)[0] == -signal.SIGKILL
        assert not (tmp_path / out / "toy" / "report" / "report.html").exists()
        assert study(tmp_path, out, resume=True) == (0, left)
        assert kept(tmp_path / out) == kept(tmp_path / "whole")
