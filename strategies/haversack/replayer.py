"""Strategy replayer: Priestesses that let the best play twice."""

from strategies.haversack._decide import by_taste
from strategies.haversack._taste import taste

replayer = by_taste(
    __name__,
    "Saves for Priestesses and plays its Warriors and Thieves again and again.",
    taste(priestess=4.0, warrior=2.0, thief=1.0, wait=0.6, replay=2.0, hunt=0.8, chest=0.8),
)
