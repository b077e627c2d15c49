"""A run that is played while it is read: for questions whose rows nobody needs afterwards."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd

from meeplelab.listener import SILENT, Listener
from meeplelab.match import Match
from simcore.away import Away
from simcore.batch import simulate
from simcore.manifest import describe_run
from simcore.schema import flatten
from simcore.workspace import named_weights, weight_table
from strategies import catalog


def sources_of(match: Match) -> list[str]:
    """Digest of each entry's source file."""
    return [catalog.source_digest(strategy) for strategy in match.strategies]


class Played:
    """A run as analyses want it (`analyses.runs.Run`); every reading plays it anew.

    `seconds` is how long the last reading took, compilation left out.
    """

    def __init__(
        self, match: Match, jobs: int = 1, chunk: int | None = None, listener: Listener = SILENT,
        away: Away | None = None,
    ) -> None:  # fmt: skip
        self.match, self.jobs, self.chunk, self.listener, self.away = match, jobs, chunk, listener, away
        self.seconds = 0.0

    @property
    def manifest(self) -> dict[str, Any]:
        """What is played, as a stored run would have it."""
        strategies = self.match.strategies
        weights = named_weights(strategies, weight_table(strategies))
        return describe_run(
            self.match.spec, self.match.ruleset, self.match.schedule,
            weights=weights, sources=sources_of(self.match), command=(),
        )  # fmt: skip

    def iter_frames(self, columns: Sequence[str] | None = None) -> Iterator[pd.DataFrame]:
        """Rows in game order, in chunks of whole games."""
        spec, ruleset, strategies, schedule = (
            self.match.spec, self.match.ruleset, self.match.strategies, self.match.schedule,
        )  # fmt: skip
        chunks = simulate(
            spec, ruleset, strategies, schedule, jobs=self.jobs, chunk=self.chunk,
            on_progress=self.listener.progress, on_compile=self.listener.notice, away=self.away,
        )  # fmt: skip
        began = time.monotonic()
        for rows in chunks:
            flat = flatten(rows, spec.columns)
            yield pd.DataFrame(flat if columns is None else {name: flat[name] for name in columns})
        self.seconds = time.monotonic() - began
