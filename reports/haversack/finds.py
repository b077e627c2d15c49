"""Figures about what is taken and found."""

from __future__ import annotations

import numpy as np

from analyses.base import ALL
from reports.canvas import GREEN, SERIES, canvas, forest, headline, legend_above, several, tall
from reports.material import CONFOUNDED, Claim, Drawing, Tables
from reports.text import Row, estimate, label, number, opening, sample, thing

BY = (("monsters_by", "monsters"), ("fairies_by", "Fairies"), ("villages_by", "Villages"))


def _whole(tables: Tables, *starts: str) -> list[Row]:
    """Rows over all seats whose source begins so."""
    return [row for row in tables.rows("takings") if row["strategy"] == ALL and row["source"].startswith(starts)]


def takings(tables: Tables) -> Drawing:
    """Which Guardian takes what, and what winners take more of."""
    figure, (left, right) = canvas(4.0, 2, width_ratios=(3, 2))
    for place, (source, _) in enumerate(BY):
        start = 0.0
        for row, colour in zip(_whole(tables, source), SERIES):
            named = label(row["source"]) if place == 0 else None
            left.barh(place, row["mean"], left=start, height=0.7, color=colour, label=named)
            start += row["mean"]
        left.text(start, place, f" {start:.1f}", va="center", fontsize=9)
    left.set_yticks(range(len(BY)), [words for _, words in BY])
    left.invert_yaxis()
    left.grid(axis="y", visible=False)
    left.margins(x=0.1)
    left.set_xlabel("taken a seat and game, by whom")
    legend_above(left, 3)
    table = tables["takings"]
    part = table[(table["strategy"] == ALL) & table["source"].isin(["villages", "chests", *_sources(tables, "taken.")])]
    names = [label(source) for source in part["source"]]
    several(right, part, names, {"mean": "a seat"} if tables.alone else {"others": "others", "winners": "winners"})
    right.yaxis.tick_right()
    right.set_xlabel("taken a seat and game")
    headline(figure, "What is taken")
    rows = [row for row in _whole(tables, "taken.", "villages", "chests") if "_by" not in row["source"]]
    said = "; ".join(f"{label(row['source'])} {number(row['mean'])}" for row in rows)
    return Drawing("takings", figure, taking_claim(tables), f"Taken a seat and game: {said}.")


def _sources(tables: Tables, start: str) -> list[str]:
    return [row["source"] for row in _whole(tables, start)]


def taking_claim(tables: Tables) -> Claim:
    """How much is taken, by whom, and where winners differ."""
    rows = {row["source"]: row for row in _whole(tables, "")}
    best = [max(_whole(tables, source), key=lambda row: row["mean"]) for source, _ in BY]
    parts = ", ".join(
        f"{words} are taken most by {thing(row['source'])} ({estimate(row, 'mean', 'a seat')})"
        for row, (_, words) in zip(best, BY)
    )
    lead = (
        f"A seat repairs {estimate(rows['villages'], 'mean', 'Villages')}, opens "
        f"{estimate(rows['chests'], 'mean', 'Chests')} and captures {estimate(rows['taken.fairy'], 'mean', 'Fairies')}"
        f"; {parts}."
    )
    if not tables.alone:
        gap = max((r for r in rows.values() if r["source"].startswith("taken.")), key=lambda row: row["gap"])
        lead += f" Winners are furthest ahead in {label(gap['source'])}, {estimate(gap, 'gap', 'a seat')}."
    return Claim(lead, sample(rows["villages"]), tables.badges("takings"))


def items(tables: Tables) -> Drawing:
    """What Items are used for, and what goes with having found one."""
    table = tables["chest_items"].sort_values("glory_a_find", ascending=False)
    names = [label(name) for name in table["item"]]
    figure, (left, right) = canvas(tall(len(table), 1.8, 0.36), 2, sharey=True)
    several(left, table, names, {"glory_a_find": "Glory of the plays that used it", "used_a_find": "times used"})
    left.set_xlabel("a token found")
    forest(right, table, "score_when_found", names, GREEN)
    right.set_xlabel("score of seats that found it, VP")
    headline(figure, "Items of the Chests")
    numbers = zip(names, table["used_a_find"], table["glory_a_find"])
    said = "; ".join(f"{name} used {number(used)}, {number(glory)} Glory" for name, used, glory in numbers)
    return Drawing("chest_items", figure, item_claim(tables), f"A token found: {said}.")


def item_claim(tables: Tables) -> Claim:
    """Which Item brings most, which is left unused."""
    rows = tables.rows("chest_items")
    if not rows or not any(np.isfinite(row["glory_a_find"]) for row in rows):
        return Claim("No seat opened a Chest with an Item in these games.", "n = 0 tokens found")
    found = [row for row in rows if np.isfinite(row["glory_a_find"])]
    best, worst = (pick(found, key=lambda row: row["glory_a_find"]) for pick in (max, min))
    idle = min(found, key=lambda row: row["used_a_find"])
    return Claim(
        f"{opening(thing(best['item']))} goes with most Glory, {estimate(best, 'glory_a_find', 'Glory')} a token, "
        f"{thing(worst['item'])} with least, {estimate(worst, 'glory_a_find', 'Glory')}; {thing(idle['item'])} is used "
        f"{estimate(idle, 'used_a_find', 'times')} a token. Plays that used an Item may have brought Glory without it.",
        sample(best),
        tables.badges("chest_items", CONFOUNDED),
    )
