"""Watchmen of Destiny declares itself."""

from simcore.contract import game_in
from simcore.games.watchmen.state import DECISIONS

RULEBOOK = "Watchmen of Destiny Rulebook"
MAX_OPTIONS = 4096  # the Cloak by hand cards: up to 97 cards against 40 tents

SPEC = game_in(
    __package__,
    "Watchmen of Destiny",
    RULEBOOK,
    DECISIONS,
    version=2,
    players=(2, 5),
    max_options=MAX_OPTIONS,
    variants={"mercenaries": {"rules.mercenaries": "true"}},
)
