"""Time and peak memory of a report on runs of growing size, each in a process of its own.

A run is played once; larger ones are its files again and again, as links, under a manifest that counts them: as many
rows to read, check and sum up as if they had been played. The bars are 30 s on two idle cores for 1,000,000 games of
four players, and 2 GiB for 100,000,000 rows (`--rows 100000000`). Processor time is told beside, as it does not depend
on what else the machine does.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from simcore import manifest as manifests
from simcore.store import Run, open_run


def play(game: str, games: int, out: Path) -> Run:
    """A real run of four players."""
    options = ["--players", "4", "--games", str(games), "--out", str(out)]
    subprocess.run([sys.executable, "-m", "meeplelab", "simulate", game, *options], check=True, capture_output=True)
    return open_run(out)


def repeated(run: Run, times: int, folder: Path) -> Path:
    """A run that holds the rows of another so many times, block by block."""
    folder.mkdir()
    shards: list[dict[str, Any]] = []
    for _ in range(times):
        for shard in run.shards:
            name = f"rows-{len(shards):05d}.parquet"
            os.link(run.folder / shard.file, folder / name)
            shards.append({"file": name, "rows": shard.rows, "sha256": shard.sha256})
    counts = {name: run.manifest[name] * times for name in ("games", "blocks")}
    text = manifests.dumps({**run.manifest, **counts, "shards": shards})
    (folder / manifests.NAME).write_text(text, encoding="utf-8")
    return folder


def measured(folder: Path, out: Path) -> tuple[float, float, float]:
    """Seconds, seconds of processor time and MiB at the peak of a report, in a process of its own."""
    begin = time.perf_counter()
    # `wait4` tells the use of this one process; `getrusage` would tell the largest of all so far.
    child = subprocess.Popen(
        [sys.executable, "-m", "meeplelab", "report", str(folder), "--out", str(out)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"the report on {folder} failed with {child.returncode}")
    return time.perf_counter() - begin, used.ru_utime + used.ru_stime, _mebibytes(used)


def _mebibytes(used: resource.struct_rusage) -> float:
    # Kilobytes on Linux, bytes on macOS.
    return used.ru_maxrss / (1024**2 if sys.platform == "darwin" else 1024)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, nargs="+", default=[4_000_000, 12_000_000])
    parser.add_argument("--game", default="watchmen")
    parser.add_argument("--games", type=int, default=1_000_000, help="games that are really played")
    parser.add_argument("--run", type=Path, help="a run to repeat, instead of playing one")
    asked = parser.parse_args()
    # Links cannot leave the file system, so a run that is given keeps its copies beside it.
    with tempfile.TemporaryDirectory(dir=asked.run.resolve().parent if asked.run else None) as folder:
        base = Path(folder)
        run = open_run(asked.run) if asked.run else play(asked.game, asked.games, base / "run")
        for rows in asked.rows:
            times = -(-rows // (run.games * run.players))
            store = repeated(run, times, base / f"rows-{rows}")
            wall, used, peak = measured(store, base / f"report-{rows}")
            print(
                f"{run.game}, {times * run.games * run.players:,} rows: peak {peak:,.0f} MiB, "
                f"{wall:.1f} s, {used:.1f} s of processor time",
                flush=True,
            )


if __name__ == "__main__":
    main()
