"""Finding strategies: the shipped ones by name, a user's own by file, both with other weights if asked for.

The folder is the list: `strategies/<game>/greedy_value.py` holds `greedy-value`; modules that
begin with an underscore are helpers. Listing names imports nothing; a shipped one is compiled when it first chooses.
A file of one's own is named by its path, `./mine.py:bold`.

`search` is a player that thinks ahead, its roll-outs played by the game's usual policy; `search:thrifty` is one whose
roll-outs are played by another strategy, shipped or one's own.

A name may go on with settings, each after an @ and applied from left to right: `greedy-value@majority=1` (a
weight), `greedy-value@./mine.toml` (a file of weights), `greedy-value@tuned` (the weights shipped for it at this
number of players).
"""

from __future__ import annotations

import hashlib
import importlib
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from simcore import registry
from simcore.errors import MeepleError
from simcore.fields import shown
from strategies import userfile, weightsfile
from strategies.settings import TUNED as TUNED
from strategies.settings import as_shown, is_path, parts, value_of, weight_of

if TYPE_CHECKING:
    from strategies.contract import Strategy

_HERE = Path(__file__).resolve().parent
SEARCH = "search"


def names(game: str) -> list[str]:
    """Names of the shipped strategies of a game, sorted. Raises MeepleError for an unknown game."""
    registry.check(game)
    return sorted(path.stem.replace("_", "-") for path in (_HERE / game).glob("[!_]*.py"))


def thinkers(game: str) -> list[str]:
    """Names of the players of a game that think ahead: one, or none where nothing hidden can be imagined."""
    return [SEARCH] if registry.game(game).worlds is not None else []


def load(game: str, text: str, players: int | None = None) -> Strategy:
    """A strategy by its name, or of a user's file, `path.py:name`, with the weights of its settings.

    One with settings is the same compiled function under the name of the whole text, a file's path cut to its name.
    players tells which weights `@tuned` are. Raises MeepleError for an unknown name, with close ones, for a file that
    cannot be used, and for settings that do not fit.
    """
    head, *settings = parts(text)
    base = _head(game, head)
    if not settings:
        return base
    values: dict[str, float] = {}
    for setting in settings:
        values |= _setting(game, head, base, setting, players)
    weights = tuple(replace(weight, default=values.get(weight.name, weight.default)) for weight in base.weights)
    name = "@".join([base.name, *map(as_shown, settings)])
    # what is compiled is shared: weights are data to it
    return replace(base, name=name, weights=weights, make=lambda: base.choose, settings=tuple(settings))


def check(game: str, text: str, players: int | None = None) -> None:
    """Refuse a name that `load` would refuse, before anything is compiled; of a user's file what is not in it.

    Raises MeepleError.
    """
    head, *settings = parts(text)
    if not is_own(text):
        if settings or head not in names(game):
            load(game, text, players)
        return
    userfile.check(policy_of(game, head))
    for setting in settings:
        if is_path(setting):
            weightsfile.read(Path(setting))
        elif setting != TUNED:
            value_of(setting)


def comes_with(game: str, text: str) -> bool:
    """Whether a name needs nothing but what is shipped: neither a user's strategy nor their file of weights."""
    head, *settings = parts(text)
    if is_own(text) or any(map(is_path, settings)):
        return False
    try:
        _head(game, head)
    except MeepleError:
        return False
    return True


def strangers(text: str, players: int) -> list[str]:
    """Sentences on files of weights in a name that say they were tuned at another number of players than these."""
    files = [weightsfile.read(Path(setting)) for setting in parts(text)[1:] if is_path(setting)]
    return [
        f"{file.path}: weights tuned at {_table(file.players)}, played here at {_table(players)}"
        for file in files if file.players not in (0, players)
    ]  # fmt: skip


def _table(players: int) -> str:
    return f"{players} players" if players > 1 else "one player alone"


def is_own(text: str) -> bool:
    """Whether a name's strategy comes from a user's file."""
    return userfile.is_file(parts(text)[0])


def head_of(text: str) -> str:
    """A name without its settings."""
    return parts(text)[0]


def _head(game: str, head: str) -> Strategy:
    """The strategy of a name without settings."""
    if is_search(head):
        return _searching(game, head)
    if userfile.is_file(head):
        registry.check(game)
        return userfile.load(game, head)
    known = names(game)
    if head not in known:
        close = get_close_matches(head, known, 3)
        hint = f"did you mean {' or '.join(close)}? " if close else ""
        listed = ", ".join(known) or "none"
        raise MeepleError(
            f"{game} has no strategy {shown(head)}; {hint}known: {listed}, or a file such as ./mine.py:bold"
        )
    module = importlib.import_module(f"strategies.{game}.{head.replace('-', '_')}")
    return next(found for found in userfile.strategies_of(module) if found.name == head)


def is_search(head: str) -> bool:
    """Whether a name without settings is that of a player that thinks ahead."""
    return head.partition(":")[0] == SEARCH


def unit(game: str, head: str) -> tuple[str, ...]:
    """Folders whose sources are compiled into a shipped strategy, or into a search."""
    if is_search(head):
        from strategies.searching import making

        return making.unit(game)
    return (f"simcore/games/{game}", f"strategies/{game}")


def policy_of(game: str, head: str) -> str:
    """Who plays the roll-outs of a player that thinks ahead; any other head as it is."""
    if not is_search(head):
        return head
    registry.check(game)
    if not thinkers(game):
        raise MeepleError(f"{game} has no strategy {shown(head)}: what is hidden in this game cannot be imagined")
    _, colon, policy = head.partition(":")
    if colon and (not policy or is_search(policy)):
        raise MeepleError(f"{shown(head)}: expected search:NAME, NAME being the strategy that plays its roll-outs")
    return policy or str(importlib.import_module(f"strategies.{game}").ROLL_OUTS)


def _searching(game: str, head: str) -> Strategy:
    from strategies.searching.making import search

    return search(
        _head(game, policy_of(game, head)), head if not userfile.is_file(head) else f"{SEARCH}:{Path(head).name}"
    )


def _setting(game: str, head: str, base: Strategy, setting: str, players: int | None) -> Mapping[str, float]:
    """Values of weights a setting gives."""
    if is_path(setting):
        return weightsfile.read(Path(setting)).values_for(base)
    if setting == TUNED:
        return weightsfile.read(tuned_path(game, head, players)).values_for(base)
    return weight_of(base, setting)


def tuned_path(game: str, head: str, players: int | None) -> Path:
    """The shipped file of weights of a strategy at a number of players; of `kind:name` those of name count.

    Raises MeepleError if there is none, telling at what numbers of players there are.
    """
    name = policy_of(game, head)
    found = {} if userfile.is_file(name) else shipped_weights(game, name)
    if players is None or players not in found:
        table = "without a number of players" if players is None else f"at {players} players"
        where = f"there are for {', '.join(map(str, found))} players" if found else "there are none for it at all"
        raise MeepleError(f"{head}@{TUNED}: no weights are shipped for {name} {table}; {where}")
    return found[players]


def shipped_weights(game: str, name: str) -> dict[int, Path]:
    """The shipped files of weights of a strategy, by number of players."""
    files = (_HERE / game / TUNED).glob(f"{name}-*.toml")
    counts = {path.stem.removeprefix(f"{name}-"): path for path in files}
    return {int(count): counts[count] for count in sorted(counts) if count.isdecimal()}


def split(lineup: str | Sequence[str], players: int) -> list[str]:
    """Names of a line-up, one a seat: a single name fills every seat.

    Raises MeepleError for any other number of names.
    """
    listed = [name.strip() for name in lineup.split(",")] if isinstance(lineup, str) else list(lineup)
    if not all(listed):
        raise MeepleError(f"strategies: an empty name in {shown(lineup)}; expected names parted by commas")
    if len(listed) == 1:
        return listed * players
    if len(listed) != players:
        raise MeepleError(f"strategies: {len(listed)} names for {players} players; expected one, or one a seat")
    return listed


def load_lineup(game: str, players: int, lineup: str | Sequence[str]) -> list[Strategy]:
    """Strategies of a line-up, one a seat; see `split` and `load` for its form and errors."""
    listed = split(lineup, players)
    loaded = {name: load(game, name, players) for name in dict.fromkeys(listed)}
    return [loaded[name] for name in listed]


def labels(strategies: Sequence[Strategy]) -> tuple[str, ...]:
    """Names for a schedule: those of the strategies, with the file where two share one.

    A user's strategy has its file as well where it is called as a shipped one: the plain name is that one's.
    """
    taken: dict[str, Strategy] = {}
    result = []
    for strategy in strategies:
        label = strategy.name
        if _called_as_shipped(strategy) or not _same(taken.setdefault(label, strategy), strategy):
            label = _with_folders(strategy)
        result.append(label)
    return tuple(result)


def _called_as_shipped(strategy: Strategy) -> bool:
    return not strategy.trusted and (_HERE / strategy.game / f"{head_of(strategy.name).replace('-', '_')}.py").is_file()


def _same(one: Strategy, other: Strategy) -> bool:
    """Whether two strategies choose alike: the same function with the same weights."""
    return one.python is other.python and one.weights == other.weights


def _with_folders(strategy: Strategy) -> str:
    """A strategy's name with the folder of every file it comes from."""
    if not any(map(is_path, strategy.settings)):
        path = _path(strategy)
        return f"{strategy.name}@{path.parent.name}/{path.name}"
    settings = [f"{Path(each).absolute().parent.name}/{as_shown(each)}" * is_path(each) or each
                for each in strategy.settings]  # fmt: skip
    return "@".join([strategy.name.split("@")[0], *settings])


def _path(strategy: Strategy) -> Path:
    return Path(str(sys.modules[strategy.source].__file__))


def source_digest(strategy: Strategy) -> str:
    """Hex digest (12 digits) of a strategy's source file and of the helpers beside it.

    Helpers are the modules of its folder that begin with an underscore; a user's file stands
    alone. A player that thinks ahead has the files of its roll-outs' strategy, and of the search.
    """
    path = _path(strategy)
    files = [path, *(sorted(path.parent.glob("_*.py")) if strategy.trusted else [])]
    if is_search(head_of(strategy.name)):
        files += sorted((_HERE / "searching").glob("*.py"))
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:12]
