"""`meeplelab ledger`: what each thing of a game is worth, and how far what is seen misleads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from meeplelab.console import command, show_lines, show_table
from meeplelab.findings import Keep, check_keep, hand_over, was_typed
from meeplelab.options import Changes, Chosen, Game, Jobs, Json, Kinds, LineUp, Players, Rules, Seed, path, settings
from meeplelab.progress import RunProgress
from simcore.words import at_table

if TYPE_CHECKING:
    from analyses.finding import Finding

Deals = Annotated[int, typer.Option(metavar="N", help="Deals on which each thing is forced and banned.")]
Margin = Annotated[str, typer.Option(metavar="PP", help="Effect on the win share that matters, such as 1pp.")]
Method = Annotated[str, typer.Option(metavar="bh|by", help="How tests are adjusted for their number.")]
Against = Annotated[
    str, typer.Option(metavar="kind|zero", help="Judge a thing against the others of its kind, or never taking it.")
]
How = Annotated[str, typer.Option(metavar="once|always", help="Take it the first time it can be, or every time.")]
Explore = Annotated[float, typer.Option(metavar="EPS", help="Chance that a choice is drawn by lot; 0 for none.")]
Fields = Annotated[
    str | None,
    typer.Option(metavar="F,G,...", help="Repeat the verdicts where others play: some of uniform, nash, each."),
]
FieldFinding = Annotated[
    Path | None,
    typer.Option(metavar="FILE", parser=path, help="For nash: what `meeplelab field GAME --out FILE` wrote."),
]


def add(app: typer.Typer) -> None:
    """Add the command."""
    app.command("ledger")(ledger)


@command
def ledger(
    game: Game,
    kinds: Kinds = None,
    chosen: Chosen = None,
    players: Players = None,
    strategies: LineUp = None,
    deals: Deals = 20_000,
    margin: Margin = "1pp",
    method: Method = "bh",
    against: Against = "kind",
    how: How = "once",
    explore: Explore = 0.1,
    fields: Fields = None,
    field_finding: FieldFinding = None,
    seed: Seed = 1,
    jobs: Jobs = None,
    rules: Rules = None,
    changes: Changes = None,
    out: Keep = None,
    json: Json = False,
) -> None:
    """Force things on seats or ban them: what each is worth."""
    from meeplelab import api
    from meeplelab.amounts import positive_points

    check_keep(out)
    with RunProgress(f"playing {game}") as progress:
        finding = api.ledger(
            game, kinds=kinds, chosen=chosen, players=players, strategies=strategies, deals=deals,
            margin=positive_points(margin, "margin"), method=method, against=against, how=how, explore=explore,
            fields=fields, field_finding=field_finding, seed=seed, jobs=jobs, rules=rules, changes=settings(changes),
            listener=progress.listener, command=was_typed(),
        )  # fmt: skip
    hand_over(finding, show, json, out)


def show(finding: Finding) -> None:
    """Win shares, VP, then what is shared, single choices, and other fields."""
    known = finding.evidence
    show_lines([f"{known.title}, {at_table(known.players)}: {finding.title.lower()}", ""])
    if len(finding.table):
        _things(finding)
    for name, lines in (("shared", _shared), ("choices", _choices), ("worst", _worst)):
        if name in finding.tables:
            lines(finding.tables[name])


def _things(finding: Finding) -> None:
    """Win shares with verdicts, then VP with what they rest on."""
    from meeplelab.show import percent, rows_of

    parts = ("seen", "dealt", "forced", "bias")
    against = "vs its kind" if finding.facts["against"] == "kind" else "vs zero"
    heads = ("thing", "seen (conf.)", *parts[1:])
    show_lines(
        ["win share, in pp, with 95% intervals; seen is confounded; needs: deals that would settle an open verdict"]
    )
    show_table(
        (*heads, against, "verdict", "needs"),
        (
            (row["thing"], *(spread(row, part, 100, 1) for part in (*parts, "judged")), row["verdict"], needed(row))
            for row in rows_of(finding.table)
        ),
        right=(*heads[1:], against, "needs"),
    )
    show_lines(["", "VP, with 95% intervals; n: deals on which it was forced and banned; who took it in either arm"])
    show_table(
        (*heads, "n", "forced took", "banned took"),
        (
            (
                row["thing"], *(spread(row, f"{part}_vp") for part in parts), f"{row['n']:,}",
                percent(row["took_forced"]), percent(row["took_banned"]),
            )
            for row in rows_of(finding.table)
        ),
        right=(*heads[1:], "n", "forced took", "banned took"),
    )  # fmt: skip
    show_lines([""])


def spread(row: Any, name: str, scale: float = 1, digits: int = 2) -> str:
    """A value with half the width of its interval: "+3.1 ±0.7"."""
    value, low, high = (scale * row[f"{name}{end}"] for end in ("", "_low", "_high"))
    if value != value:
        return "-"
    return f"{value:+.{digits}f} ±{(high - low) / 2:.{digits}f}" if low == low else f"{value:+.{digits}f}"


def needed(row: Any) -> str:
    """About how many deals would settle an open verdict."""
    from reports.text import rough_count

    return rough_count(row["deals_needed"]) if row["deals_needed"] == row["deals_needed"] else ""


def _shared(table: Any) -> None:
    from meeplelab.show import rows_of

    show_lines(["what all seats share: effect on the VP of a seat, with 95% intervals"])
    show_table(
        ("thing", "dealt", "deals with it", "given less kept away", "common deals"),
        (
            (
                row["thing"], spread(row, "dealt_vp"), f"{row['n_dealt_vp']:,}", spread(row, "given_vp"),
                f"{row['n_given_vp']:,}",
            )
            for row in rows_of(table)
        ),
        right=("dealt", "deals with it", "given less kept away", "common deals"),
    )  # fmt: skip
    show_lines([""])


def _choices(table: Any) -> None:
    from meeplelab.show import rows_of

    show_lines(["one choice: taking it at a decision against leaving it, from choices drawn by lot"])
    show_table(
        ("thing", "win share, pp", "VP", "decisions", "deals"),
        (
            (
                row["thing"], spread(row, "choice", 100, 1), spread(row, "choice_vp"), f"{row['n_choice']:,}",
                f"{row['deals_choice']:,}",
            )
            for row in rows_of(table)
        ),
        right=("win share, pp", "VP", "decisions", "deals"),
    )  # fmt: skip
    show_lines([""])


def _worst(table: Any) -> None:
    from meeplelab.show import rows_of

    show_lines(["where others play: the effect furthest from none, as judged"])
    show_table(
        ("thing", "worst with", "effect, pp", "verdict there", ""),
        (
            (row["thing"], row["worst_field"], spread(row, "worst", 100, 1), row["worst_verdict"], row["depends"])
            for row in rows_of(table)
        ),
        right=("effect, pp",),
    )
    show_lines([""])
