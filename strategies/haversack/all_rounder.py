"""Strategy all-rounder: every source of points at its price in VP."""

from strategies.contract import strategy
from strategies.haversack._decide import decide
from strategies.haversack._taste import taste


@strategy(
    "haversack",
    name="all-rounder",
    idea="Counts Glory, Hunting Board and Chests at what they bring in VP, and recruits a mix.",
    weights=taste(
        glory=0.8, hunt=1.0, chest=1.0, near=0.15, warrior=2.5, thief=1.5, guide=1.0, druid=0.8, huntress=0.5
    ),
)
def all_rounder(rules, public, private, options, count, weights, stream):
    """Everything at its price."""
    return decide(rules, public, private, options, count, weights)
