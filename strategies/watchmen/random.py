"""Strategy random: any legal choice, all equally likely."""

from simcore.stream import below
from strategies.contract import strategy


@strategy(
    "watchmen",
    idea="Chooses among the legal options by chance: the floor every idea should beat.",
    stochastic=True,
)
def random(rules, public, private, options, count, weights, stream):
    """Every option is equally likely."""
    return below(stream, count)
