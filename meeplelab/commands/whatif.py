"""`meeplelab whatif`: change a rule and see what else changes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from meeplelab.console import command, show_lines, show_table
from meeplelab.findings import Keep, check_keep, hand_over, was_typed
from meeplelab.options import Changes, Chunk, Game, Jobs, Json, LineUp, Players, Rules, Seed, path, settings
from meeplelab.progress import RunProgress

if TYPE_CHECKING:
    from analyses.finding import Finding

STRONGEST = 20
"""Lines shown unless all are asked for."""

WORTH = ("least", "median", "most", "of_blocks", "of_deals")

With = Annotated[
    Path | None,
    typer.Option("--with", metavar="FILE", parser=path, help="Rules file of the variant; --set changes come on top."),
]
BothGames = Annotated[
    int, typer.Option("--games", metavar="N", help="Games under each of the two rules, rounded up to whole blocks.")
]
Every = Annotated[bool, typer.Option("--all", help=f"Show every metric, not only the {STRONGEST} that change most.")]
Parts = Annotated[bool, typer.Option("--parts", help="Compare the parts of columns too, such as each item's.")]
Replay = Annotated[bool, typer.Option("--replay", help="Tell the first game with another winner, from its parting on.")]


def add(app: typer.Typer) -> None:
    """Register the command."""

    @app.command("whatif")
    @command
    def whatif(
        game: Game,
        changes: Changes = None,
        with_rules: With = None,
        rules: Rules = None,
        players: Players = None,
        games: BothGames = 100_000,
        strategies: LineUp = None,
        seed: Seed = 1,
        jobs: Jobs = None,
        chunk: Chunk = None,
        parts: Parts = False,
        replay: Replay = False,
        every: Every = False,
        out: Keep = None,
        json: Json = False,
    ) -> None:
        """Change a rule and see what else changes."""
        from meeplelab import api

        check_keep(out)
        with RunProgress(f"playing {game} twice") as progress:
            finding = api.whatif(
                game, settings(changes), with_rules=with_rules, rules=rules, players=players, games=games,
                strategies=strategies, seed=seed, jobs=jobs, chunk=chunk, parts=parts, replay=replay,
                listener=progress.listener, command=was_typed(),
            )  # fmt: skip
        hand_over(finding, lambda found: show(found, every), json, out)
        if not json and "replay" in finding.facts:
            show_lines(["", *finding.facts["replay"]])


def show(finding: Finding, every: bool = False) -> None:
    """The strongest changes, and the first game with another winner."""
    from meeplelab.show import rows_of
    from reports.changes import values_in_words

    table = finding.table
    head = table if every else table[table["apart"] > 0].head(STRONGEST)
    facts = finding.facts
    show_lines([f"{finding.evidence.title}, what if: {values_in_words(facts['changed'])}", ""])
    show_table(
        ("metric", "base", "variant", "change", "95% interval", "p adj.", "apart", "worth"),
        (_line(row) for row in rows_of(head)),
        right=("base", "variant", "change", "95% interval", "p adj.", "apart", "worth"),
    )
    rest = len(table) - len(head)
    show_lines(
        [
            "",
            "apart: share of games in which it differs; worth: times fewer games than independent ones (design effect)",
            f"{facts['significant']} of {len(table)} metrics change beyond chance (adjusted p below 0.05)"
            + (f"; {rest} that change less are not shown, --all shows them." if rest else "."),
            *(_flip(facts["flip"]) if finding.evidence.players > 1 else []),
            "",
        ]
    )
    show_design(finding)


def show_design(finding: Finding) -> None:
    """What blocks and common deals were worth, by kind of metric."""
    from meeplelab.show import rows_of
    from reports.changes import times

    show_table(
        ("design effect of", "metrics", "least", "median", "most", "by blocks", "by common deals"),
        (
            (row["kind"], row["metrics"], *(times(row[name]) for name in WORTH))
            for row in rows_of(finding.tables["design"])
        ),
        right=("metrics", "least", "median", "most", "by blocks", "by common deals"),
    )


def _line(row: Any) -> tuple[str, ...]:
    from reports.changes import apart, level, moved, p_short, times

    return (
        row["metric"], level(row, "base"), level(row, "variant"), *moved(row), p_short(row["p_adjusted"]),
        apart(row["apart"]), times(row["design_effect"]),
    )  # fmt: skip


def _flip(flip: dict[str, Any] | None) -> list[str]:
    if flip is None:
        return ["No game has another winner."]
    here, there = flip["winners"]
    return [
        f"The first game with another winner: deal {flip['deal']}, rotation {flip['rotation']}: {here} wins under the "
        f"base, {there} under the variant.",
        f"The two part at decision {flip['step']}: {flip['parting']}.",
        *(f"  {each}" for each in flip["commands"]),
    ]
