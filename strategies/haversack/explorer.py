"""Strategy explorer: reach."""

from strategies.contract import strategy
from strategies.haversack._decide import decide
from strategies.haversack._taste import taste


@strategy(
    "haversack",
    name="explorer",
    idea="Pushes out towards what nobody reaches yet and pitches many Tents there with Guides.",
    weights=taste(near=0.5, guide=4.0, warrior=2.0, hunt=0.7),
)
def explorer(rules, public, private, options, count, weights, stream):
    """Reach now, Glory with it."""
    return decide(rules, public, private, options, count, weights)
