"""Positions that show what `regret` found: where a thing was taken and lost, or left for something better."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from analyses.estimate import critical
from analyses.regret.decision import WORTH, holds
from meeplelab import things
from meeplelab.findings import typed
from meeplelab.match import Match
from meeplelab.regretplay import Judged
from simcore.experiment import things_of
from simcore.words import seat_name

OPTIONS = 12
"""Options of a position that are told, the best ones; beside them those that were measured."""
EXAMPLES = (
    "thing", "verdict", "taken", "position", "deal", "rotation", "decision", "who", "option", "better", "loss",
    "loss_low", "loss_high", "worlds", "command",
)  # fmt: skip
COLUMNS = (
    "position", "option", "takes", "worth", "won", "vp", "gain", "gain_se", "worlds", "best", "chosen", "advised",
    "measured", "measured_worlds",
)  # fmt: skip


def examples_of(
    match: Match, table: pd.DataFrame, judged: Sequence[Judged], places: Sequence[int], most: int, again: Sequence[str]
) -> dict[str, pd.DataFrame]:
    """Tables `examples` and `options`: at most so many positions for each thing of the table.

    Those in which the field took it come first, then those in which it left it, each from the largest loss that the
    naming roll-outs found; the loss told is that of fresh ones. `again` are the words of a replay of the field.
    """
    every = things_of(match.spec).every
    place_of = {things.name_of(every[place]): place for place in places}
    numbers: dict[int, int] = {}
    rows = []
    for name, verdict in zip(table["thing"], table["verdict"], strict=True):
        for taken, at in _picked(judged, place_of[name], most):
            number = numbers.setdefault(at, len(numbers) + 1)
            rows.append((name, verdict, taken, number, *_told(match, judged[at], place_of[name], again)))
    shown = [row for at, number in numbers.items() for row in _options(judged[at], number, places, every)]
    return {
        "examples": pd.DataFrame(rows, columns=list(EXAMPLES)),
        "options": pd.DataFrame(shown, columns=list(COLUMNS)),
    }


def _picked(judged: Sequence[Judged], place: int, most: int) -> list[tuple[bool, int]]:
    """Whether it was taken there, and which decision."""
    found = []
    for at, each in enumerate(judged):
        option = each.named.of_thing.get(place)
        if option is not None:
            loss = float(each.found.means[each.named.best, WORTH] - each.found.means[option, WORTH])
            if loss > 0:
                found.append((bool(holds(each.sets, place)[each.named.chosen]), loss, at))
    found.sort(key=lambda one: (not one[0], -one[1], one[2]))
    return [(taken, at) for taken, _, at in found[:most]]


def _told(match: Match, each: Judged, place: int, again: Sequence[str]) -> tuple[Any, ...]:
    """A position, the option with the thing and the better one, and what it loses."""
    named, course = each.named, each.course
    option = named.of_thing[place]
    row = named.measured.index(option)
    loss, half = -each.measured.gain[row], critical(np.array(each.measured.worlds)) * each.measured.error[row]
    where = (
        "--deal", course.deal, "--rotation", course.rotation, "--decision", each.number + 1,
    )  # fmt: skip
    who = f"{seat_name(each.seat)} ({match.schedule.lineup[each.entry]})"
    return (
        course.deal, course.rotation, each.number + 1, who, each.words[option], each.words[named.best], float(loss),
        float(loss - half), float(loss + half), each.measured.worlds, typed(*again, *where),
    )  # fmt: skip


def _options(each: Judged, number: int, places: Sequence[int], every: Sequence[Any]) -> list[tuple[Any, ...]]:
    """The options of a position, the best first."""
    named, found = each.named, each.found
    order = np.argsort(-found.means[:, WORTH], kind="stable").tolist()
    kept = {*order[:OPTIONS], *named.measured, each.advised}
    at = {option: row for row, option in enumerate(named.measured)}
    rows = []
    for option in (option for option in order if option in kept):
        takes = [things.name_of(every[place]) for place in places if holds(each.sets[[option]], place)[0]]
        fresh = float(each.measured.means[at[option], WORTH]) if option in at else float("nan")
        rows.append(
            (
                number, each.words[option], ", ".join(takes), *found.means[option].tolist(), float(found.gain[option]),
                float(found.error[option]), found.worlds, option == named.best, option == named.chosen,
                option == each.advised, fresh, each.measured.worlds if option in at else 0,
            )
        )  # fmt: skip
    return rows
