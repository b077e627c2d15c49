"""Amounts as people type them: differences of win share in percentage points, and chances."""

from __future__ import annotations

from math import isfinite

from simcore.errors import MeepleError
from simcore.fields import as_given

SIGNS = ("pp", "%")
MOST_HELD = 10_000_000
"""Games at most where the results of all are held at once; they take some gigabytes."""


def check_held(games: int, what: str) -> None:
    """Refuse more games than can be held at once, before room is made for them.

    Raises MeepleError.
    """
    if games > MOST_HELD:
        raise MeepleError(f"{what}: {games:,} games would be held at once; expected at most {MOST_HELD:,}")


def points(amount: str | float, what: str) -> float:
    """Percentage points as a share: "0.5pp", "0.5%", "0.5" and 0.5 all are 0.005.

    Raises MeepleError for anything else, and for more than any two win shares can differ by.
    """
    word, given = str(amount).strip().lower(), as_given(str(amount))
    for sign in SIGNS:
        word = word.removesuffix(sign).strip()
    value = _number(word)
    if value is None:
        raise MeepleError(f"{what}: {given} is no number of percentage points; expected one such as 0.5pp or 0.5")
    if abs(value) >= 100:
        raise MeepleError(f"{what}: {given}; win shares differ by less than 100 pp")
    return value / 100


def positive_points(amount: str | float, what: str) -> float:
    """The same of what must be above 0.

    Raises MeepleError.
    """
    share = points(amount, what)
    if share <= 0:
        raise MeepleError(f"{what}: {as_given(str(amount))} is not above 0; expected percentage points such as 0.5pp")
    return share


def chance(value: float, what: str) -> float:
    """A chance of error.

    Raises MeepleError unless it lies between 0 and 0.5, both left out.
    """
    if not 0 < value < 0.5:
        raise MeepleError(f"{what}: {value:g} is no chance of error; expected more than 0 and less than 0.5")
    return value


def _number(word: str) -> float | None:
    try:
        value = float(word)
    except ValueError:
        return None
    return value if isfinite(value) else None
