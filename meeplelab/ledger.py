"""The randomised ledger: what each thing of a game is worth, as seen, as dealt, and as forced against banned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from meeplelab import treatments
from meeplelab.listener import SILENT, Listener
from meeplelab.match import Match

if TYPE_CHECKING:
    from analyses.estimate import Estimate


def forced_effects(
    match: Match,
    places: Sequence[int],
    deals: int,
    *,
    jobs: int = 1,
    how: str = "once",
    listener: Listener = SILENT,
) -> tuple[Estimate, Estimate]:
    """Effect on win share and on score (VP) of being made to take each thing against being kept from it.

    places are places in the game's things, none of them shared; `deals` deals are played, from the first of
    the match on, once without treatment and then twice for each thing that comes within somebody's reach: the
    effect is that on a seat that gets the chance, one of them a deal drawn at random. Both Estimates have one
    entry a place, NaN with n = 0 for what nobody could take; n counts deals.

    how is "once" (the first time it can) or "always" (every time it can).
    """
    from analyses.ledger.linear import mean

    table = treatments.ordinary(match, treatments.deals_of(match, deals), jobs, listener)
    found = treatments.arms(match, table, places, how, jobs, listener)
    method = "paired t over deals"
    return mean(found.win).estimate(method, least=-1.0, most=1.0), mean(found.score).estimate(method)
