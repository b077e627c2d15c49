"""A field of strategies: plays every line-up of a design on the same deals and says what comes of it."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
from joblib import Parallel, delayed

from analyses.finding import Finding
from meeplelab import findings
from meeplelab.amounts import check_held
from meeplelab.listener import SILENT, Listener
from meeplelab.match import load, names_of, players_of, ruleset_of, workers
from simcore import batch
from simcore.errors import MeepleError
from simcore.parallel import check_jobs
from simcore.registry import game as find_game
from simcore.schedule import Schedule
from strategies import catalog

if TYPE_CHECKING:
    from analyses.field.design import Design
    from analyses.field.games import FieldGames
    from simcore.contract import GameSpec
    from simcore.ruleset import Ruleset
    from strategies.contract import Strategy

GAMES = 150_000
"""Games played unless told otherwise: all line-ups of four out of eleven strategies on more than 30 deals."""
KEPT = ("deal", "entry", "rank", "win_share")
"""Columns of the results a field is judged by."""


def field(
    game: str,
    strategies: str | Sequence[str] | None = None,
    *,
    players: int | None = None,
    games: int = GAMES,
    seed: int = 1,
    jobs: int | None = None,
    rules: str | Path | None = None,
    changes: Mapping[str, object] | None = None,
    listener: Listener = SILENT,
    command: str = "",
) -> Finding:
    """Every strategy at one table with every other: matchups, ratings, mixtures that last, intransitivity.

    Without strategies all that come with the game take part. `games` in all are cut down to whole
    deals, each played under every line-up of the design (see `analyses.field.design`) and every
    rotation of it. Tables: ratings, matchups, mixtures, seats, sweep. Raises MeepleError for bad
    input and for too few games.
    """
    # late: what they need of scipy takes a while to import, and every command imports this module
    from analyses.field.design import meetings
    from analyses.field.tables import ABOUT, METHOD, UNITS, field_of

    spec = find_game(game)
    names = names_of(strategies) or catalog.names(game)
    ruleset, count = ruleset_of(spec, rules, changes), players_of(spec, players)
    design = _planned(names, count, games, seed)
    crew = workers(jobs)
    check_jobs(crew)
    for name in names:
        catalog.check(game, name, count)
    entered = load(spec, names, count, listener.notice)
    labels = catalog.labels(entered)
    batch.prepare(spec, count, listener.notice)
    found = field_of(_played(spec, ruleset, entered, labels, design, seed, crew, listener), seed)
    fewest, most = meetings(design.line_ups, len(names))
    facts = {
        "design": design.kind, "line_ups": len(design.line_ups), "games_a_deal": design.games_a_deal,
        "meetings_fewest": fewest, "meetings_most": most, **found.facts,
    }  # fmt: skip
    again = command or findings.typed(
        "field", game, *names_of(strategies), "--players", count, "--games", games, "--seed", seed
    )
    card = findings.evidence(spec, ruleset, labels, seed, design.games, design.blocks, METHOD, again)
    return Finding(
        "field", "The strategy field", replace(card, players=count), found.tables, facts,
        (_said(design, labels, count, fewest, most),), UNITS, about=ABOUT, cautions=_cautions(found.facts),
    )  # fmt: skip


def _planned(names: Sequence[str], players: int, games: int, seed: int) -> Design:
    """The design, after everything about it that can be wrong was looked for."""
    from analyses.field.design import plan

    if len(set(names)) != len(names) or len(names) < 2:
        raise MeepleError(f"field: {', '.join(names)}; expected two or more different strategies")
    if players < 2:
        raise MeepleError(f"field: strategies meet at tables of 2 or more players, not {players}")
    Schedule(seed, ("any",) * players, games)  # raises for bad numbers
    check_held(games, "games")
    design = plan(len(names), players, games, seed)
    if design.deals < 2:
        raise MeepleError(
            f"games: {games} are too few for a field of {len(names)}; one deal under {len(design.line_ups)} line-ups "
            f"takes {design.games_a_deal} games, expected {2 * design.games_a_deal} or more"
        )
    return design


def _played(
    spec: GameSpec, ruleset: Ruleset, entered: Sequence[Strategy], labels: tuple[str, ...], design: Design, seed: int,
    crew: int, listener: Listener,
) -> FieldGames:  # fmt: skip
    """Outcomes of all line-ups; a worker plays one line-up at a time."""
    from analyses.field.design import weights
    from analyses.field.games import FieldGames

    left = threading.Event()

    def play(line_up: list[int], rotations: int) -> npt.NDArray[np.void] | None:
        if left.is_set():
            return None
        schedule = Schedule(seed, tuple(labels[i] for i in line_up), design.deals * rotations)
        chunks = batch.simulate(spec, ruleset, [entered[i] for i in line_up], schedule, chunk=schedule.games)
        with closing(chunks):
            rows = np.concatenate([part[list(KEPT)] for part in chunks])
        return rows.reshape(-1, len(line_up))

    tasks = (delayed(play)(*task) for task in zip(design.line_ups.tolist(), design.rotations.tolist()))
    results = Parallel(n_jobs=crew, backend="threading", return_as="generator", batch_size=1)(tasks)
    parts, done = [], 0
    try:
        for line_up, weight, rows in zip(design.line_ups, weights(design), results):
            weighed = np.full(len(rows), weight)
            parts.append((rows["deal"][:, 0], line_up[rows["entry"]], rows["rank"], rows["win_share"], weighed))
            done += len(rows)
            if listener.progress:
                listener.progress(done, design.games)
    finally:
        # Whoever leaves early waits for the line-ups under way, so that no worker plays on.
        left.set()
        for _ in results:
            pass
    deal, who, rank, win, weight = (np.concatenate(part) for part in zip(*parts))
    return FieldGames(labels, deal.astype(np.int64), who, rank.astype(np.int64), win.astype(np.float64), weight)


def _said(design: Design, labels: Sequence[str], players: int, fewest: int, most: int) -> str:
    """The design in words."""
    met = "1 line-up" if most == 1 else f"{fewest} line-ups" if fewest == most else f"{fewest} to {most} line-ups"
    which = "all" if design.kind == "all" else "a balanced sample of"
    why = "" if design.kind == "all" else " (all of them would be too many for these games)"
    return (
        f"Design: {which} {len(design.line_ups):,} line-ups of {players} seats from {len(labels)} strategies{why}, "
        f"each on the same {design.deals:,} deals under all its rotations; two strategies meet in {met}."
    )


def _cautions(facts: Mapping[str, object]) -> tuple[str, ...]:
    """What a reader must know before trusting the numbers."""
    said = []
    if isinstance(unrated := facts["unrated"], list) and unrated:
        said.append(
            f"Not rated: {', '.join(unrated)}. Who never finished ahead of the others, or never behind them, has no "
            "finite strength; the matchups and mixtures stand."
        )
    if isinstance(deals := facts["deals"], int) and deals < 30:
        said.append(f"Only {deals} deals: intervals are rough below 30. More --games give more deals.")
    return tuple(said)
