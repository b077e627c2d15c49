"""Strategy greedy-glory: the most Glory at once."""

from strategies.contract import strategy
from strategies.haversack._decide import decide
from strategies.haversack._taste import taste


@strategy(
    "haversack",
    name="greedy-glory",
    idea="Takes what brings the most Glory at once, else steps towards it; recruits two Warriors to a Thief.",
    weights=taste(),
)
def greedy_glory(rules, public, private, options, count, weights, stream):
    """Every decision by the Glory it brings now."""
    return decide(rules, public, private, options, count, weights)
