"""Figures about Glory, Gold and the supply."""

from __future__ import annotations

import numpy as np
import pandas as pd

from analyses.base import ALL
from analyses.haversack.rounds import SOURCES
from analyses.verdict import ALPHA
from reports import canvas as draw
from reports.material import Claim, Drawing, Tables
from reports.text import Row, estimate, label, number, opening, p_value, sample


def by_round(tables: Tables, name: str, group: str = ALL) -> pd.DataFrame:
    """Rows of one column of the table `rounds`, with the number of the round; rounds nobody played left out."""
    table = tables["rounds"]
    table = table[(table["strategy"] == group) & (table["source"].str.startswith(f"{name}."))].copy()
    table["round"] = table["source"].str.rsplit(".r", n=1).str[-1].astype(int)
    played: pd.DataFrame = table[table["round"] <= tables["lengths"]["rounds"].max()]
    return played


def sources(tables: Tables) -> Drawing:
    """Glory by round, stacked by source."""
    figure, (axes,) = draw.canvas(3.9)
    start = np.zeros(len(by_round(tables, "glory")))
    for name, colour in zip(SOURCES, draw.SERIES):
        part = by_round(tables, name)
        height = part["mean"].to_numpy(float)
        axes.bar(part["round"], height, bottom=start, color=colour, width=0.7, label=name.removeprefix("glory_"))
        start = start + height
    whole = by_round(tables, "glory")
    axes.vlines(whole["round"], whole["mean_low"], whole["mean_high"], color="black", linewidth=1.4)
    for row in whole.to_dict("records"):
        axes.text(row["round"], row["mean"], f"{row['mean']:.1f}", ha="center", va="bottom", fontsize=9)
    axes.grid(axis="x", visible=False)
    axes.set_xlabel("round")
    axes.set_ylabel("Glory of a seat")
    axes.set_title("Where the Glory comes from", pad=28)
    draw.legend_above(axes, 4)
    said = "; ".join(
        f"round {r['round']} {label(name.removeprefix('glory_'))} {number(r['mean'])}"
        for name in SOURCES
        for r in by_round(tables, name).to_dict("records")
    )
    return Drawing("glory_sources", figure, source_claim(tables), f"Glory of a seat: {said}.")


def source_claim(tables: Tables) -> Claim:
    """How Glory grows and which source brings most early and late."""
    whole: list[Row] = list(by_round(tables, "glory").to_dict("records"))
    ends = {}
    for place in (0, -1):
        rows = [by_round(tables, name).to_dict("records")[place] for name in SOURCES]
        ends[place] = max(rows, key=lambda row: row["mean"])
    first, last = whole[0], whole[-1]
    return Claim(
        f"Glory grows from {estimate(first, 'mean', 'a seat')} in round 1 to {estimate(last, 'mean', 'a seat')} in "
        f"round {last['round']}. Most of the first comes from {_source(ends[0])}, of the last from "
        f"{_source(ends[-1])}.",
        sample(first),
        tables.badges("rounds"),
    )


def _source(row: Row) -> str:
    words = label(row["source"].split(".")[0].removeprefix("glory_"))
    return f"{words} ({estimate(row, 'mean', 'Glory')})"


def curves(tables: Tables) -> Drawing:
    """Glory by round: winners and others, and each strategy."""
    figure, panels = draw.canvas(3.8, 1 if tables.alone else 2, sharey=True)
    left, right = panels[0], panels[-1]
    whole = by_round(tables, "glory")
    if not tables.alone:
        draw.line_with_band(left, whole["round"], whole, "winners", draw.ORANGE, "winners")
        draw.line_with_band(left, whole["round"], whole, "others", draw.BLUE, "others")
    for strategy, colour in zip(tables.facts.strategies, draw.SERIES):
        part = by_round(tables, "glory", strategy)
        draw.line_with_band(right, part["round"], part, "mean", colour, strategy)
    left.set_ylabel("Glory of the round")
    for axes in panels:
        axes.set_xlabel("round")
        axes.legend(loc="upper left")
        draw.whole_axis(axes)
    draw.headline(figure, "Glory curves")
    rows: list[Row] = list(whole.to_dict("records"))
    row = rows[-1]
    who = "a seat makes" if tables.alone else "winners make"
    words = f"In round {row['round']} {who} {estimate(row, 'winners', 'Glory')}"
    if not tables.alone:
        first = rows[0]
        words += (
            f", {estimate(row, 'gap', 'Glory')} more than the others; in round {first['round']} they are ahead by "
            f"{estimate(first, 'gap', 'Glory')}"
        )
    said = "; ".join(f"round {r['round']}: {tables.winners_and_others(r)}" for r in rows)
    claim = Claim(f"{words}.", sample(row), tables.badges("rounds"))
    return Drawing("glory_curves", figure, claim, f"Glory by round: {said}.")


def gold(tables: Tables) -> Drawing:
    """Gold spent by round, and Gold left unspent by strategy."""
    doings = tables["doings"]
    left_over = doings[doings["source"] == "gold_left"].iloc[::-1]
    figure, (left, right) = draw.canvas(3.4, 2)
    for strategy, colour in zip(tables.facts.strategies, draw.SERIES):
        part = by_round(tables, "gold_spent", strategy)[:-1]  # nobody recruits after the last round
        draw.line_with_band(left, part["round"], part, "mean", colour, strategy)
    left.set_xlabel("after round")
    left.set_ylabel("Gold spent by a seat")
    left.legend(loc="lower right")
    draw.whole_axis(left)
    draw.forest(right, left_over, "mean", list(left_over["strategy"]))
    draw.from_zero(right)
    right.set_xlabel("Gold never spent, a seat and game")
    draw.headline(figure, "Gold spent and unspent")
    rows = {row["source"]: row for row in tables.rows("doings") if row["strategy"] == ALL}
    earned, unspent = rows["gold_earned"], rows["gold_left"]
    caption = (
        f"A seat earns {estimate(earned, 'mean', 'Gold')} before the last round and never spends "
        f"{estimate(unspent, 'mean', 'Gold')} of it."
    )
    said = "; ".join(f"{r['strategy']} {number(r['mean'])}" for r in left_over.to_dict("records"))
    claim = Claim(caption, sample(earned), tables.badges("rounds"))
    return Drawing("gold", figure, claim, f"Gold never spent a seat: {said}.")


def supply(tables: Tables) -> Drawing:
    """Score of each seat, and how often tokens run short."""
    table = tables["supply"]
    table = table[table["seat"] != ALL]
    names = [f"seat {seat}" for seat in table["seat"]]
    figure, (left, right) = draw.canvas(draw.tall(len(table), 1.6, 0.36), 2, sharey=True)
    draw.forest(left, table, "score", names)
    whole = next(row for row in tables.rows("supply") if row["seat"] == ALL)
    draw.reference(left, whole["score"], "all seats")
    left.set_xlabel("score, VP")
    draw.forest(right, table, "sold_out", names, draw.ORANGE)
    right.set_xlabel(label("sold_out"))
    draw.headline(figure, "Seats share nothing but the supply")
    said = "; ".join(f"seat {r['seat']} {number(r['score'])} VP" for r in table.to_dict("records"))
    return Drawing("supply", figure, supply_claim(tables), f"Score by seat: {said}.")


def supply_claim(tables: Tables) -> Claim:
    """Whether the seat matters, and the only way it could."""
    rows = tables.rows("supply")
    whole, seats = rows[-1], rows[:-1]
    far = max(seats, key=lambda row: abs(row["score"] - whole["score"]))
    p = far["p_scores_equal"]
    shown = np.isfinite(p) and p < ALPHA
    verdict = (
        f"yet the scores of the seats differ ({p_value(p)}), that of seat {far['seat']} most: "
        f"{estimate(far, 'score', 'VP')}"
        if shown
        else f"and no difference between the scores of the seats shows ({p_value(p)})"
    )
    words = (
        f"by the rules a seat matters only through the order of recruitment when tokens run short, which happens "
        f"{estimate(whole, 'sold_out', 'times')} a seat and game; {verdict}."
    )
    return Claim(opening(words), sample(far, "seats each"), tables.badges("supply"))
