"""What happens when a strategy misbehaves: it is named, with the decision and its options.

An illegal answer, a raised exception or a write to what was shown comes back from the runner. An
endless loop in compiled code cannot be interrupted: a thread watches the runner's ticks, says
whom it waits for, and ends the process.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol

import numpy as np
import numpy.typing as npt

from simcore import play
from simcore.contract import GameSpec
from simcore.errors import StrategyError
from simcore.patience import POLLS, end_process
from simcore.replay import ENDLESS, SHOWN, TAMPERED, Game, listed, position, raised, refused
from simcore.ruleset import Ruleset
from simcore.words import seat_name
from simcore.workspace import Player

REPLAY_SECONDS = 5.0
"""Seconds the game may take to be played again up to the faulty decision."""

LONG = 5000
"""Choices of one game after which it is told of: most have some hundreds."""

Watch = npt.NDArray[np.int64]


class Plan(Protocol):
    """Which games are played, as far as telling of a fault is concerned (`schedule.Schedule` is one)."""

    @property
    def seed(self) -> int:
        """Seed of all streams."""

    def place(self, game: int) -> tuple[int, int, int]:
        """Block, deal and rotation of a game."""

    def entry(self, seat: int, rotation: int) -> int:
        """Entry of the line-up that plays a seat."""


@dataclass(frozen=True)
class Culprit:
    """A strategy that misbehaved, and where: the watch is a copy.

    treated says that the game cannot be played again by its deal and rotation alone.
    """

    spec: GameSpec
    ruleset: Ruleset
    strategies: Sequence[Player]
    schedule: Plan
    weights: npt.NDArray[np.float64]
    watch: Watch
    treated: bool = False

    def illegal(self) -> StrategyError:
        """Blame it for an index that is no option."""
        choice, count = self.watch[play.CHOICE], self.watch[play.COUNT]
        if count < 1:
            # No answer would be right: the game is to blame, and that is a defect of ours.
            raise RuntimeError(f"{self.spec.name} offers no option at {self._place()}")
        return self._error(refused(self._blamed(), int(choice), int(count)))

    def tampered(self) -> StrategyError:
        """Blame it for writing to the records it was shown."""
        return self._error(TAMPERED)

    def endless(self) -> StrategyError:
        """Blame it for a game that goes on and on; to play that again for its options would take too long."""
        return StrategyError(self._blame(ENDLESS))

    def lasting(self) -> str:
        """Words on a game that goes on for long, which may be nobody's fault."""
        return (
            f"{int(self.watch[play.STEP]):,} choices at {self._place()}, which goes on; "
            f"a game is given up after {play.MOST_CHOICES:,}"
        )

    def raised(self, error: Exception) -> StrategyError:
        """Blame it for an exception."""
        return self._error(raised(error))

    def looping(self, seconds: float) -> StrategyError:
        """Blame it for not answering."""
        return self._error(f"has not answered for {seconds:g} seconds; it may loop for ever")

    def _place(self) -> str:
        game = int(self.watch[play.GAME])
        _, deal, rotation = self.schedule.place(game)
        decision = self.spec.decisions[int(self.watch[play.DECISION])]
        return f"the decision {decision!r} of game {game} (seed {self.schedule.seed}, deal {deal}, rotation {rotation})"

    def _blamed(self) -> Player:
        _, _, rotation = self.schedule.place(int(self.watch[play.GAME]))
        return self.strategies[self.schedule.entry(int(self.watch[play.SEAT]), rotation)]

    def _blame(self, what: str) -> str:
        seat = seat_name(int(self.watch[play.SEAT]))
        line = f"strategy {self._blamed().name!r} in {seat} {what}, at {self._place()}"
        return f"{line}; a game in which a seat's options were restricted or explored" if self.treated else line

    def _error(self, what: str) -> StrategyError:
        line = self._blame(what)
        if self.treated:
            return StrategyError(line)
        options = _within(REPLAY_SECONDS, self._options)
        if options is None:
            options = [f"not listed: playing the game again took over {REPLAY_SECONDS:g} seconds"]
        return StrategyError("\n  ".join([line, *options]))

    def _options(self, still: Callable[[], bool]) -> list[str] | None:
        """Put the options of the faulty decision in words; None if `still` turns False first."""
        _, deal, rotation = self.schedule.place(int(self.watch[play.GAME]))
        game = Game(self.spec, self.ruleset, self.strategies, self.schedule.seed, deal, rotation, self.weights)
        options = position(game, int(self.watch[play.STEP]), still)
        if options is None:
            return None
        return listed(game, options, SHOWN)


def _within(seconds: float, work: Callable[[Callable[[], bool]], list[str] | None]) -> list[str] | None:
    """Return what `work` returns if it does so in time; its own failure becomes words.

    `work` is given a function that says whether there is time left. It runs on a thread of its own,
    which is left behind should it hang.
    """
    end = time.monotonic() + seconds
    result: list[list[str] | None] = []

    def run() -> None:
        try:
            result.append(work(lambda: time.monotonic() < end))
        except Exception as error:  # a message about a fault must not fail itself
            result.append([f"options not listed: {type(error).__name__}: {error}"])

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds + 1)
    return result[0] if result else None


class _Clock:
    """The ticks of one runner and how many looks ago they last moved."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self.ticks = -1
        self.still = 0

    def look(self) -> bool:
        """Whether a strategy has been choosing all through the last looks."""
        ticks = int(self.watch[play.TICKS])
        waiting = ticks == self.ticks and ticks % 2 == 1
        self.still = self.still + 1 if waiting else 0
        self.ticks = ticks
        return self.still >= POLLS


class Watchdog:
    """Watches runners from a thread; at an endless loop it says so and ends the process.

    accuse turns a watch into a `Culprit`; patience is in seconds; on_stuck is called before the end, and `end` with
    what there is to say, to say it and end the process. `tell` hears, once, of a game that is very long: with players
    that think for a while it may take hours until it is given up.
    """

    def __init__(
        self,
        accuse: Callable[[Watch], Culprit],
        patience: float,
        on_stuck: Callable[[], None] | None = None,
        end: Callable[[StrategyError], object] = end_process,
        tell: Callable[[str], None] | None = None,
    ) -> None:
        self._accuse, self._patience, self._on_stuck, self._say = accuse, patience, on_stuck, end
        self._tell = tell
        self._clocks: dict[int, _Clock] = {}
        self._lock = threading.Lock()
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)

    def __enter__(self) -> Watchdog:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        if not sys.is_finalizing():
            self._thread.join()

    def run(self, watch: Watch, call: Callable[[], object]) -> StrategyError | None:
        """Watch a runner while it is called; what a strategy did wrong, or None.

        The error is returned, not raised, so that of several workers the first in order can be reported.
        """
        with self.watching(watch):
            try:
                call()
            except Exception as error:  # a strategy may raise anything at all
                if watch[play.TICKS] % 2 == 0:
                    raise  # not inside a strategy: a fault of the game itself
                return self._accuse(watch).raised(error)
        if watch[play.FAULT] == play.ILLEGAL:
            return self._accuse(watch).illegal()
        if watch[play.FAULT] == play.ENDLESS:
            return self._accuse(watch).endless()
        return self._accuse(watch).tampered() if watch[play.FAULT] == play.TAMPERED else None

    @contextmanager
    def watching(self, watch: Watch) -> Iterator[None]:
        """Watch a runner inside this context."""
        with self._lock:
            self._clocks[id(watch)] = _Clock(watch)
        try:
            yield
        finally:
            with self._lock:
                del self._clocks[id(watch)]

    def _run(self) -> None:
        while not self._done.wait(self._patience / POLLS):
            with self._lock:
                stuck = [clock.watch for clock in self._clocks.values() if clock.look()]
                long = [clock.watch for clock in self._clocks.values() if clock.watch[play.STEP] >= LONG]
            if stuck:
                self._end(stuck[0])
            if long and self._tell:
                self._tell(self._accuse(long[0]).lasting())
                self._tell = None

    def _end(self, watch: Watch) -> None:
        error = self._accuse(watch).looping(self._patience)
        if self._on_stuck:
            self._on_stuck()
        self._say(error)
