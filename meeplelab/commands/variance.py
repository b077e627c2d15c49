"""`meeplelab variance`: what decides the result, the deal, chance, the seat or the strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from meeplelab.console import command, show_lines, show_table
from meeplelab.findings import Keep, check_keep, hand_over, was_typed
from meeplelab.options import Changes, Chunk, Game, Jobs, Json, LineUp, Players, Rules, Seed, settings
from meeplelab.progress import RunProgress
from simcore.words import at_table

if TYPE_CHECKING:
    import pandas as pd

    from analyses.finding import Finding

Played = Annotated[int, typer.Option("--games", metavar="N", help="Games in all, rounded up to whole deals.")]
Lucks = Annotated[int, typer.Option(metavar="N", help="Times each deal is played, each with chance of its own.")]
WORDS = {"win_share": "win share", "score": "score"}


def add(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("variance")
    @command
    def variance(
        game: Game,
        players: Players = None,
        games: Played = 40_000,
        lucks: Lucks = 4,
        strategies: LineUp = None,
        seed: Seed = 1,
        jobs: Jobs = None,
        rules: Rules = None,
        changes: Changes = None,
        chunk: Chunk = None,
        out: Keep = None,
        json: Json = False,
    ) -> None:
        """Say what decides results: deal, chance, seat, strategy."""
        from meeplelab import api

        check_keep(out)
        with RunProgress(f"playing {game}") as progress:
            finding = api.variance(
                game, players=players, games=games, lucks=lucks, strategies=strategies, seed=seed, jobs=jobs,
                rules=rules, changes=settings(changes), chunk=chunk, listener=progress.listener, command=was_typed(),
            )  # fmt: skip
        hand_over(finding, show, json, out)


def show(finding: Finding) -> None:
    """The parts by measure, then what two of them are made of, then the words."""
    facts = finding.facts
    players = finding.evidence.players
    table = at_table(players)
    show_lines(
        [
            f"{finding.evidence.title}, {table}: {facts['deals']:,} deals, each with {facts['lucks']} lucks under "
            f"{facts['rotations']} rotation{'s' * (facts['rotations'] > 1)}",
            "",
        ]
    )
    for measure, part in finding.table.groupby("measure", sort=False):
        _parts(part, f"variance of the {WORDS[str(measure)]} from")
        show_lines([f"standard deviation of a seat's {WORDS[str(measure)]}: {facts['deviation'][measure]:.3g}", ""])
    apart = finding.tables["finer"]
    for (kind, of), part in apart.groupby(["measure", "of"], sort=False) if len(apart) else ():
        _parts(part, f"{WORDS[str(kind)]}: {of}, of it")
        show_lines([""])
    meanings = finding.table.drop_duplicates("part")
    show_lines(f"{name}: {meaning}." for name, meaning in zip(meanings["part"], meanings["meaning"]))


def _parts(table: pd.DataFrame, title: str) -> None:
    from meeplelab.show import interval, percent, rows_of

    show_table(
        (title, "share", "95% interval", "std. error", "deals", "seats"),
        (
            (
                row["part"], percent(row["share"]).replace("-0.0%", "0.0%"), interval(row, "share_"),
                f"{100 * row['share_se']:.2f} pp", f"{row['blocks']:,}", f"{row['n']:,}",
            )
            for row in rows_of(table)
        ),
        right=("share", "95% interval", "std. error", "deals", "seats"),
    )  # fmt: skip
