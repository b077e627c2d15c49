"""Figures about races, castes and Ninjas."""

from __future__ import annotations

import numpy as np

from analyses.base import ALL
from analyses.verdict import ALPHA
from reports import canvas as draw
from reports.material import CONFOUNDED, Claim, Drawing, Tables
from reports.text import estimate, label, number, opening, p_value, percent, sample


def races(tables: Tables) -> Drawing:
    """Whether all races are hired alike."""
    table = tables["races"]
    figure, (axes,) = draw.canvas(draw.tall(len(table), 1.4, 0.36))
    draw.forest(axes, table, "hired_gap", list(table["race"]))
    draw.reference(axes, 0, "mean of all races")
    axes.set_title("Are the races equal?", pad=18)
    axes.set_xlabel("Watchmen hired a seat, less the mean of all races; intervals hold for all at once")
    said = "; ".join(f"{row['race']} {estimate(row, 'hired_gap', 'number')}" for row in tables.rows("races"))
    return Drawing("races", figure, race_claim(tables), f"Watchmen hired by race, from the mean of all: {said}.")


def race_claim(tables: Tables) -> Claim:
    """Whether the races differ although the rules make them equal."""
    rows = tables.rows("races")
    far = max(rows, key=lambda row: abs(row["hired_gap"]))
    p = p_value(far["p_hired_equal"])
    gap = f"{far['race']} is furthest from the mean, {estimate(far, 'hired_gap', 'number')} Watchmen a seat"
    if far["p_hired_equal"] < ALPHA:
        lead = f"The races are not hired alike ({p}) though their cards are: the strategies prefer some, and {gap}."
    else:
        lead = f"As the rules say, no race differs from the others beyond error ({p}): {gap}."
    return Claim(lead, sample(far), tables.badges("races"))


def race_counts(tables: Tables) -> Drawing:
    """Win share and majorities by the number of Watchmen of one race."""
    table = tables["race_counts"]
    table = draw.well_supported(table[table["race"] == ALL], "n")
    figure, (left, right) = draw.canvas(3.7, 2)
    draw.line_with_band(left, table["count"], table, "majority_won", draw.GREEN, "wins the majority")
    draw.line_with_band(left, table["count"], table, "win_share", draw.ORANGE, "wins the game")
    draw.reference(left, tables.facts.fair, "fair share", "y", in_legend=True)
    left.set_ylim(0, 1.02)
    left.set_title("How often it wins", fontsize=10.5)
    draw.percent_axis(left, "y")
    left.set_xlabel("Watchmen of one race")
    left.legend(loc="upper left")
    draw.line_with_band(right, table["count"], table, "majority_points", draw.BLUE, "VP")
    right.set_title("VP from the majority, mean", fontsize=10.5)
    right.set_xlabel("Watchmen of one race")
    draw.headline(figure, "Collecting one race")
    rows = list(table.to_dict("records"))
    # The smallest army part that wins the majority more often than not, or the largest there is.
    half = next((row for row in rows if row["majority_won"] >= 0.5), rows[-1])
    caption = (
        f"With {half['count']} of a race in its army a seat wins the majority in "
        f"{estimate(half, 'majority_won', 'share')} of cases, for {estimate(half, 'majority_points', 'VP')} on average "
        f"and the game in {estimate(half, 'win_share', 'share')}. "
        "Seats that hire more of everything win more, so this is no effect of the race."
    )
    said = "; ".join(
        f"{r['count']}: majority {percent(r['majority_won'])}, game {percent(r['win_share'])}" for r in rows
    )
    claim = Claim(caption, sample(half, "seats by race"), tables.badges("race_counts", CONFOUNDED))
    return Drawing("race_counts", figure, claim, f"By Watchmen of one race. {said}.")


def castes(tables: Tables) -> Drawing:
    """Hires and special actions by caste, winners and others."""
    table = tables["castes"]
    table = table[table["strategy"] == ALL]
    figure, panels = draw.canvas(3.6, 2, sharey=True)
    for axes, group, title in zip(panels, ("castes_hired", "actions_used"), ("hired", "special actions used")):
        part = table[table["source"].str.startswith(group)]
        names = [label(name) for name in part["source"]]
        lines = np.arange(len(part))
        axes.hlines(lines, part["others"], part["winners"], color=draw.PALE, linewidth=3)
        draw.forest(axes, part, "others", names, draw.BLUE, legend="others")
        draw.forest(axes, part, "winners", names, draw.ORANGE, "D", legend="winners")
        draw.from_zero(axes)
        axes.set_title(title, fontsize=10.5)
        axes.set_xlabel("mean a seat")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="upper right", ncols=2)
    draw.headline(figure, "Castes and special actions")
    said = "; ".join(
        f"{label(row['source'])} {row['source'].split('_')[0]}: "
        f"winners {number(row['winners'])}, others {number(row['others'])}"
        for row in table.to_dict("records")
    )
    return Drawing("castes", figure, caste_claim(tables), f"Mean a seat. {said}.")


def caste_claim(tables: Tables) -> Claim:
    """Which caste is hired and used most, and where winners differ."""
    rows = [row for row in tables.rows("castes") if row["strategy"] == ALL]
    hired, used = ([row for row in rows if row["source"].startswith(name)] for name in ("castes_hired", "actions_used"))
    top, act = (max(part, key=lambda row: row["mean"]) for part in (hired, used))
    gap = max(rows, key=lambda row: abs(row["gap"]))
    what = "hires" if gap in hired else "actions"
    return Claim(
        f"{opening(label(top['source']))}s are hired most, {estimate(top, 'mean', 'a seat')}; "
        f"the {label(act['source'])}'s action is used most, {estimate(act, 'mean', 'times')} a seat. "
        f"Winners differ most in {label(gap['source'])} {what}, {estimate(gap, 'gap', 'a seat')}.",
        sample(top),
        tables.badges("castes"),
    )


def caste_counts(tables: Tables) -> Drawing:
    """Win share by the number of Watchmen of each caste."""
    table = draw.well_supported(tables["caste_counts"], "n")
    figure, (axes,) = draw.canvas(3.9)
    for caste, colour in zip(dict.fromkeys(table["caste"]), draw.SERIES):
        part = table[table["caste"] == caste]
        draw.line_with_band(axes, part["count"], part, "win_share", colour, caste)
    draw.reference(axes, tables.facts.fair, "fair share", "y")
    draw.percent_axis(axes, "y")
    draw.from_zero(axes, "y")
    axes.set_xlabel("Watchmen of the caste in the final army")
    draw.whole_axis(axes)
    axes.set_ylabel("win share")
    axes.set_title("Win share by Watchmen of one caste")
    axes.legend(ncols=2)
    rows = list(table.to_dict("records"))
    best = max(draw.well_supported(table, "n", 600).to_dict("records"), key=lambda row: row["win_share"])
    none = min((row for row in rows if row["count"] == 0), key=lambda row: row["win_share"], default=rows[0])
    caption = (
        f"Seats with {best['count']} {best['caste']}s win {estimate(best, 'win_share', 'share')}; going without any "
        f"{none['caste']} goes with {estimate(none, 'win_share', 'share')}, the lowest of the five. "
        f"Large armies have more of every caste, so these are not effects of a caste."
    )
    said = "; ".join(f"{row['count']} {row['caste']}s {percent(row['win_share'])}" for row in rows)
    claim = Claim(caption, sample(best), tables.badges("caste_counts", CONFOUNDED))
    return Drawing("caste_counts", figure, claim, f"Win share: {said}.")


def ninjas(tables: Tables) -> Drawing:
    """Gold taken and lost by strategy, and how many chances are taken."""
    table = tables["ninjas"]
    if tables.facts.mirror:
        table = table[table["strategy"] == ALL]
    table = table.sort_values("net_gold", ascending=False)
    lines = np.arange(len(table))
    figure, (left, right) = draw.canvas(draw.tall(len(table), 1.9, 0.42), 2, sharey=True, width_ratios=(3, 2))
    left.barh(lines, table["gold"], height=0.7, color=draw.ORANGE, alpha=0.75, label="gold taken")
    left.barh(lines, -table["lost_gold"], height=0.7, color=draw.BLUE, alpha=0.6, label="gold lost")
    draw.forest(left, table, "net_gold", list(table["strategy"]), draw.INK, "D", legend="net")
    left.axvline(0, color=draw.INK, linewidth=0.8)
    left.set_xlabel("gold a seat and game")
    draw.legend_above(left, 3)
    draw.forest(right, table, "taken_a_chance", list(table["strategy"]), draw.ORANGE)
    draw.from_zero(right)
    draw.percent_axis(right)
    right.set_xlabel("chances that brought a card")
    draw.headline(figure, "The Ninjas' trade")
    said = "; ".join(
        f"{r['strategy']} took {number(r['gold'])}, lost {number(r['lost_gold'])} gold"
        for r in table.to_dict("records")
    )
    return Drawing("ninjas", figure, ninja_claim(tables), f"Gold a seat moved by Ninjas: {said}.")


def ninja_claim(tables: Tables) -> Claim:
    """How much the Ninjas move, and to whom."""
    rows = tables.rows("ninjas")
    whole = next(row for row in rows if row["strategy"] == ALL)
    lead = (
        f"Ninjas take {estimate(whole, 'taken', 'cards')} a seat and game, with {estimate(whole, 'gold', 'gold')}; "
        f"{estimate(whole, 'taken_a_chance', 'share')} of the chances to call bring a card."
    )
    if not tables.facts.mirror:
        own = [row for row in rows if row["strategy"] != ALL]
        best, worst = (pick(own, key=lambda row: row["net_gold"]) for pick in (max, min))
        lead += (
            f" {best['strategy']} comes out best, {estimate(best, 'net_gold', 'gold')} net, and {worst['strategy']} "
            f"worst, {estimate(worst, 'net_gold', 'gold')}."
        )
    return Claim(lead, sample(whole), tables.badges("ninjas"))
