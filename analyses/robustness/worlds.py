"""Worlds: for every value that is assumed, one of those it may have, by a Latin hypercube.

Each value is a factor with as many levels as there are values to choose from, level 0 the one in force. Of
W worlds each level of a factor of L has W/L, rounded up or down (McKay, Beckman & Conover 1979; the sampling
is SALib's, whose unit interval is cut into L equal parts).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.int64]


def latin(levels: Sequence[int], worlds: int, seed: int) -> Codes:
    """int64[worlds, factors]: a level of each factor in each world; levels says how many each has."""
    # late: the package takes half a second to import
    from SALib.sample import latin as hypercube

    size = len(levels)
    problem = {"num_vars": size, "names": [str(i) for i in range(size)], "bounds": [[0.0, 1.0]] * size}
    points = hypercube.sample(problem, worlds, seed=seed)
    codes = np.minimum(np.floor(points * np.asarray(levels)), np.asarray(levels) - 1)
    return np.asarray(codes, np.int64)


@dataclass(frozen=True)
class Factor:
    """One assumed value, or several that went together in all worlds.

    keys   of the values
    codes  int64[W], level in each world, counted from 0
    words  what each level is; the first is the one in force
    """

    keys: tuple[str, ...]
    codes: Codes
    words: tuple[str, ...]

    @property
    def name(self) -> str:
        """Its keys in a line."""
        return " with ".join(self.keys)


def factors(keys: Sequence[str], words: Sequence[Sequence[str]], codes: Codes) -> list[Factor]:
    """The factors of these worlds: those that split the worlds alike as one, those that never move left out."""
    found: dict[bytes, list[int]] = {}
    for place in range(len(keys)):
        column = codes[:, place]
        if (column != column[0]).any():
            # Numbered by first appearance, two columns are the same where they split the worlds alike.
            _, first, parts = np.unique(column, return_index=True, return_inverse=True)
            ranks = np.argsort(np.argsort(first))
            found.setdefault(ranks[parts].astype(np.int64).tobytes(), []).append(place)
    return [
        _factor([keys[i] for i in places], [words[i] for i in places], codes[:, places]) for places in found.values()
    ]


def _factor(keys: Sequence[str], words: Sequence[Sequence[str]], codes: Codes) -> Factor:
    """Values that split the worlds alike as one factor; levels no world has are left out."""
    present = np.unique(codes[:, 0])
    alike = [codes[codes[:, 0] == level][0] for level in present]
    named = tuple(" & ".join(str(own[level]) for own, level in zip(words, row)) for row in alike)
    return Factor(tuple(keys), np.searchsorted(present, codes[:, 0]).astype(np.int64), named)


def shown(value: Any, most: int = 24) -> str:
    """A value in a few characters."""
    if isinstance(value, list | tuple):
        words = ",".join(map(str, value))
    else:
        words = str(value).lower() if isinstance(value, bool) else str(value)
    return words if len(words) <= most else f"{words[: most - 3]}..."
