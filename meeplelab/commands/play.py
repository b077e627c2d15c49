"""`meeplelab play`: a person in one seat against strategies, in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import nullcontext, redirect_stdout
from typing import TYPE_CHECKING, Annotated

import typer

from meeplelab import completing
from meeplelab.console import command, console, records, say, show_json
from meeplelab.listener import Listener
from meeplelab.options import Changes, Game, Json, Players, Rules, settings
from simcore.errors import MeepleError

if TYPE_CHECKING:
    from meeplelab.sitting import Line

LONGEST = 4096
"""Bytes of an answer that are read."""
REFUSALS = 20
"""Answers in a row that may name no option where no person types them."""
STYLES = {"heading": "bold", "seen": "", "changed": "bold", "asked": "bold cyan", "plain": ""}
MARKS = {"seen": "   | ", "changed": "   > "}

Seat = Annotated[int, typer.Option(metavar="K", help="Your seat, counted from 1.")]
Against = Annotated[
    str | None,
    typer.Option(
        metavar="A,B,...",
        help="The others: one for all, or one a seat. Without: the game's own.",
        autocompletion=completing.strategies,
    ),
]
DrawnSeed = Annotated[int | None, typer.Option(metavar="S", help="Seed; drawn and told without it.")]
Deal = Annotated[int, typer.Option(metavar="D", help="Deal of the seed; the first is 0.")]
Hint = Annotated[
    str | None,
    typer.Option(metavar="STRATEGY", help="Whose choice the answer h tells.", autocompletion=completing.strategies),
]
Choices = Annotated[
    str | None, typer.Option(metavar="N,N,...", help="Answers given before: goes on from there, or shows the game.")
]


def add(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("play")
    @command
    def play(
        game: Game,
        players: Players = None,
        seat: Seat = 1,
        against: Against = None,
        seed: DrawnSeed = None,
        deal: Deal = 0,
        hint: Hint = None,
        choices: Choices = None,
        rules: Rules = None,
        changes: Changes = None,
        json: Json = False,
    ) -> None:
        """Sit in one seat and play against strategies."""
        from meeplelab import api

        talk = Talk(stderr=json)
        # what a strategy of one's own prints is no part of the document
        with redirect_stdout(sys.stderr) if json else nullcontext():
            frame = api.play(
                game, talk.ask, talk.show, players=players, seat=seat, against=against, seed=seed, deal=deal,
                rules=rules, changes=settings(changes), hint=hint, choices=_numbers(choices),
                refusals=None if by_a_person() else REFUSALS, listener=Listener(notice=say),
            )  # fmt: skip
        if json:
            show_json({**frame.attrs, "scores": records(frame)})


def _numbers(text: str | None) -> list[int]:
    """The numbers of --choices.

    Raises MeepleError for anything else.
    """
    words = [word.strip() for word in text.split(",")] if text else []
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) < 6):
            raise MeepleError(
                f"choices: {word[:40]!r} is no option; expected numbers with commas between, such as 1,4,2"
            )
    return [int(word) for word in words]


def by_a_person() -> bool:
    """Whether answers are typed at a terminal; stdin may be closed, too."""
    return sys.stdin is not None and sys.stdin.isatty()


class Talk:
    """The conversation: on stdout, or on stderr where stdout is for a document."""

    def __init__(self, stderr: bool) -> None:
        self._stderr = stderr

    def show(self, lines: Iterable[Line]) -> None:
        """Lines, each in the style of what it is; plain where it does not go to a terminal."""
        from rich.text import Text

        to = console(self._stderr)
        for kind, text in lines:
            to.print(Text(MARKS.get(kind, "") + text, style=STYLES[kind]), soft_wrap=True)

    def ask(self, prompt: str) -> str | None:
        """One line of stdin; None at its end, which is an error where no person ended it."""
        typer.echo(prompt, nl=False, err=self._stderr)
        stream = getattr(sys.stdin, "buffer", sys.stdin)
        line = stream.readline(LONGEST) if stream else ""
        answer = line.decode("utf-8", "replace") if isinstance(line, bytes) else line
        if not by_a_person():
            # what was not typed here is written down, so that a record of the game can be read
            typer.echo(answer.rstrip("\r\n"), err=self._stderr)
        if not answer:
            if by_a_person():
                say("No more input.")
                return None
            from meeplelab.sitting import NoAnswerError

            raise NoAnswerError(f"input: no more of it; expected {prompt.split(', ?')[0]}, or q to leave the game")
        return answer
