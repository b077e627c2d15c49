"""Strategy chest-thief: all ten Chests."""

from strategies.contract import strategy
from strategies.haversack._decide import decide
from strategies.haversack._taste import taste


@strategy(
    "haversack",
    name="chest-thief",
    idea="Opens Chests wherever a Thief can, and recruits Thieves for it.",
    weights=taste(chest=3.0, thief=4.0, warrior=1.0, hunt=0.5),
)
def chest_thief(rules, public, private, options, count, weights, stream):
    """Chests first, then Glory."""
    return decide(rules, public, private, options, count, weights)
