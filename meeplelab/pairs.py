"""Two strategies at tables that hold nobody else, played block by block until a rule says enough.

At an even table the two sit alternately and hold half the seats each. At an odd one a line-up with
one seat more for the first is joined by one, on deals of its own, with one seat more for the second;
a block is a deal of each. So both hold as many seats and sit in each place equally often.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from analyses.answer import Answer, after_all, after_sprt, after_width
from analyses.meeting import Meeting, moments, totals
from analyses.moments import Moments
from analyses.runs import INDEX_COLUMNS, Facts, Run, pieces
from analyses.sequential.sprt import OPEN, Sprt
from analyses.sequential.width import Width
from meeplelab.listener import SILENT, Listener
from simcore.errors import MeepleError
from simcore.schedule import rotations_of

Play = Callable[[Sequence[str], int, int, Listener], Run]
"""Plays (line-up, games, first deal) and tells a listener how it gets on."""

ROUND = 50_000
"""Most blocks that are played before they are added up: bounds the memory."""


def tables_of(first: str, second: str, players: int) -> list[list[str]]:
    """Line-ups in which the two meet; `first` leads each of them."""
    seats = [(first, second)[place % 2] for place in range(players)]
    if players % 2 == 0:
        return [seats]
    other = [(second, first)[place % 2] for place in range(players)]
    # Turning a line-up by one seat leaves the set of its rotations as it is.
    return [seats, [*other[1:], other[0]]]


@dataclass
class Pairing:
    """Two who meet: plays further blocks of theirs on fresh deals."""

    first: str
    second: str
    players: int
    play: Play
    listener: Listener = SILENT
    met: Meeting | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.tables = tables_of(self.first, self.second, self.players)
        self.rotations = rotations_of(self.tables[0])
        self._games = 0

    @property
    def size(self) -> int:
        """Games in a block."""
        return self.rotations * len(self.tables)

    @property
    def reach(self) -> float:
        """The difference if one of them won everything."""
        return 2 / self.players

    def whole_blocks(self, most: int) -> int:
        """Blocks in at most so many games.

        Raises MeepleError if there are none.
        """
        if most < self.size:
            raise MeepleError(f"most: {most} games; a block of these strategies has {self.size}, and one is the least")
        return most // self.size

    def up_to(self, blocks: int, expected: int) -> Meeting:
        """Play on until there are so many blocks; `expected` are thought to be needed in all."""
        while self.met is None or self.met.blocks < blocks:
            done = self.met.blocks if self.met else 0
            fresh = self._round(done, min(blocks - done, ROUND), max(expected, blocks) * self.size)
            self.met = (
                Meeting(self.first, self.second, self.players, fresh) if self.met is None else self.met.more(fresh)
            )
        return self.met

    def _round(self, done: int, blocks: int, expected: int) -> Moments:
        """Play so many blocks after those done; the k-th deal of one line-up goes with the k-th of the other."""
        deal, sums = done * len(self.tables), np.zeros((0, 0))
        for line_up in self.tables:
            heard = Listener(partial(self._tell, self._games, expected))
            run = self.play(line_up, blocks * self.rotations, deal, heard)
            facts = Facts.of(run)
            frames = run.iter_frames([*INDEX_COLUMNS, "win_share", "score"])
            part = np.concatenate([totals(facts, piece) for piece in pieces(iter(frames), self.players)])
            sums = sums + part if sums.size else part
            deal += blocks
            self._games += blocks * self.rotations
        return moments(sums)

    def _tell(self, before: int, expected: int, now: int, _: int) -> None:
        """Add the games of one line-up to those before it."""
        self.listener.tell(before + now, expected)


def play_all(pair: Pairing, games: int) -> Answer:
    """Play so many games, rounded up to whole blocks."""
    blocks = -(-games // pair.size)
    return after_all(pair.up_to(blocks, blocks))


def play_narrow(pair: Pairing, precision: float, most: int) -> Answer:
    """Play until the half-width of the difference is at most this share, or the most games are played."""
    width = Width(precision, pair.whole_blocks(most))
    target, expected, looks = width.first(), width.guess(pair.reach, pair.size), 0
    while True:
        met, looks = pair.up_to(target, expected), looks + 1
        difference = met.difference()
        if width.narrow(difference) or met.blocks >= width.most:
            return after_width(met, width, looks)
        pair.listener.show(f"half-width {100 * width.reached(difference):.2f} of {100 * precision:g} pp")
        target, expected = width.next(met.blocks, difference), width.wanted(met.blocks, difference)


def play_sprt(pair: Pairing, sprt: Sprt, most: int) -> Answer:
    """Play batches until a statement is taken, or no further whole batch is allowed."""
    allowed = pair.whole_blocks(most)
    batch = min(sprt.batch(pair.reach, pair.size), allowed)
    looks, expected = 0, batch
    while True:
        looks += 1
        met = pair.up_to(looks * batch, min(expected, allowed))
        scores = met.scores()
        if sprt.decision(scores) != OPEN or (looks + 1) * batch > allowed:
            return after_sprt(met, sprt, looks)
        pair.listener.show(f"{100 * sprt.way(scores):.0f}% of the way to a bound")
        expected = sprt.expected(scores)
