"""Strategy engine: many cheap Guardians."""

from strategies.haversack._decide import by_taste
from strategies.haversack._taste import taste

engine = by_taste(
    __name__,
    "Buys as many tokens as Gold allows, the cheapest first, and takes points in VP as they come.",
    taste(hunt=0.8, chest=0.8, guide=3.0, warrior=2.5, thief=2.0, huntress=0.0, druid=0.0),
)
