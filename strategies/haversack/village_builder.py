"""Strategy village-builder: Villages early, for they pay every round."""

from strategies.contract import strategy
from strategies.haversack._decide import decide
from strategies.haversack._taste import taste


@strategy(
    "haversack",
    name="village-builder",
    idea="Repairs Villages as early as it can, with Druids and Guides to get there, then hunts.",
    weights=taste(village=2.5, druid=2.0, guide=2.0, warrior=1.5, hunt=0.5),
)
def village_builder(rules, public, private, options, count, weights, stream):
    """Villages first, then Glory."""
    return decide(rules, public, private, options, count, weights)
