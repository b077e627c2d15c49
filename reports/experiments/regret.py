"""Figures of `regret`: how often things are best and chosen, and what they lose where they are."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from analyses.finding import Finding
from analyses.regret.tables import DEAD, FINE, TRAP
from analyses.verdict import FEWEST_BLOCKS
from reports import canvas as draw
from reports.material import Claim, Drawing
from reports.text import Row, estimate, label, listed, opening, percent, points

COLOURS = {TRAP: draw.ORANGE, DEAD: draw.BLUE, FINE: draw.GREEN}
KEY = "orange trap, blue dead content, green fine, grey not yet known"
MOST = 45
"""Lines in a figure."""


def section(finding: Finding) -> list[Drawing]:
    """Shares, then losses; of things that rest on enough deals, and nothing where none does."""
    table = finding.table
    table = table[table["blocks"] >= FEWEST_BLOCKS]
    if not len(table):
        return []
    order = {kind: place for place, kind in enumerate(dict.fromkeys(table["kind"]))}
    table = table.assign(place=table["kind"].map(order), shown=[_name(row) for row in table.to_dict("records")])
    table = table.sort_values(["place", "best"], ascending=[True, False], kind="stable").head(MOST)
    return [_shares(finding, table.reset_index(drop=True)), *_losses(finding, table)]


def _name(row: Row) -> str:
    """A thing as people say it, with its kind."""
    return f"{opening(label(str(row['called']).strip('()')))} ({row['kind']})"


def _colours(table: pd.DataFrame) -> list[str]:
    return [COLOURS.get(str(verdict), draw.GREY) for verdict in table["verdict"]]


def _shares(finding: Finding, table: pd.DataFrame) -> Drawing:
    """How often the best option takes a thing, and how often the field does."""
    figure, (axes,) = draw.canvas(draw.tall(len(table), 1.9, 0.3))
    draw.forest(axes, table, "chosen", list(table["shown"]), draw.PALE, "X", legend="the field took it")
    draw.forest(axes, table, "best", list(table["shown"]), _colours(table), legend="the best option takes it")
    draw.reference(axes, finding.facts["rare"])
    draw.percent_axis(axes)
    axes.set_title("How often a thing is best, and how often it is taken", pad=28)
    axes.set_xlabel(f"share of the decisions that offer it, 95% interval; dashed: rare\n{KEY}")
    draw.legend_above(axes, 2)
    rows = table.to_dict("records")
    said = "; ".join(f"{row['shown']} best {percent(row['best'])}, taken {percent(row['chosen'])}" for row in rows)
    rare = f"{100 * finding.facts['rare']:g}%"
    dead = [f"{row['shown']} {estimate(row, 'best', 'share')}" for row in rows if row["verdict"] == DEAD]
    seldom = min(rows, key=lambda row: row["best"])
    text = (
        f"Dead content, best in less than {rare} of the decisions that offer it: {listed(dead) or 'none'}. "
        f"The most seldom best is {seldom['shown']}: {estimate(seldom, 'best', 'share')}, taken in "
        f"{percent(seldom['chosen'])}."
    )
    return Drawing("regret_shares", figure, Claim(text, _sample(finding, table, "n")), f"Shares: {said}.")


def _losses(finding: Finding, table: pd.DataFrame) -> list[Drawing]:
    """What the best option with a thing loses where the field took it."""
    table = table[table["blocks_chosen"] >= FEWEST_BLOCKS].sort_values("fault", ascending=False, kind="stable")
    if not len(table):
        return []
    figure, (axes,) = draw.canvas(draw.tall(len(table), 1.8, 0.3))
    draw.forest(axes, table, "fault", list(table["shown"]), _colours(table))
    draw.margin_band(axes, finding.facts["margin"])
    draw.reference(axes, 0)
    draw.points_axis(axes)
    axes.set_title("What a thing loses where the field took it")
    axes.set_xlabel(f"worth lost with it, in pp of a won game, 95% interval; shaded: the margin\n{KEY}")
    rows = table.to_dict("records")
    traps = [f"{row['shown']} {estimate(row, 'fault', 'points')}" for row in rows if row["verdict"] == TRAP]
    margin = f"{100 * finding.facts['margin']:g} pp"
    text = (
        f"Traps, taken and losing more than {margin} against the best option: {listed(traps) or 'none'}. Worth is "
        f"that of roll-outs by {finding.facts['roll_outs_by']}; losses are measured in other worlds than those that "
        "named the best option, and are too small, if anything."
    )
    said = "; ".join(f"{row['shown']} {points(row['fault'])}" for row in rows)
    return [Drawing("regret_losses", figure, Claim(text, _sample(finding, table, "n_chosen")), f"Lost: {said}.")]


def _sample(finding: Finding, table: pd.DataFrame, column: str) -> str:
    return (
        f"n = {_range(table[column].tolist())} decisions a thing; {finding.facts['positions']:,} judged in all, of "
        f"{finding.evidence.games:,} games, {finding.evidence.blocks:,} deals"
    )


def _range(counts: Sequence[int]) -> str:
    low, high = min(counts), max(counts)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"
