"""The games of `restrict`: free ones, and the same deals with one entry of the line-up restricted."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyses.restricted import Games
from meeplelab import treatments
from meeplelab.designs import Ints
from meeplelab.listener import Listener
from meeplelab.match import Match
from simcore.experiment import Trials, design

Masks = npt.NDArray[np.uint64]


@dataclass(frozen=True)
class Table:
    """Blocks of a line-up in which one entry is the one that is restricted; every block has all seat rotations."""

    match: Match
    entry: int
    blocks: int
    jobs: int = 1

    @property
    def players(self) -> int:
        """Seats, and games in a block."""
        return len(self.match.strategies)

    @property
    def games(self) -> int:
        """Games of each arm."""
        return self.blocks * self.players

    def trials(self, mask: int = 0) -> Trials:
        """The games of an arm, block by block; the mask holds what the entry is banned from."""
        game = np.arange(self.games)
        rotation = game % self.players
        return design(
            self.games, deal=self.match.schedule.first_deal + game // self.players, rotation=rotation,
            seat=(self.entry - rotation) % self.players, banned=np.uint64(mask),
        )  # fmt: skip


def free_games(table: Table, listener: Listener) -> tuple[Games, Masks]:
    """The games without any restriction, and what came within the entry's reach in each: uint64[games]."""
    return _played(table, table.trials(), listener)


def bound_games(table: Table, free: Games, found: Ints, mask: int, listener: Listener) -> Games:
    """The games under a restriction, of which those `found` may differ from the free ones and are played."""
    if not len(found):
        return free
    played, _ = _played(table, table.trials(mask)[found], listener)
    whole = {name: values.copy() for name, values in vars(free).items()}
    for name, values in whole.items():
        values[found] = getattr(played, name)
    return Games(**whole)


def in_question(chance: Masks, mask: int) -> Ints:
    """Games in which something banned came within reach: until then both arms are the same game."""
    return np.flatnonzero(chance & np.uint64(mask)).astype(np.int64)


def _played(table: Table, trials: Trials, listener: Listener) -> tuple[Games, Masks]:
    """Results of the restricted entry in these games, and what came within its reach."""
    players, count = table.players, len(trials)
    win, score = np.empty(count), np.empty(count)
    asked, unkept, digest = (np.empty(count, np.int64) for _ in range(3))
    chance = np.empty(count, np.uint64)
    done = 0
    for outcome in treatments.play(table.match, trials, table.jobs, listener):
        games = len(outcome.rows) // players
        here = slice(done, done + games)
        at = np.arange(games) * players + trials["seat"][here]
        win[here], score[here] = outcome.rows["win_share"][at], outcome.rows["score"][at]
        asked[here], unkept[here] = outcome.marks["asked"][at], outcome.marks["unkept"][at]
        chance[here] = outcome.marks["chance"][at]
        digest[here] = _digests(outcome.rows.reshape(games, players))
        done += games
    return Games(win, score, asked, unkept, digest), chance


def _digests(games: npt.NDArray[np.void]) -> Ints:
    """int64[G]: equal for games whose results rows are equal."""
    rows = (hashlib.blake2b(game.tobytes(), digest_size=8).digest() for game in games)
    return np.frombuffer(b"".join(rows), np.int64)
