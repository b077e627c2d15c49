"""Strategy monster-hunter: the Hunting Board before all else."""

from strategies.contract import strategy
from strategies.haversack._decide import decide
from strategies.haversack._taste import taste


@strategy(
    "haversack",
    name="monster-hunter",
    idea="Eliminates monsters for the Hunting Board; recruits Warriors and Huntresses.",
    weights=taste(
        hunt=1.5, village=0.5, fairy=0.5, chest=0.2, warrior=4.0, thief=0.0, huntress=1.5, druid=0.0, guide=0.3
    ),
)
def monster_hunter(rules, public, private, options, count, weights, stream):
    """Monsters at the price of everything else."""
    return decide(rules, public, private, options, count, weights)
