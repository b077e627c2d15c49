"""`meeplelab decided`: when the winner is known, and whether leaders run away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from meeplelab.console import command, show_lines, show_table
from meeplelab.findings import Keep, check_keep, hand_over, was_typed
from meeplelab.options import Changes, Chunk, Game, Games, Jobs, Json, LineUp, Players, Rules, Seed, settings
from meeplelab.progress import RunProgress
from simcore.words import at_table

if TYPE_CHECKING:
    from analyses.finding import Finding

Sure = Annotated[float, typer.Option(metavar="P", help="Chance from which the winner is as good as known.")]


def add(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("decided")
    @command
    def decided(
        game: Game,
        players: Players = None,
        games: Games = 40_000,
        strategies: LineUp = None,
        sure: Sure = 0.8,
        seed: Seed = 1,
        jobs: Jobs = None,
        rules: Rules = None,
        changes: Changes = None,
        chunk: Chunk = None,
        out: Keep = None,
        json: Json = False,
    ) -> None:
        """Say when the winner is known, and if leaders run away."""
        from meeplelab import api

        check_keep(out)
        with RunProgress(f"playing {game}") as progress:
            finding = api.decided(
                game, players=players, games=games, strategies=strategies, sure=sure, seed=seed, jobs=jobs,
                rules=rules, changes=settings(changes), chunk=chunk, listener=progress.listener, command=was_typed(),
            )  # fmt: skip
        hand_over(finding, show, json, out)


def show(finding: Finding) -> None:
    """The whole in a few numbers, then by round, then how far the chances can be trusted."""
    from meeplelab.show import interval, percent, rows_of

    show_lines([f"{finding.evidence.title}, {at_table(finding.evidence.players)}: when the game is decided", ""])
    show_table(
        ("measure", "value", "95% interval", "unit", "games"),
        ((row["measure"], *_value(row), f"{row['games']:,}") for row in rows_of(finding.table)),
        right=("value", "95% interval", "games"),
    )
    show_lines([""])
    show_table(
        ("after round", "leader wins", "95% interval", "equal field", "difference", "95% interval ", "decided by then",
         "Brier", "games"),
        (
            (
                row["round"], percent(row["leader_wins"]), interval(row, "leader_wins_"), percent(row["shuffled"]),
                f"{100 * row['runaway']:+.1f} pp", interval(row, "runaway_"), percent(row["decided"]),
                f"{row['brier']:.4f}", f"{row['games']:,}",
            )
            for row in rows_of(finding.tables["rounds"])
        ),
        right=("after round", "leader wins", "95% interval", "equal field", "difference", "95% interval ",
               "decided by then", "Brier", "games"),
    )  # fmt: skip
    show_lines([f"A fair share is {percent(finding.facts['fair_share'])}.", ""])
    show_table(
        ("chance said", "mean", "won", "95% interval", "gap", "95% interval ", "n"),
        (
            (
                f"{100 * row['from']:.0f} to {100 * row['to']:.0f}%", percent(row["said"]), percent(row["won"]),
                interval(row, "won_"), f"{100 * row['gap']:+.1f} pp", interval(row, "gap_"), f"{row['n']:,}",
            )
            for row in rows_of(finding.tables["reliability"])
        ),
        right=("mean", "won", "95% interval", "gap", "95% interval ", "n"),
    )  # fmt: skip
    facts = finding.facts
    show_lines([f"{facts['classes_off']} of {facts['classes']} classes are off beyond their interval."])


def _value(row: Any) -> tuple[str, str, str]:
    """Value, interval and unit in words."""
    value, low, high, unit = row["value"], row["value_low"], row["value_high"], row["unit"]
    if unit == "share":
        return f"{100 * value:.1f}%", f"{100 * low:.1f} to {100 * high:.1f}", ""
    if unit == "points":
        return f"{100 * value:+.1f} pp", f"{100 * low:+.1f} to {100 * high:+.1f}", "of win share"
    if unit == "round":
        return f"{value:.0f}", f"{low:.0f} to {high:.0f}", ""
    digits = 4 if unit == "squared error" else 2
    return f"{value:.{digits}f}", f"{low:.{digits}f} to {high:.{digits}f}", unit
