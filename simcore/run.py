"""One run from start to finish: check, make the folder, play what is missing, write."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import numpy.typing as npt

from simcore.away import Away
from simcore.batch import simulate
from simcore.contract import GameSpec
from simcore.errors import MeepleError
from simcore.layout import Layout
from simcore.manifest import describe_run
from simcore.parallel import Notice, Progress
from simcore.patience import PATIENCE
from simcore.ruleset import Ruleset
from simcore.runfolder import RunFolder
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
    resume: bool = False,
    layout: Layout | None = None,
    jobs: int = 1,
    chunk: int | None = None,
    on_progress: Progress | None = None,
    on_notice: Notice | None = None,
    patience: float = PATIENCE,
    away: Away | None = None,
) -> Run:
    """Play a schedule into a new folder, or with `resume` what a folder begun before lacks of it; open the result.

    sources are the digests of the strategies' source files, an entry a seat, for the manifest; the other arguments
    are those of `batch.simulate`. on_notice is also told what was found damaged and what an interrupted run keeps. Bad
    input, a folder that cannot be used and a run of other settings are refused with MeepleError before a game is
    played. After an error, Ctrl-C or a kill whole shards stay, see `RunFolder`.
    """
    table = weight_table(strategies) if weights is None else weights
    plan = describe_run(
        spec, ruleset, schedule, weights=named_weights(strategies, table), sources=sources, command=command
    )
    place = RunFolder(folder, plan, layout or Layout(schedule.games, schedule.players), resume)
    tell = on_notice or (lambda _: None)

    def stuck() -> None:
        place.close()
        if place.kept():
            tell(place.kept())

    try:
        with Writer(place, spec.columns) as writer:
            for remark in place.remarks:
                tell(remark)
            if not place.finished:
                chunks = simulate(
                    spec, ruleset, strategies, schedule, weights=table, jobs=jobs, chunk=chunk, spans=place.spans,
                    on_progress=on_progress, on_compile=on_notice, patience=patience, on_stuck=stuck,
                    away=away,
                )  # fmt: skip
                writer.begin()
                with closing(chunks):
                    for rows in chunks:
                        writer.add(rows)
                writer.finish()
    except MeepleError as error:
        if place.kept():
            raise type(error)(f"{error}; {place.kept()}") from None
        raise
    except BaseException:
        if place.kept():
            tell(place.kept())
        raise
    return open_run(folder, verify=False)
