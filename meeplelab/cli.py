"""The command line: parse, look up, call, print. The work is done by `meeplelab.api`.

Nothing heavy is imported before a command runs, so that `--help` answers at once.
"""

from __future__ import annotations

import os
import signal
import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from meeplelab import completing
from meeplelab.console import command, records, show_json, show_lines
from meeplelab.options import (
    AnyGame,
    Backend,
    Changes,
    Chunk,
    Game,
    Games,
    Jobs,
    Json,
    LineUp,
    Margin,
    Method,
    Players,
    Resume,
    Rules,
    Scheduler,
    Seed,
    arguments,
    path,
    settings,
)
from meeplelab.progress import RunProgress

OTHERS: tuple[str, ...] = ("rules", "runs", "play")
"""Commands of modules of their own that play or look, in the order of the help."""
EXPERIMENTS: tuple[str, ...] = (
    "compare",
    "field",
    "ladder",
    "ledger",
    "restrict",
    "price",
    "whatif",
    "bands",
    "variance",
    "decided",
    "robustness",
    "regret",
    "strength",
    "tune",
    "exploit",
)
"""Commands of modules of their own in `meeplelab.commands`, in the order of the help."""

app = typer.Typer(
    name="meeplelab",
    help="Play board games by the million and report how balanced they are.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.command("games")
@command
def games(json: Json = False) -> None:
    """List the games and how much of their data is known."""
    from meeplelab import api, show

    frame = api.games()
    show_json(records(frame)) if json else show.games(frame)


@app.command("strategies")
@command
def strategies(
    game: AnyGame = None,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]", help="A strategy, to be told all about it.", autocompletion=completing.strategies
        ),
    ] = None,
    json: Json = False,
) -> None:
    """List strategies; of one named, its weights and what they mean."""
    if "numba" not in sys.modules:
        # Nothing is played here, so nothing need be compiled: the list is there at once.
        os.environ["NUMBA_DISABLE_JIT"] = "1"
    from meeplelab import api, show

    frame = api.strategies(game, name)
    if json:
        show_json(records(frame))
    else:
        show.strategies(frame) if name is None else show.strategy(frame)


@app.command("simulate")
@command
def simulate(
    game: Game,
    players: Players = None,
    games: Games = 10_000,
    strategies: LineUp = None,
    seed: Seed = 1,
    jobs: Jobs = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", parser=path, help="New or empty folder for the rows.")
    ] = None,
    resume: Resume = False,
    rules: Rules = None,
    changes: Changes = None,
    chunk: Chunk = None,
    backend: Backend = "threads",
    scheduler: Scheduler = None,
    margin: Margin = "1pp",
    method: Method = "bh",
    json: Json = False,
) -> None:
    """Play games and sum them up; --out keeps the rows."""
    from meeplelab import api, show

    with RunProgress(f"playing {game}") as progress:
        frame = api.simulate(
            game, players=players, games=games, strategies=strategies, seed=seed, jobs=jobs, out=out, resume=resume,
            rules=rules, changes=settings(changes), chunk=chunk, backend=backend, scheduler=scheduler,
            margin=margin, method=method, listener=progress.listener, command=arguments(),
        )  # fmt: skip
    show_json({**frame.attrs, "results": records(frame)}) if json else show.summary(frame)


@app.command("report")
@command
def report(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", parser=path, help="Folder of `simulate --out`, or one that holds such.")
    ],
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", parser=path, help="New or empty folder; DIR/report without.")
    ] = None,
    margin: Margin = "1pp",
    method: Method = "bh",
    json: Json = False,
) -> None:
    """Write a report of a run: a page, figures, tables."""
    from meeplelab import api

    with RunProgress("reading") as progress:
        frame = api.report(folder, out, progress.listener, margin=margin, method=method)
    show_json({**frame.attrs, "files": records(frame)}) if json else show_lines([frame.attrs["page"]])


@app.command("study")
@command
def study(
    game: AnyGame = None,
    games: Annotated[
        int, typer.Option(metavar="N", help="Games for four players; a fifth for other tables.")
    ] = 100_000,
    seed: Seed = 1,
    jobs: Jobs = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", parser=path, help="New or empty folder; results/N without.")
    ] = None,
    resume: Resume = False,
    experiments: Annotated[
        bool,
        typer.Option(
            help="From 10,000 games on also what ledger, field, variance, decided, robustness and strength find, "
            "where the games are enough."
        ),
    ] = True,
    margin: Margin = "1pp",
    method: Method = "bh",
    json: Json = False,
) -> None:
    """Play at every number of players and report it all."""
    from meeplelab import api

    with RunProgress("playing") as progress:
        frame = api.study(
            game, games=games, seed=seed, jobs=jobs, out=out, resume=resume, experiments=experiments, margin=margin,
            method=method, listener=progress.listener, command=arguments(),
        )  # fmt: skip
    facts = frame.attrs
    show_json({**facts, "runs": records(frame)}) if json else show_lines([*facts["pages"], facts["front"]])


@app.command("replay")
@command
def replay(
    game: Game,
    deal: Annotated[int, typer.Option(metavar="D", help="Deal of the run; the first is 0.")] = 0,
    rotation: Annotated[int, typer.Option(metavar="R", help="How far the line-up is turned; 0 is as listed.")] = 0,
    players: Players = None,
    strategies: LineUp = None,
    seed: Seed = 1,
    rules: Rules = None,
    changes: Changes = None,
    decision: Annotated[
        int | None, typer.Option(metavar="N", help="Show only the position at this decision, with all its options.")
    ] = None,
    png: Annotated[
        Path | None,
        typer.Option(metavar="DIR", parser=path, help="New or empty folder for pictures of the board at each step."),
    ] = None,
    json: Json = False,
) -> None:
    """Tell one game again, turn by turn."""
    from meeplelab import api

    out = sys.stdout  # what strategies print goes elsewhere
    with RunProgress("") as progress:
        frame = api.replay(
            game, seed=seed, deal=deal, rotation=rotation, players=players, strategies=strategies, rules=rules,
            changes=settings(changes), decision=decision, png=png,
            show=None if json else lambda text: typer.echo(text, file=out, nl=False), listener=progress.listener,
        )  # fmt: skip
    if json:
        show_json({**{key: value for key, value in frame.attrs.items() if key != "text"}, "steps": records(frame)})


for _name in (*OTHERS, *EXPERIMENTS):
    import_module(f"meeplelab.commands.{_name}").add(app)


def main() -> None:
    """Run the command line. Once a command has ended, Ctrl-C does not disturb what is still put away."""
    try:
        app()
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
