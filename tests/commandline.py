"""Running the command line inside a test, as a user would."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from analyses.runs import Facts
from meeplelab.cli import app
from reports.front import Report
from simcore.store import Run

TAKE_MOST = """
from strategies.contract import strategy


@strategy("toy", name="most", idea="Take as many coins as allowed.")
def most(rules, public, private, options, count, weights, stream):
    return count - 1


@strategy("toy", name="least", idea="Take as few coins as allowed.")
def least(rules, public, private, options, count, weights, stream):
    return 0


@strategy("toy", name="wrong", idea="Answers with an option there is not.")
def wrong(rules, public, private, options, count, weights, stream):
    return 99
"""
"""Strategies of one's own for the toy game."""


@dataclass(frozen=True)
class Result:
    """What a command left behind."""

    code: int
    out: str
    err: str


class Commands:
    """Calls commands in this process; files are looked up from the working folder."""

    def __init__(self, capture: pytest.CaptureFixture[str]) -> None:
        self._capture = capture

    def __call__(self, *args: str | Path, typed: str | bytes | None = None) -> Result:
        """Run `meeplelab args`, with what is typed on stdin."""
        self._capture.readouterr()
        with pytest.MonkeyPatch.context() as patch:
            if typed is not None:
                data = typed if isinstance(typed, bytes) else typed.encode()
                patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
            with pytest.raises(SystemExit) as left:
                app([str(arg) for arg in args], prog_name="meeplelab")
        out, err = self._capture.readouterr()
        return Result(int(left.value.code or 0), out, err)


def bare_report(runs: Sequence[Run], out: Path, *_: object) -> Report:
    """What stands in for the writing of a report where that is not what is tested: an empty page."""
    page = out / "report.html"
    page.write_text("")
    return Report(page, Facts.of(runs[0]), runs[0].games, (runs[0].players,), 0, ())


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its content, and every folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else b"/"
        for path in sorted(folder.rglob("*"))
    }
