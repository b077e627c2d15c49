"""Changes under other rules in words."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from reports.text import NOTHING, WORDLESS, Row, rough_percent, written


def values_in_words(changed: Mapping[str, Any], most: int = 4) -> str:
    """Changed rule values, such as `item.spook.draw 1 -> 2`; of many, the first and how many more."""
    told = [f"{key} {_value(before)} -> {_value(after)}" for key, (before, after) in changed.items()]
    more = len(told) - most
    return ", ".join(told[:most]) + (f" and {more} more" if more > 0 else "")


def _value(value: Any) -> str:
    """A value in short."""
    if value is None:
        return "none"
    if isinstance(value, list):
        return ",".join(map(str, value)) or "nothing"
    line = str(value).lower() if isinstance(value, bool) else str(value)
    return line if len(line) <= 40 and "\n" not in line else "..."


def level(row: Row, side: str) -> str:
    """A metric under one set of rules, without its interval."""
    unit = row["unit"]
    return _with_unit(written(row[side], row[f"{side}_low"], row[f"{side}_high"], unit)[0], unit)


def moved(row: Row) -> tuple[str, str]:
    """A change with its sign, and its interval; "" where no game differs."""
    unit = "points" if row["unit"] == "share" else row["unit"]
    low, high = (math.nan if row[end] is None else row[end] for end in ("change_low", "change_high"))
    amount, interval = written(row["change"], low, high, unit)
    if row["change"] > 0 and not amount.startswith("+") and float(amount.split()[0].replace(",", "")):
        amount = f"+{amount}"
    return _with_unit(amount, unit), interval.strip("[]").replace(", ", " to ")


def _with_unit(amount: str, unit: str) -> str:
    return amount if unit in WORDLESS else f"{amount} {unit}"


def times(effect: float) -> str:
    """How many times fewer games: two digits that mean something."""
    if math.isnan(effect):
        return NOTHING
    if math.isinf(effect) or effect >= 1000:
        return "over 1000"
    return f"{effect:.0f}" if effect >= 10 else f"{effect:.1f}"


def apart(share: float) -> str:
    """A share of games that differ."""
    return "none" if share == 0 else "all" if share == 1 else rough_percent(share)


def p_short(p: float) -> str:
    """A p value for a column of them."""
    if math.isnan(p):
        return NOTHING
    return "<0.001" if p < 0.001 else f"{p:.3f}" if p < 0.1 else f"{p:.2f}"
