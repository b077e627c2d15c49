"""Who sits where in which deal: pure arithmetic, known before the first game is played.

A block is one deal under all distinct seat rotations of the line-up. Seat s of rotation r is
played by entry (s + r) % P. A line-up that repeats itself has fewer distinct rotations: the
mirror match has one, (a, b, a, b) has two. So N games are always N distinct games, and the block
is the sample from which error bars come.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from simcore.errors import MeepleError

MAX_SEED = 2**63 - 1
MAX_DEALS = 2**32
"""Deals and blocks are kept as 32-bit unsigned numbers in the results."""


def rotations_of(lineup: Sequence[str]) -> int:
    """Count the distinct seat rotations of a line-up: its smallest period."""
    size = len(lineup)
    for period in range(1, size):
        if size % period == 0 and all(lineup[i] == lineup[i % period] for i in range(size)):
            return period
    return size


@dataclass(frozen=True)
class Schedule:
    """The games of one run.

    lineup holds one name a seat (rotation 0). `games` asked for are rounded up to whole blocks;
    deals are numbered from first_deal. Equal names must stand for equal strategies and weights.
    Raises MeepleError for numbers that cannot be played.
    """

    seed: int
    lineup: tuple[str, ...]
    asked: int
    first_deal: int = 0

    def __post_init__(self) -> None:
        if not self.lineup:
            raise MeepleError("the line-up is empty: expected one strategy a seat")
        if self.asked < 1:
            raise MeepleError(f"games: {self.asked} is not a number of games; expected 1 or more")
        if not 0 <= self.seed <= MAX_SEED:
            raise MeepleError(f"seed: {self.seed} is out of range; expected 0 to {MAX_SEED}")
        if self.first_deal < 0:
            raise MeepleError(f"first deal: {self.first_deal} is negative; expected 0 or more")
        if self.first_deal + self.blocks > MAX_DEALS:
            raise MeepleError(
                f"games: deals {self.first_deal} to {self.first_deal + self.blocks - 1} exceed {MAX_DEALS}"
            )

    @property
    def players(self) -> int:
        """Seats at the table."""
        return len(self.lineup)

    @property
    def rotations(self) -> int:
        """Games in a block."""
        return rotations_of(self.lineup)

    @property
    def blocks(self) -> int:
        """Whole blocks that hold at least the games asked for."""
        return -(-self.asked // self.rotations)

    @property
    def games(self) -> int:
        """Games to be played."""
        return self.blocks * self.rotations

    def note(self) -> str:
        """Words for the rounding up, empty if there was none."""
        if self.games == self.asked:
            return ""
        return (
            f"{self.asked} games rounded up to {self.games}: {self.blocks} whole block{'s' * (self.blocks > 1)} "
            f"of {self.rotations} games, one deal under all its seat rotations"
        )

    def chunks(self, size: int, spans: Iterable[tuple[int, int]] | None = None) -> Iterator[tuple[int, int]]:
        """Pieces of at most `size` games in order, as (first game, number of games).

        Those of all games, or of spans given in the same way.
        """
        if size < 1:
            raise MeepleError(f"chunk: {size} is not a number of games; expected 1 or more")
        return (
            (first, min(size, start + count - first))
            for start, count in (((0, self.games),) if spans is None else spans)
            for first in range(start, start + count, size)
        )

    def place(self, game: int) -> tuple[int, int, int]:
        """Block, deal and rotation of a game."""
        block, rotation = divmod(game, self.rotations)
        return block, self.first_deal + block, rotation

    def entry(self, seat: int, rotation: int) -> int:
        """Entry of the line-up that plays a seat."""
        return (seat + rotation) % self.players
