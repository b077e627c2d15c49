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
    Guardians, Recruits, Copies, Compositions, ChestItems, Takings, Rounds, Supply,
)  # fmt: skip


def analyses(facts: Facts) -> tuple[Analysis, ...]:
    """Those that apply to one run: faces only where chance draws them, places only where the board is known."""
    questions = [*QUESTIONS]
    if drawn_faces(facts):
        questions.append(Faces)
    if board_of(facts):
        questions.append(Places)
    return tuple(question(facts) for question in questions)
