"""Strategy monster-hunter: the Hunting Board before all else."""

from strategies.haversack._decide import by_taste
from strategies.haversack._taste import taste

monster_hunter = by_taste(
    __name__,
    "Eliminates monsters for the Hunting Board; recruits Warriors and Huntresses.",
    taste(hunt=1.5, village=0.5, fairy=0.5, chest=0.2, warrior=4.0, thief=0.0, huntress=1.5, druid=0.0, guide=0.3),
)
