"""The board: where Guardians end, where something is taken, which spaces see nobody."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import numpy.typing as npt
import pandas as pd

from analyses.base import Analysis, Sums, laid_out
from analyses.estimate import share
from analyses.moments import of_blocks
from analyses.runs import Facts, Piece

ENDED, CLEARED, ROWS = range(3)


def board_of(facts: Facts) -> list[list[str]]:
    """The two-letter words of the board in force, row by row; empty if the run does not name its board."""
    text = facts.value(f"board.{facts.value('rules.board')}.map") or ""
    return [line.split() for line in text.strip().splitlines()]


def cell_counts(words: npt.NDArray[np.uint64], cells: int, rows: int = 1) -> npt.NDArray[np.uint16]:
    """Times each cell is in the sets of each `rows` rows: uint16[cells, R / rows].

    words is uint64[R, 2 * sets], low word first.
    """
    # As little-endian bytes the low word's lowest bit comes first on any machine.
    octets = np.ascontiguousarray(words, "<u8").view(np.uint8)
    bits = np.unpackbits(octets, axis=1, bitorder="little").reshape(len(words) // rows, -1, 128)
    # Bytes add up fastest, where they hold the sum.
    kind = np.uint8 if bits.shape[1] <= np.iinfo(np.uint8).max else np.uint16
    return np.asarray(bits.sum(axis=1, dtype=kind)[:, :cells].T, np.uint16)


class Places(Analysis, name="places", title="Spaces of the board"):
    """How often Guardians end on each space and something is taken there.

    Share of rounds of a seat in which a Guardian ended on the space, or a creature, Village or Chest was taken
    there. A space with 0% was never reached in all these games, by these strategies; rules or chance may still
    allow it. Rows and columns count from 0.
    """

    units: ClassVar[dict[str, str]] = {"ended": "share", "cleared": "share"}
    rests_on = ("board.", "card.")
    reads = ("rounds", "ended", "cleared")

    def partial(self, piece: Piece) -> Sums:
        """Groups: cells; quantities: rounds in which a Guardian ended there, rounds in which it was cleared, rounds."""
        cells = sum(map(len, board_of(self.facts)))
        words = (piece.frame[self.flat(name)].to_numpy(np.uint64) for name in ("ended", "cleared"))
        if piece.regular:
            ended, cleared = (cell_counts(each, cells, piece.regular * piece.players).astype(float) for each in words)
        else:
            ended, cleared = (piece.block_totals(cell_counts(each, cells)) for each in words)
        rounds = piece.values("rounds")
        in_games = np.array([0, 0, np.count_nonzero(piece.game_totals(rounds))])
        return Sums({"places": of_blocks(piece, [ended, cleared, piece.block_totals(rounds)], in_games)})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row a cell."""
        moments = sums.moments["places"]
        board = board_of(self.facts)
        labels = {
            "row": [row for row, words in enumerate(board) for _ in words],
            "column": [column for words in board for column in range(len(words))],
            "space": [word for words in board for word in words],
        }
        return laid_out(labels, ended=share(moments, ENDED, ROWS), cleared=share(moments, CLEARED, ROWS))
