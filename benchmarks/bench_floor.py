"""How far the kernels are above their floor: what a game costs that only draws its numbers and moves its cards.

Games are played and looked at step by step: how many random numbers each stream has given out (SplitMix64 adds the
same constant each time, so it can be read off the stream), which elements of the state are different after the setup
and after each decision, how many options are on offer. Then compiled code does just so much on arrays of the same
kind, game after game, and nothing else:

    floor A   draws all numbers, writes every element of the state that changes, and the rows
    floor B   A, and writes every legal option, through three calls of typed functions a decision, as the runner does

Whatever finds out what is legal and what follows is not in either. Against them stand, on the same games,

    kernel    the four functions of the game told what to choose
    whole     the batch: the kernel, the strategy's choices, and the rows

Elements that are written twice between two decisions, or with the value they had, count once or not at all, so both
floors are lower than what a game must do. Processor time on one core, medians, warm.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import typeof, types

from simcore.batch import runner_signature, simulate
from simcore.contract import OPTION, GameSpec
from simcore.jit import njit, specialise
from simcore.plain import records
from simcore.registry import game
from simcore.replay import Game, steps
from simcore.schedule import Schedule
from simcore.stream import SEATS, draw, key
from simcore.workspace import rules_record
from strategies.catalog import load_lineup

GOLDEN, WORD = 0x9E3779B97F4A7C15, 2**64
STREAMS = ("deal", "chance", "draw")
"""Streams in the hidden part of a state."""
LINES = (("watchmen", "greedy-value"), ("watchmen", "random"), ("haversack", "all-rounder"), ("haversack", "random"))
PLAYERS, SEED = 4, 1
Words = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Script:
    """What so many games do, one after the other.

    counts int64[S]: options at each decision, forced ones too; choices int64[S]; offers option[sum of counts];
    writes int64[W]: elements written, the setup's first; until int64[S + games]: where the writes of a setup or a
    decision end; lengths int64[games]: decisions of each game; draws: numbers drawn in all.
    """

    counts: Words
    choices: Words
    offers: npt.NDArray[np.void]
    writes: Words
    until: Words
    lengths: Words
    draws: int
    asked: int
    rows: int


def elements(dtype: np.dtype[Any]) -> Words:
    """Number of the element that each byte of a record belongs to, int64[bytes]."""
    if dtype.subdtype:
        base, shape = dtype.subdtype
        one, count = elements(base), int(np.prod(shape))
        return np.concatenate([one + k * (one[-1] + 1) for k in range(count)])
    if not dtype.names:
        return np.zeros(dtype.itemsize, np.int64)
    numbers, taken = np.zeros(dtype.itemsize, np.int64), 0
    for name in dtype.names:
        field, offset = (dtype.fields or {})[name][:2]
        part = elements(field) + taken
        numbers[offset : offset + field.itemsize] = part
        taken = int(part.max()) + 1
    return numbers


def drawn(before: np.void, after: np.void) -> int:
    """Numbers that the streams of a state have given out between the two."""
    inverse, total = pow(GOLDEN, -1, WORD), 0
    for name in STREAMS:
        if name in (before.dtype.names or ()):
            for old, new in zip(before[name].ravel().tolist(), after[name].ravel().tolist()):
                total += (new - old) * inverse % WORD
    return total


def written(spec: GameSpec, lineup: list[Any], games: int) -> Script:
    """Games of a line-up, looked at."""
    ruleset, numbers = spec.load_rules(None, {}), elements(spec.state_dtype)
    counts, choices, offers, writes, until, lengths, draws, asked = [], [], [], [], [], [], 0, 0
    inverse = pow(GOLDEN, -1, WORD)

    def note(before: bytes, after: bytes) -> None:
        changed = np.frombuffer(before, np.uint8) != np.frombuffer(after, np.uint8)
        writes.append(np.unique(numbers[changed]))
        until.append(len(writes[-1]))

    for deal in range(games):
        match = Game(spec, ruleset, lineup, SEED, deal, 0, patience=inf)
        with np.errstate(over="ignore"):
            keys = np.array([key(SEED, deal, channel) for channel in range(SEATS + PLAYERS)], np.uint64)
            hidden = match.state["hidden"].copy()
            hidden["deal"], hidden["chance"] = keys[0], keys[1]
            if "draw" in hidden.dtype.names:
                hidden["draw"][:PLAYERS, 0] = [key(keys[1], 0, seat) for seat in range(PLAYERS)]
        streams, start = match.streams.copy(), match.state.copy()
        note(bytes(len(numbers)), start.tobytes())
        played = list(steps(match))
        for step in played:
            note(step.before.tobytes(), step.after.tobytes())
        draws += drawn(hidden, played[-1].after["hidden"])
        pairs = zip(streams.ravel().tolist(), match.streams.ravel().tolist())
        draws += sum((new - old) * inverse % WORD for old, new in pairs)
        counts += [len(step.options) for step in played]
        choices += [step.choice for step in played]
        offers += [step.options for step in played]
        lengths.append(len(played))
        asked += sum(not step.forced for step in played)
    return Script(
        np.array(counts), np.array(choices), np.concatenate(offers), np.concatenate(writes), np.cumsum(until),
        np.array(lengths), draws, asked, len(spec.row_dtype.names or ()) * PLAYERS,
    )  # fmt: skip


@njit()
def floor_a(writes, ends, draws, cells, stream, rows, times):
    """Draw, write, fill rows; a number that depends on all of it."""
    total = np.uint64(0)
    for _ in range(times):
        at = 0
        for number in range(len(ends)):
            for _ in range(draws):
                total += draw(stream)
            for k in range(at, ends[number]):
                cells[writes[k]] += 1
            at = ends[number]
            for k in range(len(rows)):
                rows[k] = number
    return total + np.uint64(cells[0] + rows[0])


OFFER = types.int64(typeof(np.zeros(1, OPTION)), types.int64, types.int64, typeof(np.zeros(1, OPTION)))
CHOOSE = types.int64(typeof(np.zeros(1, np.int64)), types.int64)
APPLY = types.int64(typeof(np.zeros(1, np.int64)), types.int64, types.int64, typeof(np.zeros(1, np.int16)))


@njit(OFFER)
def offer(offers, first, count, buffer):
    """Write the options of a decision."""
    for k in range(count):
        buffer[k] = offers[first + k]
    return count


@njit(CHOOSE)
def choose(choices, step):
    """Choose what was chosen."""
    return choices[step]


@njit(APPLY)
def carry_out(writes, first, end, cells):
    """Write what a decision changes."""
    for k in range(first, end):
        cells[writes[k]] += 1
    return end


@njit()
def floor_b(three, counts, choices, offers, writes, until, lengths, draws, buffer, cells, stream, rows, times):
    """The same, decision by decision, with all options written; a number that depends on all of it."""
    give, pick, change = three
    total = np.uint64(0)
    for _ in range(times):
        step, offered, at, moment = 0, 0, 0, 0
        for number in range(len(lengths)):
            for _ in range(draws):
                total += draw(stream)
            at = change(writes, at, until[moment], cells)
            moment += 1
            for _ in range(lengths[number]):
                legal = give(offers, offered, counts[step], buffer)
                offered += legal
                choice = 0
                if legal != 1:
                    choice = pick(choices, step)
                total += np.uint64(buffer[choice].a)
                at = change(writes, at, until[moment], cells)
                moment += 1
                step += 1
            for k in range(len(rows)):
                rows[k] = number
    return total + np.uint64(cells[0] + rows[0])


@njit()
def told(engine, rules, states, buffer, choices, keys, rows, games, times):
    """Play the games by the kernel alone, told what to choose; the number of decisions."""
    start, options, apply, record = engine
    step = 0
    for _ in range(times):
        step = 0
        for deal in range(games):
            for channel in range(len(keys)):
                keys[channel] = key(SEED, deal, channel)
            start(rules[0], states[0], keys)
            while states[0].public.seat >= 0:
                legal = options(rules[0], states[0], buffer)
                apply(rules[0], states[0], buffer[choices[step] if legal != 1 else 0])
                step += 1
            record(rules[0], states[0], rows)
    return step


def nanoseconds(work: Callable[[], object], games: int, repeats: int) -> float:
    """Processor time a game, the median of some calls after one that warms up."""
    work()
    taken = []
    for _ in range(repeats):
        begin = time.process_time()
        work()
        taken.append(time.process_time() - begin)
    return 1e9 * statistics.median(taken) / games


def line(name: str, strategy: str, games: int, times: int, repeats: int) -> str:
    """Counts and times of a line-up of one strategy."""
    spec = game(name)
    lineup = load_lineup(name, PLAYERS, strategy)
    script = written(spec, lineup, games)
    ruleset = spec.load_rules(None, {})
    cells, stream = np.zeros(spec.state_dtype.itemsize, np.int16), np.zeros(1, np.uint64)
    rows, draws = np.zeros(script.rows, np.int16), round(script.draws / games)
    ends = script.until[np.cumsum(script.lengths + 1) - 1]
    buffer = records(spec.max_options, OPTION)
    engine, rules, states = spec.engine(), rules_record(spec, ruleset, PLAYERS), records(1, spec.state_dtype)
    results, keys = np.zeros(PLAYERS, spec.row_dtype), np.zeros(SEATS + PLAYERS, np.uint64)
    kinds = [typeof(each) for each in (rules, states, buffer, script.choices, keys, results)]
    play = specialise(told, types.int64(runner_signature(spec, PLAYERS).args[0], *kinds, types.int64, types.int64))
    three = types.Tuple([types.FunctionType(each) for each in (OFFER, CHOOSE, APPLY)])
    parts = (script.counts, script.choices, script.offers, script.writes, script.until, script.lengths)
    rest = (buffer, cells, stream, rows)
    run_b = specialise(floor_b, types.uint64(three, *map(typeof, parts), types.int64, *map(typeof, rest), types.int64))
    assert play(tuple(engine), rules, states, buffer, script.choices, keys, results, games, 1) == len(script.counts)
    schedule = Schedule(SEED, tuple(each.name for each in lineup), games * times)

    def whole() -> None:
        for _ in simulate(spec, ruleset, lineup, schedule, jobs=1):
            pass

    per = games * times
    costs = [
        nanoseconds(lambda: floor_a(script.writes, ends, draws, cells, stream, rows, times), per, repeats),
        nanoseconds(lambda: run_b((offer, choose, carry_out), *parts, draws, *rest, times), per, repeats),
        nanoseconds(
            lambda: play(tuple(engine), rules, states, buffer, script.choices, keys, results, games, times),
            per,
            repeats,
        ),
        nanoseconds(whole, per, repeats),
    ]
    seen = (script.asked, len(script.counts), draws * games, len(script.writes), len(script.offers))
    shares = (costs[2] / costs[0], costs[2] / costs[1], costs[3] / costs[1])
    return (
        f"{name + ' ' + strategy:<24}"
        + "".join(f"{count / games:>10,.0f}" for count in seen)
        + "".join(f"{cost / 1000:>10.2f}" for cost in costs)
        + "".join(f"{share:>12.1f}" for share in shares)
    )


def main() -> None:
    """Print a line for each strategy."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=60, help="looked at and played again and again")
    parser.add_argument("--times", type=int, default=40)
    parser.add_argument("--repeats", type=int, default=5)
    asked = parser.parse_args()
    heads = ("choices", "decisions", "draws", "writes", "options", "A us", "B us", "kernel us", "whole us")
    shares = ("kernel/A", "kernel/B", "whole/B")
    print(f"{'a game of':<24}" + "".join(f"{h:>10}" for h in heads) + "".join(f"{s:>12}" for s in shares))
    for name, strategy in LINES:
        print(line(name, strategy, asked.games, asked.times, asked.repeats), flush=True)


if __name__ == "__main__":
    main()
