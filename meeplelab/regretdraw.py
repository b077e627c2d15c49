"""Which decisions of played games `regret` judges: of each kind an equal number, drawn without replacement.

All decisions of a kind are as likely to be drawn, so each drawn one stands for as many as its kind has for one drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analyses.moments import Floats, Ints
from simcore.errors import MeepleError

DRAWING = 0x5E1EC7
"""Tells the stream by which decisions are drawn from others of the same seed."""


@dataclass(frozen=True)
class Course:
    """One game of the field: its choices, and the numbers and kinds of the decisions that ask about things."""

    deal: int
    rotation: int
    choices: Ints
    asks: Ints
    kinds: Ints


@dataclass(frozen=True)
class Drawn:
    """Decisions drawn from the games: which game, which of its decisions, its kind, and for how many it stands.

    asked[kinds] counts the decisions of each kind that ask about things.
    """

    game: Ints
    number: Ints
    kind: Ints
    weight: Floats
    asked: Ints


def draw(courses: Sequence[Course], positions: int, kinds: int, seed: int) -> Drawn:
    """Draw decisions that ask about things: of each kind as many as of the others, or all it has.

    Raises MeepleError if there are none.
    """
    game = np.repeat(np.arange(len(courses)), [len(course.asks) for course in courses])
    number = np.concatenate([course.asks for course in courses])
    kind = np.concatenate([course.kinds for course in courses])
    asked = np.bincount(kind, minlength=kinds)
    if not len(kind):
        raise MeepleError("regret: in these games no decision offers one of these things beside something else")
    rng = np.random.default_rng([seed, DRAWING])
    taken, weight = [], []
    for code, count in enumerate(shares_of(asked, positions)):
        if count:
            taken.append(rng.choice(np.flatnonzero(kind == code), count, replace=False))
            weight.append(np.full(count, asked[code] / count))
    rows = np.concatenate(taken)
    order = np.argsort(rows)
    rows = rows[order]
    return Drawn(game[rows], number[rows], kind[rows], np.concatenate(weight)[order], asked)


def shares_of(asked: Ints, positions: int) -> list[int]:
    """How many of each kind are drawn: equal numbers, but none more than it has."""
    shares = [0] * len(asked)
    left = positions
    wanting = [int(code) for code in np.argsort(asked, kind="stable") if asked[code]]
    # the rare first: what they do not take is there for the others
    for place, code in enumerate(wanting):
        shares[code] = min(int(asked[code]), left // (len(wanting) - place))
        left -= shares[code]
    return shares
