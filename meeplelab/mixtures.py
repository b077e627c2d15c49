"""Fields of players: mixtures of strategies, and who sits where when every seat is drawn from one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from meeplelab import match as matches
from meeplelab.designs import Ints, drawn
from meeplelab.match import Match
from simcore.errors import MeepleError
from simcore.schedule import Schedule
from strategies import catalog
from strategies.contract import Strategy

SITTING = 3000
"""First channel of the draws of who sits where."""
WORDS = "uniform", "nash", "each"


@dataclass(frozen=True)
class Field:
    """A mixture: strategies and the probabilities with which a seat is played by each."""

    name: str
    parts: Mapping[str, float]

    @property
    def pure(self) -> bool:
        """Whether one strategy plays all seats."""
        return sum(part > 0 for part in self.parts.values()) == 1


def fields_of(words: Sequence[str], names: Sequence[str], finding: Path | None, game: str) -> list[Field]:
    """Fields by their words over these strategies: uniform, nash (from a finding of `field`), each.

    Raises MeepleError for other words, and for nash without a finding that holds it.
    """
    made: list[Field] = []
    for word in words:
        if word == "uniform":
            made.append(Field("uniform", {name: 1 / len(names) for name in names}))
        elif word == "each":
            made += [Field(name, {name: 1.0}) for name in names]
        elif word == "nash":
            made.append(_nash(finding, game))
        else:
            raise MeepleError(f"fields: {word!r} is none; expected some of: {', '.join(WORDS)}")
    return list({field.name: field for field in made}.values())


def _nash(path: Path | None, game: str) -> Field:
    from analyses.field.mixtures import NASH, mixtures
    from analyses.finding import Finding

    if path is None:
        raise MeepleError("fields: nash needs --field-finding FILE, a finding of `meeplelab field GAME --out FILE`")
    found = Finding.read(path)
    if found.evidence.game != game:
        raise MeepleError(f"{path}: about {found.evidence.game}; expected a finding about {game}")
    parts = {name: part for name, part in mixtures(found)[NASH].items() if part > 0}
    for name in parts:
        if not catalog.comes_with(game, name):
            raise MeepleError(f"{path}: {name!r} is no strategy that comes with {game}; play `meeplelab field` again")
    return Field(NASH, parts)


def sittings(field: Field, seed: int, deals: Ints, players: int) -> dict[tuple[str, ...], Ints]:
    """The deals of each line-up, every seat drawn by itself from the field, keyed by deal and seat."""
    names = list(field.parts)
    edges = np.cumsum([field.parts[name] for name in names])
    edges /= edges[-1]
    units = np.stack([drawn(seed, deals, SITTING + seat) for seat in range(players)], axis=1) / 2.0**64
    who = np.minimum(np.searchsorted(edges, units, side="right"), len(names) - 1)
    line_ups, group = np.unique(who, axis=0, return_inverse=True)
    return {tuple(names[i] for i in line_up): deals[group.ravel() == number] for number, line_up in enumerate(line_ups)}


def loaded(match: Match, names: Sequence[str]) -> dict[str, Strategy]:
    """Strategies by name, compiled.

    Raises MeepleError for an unknown one.
    """
    unique = list(dict.fromkeys(names))
    for name in unique:
        catalog.check(match.spec.name, name, match.schedule.players)
    return dict(zip(unique, matches.load(match.spec, unique, match.schedule.players, None)))


def seated(match: Match, line_up: Sequence[str], strategies: Mapping[str, Strategy]) -> Match:
    """The match with another line-up."""
    chosen = tuple(strategies[name] for name in line_up)
    known = match.schedule
    return replace(
        match, strategies=chosen, schedule=Schedule(known.seed, tuple(line_up), known.asked, known.first_deal)
    )
