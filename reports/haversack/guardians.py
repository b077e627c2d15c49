"""Figures about the Guardians: use, worth, the n-th token, which go together."""

from __future__ import annotations

import numpy as np
import pandas as pd

from analyses.base import ALL
from reports import canvas as draw
from reports.material import CONFOUNDED, Claim, Drawing, Tables
from reports.text import Row, estimate, listed, number, opening, percent, sample, thing
from simcore.words import plural


def use(tables: Tables) -> Drawing:
    """How often each Guardian is recruited and played, and how many plays bring nothing."""
    table = tables["guardians"].sort_values("played", ascending=False)
    figure, (left, right) = draw.canvas(draw.tall(len(table), 1.9, 0.38), 2, sharey=True)
    names = list(table["guardian"])
    draw.several(left, table, names, {"played": "plays", "recruited": "tokens recruited"}, -0.4)
    left.set_xlabel("a seat and game")
    draw.several(right, table, names, {"wasted": "plays that bring nothing", "set_aside": "draws set aside"}, -0.01)
    draw.percent_axis(right)
    right.set_xlabel("of its plays; of its draws")
    draw.headline(figure, "Guardians recruited, played, wasted")
    rows = tables.rows("guardians")
    bought, unsold = (pick(rows, key=lambda row: row["recruited"]) for pick in (max, min))
    idle = max(rows, key=lambda row: row["wasted"] if np.isfinite(row["wasted"]) else -1)
    caption = (
        f"{opening(thing(bought['guardian']))} is recruited most, {estimate(bought, 'recruited', 'tokens')} a seat, "
        f"{thing(unsold['guardian'])} least, {estimate(unsold, 'recruited', 'tokens')}. "
        f"{opening(thing(idle['guardian']))} wastes most: "
        f"{estimate(idle, 'wasted', 'share')} of its plays take, repair, open and return nothing."
    )
    said = "; ".join(
        f"{r['guardian']} recruited {number(r['recruited'])}, played {number(r['played'])}, "
        f"wasted {percent(r['wasted'])}"
        for r in rows
    )
    return Drawing(
        "guardian_use", figure, Claim(caption, sample(bought), tables.badges("guardians")), f"A seat and game: {said}."
    )


def worth(tables: Tables) -> Drawing:
    """Glory and VP of each Guardian, a play and a Gold."""
    table = tables["guardians"].sort_values("vp_a_play", ascending=False)
    names = list(table["guardian"])
    figure, panels = draw.canvas(draw.tall(len(table), 1.7, 0.36), 2, sharey=True)
    for axes, per in zip(panels, ("play", "gold")):
        draw.several(axes, table, names, {f"glory_a_{per}": "Glory", f"vp_a_{per}": "VP"})
        axes.set_xlabel(f"a {per}" if per == "play" else "a Gold of its tokens' price")
    draw.headline(figure, "What a Guardian brings")
    said = "; ".join(map(_brings, tables.rows("guardians")))
    return Drawing("guardian_worth", figure, worth_claim(tables), f"{opening(said)}.")


def _brings(row: Row) -> str:
    play, gold = ([number(row[f"{what}_a_{per}"]) for what in ("glory", "vp")] for per in ("play", "gold"))
    return f"{row['guardian']} {play[0]} Glory and {play[1]} VP a play, {gold[0]} and {gold[1]} a Gold"


def worth_claim(tables: Tables) -> Claim:
    """Which Guardian brings most and least for a play and for its price."""
    rows = [row for row in tables.rows("guardians") if np.isfinite(row["vp_a_play"]) and row["played"] > 0]
    best, worst = (pick(rows, key=lambda row: row["vp_a_play"]) for pick in (max, min))
    cheap, dear = (pick(rows, key=lambda row: row["vp_a_gold"]) for pick in (max, min))
    return Claim(
        f"A play of {thing(best['guardian'])} brings most, {estimate(best, 'vp_a_play', 'VP')} and "
        f"{estimate(best, 'glory_a_play', 'Glory')}, one of {thing(worst['guardian'])} least, "
        f"{estimate(worst, 'vp_a_play', 'VP')}. For a Gold of its price {thing(cheap['guardian'])} brings most, "
        f"{estimate(cheap, 'vp_a_gold', 'VP')}, {thing(dear['guardian'])} least, {estimate(dear, 'vp_a_gold', 'VP')}. "
        "Strategies choose whom to recruit and when: this describes use, not an effect.",
        sample(best),
        tables.badges("guardians", CONFOUNDED),
    )


def copies(tables: Tables) -> Drawing:
    """What each Guardian brings with so many tokens, and the win share beside it."""
    table = tables["copies"]
    table = draw.well_supported(table[table["strategy"] == ALL], "n")
    figure, (left, right) = draw.canvas(4.1, 2)
    for guardian, colour in zip(dict.fromkeys(table["guardian"]), draw.SERIES):
        part = table[table["guardian"] == guardian].set_index("tokens")
        # A number of tokens that hardly occurs breaks the line.
        part = part.reindex(range(part.index.min(), part.index.max() + 1)).reset_index()
        draw.line_with_band(left, part["tokens"], part, "vp", colour, guardian)
        draw.line_with_band(right, part["tokens"], part, "score" if tables.alone else "win_share", colour, guardian)
    left.set_ylabel("VP this Guardian brings a game")
    right.set_ylabel("score, VP" if tables.alone else "win share")
    if not tables.alone:
        draw.percent_axis(right, "y")
        draw.reference(right, tables.facts.fair, "fair share", "y")
    for axes in (left, right):
        axes.set_xlabel("tokens of it at the end")
        draw.from_zero(axes, "y")
        draw.whole_axis(axes)
    left.legend(loc="upper left")
    draw.headline(figure, "The n-th token")
    row = _steepest(table)
    caption = (
        f"The largest step: seats with {plural(row['tokens'], 'token')} of {thing(row['guardian'])} get "
        f"{estimate(row, 'next_vp', 'VP')} more from it than seats with one fewer, and their score differs "
        f"by {estimate(row, 'next_score', 'VP')}. The table has the steps within each strategy. "
        "Seats that do well can pay for more tokens, so this is no effect of the token."
    )
    said = "; ".join(f"{r['tokens']} {r['guardian']}: {number(r['vp'])} VP" for r in table.to_dict("records"))
    claim = Claim(caption, sample(row), tables.badges("copies", CONFOUNDED))
    return Drawing("guardian_copies", figure, claim, f"VP by tokens of a Guardian. {said}.")


def _steepest(table: pd.DataFrame) -> Row:
    steps = draw.well_supported(table, "n", 600)
    steps = steps[steps["next_vp"].notna()]
    rows: list[Row] = list((steps if len(steps) else table).to_dict("records"))
    return max(rows, key=lambda row: row["next_vp"] if np.isfinite(row["next_vp"]) else -np.inf)


def compositions(tables: Tables) -> Drawing:
    """Win share by the kinds of Guardians recruited, the most common on top; the score of those who play alone."""
    column, unit, words = ("score", "VP", "score") if tables.alone else ("win_share", "share", "win share")
    table = draw.well_supported(tables["compositions"], "n").head(12)
    figure, (axes,) = draw.canvas(draw.tall(len(table), 1.6, 0.36))
    labels = [f"{row['recruited']}  ({percent(row['seats'], 0)})" for row in table.to_dict("records")]
    draw.forest(axes, table, column, labels)
    if not tables.alone:
        draw.reference(axes, tables.facts.fair, "fair share")
        draw.percent_axis(axes)
    axes.set_title(f"{opening(words)} by the kinds recruited", pad=18)
    axes.set_xlabel(f"{words}, 95% interval; in brackets the part of all seats")
    rows: list[Row] = list(table.to_dict("records"))
    best, worst = (pick(rows, key=lambda row: row[column]) for pick in (max, min))
    least = f", the least has {_set(worst)}, {estimate(worst, column, unit)}" if len(rows) > 1 else ""
    caption = (
        f"Of the {plural(len(rows), 'most common set')} the greatest {words} has {_set(best)}, "
        f"{estimate(best, column, unit)}{least}. "
        "Strategies differ in taste and in skill, so this does not say which set is better."
    )
    said = "; ".join(f"{r['recruited']} {estimate(r, column, unit)}" for r in rows)
    claim = Claim(caption, sample(best), tables.badges("compositions", CONFOUNDED))
    return Drawing("guardian_sets", figure, claim, f"{opening(words)} by Guardians recruited: {said}.")


def _set(row: Row) -> str:
    return listed([str(name).title() for name in row["recruited"].split(", ")])
