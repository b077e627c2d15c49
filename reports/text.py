"""Numbers in words: one way to write a share, an interval, a count, wherever it is shown."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from analyses.runs import Facts
from reports.words import WORDS
from simcore.words import plural

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


def rough_percent(value: float) -> str:
    """A share in percent of which two digits mean something."""
    return NOTHING if not math.isfinite(value) else f"{100 * value:.2g}%"


def rough_count(value: float) -> str:
    """A whole number of which two digits mean something, such as 37,000 or 5.3 million."""
    if not math.isfinite(value):
        return NOTHING
    return f"{float(f'{value / 1e6:.2g}'):,g} million" if value >= 999_500 else f"{float(f'{value:.2g}'):,.0f}"


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


def again(words: Sequence[str]) -> str:
    """A recorded command as one that can be typed now, into a folder beside the one it has filled."""
    kept: list[str] = []
    for word in words:
        if (kept and kept[-1] == "--out") or word.startswith("--out="):
            kept.append(f"{word.rstrip('/')}-again")
        elif word != "--resume":
            kept.append(word)
    return shlex.join(kept)


def signed(text: str) -> str:
    """A sentence with true minus signs before its numbers, for a page."""
    return re.sub(r"(?<![^\s(\[])-(?=\d)", MINUS, text)


WORDLESS = ("share", "points", "p", "number", "count")
"""Units that are not written behind a value."""


def written(amount: float, low: float, high: float, unit: str) -> tuple[str, str]:
    """A value and its interval, "" if it has none or no width, with as many digits as the interval carries.

    unit is "share" (in percent), "points" (percentage points, with sign) or anything else.
    """
    scale, least, most = {"share": (100, 1, 2), "points": (100, 2, 3)}.get(unit, (1, 1, 3))
    known = math.isfinite(low) and math.isfinite(high)
    if known and low == high:
        return _exact(amount, unit), ""
    digits = _digits(scale * (high - low), least, most) if known and high > low else 2
    show = {"share": percent, "points": points}.get(unit, number)
    ends = [show(end, digits).removesuffix("%").removesuffix(" pp") for end in (low, high)]
    return show(amount, digits), f"[{ends[0]}, {ends[1]}]" if known else ""


def _exact(amount: float, unit: str) -> str:
    """A value the design fixes: it has no interval, and no more digits than it needs."""
    amount = 100 * amount if unit in ("share", "points") else amount
    sign = "+" if unit == "points" and amount > 0 else ""
    return f"{sign}{amount:,.6g}".replace("-", MINUS) + {"share": "%", "points": " pp"}.get(unit, "")


def _digits(width: float, least: int, most: int) -> int:
    """Decimals that show two figures of an interval's width."""
    return min(max(math.ceil(1 - math.log10(width)), least), most)


def estimate(row: Row, name: str, unit: str) -> str:
    """A value with its interval, such as `25.3% [24.9, 25.7]`."""
    amount, interval = written(row[name], row[f"{name}_low"], row[f"{name}_high"], unit)
    word = "" if unit in WORDLESS else f" {unit}"
    return f"{amount}{word} {interval}".rstrip()


def label(name: str) -> str:
    """A name of a column or thing as a reader sees it."""
    word = name.rsplit(".", 1)[-1]
    return WORDS.get(word) or word.removeprefix("vp_").replace("_", " ")


def filename(name: str) -> str:
    """A name read somewhere as one of a file or an anchor: letters, digits, - and _ only, so that it leads nowhere."""
    return re.sub(r"[^A-Za-z0-9_-]+", "-", name)


def called(facts: Facts, code: str) -> str:
    """A name as a reader sees it; an item has the one its rules give it."""
    named = facts.value(f"item.{code.rsplit('.', 1)[-1]}.name")
    return label(code) if named is None else str(named).strip("()")


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


def changes(overrides: Mapping[str, Any]) -> str:
    """Changed rule values in short: keys of one group and value as one, such as `6 of face.* = random`."""
    groups: dict[tuple[str, str], list[str]] = {}
    for key, value in overrides.items():
        groups.setdefault((key.split(".", 1)[0], _typed(value)), []).append(key)
    return ", ".join(
        f"{keys[0] if len(keys) == 1 else f'{len(keys)} of {group}.*'} = {value}"
        for (group, value), keys in groups.items()
    )


def _typed(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def sample(row: Row, noun: str = "seats") -> str:
    """The n beside a claim: what was counted, games and blocks."""
    counted = "" if noun == "games" else f"{row['n']:,} {noun}, "
    return f"n = {counted}{plural(row['games'], 'game')}, {plural(row['blocks'], 'block')}"
