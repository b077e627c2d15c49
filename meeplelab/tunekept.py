"""What a tuning leaves behind: the file of weights, and beside it the log from which it goes on."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from meeplelab.tunesearch import Log
from meeplelab.tunetold import is_better, measures, sentence
from simcore import jit
from simcore.errors import MeepleError
from simcore.files import replace_with
from simcore.words import plural
from strategies import catalog, weightsfile
from strategies.weightsfile import WeightsFile

if TYPE_CHECKING:
    import pandas as pd

    from meeplelab.tune import Tuning
    from meeplelab.tunejudge import Choice
    from strategies.contract import Strategy

MIDDLE = "middle of the distribution, not judged"


Marks = tuple[int, int, int]


def log_of(path: Path) -> Path:
    """The log beside a file of weights."""
    return path.with_name(f"{path.name}.tuning")


def _marks(path: Path) -> Marks | None:
    """By which a file is told from one put in its place; None if there is none."""
    try:
        known = path.stat()
    except OSError:
        return None
    return known.st_ino, known.st_mtime_ns, known.st_size


@dataclass
class Kept:
    """Writes the files of one tuning; without a path nothing is written.

    Two tunings may have begun with one name: whoever finds that the log is no more what it left there ends, so that
    the other's work stands. `left` are the marks of the log as it was left.
    """

    tuning: Tuning
    path: Path | None
    command: str
    left: Marks | None = None

    def _log(self, path: Path) -> Log:
        return Log(log_of(path), _about(self.tuning))

    def read(self) -> None:
        """Go on from the log.

        Raises MeepleError if it is missing, damaged, or of another tuning.
        """
        if self.path is not None:
            log = self._log(self.path)
            self.left = _marks(log.path)
            generations, self.tuning.seconds = log.read()
            self.tuning.search.replay(generations, log.path)
            self.tuning.listener.say(f"going on after generation {len(generations)}")

    def log(self) -> None:
        """Write the log."""
        if self.path is not None:
            self._make_folder(self.path)
            self._check_own(self.path)
            log = self._log(self.path)
            log.write(self.tuning.search, self.tuning.seconds, self._middle())
            self.left = _marks(log.path)

    def _check_own(self, path: Path) -> None:
        """Refuse to write over the work of another tuning; a log that is gone may be written again.

        Raises MeepleError.
        """
        if _marks(log_of(path)) not in (self.left, None):
            raise MeepleError(f"out: {log_of(path)} is being written by another tuning; expected one at a time")

    def _middle(self) -> dict[str, float]:
        search = self.tuning.search
        return self.tuning.weights(search.box.weights(search.mean[None])[0])

    def interrupted(self) -> None:
        """Write the best so far without a figure, and say how to go on."""
        if self.path is None or not self.tuning.search.done:
            return
        self._check_own(self.path)
        file = self._file(self.path, self._middle(), MIDDLE, {})
        replace_with(self.path, weightsfile.text(file, f"{_heading(file)}\nInterrupted: not judged on fresh deals."))
        more = f"{self.command} --out {shlex.quote(str(self.path))} --resume"
        self.tuning.listener.say(f"{self.path} holds the best so far, not judged. Go on with: {more}")

    def finished(self, choice: Choice, judged: pd.DataFrame) -> None:
        """Write the weights with what they are worth."""
        if self.path is None:
            return
        tuning = self.tuning
        held_out: dict[str, Any] = {
            "blocks": tuning.held_out, "seed": tuning.arena.seed,
            "measure": "win share" if tuning.arena.players > 1 else "VP",
        }  # fmt: skip
        for measure, row in measures(judged).items():
            if measure == "against default":
                held_out["even"] = round(row["even"], 6)
            held_out[measure.replace(" ", "_")] = [round(row[name], 6) for name in ("value", "value_low", "value_high")]
        held_out["better"] = is_better(judged)
        file = self._file(self.path, tuning.weights(choice.weights), choice.name, held_out)
        self._make_folder(self.path)
        self._check_own(self.path)
        note = f"{_heading(file)}\n{sentence(tuning, choice, judged)}"
        replace_with(self.path, weightsfile.text(file, note))
        tuning.listener.say(f"written: {self.path}")

    def _file(self, path: Path, weights: dict[str, float], chosen: str, held_out: dict[str, Any]) -> WeightsFile:
        tuning = self.tuning
        told = {
            "command": self.command, "ruleset": tuning.arena.ruleset.digest, "seed": tuning.arena.seed,
            "against": list(tuning.labels), "generations": len(tuning.search.done), "games": tuning.games(),
            "minutes": round(tuning.seconds / 60, 2), "chosen": chosen,
        }  # fmt: skip
        return WeightsFile(
            path, tuning.arena.spec.name, tuning.default.name, weights, tuning.arena.players, told, held_out
        )

    @staticmethod
    def _make_folder(path: Path) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise MeepleError(f"out: {path} cannot be written: {error.strerror}") from None


def _about(tuning: Tuning) -> dict[str, Any]:
    """Everything the scores depend on, as JSON values."""
    arena = tuning.arena
    named = dict(zip(tuning.labels, arena.opponents))
    return {
        "game": f"{arena.spec.name} {arena.spec.version}", "strategy": _told(tuning.start),
        "against": {name: _told(each) for name, each in named.items()}, "number of players": arena.players,
        "seed": arena.seed, "ruleset": arena.ruleset.digest,
        "choice of weights": [tuning.default.weights[i].name for i in tuning.search.box.places.tolist()],
        "version of the game": jit.source_digest((f"simcore/games/{arena.spec.name}",)),
    }  # fmt: skip


def _told(strategy: Strategy) -> dict[str, Any]:
    weights = {weight.name: [weight.default, weight.low, weight.high] for weight in strategy.weights}
    return {"name": strategy.name, "source": catalog.source_digest(strategy), "weights": weights}


def _heading(file: WeightsFile) -> str:
    table = plural(file.players, "player")
    return f"Weights of {file.strategy} for {table}."
