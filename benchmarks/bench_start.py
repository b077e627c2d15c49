"""How long a newcomer waits: help, compiling from an empty cache, and a second process.

Run with `make bench`. Wall time and processor time of whole commands, each in a process of its own.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time

PLAY = ("simulate", "watchmen", "--players", "4", "--games", "1", "--strategies", "greedy-value", "--json")


def run(arguments: tuple[str, ...], cache: str) -> tuple[float, float]:
    """(wall, processor) seconds of one command."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "meeplelab", *arguments],
        env={**os.environ, "MEEPLELAB_CACHE": cache},
        check=True,
        capture_output=True,
    )
    wall = time.perf_counter() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime


def main() -> None:
    with tempfile.TemporaryDirectory() as cache:
        rows = [
            ("--help", run(("--help",), cache)),
            ("one game, compiling from an empty cache", run(PLAY, cache)),
            ("one game, second process", min(run(PLAY, cache) for _ in range(3))),
        ]
    print(f"{'command':<42}{'wall s':>9}{'processor s':>13}")
    for name, (wall, cpu) in rows:
        print(f"{name:<42}{wall:>9.2f}{cpu:>13.2f}")


if __name__ == "__main__":
    main()
