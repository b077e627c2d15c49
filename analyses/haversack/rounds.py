"""Round by round: Glory and where it comes from, plays, Gold spent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from analyses.points import Averages

SOURCES = ("glory_monsters", "glory_fairies", "glory_villages", "glory_cups")
EACH_ROUND = ("glory", *SOURCES, "plays", "gold_spent")


@dataclass(frozen=True)
class Rounds(Averages):
    """Glory by source, plays and Gold spent in each round."""

    name: ClassVar[str] = "rounds"
    title: ClassVar[str] = "Round by round"
    about: ClassVar[str] = (
        "Mean a seat in the round, 0 in a round that is not played. Glory is that of the round alone and buys both VP "
        "and Gold; the four sources add up to it."
    )
    rests_on: ClassVar[tuple[str, ...]] = ("gains.", "track.", "card.")
    averages: ClassVar[tuple[str, ...]] = EACH_ROUND
