"""Strategy greedy-value: the most points at once."""

from strategies.contract import strategy
from strategies.watchmen._decide import NO_KINDS, decide
from strategies.watchmen._taste import taste


@strategy(
    "watchmen",
    idea="Hires what brings the most points at once, every turn it can, and pays as little as it can.",
    weights=taste(),
)
def greedy_value(rules, public, private, options, count, weights, stream):
    """Every decision by its worth now: prices, Warriors, doubles and half of any majority swing."""
    return decide(rules, public, private, options, count, NO_KINDS, weights)
