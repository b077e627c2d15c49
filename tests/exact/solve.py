"""Small games solved to the end: the exact worth of every choice in every position that can arise.

    solved = small("watchmen_open")            # or any other of SMALL
    for position in solved.positions():        # every decision of the game, on the kernel's own record
        position.state                         # np.void, dtype of the game's state: .public, .private[seat]
        position.seat, position.options        # who decides; the kernel's legal options, in its order
        position.worth, position.best          # Fraction a option; indices of the best ones
    solved.best_options(state)                 # the indices for any state record of such a game
    solved.share_of_best(choose)               # of positions with something to lose, in how many a player finds it

What is solved is the game of two players who each want the greatest margin: own score minus the other's. Worth is that
margin for the seat to decide if both go on as well as can be. All hands lie open to the solver; the rules files in
`rules/` are such that this changes nothing (each says why), so a player who sees only its own hand can do as well.
A player is measured by `position.best`: any of these is a best move, and another loses `max(worth) - worth[i]`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import numpy as np

from simcore.contract import OPTION

S = TypeVar("S", bound=Hashable)
M = TypeVar("M", bound=Hashable)

RULES = Path(__file__).parent / "rules"
EVERY = slice(None)
SMALL = ("watchmen_open", "watchmen_drawn", "haversack_small")


class Game(Protocol[S, M]):
    """A game of two players, one position at a time; what chance brings is spelled out."""

    def roots(self) -> list[S]:
        """The positions a game may begin with."""

    def seat(self, state: S) -> int:
        """Who decides, -1 when the game is over."""

    def moves(self, state: S) -> list[M]:
        """The legal choices."""

    def after(self, state: S, move: M) -> Mapping[S, Fraction]:
        """The positions that may follow, with their chances."""

    def margin(self, state: S) -> int:
        """At the end: score of seat 0 minus that of seat 1."""


class Solution(Generic[S, M]):
    """Expectimax over all positions of a game, each worked out once."""

    def __init__(self, game: Game[S, M]) -> None:
        self.game = game
        self._values: dict[S, Fraction] = {}
        self._worth: dict[S, dict[M, Fraction]] = {}
        self._following: dict[S, list[S]] = {}

    def value(self, state: S) -> Fraction:
        """Margin of seat 0 over seat 1 if both play as well as can be."""
        known = self._values.get(state)
        if known is None:
            seat = self.game.seat(state)
            if seat < 0:
                known = Fraction(self.game.margin(state))
            else:
                known = max(self.worth(state).values()) * (-1 if seat else 1)
            self._values[state] = known
        return known

    def worth(self, state: S) -> dict[M, Fraction]:
        """What each choice is worth to the seat that decides, in the order of `moves`."""
        if state not in self._worth:
            sign, worth, following = -1 if self.game.seat(state) else 1, {}, []
            for move in self.game.moves(state):
                then = self.game.after(state, move)
                worth[move] = sign * sum(chance * self.value(next_) for next_, chance in then.items())
                following += then
            self._worth[state], self._following[state] = worth, following
        return self._worth[state]

    def reached(self, roots: Iterable[S]) -> Iterator[tuple[S, dict[M, Fraction]]]:
        """Every decision that can arise from these positions, whatever is chosen, and what each choice is worth."""
        waiting, met = list(roots), set()
        while waiting:
            state = waiting.pop()
            if state in met or self.game.seat(state) < 0:
                continue
            met.add(state)
            self.value(state)
            yield state, self._worth[state]
            waiting += self._following[state]


@dataclass(frozen=True)
class Position:
    """A decision on the kernel's record, and what each legal option is worth; see the head of this file."""

    state: np.void
    seat: int
    options: tuple[tuple[int, int, int, int], ...]
    worth: tuple[Fraction, ...]
    best: frozenset[int]


class Solved:
    """A small game solved on the kernel: expectimax over its own `options` and `apply`, chance steered."""

    def __init__(self, tree: Any) -> None:
        self.tree = tree
        self.solution: Solution[bytes, int] = Solution(tree)

    def deals(self) -> list[bytes]:
        """The positions that a game begins with, in an order that stays the same."""
        return sorted(self.tree.roots(), key=self.tree.told)

    def positions(self, deals: slice = EVERY) -> Iterator[Position]:
        """Every decision with at least two legal options that can arise, from some of the deals or from all."""
        for state, worth in self.solution.reached(self.deals()[deals]):
            if len(worth) > 1:
                yield self._position(state)

    def share_of_best(self, choose: Callable[..., int], deals: slice = EVERY) -> Fraction:
        """Share of the positions with something to lose in which a player finds a best move.

        Positions in which all options are worth the same are left out: there any player would look good.
        choose(rules, public, private, options, count) gives the index of an option, as a strategy does, which takes
        weights and a stream besides.
        """
        found = asked = 0
        for position in self.positions(deals):
            if len(position.best) == len(position.options):
                continue
            state, options = position.state, np.array(list(position.options), OPTION)
            private = state["private"][position.seat]
            choice = choose(self.tree.rules[0], state["public"], private, options, len(options))
            found, asked = found + (choice in position.best), asked + 1
        return Fraction(found, asked)

    def best_options(self, state: np.void) -> frozenset[int]:
        """Indices, in the kernel's order, of the best options in a state of this game; see `Position.best`."""
        return self._position(self.tree.packed(state)).best

    def _position(self, state: bytes) -> Position:
        worth = self.solution.worth(state)
        most = max(worth.values())
        best = frozenset(move for move, each in worth.items() if each == most)
        options = self.tree.options(state)
        return Position(self.tree.record(state), self.tree.seat(state), options, tuple(worth.values()), best)


@cache
def small(name: str) -> Solved:
    """The small game of a rules file in `rules/`, solved when it is first asked for a position.

    Raises ValueError for a name that is none of SMALL.
    """
    if name not in SMALL:
        raise ValueError(f"{name}: no small game; there are: {', '.join(SMALL)}")
    from tests.exact import haversack_tree, watchmen_tree

    tree = haversack_tree.Tree if name.startswith("haversack") else watchmen_tree.Tree
    return Solved(tree(RULES / f"{name}.toml"))


def difference(solved: Solved, model: Game[Any, Any], deals: slice = EVERY) -> str:
    """Compare a game solved on the kernel with the same game in plain Python, from some of the deals or from all.

    The first position that can arise on one side alone, or in which the legal options or what one of them is worth
    differ; "" if there is none.
    """
    tree, plain, met = solved.tree, Solution(model), set()
    roots = solved.deals()[deals]
    expected = dict(plain.reached([tree.told(root) for root in roots]))
    for position, worth in solved.solution.reached(roots):
        told, options = tree.told(position), tree.options(position)
        met.add(told)
        found = [(tree.move(position, option), each) for option, each in zip(options, worth.values(), strict=True)]
        if told not in expected or sorted(found, key=str) != sorted(expected[told].items(), key=str):
            return f"{told}: kernel {found}, model {expected.get(told)}"
    return next((f"{told}: the model alone" for told in expected if told not in met), "")
