"""`meeplelab compare`: strategies against each other."""

from __future__ import annotations

from typing import Annotated

import typer

from meeplelab import completing
from meeplelab.console import command, records, show_json
from meeplelab.findings import was_typed
from meeplelab.options import Changes, Game, Jobs, Json, Margin, Method, Players, Rules, Seed, settings
from meeplelab.progress import RunProgress


@command
def compare(
    game: Game,
    strategies: Annotated[
        list[str],
        typer.Argument(metavar="A B [C...]", help="Strategies, two or more.", autocompletion=completing.strategies),
    ],
    players: Players = None,
    games: Annotated[
        int | None, typer.Option(metavar="N", help="Games for each pair; 10,000 if nothing else says when to stop.")
    ] = None,
    precision: Annotated[
        str | None, typer.Option(metavar="D", help="Play until each difference is known to ±D, such as 0.5pp.")
    ] = None,
    sprt: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="L H", help="Play until a test decides: A is ahead of B by at most L pp, or at least H."),
    ] = None,
    alpha: Annotated[
        float | None, typer.Option(metavar="E", help="Chance that the test wrongly says at least H: 0.05.")
    ] = None,
    beta: Annotated[
        float | None, typer.Option(metavar="E", help="Chance that it wrongly says at most L: 0.05.")
    ] = None,
    most: Annotated[int | None, typer.Option(metavar="N", help="Most games for each pair that way: 2,000,000.")] = None,
    margin: Margin = "1pp",
    method: Method = "bh",
    seed: Seed = 1,
    jobs: Jobs = None,
    rules: Rules = None,
    changes: Changes = None,
    json: Json = False,
) -> None:
    """Play strategies against each other, pair by pair."""
    from meeplelab import api, show

    with RunProgress(f"playing {game}") as progress:
        frame = api.compare(
            game, strategies, players=players, games=games, precision=precision, sprt=sprt, alpha=alpha, beta=beta,
            most=most, margin=margin, method=method, seed=seed, jobs=jobs, rules=rules, changes=settings(changes),
            listener=progress.listener,
        )  # fmt: skip
    if json:
        show_json({**frame.attrs, "command": was_typed(), "pairs": records(frame)})
    else:
        show.compare(frame)


def add(app: typer.Typer) -> None:
    """Make the command known."""
    app.command("compare")(compare)
