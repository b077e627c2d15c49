"""Strategy all-rounder: every source of points at its price in VP."""

from strategies.haversack._decide import by_taste
from strategies.haversack._taste import taste

all_rounder = by_taste(
    __name__,
    "Counts Glory, Hunting Board and Chests at what they bring in VP, and recruits a mix.",
    taste(glory=0.8, hunt=1.0, chest=1.0, near=0.15, warrior=2.5, thief=1.5, guide=1.0, druid=0.8, huntress=0.5),
)
