"""Strategy explorer: reach."""

from strategies.haversack._decide import by_taste
from strategies.haversack._taste import taste

explorer = by_taste(
    __name__,
    "Pushes out towards what nobody reaches yet and pitches many Tents there with Guides.",
    taste(near=0.5, guide=4.0, warrior=2.0, hunt=0.7),
)
