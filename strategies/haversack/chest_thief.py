"""Strategy chest-thief: all ten Chests."""

from strategies.haversack._decide import by_taste
from strategies.haversack._taste import taste

chest_thief = by_taste(
    __name__,
    "Opens Chests wherever a Thief can, and recruits Thieves for it.",
    taste(chest=3.0, thief=4.0, warrior=1.0, hunt=0.5),
)
