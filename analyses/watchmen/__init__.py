"""Questions of Watchmen of Destiny alone."""

from __future__ import annotations

from analyses.base import Analysis
from analyses.runs import Facts
from analyses.watchmen.castes import CasteCounts, Castes, Ninjas
from analyses.watchmen.items import ItemRounds, Items, ItemTaste
from analyses.watchmen.mercenaries import Mercenaries, MercenaryTaste, in_play
from analyses.watchmen.races import RaceCounts, Races
from analyses.watchmen.table import Deck, Enders

QUESTIONS: tuple[type[Analysis], ...] = (
    Items, ItemRounds, ItemTaste, Races, RaceCounts, Castes, CasteCounts, Ninjas, Deck, Enders,
)  # fmt: skip
OF_THE_EXPANSION: tuple[type[Analysis], ...] = (Mercenaries, MercenaryTaste)


def analyses(facts: Facts) -> tuple[Analysis, ...]:
    """All of them that make sense for one run."""
    questions = (*QUESTIONS, *OF_THE_EXPANSION) if in_play(facts) else QUESTIONS
    return tuple(question(facts) for question in questions)
