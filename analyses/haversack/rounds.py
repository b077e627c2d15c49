"""Round by round: Glory and where it comes from, plays, Gold spent."""

from __future__ import annotations

from analyses.points import Averages

SOURCES = ("glory_monsters", "glory_fairies", "glory_villages", "glory_cups")
EACH_ROUND = ("glory", *SOURCES, "plays", "gold_spent")


class Rounds(Averages, name="rounds", title="Round by round"):
    """Glory by source, plays and Gold spent in each round.

    Mean a seat in the round, 0 in a round that is not played. Glory is that of the round alone and buys both VP
    and Gold; the four sources add up to it.
    """

    rests_on = ("gains.", "track.", "card.")
    averages = EACH_ROUND
