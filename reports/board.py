"""A board of cells as a picture: what the ground is, what stands on it, how much happens there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reports.canvas import BLUE, GREY, INK, ORANGE, PINK, YELLOW

GROUNDS = {
    "plain": "#f3efe2", "forest": "#9cc59a", "lake": "#a9cfe8", "castle": "#b9a7c9", "hut": "#ead7b0",
    "grove": "#cfe3b4", "chest": "#f1dc8c", "village": "#e6c4b4", "start": "#e4e0d6",
}  # fmt: skip
"""Colours of the ground; a word that is not here is plain."""
MARKS = {"piece": BLUE, "foe": ORANGE, "prize": PINK, "good": YELLOW, "note": GREY}
"""Colours of what stands on a cell, by what it is to the player."""


def cells(axes: Axes, grounds: Sequence[Sequence[str]]) -> None:
    """Draw the ground, one square a cell, row 0 on top, with the numbers of rows and columns."""
    colours = [[to_rgb(GROUNDS.get(word, GROUNDS["plain"])) for word in row] for row in grounds]
    _frame(axes, len(grounds), len(grounds[0]))
    axes.imshow(np.array(colours), aspect="equal")


def _frame(axes: Axes, rows: int, columns: int) -> None:
    axes.set_xticks(np.arange(columns))
    axes.set_yticks(np.arange(rows))
    axes.set_xticks(np.arange(columns + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(rows + 1) - 0.5, minor=True)
    axes.grid(visible=False, which="major")
    axes.grid(which="minor", color="white", linewidth=1.2)
    axes.tick_params(which="both", length=0, labelsize=8, labeltop=True, labelbottom=False)
    axes.spines[:].set_visible(False)


def marks(axes: Axes, shown: Mapping[tuple[int, int], tuple[str, str]]) -> None:
    """Write texts on cells: {(row, column): (text, kind)}, in a disc of the kind's colour."""
    for kind, colour in MARKS.items():
        places = [place for place, (_, known) in shown.items() if known == kind]
        if places and kind != "note":
            rows, columns = zip(*places)
            axes.scatter(columns, rows, s=300, c=colour, edgecolors="white", linewidths=1, zorder=3)
    for (row, column), (text, kind) in shown.items():
        ink = INK if kind in ("note", "good") else "white"
        # A dollar sign is no formula here.
        axes.text(column, row, text, ha="center", va="center", fontsize=8, zorder=4, color=ink, fontweight="bold",
                  parse_math=False)  # fmt: skip


def heat_on_board(axes: Axes, values: npt.NDArray[np.float64], labels: Sequence[Sequence[str]], colours: str) -> Any:
    """A heat map in the shape of the board; a cell of value 0 is left white and crossed out; returns the image."""
    rows, columns = values.shape
    image = axes.imshow(np.where(values > 0, values, np.nan), aspect="equal", cmap=colormaps[colours], vmin=0)
    _frame(axes, rows, columns)
    for row, column in np.ndindex(rows, columns):
        value = values[row, column]
        if value <= 0:
            axes.add_patch(Rectangle((column - 0.5, row - 0.5), 1, 1, facecolor="#f4f4f4", hatch="////",
                                     edgecolor="#d5d9de", linewidth=0))  # fmt: skip
        red, green, blue, _ = image.cmap(image.norm(value)) if value > 0 else (1, 1, 1, 1)
        # Rec. 601 luma decides between dark and light text.
        ink = INK if 0.299 * red + 0.587 * green + 0.114 * blue > 0.55 else "white"
        amount = f"{100 * value:.0f}" if value >= 0.005 else "·" if value > 0 else ""
        axes.text(column, row - 0.17, labels[row][column], ha="center", va="center", fontsize=6.5, color=ink, alpha=0.8)
        axes.text(column, row + 0.2, amount, ha="center", va="center", fontsize=8, color=ink)
    return image


class Sheet:
    """A page that is drawn on again and again: boards of one game, each saved as a PNG."""

    def __init__(self) -> None:
        self.figure = Figure(figsize=(6.4, 7.0), dpi=100)
        FigureCanvasAgg(self.figure)

    def save(
        self,
        grounds: Sequence[Sequence[str]],
        shown: Mapping[tuple[int, int], tuple[str, str]],
        title: str,
        note: str,
        where: Path,
    ) -> None:
        """Draw a board with what stands on it, a title above and a note below."""
        self.figure.clear()
        axes = self.figure.add_axes((0.06, 0.06, 0.92, 0.84))
        cells(axes, grounds)
        marks(axes, shown)
        axes.set_title("\n".join(wrap(title, 70)), fontsize=10, pad=14)
        axes.set_xlabel("\n".join(wrap(note, 80)), fontsize=10)
        self.figure.savefig(where)
