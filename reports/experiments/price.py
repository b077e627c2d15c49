"""The figure of `price`: the effect at each price, and where it crosses."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from matplotlib.axes import Axes

from analyses.finding import Finding
from reports import canvas as draw
from reports.material import RANDOMISED, Claim, Drawing
from reports.text import estimate, number, opening


def section(finding: Finding) -> list[Drawing]:
    """The curve with its crossing."""
    table = finding.tables["curve"]
    table = table.astype({f"forced{end}": float for end in ("", "_low", "_high")}).sort_values("price")
    facts = finding.facts
    word = str(facts["keys"][0]).rpartition(".")[2].replace("_", " ")
    figure, (axes,) = draw.canvas(4.0)
    if len(table) > 1:
        _interval(axes, facts, table["price"].min(), table["price"].max())
    axes.plot(table["price"], table["forced"], color=draw.BLUE, linewidth=1.4, zorder=2)
    axes.vlines(table["price"], table["forced_low"], table["forced_high"], color=draw.BLUE, linewidth=2.6, alpha=0.55)
    axes.scatter(table["price"], table["forced"], color=draw.BLUE, s=44, zorder=3, edgecolors="white", linewidths=0.8)
    draw.reference(axes, float(facts["target"]), "worth its price", "y")
    now = table[table["price"] == facts["now"]]
    axes.scatter(
        now["price"],
        now["forced"],
        s=150,
        facecolors="none",
        edgecolors=draw.INK,
        linewidths=1.4,
        zorder=4,
        label="now",
    )
    if len(now):
        axes.legend(loc="best")
    draw.points_axis(axes, "y")
    draw.whole_axis(axes, "x")
    axes.set_title(f"What {_the(finding)} is worth at each {word}")
    axes.set_xlabel(f"{word}" + (f" (with {', '.join(facts['keys'][1:])})" if facts["keys"][1:] else ""))
    axes.set_ylabel("win share, forced less banned, pp")
    rows = list(table.to_dict("records"))
    said = "; ".join(f"{row['price']}: {estimate(row, 'forced', 'points')}" for row in rows)
    low, high = int(table["n"].min()), int(table["n"].max())
    sample = (
        f"n = {low:,} to {high:,} deals a {word}, each played with it and without; {finding.evidence.games:,} games"
    )
    return [Drawing("price", figure, Claim(claim(finding), sample, (RANDOMISED,)), f"Effect by {word}: {said}.")]


def _interval(axes: Axes, facts: Mapping[str, Any], first: float, last: float) -> None:
    """Shade the prices at which it may cross, and mark the crossing."""
    if facts["status"] == "crosses":
        low, high = (facts[end] if facts[end] is not None else edge for end, edge in (("low", first), ("high", last)))
        axes.axvspan(low, high, color=draw.GREEN, alpha=0.15, linewidth=0, zorder=0, label="where it crosses, 95%")
        axes.axvline(facts["at"], color=draw.GREEN, linewidth=1.4, zorder=1)


def _the(finding: Finding) -> str:
    called = str(finding.facts["called"]).strip("()")
    return f"the {called if called[:1].isupper() else called.title()}"


def claim(finding: Finding) -> str:
    """The answer in words."""
    facts = finding.facts
    word = str(facts["keys"][0]).rpartition(".")[2].replace("_", " ")
    first, last = facts["range"]
    if facts["status"] == "crosses":
        low, high = (_end(facts[end], edge) for end, edge in (("low", first), ("high", last)))
        now = f", now it is {facts['now']}" if facts["now"] is not None else ""
        return (
            f"{opening(_the(finding))} is worth its price at a {word} of {number(float(facts['at']))} "
            f"[{low}, {high}]{now}: "
            "there being made to take it and never taking it win equally often."
        )
    if facts["status"] in ("above", "below"):
        better = "better taken" if facts["status"] == "above" else "better left"
        return f"{opening(_the(finding))} is {better} at every {word} from {first} to {last}."
    return f"Whether there is a {word} from {first} to {last} at which {_the(finding)} is worth its price is not known."


def _end(value: float | None, edge: int) -> str:
    return f"beyond {edge}" if value is None or not math.isfinite(value) else number(float(value))
