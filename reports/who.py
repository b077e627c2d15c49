"""Figures about who wins: seats, strategies, matchups, sources of points."""

from __future__ import annotations

import numpy as np

from analyses.base import ALL
from analyses.verdict import ALPHA
from reports import canvas as draw
from reports.material import CONFOUNDED, Claim, Drawing, Tables
from reports.text import estimate, label, number, opening, p_value, percent, sample
from simcore.words import plural


def seats(tables: Tables) -> Drawing:
    """Win share of each seat against the fair share."""
    table, facts = tables["seats"], tables.facts
    figure, (axes,) = draw.canvas(draw.tall(len(table), 1.5, 0.36))
    draw.forest(axes, table, "win_share", [f"seat {seat}" for seat in table["seat"]])
    axes.axvspan(
        facts.fair - tables.margin, facts.fair + tables.margin, color=draw.GREEN, alpha=0.10, linewidth=0, zorder=0
    )
    draw.reference(axes, facts.fair, f"fair share {percent(facts.fair)}, shaded {tables.within}")
    draw.percent_axis(axes)
    axes.set_title("Win share by seat in turn order", pad=18)
    axes.set_xlabel("win share, 95% interval")
    said = "; ".join(f"seat {row['seat']} {estimate(row, 'win_share', 'share')}" for row in tables.rows("seats"))
    return Drawing("seats", figure, seat_claim(tables), f"Win share by seat: {said}.")


def seat_claim(tables: Tables) -> Claim:
    """What the seats tell."""
    rows = tables.rows("seats")
    far = max(rows, key=lambda row: abs(row["vs_fair"]))
    all_even = all(str(row["verdict"]).startswith("balanced") for row in rows)
    p = p_value(far["p_all_equal"])
    where = f"seat {far['seat']} is furthest from its fair share, by {estimate(far, 'vs_fair', 'points')}"
    if far["p_all_equal"] < ALPHA:
        weight = f" Every seat lies within {tables.within}, so the difference is real but small." if all_even else ""
        lead = f"The seat matters ({p}): {where}.{weight}"
    elif all_even:
        lead = f"The seats are balanced within {tables.within} ({p} if all were equal): {where}."
    else:
        lead = (
            f"No seat advantage is shown ({p}), but one above {tables.within} is not ruled out for every seat: {where}."
        )
    return Claim(lead, sample(far, "seats each"))


def strategies(tables: Tables) -> Drawing:
    """Win share of each strategy, best on top."""
    table = tables["strategies"].sort_values("win_share", ascending=False)
    figure, (axes,) = draw.canvas(draw.tall(len(table), 1.5, 0.42))
    above = np.where(table["vs_fair_low"] > 0, draw.ORANGE, np.where(table["vs_fair_high"] < 0, draw.BLUE, draw.GREY))
    draw.forest(axes, table, "win_share", list(table["strategy"]), list(above))
    draw.reference(axes, tables.facts.fair, f"fair share {percent(tables.facts.fair)}")
    draw.percent_axis(axes)
    axes.set_title("Win share by strategy", pad=18)
    axes.set_xlabel("win share, 95% interval (orange above, blue below the fair share)")
    rows = list(table.to_dict("records"))
    said = "; ".join(f"{row['strategy']} {estimate(row, 'win_share', 'share')}" for row in rows)
    return Drawing("strategies", figure, strategy_claim(tables), f"Win share by strategy: {said}.")


def strategy_claim(tables: Tables) -> Claim:
    """What the strategies tell."""
    rows = sorted(tables.rows("strategies"), key=lambda row: -row["win_share"])
    best, worst = rows[0], rows[-1]
    if tables.facts.mirror:
        return Claim(
            f"{best['strategy']} fills every seat, so its win share is {percent(tables.facts.fair)} by design; "
            f"what differs below is not skill.",
            sample(best),
        )
    return Claim(
        f"{best['strategy']} wins most, {estimate(best, 'win_share', 'share')} against a fair share of "
        f"{percent(tables.facts.fair)}; {worst['strategy']} wins least, "
        f"{estimate(worst, 'win_share', 'share')}. The numbers hold for this line-up.",
        sample(best, "seats each"),
    )


def matchups(tables: Tables) -> Drawing:
    """How often the strategy of the row finishes ahead of that of the column."""
    names = sorted(tables.facts.strategies, key=lambda name: -_win_share(tables, name))
    table = {(row["strategy"], row["opponent"]): row for row in tables.rows("matchups")}
    values = np.full((len(names), len(names)), np.nan)
    texts = [["" for _ in names] for _ in names]
    for i, first in enumerate(names):
        for j, second in enumerate(names):
            if first != second:
                row = table[first, second]
                values[i, j] = row["ahead"]
                texts[i][j] = f"{100 * row['ahead']:.1f}%\n±{50 * (row['ahead_high'] - row['ahead_low']):.1f}"
    figure, (axes,) = draw.canvas(draw.tall(len(names), 1.6, 0.55))
    reach = max(float(np.nanmax(np.abs(values - 0.5))), 0.02)
    axes.set_facecolor("#eef0f3")
    draw.heat(axes, values, names, names, texts, cmap="PuOr_r", vmin=0.5 - reach, vmax=0.5 + reach)
    axes.set_title("How often the row finishes ahead of the column")
    rows = tables.rows("matchups")
    widest = max(rows, key=lambda row: row["ahead"])
    closest = min(rows, key=lambda row: abs(row["ahead"] - 0.5))
    caption = (
        f"The most one-sided pair: {widest['strategy']} finishes ahead of {widest['opponent']} in "
        f"{estimate(widest, 'ahead', 'share')} of their meetings. The closest: {closest['strategy']} against "
        f"{closest['opponent']}, {estimate(closest, 'ahead', 'share')}. Equal places count half. "
    )
    said = "; ".join(f"{row['strategy']} ahead of {row['opponent']} {percent(row['ahead'])}" for row in rows)
    claim = Claim(caption, sample(widest, "meetings"))
    return Drawing("matchups", figure, claim, f"Heat map of matchups: {said}.")


def _win_share(tables: Tables, name: str) -> float:
    table = tables["strategies"].set_index("strategy")
    return float(table["win_share"][name])


def points(tables: Tables) -> Drawing:
    """Sources of points of winners and of others, for each strategy and all."""
    table = tables["points"]
    sources = list(dict.fromkeys(table["source"]))
    groups = [ALL] if tables.facts.mirror else [*tables.facts.strategies, ALL]
    figure, (axes,) = draw.canvas(draw.tall(2 * len(groups), 1.9, 0.36))
    lines: list[float] = []
    labels: list[str] = []
    for i, group in enumerate(groups):
        part = table[table["strategy"] == group].set_index("source")
        for j, who in enumerate(("winners", "others")[: tables.facts.players]):
            lines.append(i * 2.5 + j)
            labels.append("a seat" if tables.alone else f"{group}, {who}")
            up = down = 0.0
            for source, colour in zip(sources, draw.SERIES):
                value = float(part[who][source])
                named = None if i or j else label(source)
                axes.barh(lines[-1], value, left=up if value >= 0 else down, height=0.82, color=colour,
                          alpha=1 if who == "winners" else 0.6, label=named)  # fmt: skip
                up, down = (up + value, down) if value >= 0 else (up, down + value)
            axes.text(up, lines[-1], f" {up + down:.1f}", va="center", fontsize=9)
    axes.axvline(0, color=draw.INK, linewidth=0.8)
    axes.set_yticks(lines, labels)
    axes.invert_yaxis()
    axes.grid(axis="y", visible=False)
    axes.margins(x=0.08)
    axes.set_xlabel("VP a seat; the number at the end is the mean score")
    axes.set_title("Where the points come from", pad=30)
    draw.legend_above(axes, len(sources))
    return Drawing("points", figure, point_claim(tables), _points_alt(tables))


def point_claim(tables: Tables) -> Claim:
    """Where the points come from and where winners are ahead."""
    rows = [row for row in tables.rows("points") if row["strategy"] == ALL]
    total = sum(row["mean"] for row in rows)
    most = max(rows, key=lambda row: row["mean"])
    lead = ""
    if not tables.alone:
        gap = max(rows, key=lambda row: row["gap"])
        lead = (
            f" Winners lead the others by {number(sum(row['gap'] for row in rows))} VP, most of all in "
            f"{label(gap['source'])}, {estimate(gap, 'gap', 'VP')}."
        )
    # a share of nothing, or of what is mostly lost again, tells nothing
    share = f" ({percent(most['mean'] / total, 0)})" if 0 < most["mean"] <= total else ""
    return Claim(
        f"Most comes from {label(most['source'])}: {estimate(most, 'mean', 'VP')} of {number(total)} VP a seat"
        f"{share}.{lead}",
        sample(most),
        tables.badges("points"),
    )


def _points_alt(tables: Tables) -> str:
    rows = [row for row in tables.rows("points") if row["strategy"] == ALL]
    said = "; ".join(f"{label(row['source'])}: {tables.winners_and_others(row)}" for row in rows)
    return f"Mean VP a seat by source: {said}."


def doings(tables: Tables) -> Drawing:
    """What winners do more or less than others, relative to the others."""
    table = tables["doings"]
    part = table[(table["strategy"] == ALL) & (table["others"] > 0.02) & (table["games_apart"] > 0)].copy()
    for end in ("", "_low", "_high"):
        part[f"relative{end}"] = part[f"gap{end}"] / part["others"]
    part = part.sort_values("relative", ascending=False)
    figure, (axes,) = draw.canvas(draw.tall(len(part), 1.2, 0.29))
    colours = np.where(part["relative_low"] > 0, draw.ORANGE, np.where(part["relative_high"] < 0, draw.BLUE, draw.PALE))
    draw.forest(axes, part, "relative", [label(name) for name in part["source"]], list(colours))
    draw.reference(axes, 0, "same as others")
    axes.set_title("What winners did more, or less, than the others", pad=18)
    axes.set_xlabel("difference of the means, relative to the others, 95% interval")
    draw.percent_axis(axes)
    rows = list(part.to_dict("records"))
    top, low = rows[0], rows[-1]
    caption = (
        f"Next to the others winners have most of {label(top['source'])}: {number(top['winners'])} against "
        f"{number(top['others'])} ({estimate(top, 'gap', str(top['unit']))}), and least of "
        f"{label(low['source'])}: {number(low['winners'])} against {number(low['others'])}. "
        f"This describes winners; it does not say what makes one."
    )
    said = "; ".join(f"{label(row['source'])} {100 * row['relative']:+.0f}%" for row in rows)
    claim = Claim(caption, sample(top), tables.badges("doings", CONFOUNDED))
    return Drawing("doings", figure, claim, f"Winners against others: {said}.")


def seats_by_players(every: tuple[Tables, ...]) -> Drawing:
    """Distance of each seat from its fair share at each number of players."""
    figure, panels = draw.canvas(3.4, len(every), sharex=True)
    for axes, tables in zip(panels, every):
        table = tables["seats"]
        draw.forest(axes, table, "vs_fair", [f"seat {seat}" for seat in table["seat"]])
        axes.set_ylim(max(part.facts.players for part in every) - 0.4, -0.6)
        draw.margin_band(axes, tables.margin)
        draw.reference(axes, 0)
        axes.set_title(plural(tables.facts.players, "player"), fontsize=10.5)
        draw.points_axis(axes)
        axes.tick_params(axis="x", labelsize=8.5)
    figure.supxlabel(f"distance from the fair share in pp, 95% interval; shaded {every[0].within}", fontsize=10)
    draw.headline(figure, "Seats by number of players")
    parts = []
    for tables in every:
        far = max(tables.rows("seats"), key=lambda row: abs(row["vs_fair"]))
        parts.append(
            f"with {plural(tables.facts.players, 'player')} seat {far['seat']} is furthest from fair, "
            f"{estimate(far, 'vs_fair', 'points')} ({p_value(far['p_all_equal'])} if all were equal, "
            f"{far['games']:,} games, {far['blocks']:,} blocks)"
        )
    said = "; ".join(parts)
    claim = Claim(f"{opening(said)}.", "n beside each number")
    return Drawing("seats_by_players", figure, claim, f"Seats by number of players: {said}.")
