"""Strategy first-legal: the first thing on offer."""

from simcore.games.watchmen.state import D_PAY, K_PASS
from strategies.contract import strategy


@strategy(
    "watchmen",
    idea="Takes the first thing on offer and declines only what is already paid: play without a thought.",
)
def first_legal(rules, public, private, options, count, weights, stream):
    """The first option that is not to decline; a payment stops as soon as it is enough."""
    if options[0].kind == K_PASS and public.decision != D_PAY:
        return 1
    return 0
