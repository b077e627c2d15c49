"""One game again, step by step, in Python: the same streams, the same compiled functions.

Any game of any run is fixed by seed, deal, rotation, line-up and ruleset, so it can be played
alone and looked at. `steps` yields every decision; `simcore.telling` tells the game as readable lines.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from simcore.contract import GameSpec
from simcore.errors import MeepleError, StrategyError
from simcore.fields import shortened
from simcore.patience import PATIENCE, waiting
from simcore.plain import records
from simcore.play import MOST_CHOICES
from simcore.ruleset import Ruleset
from simcore.schedule import MAX_DEALS, MAX_SEED
from simcore.stream import SEATS, key
from simcore.words import seat_name
from simcore.workspace import Player, rules_record, weight_table, workspace

SHOWN = 20
"""Options listed in a message."""
SPEAKS = 10.0
"""Seconds after which somebody who waits hears how far a long game is."""
ENDLESS = f"was to choose after {MOST_CHOICES:,} choices in one game, which may never end"
TAMPERED = "changed the records it was shown; a strategy may only read them"


Notice = Callable[[str], None]


def raised(error: Exception) -> str:
    """Words for what a strategy raised, on one line."""
    return f"raised {type(error).__name__}: {shortened(' '.join(str(error).split()), 300)}".rstrip(": ")


def check_deal(deal: int) -> None:
    """Raise MeepleError for a deal that no seed has."""
    if not 0 <= deal < MAX_DEALS:
        raise MeepleError(f"deal: {deal} is out of range; expected 0 to {MAX_DEALS - 1}")


def refused(strategy: Player, choice: int, count: int) -> str:
    """Words for an answer that is no option."""
    if 0 < -choice <= len(strategy.refusals):
        return strategy.refusals[-choice - 1]
    return f"returned {choice}, but the options are 0 to {count - 1}"


@dataclass(frozen=True)
class Step:
    """One decision of a game.

    index counts from 0; asked counts the decisions with two or more options, as the watch of the
    runner does. before and after are copies of the state; options option[count].
    """

    index: int
    asked: int
    seat: int
    entry: int
    decision: str
    before: np.void
    options: npt.NDArray[np.void]
    choice: int
    after: np.void

    @property
    def forced(self) -> bool:
        """Whether there was but one option; the strategy is not asked then."""
        return len(self.options) == 1


@dataclass(frozen=True)
class Outsider:
    """A seat whose choices are handed in by a person or a program (`simcore.workspace.Player`)."""

    name: str
    game: str
    weights: tuple[()] = ()
    trusted: bool = True
    refusals: tuple[()] = ()

    @property
    def choose(self) -> Any:
        """Nothing that could be asked."""
        raise NotImplementedError(f"{self.name} is played from outside")


class Game:
    """One game in progress, played by the four functions of its engine.

    `asked` counts the choices of each seat, `played` the decisions so far, forced ones too. Raises MeepleError for
    numbers that no game has, and StrategyError while it is played.
    """

    def __init__(
        self,
        spec: GameSpec,
        ruleset: Ruleset,
        strategies: Sequence[Player],
        seed: int,
        deal: int,
        rotation: int,
        weights: npt.NDArray[np.float64] | None = None,
        patience: float = PATIENCE,
        rules: npt.NDArray[np.void] | None = None,
    ) -> None:
        """Set the game up; rules is the record of this table, record[1], where many games share one."""
        self.spec, self.ruleset, self.strategies = spec, ruleset, tuple(strategies)
        self.seed, self.deal, self.rotation, self.patience = seed, deal, rotation, patience
        players = len(self.strategies)
        if not 0 <= rotation < players:
            raise MeepleError(f"rotation: {rotation} is out of range; expected 0 to {players - 1}")
        check_deal(deal)
        if not 0 <= seed <= MAX_SEED:
            raise MeepleError(f"seed: {seed} is out of range; expected 0 to {MAX_SEED}")
        self.engine = spec.engine()
        table = weight_table(self.strategies) if weights is None else weights
        self.space = workspace(spec, rules_record(spec, ruleset, players) if rules is None else rules, table)
        with np.errstate(over="ignore"):
            keys = np.array([key(seed, deal, channel) for channel in range(SEATS + players)], np.uint64)
            self.streams = keys[SEATS:].copy().reshape(players, 1)
            self.engine.start(self.rules, self.state, keys)
        self.asked = np.zeros(players, np.int64)
        self.played = 0

    @property
    def rules(self) -> np.void:
        """The rules record."""
        return self.space.rules[0]  # type: ignore[no-any-return]  # an item of a record array

    @property
    def state(self) -> np.void:
        """The state record, not a copy."""
        return self.space.states[0]  # type: ignore[no-any-return]  # an item of a record array

    @property
    def seat(self) -> int:
        """The seat to decide, -1 at the end."""
        return int(self.state["public"]["seat"])

    @property
    def entry(self) -> int:
        """The entry of the line-up that decides."""
        return (self.seat + self.rotation) % len(self.strategies)

    @property
    def decision(self) -> str:
        """The kind of decision."""
        return self.spec.decisions[int(self.state["public"]["decision"])]

    def options(self) -> npt.NDArray[np.void]:
        """Copy of the legal options, option[count]; none at the end, where the kernel must not be asked."""
        if self.seat < 0:
            return self.space.buffer[:0].copy()
        return self.space.buffer[: self.count()].copy()

    def count(self) -> int:
        """How many legal options there are, which are in the buffer now; not to be asked for at the end."""
        return int(self.engine.options(self.rules, self.state, self.space.buffer))

    def choose(self, count: int) -> int:
        """Ask the strategy of the seat to choose among the options in the buffer.

        It is checked as in batch play; one that does not answer ends the process with code 2.
        """
        if count == 1:
            return 0
        if self.asked.sum() >= MOST_CHOICES:
            raise self._error(ENDLESS, self._shown())
        choice = self.advice(count)
        self.asked[self.seat] += 1
        return choice

    def take(self, choice: int, count: int) -> None:
        """Carry out what somebody other than a strategy chose among the options in the buffer.

        Raises MeepleError in a game that goes on for ever.
        """
        if count != 1 and self.asked.sum() >= MOST_CHOICES:
            raise MeepleError(f"{seat_name(self.seat)} {ENDLESS}")
        self.asked[self.seat] += count != 1
        self.apply(choice)

    def advice(self, count: int) -> int:
        """What the strategy of the seat would choose; it has not been asked by the game."""
        seat, told = self.seat, self._shown()
        slow = f"has not answered for {self.patience:g} seconds; it may loop for ever"
        try:
            with waiting(self.patience, lambda: self._error(slow, told)), np.errstate(over="ignore"):
                choice = self._answer(seat, count)
        except Exception as error:  # a strategy may raise anything at all
            raise self._error(raised(error), told) from error
        if not 0 <= choice < count:
            raise self._error(refused(self.strategies[self.entry], choice, count), told)
        if not self.strategies[self.entry].trusted and told != self._shown():
            raise self._error(TAMPERED, told)
        return choice

    def _answer(self, seat: int, count: int) -> int:
        state, entry = self.state, self.entry
        return int(
            self.strategies[entry].choose(
                self.rules, state["public"], state["private"][seat], self.space.buffer, count,
                self.space.weights[entry], self.streams[seat],
            )
        )  # fmt: skip

    def _shown(self) -> tuple[bytes, ...]:
        """The bytes of all that strategies are shown."""
        return tuple(part.tobytes() for part in self.space.raw)

    def _error(self, what: str, told: tuple[bytes, ...]) -> StrategyError:
        """Blame the strategy of the seat; what it was shown is put back first, for the words."""
        for part, before in zip(self.space.raw, told, strict=True):
            part[:] = np.frombuffer(before, np.uint8)
        who = f"strategy {self.strategies[self.entry].name!r} in {seat_name(self.seat)}"
        place = f"the decision {self.decision!r} (seed {self.seed}, deal {self.deal}, rotation {self.rotation})"
        try:
            options = listed(self, self.options())
        except Exception as error:  # a message about a fault must not fail itself
            options = [f"options not listed: {type(error).__name__}: {error}"]
        return StrategyError("\n  ".join([f"{who} {what}, at {place}", *options]))

    def apply(self, choice: int) -> None:
        """Carry out one of the options in the buffer."""
        with np.errstate(over="ignore"):
            self.engine.apply(self.rules, self.state, self.space.buffer[choice])
        self.played += 1

    def rows(self) -> npt.NDArray[np.void]:
        """Results rows of the finished game, row[P]; `block` is not known here and stays 0."""
        players = len(self.strategies)
        rows = records(players, self.spec.row_dtype)
        rows["deal"], rows["rotation"] = self.deal, self.rotation
        rows["seat"] = np.arange(players)
        rows["entry"] = (rows["seat"] + self.rotation) % players
        rows["decisions"] = self.asked
        self.engine.record(self.rules, self.state, rows)
        return rows.view(self.spec.row_dtype)


def listed(game: Game, options: npt.NDArray[np.void], most: int = SHOWN) -> list[str]:
    """Lines with the options of the decision a game stands at, in words."""
    describer = game.spec.describer()
    words = [f"option {i}: {describer.option(game.ruleset, game.state, o)}" for i, o in enumerate(options[:most])]
    more = len(options) - len(words)
    return [*words, f"and {more} more options"] if more else words


def steps(game: Game) -> Iterator[Step]:
    """Play a game on to its end, decision by decision; afterwards `game.rows()` can be read."""
    while (seat := game.seat) >= 0:
        index, entry, decision = game.played, game.entry, game.decision
        before, options = game.state.copy(), game.options()
        choice = game.choose(len(options))
        asked = int(game.asked.sum())
        game.apply(choice)
        yield Step(index, asked, seat, entry, decision, before, options, choice, game.state.copy())


def pass_over(game: Game, decisions: float, tell: Notice | None = None) -> None:
    """Play a game on by so many decisions, or to its end, copying nothing; `tell` hears now and then how far it is."""
    until, spoken = game.played + decisions, time.monotonic()
    while game.seat >= 0 and game.played < until:
        game.apply(game.choose(game.count()))
        if tell and time.monotonic() - spoken > SPEAKS:
            spoken = time.monotonic()
            tell(f"{game.asked.sum():,} choices made in this game; at {MOST_CHOICES:,} it is given up")


def position(game: Game, asked: int, still: Callable[[], bool]) -> npt.NDArray[np.void] | None:
    """Play a fresh game up to its `asked`-th real decision; the options there.

    None if the game ends before, or `still` turns False on the way.
    """
    count = 0
    while game.seat >= 0 and still():
        options = game.options()
        count += len(options) != 1
        if count == asked:
            return options
        game.apply(game.choose(len(options)))
    return None
