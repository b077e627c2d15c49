"""`meeplelab price`: the cost at which a thing is worth its price."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from meeplelab import completing
from meeplelab.console import command, show_lines, show_table
from meeplelab.findings import Keep, check_keep, hand_over, was_typed
from meeplelab.options import Changes, Game, Jobs, Json, LineUp, Players, Rules, Seed, settings
from meeplelab.progress import RunProgress
from simcore.words import at_table

if TYPE_CHECKING:
    from analyses.finding import Finding

Name = Annotated[
    str,
    typer.Argument(metavar="THING", help="A thing of the game, such as item.spook.", autocompletion=completing.things),
]
By = Annotated[
    str | None, typer.Option(metavar="KEY", help="The whole number to move; its cost, price or draw without.")
]
Range = Annotated[
    str | None, typer.Option("--range", metavar="A:B", help="From where to where; four either way without.")
]
Target = Annotated[str, typer.Option(metavar="PP", help="Effect on the win share it should have.")]
Deals = Annotated[int, typer.Option(metavar="N", help="Deals for the prices around the crossing.")]
How = Annotated[str, typer.Option(metavar="once|always", help="Take it the first time it can be, or every time.")]


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("price")(price)


@command
def price(
    game: Game,
    thing: Name,
    by: By = None,
    span: Range = None,
    target: Target = "0pp",
    players: Players = None,
    strategies: LineUp = None,
    deals: Deals = 40_000,
    how: How = "once",
    seed: Seed = 1,
    jobs: Jobs = None,
    rules: Rules = None,
    changes: Changes = None,
    out: Keep = None,
    json: Json = False,
) -> None:
    """Find the price at which a thing is worth taking."""
    from meeplelab import api
    from meeplelab.amounts import points

    check_keep(out)
    with RunProgress(f"playing {game}") as progress:
        finding = api.price(
            game, thing, by=by, span=span, target=points(target, "target"), players=players, strategies=strategies,
            deals=deals, how=how, seed=seed, jobs=jobs, rules=rules, changes=settings(changes),
            listener=progress.listener, command=was_typed(),
        )  # fmt: skip
    hand_over(finding, show, json, out)


def show(finding: Finding) -> None:
    """The curve."""
    from meeplelab.commands.ledger import spread
    from meeplelab.show import rows_of

    known, facts = finding.evidence, finding.facts
    show_lines([f"{known.title}, {at_table(known.players)}: {facts['called']} by {facts['keys'][0]}", ""])
    show_table(
        (facts["keys"][0].rpartition(".")[2], "", "forced less banned, pp", "VP", "n"),
        (
            (
                row["price"], "now" if row["price"] == facts["now"] else "", spread(row, "forced", 100, 2),
                spread(row, "forced_vp"), f"{row['n']:,}",
            )
            for row in rows_of(finding.table)
        ),
        right=(facts["keys"][0].rpartition(".")[2], "forced less banned, pp", "VP", "n"),
    )  # fmt: skip
