"""Figures of `field`: ratings, matchups, lasting mixtures and what they owe to alpha."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter

from analyses.field.tables import circles as circles_of
from analyses.finding import Finding
from reports import canvas as draw
from reports.material import Claim, Drawing
from reports.text import estimate, listed, percent
from simcore.words import plural

LINES = 6
"""Lines in the figure of alpha: who has most at its end; the others are drawn pale."""
AGREES = 0.02
"""How far the ratings' win shares may miss those seen before the caption says so."""


def section(finding: Finding) -> list[Drawing]:
    """Ratings (if there are any), matchups, mixtures, and the sweep of alpha."""
    ratings = _numbers(finding.table)
    order = [str(name) for name in ratings["strategy"]]
    rated = ratings[ratings["rating"].notna()]
    drawings = [_ratings(finding, rated)] if len(rated) else []
    return [*drawings, _matchups(finding, order), _mixtures(finding, order), _sweep(finding)]


def _numbers(table: pd.DataFrame) -> pd.DataFrame:
    """The table with its columns of numbers as such; what is missing is NaN."""
    words = ("strategy", "opponent")
    return table.astype({name: float for name in table.columns if name not in words})


def _sample(finding: Finding) -> str:
    known = finding.evidence
    return f"n = {known.games:,} games in {known.blocks:,} blocks on {finding.facts['deals']:,} common deals"


def _ratings(finding: Finding, rated: pd.DataFrame) -> Drawing:
    """Strength and expected win share side by side, strongest on top."""
    figure, (left, right) = draw.canvas(draw.tall(len(rated), 2.0, 0.36), 2, sharey=True)
    names = list(rated["strategy"])
    draw.forest(left, rated, "rating", names)
    draw.reference(left, 0, "mean")
    left.set_xlabel("rating, log-odds from the mean")
    draw.forest(right, rated, "win_share", names, legend="by the ratings")
    draw.forest(right, rated, "seen", names, draw.ORANGE, "D", shift=0.24, legend="seen")
    fair = 1 / finding.evidence.players
    right.axvline(fair, color=draw.INK, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
    draw.percent_axis(right)
    right.set_xlabel(f"win share of a seat; dashed: fair, {percent(fair)}")
    right.legend(loc="lower right")
    draw.headline(figure, "How strong each strategy is")
    rows = list(rated.to_dict("records"))
    best, worst = rows[0], rows[-1]
    said = "; ".join(
        f"{row['strategy']} rating {estimate(row, 'rating', 'number')}, win share {estimate(row, 'win_share', 'share')}"
        for row in rows
    )
    caption = (
        f"{best['strategy']} is rated highest: its seat is to win {estimate(best, 'win_share', 'share')} where every "
        f"other seat is any strategy alike.{_top(rows)} {worst['strategy']} is rated lowest, "
        f"{estimate(worst, 'win_share', 'share')}.{_missed(finding, rows)}{_unrated(finding)}"
    )
    return Drawing("field_ratings", figure, Claim(caption, _sample(finding)), f"Ratings: {said}.")


def _top(rows: list[dict[Hashable, Any]]) -> str:
    """Who else may be the strongest."""
    near = [str(row["strategy"]) for row in rows[1:] if row["rating_high"] > rows[0]["rating_low"]]
    return (
        f" Its interval overlaps with that of {listed(near)}: who is strongest is not settled."
        if near
        else " Its interval stands clear of all others."
    )


def _missed(finding: Finding, rows: list[dict[Hashable, Any]]) -> str:
    """Where one number a strategy does not tell the whole, as far as the design lets it be seen."""
    if finding.facts["design"] != "all":
        return " The win shares seen are those of the tables played, a sample of the field."
    off = [
        f"{row['strategy']} ({percent(row['win_share'])} for {estimate(row, 'seen', 'share')} seen)"
        for row in rows
        if abs(row["win_share"] - row["seen"]) > AGREES
        and (row["win_share"] < row["seen_low"] or row["win_share"] > row["seen_high"])
    ]
    return f" The ratings miss what was seen for {listed(off)}." if off else " They agree with what was seen."


def _unrated(finding: Finding) -> str:
    names = [str(name) for name in finding.facts["unrated"]]
    if not names:
        return ""
    return f" No finite rating fits {listed(names)}: never ahead of the others, or never behind them."


def _matchups(finding: Finding, order: list[str]) -> Drawing:
    """How often the strategy of the row finishes ahead of that of the column."""
    rows = list(_numbers(finding.tables["matchups"]).to_dict("records"))
    table = {(row["strategy"], row["opponent"]): row for row in rows}
    values = np.full((len(order), len(order)), np.nan)
    texts = [["" for _ in order] for _ in order]
    for i, first in enumerate(order):
        for j, second in enumerate(order):
            if (row := table.get((first, second))) is not None:
                values[i, j] = row["ahead"]
                texts[i][j] = f"{100 * row['ahead']:.0f}"
    figure, (axes,) = draw.canvas(draw.tall(len(order), 1.9, 0.36))
    axes.set_facecolor("#eef0f3")
    columns = [str(i + 1) for i in range(len(order))]
    lines = [f"{i + 1}  {name}" for i, name in enumerate(order)]
    draw.heat(axes, values, lines, columns, texts, cmap="PuOr_r", vmin=0, vmax=1)
    axes.set_title("How often (%) the row finishes ahead of the column")
    axes.set_xlabel("the other strategy at the table, by the number of its row")
    closest = min(rows, key=lambda row: (abs(row["ahead"] - 0.5), -row["ahead"]))
    half = 50 * max(row["ahead_high"] - row["ahead_low"] for row in rows)
    caption = (
        f"Where the two sit at one table, whoever else does; equal places count half. Intervals: ±{half:.1f} pp "
        f"at most. The closest pair: {closest['strategy']} finishes ahead of {closest['opponent']} in "
        f"{estimate(closest, 'ahead', 'share')}. {_upsets(rows, order)}"
    )
    said = "; ".join(f"{row['strategy']} ahead of {row['opponent']} {percent(row['ahead'])}" for row in rows)
    return Drawing("field_matchups", figure, Claim(caption, _sample(finding)), f"Heat map of matchups: {said}.")


def _upsets(rows: list[dict[Hashable, Any]], order: list[str]) -> str:
    """Pairs in which the lower one of the order is ahead beyond its interval."""
    place = {name: i for i, name in enumerate(order)}
    against = [
        f"{row['strategy']} over {row['opponent']} ({percent(row['ahead'])})"
        for row in rows
        if place[row["strategy"]] > place[row["opponent"]] and row["ahead_low"] > 0.5
    ]
    if not against:
        return "No pair goes against the order of the rows beyond its interval."
    return f"Against the order of the rows: {listed(against)}."


def _mixtures(finding: Finding, order: list[str]) -> Drawing:
    """Nash average and alpha-rank beside each other."""
    table = _numbers(finding.tables["mixtures"]).set_index("strategy").loc[order].reset_index()
    figure, panels = draw.canvas(draw.tall(len(order), 1.9, 0.3), 2, sharey=True)
    facts = finding.facts
    for axes, name, colour, title in zip(
        panels, ("nash", "alpha_rank"), (draw.BLUE, draw.GREEN),
        ("Nash average", f"alpha-rank at alpha {facts['alpha']:g}"),
    ):  # fmt: skip
        _parts(axes, table, name, order, colour)
        axes.set_title(title, fontsize=10.5)
        axes.set_xlabel("part, with the middle 95% of resamplings")
    draw.headline(figure, "Which mixtures of strategies last")
    rows = list(table.to_dict("records"))
    played = [row for row in sorted(rows, key=lambda row: -row["nash"]) if row["nash"] > 0]
    parts = [f"{row['strategy']} {'alone, ' if len(played) == 1 else ''}{_part(row, 'nash')}" for row in played]
    others = [f"{row['strategy']} ({percent(row['nash_support'], 0)})" for row in rows
              if row["nash"] == 0 and row["nash_support"] >= 0.05]  # fmt: skip
    swing = f" Resampled deals bring in {listed(others)} as well." if others else ""
    most = max(rows, key=lambda row: row["alpha_rank"])
    caption = (
        f"The mixture that no strategy gains on is {listed(parts)}.{swing} A population that imitates the better "
        f"has most time for {most['strategy']}, {_part(most, 'alpha_rank')}. {_cycles(finding)}"
    )
    said = "; ".join(
        f"{row['strategy']} Nash {percent(row['nash'])}, alpha-rank {percent(row['alpha_rank'])}" for row in rows
    )
    claim = Claim(caption, f"{_sample(finding)}, {facts['resamplings']} resamplings of deals")
    return Drawing("field_mixtures", figure, claim, f"Mixtures: {said}.")


def _parts(axes: Axes, table: pd.DataFrame, name: str, labels: list[str], colour: str) -> None:
    """Bars that lie, with whiskers."""
    lines = np.arange(len(table))
    axes.barh(lines, table[name], color=colour, height=0.62, alpha=0.8)
    axes.hlines(lines, table[f"{name}_low"], table[f"{name}_high"], color=draw.INK, linewidth=1.4)
    axes.set_yticks(lines, labels)
    axes.set_ylim(len(table) - 0.4, -0.6)
    for line, (value, high) in enumerate(zip(table[name], table[f"{name}_high"])):
        if high > 0.005:
            axes.text(max(value, high) + 0.02, line, percent(value, 0), va="center", fontsize=9)
    axes.set_xlim(0, 1.2)
    axes.set_xticks([0, 0.25, 0.5, 0.75, 1])
    axes.grid(axis="y", visible=False)
    draw.percent_axis(axes)


def _part(row: Mapping[Hashable, Any], name: str) -> str:
    """A part of a mixture with the middle of its resamplings, however wide."""
    low, high = (100 * row[f"{name}{end}"] for end in ("_low", "_high"))
    return f"{percent(row[name], 0)} [{low:.0f}, {high:.0f}]"


def _cycles(finding: Finding) -> str:
    """How much of the matchups no rating can express, and whether anybody beats each other in a circle."""
    found = finding.facts["intransitivity"]
    if found is None:
        return "Two strategies have no cycles."
    seen, floor = percent(found["seen"]), percent(found["floor_high"])
    if found["p"] >= 0.05:
        return (
            f"No part that ratings miss is shown: {seen} of the matchups' norm is cyclic, noise alone reaches {floor}."
        )
    net = f"{percent(found['corrected'])} [{100 * found['low']:.1f}, {100 * found['high']:.1f}]"
    circles = circles_of(finding.table, finding.tables["matchups"])
    told = (
        f"Three strategies beat each other in a circle beyond their intervals {plural(circles, 'time')}."
        if circles
        else "No three strategies beat each other in a circle beyond their intervals."
    )
    return (
        f"{net} of the matchups' norm, noise taken out, is cyclic and fits no rating ({seen} seen; noise alone stays "
        f"below {floor} in 95 of 100). {told}"
    )


def _sweep(finding: Finding) -> Drawing:
    """Share of time of each strategy over alpha."""
    table = _numbers(finding.tables["sweep"])
    last = table[table["alpha"] == table["alpha"].max()].sort_values("share", ascending=False)
    peak = table.groupby("strategy")["share"].max().sort_values(ascending=False, kind="stable")
    named = list(dict.fromkeys([str(last["strategy"].iloc[0]), *map(str, peak.index)]))[:LINES]
    figure, (axes,) = draw.canvas(3.9)
    for name in map(str, last["strategy"]):
        if name not in named:
            part = table[table["strategy"] == name]
            axes.plot(part["alpha"], part["share"], color=draw.PALE, linewidth=1.2, zorder=1)
    for name, colour in zip(named, draw.SERIES):
        part = table[table["strategy"] == name]
        draw.line_with_band(axes, part["alpha"], part, "share", colour, name)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.set_ylim(-0.02, 1.02)
    draw.percent_axis(axes, "y")
    axes.set_title("How strictly the better is imitated", pad=44)
    rest = "; pale: all others" if len(peak) > len(named) else ""
    axes.set_xlabel(f"alpha (left: hardly, right: strictly){rest}")
    axes.set_ylabel("share of time (alpha-rank)")
    draw.legend_above(axes, 3)
    first = table[table["alpha"] == table["alpha"].min()].sort_values("share", ascending=False)
    leaders = [
        str(part.sort_values("share", ascending=False)["strategy"].iloc[0]) for _, part in table.groupby("alpha")
    ]
    changes = [name for name, before in zip(leaders[1:], leaders) if name != before]
    turn = f"The lead passes to {listed(changes)} on the way." if changes else "It leads at every alpha."
    start, end = (next(iter(part.to_dict("records"))) for part in (first, last))
    caption = (
        f"At alpha {start['alpha']:g} {start['strategy']} has {_part(start, 'share')} of the time, at alpha "
        f"{end['alpha']:g} {end['strategy']} has {_part(end, 'share')}. {turn} Bands hold the middle 95% of "
        f"resamplings; a wide one says that these games do not settle who lasts."
    )
    said = "; ".join(f"{row['strategy']} {percent(row['share'])}" for row in last.to_dict("records"))
    claim = Claim(caption, f"{_sample(finding)}, population {finding.facts['population']}")
    return Drawing("field_alpha", figure, claim, f"Share of time at the largest alpha: {said}.")
