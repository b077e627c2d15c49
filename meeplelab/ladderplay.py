"""Plays the pairs of a ladder: one seat of a strategy among seats of another, on common deals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass

import numpy as np

from analyses.estimate import share
from analyses.ladder.games import Pair, moments_of, tops
from analyses.ladder.order import chain
from analyses.moments import Floats
from analyses.sequential.width import Width
from meeplelab.listener import SILENT, Listener
from simcore import batch
from simcore.contract import GameSpec
from simcore.ruleset import Ruleset
from simcore.schedule import Schedule
from strategies.contract import Strategy

Outcomes = dict[Pair, Floats]
"""What the lone seat of a pair got in each of its blocks: win shares summed over its rotations, or its score."""


@dataclass(frozen=True)
class Size:
    """So many games; with a precision (half-width of a share) until then, and the games at most."""

    games: int
    precision: float | None = None

    def blocks(self, players: int) -> int:
        """Whole blocks that hold the games."""
        return -(-self.games // players)

    def expected(self, players: int) -> int:
        """Games it will take, as far as can be said beforehand."""
        most = self.blocks(players)
        return players * (most if self.precision is None else Width(self.precision, most).guess(0.5, players))


@dataclass(frozen=True)
class Tables:
    """All that pairs need to be played; strategies and labels have an entry for each number in a pair."""

    spec: GameSpec
    ruleset: Ruleset
    strategies: tuple[Strategy, ...]
    labels: tuple[str, ...]
    players: int
    seed: int
    jobs: int
    first_deal: int = 0
    listener: Listener = SILENT


@dataclass
class _Table:
    """One pair at play; `heard` is told how many of its games are done."""

    tables: Tables
    pair: Pair
    chunk: int | None
    heard: Callable[[int], None]

    def up_to(self, got: Floats, blocks: int) -> Floats:
        """Add blocks to those there are, up to so many: [blocks]."""
        tables, players = self.tables, self.tables.players
        seats = (self.pair[0], *[self.pair[1]] * (players - 1))
        labels = tuple(tables.labels[i] for i in seats)
        schedule = Schedule(tables.seed, labels, (blocks - len(got)) * players, tables.first_deal + len(got))
        column = "win_share" if players > 1 else "score"
        parts: list[Floats] = []
        chunks = batch.simulate(
            tables.spec, tables.ruleset, [tables.strategies[i] for i in seats], schedule, jobs=tables.jobs,
            chunk=self.chunk, on_progress=lambda done, _: self.heard(len(got) * players + done),
            on_compile=tables.listener.notice,
        )  # fmt: skip
        with closing(chunks):
            parts += [rows[column][rows["entry"] == 0].astype(np.float64) for rows in chunks]
        return np.concatenate([got, np.concatenate(parts).reshape(-1, players).sum(axis=1)])

    def play(self, size: Size) -> Floats:
        """All its blocks."""
        players, most = self.tables.players, size.blocks(self.tables.players)
        if size.precision is None:
            return self.up_to(np.zeros(0), most)
        width = Width(size.precision, most)
        got, target = np.zeros(0), width.first()
        while True:
            got = self.up_to(got, target)
            won = share(moments_of(got, np.full(len(got), float(players))))
            if len(got) >= most or width.narrow(won):
                return got
            target = width.next(len(got), won)


def play_pairs(tables: Tables, pairs: Sequence[Pair], size: Size, chunk: int | None = None) -> Outcomes:
    """Play pairs one after the other; the listener is told of all their games together."""
    each = size.expected(tables.players)
    got: Outcomes = {}
    for number, pair in enumerate(pairs):

        def heard(done: int, before: int = number * each) -> None:
            # A precision may ask for more games than were thought of: the bar then waits for them.
            tables.listener.tell(before + min(done, each), each * len(pairs))

        got[pair] = _Table(tables, pair, chunk, heard).play(size)
        tables.listener.tell((number + 1) * each, each * len(pairs))
    return got


def pairs_of(kinds: Sequence[str], reference: int, alone: bool = False) -> list[Pair]:
    """Pairs of a ladder of rungs of these kinds: its steps, each rung with the reference, tops with the lowest.

    For one player every rung with the lowest: there a comparison costs no game.
    """
    size = len(kinds)
    steps = [(rung, rung - 1) for rung in range(1, size)]
    seen = [(rung, reference) for rung in range(size) if rung != reference]
    lowest = [(rung, 0) for rung in (range(1, size) if alone else tops(kinds))]
    return list(dict.fromkeys([*steps, *seen, *lowest]))


def laid_out(got: Outcomes, pairs: Sequence[Pair], players: int) -> tuple[Floats, Floats, Floats | None]:
    """Won, games and gap of `LadderGames`, [D, K]; for one player `got` holds the scores of (i, i)."""
    if players > 1:
        won = [got[pair] for pair in pairs]
        return _columns(won), _columns([np.full(len(part), float(players)) for part in won]), None
    gaps = []
    for one, other in pairs:
        common = min(len(got[one, one]), len(got[other, other]))
        gaps.append(got[one, one][:common] - got[other, other][:common])
    games, gap = _columns([np.ones(len(part)) for part in gaps]), _columns(gaps)
    return (0.5 + 0.5 * np.sign(gap)) * games, games, gap


def _columns(parts: Sequence[Floats]) -> Floats:
    """Columns of unequal length side by side, 0 where one has ended: [D, K]."""
    table = np.zeros((max(map(len, parts)), len(parts)))
    for place, part in enumerate(parts):
        table[: len(part), place] = part
    return table


def measured(tables: Tables, rungs: Sequence[int], games: int) -> list[int]:
    """The rungs from the weakest to the strongest in a tournament, each one alone among seats of each other.

    See `analyses.ladder.order.chain`; for one player by the score on the same deals.
    """
    players, size = tables.players, len(rungs)
    if players == 1:
        got = play_pairs(tables, [(i, i) for i in rungs], Size(games))
        means = np.array([got[i, i].mean() for i in rungs])
        return [rungs[place] for place in chain(np.subtract.outer(means, means))]
    # At a table of two either one is the lone seat.
    pairs = [(i, j) for i in rungs for j in rungs if (i != j if players > 2 else i < j)]
    got = play_pairs(tables, pairs, Size(games))
    ahead = np.zeros((size, size))
    for one, other in pairs:
        share, i, j = got[one, other].mean() / players - 1 / players, rungs.index(one), rungs.index(other)
        ahead[i, j] += share
        ahead[j, i] -= share
    return [rungs[place] for place in chain(ahead)]
