"""Peak memory of a long run written to disk, in a process of its own.

Run with `make bench`. The bar is 1 GiB for 1,000,000 games of four players.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--game", default="watchmen")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run"
        begin = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "meeplelab", "simulate", asked.game, "--players", "4", "--games", str(asked.games),
             "--seed", "1", "--jobs", str(asked.jobs), "--out", str(out)],
            check=True,
            capture_output=True,
        )  # fmt: skip
        wall = time.perf_counter() - begin
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        size = sum(path.stat().st_size for path in out.rglob("*")) / 1e6
    print(f"{asked.games:,} games of {asked.game}: peak {peak:,.0f} MiB, {wall:.0f} s, {size:,.0f} MB of files")


if __name__ == "__main__":
    main()
