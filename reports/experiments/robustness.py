"""Figures of `robustness`: each conclusion over the worlds, and what it hangs on."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from analyses.finding import Finding
from analyses.robustness.conclusions import DEPENDS, ROBUST
from analyses.verdict import ALPHA, UNKNOWN
from reports import canvas as draw
from reports.material import RANDOMISED, Claim, Drawing
from reports.text import MINUS, NOTHING, Row, listed, opening

COLOURS = {ROBUST: draw.GREEN, DEPENDS: draw.ORANGE, UNKNOWN: draw.GREY, "": draw.PALE}
"""Colours of how robust a verdict is."""
TITLES = {
    "seats": "Seats over plausible worlds",
    "strategies": "Strategies over plausible worlds",
    "dealt": "What is dealt, over plausible worlds",
    "forced": "What is forced or banned, over plausible worlds",
}
MOST = 24
"""Lines in a figure; those that are known best come first."""


# ---- words, for the page and for the terminal


def written(value: float) -> str:
    """A difference of win shares in pp, with sign and one decimal."""
    return NOTHING if not _known(value) else f"{100 * value:+.1f}".replace("-", MINUS)


def held(row: Row, name: str) -> str:
    """A share of worlds with its interval, such as `83% (71 to 91)`."""
    value = row.get(name)
    if not _known(value):
        return NOTHING
    return f"{100 * row[name]:.0f}% ({100 * row[f'{name}_low']:.0f} to {100 * row[f'{name}_high']:.0f})"


def over_worlds(row: Row) -> str:
    """The range over the worlds; their mean where they are not told apart."""
    if not _known(row.get("spread_p")):
        return NOTHING
    if float(row["spread_p"]) < ALPHA:
        return f"{written(row['range_low'])} to {written(row['range_high'])}"
    return f"about {written(row['mean'])}"


def moves(row: Row) -> str:
    """What an assumed value does to a conclusion."""
    changes: Mapping[str, float] = row["moves"]
    told = ", ".join(f"{word} {written(value)} pp" for word, value in changes.items())
    return f"{row['factor']}, {100 * row['index']:.0f}% of the spread (from {row['from']}: {told})"


def _known(value: object) -> bool:
    return isinstance(value, float | int) and math.isfinite(value)


# ---- figures


def section(finding: Finding) -> list[Drawing]:
    """A figure a kind of conclusion, and one of what they hang on if anything stands out."""
    table = finding.table
    numbers = [name for name in table.columns if name not in ("kind", "name", "verdict", "robustness", "hangs_on")]
    table = table.astype(dict.fromkeys(numbers, float))
    kinds = [_kind(finding, str(kind), part) for kind, part in table.groupby("kind", sort=False)
             if (part["worlds"] > 0).any()]  # fmt: skip
    return kinds + ([_factors(finding)] if len(finding.tables["factors"]) else [])


def _kind(finding: Finding, kind: str, part: pd.DataFrame) -> Drawing:
    """Base interval against the range over the worlds, a line a conclusion."""
    known = part[part["worlds"] > 0]
    shown = known.loc[(known["base"].abs() / known["base_se"]).sort_values(ascending=False).index].head(MOST)
    shown = shown.sort_values("base", ascending=False)
    figure, (axes, side) = draw.canvas(
        draw.tall(len(shown), 1.9, 0.34), 2, sharey=True, gridspec_kw={"width_ratios": [3, 1.1]}
    )
    _spreads(axes, shown, float(finding.facts["margin"]))
    _shares(side, shown)
    draw.headline(figure, TITLES[kind])
    rows = list(shown.to_dict("records"))
    said = "; ".join(f"{row['name']} {written(row['base'])} pp, {over_worlds(row)}, holds in {held(row, 'holds')}"
                     for row in rows)  # fmt: skip
    worlds, games = finding.facts["worlds"], finding.facts["games_a_world"]
    sample = f"n = {finding.evidence.games:,} games, {worlds:,} worlds of up to {games:,} and the base rules"
    badges = (RANDOMISED,) if kind in ("dealt", "forced") else ()
    return Drawing(
        f"robustness_{kind}", figure, Claim(_claim(finding, kind, part), sample, badges),
        f"{TITLES[kind]}: effect under the base rules, spread over worlds, share in which the verdict holds. {said}.",
        answers=True,
    )  # fmt: skip


def _spreads(axes: Axes, shown: pd.DataFrame, margin: float) -> None:
    lines = np.arange(len(shown))
    spread = (shown["spread_p"] < ALPHA).to_numpy()
    wide = shown[spread]
    axes.hlines(lines[spread], wide["range_low"], wide["range_high"], color=draw.PALE, linewidth=9,
                label="80% of the worlds")  # fmt: skip
    axes.scatter(shown["mean"], lines, marker="|", s=90, color=draw.INK, zorder=3, label="mean of the worlds")
    colours = [COLOURS[word] for word in shown["robustness"]]
    draw.forest(
        axes,
        shown,
        "base",
        [name.replace("_", " ") for name in shown["name"]],
        colours,
        legend="base rules, 95% interval",
    )
    draw.margin_band(axes, margin)
    draw.reference(axes, 0)
    draw.points_axis(axes)
    axes.set_xlabel("difference of win share in pp, noise taken out\ngreen robust, orange depends, grey not yet known")
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1.0), ncols=3, columnspacing=1, handlelength=1, fontsize=8)


def _shares(axes: Axes, shown: pd.DataFrame) -> None:
    lines = np.arange(len(shown))
    colours = [COLOURS[word] for word in shown["robustness"]]
    axes.hlines(lines, shown["holds_low"], shown["holds_high"], colors=colours, linewidth=2.6, alpha=0.55)
    axes.scatter(shown["holds"], lines, c=colours, s=44, zorder=3, edgecolors="white", linewidths=0.8)
    axes.set_xlim(-0.03, 1.03)
    axes.set_xticks([0, 0.5, 1])
    draw.percent_axis(axes)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel("worlds in which\nthe verdict holds")


def _claim(finding: Finding, kind: str, part: pd.DataFrame) -> str:
    """Which conclusions hold, which do not, and what is not known."""
    told = []
    for word, words in ((ROBUST, "hold in four worlds of five or more"), (DEPENDS, "depend on what is assumed")):
        found = [
            f"{row['name']} ({row['verdict']}, {held(row, 'holds')})"
            for row in part[part["robustness"] == word].to_dict("records")
        ]
        if found:
            told.append(f"{words}: {listed(found)}")
    open_ = int((part["robustness"] == UNKNOWN).sum())
    if open_:
        told.append(f"{open_} of {len(part)} are not yet known")
    leaders = finding.tables["leaders"]
    first = [
        f" First under the base rules, {row['leader']} is first in {held(row, 'still_first')} of the worlds."
        for row in leaders[leaders["kind"] == kind].to_dict("records")
    ]
    return f"{opening('; '.join(told) or 'nothing is judged')}.{''.join(first)}"


def _factors(finding: Finding) -> Drawing:
    """How far each value that stands out moves a conclusion, against the floor."""
    table = finding.tables["factors"].sort_values("moved", ascending=False).head(MOST)
    figure, (axes,) = draw.canvas(draw.tall(len(table), 1.7, 0.4))
    lines = np.arange(len(table))
    axes.barh(lines, table["moved"].astype(float), color=draw.BLUE, alpha=0.8, height=0.6, label="spread it makes")
    axes.vlines(table["floor"].astype(float), lines - 0.4, lines + 0.4, color=draw.INK, linewidth=1.6,
                label="floor: what chance can show")  # fmt: skip
    axes.set_yticks(lines, [f"{row['name']} ({row['kind']})\n{row['factor']}" for row in table.to_dict("records")])
    axes.set_ylim(len(table) - 0.4, -0.6)
    axes.tick_params(axis="y", labelsize=8)
    axes.grid(axis="y", visible=False)
    draw.points_axis(axes)
    axes.set_title("Which assumed value a conclusion hangs on", pad=28)
    axes.set_xlabel("standard deviation over the worlds that the value accounts for, in pp")
    draw.legend_above(axes, 2)
    rows = list(table.to_dict("records"))
    said = "; ".join(f"{row['name']} ({row['kind']}): {moves(row)}" for row in rows)
    top = rows[0]
    claim = f"Most moved is {top['name']} ({top['kind']}), by {moves(top)}."
    names = finding.tables["factors"][["kind", "name"]].drop_duplicates()
    claim += f" For {len(names)} of {len(finding.table)} conclusions a value stands out above the noise."
    sample = f"n = {finding.facts['worlds']:,} worlds, {finding.facts['values_varied']:,} values varied"
    return Drawing("robustness_factors", figure, Claim(claim, sample), f"{said}.")
