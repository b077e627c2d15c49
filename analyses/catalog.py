"""Which questions are put to a run: those of every game, then the game's own."""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import replace

from analyses.base import Analysis
from analyses.compare import Comparison
from analyses.lead import Growth, LeadChanges, Leader, score_track
from analyses.length import Decisions, Endings, Lengths, Sizes
from analyses.points import Doings, Points
from analyses.runs import Facts
from analyses.seats import Seats
from analyses.strategies import Matchups, Strategies
from analyses.verdict import MARGIN, Method

COMMON: tuple[type[Analysis], ...] = (Seats, Strategies, Points, Doings, Sizes, Lengths, Decisions, Endings)
BETWEEN_STRATEGIES: tuple[type[Analysis], ...] = (Comparison, Matchups)
ALONG_THE_TRACK: tuple[type[Analysis], ...] = (Leader, Growth)


def analyses_for(facts: Facts, margin: float = MARGIN, adjusted: Method = "bh") -> tuple[Analysis, ...]:
    """Every analysis that applies to a run of this game and line-up; its verdicts are about this margin (a share)."""
    questions = [*COMMON]
    if not facts.mirror:
        questions += BETWEEN_STRATEGIES
    if score_track(facts):
        questions += ALONG_THE_TRACK if facts.players > 1 else (Growth,)
    if facts.has("lead_changes"):
        questions.append(LeadChanges)
    every = (*(question(facts) for question in questions), *_own(facts))
    return tuple(replace(question, margin=margin, adjusted=adjusted) for question in every)


def _own(facts: Facts) -> tuple[Analysis, ...]:
    """The analyses in the folder named after the game, if there is one."""
    folder = f"{__package__}.{facts.game}"
    if importlib.util.find_spec(folder) is None:
        return ()
    own: tuple[Analysis, ...] = importlib.import_module(folder).analyses(facts)
    return own
