"""From words to something that can be played: game, rules, line-up and schedule, all checked.

Everything a user can get wrong is found here, before a folder is made or a game is compiled.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from meeplelab.listener import Notice
from simcore.contract import GameSpec
from simcore.errors import MeepleError
from simcore.fields import as_given
from simcore.registry import game as find_game
from simcore.ruleset import Ruleset
from simcore.schedule import Schedule
from strategies import catalog

if TYPE_CHECKING:
    from strategies.contract import Strategy

USUAL_PLAYERS = 4
Changes = Mapping[str, object]
"""Changed rules values by key, as `--set` takes them."""
Names = str | Sequence[str]
"""Strategy names; a text holds them with commas between."""


@dataclass(frozen=True)
class Match:
    """A run that is ready to be played; strategies has one a seat, names what they are loaded by again."""

    spec: GameSpec
    ruleset: Ruleset
    strategies: tuple[Strategy, ...]
    schedule: Schedule
    names: tuple[str, ...] = ()


def changes_of(settings: Iterable[str]) -> dict[str, str]:
    """What `--set KEY=VALUE` said, as a mapping.

    Raises MeepleError for anything without "=", and for a key given twice.
    """
    changes: dict[str, str] = {}
    for setting in settings:
        key, equals, value = (part.strip() for part in setting.partition("="))
        if not equals or not key:
            raise MeepleError(f"--set {as_given(setting)}: expected KEY=VALUE")
        if key in changes:
            raise MeepleError(f"--set {as_given(key)}: given twice")
        changes[key] = value
    return changes


def ruleset_of(spec: GameSpec, file: str | Path | None, changes: Mapping[str, object] | None) -> Ruleset:
    """The rules in force: the game's own or the file's, with the changes on top."""
    words = {key: as_typed(value) for key, value in (changes or {}).items()}
    return spec.load_rules(Path(file) if file is not None else None, words)


def as_typed(value: object) -> str:
    """A value of a rule as it would be typed on the command line."""
    if isinstance(value, list | tuple):
        return ",".join(as_typed(entry) for entry in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def players_of(spec: GameSpec, players: int | None, names: Sequence[str] = ()) -> int:
    """Players at the table: as asked for, else as many as there are strategies, else the usual number.

    Raises MeepleError for a number the game is not for.
    """
    low, high = spec.players
    if players is None:
        players = len(names) if len(names) > 1 else max(low, min(USUAL_PLAYERS, high))
    if not low <= players <= high:
        raise MeepleError(f"players: {spec.name} is for {low} to {high}, not {players}")
    return players


def shown_line_up(game: str, players: int) -> list[str]:
    """The line-up of a game's own report: strategies of different ideas, declared beside them."""
    names: tuple[str, ...] = importlib.import_module(f"strategies.{game}").LINE_UP
    return list(names[:players])


def names_of(strategies: str | Sequence[str] | None) -> list[str]:
    """Names as a list; a text holds them with commas between."""
    if strategies is None:
        return []
    return [name.strip() for name in strategies.split(",")] if isinstance(strategies, str) else list(strategies)


def check_out(folder: Path, option: str = "out") -> None:
    """Refuse a folder that holds anything, early; making it finds out the rest.

    Raises MeepleError.
    """
    if folder.is_dir() and any(folder.iterdir()):
        raise MeepleError(f"{option}: {folder} is not empty; name a new folder, or remove this one first")


def workers(jobs: int | None) -> int:
    """Number of workers; None takes every core this process may use.

    Raises MeepleError for none or fewer.
    """
    if jobs is not None:
        if jobs < 1:
            raise MeepleError(f"jobs: {jobs} is not a number of workers; expected 1 or more")
        return jobs
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def prepare(
    game: str,
    players: int | None,
    games: int,
    strategies: str | Sequence[str] | None,
    seed: int,
    rules: str | Path | None = None,
    changes: Mapping[str, object] | None = None,
    first_deal: int = 0,
    notice: Notice | None = None,
) -> Match:
    """Look everything up and check it; `notice` is told before strategies are compiled.

    Raises MeepleError for whatever does not exist or does not fit.
    """
    spec = find_game(game)
    names = names_of(strategies)
    count = players_of(spec, players, names)
    ruleset = ruleset_of(spec, rules, changes)
    listed = catalog.split(names, count) if names else shown_line_up(game, count)
    # Bad numbers and unknown names are refused before a strategy is compiled.
    Schedule(seed, tuple(listed), games, first_deal)
    for name in listed:
        catalog.check(game, name, count)
    loaded = load(spec, listed, count, notice)
    return Match(spec, ruleset, tuple(loaded), Schedule(seed, catalog.labels(loaded), games, first_deal), tuple(listed))


def load(spec: GameSpec, names: Sequence[str], players: int, notice: Notice | None) -> list[Strategy]:
    """Strategies by name, compiled or from the cache, for tables of so many; the wait is told of before it begins."""
    from simcore import jit

    heads = list(dict.fromkeys(map(catalog.head_of, names)))
    cold = [name for name in heads if not catalog.is_own(name) and not jit.is_warm(catalog.unit(spec.name, name), name)]
    own = [name for name in heads if catalog.is_own(name)]
    for name in own:
        catalog.check(spec.name, name, players)  # of what is not there nothing is compiled
    if cold and notice:
        notice(f"compiling {', '.join(cold)} for {spec.title}; once for this version, it may take a minute")
    if own and notice:
        notice(f"compiling {', '.join(own)}; a strategy file is compiled anew each time")
    for sentence in dict.fromkeys(each for name in names for each in catalog.strangers(name, players)):
        if notice:
            notice(sentence)
    known = {name: catalog.load(spec.name, name, players) for name in dict.fromkeys(names)}
    for strategy in known.values():
        strategy.choose  # noqa: B018  # compiled here, while the notice of it stands
    for name in cold:
        jit.mark_warm(catalog.unit(spec.name, name), name)
    return [known[name] for name in names]
