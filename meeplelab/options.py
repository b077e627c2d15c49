"""Arguments and options that mean the same in every command."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from meeplelab import completing
from simcore.fields import shown


def path(text: str | Path) -> Path:
    """A path as it was typed, or the one an option has by itself. An empty text is none: that is the folder one is in.

    Nor is a name that is no UTF-8: what writes and reads the rows takes no other. Raises BadParameter.
    """
    if not text:
        raise typer.BadParameter("empty; expected a path")
    try:
        str(text).encode()
    except UnicodeEncodeError:
        raise typer.BadParameter(f"{shown(text)} is not UTF-8; expected a path that is") from None
    return Path(text)


# typer reads these at run time, so they are spelled as it understands them.
Game = Annotated[
    str, typer.Argument(metavar="GAME", help="A game; `meeplelab games` lists them.", autocompletion=completing.games)
]
AnyGame = Annotated[
    str | None, typer.Argument(metavar="[GAME]", help="A game; all games without it.", autocompletion=completing.games)
]
Players = Annotated[int | None, typer.Option(metavar="N", help="Players at the table.")]
Games = Annotated[int, typer.Option(metavar="N", help="Games to play, rounded up to whole blocks.")]
Seed = Annotated[int, typer.Option(metavar="S", help="Seed; the same seed gives the same rows.")]
Kinds = Annotated[
    str | None,
    typer.Option(
        metavar="K,L,...", help="Only things of these kinds, such as item,race.", autocompletion=completing.kinds
    ),
]
Chosen = Annotated[
    str | None,
    typer.Option(
        "--things", metavar="A,B,...", help="Only these, such as item.spook.", autocompletion=completing.things
    ),
]
Jobs = Annotated[int | None, typer.Option(metavar="J", help="Workers; every core without it.")]
Chunk = Annotated[int | None, typer.Option(metavar="N", help="Games a worker plays at a stretch.")]
Rules = Annotated[
    Path | None, typer.Option(metavar="FILE", parser=path, help="A rules file in place of the game's own.")
]
Changes = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Change one rules value; may be repeated.")
]
LineUp = Annotated[
    str | None,
    typer.Option(
        "--strategies",
        metavar="A,B,...",
        help="One for all seats, or one a seat; `./mine.py:bold` for one of your own. Without: the game's own line-up.",
        autocompletion=completing.strategies,
    ),
]
Backend = Annotated[str, typer.Option(metavar="B", help="Who plays: threads, loky (processes) or dask (a cluster).")]
Scheduler = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Of dask, such as tcp://host:8786; without it a local cluster.")
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Play only what is missing in DIR, of a run begun with the same settings.")
]
Margin = Annotated[str, typer.Option(metavar="D", help="Difference in win share that matters.")]
Method = Annotated[
    str, typer.Option(metavar="M", help="How verdicts allow for the lines of a table: bh, or the stricter by.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON on stdout and nothing else there.")]


def settings(changes: list[str] | None) -> dict[str, str]:
    """What the `--set` options said."""
    from meeplelab.match import changes_of

    return changes_of(changes or [])


def arguments() -> list[str]:
    """The command as it was typed, for the manifest."""
    return ["meeplelab", *sys.argv[1:]]
