"""What a game must supply, and the names both sides agree on.

A game is a state machine of four compiled functions over three records:

    start(rules, state, keys)          set the game up from the keyed streams
    options(rules, state, buffer)      write the legal choices of the one seat to decide; how many
    apply(rules, state, option)        carry one out and run on to the next decision or the end
    record(rules, state, rows)         fill the results rows of a finished game, one a seat

Nothing else knows the rules: batch play, replay, search and environments all use these four.
`state` has the fields `public` (the table), `private` (one record a seat) and whatever else the
game hides. `public.seat` is the seat to decide, -1 when the game is over; `public.decision` is
the kind of decision. A strategy sees the rules, `public` and its own `private` record, never
the rest:

    choose(rules, public, private, options, count, weights, stream) -> index of an option
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast, runtime_checkable

import numpy as np
import numpy.typing as npt

from simcore.ruleset import Ruleset
from simcore.schema import Column, row_dtype

if TYPE_CHECKING:
    from simcore.coverage import Coverage

OPTION = np.dtype([("kind", "i1"), ("a", "i1"), ("b", "i1"), ("c", "i1")])
"""One legal choice: a kind and up to three operands whose meaning the game states."""


class Engine(NamedTuple):
    """The four compiled functions of a game."""

    start: Any
    options: Any
    apply: Any
    record: Any


class Signatures(NamedTuple):
    """numba signatures of a game's functions, of its strategies, of how its things are told and its worlds imagined."""

    start: Any
    options: Any
    apply: Any
    record: Any
    choose: Any
    takes: Any
    dealt: Any
    imagine: Any
    settle: Any


class Worlds(NamedTuple):
    """Two compiled functions for players that think ahead without looking at what is hidden.

    imagine(rules, public, private, state, stream) fills the rest of `state`, whose `public` and whose `private`
    of the seat to decide are already those of the view, with a world in which that view could have come about:
    all that the seat has seen holds, what it has not seen is drawn evenly from the stream. Whatever else `state`
    held before makes no difference. settle(rules, state, scores, merits) tells, at the end of a game, what each
    seat has scored and the number that orders the seats, the highest first.
    """

    imagine: Any
    settle: Any


@dataclass(frozen=True)
class Thing:
    """Something an experiment can give to a seat or keep from it.

    kind is a word for all of its sort ("item", "race", "guardian"...), name its own; key is the start of
    its values in the rules, empty if it has none. What all seats share (a tile's face, a board) has
    `shared`; it is given and kept away by rule changes, `given` and `kept`, where these are not empty.
    """

    kind: str
    name: str
    key: str = ""
    shared: bool = False
    given: Mapping[str, str] = field(default_factory=dict)
    kept: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Things:
    """The things of a game, 64 at most, and two compiled functions whose bits are their places in `every`.

    takes(rules, state, option) tells what an option of the decision under way takes; dealt(rules, state, seat)
    what chance gave a seat, asked right after the start.
    """

    every: tuple[Thing, ...]
    takes: Any
    dealt: Any


class Describer(Protocol):
    """How a game speaks: its `describe.py`."""

    def decision(self, ruleset: Ruleset, state: np.void) -> str:
        """What the seat to decide must decide, in a few words."""

    def option(self, ruleset: Ruleset, state: np.void, option: np.void) -> str:
        """One option in words, before it is carried out."""

    def table(self, ruleset: Ruleset, state: np.void, seat: int) -> list[str]:
        """Lines that show what this seat sees: its own hand and the whole table."""

    def events(self, ruleset: Ruleset, before: np.void, after: np.void) -> list[str]:
        """Lines that tell what happened by itself between two decisions (draws, ends of rounds)."""

    def result(self, ruleset: Ruleset, rows: npt.NDArray[np.void]) -> list[str]:
        """Lines that explain each seat's score part by part."""


@dataclass(frozen=True)
class Picture:
    """A seat's board to draw, cell by cell.

    grounds[row][column] is a word for the ground (plain, forest, lake...); marks are what stands
    on a cell, (row, column) to a short text and what it is to the player: piece, foe, prize, good
    or note.
    """

    grounds: tuple[tuple[str, ...], ...]
    marks: Mapping[tuple[int, int], tuple[str, str]]


@runtime_checkable
class Illustrator(Protocol):
    """A describer that can also draw: games with a board offer it, others need not."""

    def picture(self, ruleset: Ruleset, state: np.void, seat: int) -> Picture:
        """The board of this seat."""

    def legend(self) -> list[str]:
        """Lines that say what the marks on the board in text mean."""


@dataclass(frozen=True)
class GameSpec:
    """A game's declaration of itself.

    version moves only when behaviour moves and is stored with every result. variants are changed
    rules that a study plays beside the game's own, by name. coverage tells how its rules are seen at
    work, things what experiments can give and keep away, worlds how what is hidden may be imagined; a game
    need not have any of them.
    """

    name: str
    title: str
    version: int
    players: tuple[int, int]
    rulebook: str
    decisions: tuple[str, ...]
    max_options: int
    rules_dtype: np.dtype[np.void]
    state_dtype: np.dtype[np.void]
    columns: tuple[Column, ...]
    load_rules: Callable[[Path | None, Mapping[str, str]], Ruleset]
    tables: Callable[[Ruleset, int], npt.NDArray[np.void]]
    engine: Callable[[], Engine]
    describer: Callable[[], Describer]
    variants: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    coverage: Callable[[], Coverage] | None = None
    things: Callable[[], Things] | None = None
    worlds: Callable[[], Worlds] | None = None

    @property
    def row_dtype(self) -> np.dtype[np.void]:
        """Structured dtype of one results row."""
        return row_dtype(self.columns)

    def player_counts(self) -> Sequence[int]:
        """Player counts the game can be played with."""
        return range(self.players[0], self.players[1] + 1)


def game_in(
    folder: str,
    title: str,
    rulebook: str,
    decisions: tuple[str, ...],
    *,
    version: int,
    players: tuple[int, int],
    max_options: int,
    variants: Mapping[str, Mapping[str, str]] | None = None,
) -> GameSpec:
    """Declare the game of a package laid out as all games are; what is not given here stands in its modules.

    columns: COLUMNS; state: RULES and STATE; rules: `load_rules` and `tables`; kernel: ENGINE; `describe`
    is the describer; coverage: COVERAGE; things: THINGS; worlds: WORLDS. The last five are imported when they are
    first asked for, so that listing games compiles nothing.
    """
    state, rules = import_module(f"{folder}.state"), import_module(f"{folder}.rules")
    return GameSpec(
        name=folder.rpartition(".")[2],
        title=title,
        version=version,
        players=players,
        rulebook=rulebook,
        decisions=decisions,
        max_options=max_options,
        rules_dtype=state.RULES,
        state_dtype=state.STATE,
        columns=import_module(f"{folder}.columns").COLUMNS,
        load_rules=rules.load_rules,
        tables=rules.tables,
        engine=lambda: cast(Engine, import_module(f"{folder}.kernel").ENGINE),
        describer=lambda: cast(Describer, import_module(f"{folder}.describe")),
        variants=variants or {},
        coverage=lambda: cast("Coverage", import_module(f"{folder}.coverage").COVERAGE),
        things=lambda: cast(Things, import_module(f"{folder}.things").THINGS),
        worlds=lambda: cast(Worlds, import_module(f"{folder}.worlds").WORLDS),
    )


def signatures(
    rules_dtype: np.dtype[np.void], state_dtype: np.dtype[np.void], rows_dtype: np.dtype[np.void]
) -> Signatures:
    """Signatures of a game's functions, from its dtypes."""
    from numba import from_dtype, typeof, types

    from simcore.loans import Loan

    rules, state = from_dtype(rules_dtype), from_dtype(state_dtype)
    option, buffer = from_dtype(OPTION), Loan(typeof(np.zeros(1, OPTION)))
    public = from_dtype(state_dtype["public"])
    private = from_dtype(state_dtype["private"].base)
    rows = Loan(typeof(np.zeros(1, rows_dtype)))
    words = Loan(typeof(np.zeros(1, np.uint64)))
    floats = Loan(typeof(np.zeros(1, np.float64)))
    return Signatures(
        start=types.void(rules, state, words),
        options=types.int64(rules, state, buffer),
        apply=types.void(rules, state, option),
        record=types.void(rules, state, rows),
        choose=types.int64(rules, public, private, buffer, types.int64, floats, words),
        takes=types.uint64(rules, state, option),
        dealt=types.uint64(rules, state, types.int64),
        imagine=types.void(rules, public, private, state, words),
        settle=types.void(rules, state, floats, floats),
    )
