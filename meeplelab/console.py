"""What the command line says and how: results on stdout, everything else on stderr.

rich is imported when the first table is drawn, so that `--help` stays quick.
"""

from __future__ import annotations

import functools
import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import typer

from simcore.errors import MeepleError, StrategyError
from simcore.fields import shortened

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console

P = ParamSpec("P")
R = TypeVar("R")

BAD_INPUT, INTERRUPTED = 2, 130
PIPED_WIDTH = 120  # columns for output that does not go to a terminal, unless COLUMNS says otherwise
BETWEEN = "   "
"""What stands between two columns of a table."""
AS_TYPED = str.maketrans({"\N{MINUS SIGN}": "-", "\N{EN DASH}": "-"})
"""Signs of print, as a keyboard has them: what is shown in a terminal can be searched for and pasted."""
READABLE = 12
"""Columns that folded text takes at least."""


@functools.cache
def console(stderr: bool = False) -> Console:
    """Console of stdout or stderr, as wide as the terminal."""
    from rich.console import Console

    class Pipe(Console):
        """A console that leaves a closed pipe to the command, which is silent about it."""

        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    made = Pipe(stderr=stderr, highlight=False)
    if not made.is_terminal and "COLUMNS" not in os.environ:
        made.width = PIPED_WIDTH
    return made


def printable(text: str) -> str:
    """The text with a ? for whatever would steer a terminal or cannot be shown, as a file's name may hold it."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text)


def say(message: str) -> None:
    """One line for the person at the keyboard, on stderr."""
    typer.echo(printable(message), err=True)


def show_lines(lines: Iterable[str]) -> None:
    """Plain lines on stdout."""
    for line in lines:
        typer.echo(printable(line.translate(AS_TYPED)))


def show_text(text: str) -> None:
    """Text on stdout as it is."""
    typer.echo(text, nl=not text.endswith("\n"))


def show_json(value: Any) -> None:
    """One JSON document on stdout."""
    typer.echo(json.dumps(value, indent=2, default=_plain, allow_nan=False))


def _plain(value: Any) -> Any:
    """JSON for numpy scalars, paths and the like."""
    if hasattr(value, "item"):
        return value.item()
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Iterable):
        return list(value)
    return str(value)


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Rows of a frame for JSON: missing numbers become null."""
    rows = frame.astype(object).where(frame.notna(), None).to_dict("records")
    return [{str(name): value for name, value in row.items()} for row in rows]


def show_table(
    headings: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    title: str = "",
    right: Sequence[str] = (),
    whole: Sequence[str] = (),
) -> None:
    """A table on stdout; the headings in `right` are of columns of numbers, those in `whole` of words to be copied.

    The first column says what a row is about and is of the latter too. Long words are folded inside their column, so a
    narrow terminal stays readable. Those to be copied are folded only where the table would not fit otherwise; in a
    pipe of no known width it is as wide as they need.
    """
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    cells = [[printable(str(cell).translate(AS_TYPED)) for cell in row] for row in rows]
    out = console()
    copied = {headings[0], *whole}
    needed = _needed(headings, cells, {*right, *copied})
    fits = needed <= out.width
    wider = not fits and not out.is_terminal and "COLUMNS" not in os.environ
    table = Table(
        title=title or None, title_justify="left", box=SIMPLE_HEAD, pad_edge=False, show_edge=False,
        width=needed if wider else None,
    )  # fmt: skip
    for heading in headings:
        if heading in right:
            table.add_column(heading, justify="right", no_wrap=True)
        else:
            table.add_column(heading, overflow="fold", no_wrap=heading in copied and (fits or wider))
    for row in cells:
        table.add_row(*map(Text, row))
    out.print(table, crop=not wider)


def _needed(headings: Sequence[str], rows: Sequence[Sequence[str]], kept: Collection[str]) -> int:
    """Columns that a table needs at least: the columns `kept` whole, each other so wide that it can be read."""
    from rich.cells import cell_len

    total = (len(headings) - 1) * len(BETWEEN)
    for at, heading in enumerate(headings):
        widest = max(map(cell_len, [heading, *(row[at] for row in rows)]))
        total += widest if heading in kept else min(widest, READABLE)
    return total


def show_entry(term: str, text: str, indent: int = 2) -> None:
    """A term on its own line and its explanation below, wrapped and indented."""
    from rich.padding import Padding
    from rich.text import Text

    console().print(Text(term, style="bold"))
    console().print(Padding(Text(text.translate(AS_TYPED)), (0, 0, 0, indent)))


def command(function: Callable[P, R]) -> Callable[P, R]:
    """Give a command the house's manners on the way out.

    Bad input and files that cannot be used: a message on stderr, exit 2. Ctrl-C: one line, exit
    130. A request to end: the same with 143, after what was begun is put away. A closed pipe: silence.
    What nobody expected is shown whole, as a fault of ours, unless a user's own file may be to blame.
    """

    @functools.wraps(function)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            with _ending_in_order():
                return function(*args, **kwargs)
        except MeepleError as error:
            say(f"Error: {_told(error)}")
            raise typer.Exit(BAD_INPUT) from None
        except KeyboardInterrupt:
            say("Interrupted.")
            raise typer.Exit(INTERRUPTED) from None
        except MemoryError as error:
            say(f"Error: not enough memory: {str(error) or 'no room left'}; expected fewer games at once")
            raise typer.Exit(BAD_INPUT) from None
        except BrokenPipeError:
            # The reader has gone (`| head`): point stdout elsewhere so that closing it is silent too.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(0) from None
        except typer.Exit:
            raise
        except Exception as error:
            words = _of_the_system(error) or _of_a_file(error)
            if not words:
                raise
            sys.stderr.write(f"Error: {words}\n")  # by itself: nothing else need be as it was
            raise typer.Exit(BAD_INPUT) from None

    return wrapped


def _told(error: MeepleError) -> str:
    """One line; below that on a strategy stand the options it had."""
    return str(error) if isinstance(error, StrategyError) else str(error).replace("\n", "?")


def _of_the_system(error: Exception) -> str:
    """The system's word on a file that cannot be used; empty for any other error."""
    if not isinstance(error, OSError) or error.errno is None:
        return ""
    return f"{shortened(str(error.filename or 'output'), 200)}: {error.strerror}"


def _of_a_file(error: Exception) -> str:
    """A line on what a user's own file may have caused; empty if none was run."""
    module = sys.modules.get("strategies.userfile")
    return module.blamed(error) if module else ""


@contextmanager
def _ending_in_order() -> Iterator[None]:
    """Let SIGTERM and SIGHUP unwind the command as Ctrl-C does, so that no half-written file stays behind."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, _: object) -> None:
        say("Ended by a signal.")
        raise SystemExit(128 + number)

    ending = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    # What is ignored (nohup) stays ignored.
    before = {one: signal.signal(one, end) for one in ending if signal.getsignal(one) is signal.SIG_DFL}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
