"""`meeplelab runs`: what was played into the folders below one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from meeplelab.console import command, records, show_json, show_lines, show_table
from meeplelab.options import Json, path

if TYPE_CHECKING:
    import pandas as pd

Folder = Annotated[Path, typer.Argument(metavar="[DIR]", parser=path, help="Folder to look in and below.")]
Verify = Annotated[bool, typer.Option("--verify", help="Check the checksums of all rows too.")]
UNITS = ("B", "kB", "MB", "GB", "TB")


def add(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("runs")
    @command
    def runs(folder: Folder = Path("results"), verify: Verify = False, json: Json = False) -> None:
        """List the runs below a folder, finished or not."""
        from meeplelab import api

        frame = api.runs(folder, verify=verify)
        show_json({**frame.attrs, "runs": records(frame)}) if json else show(frame)


def show(frame: pd.DataFrame) -> None:
    """Where and how far each run is, then who played; what is wrong below."""
    from meeplelab.show import rows_of

    folder = frame.attrs["folder"]
    if frame.empty:
        show_lines([f"No runs in {folder} or below it."])
        return
    rows = [{name: _known(value) for name, value in row.items()} for row in rows_of(frame)]
    show_table(
        ("run", "game", "players", "games", "size", "state"),
        (
            (row["folder"], row["game"], row["players"], _count(row), size(row["bytes"]), row["state"])
            for row in rows
        ),
        right=("players", "games", "size"),
    )  # fmt: skip
    show_lines([""])
    show_table(
        ("run", "written, UTC", "seed", "rules", "played by"),
        (
            (row["folder"], row["when"][:16].replace("T", " "), row["seed"], row["digest"], _seated(row["line_up"]))
            for row in rows
        ),
        right=("written, UTC",),
    )
    for row in rows:
        if row["remark"] and row["remark"] != "-":
            show_lines(["", row["remark"] if str(folder) in row["remark"] else f"{row['folder']}: {row['remark']}"])
    if any(row["state"] == "interrupted" for row in rows):
        show_lines(["", "An interrupted run goes on with the command it was begun with and --resume."])


def _known(value: Any) -> Any:
    """A value as it is shown: "-" where it is not known, and nothing that a terminal would obey."""
    if isinstance(value, str):
        return "".join(letter if letter.isprintable() else "?" for letter in value)
    if isinstance(value, list):
        return [_known(each) for each in value]
    return "-" if value is None or value != value else value


def _count(row: dict[str, Any]) -> str:
    games, kept = row["games"], row["games_kept"]
    if games == "-" or kept in ("-", games):
        return games if games == "-" else f"{games:,}"
    return f"{kept:,} of {games:,}"


def _seated(line_up: Any) -> str:
    from analyses.finding import seated

    return seated(line_up) if isinstance(line_up, list) else "-"


def size(count: int) -> str:
    """Bytes as people say them: "3.4 MB"."""
    amount = float(count)
    for unit in UNITS:
        if amount < 1000 or unit == UNITS[-1]:
            break
        amount /= 1000
    return f"{amount:.0f} {unit}" if unit == "B" or amount >= 100 else f"{amount:.1f} {unit}"
