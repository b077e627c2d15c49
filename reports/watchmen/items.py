"""Figures about items."""

from __future__ import annotations

import numpy as np
import pandas as pd

from analyses.verdict import STRONG_WEAK, UNKNOWN
from reports import canvas as draw
from reports import text
from reports.material import CONFOUNDED, RANDOMISED, Claim, Drawing, Tables
from reports.text import Row, estimate, listed, number, opening, percent, sample


def effects(tables: Tables) -> Drawing:
    """What being dealt each item does to the win share, with its verdict."""
    table = tables["items"].sort_values("effect_of_deal", ascending=False)
    figure, (axes,) = draw.canvas(draw.tall(len(table), 1.5, 0.36))
    colours = [draw.verdict_colour(verdict) for verdict in table["verdict"]]
    names = [_name(tables, row) for row in table.to_dict("records")]
    draw.forest(axes, table, "effect_of_deal", names, colours)
    draw.margin_band(axes, tables.margin)
    draw.reference(axes, 0, f"fair share, shaded {tables.within}")
    draw.points_axis(axes)
    axes.set_title("What being dealt an item does to the win share", pad=18)
    axes.set_xlabel("win share if dealt it, less the fair share, in pp, 95% interval\n"
                    "orange too strong, blue too weak, green balanced, grey not yet known")  # fmt: skip
    rows = list(table.to_dict("records"))
    said = "; ".join(f"{tables.called(row['item'])} {estimate(row, 'effect_of_deal', 'points')}" for row in rows)
    return Drawing(
        "item_effects", figure, item_claim(tables), f"Effect of being dealt an item on the win share: {said}."
    )


def _name(tables: Tables, row: Row) -> str:
    return tables.called(row["item"]) if row["randomised"] else f"{tables.called(row['item'])} (first seat)"


def item_claim(tables: Tables) -> Claim:
    """Which items are too strong, too weak, balanced, unknown."""
    rows = [row for row in tables.rows("items") if row["randomised"]]
    best, worst = (pick(rows, key=lambda row: row["effect_of_deal"]) for pick in (max, min))
    groups = []
    for word in (*STRONG_WEAK, "balanced", UNKNOWN):
        named = [tables.called(row["item"]) for row in rows if str(row["verdict"]).startswith(word)]
        if named:
            groups.append(f"{word}{f' within {tables.within}' if word == 'balanced' else ''}: {listed(named)}")
    return Claim(
        f"Being dealt {tables.the(best['item'])} helps most, {estimate(best, 'effect_of_deal', 'points')} of win "
        f"share; {tables.the(worst['item'])} helps least, {estimate(worst, 'effect_of_deal', 'points')}. "
        f"{opening('; '.join(groups))}.",
        sample(best, "seats dealt the item"),
        tables.badges("items", RANDOMISED),
    )


def plays(tables: Tables) -> Drawing:
    """How often each item is played, drafted, and its effect used."""
    table = tables["items"].sort_values("plays", ascending=False)
    figure, (axes,) = draw.canvas(draw.tall(len(table), 1.6, 0.38))
    names = [tables.called(name) for name in table["item"]]
    marks = (
        ("plays", draw.BLUE, "o", "played"),
        ("drafted", draw.ORANGE, "D", "drafted"),
        ("used", draw.GREEN, "s", "effect used"),
    )
    # a little apart, as equal numbers would hide each other
    for place, (name, colour, marker, legend) in enumerate(marks):
        draw.forest(axes, table.where(table[name] > 0), name, names, colour, marker, (place - 1) * 0.2, legend)
    axes.set_xlim(left=-0.02 * axes.get_xlim()[1])
    axes.set_title("How often items are played, drafted and used", pad=28)
    axes.set_xlabel("times a game in which the item was dealt, 95% interval")
    draw.legend_above(axes, 3)
    rows = list(table.to_dict("records"))
    top, low = rows[0], next(row for row in reversed(rows) if row["randomised"])
    # An effect that is simply in force is never "used": only those with a decision compare.
    unused = max(rows, key=lambda row: (row["plays"] - row["used"]) if row["used"] else -1)
    caption = (
        f"{opening(tables.the(top['item']))} is played most, {estimate(top, 'plays', 'times')} a game, "
        f"{tables.the(low['item'])} least, {estimate(low, 'plays', 'times')}. The widest gap between plays and "
        f"effects used is that of {tables.the(unused['item'])}: {number(unused['plays'])} against "
        f"{number(unused['used'])}."
    )
    said = "; ".join(
        f"{tables.called(r['item'])} played {number(r['plays'])}, drafted {number(r['drafted'])}" for r in rows
    )
    claim = Claim(caption, sample(top, "games with the item"), tables.badges("items"))
    return Drawing("item_plays", figure, claim, f"Times a game: {said}.")


def bias(tables: Tables) -> Drawing:
    """The confounded and the randomised answer side by side."""
    fair = tables.facts.fair
    table = tables["items"].copy()
    for end in ("", "_low", "_high"):
        table[f"naive{end}"] = table[f"win_when_played{end}"] - fair
    table = table[table["randomised"] & table["naive"].notna()].sort_values("naive", ascending=False)
    lines = np.arange(len(table))
    figure, (axes,) = draw.canvas(draw.tall(len(table), 1.7, 0.34))
    axes.hlines(lines, table["effect_of_deal"], table["naive"], color=draw.PALE, linewidth=3)
    names = [tables.called(name) for name in table["item"]]
    draw.forest(axes, table, "naive", names, draw.GREY, "X", legend="seats that played it (confounded)")
    draw.forest(axes, table, "effect_of_deal", names, draw.GREEN, legend="seats dealt it at random")
    draw.reference(axes, 0)
    draw.points_axis(axes)
    axes.set_title("Why the win share of those who play an item misleads", pad=28)
    axes.set_xlabel("win share less the fair share, in pp, 95% interval")
    draw.legend_above(axes, 2)
    rows = list(table.to_dict("records"))
    far = max(rows, key=lambda row: abs(row["naive"] - row["effect_of_deal"]))
    turned = [tables.called(row["item"]) for row in rows if row["naive"] * row["effect_of_deal"] < 0]
    signs = f" The two answers differ in sign for {listed(turned)}." if turned else ""
    caption = (
        f"Seats that played {tables.the(far['item'])} won {estimate(far, 'win_when_played', 'share')}, which looks "
        f"like {text.points(far['naive'])}; dealt at random it is worth {estimate(far, 'effect_of_deal', 'points')}."
        f"{signs} "
        f"Who plays an item is not random, and long games see more of every item."
    )
    said = "; ".join(
        f"{tables.called(r['item'])} {text.points(r['naive'])} against {text.points(r['effect_of_deal'])}" for r in rows
    )
    size = f"n = {far['n_played']:,} seats that played it, {far['dealt']:,} dealt it, {far['blocks']:,} blocks"
    claim = Claim(caption, size, tables.badges("items", CONFOUNDED, RANDOMISED))
    return Drawing("item_bias", figure, claim, f"Confounded against randomised: {said}.")


def rounds(tables: Tables) -> Drawing:
    """Share of games in which each item is played in each round."""
    table = tables["item_rounds"]
    table = table[table["n"] >= 0.02 * tables.facts.games]
    grid = table.pivot(index="item", columns="round", values="played")
    grid = grid.loc[grid.mean(axis=1).sort_values(ascending=False).index]
    values = grid.to_numpy(float)
    texts = [[f"{100 * value:.0f}" for value in line] for line in values]
    figure, (axes,) = draw.canvas(draw.tall(len(grid), 1.3, 0.34))
    draw.heat(axes, values, [tables.called(name) for name in grid.index], [str(r) for r in grid.columns], texts, vmin=0)
    axes.set_title("When items are played")
    axes.set_xlabel("round; numbers: % of the games that reached it")
    rows = list(table.to_dict("records"))
    top = max(rows, key=lambda row: row["played"])
    first, last = (
        table[table["round"] == r].set_index("item")["played"] for r in (table["round"].min(), table["round"].max())
    )
    change = (last - first).dropna()
    late, early = str(change.idxmax()), str(change.idxmin())
    caption = (
        f"{opening(tables.the(top['item']))} in round {top['round']} is most common, "
        f"{estimate(top, 'played', 'share')}. From the first round to round {table['round'].max()}, "
        f"{tables.the(late)} gains most "
        f"({percent(first[late], 0)} to {percent(last[late], 0)}) and {tables.the(early)} loses most "
        f"({percent(first[early], 0)} to {percent(last[early], 0)}). Rounds reached by under 2% of games are left "
        f"out."
    )
    claim = Claim(caption, sample(top, "games that reached the round"), tables.badges("item_rounds"))
    return Drawing("item_rounds", figure, claim, f"Heat map of items by round. {caption}")


def effects_by_players(every: tuple[Tables, ...]) -> Drawing:
    """The randomised effect of each item at each number of players."""
    order = list(dict.fromkeys(name for tables in every for name in _randomised(tables).index))
    figure, (axes,) = draw.canvas(draw.tall(len(order), 1.7, 0.2 + 0.08 * len(every)))
    parts = []
    for place, tables in enumerate(every):
        table = _randomised(tables).reindex(order)
        shift = (place - (len(every) - 1) / 2) * 0.18
        draw.forest(axes, table, "effect_of_deal", [], draw.SERIES[place % len(draw.SERIES)], shift=shift or 1e-9,
               legend=f"{tables.facts.players} players")  # fmt: skip
        best = max(_randomised(tables).reset_index().to_dict("records"), key=lambda row: row["effect_of_deal"])
        parts.append(
            f"with {tables.facts.players} players {tables.the(best['item'])} helps most, "
            f"{estimate(best, 'effect_of_deal', 'points')} ({best['games']:,} games)"
        )
    axes.set_yticks(np.arange(len(order)), [every[0].called(name) for name in order])
    axes.set_ylim(len(order) - 0.4, -0.6)
    draw.margin_band(axes, every[0].margin)
    axes.axvline(0, color=draw.INK, linewidth=1, linestyle=(0, (4, 3)))
    draw.points_axis(axes)
    axes.set_title("Items by number of players", pad=28)
    axes.set_xlabel("win share of seats dealt it, less the fair share, in pp, 95% interval")
    draw.legend_above(axes, len(every))
    said = "; ".join(parts)
    caption = f"{opening(said)}. The fair share differs, so only the sign and the rank compare across."
    claim = Claim(caption, "n beside each number", every[0].badges("items", RANDOMISED))
    return Drawing("items_by_players", figure, claim, f"Effect of being dealt an item by number of players: {said}.")


def _randomised(tables: Tables) -> pd.DataFrame:
    table = tables["items"]
    return table[table["randomised"]].set_index("item")
