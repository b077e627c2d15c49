"""The only list of games. A game is imported when it is asked for, never before."""

from __future__ import annotations

import importlib
from functools import cache

from simcore.contract import GameSpec
from simcore.errors import MeepleError

GAMES: tuple[str, ...] = ("watchmen",)


@cache
def game(name: str) -> GameSpec:
    """The declaration of a game.

    Raises MeepleError for an unknown name.
    """
    if name not in GAMES:
        raise MeepleError(f"unknown game {name!r}; expected one of: {', '.join(GAMES)}")
    spec: GameSpec = importlib.import_module(f"simcore.games.{name}.spec").SPEC
    return spec
