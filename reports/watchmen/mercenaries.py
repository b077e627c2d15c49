"""The figure about the Bloody Mercenaries."""

from __future__ import annotations

import numpy as np

from reports import canvas as draw
from reports.material import CONFOUNDED, Claim, Drawing, Material, Tables
from reports.text import estimate, number, opening, percent, sample


def with_mercenaries(material: Material) -> tuple[Tables, ...]:
    """The main run if it was played with the expansion, else one beside it that was, if there is one."""
    return tuple(tables for tables in (material.main, *material.variants) if "mercenaries" in tables)[:1]


def mercenaries(tables: Tables) -> Drawing:
    """What becomes of each kind, and how those fare who use its ability."""
    table = tables["mercenaries"].sort_values("used", ascending=False)
    lines = np.arange(len(table))
    figure, (left, right) = draw.canvas(draw.tall(len(table), 2.0, 0.42), 2, sharey=True)
    left.barh(lines, table["used"], height=0.7, color=draw.ORANGE, alpha=0.8, label="for the ability")
    left.barh(lines, table["paid"], left=table["used"], height=0.7, color=draw.PALE, label="as payment")
    left.set_xlabel("mercenaries that leave a hand, a game")
    draw.legend_above(left, 2)
    left.set_yticks(lines, [opening(name) for name in table["mercenary"]])
    left.set_ylim(len(table) - 0.4, -0.6)
    draw.forest(right, table, "win_when_used", [], draw.ORANGE, shift=-0.14, legend="used one")
    draw.forest(right, table, "win_when_not", [], draw.GREY, "s", shift=0.14, legend="the others")
    draw.reference(right, tables.facts.fair, "")
    draw.percent_axis(right)
    right.set_xlabel("win share; the line is the fair share")
    draw.legend_above(right, 2)
    draw.headline(figure, "Mercenaries: ability or payment")
    said = "; ".join(
        f"{row['mercenary']} used {number(row['used'])} and paid {number(row['paid'])} times a game, win share of "
        f"users {percent(row['win_when_used'])}"
        for row in table.to_dict("records")
    )
    return Drawing("mercenaries", figure, mercenary_claim(tables), f"By kind. {opening(said)}.")


def mercenary_claim(tables: Tables) -> Claim:
    """Which mercenaries are worth more than their coin, and to whom."""
    rows = tables.rows("mercenaries")
    most, least = (pick(rows, key=lambda row: row["used"]) for pick in (max, min))
    coin = min(rows, key=lambda row: row["by_ability"])
    apart = max(rows, key=lambda row: abs(row["against_not"]))
    return Claim(
        f"Of the mercenaries the {opening(most['mercenary'])} is used for its ability most, "
        f"{estimate(most, 'used', 'times')} a game, and the {opening(least['mercenary'])} least, "
        f"{estimate(least, 'used', 'times')}. The {opening(coin['mercenary'])} is most often no more than a coin: "
        f"{estimate(coin, 'by_ability', 'share')} of those laid down are laid for the ability. Seats that use the "
        f"{opening(apart['mercenary'])} differ most from the others in win share, by "
        f"{estimate(apart, 'against_not', 'points')}; who draws more cards uses more of everything, so this is not an "
        "effect of the card.",
        sample(most, "games"),
        tables.badges("mercenaries", CONFOUNDED),
    )
