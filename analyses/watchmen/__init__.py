"""Questions of Watchmen of Destiny alone."""

from __future__ import annotations

from analyses.base import Analysis
from analyses.runs import Facts
from analyses.watchmen.castes import CasteCounts, Castes, Ninjas
from analyses.watchmen.items import ItemRounds, Items, ItemTaste
from analyses.watchmen.races import RaceCounts, Races
from analyses.watchmen.table import Deck, Enders

QUESTIONS: tuple[type[Analysis], ...] = (
    Items, ItemRounds, ItemTaste, Races, RaceCounts, Castes, CasteCounts, Ninjas, Deck, Enders,
)  # fmt: skip


def analyses(facts: Facts) -> tuple[Analysis, ...]:
    """All of them, for one run."""
    return tuple(question(facts) for question in QUESTIONS)
