"""A check for a designer's every change: metrics in a file and the band each must stay in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from meeplelab.findings import evidence
from meeplelab.listener import SILENT, Listener
from meeplelab.match import Match, prepare, workers
from simcore.errors import MeepleError

if TYPE_CHECKING:
    from analyses.finding import Finding
    from meeplelab.bandsfile import BandsFile

NAME = "bands"
GAMES = 40_000
METHOD = (
    "Wilson intervals at the effective n of the blocks for shares, t over blocks for means, all intervals together "
    "with 95% (Bonferroni)."
)


def bands(
    game: str,
    file: str | Path,
    *,
    players: int | None = None,
    games: int | None = None,
    strategies: str | Sequence[str] | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    rules: str | Path | None = None,
    changes: Mapping[str, object] | None = None,
    chunk: int | None = None,
    listener: Listener = SILENT,
    command: str = "",
) -> Finding:
    """Play a game and see whether every metric of a file stays in its band.

    What is given here is played instead of what the file says. The table has a row a band (see
    `analyses.bands.judged`), the facts count the verdicts. Raises MeepleError for bad input.
    """
    from analyses.bands import INSIDE, OUTSIDE, chosen, judged
    from analyses.finding import Finding
    from analyses.runs import Facts
    from analyses.verdict import UNKNOWN
    from meeplelab.bandsfile import read
    from meeplelab.played import Played

    crew = workers(jobs)
    wanted = read(Path(file))
    match = _match(game, wanted, players, games, strategies, seed, rules, changes, listener)
    run = Played(match, crew, chunk, listener)
    chosen(Facts.of(run), wanted.bands)  # a wrong name is found before the first game
    listener.say(match.schedule.note())
    table = judged(run, wanted.bands)
    counts = {word: int((table["verdict"] == word).sum()) for word in (INSIDE, OUTSIDE, UNKNOWN)}
    facts = {"file": str(file), "inside": counts[INSIDE], "outside": counts[OUTSIDE], "unknown": counts[UNKNOWN]}
    schedule = match.schedule
    card = evidence(
        match.spec, match.ruleset, schedule.lineup, schedule.seed, schedule.games, schedule.blocks, METHOD, command
    )
    return Finding(NAME, "Bands", card, {"bands": table}, facts)


def _match(
    game: str, wanted: BandsFile, players: int | None, games: int | None, strategies: str | Sequence[str] | None,
    seed: int | None, rules: str | Path | None, changes: Mapping[str, object] | None, listener: Listener,
) -> Match:  # fmt: skip
    if wanted.game is not None and wanted.game != game:
        raise MeepleError(f"{wanted.path}: these bands are for {wanted.game}, not {game}")
    if strategies is None:
        strategies = wanted.strategies
    return prepare(
        game, wanted.players if players is None else players, _first(games, wanted.games, GAMES), strategies,
        _first(seed, wanted.seed, 1), wanted.rules if rules is None else rules, {**wanted.set, **(changes or {})},
        notice=listener.notice,
    )  # fmt: skip


def _first(*numbers: int | None) -> int:
    """The first number that is given."""
    return next(number for number in numbers if number is not None)


def metrics(
    game: str, *, players: int | None = None, strategies: str | Sequence[str] | None = None, listener: Listener = SILENT
) -> pd.DataFrame:
    """All that a band may be about at this table: one row a metric with id, unit, meaning and group.

    Raises MeepleError for bad input.
    """
    from analyses.metrics import metrics_of
    from analyses.runs import Facts
    from meeplelab.played import Played

    match = prepare(game, players, 1, strategies, 1, notice=listener.notice)
    known = metrics_of(Facts.of(Played(match)))
    frame = pd.DataFrame([(each.id, each.unit, each.meaning, each.group) for each in known])
    return frame.set_axis(["metric", "unit", "meaning", "group"], axis=1)
