"""Figure of `restrict`: what a player's win share changes by without a thing, and with only it."""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes

from analyses.finding import Finding
from analyses.restricted import BROKEN, NEVER, ONLY, WITHOUT, WORDS
from analyses.verdict import UNKNOWN
from reports import canvas as draw
from reports.material import RANDOMISED, Claim, Drawing
from reports.text import Row, estimate, label, opening

ENDS = ("change", "change_low", "change_high", "change_vp", "change_vp_low", "change_vp_high")
COLOURS = {
    **dict.fromkeys(("necessary", "dominant"), draw.ORANGE),
    **dict.fromkeys(("not necessary", "not dominant"), draw.GREEN),
    **dict.fromkeys(("better without", "better alone"), draw.BLUE),
    UNKNOWN: draw.GREY, NEVER: draw.PALE, BROKEN: draw.PINK,
}  # fmt: skip
TITLES = {WITHOUT: "Without it", ONLY: "With only it"}
MOST = 40
"""Lines in a figure."""


def section(finding: Finding) -> list[Drawing]:
    """A forest of the changes, a panel a way to restrict; nothing where nothing came within reach."""
    table = finding.table
    if not len(table):
        return []
    table = table.astype(dict.fromkeys(ENDS, float)).assign(thing=[_thing(row) for row in table.to_dict("records")])
    panels = [(way, part) for way in WORDS if len(part := _sorted(table[table["way"] == way]))]
    lines = max(len(part) for _, part in panels)
    figure, axes = draw.canvas(draw.tall(lines, 2.5), len(panels))
    for each, (way, part) in zip(axes, panels):
        _panel(each, part, finding.facts["margin"])
        each.set_title(TITLES[way] if finding.facts["each"] else opening(str(finding.facts["who"])), fontsize=10.5)
        each.set_xlabel(f"change, in pp, 95% interval\n{_key(part)}")
    draw.headline(figure, f"What restrictions do to the win share of {finding.facts['who']}")
    known = finding.evidence
    sample = f"n = {int(table['n'].max()):,} games of each arm in {known.blocks:,} blocks; {known.games:,} games in all"
    said = "; ".join(f"{row['restriction']} {estimate(row, 'change', 'points')}" for row in table.to_dict("records"))
    claim = Claim(" ".join(_told(finding)), sample, (RANDOMISED,))
    return [Drawing("restrict", figure, claim, f"Change of win share: {said}.")]


def _sorted(part: pd.DataFrame) -> pd.DataFrame:
    """The largest loss first."""
    return part.sort_values("change", kind="stable").head(MOST)


def _thing(row: Row) -> str:
    """What a line is about: a thing by the name its rules give it, else the restriction."""
    called = str(row["called"]).strip("()")
    return called if called[:1].isupper() else opening(label(called) if " " not in called else called)


def _panel(axes: Axes, part: pd.DataFrame, margin: float) -> None:
    colours = [COLOURS.get(str(word), draw.GREY) for word in part["verdict"]]
    draw.forest(axes, part, "change", list(part["thing"]), colours)
    draw.margin_band(axes, margin)
    draw.reference(axes, 0)
    draw.points_axis(axes)


def _key(part: pd.DataFrame) -> str:
    """What the colours say of the verdicts there are."""
    names = {draw.ORANGE: "orange", draw.GREEN: "green", draw.BLUE: "blue", draw.GREY: "grey", draw.PALE: "pale",
             draw.PINK: "pink"}  # fmt: skip
    said = [f"{names[COLOURS[word]]} {word}" for word in COLOURS if (part["verdict"] == word).any()]
    # two a line, so that the keys of panels side by side do not meet
    return "\n".join(", ".join(said[i : i + 2]) for i in range(0, len(said), 2))


def _told(finding: Finding) -> list[str]:
    """The finding's own conclusions, which come first among its notes."""
    who = str(finding.facts["who"])
    return [note for note in finding.notes if note.startswith((f"{who}, ", f"{who} with"))]
