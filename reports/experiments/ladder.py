"""Figures of `ladder`: the rungs on one scale beside the steps between them, and all of them against the reference."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from analyses.finding import Finding
from analyses.ladder.tables import FALLS, LEVEL_WITHIN, RISES
from analyses.verdict import UNKNOWN
from reports import canvas as draw
from reports.material import Claim, Drawing
from reports.text import estimate, listed, number, percent
from simcore.words import plural

MARKERS = {"floor": "s", "heuristic": "o", "tuned": "D", "own": "v", "search": "^"}
COLOURS = {RISES: draw.GREEN, LEVEL_WITHIN: draw.GREY, FALLS: draw.ORANGE, UNKNOWN: draw.PALE}


def section(finding: Finding) -> list[Drawing]:
    """The ladder, then every rung against the reference."""
    rungs, steps = (_numbers(finding.tables[name])[::-1].reset_index(drop=True) for name in ("rungs", "steps"))
    return [_ladder(finding, rungs, steps), _against_reference(finding, rungs)]


def _numbers(table: pd.DataFrame) -> pd.DataFrame:
    """The table with its columns of numbers as such; what is missing is NaN."""
    words = ("rung", "below", "kind", "verdict")
    return table.astype({name: float for name in table.columns if name not in words})


def _alone(finding: Finding) -> bool:
    return finding.evidence.players == 1


def _ladder(finding: Finding, rungs: pd.DataFrame, steps: pd.DataFrame) -> Drawing:
    """Strength added up from the lowest rung, the strongest on top; beside it each step over the rung below."""
    figure, (left, right) = draw.canvas(draw.tall(len(rungs), 1.9, 0.3), 2, sharey=True)
    alone = _alone(finding)
    scale, step = ("vp", "vp_of_step") if alone else ("elo", "win_share")
    _marked(left, rungs, scale, rungs["kind"], [draw.BLUE] * len(rungs))
    left.set_yticks(np.arange(len(rungs)), list(rungs["rung"]))
    left.set_ylim(len(rungs) - 0.4, -0.6)
    start = finding.facts["floor" if alone else "start"]
    left.set_xlabel(f"{'VP' if alone else 'Elo'} above {start}\nlines: 95% intervals")
    left.set_title("Strength, step by step", fontsize=10.5, pad=8)
    _legend(figure, rungs["kind"])
    # The lowest rung has none below it, so its line stays empty.
    kinds = rungs["kind"].iloc[:-1]
    _marked(right, steps, step, kinds, [COLOURS[str(word)] for word in steps["verdict"]])
    draw.reference(right, 0 if alone else finding.facts["even"], "")
    over = "VP" if alone else "win share"
    right.set_xlabel(f"{over} over the rung below\ndashed: even; green rises,\ngrey level, orange falls")
    right.set_title("Each step", fontsize=10.5, pad=8)
    if not alone:
        draw.percent_axis(right)
    draw.headline(figure, "The skill ladder")
    unit = ("vp_of_step", "VP") if alone else ("win_share", "share")
    told = "; ".join(
        f"{row['rung']} over {row['below']} {estimate(row, *unit)}, {row['verdict']}"
        for row in steps.to_dict("records")[::-1]
    )
    return Drawing("ladder", figure, Claim(" ".join(finding.notes[:3]), _sample(finding)), f"Steps: {told}.")


def _sample(finding: Finding) -> str:
    known = finding.evidence
    fewest, most = (int(finding.tables["steps"]["blocks"].astype(float).agg(kind)) for kind in ("min", "max"))
    deals = plural(most, "deal") if fewest == most else f"{fewest:,} to {most:,} deals"
    return f"n = {known.games:,} games, {deals} a step"


def _marked(axes: Axes, table: pd.DataFrame, name: str, kinds: pd.Series, colours: Sequence[str]) -> None:
    """Values with intervals, one a line, with the marker of their kind; an arrow where there is only a bound."""
    for line, (row, kind, colour) in enumerate(zip(table.to_dict("records"), kinds, colours)):
        value, low, high = row[name], row[f"{name}_low"], row[f"{name}_high"]
        if np.isfinite(value):
            if np.isfinite(low) and np.isfinite(high):
                axes.hlines(line, low, high, colors=colour, linewidth=2.6, alpha=0.55)
            axes.scatter(value, line, c=colour, s=40, marker=MARKERS[str(kind)], zorder=3, edgecolors="white",
                         linewidths=0.8)  # fmt: skip
        elif np.isfinite(low) or np.isfinite(high):
            end, arrow = (low, ">") if np.isfinite(low) else (high, "<")
            axes.scatter(end, line, c=colour, s=40, marker=arrow, zorder=3)
    axes.grid(axis="y", visible=False)


def _legend(figure: Figure, kinds: pd.Series) -> None:
    """Markers of the kinds there are, below all panels."""
    shown = [kind for kind in MARKERS if kind in set(kinds)]
    handles = [Line2D([], [], linestyle="", marker=MARKERS[kind], color=draw.BLUE, label=kind) for kind in shown]
    figure.legend(handles=handles, loc="outside lower left", ncols=len(handles), handletextpad=0.1)


def _against_reference(finding: Finding, rungs: pd.DataFrame) -> Drawing:
    """Every rung against one and the same opponent."""
    figure, (axes,) = draw.canvas(draw.tall(len(rungs), 1.7, 0.3))
    facts, alone = finding.facts, _alone(finding)
    name, unit = ("vp_seen", "VP") if alone else ("seen", "share")
    _marked(axes, rungs, name, rungs["kind"], [draw.BLUE] * len(rungs))
    axes.set_yticks(np.arange(len(rungs)), list(rungs["rung"]))
    axes.set_ylim(len(rungs) - 0.4, -0.6)
    axes.set_title(f"Every rung against {facts['reference']}", pad=8)
    _legend(figure, rungs["kind"])
    if alone:
        axes.set_xlabel(f"VP more than {facts['reference']} on the same deals, 95% interval")
    else:
        draw.percent_axis(axes)
        axes.set_xlabel(f"win share of one seat among seats of {facts['reference']}, 95% interval; dashed: even")
    draw.reference(axes, 0 if alone else facts["even"], "")
    rows = [row for row in rungs.to_dict("records") if np.isfinite(row[f"{name}_low"])]
    best = max(rows, key=lambda row: row[name])
    ahead = [str(row["rung"]) for row in rows if row[f"{name}_low"] > (0 if alone else facts["even"])]
    does = (
        f"scores {estimate(best, name, unit)} more than {facts['reference']}"
        if alone
        else f"wins {estimate(best, name, unit)}, where even is {percent(facts['even'])}"
    )
    caption = f"Most against {facts['reference']} has {best['rung']}: it {does}. " + (
        f"Ahead of it beyond their intervals: {listed(ahead)}." if ahead else "Nobody is ahead beyond the interval."
    )
    told = "; ".join(f"{row['rung']} {percent(row[name]) if not alone else number(row[name])}" for row in rows)
    return Drawing("ladder_reference", figure, Claim(caption, _sample(finding)), f"Against the reference: {told}.")
