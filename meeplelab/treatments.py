"""Experiments with things, played: the ordinary games of some deals, and those deals with a seat treated.

Until a seat's first chance to take a thing its game is the ordinary one, whether it will be made to take it
or kept from it. So whether the chance comes is known from the ordinary game, and choosing by it whom to treat
selects on nothing that the treatment could change.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from meeplelab import designs
from meeplelab.amounts import check_held
from meeplelab.designs import Bools, Ints
from meeplelab.listener import SILENT, Listener
from meeplelab.match import Match
from simcore.experiment import ALWAYS, ASKED, BANNED, FORCED, LEFT, TAKEN, Outcome, Trials, experiment

Floats = npt.NDArray[np.float64]
Masks = npt.NDArray[np.uint64]

HOW = {"once": FORCED, "always": ALWAYS}
"""Words for how a thing is forced: the first time it can be taken, or every time."""


def bits(masks: Masks, places: Sequence[int]) -> Bools:
    """bool[..., len(places)] of bit masks over the things."""
    return np.asarray(masks[..., None] >> np.asarray(places, np.uint64) & np.uint64(1), bool)


@dataclass(frozen=True)
class Table:
    """One ordinary game of each deal; D deals, P seats.

    win, score            float64[D, P]
    dealt, chance, took   uint64[D, P]: sets of things
    """

    deals: Ints
    win: Floats
    score: Floats
    dealt: Masks
    chance: Masks
    took: Masks


@dataclass(frozen=True)
class Arms:
    """Deals with a seat made to take a thing, and the same with it kept from it; D deals, K things.

    win, score  float64[D, K]: forced less banned of the treated seat; NaN where nobody had the chance
    took        float64[D, K, 2]: whether the forced seat took it, and the banned one; NaN likewise
    """

    win: Floats
    score: Floats
    took: Floats


def play(match: Match, trials: Trials, jobs: int, listener: Listener = SILENT) -> Iterator[Outcome]:
    """Play trials with the line-up and seed of a match."""
    return experiment(
        match.spec, match.ruleset, match.strategies, match.schedule.seed, trials, jobs=jobs,
        on_progress=listener.progress, on_compile=listener.notice,
    )  # fmt: skip


def ordinary(match: Match, deals: Ints, jobs: int = 1, listener: Listener = SILENT) -> Table:
    """Play these deals without treatment."""
    players = len(match.strategies)
    parts: list[tuple[npt.NDArray[np.generic], ...]] = []
    for outcome in play(match, designs.ordinary(deals, players), jobs, listener):
        rows, marks = outcome.rows, outcome.marks
        columns = (rows["win_share"], rows["score"], marks["dealt"], marks["chance"], marks["took"])
        parts.append(tuple(column.reshape(-1, players).copy() for column in columns))
    win, score, *masks = (np.concatenate(column) for column in zip(*parts))
    return Table(deals, win.astype(np.float64), score.astype(np.float64), *(mask.astype(np.uint64) for mask in masks))


def arms(
    match: Match,
    table: Table,
    places: Sequence[int],
    how: str = "once",
    jobs: int = 1,
    listener: Listener = SILENT,
    quota: int | None = None,
) -> Arms:
    """Force and ban each thing on the deals of the table; with a quota on the first so many that have a chance."""
    players, seed = len(match.strategies), match.schedule.seed
    design: list[Trials] = []
    where: list[tuple[int, Ints]] = []
    for k, place in enumerate(places):
        seats = designs.chosen(seed, table.deals, place, bits(table.chance, [place])[..., 0])
        found = np.flatnonzero(seats >= 0)[:quota]
        for arm in (HOW[how], BANNED):
            design.append(designs.treated(table.deals[found], seats[found], players, place, arm))
        where.append((k, found))
    win, score = (np.full((len(table.deals), len(places)), np.nan) for _ in range(2))
    took = np.full((len(table.deals), len(places), 2), np.nan)
    if not any(len(found) for _, found in where):
        return Arms(win, score, took)
    trials = np.concatenate(design)
    results = _results(match, trials, jobs, listener)
    start = 0
    for k, found in where:
        stop = start + 2 * len(found)
        pair = results[start:stop].reshape(2, len(found), 3)
        win[found, k], score[found, k] = (pair[0] - pair[1])[:, :2].T
        took[found, k] = pair[:, :, 2].T
        start = stop
    return Arms(win, score, took)


def _results(match: Match, trials: Trials, jobs: int, listener: Listener) -> Floats:
    """float64[trials, 3]: win share and score of the treated seat, and whether it took the thing."""
    players = len(match.strategies)
    results = np.empty((len(trials), 3))
    done = 0
    for outcome in play(match, trials, jobs, listener):
        count = len(outcome.rows) // players
        mine = trials[done : done + count]
        at = np.arange(count) * players + mine["seat"]
        took = outcome.marks["took"][at].astype(np.uint64) >> mine["thing"].astype(np.uint64) & np.uint64(1)
        results[done : done + count] = np.column_stack([outcome.rows["win_share"][at], outcome.rows["score"][at], took])
        done += count
    return results


def deals_of(match: Match, count: int) -> Ints:
    """So many deals from the first of the match on.

    Raises MeepleError for more than can be held at once.
    """
    check_held(count, "deals")
    return np.arange(count, dtype=np.int64) + match.schedule.first_deal


@dataclass(frozen=True)
class Explored:
    """Games in which choices are now and then drawn; sums are float64[D, P, K]: T/p, (1 - T)/(1 - p), decisions."""

    win: Floats
    score: Floats
    sums: tuple[Floats, Floats, Floats]


def explored(
    match: Match, deals: Ints, places: Sequence[int], explore: float, jobs: int = 1, listener: Listener = SILENT
) -> Explored:
    """Play these deals with every seat drawing a choice from its options with the chance `explore`."""
    players = len(match.strategies)
    trials = designs.ordinary(deals, players, explore=explore)
    parts = [
        (
            outcome.rows["win_share"].reshape(-1, players).astype(np.float64),
            outcome.rows["score"].reshape(-1, players).astype(np.float64),
            outcome.ipw[:, places].reshape(-1, players, len(places), 3),
        )
        for outcome in play(match, trials, jobs, listener)
    ]
    win, score, sums = (np.concatenate(column) for column in zip(*parts))
    return Explored(win, score, (sums[..., TAKEN], sums[..., LEFT], sums[..., ASKED]))
