"""One contestant in a process of its own: warm up, then play a round each time a line comes in.

The driver (`benchmarks/bench_peers.py`) starts all of them on one core and lets them play in turns, so that whatever
else the machine does meets everybody alike. What is said on stdout is one JSON object a line: first who plays,
after each line read what the round took.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

ROUND = 0.5
"""Processor seconds that a round takes, about."""


@dataclass(frozen=True)
class Contestant:
    """Something that plays whole games.

    play(games) plays at least so many of them and returns (decisions, games) really played; version
    and remark are shown in the table; distinct plays apart from the rounds and tells (games, different ones).
    moves are those of a game, forced ones too, counted apart from the rounds; None where decisions are moves, or
    where nobody counts them.
    """

    version: str
    remark: str
    play: Callable[[int], tuple[int, int]]
    distinct: Callable[[], tuple[int, int]] | None = None
    moves: float | None = None


def _timed(contestant: Contestant, games: int) -> dict[str, float]:
    wall, processor = time.perf_counter(), time.process_time()
    decisions, played = contestant.play(games)
    return {
        "processor": time.process_time() - processor,
        "wall": time.perf_counter() - wall,
        "decisions": decisions,
        "games": played,
    }


def serve(contestants: dict[str, Callable[[], Contestant]]) -> None:
    """Be the contestant named on the command line until stdin ends."""
    contestant = contestants[sys.argv[1]]()
    games, taken = 1, _timed(contestant, 1)  # whatever is compiled is compiled now
    while (taken := _timed(contestant, games))["processor"] < ROUND / 4:
        games *= 2
    games = max(1, round(games * ROUND / taken["processor"]))
    told = {"version": contestant.version, "remark": contestant.remark, "moves": contestant.moves}
    print(json.dumps({**told, "distinct": contestant.distinct() if contestant.distinct else None}), flush=True)
    for _ in sys.stdin:
        print(json.dumps(_timed(contestant, games)), flush=True)
