"""Strategies against each other, pair by pair, at tables that hold nobody else.

At an even table the two sit alternately and hold half the seats each. At an odd one a run with
one seat more for the first is joined by a run, on other deals, with one seat more for the second.
So both hold as many seats and sit in each place equally often. All pairs meet on the same deals.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from analyses.base import Sums
from analyses.compare import sentence
from analyses.estimate import Estimate, share
from analyses.moments import Moments, of_games
from analyses.runs import INDEX_COLUMNS, Facts, Piece, Run, pieces
from analyses.strategies import Strategies
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


@dataclass(frozen=True)
class Meeting:
    """Two strategies who met: the share of games each won together with its own kind, and mean scores."""

    names: tuple[str, str]
    won: Estimate
    scores: tuple[float, float]


def compare(names: Sequence[str], players: int, games: int, play: Play, margin: float = MARGIN) -> pd.DataFrame:
    """One row a pair: win share a seat of both, their difference with its interval, and a sentence.

    `games` is per pair; `margin` is the difference in win share that matters. p values are
    adjusted for the number of pairs (Benjamini-Hochberg).
    """
    pairs = list(itertools.combinations(names, 2))
    meetings = [_meet(_runs(first, second, players, games, play)) for first, second in pairs]
    effects = _differences([meeting.won for meeting in meetings], players)
    frame = pd.DataFrame([_row(meeting, players) for meeting in meetings])
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
        deal += Facts.of(run).blocks
        yield run


def _meet(runs: Iterator[Run]) -> Meeting:
    """Play the runs of one pair; the better one comes first."""
    sums: Sums | None = None
    won: Moments | None = None
    for run in runs:
        question = Strategies(Facts.of(run))
        for piece in pieces(run.iter_frames([*INDEX_COLUMNS, *question.columns()]), question.facts.players):
            part, games = question.partial(piece), _won(question.facts, piece)
            sums, won = (part, games) if sums is None or won is None else (sums + part, won + games)
    if sums is None or won is None:
        raise ValueError("no games were played")
    table = question.finish(sums)
    order = [0, 1] if won.totals[0] >= won.totals[1] else [1, 0]
    first, second = (str(table["strategy"][i]) for i in order)
    return Meeting((first, second), share(won, order[0], 2), (table["score"][order[0]], table["score"][order[1]]))


def _won(facts: Facts, piece: Piece) -> Moments:
    """Games won by the first strategy and by the second (ties are split), and games."""
    first = facts.strategy_of(piece.frame["entry"].to_numpy()) == 0
    wins = piece.by_game(piece.values("win_share") * first).sum(axis=1)
    return of_games(piece, np.stack([wins, 1 - wins, np.ones_like(wins)], axis=1))


def _differences(won: Sequence[Estimate], players: int) -> Estimate:
    """Differences of win shares a seat, from the shares w of games won: (2 w - 1) 2/P.

    Each holds half the seats, so one share tells both. Its Wilson interval keeps a width where
    one strategy won every game.
    """
    value, se, low, high, n, blocks, games = (
        np.array([getattr(each, name) for each in won])
        for name in ("value", "se", "low", "high", "n", "blocks", "games")
    )
    scale = 2 / players
    value, low, high = ((2 * part - 1) * scale for part in (value, low, high))
    return Estimate(value, 2 * scale * se, low, high, n, blocks, games, won[0].method, least=-scale, most=scale)


def _row(meeting: Meeting, players: int) -> dict[str, object]:
    """Win share a seat of both, with intervals, and mean scores."""
    won, scale = meeting.won, 2 / players
    value, low, high = (float(each) * scale for each in (won.value, won.low, won.high))
    return {
        "better": meeting.names[0],
        "better_win_share": value,
        "better_win_share_low": low,
        "better_win_share_high": high,
        "better_score": meeting.scores[0],
        "other": meeting.names[1],
        "other_win_share": scale - value,
        "other_win_share_low": scale - high,
        "other_win_share_high": scale - low,
        "other_score": meeting.scores[1],
    }
