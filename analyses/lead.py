"""The lead: how much of the outcome is settled when, and how the scores grow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
import pandas as pd

from analyses.base import Analysis, Sums, winners
from analyses.estimate import difference, mean, share
from analyses.moments import Floats, Ints, of_games
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
        """Track[G, P, T], the last round recorded[G], and played[G, T]."""
        track = piece.by_game(piece.matrix(self._track_names()))
        size = track.shape[-1]
        last = np.minimum(piece.per_game("rounds"), size).astype(np.int64)
        return track, last, (np.arange(size) < last[:, None]).astype(np.float64)


def _shared(hit: Floats) -> Floats:
    """Weights over seats (axis 1) that add up to 1 among those hit."""
    return np.asarray(hit / hit.sum(axis=1, keepdims=True), np.float64)


class Leader(Track, name="leader", title="Does the leader win?"):
    """How often the leader after a round, and the last one, go on to win.

    Among games in which the round was played. Seats equal in the lead share it; equal wins are split. Rounds
    left are counted from the end: 0 is the score after the last round, before what is only scored at the end.
    """

    units: ClassVar[dict[str, str]] = {"leader_wins": "share", "last_wins": "share", "lead_shared": "share"}

    def partial(self, piece: Piece) -> Sums:
        """Groups: rounds (from the start; from the end); quantities: wins of leader, of last, lead shared, games."""
        track, last, played = self._read(piece)
        win = piece.by_game(piece.values("win_share"))[:, :, None]
        lead = track == track.max(axis=1, keepdims=True)
        tail = track == track.min(axis=1, keepdims=True)
        parts = [(_shared(lead) * win).sum(axis=1), (_shared(tail) * win).sum(axis=1), lead.sum(axis=1) > 1]
        forward = np.stack([*(part * played for part in parts), played], axis=-1)
        back = last[:, None] - 1 - np.arange(track.shape[-1])
        rounds = np.maximum(back, 0)[:, :, None]
        backward = np.where(back[:, :, None] >= 0, np.take_along_axis(forward, rounds, axis=1), 0)
        return Sums({"round": of_games(piece, forward), "rounds_left": of_games(piece, backward)})

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
        won = piece.by_game(winners(piece))[:, :, None] * played[:, None, :]
        lost = played[:, None, :] - won
        quantities = [track * won, won, track * lost, lost]
        size = track.shape[-1]
        keys = np.arange(size) * CLASSES + np.clip(track.astype(np.int64) - LOWEST, 0, CLASSES - 1)
        seen = np.broadcast_to(played[:, None, :] > 0, track.shape)
        counts = np.bincount(keys[seen], minlength=size * CLASSES).reshape(size, CLASSES)
        return Sums({"growth": of_games(piece, np.stack([q.sum(axis=1) for q in quantities], -1))}, {"seats": counts})

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
        changes = np.minimum(piece.per_game("lead_changes"), self.most)
        here = (changes[:, None] == np.arange(self.most + 1)).astype(np.float64)
        return Sums({"changes": of_games(piece, np.stack([here, np.ones_like(here)], axis=-1))})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row a number of changes, up to the largest seen."""
        moments = sums.moments["changes"]
        part = share(moments)
        table = pd.DataFrame({"changes": np.arange(self.most + 1), **part.columns("share"), **part.counts()})
        return table.iloc[: np.flatnonzero(moments.totals[:, 0])[-1] + 1].reset_index(drop=True)
