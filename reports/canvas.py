"""The few shapes all figures are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Literal

import matplotlib as mpl
import numpy as np
import numpy.typing as npt
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from reports.text import MINUS

BLUE, ORANGE, GREEN, PINK, YELLOW, SKY, GREY = (
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#666666",
)  # fmt: skip
SERIES = (BLUE, ORANGE, GREEN, PINK, YELLOW, SKY, GREY)
PALE = "#c9d1da"
INK = "#1b2430"
VERDICTS = {"too strong": ORANGE, "too weak": BLUE, "not yet known": GREY, "": PALE}
"""Colours of verdicts; whatever is balanced is green."""

Which = Literal["x", "y"]


def style() -> AbstractContextManager[None]:
    """Settings in force while figures are made and saved."""
    return mpl.rc_context(fname=Path(__file__).with_name("style.mplstyle"))


def canvas(height: float = 3.8, columns: int = 1, **options: Any) -> tuple[Figure, list[Axes]]:
    """A figure and its axes in a row."""
    figure = Figure(figsize=(7.4, height))
    axes = figure.subplots(1, columns, squeeze=False, **options)
    return figure, list(axes[0])


def headline(figure: Figure, title: str) -> None:
    """A title over all panels of a figure."""
    figure.suptitle(title, x=0.01, ha="left", fontsize=12, fontweight="bold")


def legend_above(axes: Axes, columns: int) -> None:
    """The legend between title and panel, where it covers nothing."""
    axes.legend(loc="lower left", bbox_to_anchor=(0, 1.0), ncols=columns, columnspacing=1, handlelength=1)


def well_supported(table: pd.DataFrame, column: str, least: int = 30) -> pd.DataFrame:
    """Rows that rest on `least` cases or more; in a tiny run, those that rest on the most there are."""
    enough: pd.Series[bool] = table[column] >= min(least, table[column].max())
    return table[enough]


def tall(lines: int, base: float = 1.5, each: float = 0.32) -> float:
    """Height for so many lines of labels."""
    return base + each * lines


def verdict_colour(verdict: str) -> str:
    """Colour of a verdict."""
    return VERDICTS.get(verdict, GREEN)


def percent_axis(axes: Axes, which: Which = "x") -> None:
    """Write an axis of shares in percent."""
    _axis(axes, which).set_major_formatter(FuncFormatter(lambda value, _: f"{100 * value:.3g}%".replace("-", MINUS)))


def points_axis(axes: Axes, which: Which = "x") -> None:
    """Write an axis of differences of shares in percentage points."""
    _axis(axes, which).set_major_formatter(FuncFormatter(lambda value, _: _signed(100 * value)))


def _signed(value: float) -> str:
    return "0" if abs(value) < 1e-9 else f"{value:+.4g}".replace("-", MINUS)


def whole_axis(axes: Axes, which: Which = "x") -> None:
    """Put ticks on whole numbers only."""
    _axis(axes, which).set_major_locator(MaxNLocator(integer=True))


def _axis(axes: Axes, which: Which) -> Axis:
    return axes.xaxis if which == "x" else axes.yaxis


def forest(
    axes: Axes,
    table: pd.DataFrame,
    name: str,
    labels: Sequence[str],
    colours: Sequence[str] | str = BLUE,
    marker: str = "o",
    shift: float = 0.0,
    legend: str | None = None,
) -> None:
    """Values with intervals, one a line, the first on top."""
    lines = np.arange(len(table)) + shift
    shades = [colours] * len(table) if isinstance(colours, str) else list(colours)
    low, high = (table[f"{name}{end}"].to_numpy(float) for end in ("_low", "_high"))
    axes.hlines(lines, low, high, colors=shades, linewidth=2.6, alpha=0.55)
    axes.scatter(
        table[name], lines, c=shades, s=44, marker=marker, zorder=3, label=legend, edgecolors="white", linewidths=0.8
    )
    if not shift:
        axes.set_yticks(np.arange(len(table)), list(labels))
        axes.set_ylim(len(table) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)


def several(axes: Axes, table: pd.DataFrame, labels: Sequence[str], series: Mapping[str, str], left: float = 0) -> None:
    """Several columns of a table on the same lines, from `left` on, told apart in a legend above: column to words."""
    for (name, words), colour, marker in zip(series.items(), (BLUE, ORANGE, GREEN), "oDs"):
        forest(axes, table, name, labels, colour, marker, legend=words)
    axes.set_xlim(left=left)
    legend_above(axes, len(series))


def line_with_band(axes: Axes, x: pd.Series, table: pd.DataFrame, name: str, colour: str, legend: str) -> None:
    """A line of values with its interval as a band."""
    axes.fill_between(x, table[f"{name}_low"], table[f"{name}_high"], color=colour, alpha=0.18, linewidth=0)
    axes.plot(x, table[name], color=colour, marker="o", markersize=4, label=legend)


def bars(
    axes: Axes,
    x: pd.Series,
    table: pd.DataFrame,
    name: str,
    colour: str,
    legend: str | None = None,
    width: float = 0.82,
) -> None:
    """Bars of shares of games with their intervals as whiskers."""
    axes.bar(x, table[name], color=colour, width=width, alpha=0.8, label=legend)
    axes.vlines(x, table[f"{name}_low"], table[f"{name}_high"], color=INK, linewidth=1.2)
    axes.grid(axis="x", visible=False)
    percent_axis(axes, "y")
    axes.set_ylabel("share of games")


def from_zero(axes: Axes, which: Which = "x") -> None:
    """Begin an axis just below 0, so that marks at 0 are whole."""
    _, end = axes.get_xlim() if which == "x" else axes.get_ylim()
    (axes.set_xlim if which == "x" else axes.set_ylim)(-0.03 * end, end)


def reference(axes: Axes, at: float, text: str = "", which: Which = "x", in_legend: bool = False) -> None:
    """A dashed line at what would be fair, named at its end, or in the legend where other lines end there."""
    line = axes.axvline if which == "x" else axes.axhline
    line(at, color=INK, linewidth=1, linestyle=(0, (4, 3)), zorder=1, label=text if in_legend else None)
    if in_legend:
        return
    if which == "x":
        axes.annotate(text, (at, 1), xycoords=("data", "axes fraction"), xytext=(3, 1), textcoords="offset points",
                      fontsize=8.5, color=INK, va="bottom")  # fmt: skip
    else:
        axes.annotate(text, (1, at), xycoords=("axes fraction", "data"), xytext=(0, 3), textcoords="offset points",
                      fontsize=8.5, color=INK, ha="right")  # fmt: skip


def margin_band(axes: Axes, margin: float, which: Which = "x") -> None:
    """Shade the differences that do not matter."""
    if which == "x":
        axes.axvspan(-margin, margin, color=GREEN, alpha=0.10, linewidth=0, zorder=0)
    else:
        axes.axhspan(-margin, margin, color=GREEN, alpha=0.10, linewidth=0, zorder=0)


def heat(
    axes: Axes, values: npt.NDArray[np.float64], rows: Sequence[str], columns: Sequence[str], texts: Any, **options: Any
) -> Any:
    """A heat map with a text in each cell that has one; returns the image."""
    image = axes.imshow(values, aspect="auto", **options)
    axes.set_xticks(np.arange(len(columns)), list(columns))
    axes.set_yticks(np.arange(len(rows)), list(rows))
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    for i, j in np.argwhere(np.isfinite(values)):
        red, green, blue, _ = image.cmap(image.norm(values[i, j]))
        # Rec. 601 luma decides between dark and light text.
        ink = INK if 0.299 * red + 0.587 * green + 0.114 * blue > 0.55 else "white"
        axes.text(j, i, texts[i][j], ha="center", va="center", color=ink, fontsize=8.5, linespacing=1.1)
    return image
