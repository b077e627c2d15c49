"""Finding strategies: the shipped ones by name, a user's own by file.

The folder is the list: `strategies/<game>/greedy_value.py` holds `greedy-value`; modules that
begin with an underscore are helpers. Listing names imports nothing; a shipped one is compiled when it first chooses.
A file of one's own is named by its path, `./mine.py:bold`.
"""

from __future__ import annotations

import hashlib
import importlib
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from simcore import registry
from simcore.errors import MeepleError
from strategies import userfile

if TYPE_CHECKING:
    from strategies.contract import Strategy

_HERE = Path(__file__).resolve().parent


def names(game: str) -> list[str]:
    """Names of the shipped strategies of a game, sorted. Raises MeepleError for an unknown game."""
    registry.check(game)
    return sorted(path.stem.replace("_", "-") for path in (_HERE / game).glob("[!_]*.py"))


def load(game: str, name: str) -> Strategy:
    """A shipped strategy by its name, or one of a user's file, `path.py:name`.

    Raises MeepleError for an unknown name, with close ones, and for a file that cannot be used.
    """
    if userfile.is_file(name):
        registry.check(game)
        return userfile.load(game, name)
    known = names(game)
    if name not in known:
        close = get_close_matches(name, known, 3)
        hint = f"did you mean {' or '.join(close)}? " if close else ""
        listed = ", ".join(known) or "none"
        raise MeepleError(f"{game} has no strategy {name!r}; {hint}known: {listed}, or a file such as ./mine.py:bold")
    module = importlib.import_module(f"strategies.{game}.{name.replace('-', '_')}")
    return next(found for found in userfile.strategies_of(module) if found.name == name)


def split(lineup: str | Sequence[str], players: int) -> list[str]:
    """Names of a line-up, one a seat: a single name fills every seat.

    Raises MeepleError for any other number of names.
    """
    listed = [name.strip() for name in lineup.split(",")] if isinstance(lineup, str) else list(lineup)
    if not all(listed):
        raise MeepleError(f"strategies: an empty name in {lineup!r}; expected names parted by commas")
    if len(listed) == 1:
        return listed * players
    if len(listed) != players:
        raise MeepleError(f"strategies: {len(listed)} names for {players} players; expected one, or one a seat")
    return listed


def load_lineup(game: str, players: int, lineup: str | Sequence[str]) -> list[Strategy]:
    """Strategies of a line-up, one a seat; see `split` and `load` for its form and errors."""
    loaded: dict[str, Strategy] = {}
    listed = split(lineup, players)
    for name in listed:
        if name not in loaded:
            loaded[name] = load(game, name)
    return [loaded[name] for name in listed]


def labels(strategies: Sequence[Strategy]) -> tuple[str, ...]:
    """Names for a schedule: those of the strategies, with the file where two share one."""
    taken: dict[str, Strategy] = {}
    result = []
    for strategy in strategies:
        label = strategy.name
        if taken.setdefault(label, strategy) is not strategy:
            path = _path(strategy)
            label = f"{strategy.name}@{path.parent.name}/{path.name}"
        result.append(label)
    return tuple(result)


def _path(strategy: Strategy) -> Path:
    return Path(str(sys.modules[strategy.source].__file__))


def source_digest(strategy: Strategy) -> str:
    """Hex digest (12 digits) of a strategy's source file and of the helpers beside it.

    Helpers are the modules of its folder that begin with an underscore; a user's file stands
    alone.
    """
    path = _path(strategy)
    files = [path, *(sorted(path.parent.glob("_*.py")) if strategy.trusted else [])]
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:12]
