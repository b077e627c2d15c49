"""The packages are typed for whoever builds on them."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("simcore", "strategies", "analyses", "reports", "meeplelab")

USER = """
from pathlib import Path

import pandas as pd

from analyses.finding import Finding
from meeplelab import api
from simcore.errors import MeepleError
from simcore.store import Run, open_run


def shares(games: int) -> pd.DataFrame:
    frame = api.simulate("watchmen", players=4, games=games, strategies=["random", "greedy-value"] * 2)
    return frame[frame["measure"] == "win_share"]


def asked(folder: Path) -> tuple[Run, Finding]:
    try:
        return open_run(folder), api.decided("watchmen", games=400)
    except MeepleError as error:
        raise SystemExit(str(error)) from None
"""
WRONG = 'from meeplelab import api\n\napi.simulate("watchmen", games="many")\n'


def test_every_package_says_that_it_is_typed_and_the_mark_is_packed() -> None:
    packed = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["package-data"]["*"]
    assert "py.typed" in packed
    for package in PACKAGES:
        assert (ROOT / package / "py.typed").is_file(), package


@pytest.mark.slow
@pytest.mark.parametrize(("text", "code", "words"), [(USER, 0, "Success"), (WRONG, 1, 'incompatible type "str"')])
def test_a_script_of_a_user_is_checked_by_our_types(tmp_path: Path, text: str, code: int, words: str) -> None:
    script = tmp_path / "script.py"
    script.write_text(text)
    done = subprocess.run(
        [
            sys.executable, "-m", "mypy", "--strict", "--config-file=", "--follow-imports=silent",
            f"--cache-dir={tmp_path}", str(script),
        ],
        cwd=tmp_path, env={**os.environ, "MYPYPATH": str(ROOT)}, capture_output=True, text=True, timeout=900,
    )  # fmt: skip
    assert done.returncode == code, done.stdout
    assert words in done.stdout
