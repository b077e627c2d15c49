"""Figures of `whatif`: the strongest changes, in one picture a unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from analyses.finding import Finding
from analyses.verdict import ALPHA
from reports import canvas as draw
from reports.changes import level, moved, values_in_words
from reports.material import Claim, Drawing
from reports.text import Row, listed, opening

MOST = 12
"""Lines in a figure."""


@dataclass(frozen=True)
class Kind:
    """Changes that can stand on one axis."""

    name: str
    title: str
    axis: str
    relative: bool = False


SHARES = Kind("whatif_shares", "What changes: shares", "change in percentage points, 95% interval")
POINTS = Kind("whatif_points", "What changes: points", "change in VP, 95% interval")
COUNTS = Kind("whatif_counts", "What changes: all else", "change in percent of the base, 95% interval", True)


def section(finding: Finding) -> list[Drawing]:
    """A forest of the strongest changes for shares, for points, and for all else; nothing where nothing differs."""
    table = finding.tables["changes"].astype({"change": float, "change_low": float, "change_high": float})
    touched = table[table["change_low"].notna()]
    return [_forest(finding, kind, part.head(MOST)) for kind, part in _kinds(touched) if len(part)]


def _kinds(table: pd.DataFrame) -> list[tuple[Kind, pd.DataFrame]]:
    share, points = table["unit"] == "share", table["unit"] == "VP"
    # A change from nothing is no percentage.
    rest = table[~share & ~points & (table["base"] != 0)]
    return [(SHARES, table[share]), (POINTS, table[points]), (COUNTS, rest)]


def _forest(finding: Finding, kind: Kind, table: pd.DataFrame) -> Drawing:
    shown = _relative(table) if kind.relative else table
    figure, (axes,) = draw.canvas(draw.tall(len(shown), 1.7, 0.34))
    sure = (table["p_adjusted"].astype(float) < ALPHA) | (table["change_se"].astype(float) == 0)
    colours = list(np.where(sure, draw.BLUE, draw.GREY))
    draw.forest(axes, shown, "change", [_name(row) for row in table.to_dict("records")], colours)
    draw.reference(axes, 0, "as in the base")
    if kind is SHARES or kind.relative:
        draw.points_axis(axes)
    axes.set_title(kind.title, pad=18)
    axes.set_xlabel(f"{kind.axis}\nblue beyond chance over the whole table, grey not")
    rows = list(table.to_dict("records"))
    said = "; ".join(_told(row) for row in rows)
    changed = values_in_words(finding.facts["changed"])
    known = finding.evidence
    sample = f"n = {known.games:,} games, {known.blocks:,} blocks, each deal under both rules"
    return Drawing(
        kind.name, figure, Claim(_claim(changed, rows, sure.tolist()), sample), f"Changes with {changed}: {said}."
    )


def _relative(table: pd.DataFrame) -> pd.DataFrame:
    """Changes as a part of the base."""
    ends = ["change", "change_low", "change_high"]
    return table.assign(**{name: table[name] / table["base"].abs() for name in ends})


def _name(row: Row) -> str:
    """A metric as a reader sees it: what it is of, then what it is."""
    words = str(row["metric"]).removesuffix(".mean").removesuffix(".share").split(".")
    if words[0] in ("points", "count"):
        words = [*words[1:2], *words[2:]]
    told = " ".join(words).replace("_", " ").removeprefix("vp ")
    return told.replace("strategy ", "", 1)


def _told(row: Row) -> str:
    amount, interval = moved(row)
    return f"{row['meaning']} {amount}" + (f" [{interval}]" if interval else "")


def _claim(changed: str, rows: Sequence[Row], sure: Sequence[bool]) -> str:
    """The strongest changes that are beyond chance in words, or that there are none."""
    beyond = [row for row, known in zip(rows, sure) if known][:3]
    if not beyond:
        return f"With {changed} none of these changes beyond chance."
    told = listed([f"{row['meaning']} from {level(row, 'base')} to {level(row, 'variant')}" for row in beyond])
    return f"{opening('with')} {changed}: {told}. Both sides play the same deals, so this is an effect of the rules."
