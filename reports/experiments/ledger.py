"""Figures of `ledger`: the forced effects with their verdicts, and how far what is seen misleads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from analyses.finding import Finding
from analyses.verdict import STRONG_WEAK, UNKNOWN
from reports import canvas as draw
from reports.material import CONFOUNDED, RANDOMISED, Claim, Drawing
from reports.text import Row, estimate, label, listed, opening, points

NUMBERS = ("seen", "dealt", "forced", "bias", "judged")
MOST = 45
"""Lines in a figure."""


def section(finding: Finding) -> list[Drawing]:
    """Forced effects with verdicts, then seen against forced; nothing where nothing came within reach."""
    table = finding.tables["things"]
    if not len(table):
        return []
    ends = [f"{name}{end}" for name in NUMBERS for end in ("", "_low", "_high")]
    table = table.astype(dict.fromkeys(ends, float))
    table = _with_names(table[table["forced_low"].notna()])
    return [_effects(finding, table), *_bias(finding, table)] if len(table) else []


def _with_names(table: pd.DataFrame) -> pd.DataFrame:
    """The kinds one after the other, each from its strongest to its weakest, and what a reader sees."""
    order = {kind: place for place, kind in enumerate(dict.fromkeys(table["kind"]))}
    table = table.assign(place=table["kind"].map(order)).sort_values(["place", "forced"], ascending=[True, False])
    return table.assign(shown=[_name(row) for row in table.to_dict("records")])


def _name(row: Row) -> str:
    """A thing as people say it."""
    return str(row["called"]).strip("()") if row["kind"] == "item" else f"{_plain(row)} ({row['kind']})"


def _plain(row: Row) -> str:
    called = str(row["called"]).strip("()")
    # what the rules name is said so; a plain word gets its capital
    return called if called[:1].isupper() else opening(label(called))


def _effects(finding: Finding, table: pd.DataFrame) -> Drawing:
    table = table.head(MOST)
    figure, (axes,) = draw.canvas(draw.tall(len(table), 1.7, 0.3))
    colours = [draw.verdict_colour(str(verdict)) for verdict in table["verdict"]]
    draw.forest(axes, table, "forced", list(table["shown"]), colours)
    draw.points_axis(axes)
    axes.set_title("What being made to take a thing does to the win share", pad=28)
    if finding.facts["against"] == "kind":
        axes.scatter(table["forced"] - table["judged"], np.arange(len(table)), marker="|", s=130, color=draw.INK,
                     zorder=4, label="middle of the others of its kind, by which it is judged")  # fmt: skip
        draw.legend_above(axes, 1)
    draw.reference(axes, 0)
    axes.set_xlabel("win share, made to take it less kept from it, in pp, 95% interval\n"
                    "orange too strong, blue too weak, green balanced, grey not yet known")  # fmt: skip
    rows = list(table.to_dict("records"))
    said = "; ".join(f"{row['shown']} {estimate(row, 'forced', 'points')}" for row in rows)
    claim = Claim(_verdicts(finding, rows), _sample(finding, table), (RANDOMISED,))
    return Drawing("ledger_forced", figure, claim, f"Forced less banned: {said}.")


def _verdicts(finding: Finding, rows: Sequence[Row]) -> str:
    """Which things are out of line, and by how much; how many are not."""
    parts = []
    against = " against the others of its kind" if finding.facts["against"] == "kind" else ""
    for word in STRONG_WEAK:
        chosen = [row for row in rows if row["verdict"] == word]
        chosen.sort(key=lambda row: -abs(row["judged"]))
        told = [f"{row['shown']} {estimate(row, 'judged', 'points')}" for row in chosen]
        if told:
            parts.append(f"{opening(word)}{against}: {listed(told)}.")
    even = sum(str(row["verdict"]).startswith("balanced") for row in rows)
    unknown = sum(row["verdict"] == UNKNOWN for row in rows)
    margin = 100 * float(finding.facts["margin"])
    parts.append(f"Balanced within ±{margin:g} pp: {even}; not yet known: {unknown}.")
    return " ".join(parts)


def _sample(finding: Finding, table: pd.DataFrame) -> str:
    low, high = int(table["n"].min()), int(table["n"].max())
    deals = f"{low:,}" if low == high else f"{low:,} to {high:,}"
    return f"n = {deals} deals a thing, each played with it and without; {finding.evidence.games:,} games in all"


def _bias(finding: Finding, table: pd.DataFrame) -> list[Drawing]:
    """The dumbbell of what is seen and what is forced."""
    table = table[table["seen_low"].notna() & table["bias_low"].notna()].head(MOST)
    if not len(table):
        return []
    lines = np.arange(len(table))
    figure, (axes,) = draw.canvas(draw.tall(len(table), 1.8, 0.3))
    axes.hlines(lines, table["forced"], table["seen"], color=draw.PALE, linewidth=3)
    names = list(table["shown"])
    draw.forest(axes, table, "seen", names, draw.GREY, "X", legend="seen: who took it, less who did not (confounded)")
    draw.forest(axes, table, "forced", names, draw.GREEN, legend="forced less banned")
    draw.reference(axes, 0)
    draw.points_axis(axes)
    axes.set_title("How far the win share of its takers misleads", pad=28)
    axes.set_xlabel("difference of win share, in pp, 95% interval; the bar is the bias")
    draw.legend_above(axes, 2)
    rows = list(table.to_dict("records"))
    claim = Claim(_misled(rows), _sample(finding, table), (CONFOUNDED, RANDOMISED))
    said = "; ".join(f"{row['shown']} seen {points(row['seen'])}, forced {points(row['forced'])}" for row in rows)
    return [Drawing("ledger_bias", figure, claim, f"Seen against forced: {said}.")]


def _misled(rows: Sequence[dict[Any, Any]]) -> str:
    far = max(rows, key=lambda row: abs(row["bias"]))
    turned = [
        row["shown"] for row in rows if row["seen"] * row["forced"] < 0 and not row["bias_low"] <= 0 <= row["bias_high"]
    ]
    text = (
        f"The widest gap is that of {far['shown']}: the win share of those who took it less that of the rest is "
        f"{estimate(far, 'seen', 'points')}, being made to take it is worth {estimate(far, 'forced', 'points')}, "
        f"so that what is seen is off by {estimate(far, 'bias', 'points')}."
    )
    return text + (f" The sign differs for {listed(turned)}." if turned else "")
