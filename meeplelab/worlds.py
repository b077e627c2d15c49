"""Plausible worlds of a game: rules in which every assumed value is one of those worth trying."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from meeplelab.match import ruleset_of
from simcore.errors import MeepleError
from simcore.workspace import rules_record

if TYPE_CHECKING:
    from analyses.robustness.worlds import Codes
    from simcore.contract import GameSpec
    from simcore.ruleset import Ruleset, SourcedValue

MOST = 10_000
"""Worlds at most; the rules of all are loaded before the first is played."""


@dataclass(frozen=True)
class Worlds:
    """Rules of W worlds and how they came about.

    factors   the values that vary
    codes     int64[W, factors]: 0 the value in force, i the i-th that is worth trying
    rulesets  one a world
    dropped   changes left out because they clashed with others; mended the worlds in which that was so
    """

    factors: tuple[SourcedValue, ...]
    codes: Codes
    rulesets: tuple[Ruleset, ...]
    dropped: int
    mended: int


def varying(ruleset: Ruleset) -> tuple[SourcedValue, ...]:
    """The assumed values with others worth trying; what `--set` gave is decided and stays.

    Raises MeepleError if there are none.
    """
    found = tuple(each for each in ruleset.assumed() if each.worth_trying and each.key not in ruleset.overrides)
    if not found:
        raise MeepleError(
            f"rules: in {ruleset.name!r} no assumed value has others worth trying, so there are no other worlds; "
            f"`meeplelab rules sources {ruleset.game}` lists them"
        )
    return found


class _Loader:
    """Loads the rules of worlds."""

    def __init__(
        self, spec: GameSpec, file: str | Path | None, changes: Mapping[str, object], players: int,
        factors: Sequence[SourcedValue],
    ) -> None:  # fmt: skip
        self._spec, self._file, self._changes, self._players = spec, file, changes, players
        self._values = [(each.key, (each.value, *each.worth_trying)) for each in factors]

    def load(self, codes: Mapping[int, int]) -> Ruleset | None:
        """Rules with these factors at these levels, None if they clash."""
        picked = {self._values[i][0]: self._values[i][1][level] for i, level in codes.items()}
        try:
            ruleset = ruleset_of(self._spec, self._file, {**self._changes, **picked})
            rules_record(self._spec, ruleset, self._players)
        except MeepleError:
            return None
        return ruleset

    def mend(self, codes: dict[int, int], order: Sequence[int]) -> tuple[Ruleset, dict[int, int]]:
        """Rules without the changes that clash, and the changes kept.

        The change at fault is the first, in this order, with which those before it no longer load.
        """
        kept = {i: codes[i] for i in order if codes[i]}
        while (ruleset := self.load(kept)) is None:
            places = list(kept)
            low, high = 0, len(places)  # the first `low` changes load, the first `high` do not
            while high - low > 1:
                middle = (low + high) // 2
                fits = self.load({i: kept[i] for i in places[:middle]}) is not None
                low, high = (middle, high) if fits else (low, middle)
            del kept[places[high - 1]]
        return ruleset, kept


def drawn_worlds(
    spec: GameSpec, ruleset: Ruleset, file: str | Path | None, changes: Mapping[str, object] | None, players: int,
    count: int, seed: int,
) -> Worlds:  # fmt: skip
    """Draw worlds round the rules in force, which are those of the file with the changes.

    Raises MeepleError if nothing varies, and for too many worlds.
    """
    from analyses.robustness.worlds import latin

    if count > MOST:
        raise MeepleError(f"worlds: {count} are too many to load; expected at most {MOST:,}")
    factors = varying(ruleset)
    codes = latin([1 + len(each.worth_trying) for each in factors], count, seed)
    rng = np.random.default_rng([seed, count])
    loader = _Loader(spec, file, changes or {}, players, factors)
    rulesets, dropped, mended = [], 0, 0
    for row in codes:
        wanted: dict[int, Any] = {i: int(level) for i, level in enumerate(row)}
        loaded, kept = loader.mend(wanted, rng.permutation(len(factors)).tolist())
        lost = [i for i, level in wanted.items() if level and i not in kept]
        row[lost] = 0
        dropped += len(lost)
        mended += bool(lost)
        rulesets.append(loaded)
    return Worlds(factors, codes, tuple(rulesets), dropped, mended)
