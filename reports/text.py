"""Numbers in words: one way to write a share, an interval, a count, wherever it is shown."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

Row = Mapping[Hashable, Any]
"""One row of a table, by column."""

MINUS = "\N{MINUS SIGN}"
NOTHING = "\N{EN DASH}"


def percent(value: float, digits: int = 1) -> str:
    """A share in percent."""
    return NOTHING if not math.isfinite(value) else f"{100 * value:.{digits}f}%"


def points(value: float, digits: int = 2) -> str:
    """A difference of shares in percentage points, with its sign."""
    return NOTHING if not math.isfinite(value) else f"{_sign(100 * value, digits)} pp"


def number(value: float, digits: int = 2) -> str:
    """A plain number; large ones without decimals."""
    if not math.isfinite(value):
        return NOTHING
    if abs(value) >= 1000 or (digits == 0 and value == int(value)):
        return f"{value:,.0f}"
    return _minus(f"{value:.{digits}f}")


def count(value: float) -> str:
    """A whole number with separators."""
    return NOTHING if not math.isfinite(value) else f"{value:,.0f}"


def p_value(value: float) -> str:
    """A p value as `p = 0.03` or `p < 0.001`."""
    if not math.isfinite(value):
        return "p not known"
    return "p < 0.001" if value < 0.001 else f"p = {value:.3f}" if value < 0.1 else f"p = {value:.2f}"


def _sign(value: float, digits: int) -> str:
    return _minus(f"{value:+.{digits}f}")


def _minus(text: str) -> str:
    """A true minus sign, and none before zero."""
    if text.startswith(("-", "+")) and float(text) == 0:
        return text[1:]
    return text.replace("-", MINUS)


def value(amount: float, unit: str) -> str:
    """A value in its unit: "share", "points", "p", or anything else as a number with the unit."""
    if unit == "share":
        return percent(amount)
    if unit == "points":
        return points(amount)
    if unit == "p":
        return NOTHING if not math.isfinite(amount) else p_value(amount).removeprefix("p ").removeprefix("= ")
    return number(amount)


def span(low: float, high: float, unit: str) -> str:
    """An interval in square brackets, without the unit."""
    if not (math.isfinite(low) and math.isfinite(high)):
        return ""
    if unit == "share":
        return f"[{100 * low:.1f}, {100 * high:.1f}]"
    if unit == "points":
        return f"[{_sign(100 * low, 2)}, {_sign(100 * high, 2)}]"
    return f"[{number(low)}, {number(high)}]"


def estimate(row: Row, name: str, unit: str) -> str:
    """A value with its interval, such as `25.3% [24.9, 25.7]`."""
    interval = span(row[f"{name}_low"], row[f"{name}_high"], unit)
    word = "" if unit in ("share", "points", "p", "number") else f" {unit}"
    return f"{value(row[name], unit)}{word} {interval}".rstrip()


def label(name: str) -> str:
    """A name of a column or thing as a reader sees it."""
    return name.rsplit(".", 1)[-1].removeprefix("vp_").replace("_", " ")


def thing(name: str) -> str:
    """A thing of the game by its name, as in a sentence."""
    return f"the {label(name).title()}"


def opening(words: str) -> str:
    """The same words with a capital at the start."""
    return words[:1].upper() + words[1:]


def listed(words: Sequence[str]) -> str:
    """Words as a list in a sentence."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def plural(amount: int, word: str) -> str:
    """A count with its noun."""
    return f"{amount:,} {word}{'' if amount == 1 else 's'}"


def sample(row: Row, noun: str = "seats") -> str:
    """The n beside a claim: what was counted, games and blocks."""
    counted = "" if noun == "games" else f"{row['n']:,} {noun}, "
    return f"n = {counted}{row['games']:,} games, {row['blocks']:,} blocks"
