"""`meeplelab strength`: which verdicts hang on how well the table plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from meeplelab.console import command, show_lines, show_table
from meeplelab.findings import Keep, check_keep, hand_over, was_typed
from meeplelab.options import Changes, Game, Games, Jobs, Json, Margin, Method, Players, Rules, Seed, settings
from meeplelab.progress import RunProgress
from simcore.words import at_table

if TYPE_CHECKING:
    from analyses.finding import Finding

Fields = Annotated[
    str | None,
    typer.Option(
        metavar="A,B,...",
        help="Weakest first: weak, usual, strong, search, or strategies joined by + (one for all seats, or one a "
        "seat). Without: usual,strong.",
    ),
]
Search = Annotated[bool, typer.Option("--search", help="Add a field that searches.")]
SearchGames = Annotated[
    int | None, typer.Option(metavar="N", help="Games of a field that searches; about a minute's worth without it.")
]
Deals = Annotated[
    int | None, typer.Option(metavar="N", help="Deals on which things are forced and banned; an eighth of the games.")
]


def add(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("strength")
    @command
    def strength(
        game: Game,
        fields: Fields = None,
        search: Search = False,
        players: Players = None,
        games: Games = 40_000,
        deals: Deals = None,
        search_games: SearchGames = None,
        margin: Margin = "1pp",
        method: Method = "bh",
        seed: Seed = 1,
        jobs: Jobs = None,
        rules: Rules = None,
        changes: Changes = None,
        out: Keep = None,
        json: Json = False,
    ) -> None:
        """Say which verdicts change when the table plays better."""
        from meeplelab import api

        check_keep(out)
        with RunProgress(f"playing {game}") as progress:
            finding = api.strength(
                game, fields=fields, search=search, players=players, games=games, deals=deals,
                search_games=search_games, margin=margin, method=method, seed=seed, jobs=jobs, rules=rules,
                changes=settings(changes), listener=progress.listener, command=was_typed(),
            )  # fmt: skip
        hand_over(finding, show, json, out)


def show(finding: Finding) -> None:
    """Who plays where, then a line a verdict with what it is in each field."""
    from analyses.strength import names_of
    from analyses.verdict import FEWEST_BLOCKS
    from meeplelab.show import interval, rows_of

    show_lines(
        [f"{finding.evidence.title}, {at_table(finding.evidence.players)}: verdicts and the strength of play", ""]
    )
    show_table(
        ("field", "line-up", "games", "deals with things forced"),
        ((row["field"], row["line_up"], f"{row['games']:,}", f"{row['deals']:,}")
         for row in rows_of(finding.tables["line_ups"])),
        right=("games", "deals with things forced"),
    )  # fmt: skip
    names = list(finding.facts["fields_played"])
    words = {
        (row["table"], row["thing"], row["field"]): row["verdict"] or "-" for row in rows_of(finding.tables["fields"])
    }
    for table, part in finding.table.groupby("table", sort=False):
        show_lines([""])
        part = part.assign(named=names_of(part))
        # between two fields there is one change
        between = len(names) > 2
        show_table(
            ("", *(f"in {name}" for name in names), "change", *["between"] * between, "95% interval", "deals",
             "strength"),
            (
                (
                    row["named"], *(words.get((table, row["thing"], name), "not asked") for name in names),
                    f"{100 * row['change']:+.1f} pp" if row["deals"] >= FEWEST_BLOCKS else "-",
                    *[f"{row['from']}, {row['to']}"] * between,
                    interval(row, "change_") if row["deals"] >= FEWEST_BLOCKS else "-",
                    f"{row['deals']:,}", row["strength"],
                )
                for row in rows_of(part)
            ),
            title=TITLES.get(str(table), str(table)),
            right=("change", "95% interval", "deals"),
        )  # fmt: skip
    show_lines([""])


TITLES = {
    "seats": "Seats, against the fair share",
    "items": "Being dealt an item, against the fair share",
    "ledger": "Being made to take a thing, against the others of its kind",
}
