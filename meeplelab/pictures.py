"""One game again as pictures: the board of the seat that decides, at each of its decisions."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from simcore.contract import GameSpec, Illustrator
from simcore.errors import MeepleError
from simcore.files import make_folder
from simcore.replay import Game, steps
from simcore.words import seat_name

if TYPE_CHECKING:
    from reports.board import Sheet


def illustrator(spec: GameSpec) -> Illustrator:
    """The describer of a game that draws its board.

    Raises MeepleError for a game that does not.
    """
    describer = spec.describer()
    if not isinstance(describer, Illustrator):
        raise MeepleError(f"png: {spec.name} has no board to draw; leave --png out, the text tells the whole game")
    return describer


def check_folder(folder: Path) -> None:
    """Refuse a folder that holds anything or cannot be written, before a game is played; it is not there afterwards.

    Raises MeepleError.
    """
    if make_folder(folder):
        folder.rmdir()


def draw(game: Game, folder: Path) -> list[Path]:
    """Play a fresh game and draw it into a folder: step-0001.png and so on, then end-seat-1.png and so on.

    After any error nothing of them remains. Raises MeepleError for a game without pictures or a folder that holds
    anything or cannot be written.
    """
    from reports.board import Sheet

    illustrator(game.spec)
    made = make_folder(folder)
    drawn: list[Path] = []
    try:
        for picture in _sheets(game, folder, Sheet()):
            drawn.append(picture)
    except BaseException as error:
        if made:
            shutil.rmtree(folder, ignore_errors=True)
        else:
            for path in folder.glob("*.png"):
                path.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise MeepleError(f"png: {folder} cannot be written: {error.strerror}") from None
        raise
    return drawn


def _sheets(game: Game, folder: Path, sheet: Sheet) -> Iterator[Path]:
    describer, ruleset = game.spec.describer(), game.ruleset
    for step in steps(game):
        title = f"{step.index + 1}. {seat_name(step.seat)} ({game.strategies[step.entry].name}): "
        chosen = describer.option(ruleset, step.before, step.options[step.choice])
        where = folder / f"step-{step.index + 1:04}.png"
        yield _sheet(
            game, step.before, step.seat, sheet, title + describer.decision(ruleset, step.before), chosen, where
        )
    for row in game.rows():
        seat = int(row["seat"])
        title = f"The end: board of {seat_name(seat)}"
        note = f"{row['score']} VP, place {row['rank']}"
        yield _sheet(game, game.state, seat, sheet, title, note, folder / f"end-seat-{seat + 1}.png")


def _sheet(game: Game, state: np.void, seat: int, sheet: Sheet, title: str, note: str, where: Path) -> Path:
    shown = illustrator(game.spec).picture(game.ruleset, state, seat)
    sheet.save(shown.grounds, shown.marks, title, note, where)
    return where
