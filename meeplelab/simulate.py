"""Playing a line-up, with a summary; its rows are kept if asked for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from meeplelab.judging import MARGIN, METHOD, judge_of
from meeplelab.listener import SILENT, Listener
from meeplelab.match import Changes, Names, prepare, workers
from meeplelab.progress import duration
from simcore.errors import MeepleError
from simcore.words import plural


def simulate(
    game: str,
    *,
    players: int | None = None,
    games: int = 10_000,
    strategies: Names | None = None,
    seed: int = 1,
    jobs: int | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    rules: str | Path | None = None,
    changes: Changes | None = None,
    chunk: int | None = None,
    backend: str = "threads",
    scheduler: str | None = None,
    margin: str | float = MARGIN,
    method: str = METHOD,
    listener: Listener = SILENT,
    command: Sequence[str] = (),
) -> pd.DataFrame:
    """Play, and sum up; see `meeplelab.summary` for the frame.

    One strategy fills every seat, several are one a seat; without any the game's own line-up
    plays. Verdicts are about the margin (percentage points of win share: "1pp", 1) and adjusted by the
    method ("bh", "by"). With `out` the rows are kept in that folder (new or empty), otherwise nowhere;
    with `resume` only what is missing of a run begun there with the same settings is played. Workers are threads, with
    the backend "loky" processes, with "dask" those of the scheduler's cluster, or of one made for the run. `attrs`
    holds the facts of the run. Raises MeepleError for bad input, and then writes nothing.
    """
    from meeplelab.backends import away_of
    from meeplelab.played import Played, sources_of
    from meeplelab.summary import summary
    from simcore.away import check as check_backend
    from simcore.run import play_to
    from simcore.runfolder import check

    if out is not None:
        check(Path(out), resume)
    elif resume:
        raise MeepleError("resume: goes on with a run that is kept; name its folder with out")
    check_backend(backend, scheduler)
    judge, crew = judge_of(margin, method), workers(jobs)
    match = prepare(game, players, games, strategies, seed, rules, changes, notice=listener.notice)
    listener.say(match.schedule.note())
    away = away_of(match, backend, scheduler)
    if out is None:
        played = Played(match, crew, chunk, listener, away)
        frame = summary(played, judge.margin, judge.method)
        seconds = played.seconds
    else:
        run = play_to(
            Path(out), match.spec, match.ruleset, match.strategies, match.schedule, sources=sources_of(match),
            command=command, resume=resume, jobs=crew, chunk=chunk,
            on_progress=listener.progress, on_notice=listener.notice, away=away,
        )  # fmt: skip
        seconds = run.manifest["wall_seconds"]
        frame = summary(run, judge.margin, judge.method)
    count = match.schedule.games
    rate = round(count / seconds) if seconds > 1e-6 else 0  # a manifest may tell of any time
    listener.say(f"{plural(count, 'game')} in {duration(seconds)}, {rate:,} games/s")
    frame.attrs |= {"games_asked": match.schedule.asked, "seconds": round(seconds, 3), "games_per_second": rate}
    frame.attrs["out"] = None if out is None else str(out)
    return frame
