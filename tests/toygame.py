"""A tiny complete game: take one to three coins from a pile; whoever takes the last one loses.

It shows all a game must supply (`simcore.contract`) and lets the engine room be tested without
knowing a real game. Each deal draws the size of the pile; each turn a coin may fall back to it.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from simcore import registry
from simcore.contract import Engine, GameSpec, signatures
from simcore.jit import njit
from simcore.ruleset import Ruleset, SourcedValue
from simcore.schema import Column, row_dtype
from simcore.stream import CHANCE, DEAL, below
from simcore.words import seat_name

P = 4
RULES = np.dtype([("players", "i1"), ("low", "i1"), ("high", "i1"), ("most", "i1"), ("luck", "i1")])
PUBLIC = np.dtype([("seat", "i1"), ("decision", "i1"), ("pile", "i1"), ("taken", "i2", (P,)), ("turns", "i2")])
PRIVATE = np.dtype([("lucky", "i1")])
STATE = np.dtype(
    [
        ("public", PUBLIC),
        ("private", PRIVATE, (P,)),
        ("deal", "u8", (1,)),
        ("chance", "u8", (1,)),
        ("size", "i1"),
        ("loser", "i1"),
    ]
)
DECISIONS = ("take", "luck")
D_TAKE, D_LUCK = range(2)
COLUMNS = (
    Column("vp_coins", "i2", "VP", "coins taken", "points"),
    Column("vp_lucky", "i2", "VP", "lucky points", "points"),
    Column("taken_last", "u1", "flag", "1 for who took the last coin", "flag"),
    Column("pile", "i1", "coins", "coins at the start and how often one fell back", "count", ("start", "back")),
)
ROW = row_dtype(COLUMNS)
SIG = signatures(RULES, STATE, ROW)


@njit(SIG.start)
def start(rules, state, keys):
    state.deal[0] = keys[DEAL]
    state.chance[0] = keys[CHANCE]
    public = state.public
    public.pile = rules.low + below(state.deal, rules.high - rules.low + 1)
    state.size = public.pile
    public.seat = 0
    public.decision = D_TAKE
    public.turns = 0
    state.loser = -1
    for seat in range(rules.players):
        public.taken[seat] = 0
        state.private[seat].lucky = below(state.deal, 3)


@njit(SIG.options)
def options(rules, state, buffer):
    count = 2
    if state.public.decision == D_TAKE:
        count = min(rules.most, state.public.pile)
    for i in range(count):
        buffer[i].kind = state.public.decision
        buffer[i].a = i + 1 if state.public.decision == D_TAKE else i
        buffer[i].b = 0
        buffer[i].c = 0
    return count


@njit(SIG.apply)
def apply(rules, state, option):
    public = state.public
    seat = public.seat
    if public.decision == D_TAKE:
        public.taken[seat] += option.a
        public.pile -= option.a
        public.turns += 1
        if public.pile == 0:
            state.loser = seat
            public.seat = -1
        elif rules.luck and public.turns % 4 == 0:
            public.decision = D_LUCK
        else:
            public.seat = (seat + 1) % rules.players
        return
    if option.a == 1 and below(state.chance, 2) == 0:
        public.pile += 1
    public.decision = D_TAKE
    public.seat = (seat + 1) % rules.players


@njit(SIG.record)
def record(rules, state, rows):
    best = -1
    winners = 0
    for seat in range(len(rows)):
        row = rows[seat]
        row.taken_last = seat == state.loser
        row.vp_coins = state.public.taken[seat]
        row.vp_lucky = state.private[seat].lucky
        row.score = 0 if seat == state.loser else row.vp_coins + row.vp_lucky
        row.rounds = state.public.turns
        row.pile[0] = state.size
        row.pile[1] = np.sum(state.public.taken[: len(rows)]) - state.size
        if row.score > best:
            best = row.score
            winners = 0
        if row.score == best:
            winners += 1
    for seat in range(len(rows)):
        rows[seat].rank = 1
        for other in range(len(rows)):
            if rows[other].score > rows[seat].score:
                rows[seat].rank += 1
        rows[seat].win_share = 1.0 / winners if rows[seat].rank == 1 else 0.0


@njit(SIG.choose)
def choose_greedy(rules, public, private, options, count, weights, stream):
    """Take as many as the weight allows."""
    return min(count - 1, np.int64(weights[0]))


@njit(SIG.choose)
def choose_random(rules, public, private, options, count, weights, stream):
    """Choose blindly."""
    return below(stream, count)


def load_rules(path: Path | None, changes: Any) -> Ruleset:
    """The toy's only ruleset; `most` and `luck` may be changed."""
    data = {"rules": {"low": 12, "high": 20, "most": 3, "luck": 1, **{k: int(v) for k, v in changes.items()}}}
    values = (SourcedValue("rules.low", 12, "assumed", (10,)),)
    return Ruleset("toy", "toy", data, hashlib.sha256(str(data).encode()).hexdigest()[:12], dict(changes), values, ())


def tables(ruleset: Ruleset, players: int) -> Any:
    rules = np.zeros(1, RULES)
    rules[0] = (players, *(ruleset.data["rules"][key] for key in ("low", "high", "most", "luck")))
    return rules


class Describe:
    """How the toy speaks."""

    @staticmethod
    def decision(ruleset: Ruleset, state: np.void) -> str:
        return "coins to take" if state["public"]["decision"] == D_TAKE else "tempt luck"

    @staticmethod
    def option(ruleset: Ruleset, state: np.void, option: np.void) -> str:
        if option["kind"] == D_TAKE:
            return f"take {option['a']}"
        return "tempt it" if option["a"] else "leave it"

    @staticmethod
    def table(ruleset: Ruleset, state: np.void, seat: int) -> list[str]:
        return [f"pile of {state['public']['pile']}, lucky {state['private'][seat]['lucky']}"]

    @staticmethod
    def events(ruleset: Ruleset, before: np.void, after: np.void) -> list[str]:
        fell = before["public"]["decision"] == D_LUCK and after["public"]["pile"] > before["public"]["pile"]
        return ["a coin falls back"] if fell else []

    @staticmethod
    def result(ruleset: Ruleset, rows: Any) -> list[str]:
        return [f"{seat_name(row['seat'])}: {row['vp_coins']} coins, {row['score']} VP" for row in rows]


SPEC = GameSpec(
    name="toy",
    title="Coins",
    version=1,
    players=(2, P),
    rulebook="none",
    decisions=DECISIONS,
    max_options=8,
    rules_dtype=RULES,
    state_dtype=STATE,
    columns=COLUMNS,
    load_rules=load_rules,
    tables=tables,
    engine=lambda: Engine(start, options, apply, record),
    describer=lambda: Describe,
)


@contextmanager
def registered() -> Iterator[GameSpec]:
    """The toy is a known game inside this context."""
    module, before = "simcore.games.toy.spec", registry.GAMES
    registry.GAMES = (*before, "toy")
    sys.modules[module] = sys.modules[__name__]
    try:
        yield SPEC
    finally:
        registry.GAMES = before
        del sys.modules[module]
        registry.game.cache_clear()


def toy_strategy(function: Any, name: str, trusted: bool = True, weights: tuple[Any, ...] = ()) -> Any:
    """A strategy of the toy from a compiled function; plain functions are compiled with checks."""
    from strategies.contract import Strategy

    compiled = function if hasattr(function, "py_func") else njit(SIG.choose, cached=False, bounds=True)(function)
    python: Callable[..., int] = getattr(function, "py_func", function)
    return Strategy(
        name, "toy", f"Toy strategy {name}.", weights, name == "random", lambda: compiled, python, trusted, __name__
    )


def greedy(name: str = "greedy", most: float = 2.0) -> Any:
    """Take as many coins as allowed, at most `most` + 1."""
    from strategies.contract import Weight

    return toy_strategy(choose_greedy, name, weights=(Weight("most", most, "how many more than one"),))


def random(name: str = "random") -> Any:
    """Choose blindly."""
    return toy_strategy(choose_random, name)
