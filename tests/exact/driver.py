"""Small compiled loops that bring chance about on the real kernel very often, and note what it did.

What is noted are bytes of the state record, which `places` finds by the names of fields: everything that the tests
look at is a whole number of one byte.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numba import typeof, types

from simcore.contract import OPTION, GameSpec, signatures
from simcore.jit import njit, specialise
from simcore.plain import records
from simcore.stream import CHANCE, SEATS, below, key

SEED = 20_160_322
"""Fixed before the first run and not changed since."""
CHANNELS = SEATS + 5
LAST, FIRST, ANY, GREATEST = range(4)
"""Policies of the loops: which legal choice is made."""


@njit()
def _starts(start, rules, states, raw, places, seed, out):
    keys = np.empty(CHANNELS, np.uint64)
    for number in range(len(out)):
        for channel in range(CHANNELS):
            keys[channel] = key(seed, number, channel)
        start(rules[0], states[0], keys)
        for i in range(len(places)):
            out[number, i] = raw[places[i]]


@njit()
def _choice(policy, buffer, count, stream):
    if policy == LAST:
        return count - 1
    if policy == FIRST:
        return 0
    if policy == ANY:
        return below(stream, count)
    best = 0
    for i in range(1, count):
        a, b = buffer[i], buffer[best]
        if (a.kind, a.a, a.b, a.c) > (b.kind, b.a, b.b, b.c):
            best = i
    return best


@njit()
def _from_position(options, apply, rules, states, buffer, raw, base, script, until, places, seed, out):
    stream = np.zeros(1, np.uint64)
    state = states[0]
    for number in range(len(out)):
        for i in range(len(base)):
            raw[i] = base[i]
        state.hidden.chance[0] = key(seed, number, CHANCE)
        for step in range(len(script)):
            apply(rules[0], state, script[step])
        while state.public.seat >= 0 and state.public.decision != until:
            count = options(rules[0], state, buffer)
            apply(rules[0], state, buffer[_choice(LAST, buffer, count, stream)])
        for i in range(len(places)):
            out[number, i] = raw[places[i]]


@njit()
def _games(start, options, apply, record, rules, states, buffer, blank, rows, policy, seed, out):
    keys = np.empty(CHANNELS, np.uint64)
    stream = np.zeros(1, np.uint64)
    state = states[0]
    for number in range(len(out)):
        for channel in range(CHANNELS):
            keys[channel] = key(seed, number, channel)
        stream[0] = keys[SEATS]
        start(rules[0], state, keys)
        while state.public.seat >= 0:
            count = options(rules[0], state, buffer)
            apply(rules[0], state, buffer[_choice(policy, buffer, count, stream)])
        for seat in range(len(rows)):
            rows[seat] = blank[0]
        record(rules[0], state, rows)
        for seat in range(len(rows)):
            out[number, seat] = rows[seat].score


@njit()
def _draws(start, options, apply, rules, states, buffer, seed, out):
    """The first of the legal choices until everybody has drawn `out.shape[2]` Guardians in round 1."""
    keys = np.empty(CHANNELS, np.uint64)
    state = states[0]
    for number in range(len(out)):
        for channel in range(CHANNELS):
            keys[channel] = key(seed, number, channel)
        start(rules[0], state, keys)
        for seat in range(out.shape[1]):
            for nth in range(out.shape[2]):
                while state.public.decision != 0:
                    options(rules[0], state, buffer)
                    apply(rules[0], state, buffer[0])
                out[number, seat, nth] = state.public.guardian if state.public.seat == seat else -1
                options(rules[0], state, buffer)
                apply(rules[0], state, buffer[0])


@njit()
def _recruitments(start, options, apply, rules, states, buffer, recruit, seed, out):
    """The first of the legal choices up to the first Recruitment: its order."""
    keys = np.empty(CHANNELS, np.uint64)
    state = states[0]
    for number in range(len(out)):
        for channel in range(CHANNELS):
            keys[channel] = key(seed, number, channel)
        start(rules[0], state, keys)
        while state.public.decision != recruit:
            options(rules[0], state, buffer)
            apply(rules[0], state, buffer[0])
        for seat in range(out.shape[1]):
            out[number, seat] = state.public.order[seat]


class Sampler:
    """A game by some rules, played or set up again and again; `seed` fixes everything."""

    def __init__(
        self, spec: GameSpec, players: int, changes: Mapping[str, str] | None = None, file: Path | None = None
    ) -> None:
        self.spec, self.players, self.engine = spec, players, spec.engine()
        self.ruleset = spec.load_rules(file, dict(changes or {}))
        self.rules, self.states = records(1, spec.rules_dtype), records(1, spec.state_dtype)
        self.rules[:] = spec.tables(self.ruleset, players)
        self.buffer, self.raw = records(spec.max_options, OPTION), self.states.view(np.uint8).reshape(-1)

    def _run(self, loop: Any, parts: Sequence[str], *rest: Any) -> None:
        """Run a loop with these functions of the engine as typed values, so that the disk cache serves it."""
        spec = self.spec
        typed = signatures(spec.rules_dtype, spec.state_dtype, spec.row_dtype)
        functions = [types.FunctionType(getattr(typed, part)) for part in parts]
        entry = specialise(loop, types.void(*functions, *map(typeof, rest)))
        entry(*(getattr(self.engine, part) for part in parts), *rest)

    def starts(self, games: int, fields: Sequence[str], seed: int = SEED) -> np.ndarray:
        """Fields of the state after setup, int8[fields, games]."""
        return self.bytes_after_start(games, self.places(fields), seed).view(np.int8)

    def bytes_after_start(self, games: int, places: Sequence[int] | np.ndarray, seed: int = SEED) -> np.ndarray:
        """Bytes of the state after setup, uint8[places, games]."""
        out = np.zeros((games, len(places)), np.uint8)
        self._run(_starts, ("start",), self.rules, self.states, self.raw, np.array(places, np.int64), seed, out)
        return np.ascontiguousarray(out.T)

    def after(
        self,
        games: int,
        state: np.void,
        script: Sequence[tuple[int, int, int, int]],
        until: int,
        fields: Sequence[str],
        seed: int = SEED,
    ) -> np.ndarray:
        """Fields after these options and then the last legal ones until a decision, int8[fields, games]."""
        places, out = self.places(fields), np.zeros((games, len(fields)), np.int8)
        base = np.frombuffer(state.tobytes(), np.uint8)
        options = records(len(script), OPTION)
        options[:] = np.array(list(script), OPTION)
        self._run(
            _from_position, ("options", "apply"), self.rules, self.states, self.buffer, self.raw, base.copy(), options,
            until, places, seed, out,
        )  # fmt: skip
        return out.T

    def scores(self, games: int, policy: int, seed: int = SEED) -> np.ndarray:
        """Final scores by a policy, int8[players, games]."""
        out = np.zeros((games, self.players), np.int8)
        blank, rows = records(1, self.spec.row_dtype), records(self.players, self.spec.row_dtype)
        self._run(_games, self.engine._fields, self.rules, self.states, self.buffer, blank, rows, policy, seed, out)
        return out.T

    def draws(self, games: int, each: int, seed: int = SEED) -> np.ndarray:
        """Guardians in the order every seat draws them in round 1, int8[games, players, each]."""
        out = np.zeros((games, self.players, each), np.int8)
        self._run(_draws, self.engine._fields[:3], self.rules, self.states, self.buffer, seed, out)
        return out

    def recruitments(self, games: int, seed: int = SEED) -> np.ndarray:
        """Seats in the order of the first Recruitment, int8[players, games]."""
        out = np.zeros((games, self.players), np.int8)
        recruit = self.spec.decisions.index("recruit")
        self._run(_recruitments, self.engine._fields[:3], self.rules, self.states, self.buffer, recruit, seed, out)
        return out.T

    def places(self, fields: Sequence[str]) -> np.ndarray:
        """Where the bytes of fields lie in the state; fields are named like "private.0.hand_count"."""
        found = []
        for field in fields:
            dtype, place = self.spec.state_dtype, 0
            for part in field.split("."):
                dtype, step = _within(dtype, part)
                place += step
            if dtype.itemsize != 1:
                raise ValueError(f"{field} is {dtype}; expected a whole number of one byte")
            found.append(place)
        return np.array(found, np.int64)


def _within(dtype: np.dtype[Any], part: str) -> tuple[np.dtype[Any], int]:
    if dtype.names is not None and part in dtype.names:
        within, place = dtype.fields[part][:2]
        return within, place
    base, shape = dtype.base, dtype.shape
    size = base.itemsize * int(np.prod(shape[1:]))
    return (np.dtype((base, shape[1:])) if len(shape) > 1 else base), int(part) * size
