"""One game again, step by step, in Python: the same streams, the same compiled functions.

Any game of any run is fixed by seed, deal, rotation, line-up and ruleset, so it can be played
alone and looked at. `steps` yields every decision, `text` tells the game as readable lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from simcore.contract import GameSpec, Illustrator
from simcore.errors import MeepleError, StrategyError
from simcore.fields import shortened
from simcore.patience import PATIENCE, waiting
from simcore.plain import records
from simcore.ruleset import Ruleset
from simcore.schedule import MAX_DEALS, MAX_SEED
from simcore.stream import SEATS, key
from simcore.words import seat_name
from simcore.workspace import Player, rules_record, weight_table, workspace

SHOWN = 20
"""Options listed in a message."""
TAMPERED = "changed the records it was shown; a strategy may only read them"


def raised(error: Exception) -> str:
    """Words for what a strategy raised, on one line."""
    return f"raised {type(error).__name__}: {shortened(' '.join(str(error).split()), 300)}".rstrip(": ")


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


class Game:
    """One game in progress, played by the four functions of its engine.

    Raises MeepleError for numbers that no game has, and StrategyError while it is played.
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
    ) -> None:
        self.spec, self.ruleset, self.strategies = spec, ruleset, tuple(strategies)
        self.seed, self.deal, self.rotation, self.patience = seed, deal, rotation, patience
        players = len(self.strategies)
        if not 0 <= rotation < players:
            raise MeepleError(f"rotation: {rotation} is out of range; expected 0 to {players - 1}")
        if not 0 <= deal < MAX_DEALS:
            raise MeepleError(f"deal: {deal} is out of range; expected 0 to {MAX_DEALS - 1}")
        if not 0 <= seed <= MAX_SEED:
            raise MeepleError(f"seed: {seed} is out of range; expected 0 to {MAX_SEED}")
        self.engine = spec.engine()
        table = weight_table(self.strategies) if weights is None else weights
        self.space = workspace(spec, rules_record(spec, ruleset, players), table)
        with np.errstate(over="ignore"):
            keys = np.array([key(seed, deal, channel) for channel in range(SEATS + players)], np.uint64)
            self.streams = keys[SEATS:].copy().reshape(players, 1)
            self.engine.start(self.rules, self.state, keys)
        self.asked = np.zeros(players, np.int64)

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
        """Copy of the legal options, option[count]."""
        return self.space.buffer[: self.engine.options(self.rules, self.state, self.space.buffer)].copy()

    def choose(self, count: int) -> int:
        """Ask the strategy of the seat to choose among the options in the buffer.

        It is checked as in batch play; one that does not answer ends the process with code 2.
        """
        if count == 1:
            return 0
        seat, told = self.seat, self._shown()
        slow = f"has not answered for {self.patience:g} seconds; it may loop for ever"
        try:
            with waiting(self.patience, lambda: self._error(slow, told)), np.errstate(over="ignore"):
                choice = self._answer(seat, count)
        except Exception as error:  # a strategy may raise anything at all
            raise self._error(raised(error), told) from error
        if not 0 <= choice < count:
            raise self._error(f"returned {choice}, but the options are 0 to {count - 1}", told)
        if not self.strategies[self.entry].trusted and told != self._shown():
            raise self._error(TAMPERED, told)
        self.asked[seat] += 1
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
    """Play a fresh game to its end, decision by decision; afterwards `game.rows()` can be read."""
    index = asked = 0
    while (seat := game.seat) >= 0:
        entry, decision, before, options = game.entry, game.decision, game.state.copy(), game.options()
        asked += len(options) != 1
        choice = game.choose(len(options))
        game.apply(choice)
        yield Step(index, asked, seat, entry, decision, before, options, choice, game.state.copy())
        index += 1


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


OTHERS = 6
"""Options not taken that the text lists; it counts the rest."""


def text(game: Game) -> str:
    """Play a fresh game and tell it: what each seat saw, chose, out of what, and the score.

    What a seat sees is shown in full when the turn to decide passes to it, and by its changed
    lines while it goes on deciding.
    """
    return "\n".join(_lines(game)) + "\n"


def position_text(game: Game, number: int) -> str:
    """Play a fresh game up to its decision of this number, counted from 1 as `text` does, and show it.

    What the seat sees is shown in full, with all its options and the one it takes. Raises MeepleError if the game
    has no such decision.
    """
    played = 0
    if number > 0:
        for step in steps(game):
            played = step.index + 1
            if played == number:
                return "\n".join(_standing(game, step)) + "\n"
        raise MeepleError(f"decision: {number}; this game ends after its decision {played}")
    raise MeepleError(f"decision: {number}; decisions are counted from 1, as a replay without --decision shows them")


def _standing(game: Game, step: Step) -> Iterator[str]:
    describer = game.spec.describer()
    yield from _heading(game)
    yield ""
    yield _deciding(game, step)
    yield from (f"   | {line}" for line in describer.table(game.ruleset, step.before, step.seat))
    yield ""
    for number, option in enumerate(step.options):
        mark = "->" if number == step.choice else "  "
        yield f"   {mark} {describer.option(game.ruleset, step.before, option)}"


def _deciding(game: Game, step: Step) -> str:
    name = game.strategies[step.entry].name
    words = game.spec.describer().decision(game.ruleset, step.before)
    return f"{step.index + 1}. {seat_name(step.seat)} ({name}): {words}"


def _lines(game: Game) -> Iterator[str]:
    describer = game.spec.describer()
    yield from _heading(game)
    shown: list[str] = []
    seat = -1
    for step in steps(game):
        sees = describer.table(game.ruleset, step.before, step.seat)
        fresh = sees if step.seat != seat else [line for line in sees if line not in shown]
        shown, seat = sees, step.seat
        yield ""
        yield _deciding(game, step)
        yield from (f"   | {line}" for line in fresh)
        yield f"   {_chosen(game, step)}"
        yield from (f"   * {line}" for line in describer.events(game.ruleset, step.before, step.after))
    yield ""
    yield "The end."
    yield from (f"   {line}" for line in describer.result(game.ruleset, game.rows()))


def _heading(game: Game) -> Iterator[str]:
    spec, players = game.spec, len(game.strategies)
    table = "1 player" if players == 1 else f"{players} players"
    yield f"{spec.title}, {table}, ruleset {game.ruleset.name} ({game.ruleset.digest})"
    yield f"seed {game.seed}, deal {game.deal}, rotation {game.rotation}"
    for seat in range(players):
        yield f"{seat_name(seat)}: {game.strategies[(seat + game.rotation) % players].name}"
    describer = spec.describer()
    if isinstance(describer, Illustrator):
        yield from ("", "On the board:", *(f"   {line}" for line in describer.legend()))


def _chosen(game: Game, step: Step) -> str:
    words = [game.spec.describer().option(game.ruleset, step.before, option) for option in step.options]
    choice = words.pop(step.choice)
    if step.forced:
        return f"-> {choice} (forced)"
    more = f"; {len(words) - OTHERS} more" if len(words) > OTHERS else ""
    return f"-> {choice} (one of {len(step.options)}; not: {'; '.join(words[:OTHERS])}{more})"
