"""Words that mean the same wherever a person reads them."""

from __future__ import annotations


def seat_name(seat: int) -> str:
    """A seat as people count: records, rows and strategies know the first one as 0, every text calls it "seat 1"."""
    return f"seat {int(seat) + 1}"


def plural(amount: int, word: str) -> str:
    """A count with its noun."""
    return f"{amount:,} {word}{'' if amount == 1 else 's'}"


def at_table(players: int) -> str:
    """How many sit at a table."""
    return "alone" if players == 1 else f"{players} players"
