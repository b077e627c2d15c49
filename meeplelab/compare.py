"""Strategies against each other, pair by pair, at tables that hold nobody else.

At an even table the two sit alternately and hold half the seats each. At an odd one a run with
one seat more for the first is joined by a run, on other deals, with one seat more for the second.
So both hold as many seats and sit in each place equally often. All pairs meet on the same deals.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pandas as pd

from analyses.base import Sums
from analyses.compare import sentence
from analyses.estimate import Estimate, difference
from analyses.runs import INDEX_COLUMNS, Facts, Run, pieces
from analyses.strategies import MEASURES, ROWS, WIN, Strategies
from analyses.verdict import MARGIN, STRONGER_WEAKER, Judge

Play = Callable[[Sequence[str], int, int], Run]
"""Plays (line-up, games, first deal)."""


def tables_of(first: str, second: str, players: int) -> list[list[str]]:
    """Line-ups in which the two meet; `first` leads each of them."""
    seats = [(first, second)[place % 2] for place in range(players)]
    if players % 2 == 0:
        return [seats]
    other = [(second, first)[place % 2] for place in range(players)]
    # Turning a line-up by one seat leaves the set of its rotations as it is.
    return [seats, [*other[1:], other[0]]]


def compare(names: Sequence[str], players: int, games: int, play: Play, margin: float = MARGIN) -> pd.DataFrame:
    """One row a pair: win share a seat of both, their difference with its interval, and a sentence.

    `games` is per pair; `margin` is the difference in win share that matters. p values are
    adjusted for the number of pairs (Benjamini-Hochberg).
    """
    pairs = list(itertools.combinations(names, 2))
    meetings = [_meet(_runs(first, second, players, games, play)) for first, second in pairs]
    effects = _stack([gap for _, gap in meetings])
    frame = pd.concat([table for table, _ in meetings], ignore_index=True)
    frame = frame.assign(**effects.columns("difference"), **effects.counts())
    frame = frame.join(Judge(margin, STRONGER_WEAKER)(effects))
    frame["sentence"] = [sentence(row, margin) for row in frame.to_dict("records")]
    return frame


def _runs(first: str, second: str, players: int, games: int, play: Play) -> Iterator[Run]:
    """Runs of one pair, each on deals of its own."""
    tables = tables_of(first, second, players)
    deal = 0
    for line_up in tables:
        run = play(line_up, -(-games // len(tables)), deal)
        deal += run.manifest["blocks"]
        yield run


def _meet(runs: Iterator[Run]) -> tuple[pd.DataFrame, Estimate]:
    """One row with the win shares, the better one first, and their difference."""
    totals: Sums | None = None
    for run in runs:
        question = Strategies(Facts.of(run))
        for piece in pieces(run.iter_frames([*INDEX_COLUMNS, *question.columns()]), question.facts.players):
            part = question.partial(piece)
            totals = part if totals is None else totals + part
    if totals is None:
        raise ValueError("no games were played")
    table = question.finish(totals)
    order = [0, 1] if table["win_share"][0] >= table["win_share"][1] else [1, 0]
    row = {}
    for side, i in zip(("better", "other"), order, strict=True):
        row[side] = table["strategy"][i]
        row |= {f"{side}_{name}": table[name][i] for name in ("win_share", "win_share_low", "win_share_high", "score")}
    first, second = ((i * MEASURES + WIN, i * MEASURES + ROWS) for i in order)
    return pd.DataFrame([row]), difference(totals.moments["strategies"], first, second)


def _stack(gaps: Sequence[Estimate]) -> Estimate:
    """Several single estimates as one of a table."""
    arrays = {
        field.name: np.array([getattr(gap, field.name) for gap in gaps])
        for field in dataclasses.fields(Estimate)
        if field.name not in ("method", "level")
    }
    return Estimate(**arrays, method=gaps[0].method, level=gaps[0].level)
