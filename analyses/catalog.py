"""Which questions are put to a run: those of every game, then the game's own."""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import replace
from types import ModuleType

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
    folder = folder_of(__package__, facts.game, "analyses")
    own: tuple[Analysis, ...] = folder.analyses(facts) if folder else ()
    return own


def folder_of(package: str, game: str, *offers: str) -> ModuleType | None:
    """The module of a package that is named after a game and offers these functions, if there is one.

    The name may come from a file, so nothing but a plain word is looked for.
    """
    name = f"{package}.{game}"
    if not game.isidentifier() or importlib.util.find_spec(name) is None:
        return None
    module = importlib.import_module(name)
    return module if all(hasattr(module, each) for each in offers) else None
