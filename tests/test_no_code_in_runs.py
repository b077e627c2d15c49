"""A run's folder is data: whatever it names, nothing in it is imported or executed."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from simcore.journal import line_of
from tests.commandline import TAKE_MOST, Commands, bare_report, tree
from tests.toygame import registered

EVIL = """
from pathlib import Path

Path("SENTINEL").write_text("code of a run's folder was executed")
"""
NAMES = ["./evil.py:bold", "run/evil.py:bold", "search:./evil.py:bold"]
TOY = ("simulate", "toy", "--strategies", "./mine.py:most,./mine.py:least", "--games", "20", "--jobs", "1")


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Commands]:
    """Commands in a folder with a run whose every text that may name a strategy names a file that tells on itself."""
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(TAKE_MOST)
    with registered():
        made = Commands(capsys)
        assert made(*TOY, "--out", "run").code == 0
        code = EVIL.replace("SENTINEL", str(tmp_path / "sentinel")) + TAKE_MOST.replace("most", "bold")
        for place in ("evil.py", "run/evil.py", "run/conftest.py", "run/sitecustomize.py", "run/__init__.py"):
            Path(place).write_text(code)
        yield made
    assert not Path("sentinel").exists()
    assert not [name for name in sys.modules if "evil" in name]


def rewritten(folder: Path, name: str) -> dict[str, Any]:
    """The manifest of a run, in which every place that may name a strategy names this one."""
    path = folder / "manifest.json"
    manifest: dict[str, Any] = json.loads(path.read_text())
    manifest |= {"lineup": [name, f"{name}@x=1"], "rotations": 2, "blocks": 10}
    manifest |= {"strategy_sources": [name] * 2, "command": ["meeplelab", "simulate", "toy", "--strategies", name]}
    path.write_text(json.dumps(manifest))
    return manifest


def test_no_verb_imports_what_a_manifest_names(command: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    # the report itself is written in the test of findings
    monkeypatch.setattr("reports.page.write_report", bare_report)
    for number, name in enumerate(NAMES):
        rewritten(Path("run"), name)
        assert command("report", "run", "--out", f"report-{number}").code == 0
        assert command("runs", "run", "--verify").code == 0
        assert command("runs", ".", "--json").code == 0
        refused = command(*TOY, "--out", "run", "--resume")
        assert refused.code == 2
        assert f"the line-up most, least, begun with {name}" in refused.err


def test_no_verb_imports_what_a_journal_names(command: Commands) -> None:
    manifest = rewritten(Path("run"), NAMES[0])
    Path("run/manifest.json").unlink()
    Path("run/journal.txt").write_text(line_of({"plan": {key: manifest[key] for key in manifest if key != "shards"}}))
    before = tree(Path("run"))
    assert "did not finish" in command("report", "run").err
    assert command("runs", "run").code == 0
    assert "the line-up most, least, begun with ./evil.py:bold" in command(*TOY, "--out", "run", "--resume").err
    assert tree(Path("run")) == before


def test_no_verb_imports_what_a_finding_names(command: Commands) -> None:
    from analyses.finding import Evidence, Finding

    rewritten(Path("run"), NAMES[0])
    evidence = Evidence(
        "toy", "Coins", 1, "toy", "0" * 12, 2, (NAMES[0], NAMES[1]), 1, 20, 10, "Counted.",
        f"meeplelab asked toy {NAMES[0]}",
    )  # fmt: skip
    Path("run/experiments").mkdir()
    table = pd.DataFrame({"strategy": NAMES, "win_share": 0.5})
    Path("run/experiments/asked.json").write_text(Finding("asked", "x", evidence, {"asked": table}).text())
    assert command("report", "run").code == 0


def test_the_sentinel_is_awake(tmp_path: Path) -> None:
    code = EVIL.replace("SENTINEL", str(tmp_path / "sentinel"))
    exec(compile(code, "evil.py", "exec"), {})
    assert (tmp_path / "sentinel").exists()
