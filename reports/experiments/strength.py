"""Figures of `strength`: what each verdict is about, field by field."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from analyses.finding import Finding
from analyses.strength import CHANGES, LEDGER, SAME, names_of, sentence
from analyses.verdict import UNKNOWN
from reports import canvas as draw
from reports.material import RANDOMISED, Claim, Drawing
from reports.text import estimate, listed, opening, points

TITLES = {
    "seats": "Seats, by strength of play",
    "items": "Being dealt an item, by strength of play",
    LEDGER: "Being made to take a thing, by strength of play",
}
AXES = {LEDGER: "difference of win share from the others of its kind, in pp, 95% interval"}
MOST = 24
"""Lines in a figure; what changes, and what changes most, comes first."""
REACH = 0.6
"""Part of a line over which its fields are spread."""
NUMBERS = ("effect", "effect_low", "effect_high")


def section(finding: Finding) -> list[Drawing]:
    """A figure a table of verdicts."""
    return [_drawn(finding, str(table), part) for table, part in finding.table.groupby("table", sort=False)]


def _drawn(finding: Finding, table: str, part: pd.DataFrame) -> Drawing:
    """Each thing with its effect in every field."""
    part = part.assign(turned=part["strength"] == CHANGES, p=part["p_adjusted"].astype(float))
    shown = part.sort_values(["turned", "p"], ascending=[False, True], kind="stable").head(MOST)
    fields = list(dict.fromkeys(finding.tables["fields"]["field"]))
    figure, (axes,) = draw.canvas(draw.tall(len(shown), 1.7, 0.14 + 0.14 * len(fields)))
    for number, field in enumerate(fields):
        _series(axes, finding, table, list(shown["thing"]), field, number, len(fields))
    named = names_of(shown)
    axes.set_yticks(np.arange(len(shown)), named)
    for tick, turned in zip(axes.get_yticklabels(), shown["turned"], strict=True):
        tick.set_fontweight("bold" if turned else "normal")
    axes.set_ylim(len(shown) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)
    draw.margin_band(axes, float(finding.facts["margin"]))
    draw.reference(axes, 0)
    draw.points_axis(axes)
    axes.set_title(TITLES.get(table, table), pad=28)
    axes.set_xlabel(
        AXES.get(table, "distance from the fair share in pp, 95% interval")
        + "\nbold: the verdict changes with strength"
    )
    draw.legend_above(axes, len(fields))
    rows = list(shown.to_dict("records"))
    said = "; ".join(
        f"{name}: {row['verdicts']} ({_effects(finding, table, str(row['thing']))})"
        for name, row in zip(named, rows, strict=True)
    )
    badges = () if table == "seats" else (RANDOMISED,)
    claim = Claim(_claim(part), _sample(finding, table), badges)
    return Drawing(f"strength_{table}", figure, claim, f"{said}.", answers=True)


def _effects(finding: Finding, table: str, thing: str) -> str:
    """The effect of a thing in each field, in words."""
    rows = finding.tables["fields"]
    mine = rows[(rows["table"] == table) & (rows["thing"] == thing)]
    return ", ".join(f"{row['field']} {points(float(row['effect']))}" for row in mine.to_dict("records"))


def _series(axes: Axes, finding: Finding, table: str, things: list[str], field: str, at: int, of: int) -> None:
    """One field: a mark and an interval on the lines of the things it has."""
    rows = finding.tables["fields"]
    mine = rows[(rows["table"] == table) & (rows["field"] == field)].set_index("thing").reindex(things)
    values = mine[list(NUMBERS)].astype(float)
    lines = np.arange(len(things)) + REACH * ((at + 0.5) / of - 0.5)
    colour, marker = draw.SERIES[at % len(draw.SERIES)], "oDs^v"[at % 5]
    axes.hlines(lines, values["effect_low"], values["effect_high"], colors=colour, linewidth=2.2, alpha=0.5)
    axes.scatter(values["effect"], lines, color=colour, s=34, marker=marker, zorder=3, label=field,
                 edgecolors="white", linewidths=0.7)  # fmt: skip


def _claim(part: pd.DataFrame) -> str:
    """What changes, or what stands out most; how many do not."""
    turned = [sentence(row) for row in part[part["turned"]].to_dict("records")]
    counts = part["strength"].value_counts()
    same, unknown = (int(counts.get(word, 0)) for word in (SAME, UNKNOWN))
    rest = f"The same in every field: {same} of {len(part)}; not yet known: {unknown}."
    if turned:
        return f"{' '.join(map(opening, turned))} {rest}"
    known = part[part["p"].notna()]
    if not len(known):
        return rest
    row = known.sort_values("p").to_dict("records")[0]
    most = f"{row['called']}, {estimate(row, 'change', 'points')} from {row['from']} to {row['to']}"
    return f"No verdict here is known to change. Most moved is {most}. {rest}"


def _sample(finding: Finding, table: str) -> str:
    told = [
        f"{row['field']} {row['deals' if table == LEDGER else 'games']:,}"
        for row in finding.tables["line_ups"].to_dict("records")
        if row["deals" if table == LEDGER else "games"]
    ]
    return f"n = {listed(told)} {'deals a thing, each played with it and without' if table == LEDGER else 'games'}"
