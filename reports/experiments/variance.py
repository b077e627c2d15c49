"""Figures of where the variance comes from: the parts, and what setup and chance do for whom."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from analyses.finding import Finding
from analyses.variance import WHO
from reports import canvas as draw
from reports.material import Claim, Drawing
from reports.text import estimate, listed, number, opening, percent, sample

MEASURES = {"win_share": ("win share", draw.BLUE), "score": ("score", draw.ORANGE)}


def section(finding: Finding) -> list[Drawing]:
    """The parts; and setup and chance taken apart where more than one plays."""
    return [_parts(finding), *([_apart(finding)] if len(finding.tables["finer"]) else [])]


def _parts(finding: Finding) -> Drawing:
    table = finding.table
    names = list(dict.fromkeys(table["part"]))
    figure, (axes,) = draw.canvas(draw.tall(len(names), 1.5, 0.42))
    _bars(axes, table, names)
    axes.set_xlabel("share of the variance of a seat's result, 95% interval")
    _headline(figure, axes, "Where the variance comes from")
    said = "; ".join(
        f"{MEASURES[row['measure']][0]}, {row['part']}: {percent(row['share'])}" for row in table.to_dict("records")
    )
    return Drawing("variance", figure, _claim(finding), f"Shares of the variance: {said}.")


def _headline(figure: Figure, axes: Axes, title: str) -> None:
    """The title, and beside it which bars are which."""
    draw.headline(figure, title)
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="upper right", ncols=len(labels), columnspacing=1, handlelength=1)


def _bars(axes: Axes, table: pd.DataFrame, names: list[str]) -> None:
    """Bars with their intervals, a group for each name and a bar in it for each measure."""
    measures = [measure for measure in MEASURES if (table["measure"] == measure).any()]
    width = 0.8 / len(measures)
    for place, measure in enumerate(measures):
        words, colour = MEASURES[measure]
        part = table[table["measure"] == measure].set_index("part").loc[names].astype({"share": float})
        lines = np.arange(len(names)) + width * (place - (len(measures) - 1) / 2)
        # What is estimated below nothing is nothing to see.
        seen = part["share"].clip(lower=0)
        axes.barh(lines, seen, height=0.92 * width, color=colour, alpha=0.8, label=words)
        axes.hlines(lines, part["share_low"], part["share_high"], color=draw.INK, linewidth=1.4)
        for line, value, high in zip(lines, part["share"], part["share_high"]):
            axes.annotate(percent(max(value, 0)), (max(value, high), line), xytext=(4, 0), textcoords="offset points",
                          va="center", fontsize=8.5)  # fmt: skip
    axes.set_yticks(np.arange(len(names)), [opening(name) for name in names])
    axes.set_ylim(len(names) - 0.45, -0.55)
    axes.set_xlim(0, 1)
    axes.set_xticks([0, 0.2, 0.4, 0.6, 0.8])
    axes.grid(axis="y", visible=False)
    draw.percent_axis(axes)


def _claim(finding: Finding) -> Claim:
    table = finding.table
    sentences = []
    for measure, (words, _) in MEASURES.items():
        part = table[table["measure"] == measure].sort_values("share", ascending=False)
        if len(part):
            told = [f"{row['part']} {estimate(row, 'share', 'share')}" for row in part.to_dict("records")[:3]]
            deviation = number(finding.facts["deviation"][measure])
            sentences.append(f"Of the variance of a seat's {words} (standard deviation {deviation}): {listed(told)}.")
    return Claim(" ".join(sentences), sample(table.to_dict("records")[0]).replace("blocks", "deals"))


def _apart(finding: Finding) -> Drawing:
    table = finding.tables["finer"]
    names = list(dict.fromkeys(table["part"]))
    sources = list(dict.fromkeys(table["of"]))
    figure, panels = draw.canvas(draw.tall(len(names), 1.7, 0.45), len(sources), sharey=True, sharex=True)
    for axes, source in zip(panels, sources):
        _bars(axes, table[table["of"] == source], names)
        axes.set_title(opening(source), fontsize=10.5)
        axes.set_xlabel("share of the whole variance")
    _headline(figure, panels[0], "What setup and chance do, and for whom")
    wins = table[table["measure"] == next(iter(dict.fromkeys(table["measure"])))]
    told = []
    for source in sources:
        most = max(wins[wins["of"] == source].to_dict("records"), key=lambda row: float(row["share"]))
        told.append(f"of {source} most works {most['part']}, {estimate(most, 'share', 'share')}")
    kind = MEASURES[str(wins["measure"].iloc[0])][0]
    text = f"For the {kind}, {listed(told)}."
    if WHO in names:
        text += " For who sits where: the same deal or chance turns out otherwise when the strategies change seats."
    claim = Claim(text, sample(wins.to_dict("records")[0]).replace("blocks", "deals"))
    said = "; ".join(f"{row['of']} {row['part']}: {percent(row['share'])}" for row in wins.to_dict("records"))
    return Drawing("variance_apart", figure, claim, f"Shares of the variance of the {kind}: {said}.")
