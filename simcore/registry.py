"""The only list of games. A game is imported when it is asked for, never before."""

from __future__ import annotations

import importlib
from difflib import get_close_matches
from functools import cache

from simcore.contract import GameSpec
from simcore.errors import MeepleError

GAMES: tuple[str, ...] = ("watchmen", "haversack")


def check(name: str) -> None:
    """Raise MeepleError unless this is a game; imports nothing."""
    if name not in GAMES:
        close = get_close_matches(name, GAMES, 1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        raise MeepleError(f"unknown game {name!r}; {hint}expected one of: {', '.join(GAMES)}")


@cache
def game(name: str) -> GameSpec:
    """The declaration of a game.

    Raises MeepleError for an unknown name.
    """
    check(name)
    spec: GameSpec = importlib.import_module(f"simcore.games.{name}.spec").SPEC
    return spec
