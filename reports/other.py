"""The figure about the same deals under other rules."""

from __future__ import annotations

import numpy as np

from analyses.base import ALL
from reports.canvas import SERIES, canvas, forest, headline, points_axis, reference, tall
from reports.material import Claim, Drawing, Tables
from reports.text import estimate, opening, sample


def other_rules(tables: Tables) -> Drawing:
    """How score and win share change when the same deals are played under other rules."""
    table = tables["other_rules"]
    groups = list(dict.fromkeys(table["strategy"]))
    variants = list(dict.fromkeys(table["changed"]))
    figure, panels = canvas(tall(len(groups), 1.9, 0.2 + 0.16 * len(variants)), 2, sharey=True)
    for axes, source in zip(panels, ("score", "win_share")):
        for place, changed in enumerate(variants):
            part = table[(table["changed"] == changed) & (table["source"] == source)]
            shift = (place - (len(variants) - 1) / 2) * 0.6 / len(variants)
            forest(axes, part, "change", [], SERIES[place % len(SERIES)], shift=shift or 1e-9, legend=changed)
        reference(axes, 0)
    panels[0].set_yticks(np.arange(len(groups)), groups)
    panels[0].set_ylim(len(groups) - 0.4, -0.6)
    panels[0].set_xlabel("change of the score, VP")
    panels[1].set_xlabel("change of the win share, pp")
    points_axis(panels[1])
    headline(figure, "The same deals under other rules")
    figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower center", ncols=2)
    rows = [row for row in tables.rows("other_rules") if row["strategy"] == ALL and row["source"] == "score"]
    said = "; ".join(f"with {row['changed']} the score changes by {estimate(row, 'change', 'VP')}" for row in rows)
    claim = Claim(
        f"{opening(said)}. Both runs play the same deals, so this is an effect of the rules, for these strategies.",
        sample(rows[0]),
    )
    return Drawing("other_rules", figure, claim, f"Change of score and win share by strategy: {said}.")
