"""A whole study of a game: runs at every number of players, and one report about them.

Also the finding of runs below a folder, and the writing of a report so that it is there whole or
not at all.
"""

from __future__ import annotations

import errno
import itertools
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from simcore import journal, manifest
from simcore.errors import MeepleError
from simcore.files import make_folder, replace_with

if TYPE_CHECKING:
    from analyses.finding import Finding
    from analyses.verdict import Judge
    from reports.front import Report
    from simcore.store import Run

REPORT = "report"
"""Folder of a report beside its runs."""
OTHER_RULES = "other-rules"
"""Folder beside them of runs under other rules."""
EXPERIMENTS = "experiments"
"""Folder beside them of what experiments found."""
DISK = (errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EROFS, errno.EFBIG, errno.EIO)
BESIDE = 5
"""A run beside the main one has this fraction of its games."""


def find_runs(folder: Path) -> list[Run]:
    """The run in a folder, or the runs right below it and those in its folder `other-rules`, checked.

    Raises MeepleError if there is none, one is damaged, they are not of one game, or those right
    below are not under the same rules.
    """
    from simcore.store import open_run

    if not folder.is_dir() or any((folder / name).exists() for name in (manifest.NAME, journal.NAME)):
        return [open_run(folder)]
    runs = _runs_below(folder)
    if not runs:
        raise MeepleError(f"{folder}: no {manifest.NAME} in it or right below it; expected a folder of simulate --out")
    for run in runs[1:]:
        for what, one, other in (
            ("games", runs[0].game, run.game),
            ("rules", runs[0].manifest["ruleset"]["digest"], run.manifest["ruleset"]["digest"]),
        ):
            if one != other:
                raise MeepleError(
                    f"{folder}: runs of different {what}: {runs[0].folder.name} ({one}) and {run.folder.name} ({other})"
                )
    return runs + _under_other_rules(folder / OTHER_RULES, runs[0])


def _runs_below(folder: Path) -> list[Run]:
    """Runs right below a folder, in order of their names; one that did not finish is an error."""
    from simcore.store import open_run

    names = (manifest.NAME, journal.NAME)
    return [open_run(place) for place in sorted({path.parent for name in names for path in folder.glob(f"*/{name}")})]


def _under_other_rules(folder: Path, main: Run) -> list[Run]:
    """Runs in the folder of other rules, in order of their names."""
    runs = _runs_below(folder)
    for run in runs:
        if run.game != main.game:
            raise MeepleError(f"{run.folder}: a run of {run.game} beside runs of {main.game}; expected the same game")
    return runs


def find_findings(folder: Path, game: str) -> list[Finding]:
    """The findings of experiments in a folder's `experiments`, in order of their names.

    Raises MeepleError for one that is damaged or of another game.
    """
    from analyses.finding import Finding

    findings = []
    for path in sorted((folder / EXPERIMENTS).glob("*.json")):
        finding = Finding.read(path)
        if finding.evidence.game != game:
            raise MeepleError(f"{path}: about {finding.evidence.game} beside runs of {game}; expected the same game")
        findings.append(finding)
    return findings


def write_whole(runs: Sequence[Run], out: Path, findings: Sequence[Finding], judge: Judge) -> Report:
    """Write a report about runs into a new or empty folder; after any error nothing of it remains. Returns it in short.

    Verdicts are made with the judge's margin and method.

    Raises MeepleError for a folder that is not empty or cannot be written.
    """
    from reports.page import write_report

    made = make_folder(out)
    try:
        with tempfile.TemporaryDirectory(prefix=".part-", dir=out) as part:
            report = write_report(runs, Path(part), findings, judge.margin, judge.method)
            # the page last: where it is, there is all it shows
            for path in sorted(Path(part).iterdir(), key=lambda path: (path.suffix == ".html", path)):
                shutil.move(path, out / path.name)
        return replace(report, page=out / report.page.name)
    except BaseException as error:
        if made:
            shutil.rmtree(out, ignore_errors=True)
        if isinstance(error, OSError) and error.errno in DISK:
            raise MeepleError(f"{out}: cannot be written: {error.strerror}") from None
        raise


def write_front(reports: Sequence[Report], folder: Path) -> Path:
    """Write the front page of a study, which leads to its reports, in place of one that is there.

    Raises MeepleError if it cannot be written.
    """
    from reports.front import NAME, front_page

    replace_with(folder / NAME, front_page(reports, folder))
    return folder / NAME


def fresh_folder(parent: Path) -> Path:
    """Make the first of `parent`/1, /2, /3... that is not there yet."""
    for number in itertools.count(1):
        folder = parent / str(number)
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            continue
        except OSError as error:
            raise MeepleError(f"out: {folder} cannot be made: {error.strerror}") from None
        return folder
    raise AssertionError("counting does not end")
