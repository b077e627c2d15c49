"""Strategy random: any legal choice, all equally likely."""

from simcore.stream import below
from strategies.contract import strategy


@strategy("haversack", idea="Goes anywhere and buys anything: the floor.", stochastic=True)
def random(rules, public, private, options, count, weights, stream):
    """Every option is equally likely."""
    return below(stream, count)
