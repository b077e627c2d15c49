"""Which games lie in which file of a run: arithmetic that depends on nothing but their number.

Row groups hold whole blocks, so whoever reads in pieces never meets half a block.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

GROUP_GAMES = 8400
"""Games in a row group: a multiple of 1 to 8 rotations, and some megabytes of memory."""
SHARD_GROUPS = 8

Span = tuple[int, int]
"""First game and number of games."""


@dataclass(frozen=True)
class Layout:
    """Shards of a run of so many games; each but the last holds `shard_games`."""

    games: int
    players: int
    group_games: int = GROUP_GAMES
    shard_groups: int = SHARD_GROUPS

    @property
    def shard_games(self) -> int:
        """Games in a whole shard."""
        return self.group_games * self.shard_groups

    @property
    def shards(self) -> int:
        """Number of shards."""
        return -(-self.games // self.shard_games)

    def span(self, number: int) -> Span:
        """Games of a shard."""
        first = number * self.shard_games
        return first, min(self.shard_games, self.games - first)

    def rows(self, number: int) -> int:
        """Rows of a shard."""
        return self.span(number)[1] * self.players


def shard_name(number: int) -> str:
    """Name of a shard's file."""
    return f"rows-{number:05d}.parquet"


def joined(spans: Iterable[Span]) -> list[Span]:
    """Spans in order, with neighbours made one."""
    result: list[Span] = []
    for first, count in spans:
        if result and sum(result[-1]) == first:
            result[-1] = (result[-1][0], result[-1][1] + count)
        elif count:
            result.append((first, count))
    return result
