"""One run from start to finish: check, make the folder, play, write."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import numpy.typing as npt

from simcore.batch import Notice, simulate
from simcore.contract import GameSpec
from simcore.manifest import describe_run
from simcore.parallel import Progress
from simcore.patience import PATIENCE
from simcore.ruleset import Ruleset
from simcore.schedule import Schedule
from simcore.store import Run, open_run
from simcore.workspace import Player, named_weights, weight_table
from simcore.writer import Writer


def play_to(
    folder: Path,
    spec: GameSpec,
    ruleset: Ruleset,
    strategies: Sequence[Player],
    schedule: Schedule,
    *,
    sources: Sequence[str],
    command: Sequence[str] = (),
    weights: npt.NDArray[np.float64] | None = None,
    jobs: int = 1,
    chunk: int | None = None,
    on_progress: Progress | None = None,
    on_compile: Notice | None = None,
    patience: float = PATIENCE,
) -> Run:
    """Play a schedule into a new folder and open the result.

    sources are the digests of the strategies' source files, an entry a seat, for the manifest;
    the other arguments are those of `batch.simulate`. Bad input and a folder that cannot be used
    are refused with MeepleError before a game is played. After any error or Ctrl-C nothing of
    the run remains.
    """
    table = weight_table(strategies) if weights is None else weights
    manifest = describe_run(
        spec, ruleset, schedule, weights=named_weights(strategies, table), sources=sources, command=command
    )
    with Writer(folder, spec.columns, schedule.players) as writer:
        chunks = simulate(
            spec, ruleset, strategies, schedule, weights=table, jobs=jobs, chunk=chunk,
            on_progress=on_progress, on_compile=on_compile, patience=patience, on_stuck=writer.remove,
        )  # fmt: skip
        began = time.monotonic()
        with closing(chunks):
            for rows in chunks:
                writer.add(rows)
        writer.finish({**manifest, "wall_seconds": round(time.monotonic() - began, 3)})
    return open_run(folder, verify=False)
