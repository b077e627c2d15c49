"""Figures of when a game is decided: chances by lead and how true they are; leaders by round, and decided games."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from analyses.finding import Finding
from reports import canvas as draw
from reports.material import Claim, Drawing
from reports.text import Row, count, estimate, listed, percent, points, sample
from simcore.words import plural

LINES = 5
"""Rounds drawn at most."""
PART = 0.2
"""Rounds that fewer of the games reach than this are not drawn."""


def section(finding: Finding) -> list[Drawing]:
    """Chances by lead with their reliability; the leader against an equal field with the games decided by then."""
    return [_chances(finding), _leaders(finding)]


def _measures(finding: Finding) -> dict[str, Row]:
    return {str(row["measure"]): row for row in finding.table.to_dict("records")}


def _rounds(finding: Finding) -> pd.DataFrame:
    """Rounds that enough games reach."""
    return draw.well_supported(finding.tables["rounds"], "games", int(PART * finding.tables["rounds"]["games"].max()))


def _chances(finding: Finding) -> Drawing:
    figure, (left, right) = draw.canvas(4.0, 2)
    rounds = list(_rounds(finding)["round"])
    shown = rounds[:: -(-len(rounds) // LINES)]
    leads = finding.tables["leads"]
    for after, colour in zip(shown, draw.SERIES):
        part = leads[leads["round"] == after]
        left.plot(part["lead"], part["said"], color=colour, label=f"round {after}")
        left.vlines(part["lead"], part["won_low"], part["won_high"], color=colour, linewidth=1.4, alpha=0.6)
        left.scatter(part["lead"], part["won"], color=colour, s=18, zorder=3, edgecolors="white", linewidths=0.6)
    draw.reference(left, finding.facts["fair_share"], "", "y")
    left.set_xlabel("lead to the best other seat, VP")
    left.set_ylabel("chance to win")
    left.set_title("By lead after a round", fontsize=10.5)
    left.legend(loc="upper left")
    draw.percent_axis(left, "y")
    left.set_ylim(0, 1)
    _reliability(right, finding)
    draw.headline(figure, "How likely the win is, and how true that is")
    known = _measures(finding)
    facts = finding.facts
    gaps = max(finding.tables["reliability"].to_dict("records"), key=lambda row: abs(row["gap"]))
    text = (
        f"Lines are the chances said, dots the games won. Said of games that were not fitted, the chances take away "
        f"{estimate(known['better than the base rate by'], 'value', 'share')} of the squared error that is left if one "
        f"knows only strategies and seats. {facts['classes_off']} of {facts['classes']} classes are off beyond their "
        f"interval; the largest gap is {points(gaps['gap'])} [{points(gaps['gap_low'])}, {points(gaps['gap_high'])}]."
    )
    said = "; ".join(
        f"said {percent(row['said'])}, won {percent(row['won'])}"
        for row in finding.tables["reliability"].to_dict("records")
    )
    row = known["Brier score of the chances"]
    return Drawing("decided_chances", figure, Claim(text, sample(row, "seats after rounds")), f"Reliability: {said}.")


def _reliability(axes: Axes, finding: Finding) -> None:
    """Won against said, and how many cases there are of each."""
    table = finding.tables["reliability"]
    axes.plot([0, 1], [0, 1], color=draw.INK, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
    share = table["n"] / table["n"].sum()
    axes.bar((table["from"] + table["to"]) / 2, share, width=0.085, color=draw.PALE, label="part of all cases")
    axes.vlines(table["said"], table["won_low"], table["won_high"], color=draw.BLUE, linewidth=2.4, alpha=0.55)
    axes.scatter(table["said"], table["won"], color=draw.BLUE, s=34, zorder=3, edgecolors="white", label="games won")
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    axes.set_xlabel("chance said")
    axes.set_ylabel("share won")
    axes.set_title("Reliability", fontsize=10.5)
    axes.legend(loc="upper left")
    draw.percent_axis(axes, "x")
    draw.percent_axis(axes, "y")


def _leaders(finding: Finding) -> Drawing:
    figure, (left, right) = draw.canvas(3.9, 2)
    table = _rounds(finding)
    draw.line_with_band(left, table["round"], table, "leader_wins", draw.ORANGE, "the leader wins")
    draw.line_with_band(left, table["round"], table, "shuffled", draw.BLUE, "an equal field, same luck")
    draw.reference(left, finding.facts["fair_share"], "fair share", "y")
    left.set_ylabel("share of games")
    left.set_ylim(0, 1)
    left.set_title("Is the leader more than ahead?", fontsize=10.5)
    left.legend(loc="upper left")
    draw.percent_axis(left, "y")
    draw.bars(right, table["round"], table, "decided", draw.GREEN)
    right.set_ylim(0, 1)
    right.set_title(f"Decided by then: {finding.facts['sure']:.0%} sure for good", fontsize=10.5)
    for axes in (left, right):
        draw.whole_axis(axes)
        axes.set_xlabel("after round")
    draw.headline(figure, "When the game is decided")
    said = listed(
        [f"round {row['round']}: leader {percent(row['leader_wins'])}, equal field {percent(row['shuffled'])}, "
         f"decided {percent(row['decided'])}" for row in table.to_dict("records")]
    )  # fmt: skip
    return Drawing("decided", figure, _claim(finding), f"By round: {said}.", answers=True)


def _claim(finding: Finding) -> Claim:
    known = _measures(finding)
    text = f"{finding.notes[0]} The lead changes {estimate(known['lead changes'], 'value', 'times')} a game."
    advantage = known.get("leader's advantage")
    if advantage is not None:
        text += (
            f" The leader wins {estimate(advantage, 'value', 'points')} beyond the "
            f"fair share, of which {estimate(known['of it, points already scored'], 'value', 'points')} are the points "
            "already scored."
        )
    ended = known["decided only at the end"]
    return Claim(text, f"n = {count(ended['games'])} games, {plural(int(ended['blocks']), 'block')}")
