"""A game told in words, step by step: what each seat saw, chose, out of what, and the score."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from simcore.contract import GameSpec, Illustrator
from simcore.errors import MeepleError
from simcore.replay import Game, Step, steps
from simcore.ruleset import Ruleset
from simcore.view import view
from simcore.words import seat_name

OTHERS = 6
"""Options not taken that the text lists; it counts the rest."""


def text(game: Game) -> str:
    """Play a fresh game and tell it: what each seat saw, chose, out of what, and the score.

    What a seat sees is shown in full when the turn to decide passes to it, and by its changed
    lines while it goes on deciding.
    """
    return "\n".join(_lines(game)) + "\n"


def position_text(game: Game, number: int) -> str:
    """Play a fresh game up to its decision of this number, counted from 1 as `text` does, and show it.

    What the seat sees is shown in full, with all its options and the one it takes. Raises MeepleError if the game
    has no such decision.
    """
    played = 0
    if number > 0:
        for step in steps(game):
            played = step.index + 1
            if played == number:
                return "\n".join(_standing(game, step)) + "\n"
        raise MeepleError(f"decision: {number}; this game ends after its decision {played}")
    raise MeepleError(f"decision: {number}; decisions are counted from 1, as a replay without --decision shows them")


def seen_lines(spec: GameSpec, ruleset: Ruleset, state: np.void) -> list[str]:
    """What the seat to decide sees, told from its view alone."""
    seat = int(state["public"]["seat"])
    return spec.describer().table(ruleset, view(spec, state, seat), seat)


def asked_lines(
    spec: GameSpec, ruleset: Ruleset, state: np.void, options: npt.NDArray[np.void], first: int = 0
) -> list[str]:
    """What the seat to decide must decide, and its options numbered from `first`, told from its view alone."""
    describer, seat = spec.describer(), int(state["public"]["seat"])
    seen = view(spec, state, seat)
    width = len(str(first + len(options) - 1))
    return [
        f"{seat_name(seat)}: {describer.decision(ruleset, seen)}",
        *(f"   {i:>{width}}  {describer.option(ruleset, seen, option)}" for i, option in enumerate(options, first)),
    ]


def _standing(game: Game, step: Step) -> Iterator[str]:
    describer = game.spec.describer()
    yield from _heading(game)
    yield ""
    yield _deciding(game, step)
    yield from (f"   | {line}" for line in describer.table(game.ruleset, step.before, step.seat))
    yield ""
    for number, option in enumerate(step.options):
        mark = "->" if number == step.choice else "  "
        yield f"   {mark} {describer.option(game.ruleset, step.before, option)}"


def _deciding(game: Game, step: Step) -> str:
    name = game.strategies[step.entry].name
    words = game.spec.describer().decision(game.ruleset, step.before)
    return f"{step.index + 1}. {seat_name(step.seat)} ({name}): {words}"


def _lines(game: Game) -> Iterator[str]:
    describer = game.spec.describer()
    yield from _heading(game)
    shown: list[str] = []
    seat = -1
    for step in steps(game):
        sees = describer.table(game.ruleset, step.before, step.seat)
        fresh = sees if step.seat != seat else [line for line in sees if line not in shown]
        shown, seat = sees, step.seat
        yield ""
        yield _deciding(game, step)
        yield from (f"   | {line}" for line in fresh)
        yield f"   {_chosen(game, step)}"
        yield from (f"   * {line}" for line in describer.events(game.ruleset, step.before, step.after))
    yield ""
    yield "The end."
    yield from (f"   {line}" for line in describer.result(game.ruleset, game.rows()))


def _heading(game: Game) -> Iterator[str]:
    spec, players = game.spec, len(game.strategies)
    table = "1 player" if players == 1 else f"{players} players"
    yield f"{spec.title}, {table}, ruleset {game.ruleset.name} ({game.ruleset.digest})"
    yield f"seed {game.seed}, deal {game.deal}, rotation {game.rotation}"
    for seat in range(players):
        yield f"{seat_name(seat)}: {game.strategies[(seat + game.rotation) % players].name}"
    describer = spec.describer()
    if isinstance(describer, Illustrator):
        yield from ("", "On the board:", *(f"   {line}" for line in describer.legend()))


def _chosen(game: Game, step: Step) -> str:
    words = [game.spec.describer().option(game.ruleset, step.before, option) for option in step.options]
    choice = words.pop(step.choice)
    if step.forced:
        return f"-> {choice} (forced)"
    more = f"; {len(words) - OTHERS} more" if len(words) > OTHERS else ""
    return f"-> {choice} (one of {len(step.options)}; not: {'; '.join(words[:OTHERS])}{more})"
