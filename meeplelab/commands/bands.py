"""`meeplelab bands`: see that a game stays what its designer wants it to be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from meeplelab.console import command, records, show_json, show_lines, show_table
from meeplelab.findings import Keep, check_keep, hand_over, was_typed
from meeplelab.options import Changes, Chunk, Game, Jobs, Json, LineUp, Players, Rules, path, settings
from meeplelab.progress import RunProgress
from simcore.errors import MeepleError

if TYPE_CHECKING:
    import pandas as pd

    from analyses.finding import Finding

LEFT = 1
"""Exit code where a metric has left its band."""

File = Annotated[
    Path | None, typer.Argument(metavar="[FILE]", parser=path, help="TOML file with the bands; docs/bands.md has one.")
]
List = Annotated[bool, typer.Option("--list", help="List what a band may be about at this table, and play nothing.")]
Strict = Annotated[bool, typer.Option("--strict", help="Fail as well where a band is not yet known.")]
FileGames = Annotated[int | None, typer.Option(metavar="N", help="Games to play, instead of what the file says.")]
FileSeed = Annotated[int | None, typer.Option(metavar="S", help="Seed, instead of what the file says.")]


def add(app: typer.Typer) -> None:
    """Register the command."""

    @app.command("bands")
    @command
    def bands(
        game: Game,
        file: File = None,
        listing: List = False,
        strict: Strict = False,
        players: Players = None,
        games: FileGames = None,
        strategies: LineUp = None,
        seed: FileSeed = None,
        jobs: Jobs = None,
        rules: Rules = None,
        changes: Changes = None,
        chunk: Chunk = None,
        out: Keep = None,
        json: Json = False,
    ) -> None:
        """See that metrics stay in their bands; exit 1 if not."""
        from meeplelab import api
        from meeplelab.bands import metrics

        if listing:
            with RunProgress("") as progress:
                frame = metrics(game, players=players, strategies=strategies, listener=progress.listener)
            show_json(records(frame)) if json else show_list(frame)
            return
        if file is None:
            raise MeepleError("bands: no file; expected a TOML file of bands, or --list to see what they may be about")
        check_keep(out)
        with RunProgress(f"playing {game}") as progress:
            finding = api.bands(
                game, file, players=players, games=games, strategies=strategies, seed=seed, jobs=jobs, rules=rules,
                changes=settings(changes), chunk=chunk, listener=progress.listener, command=was_typed(),
            )  # fmt: skip
        hand_over(finding, show, json, out)
        if finding.facts["outside"] or (strict and finding.facts["unknown"]):
            raise typer.Exit(LEFT)


def show(finding: Finding) -> None:
    """One line a band, and what it comes to."""
    from meeplelab.show import rows_of

    show_table(
        ("metric", "value", "interval", "band", "verdict"),
        (_line(row) for row in rows_of(finding.table)),
        right=("value", "interval", "band"),
    )
    facts = finding.facts
    show_lines(["", f"{facts['inside']} inside, {facts['outside']} outside, {facts['unknown']} not yet known."])


def _line(row: Any) -> tuple[str, ...]:
    from reports.text import rough_count, written

    value, interval = written(row["value"], row["value_low"], row["value_high"], row["unit"])
    needed = row["games_needed"]
    verdict = row["verdict"] + ("" if needed != needed else f", about {rough_count(needed)} games would tell")
    return row["metric"], value, interval.strip("[]").replace(", ", " to "), band_in_words(row), verdict


def band_in_words(row: Any) -> str:
    """The band, shares in percent."""
    low, high = (None if end != end else f"{end * (100 if row['unit'] == 'share' else 1):.6g}"
                 for end in (row["band_low"], row["band_high"]))  # fmt: skip
    sign = "%" if row["unit"] == "share" else ""
    if low is None:
        return f"up to {high}{sign}"
    return f"from {low}{sign}" if high is None else f"{low} to {high}{sign}"


def show_list(frame: pd.DataFrame) -> None:
    """Every metric; the parts of a column with labels on one line."""
    from analyses.metrics import LABELLED
    from meeplelab.show import rows_of

    plain = frame[frame["group"] != LABELLED]
    show_table(
        ("metric", "unit", "meaning"),
        ((r["metric"], r["unit"], r["meaning"]) for r in rows_of(plain)),
    )
    parts: dict[str, list[str]] = {}
    for row in rows_of(frame[frame["group"] == LABELLED]):
        group, column, label = row["metric"].removesuffix(".mean").split(".", 2)
        parts.setdefault(f"{group}.{column}", []).append(label)
    if parts:
        show_lines(["", "And part by part, such as " + f"{next(iter(parts))}.{next(iter(parts.values()))[0]}.mean:"])
        show_lines(f"  {name}: {', '.join(labels)}" for name, labels in parts.items())
