"""A game's kernel as a tree of positions in which chance is spelled out.

A position is the bytes of the state record that can still matter: counts for the statistics, streams and orders that
nobody knows are left out, so that positions which differ in them alone are one. What chance may bring is found by
asking the kernel: an option is carried out once to see what it draws, then once for every outcome of equal chance.
Draws from a stream are steered: SplitMix64 is a bijection, so it can be set to give any number next. Cards that lie
in an unknown order are laid in each order that makes a difference.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np

from simcore.contract import OPTION
from simcore.plain import records
from simcore.registry import game
from simcore.stream import SEATS, key

WORD = 2**64
GOLDEN = 0x9E3779B97F4A7C15
MIXES = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)


def before(number: int) -> int:
    """Where a stream must stand for its next draw to be this number: SplitMix64 backwards."""
    z = number
    for shift, factor in ((31, MIXES[1]), (27, MIXES[0])):
        z = _unshift(z, shift) * pow(factor, -1, WORD) % WORD
    return (_unshift(z, 30) - GOLDEN) % WORD


def _unshift(z: int, shift: int) -> int:
    """What gives z when it is xored with itself shifted right."""
    found = z
    for _ in range(64 // shift):
        found = z ^ (found >> shift)
    return found


UNUSED = 12345
"""Where streams stand in a position: nobody has drawn from them."""


class KernelTree:
    """The kernel as a `solve.Game`; positions are bytes, moves are indices of the kernel's options."""

    shares = 60
    """A steered draw takes each sixtieth of its range once: every choice among 2 to 6 comes up equally often."""

    def __init__(self, name: str, file: Path) -> None:
        self.spec = game(name)
        self.engine = self.spec.engine()
        self.ruleset = self.spec.load_rules(file, {})
        self.rules, self.states = records(1, self.spec.rules_dtype), records(1, self.spec.state_dtype)
        self.rules[:] = self.spec.tables(self.ruleset, 2)
        self.buffer = records(self.spec.max_options, OPTION)
        self._raw, self._streams = self.states.view(np.uint8), self.streams(self.states[0])
        self._rows = records(2, self.spec.row_dtype)
        self._roots: list[bytes] = []
        self._aims = [before((2 * share + 1) * WORD // (2 * self.shares)) for share in range(self.shares)]

    # what a game says of its records

    @abstractmethod
    def tidy(self, state: np.void) -> None:
        """Wipe what cannot matter any more and sort what lies in an order nobody knows."""

    @abstractmethod
    def streams(self, state: np.void) -> list[np.ndarray]:
        """The streams that play may draw from, uint64[1] each."""

    @abstractmethod
    def layings(self, position: bytes, move: int) -> list[bytes]:
        """The position with the unknown cards in each order that makes a difference, all of equal chance.

        When it is called, `states[0]` is what came of carrying the move out with the cards as they lie.
        """

    def all_one(self, state: np.void) -> bool:
        """Whether it makes no difference what a stream gave that was drawn from several times."""
        return False

    # the tree

    def roots(self, games: int = 1000) -> list[bytes]:
        """All positions that this many deals begin with."""
        if not self._roots:
            found = {}
            with np.errstate(over="ignore"):
                for deal in range(games):
                    keys = np.array([key(1, deal, channel) for channel in range(SEATS + 2)], np.uint64)
                    self.engine.start(self.rules[0], self.states[0], keys)
                    found[self._position()] = None
            self._roots = list(found)
        return self._roots

    def packed(self, state: np.void) -> bytes:
        """The position of a state record."""
        self.states[0] = state
        return self._position()

    def _position(self) -> bytes:
        """The position that `states[0]` has come to."""
        for stream in self._streams:
            stream[0] = UNUSED
        self.tidy(self.states[0])
        return self.states.tobytes()

    def record(self, position: bytes) -> np.void:
        """A state record in this position."""
        state = records(1, self.spec.state_dtype)
        state.view(np.uint8)[:] = np.frombuffer(position, np.uint8)
        return state[0]

    def load(self, position: bytes) -> np.void:
        self._raw[:] = np.frombuffer(position, np.uint8)
        return self.states[0]

    def seat(self, position: bytes) -> int:
        return int(self.load(position)["public"]["seat"])

    def options(self, position: bytes) -> tuple[tuple[int, int, int, int], ...]:
        """The legal options, in the kernel's order."""
        count = self.engine.options(self.rules[0], self.load(position), self.buffer)
        return tuple(self.buffer[:count].tolist())

    def moves(self, position: bytes) -> list[int]:
        return list(range(self.engine.options(self.rules[0], self.load(position), self.buffer)))

    def after(self, position: bytes, move: int) -> dict[bytes, Fraction]:
        self.moves(position)  # writes the options that are carried out
        drawn = self._carried_out(position, move, ())
        layings = self.layings(position, move)
        if not drawn and len(layings) == 1:
            return {self._position(): Fraction(1)}
        found: Counter[bytes] = Counter()
        for laid in layings:
            for aims in product(self._aims, repeat=len(drawn)):
                if self._carried_out(laid, move, list(zip(drawn, aims))) != drawn:
                    raise NotImplementedError("what is drawn hangs on what was drawn before")
                found[self._position()] += 1
        total = sum(found.values())
        return {then: Fraction(count, total) for then, count in found.items()}

    def _carried_out(self, position: bytes, move: int, steered: Sequence[tuple[int, int]]) -> list[int]:
        """Carry out a move with some streams set; the numbers of the streams that it drew from, once each."""
        state, streams = self.load(position), self._streams
        for which, aim in steered:
            streams[which][0] = aim
        stood = [int(stream[0]) for stream in streams]
        with np.errstate(over="ignore"):
            self.engine.apply(self.rules[0], state, self.buffer[move])
        moved = [(int(stream[0]) - was) % WORD for stream, was in zip(streams, stood)]
        if any(each not in (0, GOLDEN) for each in moved) and not self.all_one(state):
            raise NotImplementedError("a stream is drawn from more than once, and the outcome matters")
        return [which for which, each in enumerate(moved) if each == GOLDEN]

    def margin(self, position: bytes) -> int:
        state = self.load(position)
        self._rows[:] = np.zeros(1, self._rows.dtype)
        with np.errstate(over="ignore"):
            self.engine.record(self.rules[0], state, self._rows)
        first, second = (int(score) for score in self._rows["score"])
        return first - second
