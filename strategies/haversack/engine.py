"""Strategy engine: many cheap Guardians."""

from strategies.contract import strategy
from strategies.haversack._decide import decide
from strategies.haversack._taste import taste


@strategy(
    "haversack",
    name="engine",
    idea="Buys as many tokens as Gold allows, the cheapest first, and takes points in VP as they come.",
    weights=taste(hunt=0.8, chest=0.8, guide=3.0, warrior=2.5, thief=2.0, huntress=0.0, druid=0.0),
)
def engine(rules, public, private, options, count, weights, stream):
    """A big bag of cheap Guardians."""
    return decide(rules, public, private, options, count, weights)
