"""Which rules were at work: games watched from outside, step by step.

A game declares a witness for every row of its rule table: a small function that looks at one
moment of a game (its start, one step, its end) and tells whether the rule shows there. The
kernel counts nothing for this and is no slower for it: games are replayed through the same four
functions as everywhere, and the records are read as plain Python.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from simcore.contract import GameSpec
from simcore.facts import Facts
from simcore.replay import Game
from simcore.ruleset import Ruleset
from simcore.workspace import Player

START, STEP, END = "start", "step", "end"
"""Moments a witness may look at."""
RULES = "rules"
"""The table of the rules file that holds the switches; a key without a dot is one of it."""


class Choice(NamedTuple):
    """An option as plain numbers; what they mean the game states."""

    kind: int
    a: int
    b: int
    c: int


@dataclass(frozen=True)
class Opening:
    """A game just set up, before its first decision."""

    ruleset: Ruleset
    rules: Any
    state: Any


@dataclass(frozen=True)
class Scene:
    """One step of a game: the state before, what could be chosen, what was, the state after.

    rules, before and after are `Facts`; after_decision is what is to be decided next, "" at the
    end of the game; past holds the earlier scenes of the game.
    """

    ruleset: Ruleset
    rules: Any
    seat: int
    decision: str
    before: Any
    options: Sequence[Choice]
    choice: Choice
    after: Any
    after_decision: str
    past: Sequence[Scene] = field(repr=False)

    def offers(self, kind: int) -> list[Choice]:
        """The options of a kind."""
        return [option for option in self.options if option.kind == kind]


@dataclass(frozen=True)
class Closing:
    """A game at its end: the last state and the results rows, one a seat."""

    opening: Opening
    ruleset: Ruleset
    rules: Any
    state: Any
    rows: Sequence[Any]

    def best(self, more: Sequence[int]) -> tuple[list[int], list[int]]:
        """Seats with the highest score, and those of them with the most of `more`, a number a seat."""
        top = max(row.score for row in self.rows)
        tied = [seat for seat, row in enumerate(self.rows) if row.score == top]
        most = max(more[seat] for seat in tied)
        return tied, [seat for seat in tied if more[seat] == most]

    def shares(self, seats: Sequence[int]) -> bool:
        """Whether these seats, several, share the win equally."""
        part = 1 / len(seats)
        return len(seats) > 1 and all(abs(self.rows[seat].win_share - part) < 1e-6 for seat in seats)


@dataclass(frozen=True)
class Witness:
    """How one rule is seen at work.

    rule is the id of its row; moment is START, STEP or END; a step is shown if its decision is
    among `decisions`. keys name the values of the rules that change what the rule does: it must be
    seen under each value that is played. sees takes an Opening, a Scene or a Closing.
    """

    rule: str
    section: str
    moment: str
    sees: Callable[[Any], bool]
    decisions: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """When the rule counts as at work, in words."""
        return " ".join((self.sees.__doc__ or "").split())


Sees = TypeVar("Sees", bound=Callable[[Any], bool])


class Book:
    """The witnesses of one section of a rule table, in the order of its rows."""

    def __init__(self, section: str) -> None:
        self.section = section
        self.witnesses: list[Witness] = []

    def start(self, rule: str, *, keys: Sequence[str] = ()) -> Callable[[Sees], Sees]:
        """Declare a witness of how games begin."""
        return self._declare(rule, START, (), keys)

    def step(self, rule: str, *decisions: str, keys: Sequence[str] = ()) -> Callable[[Sees], Sees]:
        """Declare a witness of the steps at these kinds of decision."""
        return self._declare(rule, STEP, decisions, keys)

    def end(self, rule: str, *, keys: Sequence[str] = ()) -> Callable[[Sees], Sees]:
        """Declare a witness of how games end."""
        return self._declare(rule, END, (), keys)

    def _declare(self, rule: str, moment: str, decisions: Sequence[str], keys: Sequence[str]) -> Callable[[Sees], Sees]:
        def keep(sees: Sees) -> Sees:
            self.witnesses.append(Witness(rule, self.section, moment, sees, tuple(decisions), tuple(keys)))
            return sees

        return keep


@dataclass(frozen=True)
class Configuration:
    """Games of the batch that share players, changed rules and strategies.

    changes holds rules values by key, as `--set` takes them. line_up has one strategy for all
    seats, or one a seat.
    """

    name: str
    players: int
    games: int
    changes: Mapping[str, str] = field(default_factory=dict)
    line_up: tuple[str, ...] = ("random",)


def plain_games(counts: Iterable[int], games: int) -> tuple[Configuration, ...]:
    """The game as it comes, at each of these numbers of players."""
    return tuple(Configuration(f"{count} player{'s' * (count > 1)}", count, games) for count in counts)


@dataclass(frozen=True)
class Coverage:
    """A game's witnesses, and the fixed batch of games in which every one of them is seen.

    Raises ValueError for two witnesses of one rule or two configurations of one name.
    """

    witnesses: tuple[Witness, ...]
    batch: tuple[Configuration, ...]
    seed: int

    def __post_init__(self) -> None:
        names = [*(witness.rule for witness in self.witnesses), *(each.name for each in self.batch)]
        twice = sorted(name for name, count in Counter(names).items() if count > 1)
        if twice:
            raise ValueError(f"declared twice: {', '.join(twice)}")

    @cached_property
    def at(self) -> Mapping[str, Sequence[Witness]]:
        """The witnesses to be shown a start, an end, and a step of each kind of decision."""
        found: dict[str, list[Witness]] = {START: [], END: []}
        for witness in self.witnesses:
            for place in witness.decisions if witness.moment == STEP else (witness.moment,):
                found.setdefault(place, []).append(witness)
        return found


class Sighting(NamedTuple):
    """How often a rule was at work in the games of one configuration, and in how many of them."""

    rule: str
    configuration: str
    fired: int
    games: int


def _state(game: Game) -> Facts:
    """The state as it is now; by its bytes, as numpy copies such a record field by field."""
    return Facts(np.frombuffer(game.space.states.tobytes(), game.spec.state_dtype)[0])


def watch(coverage: Coverage, game: Game) -> Counter[str]:
    """Play a fresh game to its end; how often each rule was at work in it, by id.

    Raises StrategyError where a strategy misbehaves.
    """
    fired: Counter[str] = Counter()

    def show(moment: Opening | Scene | Closing, place: str) -> None:
        fired.update(witness.rule for witness in coverage.at.get(place, ()) if witness.sees(moment))

    rules, after = Facts(game.rules), _state(game)
    opening = Opening(game.ruleset, rules, after)
    show(opening, START)
    past: list[Scene] = []
    while (seat := game.seat) >= 0:
        before, decision = after, game.decision
        options = [Choice(*option) for option in game.options().tolist()]
        choice = game.choose(len(options))
        game.apply(choice)
        after, then = _state(game), game.decision if game.seat >= 0 else ""
        scene = Scene(game.ruleset, rules, seat, decision, before, options, options[choice], after, then, past)
        show(scene, decision)
        past.append(scene)
    rows: npt.NDArray[np.void] = game.rows()
    show(Closing(opening, game.ruleset, rules, after, [Facts(row) for row in rows]), END)
    return fired


def observe(
    spec: GameSpec,
    coverage: Coverage,
    configuration: Configuration,
    ruleset: Ruleset,
    strategies: Sequence[Player],
    games: int,
    seed: int,
) -> list[Sighting]:
    """Play deals 0 to games - 1 of one configuration, the line-up turned by one seat each time.

    One Sighting a witness, in their order.
    """
    fired: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for deal in range(games):
        # the batch is of shipped strategies, which always answer
        game = Game(spec, ruleset, strategies, seed, deal, deal % configuration.players, patience=inf)
        found = watch(coverage, game)
        fired.update(found)
        seen.update(found.keys())
    name = configuration.name
    return [Sighting(w.rule, name, fired[w.rule], seen[w.rule]) for w in coverage.witnesses]


def value_of(ruleset: Ruleset, key: str) -> Any:
    """The value in force of a key of the rules file; one without a dot is a switch."""
    value: Any = ruleset.data
    for part in (key if "." in key else f"{RULES}.{key}").split("."):
        value = value[part]
    return value


def silent(coverage: Coverage, rulesets: Mapping[str, Ruleset], sightings: Iterable[Sighting]) -> list[str]:
    """What was never seen, in words: a rule, or a rule under one of the values it depends on.

    rulesets holds the rules of every configuration that was played, by its name.
    """
    where: dict[str, set[str]] = {}
    for sighting in sightings:
        if sighting.fired:
            where.setdefault(sighting.rule, set()).add(sighting.configuration)
    missing = []
    for witness in coverage.witnesses:
        seen = where.get(witness.rule, set())
        if not seen:
            missing.append(witness.rule)
            continue
        for key in witness.keys:
            played = {str(value_of(ruleset, key)) for ruleset in rulesets.values()}
            under = {str(value_of(rulesets[name], key)) for name in seen}
            missing += [f"{witness.rule} under {key} = {value}" for value in sorted(played - under)]
    return missing
