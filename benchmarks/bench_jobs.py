"""What workers bring: one thread, several threads of one process, several processes.

Each way plays the same games of the first registered game, recording on, warm, and nothing is
written. Wall time is the best of the repeats, since other work on the machine only adds. Processor
time tells what workers cost each other: if a game costs as much with several as with one, nothing
stands in their way but the number of cores.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from meeplelab.match import Match, prepare
from simcore.batch import simulate
from simcore.registry import GAMES


def rows(match: Match, jobs: int) -> int:
    """Play all of it; how many rows."""
    chunks = simulate(match.spec, match.ruleset, match.strategies, match.schedule, jobs=jobs)
    return sum(len(chunk) for chunk in chunks)


def part(strategies: str | None, games: int, first_deal: int) -> float:
    """Play one process's part, in that process; its processor seconds."""
    match = prepare(GAMES[0], 4, games, strategies, 1, first_deal=first_deal)
    began = time.process_time()
    rows(match, 1)
    return time.process_time() - began


def timed(play: Callable[[], float], repeats: int) -> tuple[float, float]:
    """Wall and processor seconds, the least of some calls each, after one that warms up."""
    play()
    walls, costs = [], []
    for _ in range(repeats):
        began = time.monotonic()
        costs.append(play())
        walls.append(time.monotonic() - began)
    return min(walls), min(costs)


def main() -> None:
    """Print games/s and microseconds a game of each way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--strategies", help="the game's own line-up without it")
    args = parser.parse_args()
    match = prepare(GAMES[0], 4, args.games, args.strategies, 1)

    def threads(jobs: int) -> float:
        began = time.process_time()
        rows(match, jobs)
        return time.process_time() - began

    with ProcessPoolExecutor(args.jobs, mp_context=get_context("spawn")) as pool:
        share = args.games // args.jobs

        def processes() -> float:
            return sum(pool.map(part, [args.strategies] * args.jobs, [share] * args.jobs, range(0, args.games, share)))

        ways: dict[str, Callable[[], float]] = {
            "1 thread": lambda: threads(1),
            f"{args.jobs} threads": lambda: threads(args.jobs),
            f"{args.jobs} processes": processes,
        }
        print(f"{'':14}{'games/s':>12}{'processor us a game':>24}")
        for name, play in ways.items():
            wall, cost = timed(play, args.repeats)
            print(f"{name:14}{args.games / wall:12,.0f}{1e6 * cost / args.games:24.1f}", flush=True)


if __name__ == "__main__":
    main()
