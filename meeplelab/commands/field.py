"""`meeplelab field`: all strategies at one table with each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from meeplelab import completing
from meeplelab.console import command, show_lines, show_table
from meeplelab.findings import Keep, check_keep, hand_over, was_typed
from meeplelab.options import Changes, Game, Jobs, Json, Players, Rules, Seed, settings
from meeplelab.progress import RunProgress
from simcore.words import plural

if TYPE_CHECKING:
    from analyses.finding import Finding

WIDEST = 110
"""Columns the matrix of matchups may take; a wider one is cut into parts."""


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("field")(field)


@command
def field(
    game: Game,
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[STRATEGY...]", help="Two or more; all of the game without.")
    ] = None,
    players: Players = None,
    games: Annotated[
        int, typer.Option(metavar="N", help="Games in all, cut down to whole deals under every line-up.")
    ] = 150_000,
    strategies: Annotated[
        str | None,
        typer.Option(
            "--strategies",
            metavar="A,B,...",
            help="More of them, parted by commas.",
            autocompletion=completing.strategies,
        ),
    ] = None,
    seed: Seed = 1,
    jobs: Jobs = None,
    rules: Rules = None,
    changes: Changes = None,
    out: Keep = None,
    json: Json = False,
) -> None:
    """Let all strategies meet: matchups, ratings, lasting mixtures."""
    from meeplelab import api
    from meeplelab.match import names_of

    check_keep(out)
    with RunProgress(f"playing {game}") as progress:
        finding = api.field(
            game, [*(names or []), *names_of(strategies)], players=players, games=games, seed=seed, jobs=jobs,
            rules=rules, changes=settings(changes), listener=progress.listener, command=was_typed(),
        )  # fmt: skip
    hand_over(finding, show, json, out)


def show(finding: Finding) -> None:
    """Ratings, the matrix of matchups, mixtures, and how intransitive the field is."""
    from meeplelab.show import percent, rows_of

    show_lines([f"{finding.evidence.title}, {finding.evidence.players} players: {finding.title.lower()}", ""])
    show_table(
        ("strategy", "rating", "95% interval", "win share", "95% interval ", "seen", "95% interval  ", "games"),
        (
            (
                row["strategy"], _plain(row["rating"]), _ends(row, "rating", 1, 2), percent(row["win_share"]),
                _ends(row, "win_share"), percent(row["seen"]), _ends(row, "seen"), f"{row['games']:,}",
            )
            for row in rows_of(finding.table)
        ),
        right=("rating", "95% interval", "win share", "95% interval ", "seen", "95% interval  ", "games"),
    )  # fmt: skip
    every = finding.facts["design"] == "all"
    seen = "counted in such a field, without the ratings" if every else "over all tables it played at"
    show_lines(["", f"win share: of a seat in an average field, by the ratings; seen: {seen}.", ""])
    _matchups(finding)
    show_table(
        ("mixture of", "Nash", "95% interval", "in it", "alpha-rank", "95% interval "),
        (
            (
                row["strategy"], percent(row["nash"]), _ends(row, "nash"), percent(row["nash_support"]),
                percent(row["alpha_rank"]), _ends(row, "alpha_rank"),
            )
            for row in rows_of(finding.tables["mixtures"].sort_values(["nash", "alpha_rank"], ascending=False))
        ),
        right=("Nash", "95% interval", "in it", "alpha-rank", "95% interval "),
    )  # fmt: skip
    facts = finding.facts
    show_lines(
        [
            f"in it: part of the {facts['resamplings']} resamplings in which the Nash mixture plays it. alpha-rank at "
            f"alpha {facts['alpha']:g}, population {facts['population']}.",
            *_intransitivity(facts["intransitivity"]),
            *_circles(finding),
        ]
    )


def _circles(finding: Finding) -> list[str]:
    """Whether there is rock, paper, scissors."""
    from analyses.field.tables import circles

    if len(finding.table) < 3:
        return []
    found = circles(finding.table, finding.tables["matchups"])
    times = plural(found, "time") if found else "nowhere"
    return [f"Rock, paper, scissors: three strategies beat each other in a circle beyond their intervals {times}."]


def _intransitivity(found: dict[str, Any] | None) -> list[str]:
    """The share of intransitivity in words."""
    if found is None:
        return ["Intransitivity: two strategies have no cycles."]
    seen, floor, most = (f"{100 * found[name]:.1f}%" for name in ("seen", "floor", "floor_high"))
    net, low, high = (f"{100 * found[name]:.1f}" for name in ("corrected", "low", "high"))
    return [
        f"Intransitivity: {seen} of the matchups' norm is cyclic; noise alone shows {floor}, mostly below {most}.",
        f"With the noise taken out it is {net}% [{low}, {high}].",
    ]


def _matchups(finding: Finding) -> None:
    """The matrix of matchups, cut into parts that fit; columns go by number."""
    order = [str(name) for name in finding.table["strategy"]]
    table = {(row["strategy"], row["opponent"]): row for row in finding.tables["matchups"].to_dict("records")}
    half = 50 * max((row["ahead_high"] - row["ahead_low"] for row in table.values()), default=0.0)
    wide = max(map(len, order)) + 5
    step = max((WIDEST - wide) // 7, 1)
    for first in range(0, len(order), step):
        part = range(first, min(first + step, len(order)))
        heads = tuple(str(i + 1) for i in part)
        show_table(
            ("ahead of", *heads),
            ((f"{i + 1} {name}", *(_share(table.get((name, order[j]))) for j in part)) for i, name in enumerate(order)),
            right=heads,
        )
        show_lines([""])
    show_lines(
        [
            f"How often (%) the row finishes ahead of the column, ties half; 95% intervals at most ±{half:.1f} pp.",
            "",
        ]
    )


def _share(row: Any) -> str:
    return "-" if row is None else f"{100 * row['ahead']:.1f}"


def _plain(value: float) -> str:
    return f"{value:+.2f}" if value == value else "-"


def _ends(row: Any, name: str, scale: int = 100, digits: int = 1) -> str:
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return f"{scale * low:.{digits}f} to {scale * high:.{digits}f}" if low == low else "-"
