"""`meeplelab robustness`: see which conclusions rest on what is assumed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from meeplelab.console import command, show_lines, show_table
from meeplelab.findings import Keep, check_keep, hand_over, was_typed
from meeplelab.options import Changes, Game, Jobs, Json, LineUp, Players, Rules, Seed, settings
from meeplelab.progress import RunProgress

if TYPE_CHECKING:
    from analyses.finding import Finding

Count = Annotated[int, typer.Option("--worlds", metavar="N", help="Plausible worlds to play in.")]
WorldGames = Annotated[
    int, typer.Option(metavar="N", help="Games in each world, about; the base rules get 16 times as many.")
]
Margin = Annotated[str, typer.Option(metavar="PP", help="Differences of win share up to this do not matter.")]
Every = Annotated[bool, typer.Option("--all", help="Show the conclusions that are not yet known as well.")]


def add(app: typer.Typer) -> None:
    """Register the command."""

    @app.command("robustness")
    @command
    def robustness(
        game: Game,
        worlds: Count = 128,
        games: WorldGames = 4_500,
        players: Players = None,
        strategies: LineUp = None,
        margin: Margin = "1pp",
        seed: Seed = 1,
        jobs: Jobs = None,
        rules: Rules = None,
        changes: Changes = None,
        every: Every = False,
        out: Keep = None,
        json: Json = False,
    ) -> None:
        """See which conclusions rest on what is assumed."""
        from meeplelab import api

        check_keep(out)
        with RunProgress(f"playing {game}") as progress:
            finding = api.robustness(
                game, worlds=worlds, games=games, players=players, strategies=strategies, margin=margin, seed=seed,
                jobs=jobs, rules=rules, changes=settings(changes), listener=progress.listener, command=was_typed(),
            )  # fmt: skip
        hand_over(finding, lambda found: show(found, every), json, out)


def show(finding: Finding, every: bool = False) -> None:
    """The conclusions that are settled under the base rules, what moves them, and who stays first."""
    from analyses.verdict import UNKNOWN
    from meeplelab.show import rows_of

    table = finding.table
    settled = table if every else table[(table["verdict"] != UNKNOWN) & (table["verdict"] != "")]
    show_lines([f"{finding.evidence.title}: what holds in {finding.facts['worlds']} plausible worlds", ""])
    for kind, part in settled.groupby("kind", sort=False):
        show_lines([KINDS[str(kind)]])
        show_table(
            ("", "base", "95%", "verdict", "holds in", "10-90% of worlds", "so it is"),
            (_line(row) for row in rows_of(part)),
            right=("base", "95%", "holds in", "10-90% of worlds"),
        )
        show_lines([""])
    rest = len(table) - len(settled)
    if rest:
        show_lines([f"{rest} more are not yet known under the base rules; --all shows them.", ""])
    show_lines(["What they hang on:"])
    factors = finding.tables["factors"]
    show_lines([f"  {_hangs(row)}" for row in rows_of(factors)] or ["  nothing stands out above the noise"])
    leaders = [_leads(row) for row in rows_of(finding.tables["leaders"])]
    show_lines(["", *leaders] if leaders else [])


KINDS = {
    "seats": "Seats: win share less the fair share, in pp",
    "strategies": "Strategies: win share less the fair share, in pp",
    "dealt": "Dealt by chance: effect on the win share, in pp",
    "forced": "Forced against banned: effect on the win share, in pp",
}
"""What the numbers of each kind are."""


def _line(row: Any) -> tuple[str, ...]:
    from analyses.robustness.conclusions import DEPENDS
    from reports.experiments.robustness import held, over_worlds, written

    word = "depends" if row["robustness"] == DEPENDS else row["robustness"]
    interval = f"{written(row['base_low'])} to {written(row['base_high'])}"
    return row["name"], written(row["base"]), interval, row["verdict"], held(row, "holds"), over_worlds(row), word


def _hangs(row: Any) -> str:
    from reports.experiments.robustness import moves

    return f"{row['kind']}, {row['name']}: {moves(row)}"


def _leads(row: Any) -> str:
    from reports.experiments.robustness import held

    first = f"First of {row['among']} {row['kind']}: {row['leader']}"
    return f"{first}, and still first in {held(row, 'still_first')} of the worlds."
