"""Where the variance comes from: each deal is played with several lucks, and each of these under every rotation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from meeplelab.amounts import check_held
from meeplelab.findings import evidence
from meeplelab.listener import SILENT, Listener
from meeplelab.match import Match, prepare, workers
from simcore.errors import MeepleError
from simcore.schedule import MAX_DEALS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from analyses.finding import Finding
    from analyses.variance import Crossed

NAME = "variance"
TITLE = "Where the variance comes from"
GAMES = 40_000
LUCKS = 4
FEWEST_DEALS = 30
METHOD = (
    "Variance components of deal x luck x rotation by unbiased mean squares; errors by jackknife over deals with t "
    "intervals, for seat and strategy by inversion of a noncentral chi squared."
)
NOTES = (
    "Given the deal, the chance in play and who sits where a game is fixed, so nothing is left over.",
    "Shares are of the variance of one seat's result in a random game of this line-up, and hold for these strategies: "
    "with stronger differences between them the part of strategy grows. An estimate may fall below 0 where there is "
    "next to nothing; its interval does not.",
)
ABOUT = {
    "parts": "Parts of the variance of a seat's result. Setup is what the deal fixes: hands, board and the order of "
    "the deck. Chance in play is everything drawn later, and the strategies' own lots. Blocks are deals, n counts "
    "seats; variance is in squares of the unit of the measure.",
    "finer": "What setup, and chance in play, are made of: for whom they work. Shares are of the whole variance.",
}


def variance(
    game: str,
    *,
    players: int | None = None,
    games: int = GAMES,
    lucks: int = LUCKS,
    strategies: str | Sequence[str] | None = None,
    seed: int = 1,
    jobs: int | None = None,
    rules: str | Path | None = None,
    changes: Mapping[str, object] | None = None,
    chunk: int | None = None,
    listener: Listener = SILENT,
    command: str = "",
) -> Finding:
    """Share of the variance of a seat's win share and of its score by where it comes from.

    `games` are rounded up to whole deals, each played `lucks` times under every rotation. The tables: `parts`
    (measure, part, share with interval and error, variance in squares of the unit; the shares of a measure add up
    to 1) and `finer`, what setup and chance do for whom; see `analyses.variance.shares`. The facts: deals,
    lucks, rotations, and by measure the standard deviation of a seat's result. One player has scores only.
    Raises MeepleError for bad input.
    """
    import pandas as pd

    from analyses.finding import Finding
    from analyses.variance import shares, variances

    crew = workers(jobs)
    if lucks < 2:
        raise MeepleError(f"lucks: {lucks} a deal cannot tell setup from chance; expected 2 or more")
    match = prepare(game, players, games, strategies, seed, rules, changes, notice=listener.notice)
    rotations, line_up = match.schedule.rotations, match.schedule.lineup
    deals = -(-games // (lucks * rotations))
    if deals < FEWEST_DEALS:
        raise MeepleError(
            f"games: {games} make {deals} deals of {lucks} lucks and {rotations} rotations; expected "
            f"{FEWEST_DEALS * lucks * rotations} games or more, for {FEWEST_DEALS} deals"
        )
    if deals * lucks > MAX_DEALS:
        raise MeepleError(f"games: {deals} deals of {lucks} lucks exceed {MAX_DEALS}")
    played = deals * lucks * rotations
    check_held(played, "games")
    if played != games:
        listener.say(f"{games} games rounded up to {played}: {deals} deals of {lucks} lucks and {rotations} rotations")
    parts, finer, spread = [], [], {}
    for measure, data in crossed(match, deals, lucks, crew, chunk, listener).items():
        table, more = shares(data)
        parts.append(table.assign(measure=measure))
        finer.append(more.assign(measure=measure))
        spread[measure] = sum(variances(data).values()) ** 0.5
    tables = {name: pd.concat(frames, ignore_index=True) for name, frames in (("parts", parts), ("finer", finer))}
    for name, frame in tables.items():
        tables[name] = frame[["measure", *(column for column in frame if column != "measure")]]
    return Finding(
        NAME, TITLE,
        evidence(match.spec, match.ruleset, line_up, seed, played, deals, METHOD, command),
        tables,
        {"deals": deals, "lucks": lucks, "rotations": rotations, "deviation": spread},
        NOTES,
        {"share": "share"},
        about=ABOUT,
    )  # fmt: skip


def crossed(
    match: Match, deals: int, lucks: int, jobs: int, chunk: int | None, listener: Listener
) -> dict[str, Crossed]:
    """Play the crossed design: outcomes by measure. Each deal has lucks of its own."""
    import numpy as np

    from analyses.variance import Crossed
    from simcore.experiment import design, experiment

    rotations, line_up = match.schedule.rotations, match.schedule.lineup
    shape = deals, lucks, rotations
    number, _, rotation = (index.ravel() for index in np.indices(shape))
    luck = np.arange(deals * lucks).repeat(rotations)
    trials = design(len(number), deal=number, luck=luck, rotation=rotation)
    measures = ("win_share", "score") if len(line_up) > 1 else ("score",)
    found: dict[str, list[npt.NDArray[np.float64]]] = {measure: [] for measure in measures}
    outcomes = experiment(
        match.spec, match.ruleset, match.strategies, match.schedule.seed, trials, jobs=jobs, chunk=chunk,
        on_progress=listener.progress, on_compile=listener.notice,
    )  # fmt: skip
    with closing(outcomes):
        for outcome in outcomes:
            for measure, pieces in found.items():
                pieces.append(outcome.rows[measure].astype(np.float64))
    return {
        measure: Crossed(np.concatenate(pieces).reshape(*shape, len(line_up)), line_up)
        for measure, pieces in found.items()
    }
