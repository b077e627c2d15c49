"""`meeplelab regret`: which things are dead content or traps, with positions to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from meeplelab.console import command, show_entry, show_lines, show_table
from meeplelab.findings import Keep, check_keep, hand_over, was_typed
from meeplelab.options import Changes, Chosen, Game, Jobs, Json, Kinds, LineUp, Method, Players, Rules, Seed, settings
from meeplelab.progress import RunProgress
from simcore.words import at_table, plural

if TYPE_CHECKING:
    from analyses.finding import Finding

Search = Annotated[
    str,
    typer.Option(metavar="NAME", help="Who judges: search or search:NAME, with settings; budget is per decision."),
]
Positions = Annotated[int, typer.Option(metavar="N", help="Decisions to judge.")]
FieldGames = Annotated[int, typer.Option(metavar="N", help="Games they are drawn from, each of a deal of its own.")]
Rare = Annotated[str, typer.Option(metavar="P", help="Dead content is best in less than this share of its offers.")]
Margin = Annotated[str, typer.Option(metavar="PP", help="Loss of worth that matters; a won game is 100 pp.")]
Examples = Annotated[int, typer.Option(metavar="N", help="Positions to look at for each thing.")]
SHOWN = 12
"""Positions that the terminal shows at most."""
WORDS = (
    "trap: no bad thing, but one badly taken: where the field took it something else was better, by the search's "
    "count.",
    "dead content: hardly ever the best option. Both words: docs/statistics/regret.md.",
    "",
)
"""What the verdicts mean, below them."""


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("regret")(regret)


@command
def regret(
    game: Game,
    players: Players = None,
    strategies: LineUp = None,
    search: Search = "search@budget=1000",
    positions: Positions = 1_500,
    games: FieldGames = 400,
    kinds: Kinds = None,
    chosen: Chosen = None,
    rare: Rare = "5%",
    margin: Margin = "1pp",
    method: Method = "bh",
    examples: Examples = 2,
    seed: Seed = 1,
    jobs: Jobs = None,
    rules: Rules = None,
    changes: Changes = None,
    out: Keep = None,
    json: Json = False,
) -> None:
    """Judge choices by search: dead content and traps."""
    from meeplelab import api
    from meeplelab.amounts import positive_points

    check_keep(out)
    with RunProgress(f"playing {game}", then=f"judging choices of {game}") as progress:
        finding = api.regret(
            game, kinds=kinds, chosen=chosen, players=players, strategies=strategies, search=search, games=games,
            positions=positions, rare=positive_points(rare, "rare"), margin=positive_points(margin, "margin"),
            method=method, examples=examples, seed=seed, jobs=jobs, rules=rules, changes=settings(changes),
            listener=progress.listener, command=was_typed(),
        )  # fmt: skip
    hand_over(finding, show, json, out)


def show(finding: Finding) -> None:
    """Things with their verdicts, decisions and players, then positions to look at."""
    known = finding.evidence
    table = at_table(known.players)
    show_lines([f"{known.title}, {table}: choices judged by {finding.facts['search']}", ""])
    show_lines(["of the decisions that offer a thing; worth in pp of a won game, with 95% intervals"])
    _things(finding)
    show_lines(WORDS)
    for name in ("decisions", "players"):
        _groups(finding, name)
    _examples(finding)


def _things(finding: Finding) -> None:
    from meeplelab.show import interval, percent, rows_of

    # two tables, as one would not fit a narrow terminal
    heads = ("best", "95% interval", "chosen", "deals")
    show_table(
        ("thing", *heads, "verdict"),
        (
            (
                row["thing"], percent(row["best"]), interval(row, "best_"), percent(row["chosen"]),
                f"{row['blocks']:,}", row["verdict"],
            )
            for row in rows_of(finding.table)
        ),
        right=heads,
    )  # fmt: skip
    show_lines([""])
    losses = ("loss if taken", "loss where chosen")
    show_table(
        ("thing", *losses),
        ((row["thing"], worth(row, "loss"), worth(row, "fault")) for row in rows_of(finding.table)),
        right=losses,
    )
    show_lines([""])


def _groups(finding: Finding, name: str) -> None:
    """Kinds of decisions, or players."""
    from meeplelab.show import percent, rows_of

    heads = ("options", "best", "worth lost", "win, pp", "VP", "judged")
    what = finding.tables[name].columns[0]
    show_table(
        (what, *heads),
        (
            (
                row[what], f"{row['options']:.1f}", percent(row["best"]), worth(row, "regret"),
                f"{100 * row['regret_won']:.1f}", f"{row['regret_vp']:.2f}", f"{row['n']:,}",
            )
            for row in rows_of(finding.tables[name])
        ),
        right=heads,
    )  # fmt: skip
    show_lines([""])


def _examples(finding: Finding) -> None:
    """Positions of traps and dead content; of others where there are none."""
    from meeplelab.show import rows_of

    table = finding.tables["examples"]
    told = table[table["verdict"].isin(("trap", "dead content"))]
    for row in rows_of((told if len(told) else table).head(SHOWN)):
        did = "took" if row["taken"] else "left"
        show_entry(
            f"{row['thing']} ({row['verdict']}): {row['who']} {did} it",
            f"{row['option']}: {worth(row, 'loss')} pp less than {row['better']} ({plural(row['worlds'], 'world')}).",
        )
        show_lines([f"  {row['command']}"])  # unbroken, to be copied


def worth(row: Any, name: str) -> str:
    """A loss of worth with its interval: "3.1 [2.0, 4.5]"."""
    value, low, high = (100 * row[f"{name}{end}"] for end in ("", "_low", "_high"))
    if value != value:
        return "-"
    return f"{value:.1f} [{low:.1f}, {high:.1f}]" if low == low else f"{value:.1f}"
