"""The course of many games in memory: scores by round, and who won.

Letters in comments: G games, P seats, T rounds that the track holds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from analyses.lead import score_track
from analyses.moments import Floats, Ints
from analyses.runs import INDEX_COLUMNS, Facts, Piece, Run, pieces
from simcore.errors import MeepleError


@dataclass(frozen=True)
class Course:
    """Games in the order played.

    track    int16[G, P, T], score after each round; last[G] counts the rounds of it that were played
    score    int16[G, P], at the end; win float32[G, P], win shares
    entry    int8[G, P], place in the line-up; strategy[G, P] its number among the names
    block    int64[G]
    """

    facts: Facts
    track: npt.NDArray[np.int16]
    last: Ints
    score: npt.NDArray[np.int16]
    win: npt.NDArray[np.float32]
    entry: npt.NDArray[np.int8]
    block: Ints

    @classmethod
    def of(cls, run: Run) -> Course:
        """Read a run.

        Raises MeepleError for a game of one player, and for one that records no score by round.
        """
        facts = Facts.of(run)
        if facts.players < 2:
            raise MeepleError("players: one player alone has no lead and nobody to lose to; expected 2 or more")
        name = score_track(facts)
        if name is None:
            raise MeepleError(f"{facts.game} records no score by round")
        names = facts.column(name).flat_names()
        parts: list[tuple[npt.NDArray[np.generic], ...]] = []
        frames = run.iter_frames([*INDEX_COLUMNS, "rounds", "score", "win_share", *names])
        for piece in pieces(iter(frames), facts.players):
            table = (
                piece.by_game(piece.frame[names].to_numpy(np.int16)),
                piece.per_game("rounds").astype(np.int64),
                piece.by_game(piece.frame["score"].to_numpy(np.int16)),
                piece.by_game(piece.frame["win_share"].to_numpy(np.float32)),
                piece.by_game(piece.frame["entry"].to_numpy(np.int8)),
                piece.per_game("block").astype(np.int64),
            )
            parts.append(table)
        if not parts:
            raise MeepleError("the run holds no games")
        track, rounds, *rest = (np.concatenate(column) for column in zip(*parts))
        return cls(facts, track, np.minimum(rounds, len(names)), *rest)

    @property
    def games(self) -> int:
        """Number of games."""
        return len(self.win)

    @property
    def players(self) -> int:
        """Seats at the table."""
        return int(self.win.shape[1])

    @property
    def rounds(self) -> int:
        """The most rounds any game has on the track."""
        return int(self.last.max())

    @property
    def strategy(self) -> Ints:
        """int64[G, P]: number of the strategy in `facts.strategies`."""
        return self.facts.strategy_of(self.entry)

    @property
    def piece(self) -> Piece:
        """What sums over blocks need to know of these games; it holds no columns."""
        starts = np.concatenate([[0], 1 + np.flatnonzero(np.diff(self.block))])
        return Piece(pd.DataFrame(index=pd.RangeIndex(self.win.size)), self.players, starts)

    def on(self, after: int) -> npt.NDArray[np.bool_]:
        """bool[G]: games in which round `after` (0 the first) was played."""
        return self.last > after

    def leads(self, after: int) -> Ints:
        """int64[G, P]: score less the best of the others after a round (0 the first)."""
        track = self.track[:, :, after].astype(np.int64)
        ordered = np.sort(track, axis=1)
        first, second = ordered[:, -1:], ordered[:, -2:-1]
        return np.asarray(np.where(track == first, track - second, track - first), np.int64)

    def leaders(self, after: int) -> Floats:
        """float64[G, P]: 1 for the leader after a round, shared by equals."""
        track = self.track[:, :, after]
        hit = track == track.max(axis=1, keepdims=True)
        return np.asarray(hit / hit.sum(axis=1, keepdims=True), np.float64)

    def lead_changes(self) -> Ints:
        """int64[G]: rounds after which one seat leads alone, and not the one that last did."""
        changes, held = np.zeros(self.games, np.int64), np.full(self.games, -1)
        for after in range(self.rounds):
            leads = self.leads(after)
            alone = (leads.max(axis=1) > 0) & self.on(after)
            leader = leads.argmax(axis=1)
            changes += alone & (held >= 0) & (leader != held)
            held = np.where(alone, leader, held)
        return changes
