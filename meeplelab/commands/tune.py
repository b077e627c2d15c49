"""`meeplelab tune`: the weights with which a strategy wins most, kept as a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from meeplelab import completing
from meeplelab.console import command, show_lines, show_table
from meeplelab.findings import hand_over, was_typed
from meeplelab.options import Changes, Game, Jobs, Json, Players, Rules, Seed, path, settings
from meeplelab.progress import RunProgress
from simcore.words import at_table, plural

if TYPE_CHECKING:
    from analyses.finding import Finding

Which = Annotated[
    str,
    typer.Argument(
        metavar="STRATEGY",
        help="Whose weights; `greedy-value@mine.toml` starts there.",
        autocompletion=completing.strategies,
    ),
]
Against = Annotated[
    str,
    typer.Option(
        metavar="A,B,...",
        help="Opponents, in turn if more than seats; `default` is the strategy itself and the game's line-up.",
        autocompletion=completing.strategies,
    ),
]
Out = Annotated[
    Path,
    typer.Option(
        "--out", metavar="FILE", parser=path, help="File of weights, ending in .toml; FILE.tuning is its log."
    ),
]
Minutes = Annotated[float | None, typer.Option(metavar="M", help="Minutes to search; 10 without --generations.")]
Generations = Annotated[
    int | None, typer.Option(metavar="G", help="Generations to search: ends alike on every machine.")
]
Only = Annotated[
    str | None,
    typer.Option(metavar="W,...", help="Weights to tune; all without it.", autocompletion=completing.weights),
]
HeldOut = Annotated[int, typer.Option("--held-out", metavar="B", help="Fresh blocks the result is judged on.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on from FILE.tuning.")]


def add(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("tune")
    @command
    def tune(
        game: Game,
        strategy: Which,
        out: Out,
        against: Against = "default",
        players: Players = None,
        minutes: Minutes = None,
        generations: Generations = None,
        only: Only = None,
        held_out: HeldOut = 20_000,
        seed: Seed = 1,
        jobs: Jobs = None,
        rules: Rules = None,
        changes: Changes = None,
        resume: Resume = False,
        json: Json = False,
    ) -> None:
        """Look for the weights with which a strategy wins most."""
        from meeplelab import api

        with RunProgress(f"tuning {strategy}") as progress:
            finding = api.tune(
                game, strategy, out=out, against=against, players=players, minutes=minutes, generations=generations,
                only=only, held_out=held_out, seed=seed, jobs=jobs, rules=rules, changes=settings(changes),
                resume=resume, listener=progress.listener, command=was_typed().replace(" --resume", ""),
            )  # fmt: skip
        hand_over(finding, show, json, None)


def show(finding: Finding) -> None:
    """What it is worth, then the weights."""
    from meeplelab.show import interval, percent, rows_of

    facts, known = finding.facts, finding.evidence
    table = at_table(known.players)
    show_lines([f"{known.title}, {table}: {facts['strategy']}, {plural(facts['generations'], 'generation')}", ""])
    wins = known.players > 1
    show_table(
        ("on fresh deals", "value", "95% interval", "even", "blocks"),
        (
            (
                row["measure"],
                f"{100 * row['value']:+.1f} pp" if row["unit"] == "points" else
                percent(row["value"]) if wins else f"{row['value']:.2f} VP",
                interval(row, "value_", share=wins), percent(row["even"]), f"{row['blocks']:,}",
            )
            for row in rows_of(finding.table)
        ),
        right=("value", "95% interval", "even", "blocks"),
    )  # fmt: skip
    show_lines([""])
    show_table(
        ("weight", "default", "tuned", "from", "to", "meaning"),
        (
            (row["weight"], *(f"{row[name]:g}" for name in ("default", "tuned", "low", "high")), row["meaning"])
            for row in rows_of(finding.tables["weights"])
        ),
        right=("default", "tuned", "from", "to"),
    )
