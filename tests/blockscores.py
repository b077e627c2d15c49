"""Made-up blocks of two strategies with known truth: their games share luck, as those of one deal do.

A block is described by how many of its games the first wins, and how probable each number is. That is all
the statistics of a comparison see, so whole experiments can be drawn in no time.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from analyses.meeting import Meeting
from analyses.moments import Moments


@dataclass(frozen=True)
class Law:
    """The law of a block: `chances` of each number of `wins` in `games` games at a table of `players`."""

    players: int
    games: int
    wins: tuple[float, ...]
    chances: tuple[float, ...]

    @property
    def truth(self) -> float:
        """Win share a seat of the first less that of the second."""
        return float((2 * np.dot(self.wins, self.chances) / self.games - 1) * 2 / self.players)

    def meeting(self, counts: np.ndarray) -> Meeting:
        """Two who met in so many blocks of each kind; games of a block are won whole or as evenly as can be."""
        wins = np.array(self.wins)
        games, ones = np.full(len(wins), float(self.games)), np.ones(len(wins))
        whole = np.floor(wins)
        squares = whole + (wins - whole) ** 2
        rows = np.column_stack([wins, games - wins, games, squares, ones, ones, games, games])
        blocks = int(counts.sum())
        everywhere = np.ones(rows.shape[1], np.int64)
        moments = Moments(
            blocks, blocks * self.games, counts @ rows, (rows.T * counts) @ rows,
            blocks * everywhere, blocks * self.games * everywhere,
        )  # fmt: skip
        return Meeting("first", "second", self.players, moments)


def pushed(law: Law, truth: float) -> Law:
    """The law with chance moved between the least and the most wins so that the difference becomes this."""
    part = (truth - law.truth) * law.players / 4 * law.games / (law.wins[-1] - law.wins[0])
    chances = [law.chances[0] - part, *law.chances[1:-1], law.chances[-1] + part]
    assert min(chances) >= 0
    return Law(law.players, law.games, law.wins, tuple(chances))


FOUR = Law(4, 2, (0, 0.5, 1, 1.5, 2), (0.2, 0.03, 0.54, 0.03, 0.2))
"""Equals at a table of four; most blocks are shared by the swap of seats."""
TWO = Law(2, 2, (0, 1, 2), (0.25, 0.5, 0.25))
"""Equals at a table of two whose games are independent."""
THREE = Law(3, 6, (0, 1, 2, 3, 4, 5, 6), (0.02, 0.03, 0.1, 0.15, 0.2, 0.2, 0.3))
"""Unequal shares at a table of three: both line-ups make a block."""
FIVE = Law(5, 10, tuple(range(11)), (0.05, 0.02, 0.05, 0.1, 0.13, 0.3, 0.13, 0.1, 0.05, 0.02, 0.05))
"""Equals at a table of five."""
LOPSIDED = Law(4, 2, (0, 0.5, 1, 1.5, 2), (0.01, 0.03, 0.14, 0.02, 0.8))
"""One wins nearly all."""
SWEEPING = Law(4, 2, (0, 1, 2), (0.001, 0.03, 0.969))
"""One wins all but a few."""
