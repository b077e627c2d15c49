"""Plays for `regret`: the games of a field, and decisions of theirs judged in imagined worlds.

The games are played once to learn what was chosen and which decisions ask about things. Those drawn are reached again
by their choices and judged, each in worlds of streams of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from joblib import Parallel, delayed

from analyses.moments import Floats, Ints
from analyses.regret.decision import Shortlist, Values, shortlist, values
from meeplelab.listener import Listener
from meeplelab.match import Match
from meeplelab.regretdraw import Course, Drawn
from simcore.contract import OPTION
from simcore.errors import MeepleError, StrategyError
from simcore.patience import PATIENCE, waiting
from simcore.plain import records
from simcore.replay import Game
from simcore.stream import key
from strategies import catalog
from strategies.contract import Strategy
from strategies.searching import making
from strategies.searching.thinking import BUDGET, MARGIN, OWN, TREE, WIN

FEWEST = 10
"""Worlds in which every option is played at least."""
JUDGING, LONGEST = 1 << 20, 1 << 20
"""First channel of the streams of worlds, beyond those of games; decisions a game may have."""
FORBEARANCE = 20.0
"""So many times the patience with a choice may a survey take whose roll-outs a user's strategy plays."""
T = TypeVar("T")


@dataclass(frozen=True)
class Thinker:
    """A search as a judge of decisions: its weights, and who plays its roll-outs."""

    strategy: Strategy
    policy: Strategy
    weights: Floats

    @classmethod
    def of(cls, game: str, name: str, players: int) -> Thinker:
        """By its name, such as `search:thrifty@budget=400`.

        Raises MeepleError for any other strategy, and for a tree search, which does not play all options alike.
        """
        head = catalog.head_of(name)
        if not catalog.is_search(head):
            raise MeepleError(f"search: {name!r} does not think ahead; expected search or search:NAME, with settings")
        strategy = catalog.load(game, name, players)
        weights = strategy.weight_values()
        if weights[TREE] > 0.5:
            raise MeepleError("search: a tree search does not play all options equally often; expected tree=0")
        return cls(strategy, catalog.load(game, catalog.policy_of(game, head)), weights)

    @property
    def budget(self) -> int:
        """Roll-outs a decision."""
        return int(self.weights[BUDGET])

    @property
    def of_win(self) -> float:
        """Worth of a won game."""
        return float(self.weights[WIN])

    @property
    def of_vp(self) -> float:
        """Worth of a VP."""
        return float(self.weights[MARGIN])


@dataclass(frozen=True)
class Judged:
    """A decision judged; options option[n], sets uint64[n], words one an option where asked for.

    found is of all options, gains being those over the advised one; measured of the shortlist's, in fresh worlds,
    gains being those over the best.
    """

    course: Course
    number: int
    seat: int
    entry: int
    kind: int
    weight: float
    sets: npt.NDArray[np.uint64]
    advised: int
    named: Shortlist
    found: Values
    measured: Values
    words: tuple[str, ...]


@dataclass(frozen=True)
class Field:
    """All that games and judgements share: the match, the judge, the places of the things that count."""

    match: Match
    thinker: Thinker
    places: tuple[int, ...]
    jobs: int
    listener: Listener

    @property
    def _counted(self) -> np.uint64:
        """The things that count, as a set."""
        return np.uint64(sum(1 << place for place in self.places))

    @property
    def surveyor(self) -> making.Surveyor:
        """The compiled survey."""
        return making.bind_survey(self.match.spec.name, self.thinker.policy)

    def courses(self, deals: int) -> list[Course]:
        """Play one game of each of so many deals, the line-up turned by one seat from deal to deal."""
        turns = self.match.schedule.rotations
        return list(self._spread(lambda deal: self._played(deal, deal % turns), range(deals)))

    def judged(self, courses: Sequence[Course], drawn: Drawn) -> Iterator[Judged]:
        """Judge the decisions drawn, in their order."""
        games = [(int(game), np.flatnonzero(drawn.game == game)) for game in np.unique(drawn.game)]
        for found in self._spread(lambda each: list(self._judge(courses[each[0]], drawn, each[1])), games):
            yield from found

    def _spread(self, work: Callable[[Any], T], tasks: Sequence[Any]) -> Iterator[T]:
        """Do pieces of work on threads; results in order, told of as they come."""
        results = Parallel(n_jobs=self.jobs, backend="threading", return_as="generator", batch_size=1)(
            delayed(work)(task) for task in tasks
        )
        for done, result in enumerate(results, 1):
            yield result
            self.listener.tell(done, len(tasks))

    def _game(self, deal: int, rotation: int) -> Game:
        match = self.match
        # Whoever is shipped answers, and to watch over each choice takes longer than to make it.
        patience = inf if all(strategy.trusted for strategy in match.strategies) else PATIENCE
        return Game(
            match.spec, match.ruleset, match.strategies, match.schedule.seed, deal, rotation, patience=patience
        )  # fmt: skip

    def _played(self, deal: int, rotation: int) -> Course:
        game = self._game(deal, rotation)
        choices: list[int] = []
        asks: list[tuple[int, int]] = []
        while game.seat >= 0:
            count = self._count(game)
            if count > 1 and self._asks(self._sets(game, count)):
                asks.append((len(choices), int(game.state["public"]["decision"])))
            choices.append(game.choose(count))
            game.apply(choices[-1])
        numbers, kinds = np.array(asks, np.int64).reshape(-1, 2).T
        return Course(deal, rotation, np.array(choices, np.int64), numbers, kinds)

    @staticmethod
    def _count(game: Game) -> int:
        return int(game.engine.options(game.rules, game.state, game.space.buffer))

    def _sets(self, game: Game, count: int) -> npt.NDArray[np.uint64]:
        """What each option in the buffer takes of the things that count."""
        sets = np.zeros(count, np.uint64)
        self.surveyor.takings(game.rules, game.state, game.space.buffer, count, sets)
        return sets & self._counted

    @staticmethod
    def _asks(sets: npt.NDArray[np.uint64]) -> bool:
        return bool((sets != sets[0]).any())

    def _judge(self, course: Course, drawn: Drawn, rows: Ints) -> Iterator[Judged]:
        """Judge the decisions of one game that were drawn."""
        game = self._game(course.deal, course.rotation)
        wanted = {int(drawn.number[row]): int(row) for row in rows}
        for number, choice in enumerate(course.choices[: max(wanted) + 1].tolist()):
            count = self._count(game)
            if number in wanted:
                row = wanted[number]
                yield self._judgement(game, course, number, choice, count, float(drawn.weight[row]))
                self._count(game)
            game.apply(choice)

    def _judgement(self, game: Game, course: Course, number: int, chosen: int, count: int, weight: float) -> Judged:
        sets = self._sets(game, count)
        offered = records(count, OPTION)
        offered[:] = game.space.buffer[:count]
        speak = self.match.spec.describer()
        words = tuple(speak.option(self.match.ruleset, game.state, option) for option in offered)
        thinker, half = self.thinker, self.thinker.budget // 2
        advised = self._advice(game, course, number, offered)
        found = values(*self._survey(game, course, number, 0, offered, half), thinker.of_win, thinker.of_vp, advised)
        named = shortlist(found.means[:, 0], sets, self.places, chosen)
        listed = named.measured
        few = records(len(listed), OPTION)
        few[:] = offered[listed]
        best = listed.index(named.best)
        fresh = values(*self._survey(game, course, number, 1, few, half), thinker.of_win, thinker.of_vp, best)
        kind = int(game.state["public"]["decision"])
        return Judged(course, number, game.seat, game.entry, kind, weight, sets, advised, named, found, fresh, words)

    def _view(self, game: Game) -> tuple[Any, Any, Any]:
        return game.rules, game.state["public"], game.state["private"][game.seat]

    def _stream(self, course: Course, number: int, survey: int) -> npt.NDArray[np.uint64]:
        """Streams of the worlds of a decision: one for each survey, one for the advice."""
        channel = JUDGING + (3 * course.rotation + survey) * LONGEST + number
        with np.errstate(over="ignore"):
            return np.array([key(self.match.schedule.seed, course.deal, channel)], np.uint64)

    def _advice(self, game: Game, course: Course, number: int, offered: npt.NDArray[np.void]) -> int:
        """The option that the strategy of the roll-outs advises."""
        stream, policy = self._stream(course, number, 2), self.thinker.policy
        with self._patient(game, course), np.errstate(over="ignore"):
            advised = int(policy.choose(*self._view(game), offered, len(offered), self.thinker.weights[OWN:], stream))
        if not 0 <= advised < len(offered):
            raise self._blame(game, course, "names no option")
        return advised

    def _survey(
        self, game: Game, course: Course, number: int, which: int, offered: npt.NDArray[np.void], budget: int
    ) -> tuple[Floats, Floats]:
        """Shares of the win and VP of these options in common worlds, float64[worlds, options] each."""
        count = len(offered)
        worlds = max(FEWEST, budget // count)
        won, vp = np.zeros(worlds * count), np.zeros(worlds * count)
        stream = self._stream(course, number, which)
        with self._patient(game, course), np.errstate(over="ignore"):
            played = self.surveyor.survey(
                *self._view(game), offered, count, self.thinker.weights, stream, worlds, won, vp
            )  # fmt: skip
        if played < 0:
            raise self._blame(game, course, making.REFUSALS[-played - 1])
        return won.reshape(worlds, count), vp.reshape(worlds, count)

    def _patient(self, game: Game, course: Course) -> Any:
        limit = inf if self.thinker.policy.trusted else FORBEARANCE * PATIENCE
        return waiting(limit, lambda: self._blame(game, course, f"has not answered for {limit:g} seconds"))

    def _blame(self, game: Game, course: Course, what: str) -> StrategyError:
        place = f"seed {self.match.schedule.seed}, deal {course.deal}, rotation {course.rotation}"
        return StrategyError(f"search: {self.thinker.policy.name!r} {what}, at {game.decision!r} ({place})")
