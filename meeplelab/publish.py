"""Reports, and the study that plays all a report is about."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from meeplelab.findings import keep, typed
from meeplelab.judging import MARGIN, METHOD, judge_of
from meeplelab.listener import SILENT, Listener
from meeplelab.match import Changes, check_out, players_of, workers
from meeplelab.simulate import simulate
from simcore import registry
from simcore.errors import MeepleError
from simcore.registry import game as find_game
from simcore.schedule import Schedule
from simcore.words import at_table, plural

if TYPE_CHECKING:
    from analyses.finding import Finding
    from reports.front import Report


def report(
    folder: str | Path,
    out: str | Path | None = None,
    listener: Listener = SILENT,
    *,
    margin: str | float = MARGIN,
    method: str = METHOD,
) -> pd.DataFrame:
    """Write a report of a run, or of the runs right below a folder: one row a file written.

    Findings of experiments in the folder's `experiments` (JSON files written with `--out`) have sections
    of their own. Verdicts on the runs are about the margin (in pp) and adjusted by the method. It goes
    to `out` (new or empty), else to the folder `report` beside the run's files. `attrs` holds the path
    of the page. Raises MeepleError for bad input, and then writes nothing.
    """
    return _report(Path(folder), out, listener, margin, method)[0]


def _report(
    folder: Path, out: str | Path | None, listener: Listener, margin: str | float, method: str
) -> tuple[pd.DataFrame, Report]:
    """The files of a report that was written, and what a front page tells of it."""
    from meeplelab import study

    judge = judge_of(margin, method)
    target = Path(out) if out is not None else Path(folder) / study.REPORT
    check_out(target)
    runs = study.find_runs(Path(folder))
    games = sum(run.games for run in runs)
    listener.say(f"writing a report on {plural(games, 'game')} in {plural(len(runs), 'run')}")
    findings = study.find_findings(Path(folder), runs[0].game)
    report = study.write_whole(runs, target, findings, judge)
    files = sorted(path for path in target.rglob("*") if path.is_file())
    frame = pd.DataFrame(
        [(path.relative_to(target).as_posix(), path.suffix.lstrip("."), path.stat().st_size) for path in files],
        columns=["file", "kind", "bytes"],
    )
    page = next(path for path in files if path.suffix == ".html")
    frame.attrs = {"game": runs[0].game, "games": games, "runs": [str(run.folder) for run in runs], "page": str(page)}
    return frame, report


EXPERIMENTS = {
    "ledger": "deals", "field": "games", "variance": "games", "decided": "games", "robustness": "games",
    "strength": "games",
}  # fmt: skip
"""What a study asks besides playing, and the option of each command that grows with the study."""
USUAL_GAMES = 100_000
WHOLE_GAMES = 200_000
"""Games of a study for which these commands keep their own settings; in a usual one they get half."""
FEWEST_GAMES = 10_000
"""In a smaller study they could tell next to nothing, and are left out."""
TOO_SMALL = f"a study of fewer than {FEWEST_GAMES:,} games is too small for it"
NOT_ASKED = "not asked for"


def experiment(name: str, game: str, games: int, seed: int, jobs: int | None, listener: Listener) -> Finding:
    """What the command of this name finds out about a game in a study of so many games."""
    verb, sizes, command = _asked(name, game, games, seed)
    found: Finding = verb(game, **sizes, seed=seed, jobs=jobs, listener=listener, command=command)
    return found


def _asked(name: str, game: str, games: int, seed: int) -> tuple[Callable[..., Finding], dict[str, int], str]:
    """The function of an experiment, its size in a study of so many games, and the command that would ask the same."""
    verb, option = getattr(import_module(f"meeplelab.{name}"), name), EXPERIMENTS[name]
    size = -(-signature(verb).parameters[option].default * games // WHOLE_GAMES)
    return verb, {option: size}, typed(name, game, f"--{option}", size, "--seed", seed)


def _answered(place: Path, name: str, game: str, games: int, seed: int) -> bool:
    """Whether an interrupted study has kept this finding.

    Raises MeepleError for a damaged one, and for one of other settings.
    """
    from analyses.finding import Finding

    if not place.exists():
        return False
    before, now = Finding.read(place).evidence.command, _asked(name, game, games, seed)[2]
    if before != now:
        raise MeepleError(f"{place}: --resume with other settings: {now}, begun with {before}")
    return True


def study(
    game: str | None = None,
    *,
    games: int = USUAL_GAMES,
    seed: int = 1,
    jobs: int | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    experiments: bool = True,
    margin: str | float = MARGIN,
    method: str = METHOD,
    listener: Listener = SILENT,
    command: Sequence[str] = (),
) -> pd.DataFrame:
    """Play a game (or all) at every number of players and write its report: one row a run.

    `games` are played at the usual table of four, a fifth of that at each other one and under
    each of the game's variants of the rules, by the game's own line-up. The experiments of
    `EXPERIMENTS` follow, unless they are left out or the study is small. The margin (in pp) and method are those of the
    verdicts in the report. Everything goes below
    `out` (new or empty), else below a fresh numbered folder of `results`. With `resume` a study in `out` that was
    interrupted goes on: what it has played and found out is kept, and its reports are written anew.
    `attrs["front"]` is the path of the front page, `attrs["pages"]` holds those of the reports it leads to, and
    `attrs["left_out"]` game, experiment and reason of each experiment that was not made, as the front page tells.
    """
    from meeplelab import study as studies
    from reports.front import LeftOut

    chosen = [find_game(name) for name in (registry.GAMES if game is None else [game])]
    judge_of(margin, method)
    workers(jobs)
    Schedule(seed, ("any",), games)  # refuses bad numbers before a folder is made
    if resume and out is None:
        raise MeepleError("resume: goes on with a study that is kept; name its folder with out")
    if out is not None and not resume:
        check_out(Path(out))
    folder = Path(out) if out is not None else studies.fresh_folder(Path("results"))
    rows, reports, left_out = [], [], []
    for spec in chosen:
        usual = players_of(spec, None)
        tables: list[tuple[int, str, Changes]] = [(p, f"{p}-players", {}) for p in spec.player_counts()]
        tables += [(usual, f"{studies.OTHER_RULES}/{name}", changes) for name, changes in spec.variants.items()]
        for players, name, changes in tables:
            target = folder / spec.name / name
            listener.say(f"{spec.title}, {at_table(players)}, in {name}")
            fewer = players != usual or bool(changes)
            frame = simulate(
                spec.name, players=players, games=-(-games // studies.BESIDE) if fewer else games, changes=changes,
                seed=seed, jobs=jobs, out=target, resume=resume, listener=listener, command=command,
            )  # fmt: skip
            rows.append((spec.name, players, frame.attrs["games"], frame.attrs["seconds"], str(target)))
        asked = EXPERIMENTS if experiments and games >= FEWEST_GAMES else {}
        missing = {} if asked else dict.fromkeys(EXPERIMENTS, NOT_ASKED if not experiments else TOO_SMALL)
        if experiments and not asked:
            listener.say(f"{', '.join(EXPERIMENTS)} are left out: {TOO_SMALL}")
        for question in asked:
            place = folder / spec.name / studies.EXPERIMENTS / f"{question}.json"
            if resume and _answered(place, question, spec.name, games, seed):
                continue
            listener.say(f"{spec.title}, {question}")
            try:
                finding = experiment(question, spec.name, games, seed, jobs, listener)
            except MeepleError as error:
                # Too few games for this question, or one that this game cannot be asked: the others still stand.
                listener.say(f"{question} is left out: {error}")
                missing[question] = str(error)
                continue
            keep(finding, place)
        if resume:
            shutil.rmtree(folder / spec.name / studies.REPORT, ignore_errors=True)
        report = _report(folder / spec.name, None, listener, margin, method)[1]
        left_out += [{"game": spec.name, "experiment": name, "reason": why} for name, why in missing.items()]
        reports.append(replace(report, left_out=tuple(LeftOut(name, why) for name, why in missing.items())))
    front = studies.write_front(reports, folder)
    table = pd.DataFrame(rows, columns=["game", "players", "games", "seconds", "folder"])
    table.attrs = {
        "seed": seed, "front": str(front), "pages": [str(each.page) for each in reports],
        "left_out": left_out,
    }  # fmt: skip
    return table
