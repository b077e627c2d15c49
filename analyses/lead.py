"""The lead: how much of the outcome is settled when, and how the scores grow."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
import pandas as pd

from analyses.base import Analysis, Sums, winners
from analyses.estimate import difference, mean, share
from analyses.moments import Floats, Ints, of_blocks, tally
from analyses.runs import Facts, Piece

LOWEST, CLASSES = -256, 1024
"""Scores are counted by value from the lowest on; those beyond either end count as the end."""


def score_track(facts: Facts) -> str | None:
    """Name of the column that follows the score by round, if the game records one."""
    return next((column.name for column in facts.with_role("track") if column.unit == "VP"), None)


class Track(Analysis):
    """Reads the score by round; a subclass asks the question."""

    def columns(self) -> Sequence[str]:
        """Reads the track, the rounds and the outcome."""
        return ("rounds", "win_share", "rank", *self._track_names())

    def _track_names(self) -> list[str]:
        name = score_track(self.facts)
        if name is None:
            raise KeyError(f"{self.facts.game} records no score by round")
        return self.flat(name)

    def _read(self, piece: Piece) -> tuple[Floats, Ints, Floats]:
        """Track[T, R], the last round recorded[G], and played[T, G]."""
        track = piece.lines(self._track_names())
        last = np.minimum(piece.per_game("rounds"), len(track)).astype(np.int64)
        return track, last, (np.arange(len(track))[:, None] < last).astype(np.float64)


def _wins_at(end: np.ufunc, seats: Sequence[npt.NDArray[Any]], win: Sequence[Floats]) -> tuple[Floats, Floats]:
    """Wins of the seats at one end of a score, which share them, and how many share: float64[G] each."""
    best = reduce(end, seats)
    there = [np.asarray(seat == best, np.float64) for seat in seats]
    sharing = reduce(np.add, there)
    return reduce(np.add, (here * won for here, won in zip(there, win, strict=True))) / sharing, sharing


class Leader(Track, name="leader", title="Does the leader win?"):
    """How often the leader after a round, and the last one, go on to win.

    Among games in which the round was played. Seats equal in the lead share it; equal wins are split. Rounds
    left are counted from the end: 0 is the score after the last round, before what is only scored at the end.
    """

    units: ClassVar[dict[str, str]] = {"leader_wins": "share", "last_wins": "share", "lead_shared": "share"}

    def partial(self, piece: Piece) -> Sums:
        """Groups: rounds (from the start; from the end); quantities: wins of leader, of last, lead shared, games."""
        track, last, played = self._read(piece)
        win = piece.seats(piece.values("win_share"))
        forward = np.empty((3, *played.shape))
        for i, line in enumerate(track):
            seats = piece.seats(line)
            (leader, sharing), (tail, _) = (_wins_at(end, seats, win) for end in (np.maximum, np.minimum))
            forward[:, i] = np.stack([leader, tail, sharing > 1]) * played[i]
        left = np.maximum(last - 1 - np.arange(len(track))[:, None], -1)
        backward = tally(piece, left, len(track), *forward)
        in_games = np.count_nonzero(played, axis=-1), backward.games
        sums = piece.block_totals(np.concatenate([forward, played[None]])), backward.sums
        first, second = (of_blocks(piece, each, games[:, None]) for each, games in zip(sums, in_games, strict=True))
        return Sums({"round": first, "rounds_left": second})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row a round and way of counting (`counted` is "round" or "rounds_left")."""
        tables = []
        for counted, moments in sums.moments.items():
            first = share(moments, 0, 3)
            table = pd.DataFrame(
                {
                    "counted": counted,
                    "round": np.arange(len(first.value)) + (counted == "round"),
                    **first.columns("leader_wins"),
                    **share(moments, 1, 3).columns("last_wins"),
                    **share(moments, 2, 3).columns("lead_shared"),
                    **first.counts(),
                }
            )
            tables.append(table[table["n"] > 0])
        return pd.concat(tables, ignore_index=True)


class Growth(Track, name="growth", title="Score by round"):
    """Score by round: mean of winners and of others, and the spread of all seats.

    Score if the game ended after the round, among games in which the round was played; where lengths differ,
    later rounds are those of long games only. Median and quantiles describe single seats.
    """

    units: ClassVar[dict[str, str]] = {
        "winners": "VP", "others": "VP", "gap": "VP", "q10": "VP", "median": "VP", "q90": "VP",
    }  # fmt: skip

    def partial(self, piece: Piece) -> Sums:
        """Moments by round of winners and others; counts[T, value] of all seats."""
        track, _, played = self._read(piece)
        scores, counts = np.empty(track.shape), np.zeros((len(track), CLASSES), np.int64)
        for i, line in enumerate(track):
            on = np.repeat(played[i] > 0, piece.players)
            scores[i] = line * on
            counts[i] = np.bincount(np.clip(line[on].astype(np.int64) - LOWEST, 0, CLASSES - 1), minlength=CLASSES)
        sides = np.stack([winners(piece), 1 - winners(piece)])
        theirs, others = piece.block_products(sides, scores).transpose(1, 2, 0)
        won, lost = (played * piece.game_totals(side) for side in sides)
        quantities = [theirs, piece.block_totals(won), others, piece.block_totals(lost)]
        in_games = np.stack([np.count_nonzero(each, axis=-1) for each in (won, won, lost, lost)], axis=-1)
        return Sums({"growth": of_blocks(piece, quantities, in_games)}, {"seats": counts})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row a round that was played."""
        moments, seats = sums.moments["growth"], sums.counts["seats"]
        first = mean(moments, 0, 1)
        below = np.cumsum(seats, axis=1) / np.maximum(seats.sum(axis=1, keepdims=True), 1)
        levels = {name: (below < q).sum(axis=1) + LOWEST for name, q in (("q10", 0.1), ("median", 0.5), ("q90", 0.9))}
        table = pd.DataFrame(
            {
                "round": np.arange(1, len(seats) + 1),
                **first.columns("winners"),
                **mean(moments, 2, 3).columns("others"),
                **difference(moments, (0, 1), (2, 3)).columns("gap"),
                **levels,
                "blocks": first.blocks, "games": first.games, "n": seats.sum(axis=1),
            }
        )  # fmt: skip
        return table[table["n"] > 0].reset_index(drop=True)


class LeadChanges(Analysis, name="lead_changes", title="Lead changes"):
    """How often the lead changes hands in a game.

    Share of games by the number of rounds after which another seat led than before.
    """

    units: ClassVar[dict[str, str]] = {"share": "share"}
    most = 40
    reads = ("lead_changes",)

    def partial(self, piece: Piece) -> Sums:
        """Groups: numbers of changes; quantities: games with it, games."""
        changes = np.minimum(piece.per_game("lead_changes"), self.most).astype(np.int64)
        (here,) = tally(piece, changes, self.most + 1).sums
        games = piece.block_totals(np.ones(piece.games))
        return Sums({"changes": of_blocks(piece, [here, games], [0, piece.games])})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row a number of changes, up to the largest seen."""
        moments = sums.moments["changes"]
        part = share(moments)
        table = pd.DataFrame({"changes": np.arange(self.most + 1), **part.columns("share"), **part.counts()})
        return table.iloc[: np.flatnonzero(moments.totals[:, 0])[-1] + 1].reset_index(drop=True)
