"""Tuning a strategy: CMA-ES over its weights, one candidate chosen, judged on fresh deals, and kept as a file."""

from __future__ import annotations

import shlex
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from meeplelab import findings
from meeplelab.listener import SILENT, UNKNOWN, Listener
from meeplelab.match import load, names_of, players_of, ruleset_of, shown_line_up, workers
from simcore import batch
from simcore.errors import MeepleError
from simcore.parallel import check_jobs
from simcore.registry import game as find_game
from simcore.schedule import Schedule
from strategies import catalog

if TYPE_CHECKING:
    import pandas as pd

    from analyses.finding import Finding
    from meeplelab.tunejudge import Choice
    from meeplelab.tunekept import Kept
    from meeplelab.tuneplay import Arena
    from meeplelab.tunesearch import Search
    from strategies.contract import Strategy

DEFAULT = "default"
"""The word for the usual opponents: the strategy as it comes, and the line-up of the game's own report."""
MINUTES = 10.0
HELD_OUT = 20_000
FEWEST = 30


@dataclass
class Tuning:
    """A tuning, checked and ready to go on; `start` are the weights it starts from, `default` those it is judged by."""

    arena: Arena
    start: Strategy
    default: Strategy
    search: Search
    labels: tuple[str, ...]
    held_out: int
    generations: int | None
    minutes: float | None
    listener: Listener
    seconds: float = 0.0

    def games(self) -> int:
        """Games played to tune so far."""
        return sum(len(each.scores) * each.blocks for each in self.search.done) * self.arena.players

    def goes_on(self) -> bool:
        """Whether there is another generation to come."""
        done = len(self.search.done)
        late = self.minutes is not None and self.seconds >= 60 * self.minutes
        enough = self.generations is not None and done >= self.generations
        return not done or not (enough or late)

    def weights(self, values: Any) -> dict[str, float]:
        """Weights by name: those that are tuned, and those the start has otherwise than the default."""
        names = [weight.name for weight in self.default.weights]
        usual, tuned = self.default.weight_values(), set(self.search.box.places.tolist())
        return {
            name: float(values[i]) for i, name in enumerate(names) if i in tuned or float(values[i]) != float(usual[i])
        }


def tune(
    game: str,
    strategy: str,
    *,
    out: str | Path | None = None,
    against: str | Sequence[str] = DEFAULT,
    players: int | None = None,
    minutes: float | None = None,
    generations: int | None = None,
    only: str | Sequence[str] | None = None,
    held_out: int = HELD_OUT,
    seed: int = 1,
    jobs: int | None = None,
    rules: str | Path | None = None,
    changes: Mapping[str, object] | None = None,
    resume: bool = False,
    listener: Listener = SILENT,
    command: str = "",
) -> Finding:
    """Look for the weights with which a strategy wins most against a field; one player alone: scores most.

    It starts from the weights named with the strategy (`greedy-value@mine.toml`), within the bounds of each. The
    search ends after so many generations or minutes, whichever comes first (10 minutes without either); only
    generations make it end alike on every machine. `only` names the weights to tune, all without. held_out is how
    many fresh blocks the chosen weights are judged on. `against` names opponents, where "default" stands for the
    strategy as it comes and the line-up of the game's own report; with more opponents than seats they take turns.

    With `out` the weights are written there and a log beside it, FILE.tuning, after each generation; resume goes on
    from that log, with the result of a tuning that was never stopped. Tables: held_out, weights, candidates,
    generations. Raises MeepleError for bad input, and for files that exist or cannot be written.
    """
    path = None if out is None else Path(out)
    _check_numbers(minutes, generations, held_out)
    _check_files(path, resume)
    tuning = _prepared(
        game, strategy, names_of(against), players, names_of(only), held_out, seed, workers(jobs), rules, changes,
        generations, MINUTES if minutes is None and generations is None else minutes, listener,
    )  # fmt: skip
    command = command or findings.typed("tune", game, strategy, "--players", tuning.arena.players, "--seed", seed)
    from meeplelab import tunetold
    from meeplelab.tunekept import Kept

    kept = Kept(tuning, path, command)
    if resume:
        kept.read()
    try:
        _search(tuning, kept)
        choice, judged = _judged(tuning)
    except (KeyboardInterrupt, SystemExit):
        kept.interrupted()
        raise
    kept.finished(choice, judged)
    beside = [] if path is None else ["--out", shlex.quote(str(path.with_stem(f"{path.stem}-again")))]
    return tunetold.finding(tuning, choice, judged, " ".join([command, *beside]), path)


def _check_numbers(minutes: float | None, generations: int | None, held_out: int) -> None:
    if minutes is not None and not 0 < minutes <= 1e6:
        raise MeepleError(f"minutes: {minutes:g} is no time to tune for; expected more than 0")
    if generations is not None and not 1 <= generations <= 1_000_000:
        raise MeepleError(f"generations: {generations} is no number of them; expected 1 or more")
    if not FEWEST <= held_out <= 10_000_000:
        raise MeepleError(f"held-out: {held_out} blocks; expected {FEWEST} to 10,000,000")


def _check_files(path: Path | None, resume: bool) -> None:
    from meeplelab.tunekept import log_of

    if path is None:
        if resume:
            raise MeepleError("resume: there is no log without --out FILE")
        return
    if path.suffix != ".toml":
        raise MeepleError(f"out: {path}: expected a name that ends in .toml, by which a strategy's name can hold it")
    if resume:
        findings.check_place(path)
        return
    findings.check_keep(path)
    if log_of(path).exists():
        raise MeepleError(f"out: {log_of(path)} exists; go on with --resume, or remove it first")


def _prepared(
    game: str, strategy: str, against: list[str], players: int | None, only: list[str], held_out: int, seed: int,
    jobs: int, rules: str | Path | None, changes: Mapping[str, object] | None, generations: int | None,
    minutes: float | None, listener: Listener,
) -> Tuning:  # fmt: skip
    """Everything looked up and checked, then compiled."""
    from meeplelab.tuneplay import Arena, Box
    from meeplelab.tunesearch import Search

    spec = find_game(game)
    ruleset, count = ruleset_of(spec, rules, changes), players_of(spec, players)
    check_jobs(jobs)
    Schedule(seed, ("any",) * count, 1)  # raises for a bad seed
    head = catalog.head_of(strategy)
    field = opponents(game, head, against, count, spec.players[1])
    for name in (strategy, *field):
        catalog.check(game, name, count)
    start, default, *others = load(spec, [strategy, head, *field], count, listener.notice)
    labels = catalog.labels(others)
    if len(set(labels)) < len(labels):
        raise MeepleError(f"against: {', '.join(labels)}; expected different strategies")
    box = Box.of(start, only)
    batch.prepare(spec, count, listener.notice)
    arena = Arena(spec, ruleset, default, tuple(others), count, seed, jobs)
    return Tuning(arena, start, default, Search(box, seed), labels, held_out, generations, minutes, listener)


def opponents(game: str, head: str, against: Sequence[str], players: int, most: int) -> list[str]:
    """Names of the opponents, "default" spelled out.

    Raises MeepleError for opponents of one player alone, and for none.
    """
    if players == 1:
        if list(against) != [DEFAULT]:
            raise MeepleError(f"against: {', '.join(against)}; one player alone has no opponents")
        return []
    usual = [head, *shown_line_up(game, most)] if DEFAULT in against else []
    spelled = [name for each in against for name in (usual if each == DEFAULT else [each])]
    if not spelled or not all(spelled):
        raise MeepleError(f"against: no name in {','.join(against)!r}; expected names parted by commas, or {DEFAULT}")
    return list(dict.fromkeys(spelled))


def _search(tuning: Tuning, kept: Kept) -> None:
    """Play generations, tell of them, and write the log after each."""
    from meeplelab.tunesearch import Generation, run

    before, began = tuning.seconds, time.monotonic()
    done = [tuning.games()]

    def told(games: int) -> None:
        done[0] += games
        tuning.listener.tell(done[0], UNKNOWN)

    def after(generation: Generation) -> None:
        tuning.seconds = before + time.monotonic() - began
        number, search = len(tuning.search.done), tuning.search
        best = max(generation.scores)
        figure = f"{100 * best:.1f}%" if tuning.arena.players > 1 else f"{best:.1f} VP"
        tuning.listener.show(f"generation {number}, best {figure}, spread {100 * search.width:.1f}%")
        kept.log()

    tuning.listener.tell(done[0], UNKNOWN)
    run(tuning.search, tuning.arena, tuning.goes_on, after, told)


def _judged(tuning: Tuning) -> tuple[Choice, pd.DataFrame]:
    """The candidate chosen, and what it is worth on fresh deals."""
    from meeplelab import tunejudge

    arena, blocks = tuning.arena, tuning.held_out
    default = tuning.default.weight_values()
    seats = arena.players
    fresh = (blocks * (seats > 1) + 2 * arena.whole(blocks)) * seats
    choosing = tunejudge.choosing_blocks(tuning.search) * seats * len(tunejudge.shortlist(tuning.search, default))
    done = [0]

    def told(games: int) -> None:
        done[0] += games
        tuning.listener.tell(done[0], choosing + fresh)

    tuning.listener.tell(0, choosing + fresh)
    tuning.listener.show("choosing and judging")
    choice = tunejudge.choose(tuning.search, arena, default, told)
    duel = tunejudge.against_default_of(arena, tuning.default)
    turn = len(tuning.search.done)
    judged = tunejudge.judge(arena, duel, choice.weights, default, blocks, turn, told)
    judged.insert(2, "even", [1 / seats if row == "against default" else float("nan") for row in judged["measure"]])
    return choice, judged
