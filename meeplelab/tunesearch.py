"""The search for weights: CMA-ES (Hansen 2016) over the unit cube, and its log, from which it goes on.

A generation is a handful of candidates on common deals that no generation before has seen. The log holds what was
measured, not the state of the search: candidates follow from the seed and the scores so far, so a search that reads
its log again stands where it stood.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from analyses import tuning
from meeplelab.tuneplay import TUNING, Arena, Box, Floats, Told, deals_from
from simcore.bounded import content
from simcore.errors import MeepleError
from simcore.files import replace_with

if TYPE_CHECKING:
    from collections.abc import Callable

FORMAT = 1
STEP = 0.2
"""Standard deviation of the first generation, as a part of each weight's range."""
NARROW = 1e-3
"""Standard deviation, of all weights, from which there is nothing left to find."""
FIRST_BLOCKS, MOST_BLOCKS = 96, 2400
"""Blocks a candidate plays in the first generation, and at most; see `analyses.tuning.next_blocks`."""
LONGEST_LOG = 64 * 1024 * 1024


@dataclass(frozen=True)
class Generation:
    """What one generation measured: scores are the candidates' means, signal and noise as in `analyses.tuning`."""

    blocks: int
    scores: list[float]
    signal: float
    noise: float
    check: str
    """Digest of the candidates, by which a log is told from that of another search."""

    @property
    def reliability(self) -> float:
        """Part of the variance of the scores that is no luck."""
        return tuning.Spread(self.signal, self.noise).reliability


class Search:
    """CMA-ES from the start of a box; deterministic by seed and scores."""

    def __init__(self, box: Box, seed: int, first_blocks: int = FIRST_BLOCKS) -> None:
        import cma

        self.box, self.first_blocks = box, first_blocks
        self.done: list[Generation] = []
        self.tops: list[Floats] = []
        draw = np.random.default_rng([seed, 0x7E57])
        start = box.unit()
        # The library wants two dimensions or more; a second one that nothing reads does no harm.
        start = np.append(start, 0.5) if len(start) == 1 else start
        self._library: Any = cma.CMAEvolutionStrategy(
            start, STEP,
            {"bounds": [0, 1], "seed": float("nan"), "randn": lambda *shape: draw.standard_normal(shape),
             "verbose": -9, "verb_log": 0, "verb_disp": 0},
        )  # fmt: skip

    @property
    def mean(self) -> Floats:
        """The middle of the distribution, float64[K or more] in the unit cube."""
        return np.asarray(self._library.result.xfavorite, np.float64)

    @property
    def width(self) -> float:
        """Standard deviation of the widest weight, as a part of its range."""
        return float(np.max(self._library.stds[: self.box.size]))

    @property
    def narrow(self) -> bool:
        """Whether there is nothing left to find."""
        return bool(self.done) and self.width < NARROW

    @property
    def blocks(self) -> int:
        """Blocks a candidate played so far, one after the other."""
        return sum(each.blocks for each in self.done)

    @property
    def population(self) -> int:
        """Candidates of a generation."""
        return int(self._library.popsize)

    def next_blocks(self, arena: Arena) -> int:
        """Blocks a candidate plays in the generation to come."""
        if not self.done:
            return arena.whole(self.first_blocks)
        last = self.done[-1]
        wanted = tuning.next_blocks(last.blocks, tuning.Spread(last.signal, last.noise), MOST_BLOCKS)
        return arena.whole(wanted)

    def step(self, arena: Arena, told: Told | None = None) -> Generation:
        """Play a generation and learn from it; one that is broken off leaves the search unusable."""
        blocks = self.next_blocks(arena)
        points = np.array(self._library.ask())
        first = deals_from(TUNING, self.blocks, blocks)
        scores = arena.scores(self.box.weights(points), first, blocks, told)
        known = tuning.spread(scores)
        means = [float(each) for each in scores.mean(axis=1)]
        generation = Generation(blocks, means, known.signal, known.noise, _digest(points))
        self._learn(points, generation)
        return generation

    def replay(self, log: Sequence[Generation], where: Path) -> None:
        """Learn again what a log holds.

        Raises MeepleError for the log of another search.
        """
        for number, generation in enumerate(log, 1):
            points = np.array(self._library.ask())
            if len(generation.scores) != len(points) or generation.check != _digest(points):
                raise MeepleError(
                    f"{where}: generation {number} does not follow from those before it; the log is damaged or of "
                    "other versions of numpy or cma. Begin anew without --resume, under another name"
                )
            self._learn(points, generation)

    def _learn(self, points: Floats, generation: Generation) -> None:
        self._library.tell(list(points), [-score for score in generation.scores])
        self.tops.append(points[int(np.argmax(generation.scores))])
        self.done.append(generation)


def _digest(points: Floats) -> str:
    return hashlib.sha256(np.ascontiguousarray(points).tobytes()).hexdigest()[:12]


@dataclass(frozen=True)
class Log:
    """The file beside the weights, written after each generation: what is searched for, and what was measured.

    about says what the scores depend on; seconds is the time it took so far.
    """

    path: Path
    about: Mapping[str, Any]

    def write(self, search: Search, seconds: float, best: Mapping[str, float]) -> None:
        """Put the file in place of the one before, whole or not at all.

        Raises MeepleError if it cannot be written.
        """
        document = {
            "format": FORMAT, "about": dict(self.about), "seconds": seconds, "best": dict(best),
            "generations": [asdict(each) for each in search.done],
        }  # fmt: skip
        replace_with(self.path, json.dumps(document, indent=1) + "\n")

    def read(self) -> tuple[list[Generation], float]:
        """Generations and seconds.

        Raises MeepleError for a file that is missing, damaged, or the log of something else.
        """
        found = content(self.path, "expected the log of a tuning to go on with", LONGEST_LOG)
        try:
            document = json.loads(found.decode("utf-8"))
        except (ValueError, RecursionError) as error:
            raise MeepleError(f"{self.path}: cannot be read: {' '.join(str(error).split())}") from None
        try:
            if document["format"] != FORMAT:
                raise MeepleError(f"{self.path}: not of format {FORMAT}; written by another version of meeplelab?")
            about, seconds = dict(document["about"].items()), float(document["seconds"])
            if not 0 <= seconds < inf:
                raise ValueError(f"seconds = {seconds}")
            generations = [_generation(each) for each in document["generations"]]
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise MeepleError(f"{self.path}: damaged, {type(error).__name__}: {error}") from None
        for key, value in self.about.items():
            if about.get(key) != value:
                raise MeepleError(
                    f"{self.path}: a tuning with another {key}; expected the command as it was, and --resume"
                )
        return generations, seconds


def _generation(entry: Mapping[str, Any]) -> Generation:
    blocks, check, scores = entry["blocks"], entry["check"], [float(each) for each in entry["scores"]]
    numbers = [*scores, float(entry["signal"]), float(entry["noise"])]
    if type(blocks) is not int or blocks < 1 or not np.isfinite(numbers).all():
        raise ValueError("a generation without blocks or with scores that are no numbers")
    return Generation(blocks, scores, float(entry["signal"]), float(entry["noise"]), str(check))


def run(
    search: Search,
    arena: Arena,
    go_on: Callable[[], bool],
    after: Callable[[Generation], None],
    told: Told | None = None,
) -> None:
    """Play generations as long as `go_on` says so and there is something to find; `after` is called after each."""
    while go_on() and not search.narrow:
        after(search.step(arena, told))
