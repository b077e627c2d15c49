"""Strategy greedy-glory: the most Glory at once."""

from strategies.haversack._decide import by_taste
from strategies.haversack._taste import taste

greedy_glory = by_taste(
    __name__,
    "Takes what brings the most Glory at once, else steps towards it; recruits two Warriors to a Thief.",
    taste(),
)
