"""Figures about Day and Night."""

from __future__ import annotations

import numpy as np

from analyses.base import ALL
from reports import canvas as draw
from reports.material import RANDOMISED, Claim, Drawing, Tables
from reports.text import Row, estimate, listed, number, opening, sample, thing

OWN = (("score", "score of a seat, VP"), ("vp", "VP it brings itself"), ("played", "plays of it"))


def effects(tables: Tables) -> Drawing:
    """What the Night face of each Guardian does to the score and to the Guardian, against its Day face."""
    table = tables["faces"]
    table = table[table["strategy"] == ALL].sort_values("score", ascending=False)
    figure, panels = draw.canvas(draw.tall(len(table), 1.7, 0.38), len(OWN), sharey=True)
    for axes, (column, words) in zip(panels, OWN):
        above = np.where(
            table[f"{column}_low"] > 0, draw.ORANGE, np.where(table[f"{column}_high"] < 0, draw.BLUE, draw.GREY)
        )
        draw.forest(axes, table, column, list(table["guardian"]), list(above))
        draw.reference(axes, 0)
        axes.set_xlabel(words)
    draw.headline(figure, "Night less Day, faces drawn at random")
    rows = [row for row in tables.rows("faces") if row["strategy"] == ALL]
    said = "; ".join(f"{row['guardian']} {estimate(row, 'score', 'VP')}" for row in rows)
    return Drawing("faces", figure, claim(tables), f"Score on Night less score on Day: {said}.")


def claim(tables: Tables) -> Claim:
    """Which faces are worth more."""
    rows = [row for row in tables.rows("faces") if row["strategy"] == ALL]
    night = [_said(row) for row in rows if row["score_low"] > 0]
    day = [_said(row) for row in rows if row["score_high"] < 0]
    same = [thing(row["guardian"]) for row in rows if row["score_low"] <= 0 <= row["score_high"]]
    parts = [
        f"{words} {listed(names)}"
        for words, names in (
            ("Night scores more than Day for", night),
            ("Day scores more for", day),
            ("no difference beyond error shows for", same),
        )
        if names
    ]
    smallest = min(rows, key=lambda row: row["n"])
    said = "; ".join(parts)
    return Claim(f"{opening(said)}.", sample(smallest, "seats on either face"), tables.badges("faces", RANDOMISED))


def _said(row: Row) -> str:
    return f"{thing(row['guardian'])}, {estimate(row, 'score', 'VP')} a seat"


def strategies(tables: Tables) -> Drawing:
    """What each Night face does to the win share of each strategy."""
    table = tables["faces"]
    names = [name for name in dict.fromkeys(table["strategy"]) if name != ALL]
    guardians = list(dict.fromkeys(table["guardian"]))
    column, write, words = ("score", "VP", "score") if tables.facts.mirror else ("win_share", "points", "win share")
    figure, (axes,) = draw.canvas(draw.tall(len(guardians), 1.9, 0.3 + 0.1 * len(names)))
    for place, (strategy, colour) in enumerate(zip(names, draw.SERIES)):
        part = table[table["strategy"] == strategy]
        shift = (place - (len(names) - 1) / 2) * 0.7 / len(names)
        draw.forest(axes, part, column, [], colour, shift=shift or 1e-9, legend=strategy)
    axes.set_yticks(np.arange(len(guardians)), guardians)
    axes.set_ylim(len(guardians) - 0.4, -0.6)
    draw.reference(axes, 0)
    if write == "points":
        draw.points_axis(axes)
    axes.set_title("Whom the Night faces help", pad=28)
    axes.set_xlabel(f"{words} on Night less {words} on Day{' in pp' if write == 'points' else ''}, 95% interval")
    draw.legend_above(axes, min(len(names), 4))
    rows = [row for row in tables.rows("faces") if row["strategy"] != ALL]
    top, low = (pick(rows, key=lambda row: row[column]) for pick in (max, min))
    caption = (
        f"The Night face of {thing(top['guardian'])} helps {top['strategy']} most, {estimate(top, column, write)} of "
        f"{words}; that of {thing(low['guardian'])} costs {low['strategy']} most, {estimate(low, column, write)}."
    )
    said = "; ".join(f"{r['guardian']} for {r['strategy']} {number(100 * r[column], 1)}" for r in rows)
    claim = Claim(caption, sample(top, "seats on either face"), tables.badges("faces", RANDOMISED))
    return Drawing("faces_strategies", figure, claim, f"Night less Day by strategy, {words} times 100: {said}.")
