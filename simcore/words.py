"""Words that mean the same wherever a person reads them."""

from __future__ import annotations


def seat_name(seat: int) -> str:
    """A seat as people count: records, rows and strategies know the first one as 0, every text calls it "seat 1"."""
    return f"seat {int(seat) + 1}"
