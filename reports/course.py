"""Figures about the course of a game: scores, leads, length, endings."""

from __future__ import annotations

from reports import canvas as draw
from reports.material import Claim, Drawing, Tables
from reports.text import Row, estimate, percent, sample
from simcore.words import plural


def growth(tables: Tables) -> Drawing:
    """Score by round of winners and others, the spread of all seats, and how many games are still on."""
    table = tables["growth"]
    table = draw.well_supported(table, "games")
    figure, (axes,) = draw.canvas(4.2)
    if not tables.fixed_rounds:
        figure.set_figheight(4.8)
        figure.clear()
        axes, below = figure.subplots(2, 1, sharex=True, height_ratios=(4, 1))
        below.bar(table["round"], table["games"] / tables.facts.games, color=draw.BLUE, alpha=0.55, width=0.8)
        below.set_ylabel("still on")
        draw.percent_axis(below, "y")
    axes.fill_between(table["round"], table["q10"], table["q90"], color=draw.PALE, alpha=0.6, linewidth=0,
                      label="8 of 10 seats")  # fmt: skip
    mean = "mean" if tables.alone else "later winners, mean"
    draw.line_with_band(axes, table["round"], table, "winners", draw.ORANGE, mean)
    if not tables.alone:
        draw.line_with_band(axes, table["round"], table, "others", draw.BLUE, "others, mean")
    axes.set_ylabel("VP if it ended now")
    axes.set_title("How the scores grow")
    axes.legend(loc="upper left")
    figure.axes[-1].set_xlabel("round")
    draw.whole_axis(figure.axes[-1])
    rows = list(table.to_dict("records"))
    said = "; ".join(f"round {row['round']}: {tables.winners_and_others(row)}" for row in rows)
    return Drawing("growth", figure, growth_claim(tables), f"Mean score by round: {said}.")


def growth_claim(tables: Tables) -> Claim:
    """When later winners pull ahead, and how far."""
    rows = list(draw.well_supported(tables["growth"], "games").to_dict("records"))
    late = [row for row in rows if 2 * row["games"] >= tables.facts.games][-1]
    last = "the last" if tables.fixed_rounds else "the last that half of the games play"
    have = f"After round {late['round']}, {last}, {'a seat has' if tables.alone else 'winners have'} "
    if tables.alone:
        return Claim(f"{have}{estimate(late, 'winners', 'VP')}.", sample(late))
    apart = next((row for row in rows if row["gap_low"] > 0), None)
    lead = (
        f"Later winners are ahead from round {apart['round']} on, by {estimate(apart, 'gap', 'VP')} then."
        if apart
        else "At no round are later winners ahead beyond error."
    )
    words = (
        f"{lead} {have}{estimate(late, 'winners', 'VP')} and others {estimate(late, 'others', 'VP')}. "
        f"{'' if tables.fixed_rounds else 'Later rounds are those of long games only.'}"
    )
    return Claim(words.rstrip(), sample(late))


def leader(tables: Tables) -> Drawing:
    """How often the leader and the last go on to win, by round and by rounds left."""
    table = draw.well_supported(tables["leader"], "games")
    ways = {"round": "after round", "rounds_left": "rounds left to play"}
    if tables.fixed_rounds:
        # Both ways of counting say the same.
        del ways["rounds_left"]
    figure, panels = draw.canvas(3.9, len(ways), sharey=True)
    for axes, (counted, words) in zip(panels, ways.items()):
        part = table[table["counted"] == counted]
        draw.line_with_band(axes, part["round"], part, "leader_wins", draw.ORANGE, "the leader wins")
        draw.line_with_band(axes, part["round"], part, "last_wins", draw.BLUE, "the last wins")
        draw.reference(axes, tables.facts.fair, "fair share", "y")
        draw.percent_axis(axes, "y")
        draw.whole_axis(axes)
        axes.set_xlabel(words)
        axes.xaxis.set_inverted(counted == "rounds_left")
    panels[0].set_ylabel("share of games won")
    panels[0].legend(loc="upper left")
    panels[0].set_ylim(0, 1)
    draw.headline(figure, "Does the leader win?")
    said = "; ".join(f"{row['round']} left: {percent(row['leader_wins'])}" for row in _rounds_left(tables))
    return Drawing(
        "leader", figure, leader_claim(tables), f"Share of games won by the leader with so many rounds {said}."
    )


def _rounds_left(tables: Tables) -> list[Row]:
    table = draw.well_supported(tables["leader"], "games")
    return list(table[table["counted"] == "rounds_left"].to_dict("records"))


def leader_claim(tables: Tables) -> Claim:
    """When the game is decided."""
    left = _rounds_left(tables)
    end = next(row for row in left if row["round"] == 0)
    mid = min(left, key=lambda row: abs(row["round"] - 3))
    settled = [row["round"] for row in left if row["leader_wins"] >= 0.5]
    when = f"from {plural(int(max(settled)), 'round')} before the end on" if settled else "at no time"
    return Claim(
        f"With {plural(int(mid['round']), 'round')} to play the leader goes on to win "
        f"{estimate(mid, 'leader_wins', 'share')} of games and the last {estimate(mid, 'last_wins', 'share')}; "
        f"after the last round, before what only counts at the end, it is {estimate(end, 'leader_wins', 'share')}. "
        f"The leader wins half of the games {when}.",
        sample(mid, "games"),
    )


def lead_changes(tables: Tables) -> Drawing:
    """Games by the number of lead changes."""
    table = tables["lead_changes"]
    figure, (axes,) = draw.canvas(3.2)
    draw.bars(axes, table["changes"], table, "share", draw.BLUE)
    draw.whole_axis(axes)
    axes.set_title("Lead changes in a game")
    axes.set_xlabel("rounds after which another seat led than before")
    rows = tables.rows("lead_changes")
    none = rows[0]
    size = next(row for row in tables.rows("sizes") if row["quantity"] == "lead changes")
    caption = (
        f"The lead changes {estimate(size, 'mean', 'times')} a game; in "
        f"{estimate(none, 'share', 'share')} of games it never does."
    )
    said = "; ".join(f"{row['changes']}: {percent(row['share'])}" for row in rows)
    claim = Claim(caption, sample(none, "games"))
    return Drawing("lead_changes", figure, claim, f"Share of games by lead changes: {said}.")
