"""Strategy village-builder: Villages early, for they pay every round."""

from strategies.haversack._decide import by_taste
from strategies.haversack._taste import taste

village_builder = by_taste(
    __name__,
    "Repairs Villages as early as it can, with Druids and Guides to get there, then hunts.",
    taste(village=2.5, druid=2.0, guide=2.0, warrior=1.5, hunt=0.5),
)
