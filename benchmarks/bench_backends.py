"""What a run costs by each backend: threads, loky's processes, a dask cluster of this machine.

Each way runs the same `simulate --out` of the first registered game in a process of its own, after a hundredth of the
games that warms up. Wall time is that of the whole command, workers started and rows written; processor time counts
the command and its workers, so it can be compared on a machine that has other work. At the end the shards are compared.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

from simcore.away import BACKENDS, DASK
from simcore.registry import GAMES
from simcore.store import open_run


def simulate(folder: Path, backend: str, games: int, jobs: int, strategies: str) -> tuple[float, float]:
    """Run the command; its wall seconds, and the processor seconds of it and of all workers it waited for."""
    before, began = sum(os.times()[2:4]), time.monotonic()
    subprocess.run(
        [sys.executable, "-m", "meeplelab", "simulate", GAMES[0], "--players", "4", "--games", str(games), "--jobs",
         str(jobs), "--strategies", strategies, "--backend", backend, "--out", str(folder)],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    return time.monotonic() - began, sum(os.times()[2:4]) - before


def main() -> None:
    """Print seconds, games/s and microseconds of processor time a game of each way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--strategies", default="greedy-value")
    parser.add_argument(
        "--backends", nargs="*", default=[name for name in BACKENDS if name != DASK or find_spec("distributed")]
    )
    args = parser.parse_args()
    print(f"{'':10}{'seconds':>10}{'games/s':>12}{'processor us a game':>24}")
    shards = set()
    for backend in args.backends:
        with tempfile.TemporaryDirectory() as parent:
            folder = Path(parent)
            simulate(folder / "warm", backend, -(-args.games // 100), args.jobs, args.strategies)
            wall, cost = simulate(folder / "run", backend, args.games, args.jobs, args.strategies)
            shards.add(open_run(folder / "run", verify=False).shards)
        print(f"{backend:10}{wall:10.1f}{args.games / wall:12,.0f}{1e6 * cost / args.games:24.1f}", flush=True)
    print("the same shards by all" if len(shards) == 1 else "DIFFERENT SHARDS", flush=True)


if __name__ == "__main__":
    main()
