"""Figures about length and endings, and how games grow with the number of players."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.ticker import MaxNLocator

from reports.canvas import BLUE, GREY, ORANGE, SERIES, bars, canvas, forest, percent_axis, tall, whole_axis
from reports.material import CAP, Claim, Drawing, Tables
from reports.text import Row, estimate, number, opening, percent, rough_percent, sample
from simcore.words import plural


def lengths(tables: Tables) -> Drawing:
    """Games by rounds played; those stopped at the cap in their own colour."""
    table = tables["lengths"]
    figure, (axes,) = canvas(3.5)
    bars(axes, table["rounds"], table, "ended", BLUE, "ended by the rules")
    capped = table[table["capped"] > 0]
    if len(capped):
        bars(axes, capped["rounds"], capped, "capped", ORANGE, "stopped at the cap", 0.4)
        axes.legend()
    whole_axis(axes)
    axes.set_title("Rounds played")
    axes.set_xlabel("rounds")
    said = "; ".join(
        f"{row['rounds']} rounds {percent(row['ended'] + row['capped'])}" for row in tables.rows("lengths")
    )
    return Drawing("lengths", figure, length_claim(tables), f"Share of games by rounds: {said}.")


def length_claim(tables: Tables) -> Claim:
    """How long a game is, and whether any was stopped."""
    size = tables.rows("sizes")[0]
    if tables.fixed_rounds:
        return Claim(f"Every game takes {plural(tables.fixed_rounds, 'round')}.", sample(size, "games"))
    mode = max(tables.rows("lengths"), key=lambda row: row["ended"])
    cap = _ending(tables, CAP)
    stopped = (
        f"No game was stopped at the cap on rounds (at most {rough_percent(cap['share_high'])} would go unseen)."
        if cap["times"] == 0
        else f"Stopped at the cap, and counted as such: {estimate(cap, 'share', 'share')}."
    )
    return Claim(
        f"A game takes {estimate(size, 'mean', 'rounds')}, most often {mode['rounds']}; nine of ten take between "
        f"{number(size['q05'], 0)} and {number(size['q95'], 0)}. {stopped}",
        sample(size, "games"),
    )


def decisions(tables: Tables) -> Drawing:
    """Games by decisions of all seats together."""
    table = tables["decisions"]
    figure, (axes,) = canvas(3.2)
    bars(axes, table["from"] + 5, table, "share", BLUE, width=9)
    axes.set_title("Decisions in a game, all seats together")
    axes.set_xlabel("choices among two or more options")
    size = tables.rows("sizes")[1]
    most = max(tables.rows("decisions"), key=lambda row: row["share"])
    seats = "" if tables.alone else f" of all seats together, {number(size['mean'] / tables.facts.players, 1)} a seat"
    caption = (
        f"A game asks for {estimate(size, 'mean', 'decisions')}{seats}; nine of ten games between "
        f"{number(size['q05'], 0)} and {number(size['q95'], 0)}."
    )
    said = f"most often {most['from']} to {most['to']}, {percent(most['share'])} of games"
    claim = Claim(caption, sample(size, "games"))
    return Drawing("decisions", figure, claim, f"Histogram of decisions in a game: {said}.")


def _ending(tables: Tables, name: str) -> Row:
    return next(row for row in tables.rows("endings") if row["ending"] == name)


def oddities(tables: Tables) -> pd.DataFrame:
    """Ways to end oddly that this run could have, the game's own with them: none if nobody plays against another."""
    frames = [frame for name, frame in tables.frames.items() if "ending" in frame.columns and name != "endings"]
    common = tables["endings"].iloc[1:]
    if tables.fixed_rounds:
        common = common[common["ending"] != CAP]
    return pd.concat([common.iloc[2 * tables.alone :], *frames], ignore_index=True)


def endings(tables: Tables) -> Drawing:
    """How often games end oddly; the game's own oddities with them."""
    table = oddities(tables)
    figure, (axes,) = canvas(tall(len(table), 1.3, 0.42))
    forest(axes, table, "share", list(table["ending"]))
    rows = list(table.to_dict("records"))
    for line, row in enumerate(rows):
        axes.annotate(estimate(row, "share", "share"), (row["share_high"], line), xytext=(6, 0),
                      textcoords="offset points", va="center", fontsize=9)  # fmt: skip
    widest = max(0.03, float(table[["share", "share_high"]].max().max()))
    axes.set_xlim(-0.02 * widest, 1.45 * widest)
    # Beyond the points there is room for their numbers; the ticks go as far as the points do.
    axes.set_xticks(
        [tick for tick in MaxNLocator(6, steps=(1, 2, 5, 10)).tick_values(0, min(widest, 1)) if tick < 1 + 1e-9]
    )
    percent_axis(axes)
    axes.set_title("How often games end, or run, oddly")
    axes.set_xlabel("share of all games, 95% interval")
    said = "; ".join(f"{row['ending']} {estimate(row, 'share', 'share')}" for row in rows)
    tie, shared = _ending(tables, "decided by the tie-break"), _ending(tables, "victory shared")
    caption = (
        f"{opening(said)}."
        if tables.alone
        else f"The tie-break decides {estimate(tie, 'share', 'share')} of games, and "
        f"{estimate(shared, 'share', 'share')} stay shared after it."
    )
    claim = Claim(caption, sample(tie, "games"))
    return Drawing("endings", figure, claim, f"Share of games: {said}.")


def sizes_by_players(every: tuple[Tables, ...]) -> Drawing:
    """Rounds, decisions, winning score and lead at each number of players."""
    fixed = {tables.fixed_rounds for tables in every}
    same = len(fixed) == 1 and None not in fixed
    wanted = ("rounds", "decisions in a game", "best score", "lead of the best over the second")[same:]
    figure, panels = canvas(3.2, len(wanted))
    for axes, quantity in zip(panels, wanted):
        for place, tables in enumerate(every):
            row = next((row for row in tables.rows("sizes") if row["quantity"] == quantity), None)
            if row is not None:
                colour = SERIES[place % len(SERIES)]
                axes.vlines(place, row["q05"], row["q95"], color=colour, linewidth=6, alpha=0.3)
                axes.scatter(place, row["mean"], color=colour, s=40, zorder=3)
                axes.annotate(f"{row['mean']:.3g}", (place, row["q95"]), xytext=(0, 4), fontsize=8.5,
                              textcoords="offset points", ha="center")  # fmt: skip
        axes.set_xticks(np.arange(len(every)), [str(tables.facts.players) for tables in every])
        axes.set_xlim(-0.6, len(every) - 0.4)
        axes.set_title("\n".join(_halves(quantity)), fontsize=9.5)
        axes.set_ylim(0, axes.get_ylim()[1] * 1.06)
        axes.grid(axis="x", visible=False)
    figure.supxlabel("players; dot: mean, bar: 9 of 10 games", fontsize=10, color=GREY)
    parts = []
    for tables in every:
        rounds, choices = tables.rows("sizes")[:2]
        length = "" if same else f"{estimate(rounds, 'mean', 'rounds')} and "
        parts.append(
            f"{plural(tables.facts.players, 'player')}: {length}"
            f"{estimate(choices, 'mean', 'decisions')} ({rounds['games']:,} games, {rounds['blocks']:,} blocks)"
        )
    said = "; ".join(parts)
    claim = Claim(f"{said}.", "n beside each number")
    return Drawing("sizes_by_players", figure, claim, f"Size of a game by number of players. {said}.")


def _halves(words: str) -> tuple[str, str]:
    """A long title on two lines."""
    if len(words) < 20:
        return words, ""
    cut = words.rfind(" ", 0, len(words) // 2 + 3)
    return words[:cut], words[cut + 1 :]
