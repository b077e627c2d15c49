"""`meeplelab restrict`: what a player loses without a thing, and with only it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from meeplelab import completing
from meeplelab.console import command, show_lines, show_table
from meeplelab.findings import Keep, check_keep, hand_over, was_typed
from meeplelab.options import Changes, Game, Jobs, Json, LineUp, Margin, Method, Players, Rules, Seed, settings
from meeplelab.progress import RunProgress
from simcore.words import at_table

if TYPE_CHECKING:
    from analyses.finding import Finding

Ban = Annotated[
    list[str] | None,
    typer.Option(
        metavar="THING",
        help="Never take this, such as item.spook, or a kind of things; may be repeated.",
        autocompletion=completing.things,
    ),
]
Only = Annotated[
    list[str] | None,
    typer.Option(
        metavar="THING", help="Of its kind take nothing but this; may be repeated.", autocompletion=completing.things
    ),
]
Blind = Annotated[
    list[str] | None,
    typer.Option(metavar="DOING", help="Never do this, such as ninja, or a kind such as effect; may be repeated."),
]
NoInteraction = Annotated[bool, typer.Option("--no-interaction", help="Never do anything that touches an opponent.")]
Each = Annotated[
    str | None,
    typer.Option(
        metavar="KIND",
        help="Ask of every thing of a kind: without it, and with only it.",
        autocompletion=completing.kinds,
    ),
]
Who = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Who is restricted: a strategy of the line-up, or its number from 1.",
        autocompletion=completing.strategies,
    ),
]
EachArm = Annotated[
    int, typer.Option("--games", metavar="N", help="Games played free, and as many restricted, in whole blocks.")
]


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("restrict")(restrict)


@command
def restrict(
    game: Game,
    ban: Ban = None,
    only: Only = None,
    blind: Blind = None,
    no_interaction: NoInteraction = False,
    each: Each = None,
    who: Who = None,
    players: Players = None,
    games: EachArm = 20_000,
    strategies: LineUp = None,
    margin: Margin = "1pp",
    method: Method = "bh",
    seed: Seed = 1,
    jobs: Jobs = None,
    rules: Rules = None,
    changes: Changes = None,
    out: Keep = None,
    json: Json = False,
) -> None:
    """Tell what a player loses without a thing, or with only it."""
    from meeplelab import api

    check_keep(out)
    with RunProgress(f"playing {game}") as progress:
        finding = api.restrict(
            game, ban=ban, only=only, blind=blind, no_interaction=no_interaction, each=each, who=who, players=players,
            games=games, strategies=strategies, margin=margin, method=method, seed=seed, jobs=jobs, rules=rules,
            changes=settings(changes), listener=progress.listener, command=was_typed(),
        )  # fmt: skip
    hand_over(finding, show, json, out)


def show(finding: Finding) -> None:
    """Win share and VP under each restriction, the verdict, and how far the restriction was kept."""
    from meeplelab.show import rows_of

    known, facts = finding.evidence, finding.facts
    show_lines([f"{known.title}, {at_table(known.players)}: {facts['who']} (entry {facts['entry']}), restricted", ""])
    for label, names in facts["banned"].items() if facts["each"] is None else ():
        show_lines([f"{label}: {len(names)} banned: {', '.join(names)}", ""])
    if not len(finding.table):
        return
    numbers = ("free", "win share", "change", "VP", "needs")
    show_table(
        ("restriction", "free", "win share", "change", "VP", "verdict", "needs"),
        (_line(row) for row in rows_of(finding.table)),
        right=numbers,
    )
    show_lines([f"change in pp and VP, with 95% intervals; margin {100 * facts['margin']:g} pp; needs: games", ""])
    kept = ("n", "bit", "95% interval", "in question", "not kept", "95% interval ")
    show_table(("restriction", *kept), (_kept(row) for row in rows_of(finding.table)), right=kept)
    show_lines(["bit: games that went otherwise; not kept: of decisions in question, those that left nothing else", ""])


def _line(row: Any) -> tuple[str, ...]:
    from meeplelab.show import percent
    from reports.text import rough_count

    needed = row["games_needed"]
    return (
        row["restriction"], percent(row["free_win"]), percent(row["win"]), _spread(row, "change", 100),
        _spread(row, "change_vp"), row["verdict"], rough_count(needed) if needed == needed else "",
    )  # fmt: skip


def _kept(row: Any) -> tuple[str, ...]:
    from meeplelab.show import interval, percent

    return (
        row["restriction"], f"{row['n']:,}", percent(row["bit"]), interval(row, "bit_"), percent(row["questioned"]),
        percent(row["unkept"]), interval(row, "unkept_"),
    )  # fmt: skip


def _spread(row: Any, name: str, scale: float = 1) -> str:
    """A change with half the width of its interval, if it has one: "+3.12 ±0.70"."""
    value, low, high = (scale * row[f"{name}{end}"] for end in ("", "_low", "_high"))
    return f"{value:+.2f} ±{(high - low) / 2:.2f}" if low == low else f"{value:+.2f}"
