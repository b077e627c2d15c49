"""What workers bring: one thread, several threads of one process, several processes, and plain busy loops beside them.

Each way plays the same games of the first registered game, recording on, warm, and nothing is
written. Figures are medians of rounds; in every round each way has its turn, so that a busy machine meets them alike.
Processor time tells what workers cost each other: if a game costs as much with several as with one, nothing
stands in their way but the number of cores. How much those are worth just then is told by loops of plain Python, one
process alone and so many at once: the speed-up of workers is set against theirs. The bar for two threads is 0.92.
"""

from __future__ import annotations

import argparse
import statistics
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


def busy(turns: int) -> int:
    """A plain loop that touches no memory worth speaking of."""
    total = 0
    for turn in range(turns):
        total += turn & 3
    return total


def clocked(work: Callable[[], object]) -> float:
    """Wall seconds of one call."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def main() -> None:
    """Print games/s and microseconds a game of each way, and speed-ups beside that of the busy loops."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--turns", type=int, default=20_000_000, help="of a busy loop")
    parser.add_argument("--strategies", help="the game's own line-up without it")
    args = parser.parse_args()
    match = prepare(GAMES[0], 4, args.games, args.strategies, 1)
    single, threads, processes = "1 thread", f"{args.jobs} threads", f"{args.jobs} processes"

    def threaded(jobs: int) -> float:
        began = time.process_time()
        rows(match, jobs)
        return time.process_time() - began

    with ProcessPoolExecutor(args.jobs, mp_context=get_context("spawn")) as pool:
        share = args.games // args.jobs

        def separate() -> float:
            return sum(pool.map(part, [args.strategies] * args.jobs, [share] * args.jobs, range(0, args.games, share)))

        def loops(count: int) -> None:
            list(pool.map(busy, [args.turns] * count))

        ways: dict[str, Callable[[], float]] = {
            single: lambda: threaded(1),
            threads: lambda: threaded(args.jobs),
            processes: separate,
        }
        costs: dict[str, list[float]] = {name: [] for name in ways}
        walls: dict[str, list[float]] = {name: [] for name in ways}
        loop_speedups: list[float] = []
        for play in ways.values():
            play()  # warms up
        loops(args.jobs)
        for _ in range(args.repeats):
            # One after the other in every round, so that whatever else the machine does meets them alike.
            alone, together = clocked(lambda: loops(1)), clocked(lambda: loops(args.jobs))
            loop_speedups.append(args.jobs * alone / together)
            for name, play in ways.items():
                walls[name].append(clocked(lambda: costs[name].append(play())))  # noqa: B023  # called at once
    speedups = {name: [one / wall for one, wall in zip(walls[single], walls[name])] for name in (threads, processes)}
    print(f"{'':14}{'games/s':>12}{'processor us a game':>24}{'speed-up':>12}{'over that of busy loops':>26}")
    for name in ways:
        rate, cost = args.games / statistics.median(walls[name]), 1e6 * statistics.median(costs[name]) / args.games
        told = f"{name:14}{rate:12,.0f}{cost:24.1f}"
        if name in speedups:
            ratio = statistics.median(own / plain for own, plain in zip(speedups[name], loop_speedups))
            told += f"{statistics.median(speedups[name]):12.2f}{ratio:26.2f}"
        print(told)
    print(f"{args.jobs} busy loops{statistics.median(loop_speedups):51.2f}")


if __name__ == "__main__":
    main()
