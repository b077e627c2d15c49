"""Questions of The Guardians of Haversack alone."""

from __future__ import annotations

from analyses.base import Analysis
from analyses.haversack.faces import Faces, drawn_faces
from analyses.haversack.finds import ChestItems, Takings
from analyses.haversack.guardians import Compositions, Copies, Guardians, Recruits
from analyses.haversack.places import Places, board_of
from analyses.haversack.rounds import Rounds
from analyses.haversack.supply import Supply
from analyses.runs import Facts

QUESTIONS: tuple[type[Analysis], ...] = (
    Guardians, Recruits, Copies, Compositions, ChestItems, Takings, Rounds,
)  # fmt: skip


def analyses(facts: Facts) -> tuple[Analysis, ...]:
    """Those that apply to one run.

    The supply only where it is shared, faces where chance draws them, places where the board is known.
    """
    questions = [*QUESTIONS]
    if facts.players > 1:
        questions.append(Supply)
    if drawn_faces(facts):
        questions.append(Faces)
    if board_of(facts):
        questions.append(Places)
    return tuple(question(facts) for question in questions)
