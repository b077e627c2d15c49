"""What an analysis is, and how a run is read once for many of them.

An analysis is a frozen dataclass with three steps: `partial` turns a piece of whole blocks into
sums, `merge` adds sums, `finish` turns them into a table. So memory does not grow with the run,
and pieces may be summed in any order.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
import pandas as pd
from threadpoolctl import threadpool_limits

from analyses.estimate import Estimate, Place
from analyses.moments import Floats, Ints, Moments, one_hot
from analyses.runs import INDEX_COLUMNS, Facts, Piece, Run, pieces
from analyses.verdict import MARGIN, STRONG_WEAK, Judge, Method
from simcore.errors import MeepleError

MOST_WORKERS = 8
"""Threads that sum up pieces, at most: what they share, the reading, is not faster with more."""
ALL = "all"
"""Label of the group that holds every row."""


@dataclass(frozen=True)
class Sums:
    """Moments and plain counts that add up; counts of different length are padded with zeros."""

    moments: Mapping[str, Moments] = field(default_factory=dict)
    counts: Mapping[str, Ints] = field(default_factory=dict)

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            {name: value + other.moments[name] for name, value in self.moments.items()},
            {name: _add(value, other.counts[name]) for name, value in self.counts.items()},
        )


def _add(a: Ints, b: Ints) -> Ints:
    size = max(len(a), len(b))
    return _padded(a, size) + _padded(b, size)


def _padded(a: Ints, size: int) -> Ints:
    return np.concatenate([a, np.zeros((size - len(a), *a.shape[1:]), a.dtype)])


@dataclass(frozen=True)
class Judged:
    """What the verdicts of a table are about: of each line a ratio of totals, less what would be fair.

    thing and effect are the columns that name a line and hold the effect; names has one entry a line, lines without
    data included; moments is the name of the sums, num and den say where in them the ratio stands.
    """

    thing: str
    effect: str
    names: tuple[str, ...]
    moments: str
    num: Place
    den: Place
    fair: float


@dataclass(frozen=True)
class Analysis(ABC):
    """One question to a run and the table that answers it.

        class Seats(Analysis, name="seats", title="Seat advantage"): ...

    name    of the table and its file; title in words
    about   the method in a sentence or two, for readers: what the docstring says below its first line
    about_others  the same of what it says only where seats play against each other
    reads   declared columns it needs, each with all its labels
    units   of the columns: "share", "points" (percentage points), "VP", "count", ...
    marks   columns whose numbers must not be read as effects, with the word to show beside them
    rests_on  prefixes of the rule values the answer depends on most

    Whoever asks chooses the margin of its verdicts (a share) and how they are adjusted.
    """

    facts: Facts
    margin: float = MARGIN
    adjusted: Method = "bh"

    name: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[str] = ""
    about_others: ClassVar[str] = ""
    reads: ClassVar[tuple[str, ...]] = ()
    units: ClassVar[Mapping[str, str]] = {}
    marks: ClassVar[Mapping[str, str]] = {}
    rests_on: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, name: str = "", title: str = "") -> None:
        super().__init_subclass__()
        if name:
            cls.name, cls.title = name, title
        _, _, method = (cls.__doc__ or "").partition("\n\n")
        if method:
            cls.about = " ".join(method.split())

    def columns(self) -> Sequence[str]:
        """Flat names of the columns it reads."""
        return [flat for name in self.reads for flat in self.flat(name)]

    @abstractmethod
    def partial(self, piece: Piece) -> Sums:
        """Sums of a piece."""

    @abstractmethod
    def finish(self, sums: Sums) -> pd.DataFrame:
        """The table."""

    def merge(self, a: Sums, b: Sums) -> Sums:
        """Sums of two pieces together."""
        return a + b

    @property
    def judged(self) -> Judged | None:
        """What its verdicts are about, if it has any that stand whoever plays: none on strategies themselves."""
        return None

    def judge(self, words: tuple[str, str] = STRONG_WEAK) -> Judge:
        """Judge of effects on the win share, with words for above and below the margin."""
        return Judge(self.margin, words, method=self.adjusted)

    def flat(self, name: str) -> list[str]:
        """Flat names of a declared column."""
        return self.facts.column(name).flat_names()


def analyse(run: Run, analyses: Sequence[Analysis]) -> dict[str, pd.DataFrame]:
    """Tables by name, from one pass over the run.

    Raises MeepleError if the run holds no games.
    """
    names = {name for analysis in analyses for name in analysis.columns()}
    columns = [*INDEX_COLUMNS, *sorted(names.difference(INDEX_COLUMNS))]
    sums: list[Sums] = []
    # The matrix products here are small: threads of the algebra library only wait for each other.
    with threadpool_limits(limits=1, user_api="blas"):
        for parts in _partials(pieces(iter(run.iter_frames(columns)), analyses[0].facts.players), analyses):
            asked = zip(analyses, sums, parts, strict=True)
            sums = [analysis.merge(known, part) for analysis, known, part in asked] if sums else parts
    if not sums:
        raise MeepleError("the run holds no games")
    return {analysis.name: analysis.finish(part) for analysis, part in zip(analyses, sums, strict=True)}


def _partials(every: Iterator[Piece], analyses: Sequence[Analysis]) -> Iterator[list[Sums]]:
    """Sums of each piece, in the order of the pieces: numpy works on one a processor at the same time."""
    mine = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    workers = min(mine, MOST_WORKERS)
    waiting: deque[Future[list[Sums]]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        for piece in every:
            waiting.append(pool.submit(_ask, analyses, piece))
            # No more pieces are read ahead than are worked on, so memory stays that of a few.
            if len(waiting) > workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _ask(analyses: Sequence[Analysis], piece: Piece) -> list[Sums]:
    return [analysis.partial(piece) for analysis in analyses]


def laid_out(labels: Mapping[str, Any], **parts: Estimate) -> pd.DataFrame:
    """A table of estimates: label columns, each part with its interval, and the counts of the first part.

    Rows without data in that part are left out.
    """
    columns = {name: values for label, part in parts.items() for name, values in part.columns(label).items()}
    table = pd.DataFrame({**labels, **columns, **next(iter(parts.values())).counts()})
    return table[table["n"] > 0].reset_index(drop=True)


def strategy_groups(facts: Facts) -> tuple[str, ...]:
    """Labels of the groups of `strategy_masks`: each strategy, then all."""
    return (*facts.strategies, ALL)


def strategy_masks(facts: Facts, piece: Piece) -> Floats:
    """float64[R, strategies + 1]: 1 where the row belongs to the group."""
    own = one_hot(facts.strategy_of(piece.frame["entry"].to_numpy()), len(facts.strategies))
    return np.concatenate([own, np.ones((len(own), 1))], axis=1)


def grouped(piece: Piece, mask: Floats, values: npt.NDArray[Any]) -> Floats:
    """Totals in each game of values[R, C] within groups mask[R, S]: float64[G, S, C]."""
    return np.asarray(piece.by_game(mask).transpose(0, 2, 1) @ piece.by_game(values), np.float64)


def winners(piece: Piece) -> Floats:
    """float64[R]: 1 for the rows of first place, shared or not."""
    return np.asarray(piece.values("rank") == 1, np.float64)
