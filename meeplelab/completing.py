"""What the shell offers when Tab is pressed: games, strategies, things, weights. Nothing is compiled for it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable

import typer

Offer = Callable[[str], Iterable[str]]
"""Words for a game."""


def games(incomplete: str) -> list[str]:
    """Names of games."""
    from simcore.registry import GAMES

    return _beginning(GAMES, incomplete)


def strategies(ctx: typer.Context, incomplete: str) -> list[str]:
    """Names of strategies, the last of a list with commas between; after an @, the shipped weights."""
    return _last(_strategies, ctx, incomplete)


def things(ctx: typer.Context, incomplete: str) -> list[str]:
    """Things of the game, such as item.spook, and their kinds; the last of a list."""
    return _last(_things, ctx, incomplete)


def kinds(ctx: typer.Context, incomplete: str) -> list[str]:
    """Kinds of things, the last of a list."""
    return _last(lambda game: dict.fromkeys(thing.split(".")[0] for thing in _things(game)), ctx, incomplete)


def weights(ctx: typer.Context, incomplete: str) -> list[str]:
    """Weights of the strategy that is named before, the last of a list."""

    def offer(game: str) -> Iterable[str]:
        _compile_nothing()
        from strategies import catalog

        name = catalog.head_of(_said(ctx, "strategy", 1))
        # a file of one's own is code: it is not run for a press of a key
        known = [*catalog.names(game), *catalog.thinkers(game)]
        return [weight.name for weight in catalog.load(game, name).weights] if name in known else []

    return _last(offer, ctx, incomplete)


def _strategies(game: str) -> Iterable[str]:
    from strategies import catalog

    for name in [*catalog.names(game), *catalog.thinkers(game)]:
        yield name
        if catalog.shipped_weights(game, name):
            yield f"{name}@{catalog.TUNED}"


def _things(game: str) -> Iterable[str]:
    _compile_nothing()
    from meeplelab.things import name_of, word
    from simcore.registry import game as find_game

    declared = find_game(game).things
    every = declared().every if declared else ()
    return [*dict.fromkeys(word(thing.kind) for thing in every), *map(name_of, every)]


def _said(ctx: typer.Context, name: str, place: int) -> str:
    """An argument that was given before; while an option is completed arguments still stand as they were typed."""
    typed = ctx.args[place] if len(ctx.args) > place else ""
    return str(ctx.params.get(name) or typed)


def _compile_nothing() -> None:
    if "numba" not in sys.modules:
        os.environ["NUMBA_DISABLE_JIT"] = "1"


def _last(offer: Offer, ctx: typer.Context, incomplete: str) -> list[str]:
    """What fits the last word of a list, behind the words that are there already."""
    from simcore.registry import GAMES

    game = _said(ctx, "game", 0)
    if game not in GAMES:
        return []
    before, comma, word = incomplete.rpartition(",")
    taken = before.split(",") if comma else []
    return [f"{before}{comma}{each}" for each in _beginning(offer(game), word) if each not in taken]


def _beginning(words: Iterable[str], incomplete: str) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]
