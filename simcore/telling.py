"""A game told in words, step by step: what each seat saw, chose, out of what, and the score."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import inf

import numpy as np
import numpy.typing as npt

from simcore.contract import GameSpec, Illustrator
from simcore.errors import MeepleError
from simcore.replay import Game, Notice, Step, pass_over, steps
from simcore.ruleset import Ruleset
from simcore.view import view
from simcore.words import seat_name

OTHERS = 6
"""Options not taken that the text lists; it counts the rest."""


LONG = 1000
"""Decisions told before a game is played to its end untold, to see whether it has one: most have some hundreds."""


def text(fresh: Callable[[], Game], tell: Notice | None = None) -> Iterator[tuple[str, Step | None]]:
    """Tell a game as it is played: pieces of text, each with its step; the heading and the end have none.

    What a seat sees is shown in full when the turn to decide passes to it, and by its changed lines while it goes on
    deciding. `fresh` gives the game from its start. Raises StrategyError for what a strategy does wrong, after
    all that came before is told, of a game that never ends its first LONG decisions; `tell` hears of a long wait.
    """
    game = fresh()
    yield _joined(_heading(game)), None
    describer = game.spec.describer()
    shown: list[str] = []
    seat = -1
    for step in steps(game):
        if step.index == LONG:
            if tell:
                tell(f"{LONG:,} decisions are told; playing on untold, to see whether this game ends")
            pass_over(fresh(), inf, tell)
        sees = describer.table(game.ruleset, step.before, step.seat)
        news = sees if step.seat != seat else [line for line in sees if line not in shown]
        shown, seat = sees, step.seat
        events = describer.events(game.ruleset, step.before, step.after)
        yield _joined(["", *_turn(game, step, news), *(f"   * {line}" for line in events)]), step
    result = describer.result(game.ruleset, game.rows())
    yield _joined(["", "The end.", *(f"   {line}" for line in result)]), None


def position_text(game: Game, number: int, tell: Notice | None = None) -> str:
    """Play a fresh game up to its decision of this number, counted from 1 as `text` does, and show it.

    What the seat sees is shown in full, with all its options and the one it takes. `tell` hears of a long wait.
    Raises MeepleError if the game has no such decision.
    """
    if number < 1:
        raise MeepleError(
            f"decision: {number}; decisions are counted from 1, as a replay without --decision shows them"
        )
    pass_over(game, number - 1, tell)
    for step in steps(game):
        return _joined(_standing(game, step))
    raise MeepleError(f"decision: {number}; this game ends after its decision {game.played}")


def _joined(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _turn(game: Game, step: Step, news: list[str]) -> Iterator[str]:
    yield _deciding(game, step)
    yield from (f"   | {line}" for line in news)
    yield f"   {_chosen(game, step)}"


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
