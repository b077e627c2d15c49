"""Strategy replayer: Priestesses that let the best play twice."""

from strategies.contract import strategy
from strategies.haversack._decide import decide
from strategies.haversack._taste import taste


@strategy(
    "haversack",
    name="replayer",
    idea="Saves for Priestesses and plays its Warriors and Thieves again and again.",
    weights=taste(priestess=4.0, warrior=2.0, thief=1.0, wait=0.6, replay=2.0, hunt=0.8, chest=0.8),
)
def replayer(rules, public, private, options, count, weights, stream):
    """More plays from the same tokens."""
    return decide(rules, public, private, options, count, weights)
