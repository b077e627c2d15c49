"""Speed of The Guardians of Haversack on one core, in processor time, warm, recording on.

First whole games: games/s and decisions/s of line-ups of one strategy (a decision is a choice
among two or more options). Then the inner loop alone: where a Guardian can go, by sets of cells as
the kernel does it, and by a breadth-first queue over a table of neighbours, on the same positions.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from functools import partial

import numpy as np

from simcore.batch import simulate
from simcore.games.haversack.codes import CELLS, FAIRY
from simcore.games.haversack.kernel.cells import either, has, load, lowest, only, rest
from simcore.games.haversack.kernel.reach import guardians, monsters, reach, starts
from simcore.jit import njit
from simcore.registry import game
from simcore.replay import Game, steps
from simcore.schedule import Schedule
from strategies.catalog import load_lineup

SPEC = game("haversack")


def seconds(work: Callable[[], object]) -> float:
    """Processor time of one call."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def whole_games(name: str, players: int, games: int, repeats: int) -> tuple[float, float]:
    """(median games/s, decisions a game)."""
    lineup = load_lineup("haversack", players, name)
    ruleset = SPEC.load_rules(None, {})
    schedule = Schedule(1, tuple(strategy.name for strategy in lineup), games)
    decisions = [0]

    def play() -> None:
        decisions[0] = sum(int(rows["decisions"].sum()) for rows in simulate(SPEC, ruleset, lineup, schedule))

    play()
    return games / statistics.median(seconds(play) for _ in range(repeats)), decisions[0] / games


@njit()
def queued(rules, board, tile, queue, steps_to):
    """The kernel's `reach` for a walking Guardian without Items, by a queue; the set of ends."""
    blocked = either(guardians(board), load(rules.lake))
    beasts, fairies, forest = monsters(board), load(board.creature[FAIRY]), load(rules.forest)
    count, ends = 0, only(0)
    ends = (ends[0] & ~ends[0], ends[1])
    for cell in range(CELLS):
        steps_to[cell] = CELLS
    origin = starts(rules, board, False)
    for word in range(2):
        left = origin[word]
        while left:
            queue[count] = lowest(left) + 64 * word
            steps_to[queue[count]] = 0
            count += 1
            left = rest(left)
    first = 0
    while first < count:
        cell = queue[first]
        first += 1
        if steps_to[cell] == tile.move:
            continue
        for direction in range(4):
            at = rules.beside[cell, direction]
            if at < 0 or has(blocked, at) or has(beasts, at):
                continue
            ends = either(ends, only(at))
            if steps_to[at] == CELLS and not has(fairies, at) and not has(forest, at):
                steps_to[at] = steps_to[cell] + 1
                queue[count] = at
                count += 1
    return ends


@njit()
def by_sets(rules, boards, tile, times):
    """Call `reach` on every board so many times; a number that depends on all answers."""
    total = np.uint64(0)
    for _ in range(times):
        for i in range(len(boards)):
            ends = reach(rules[0], boards[i], tile, 0, 0, False)
            total += ends[0] ^ ends[1]
    return total


@njit()
def by_queue(rules, boards, tile, times):
    """The same by the queue."""
    queue, steps_to = np.zeros(CELLS, np.int64), np.zeros(CELLS, np.int64)
    total = np.uint64(0)
    for _ in range(times):
        for i in range(len(boards)):
            ends = queued(rules[0], boards[i], tile, queue, steps_to)
            total += ends[0] ^ ends[1]
    return total


def positions(count: int) -> np.ndarray:
    """Boards of seat 0 before its moves in games of greedy-glory."""
    lineup, boards, deal = load_lineup("haversack", 1, "greedy-glory"), [], 0
    while len(boards) < count:
        match = Game(SPEC, SPEC.load_rules(None, {}), lineup, 1, deal, 0)
        boards += [step.before["public"]["board"][0] for step in steps(match) if step.decision == "move"]
        deal += 1
    return np.array(boards[:count])


def inner_loop(times: int) -> tuple[float, float]:
    """Nanoseconds a call by sets and by the queue."""
    rules, boards = SPEC.tables(SPEC.load_rules(None, {}), 1), positions(500)
    tile = rules["tile"][0, 0, 0]  # a Guide, Day
    assert by_sets(rules, boards, tile, 1) == by_queue(rules, boards, tile, 1), "the two ways must agree"
    calls = times * len(boards)

    def best(way: Callable[..., object]) -> float:
        return 1e9 * min(seconds(partial(way, rules, boards, tile, times)) for _ in range(3)) / calls

    return best(by_sets), best(by_queue)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--players", type=int, nargs="*", default=[4])
    parser.add_argument("--strategies", nargs="*", default=["greedy-glory", "random"])
    asked = parser.parse_args()
    print(f"{'strategy':<16}{'players':>8}{'games/s':>12}{'decisions/game':>16}{'M decisions/s':>15}")
    for name in asked.strategies:
        for players in asked.players:
            rate, decisions = whole_games(name, players, asked.games, asked.repeats)
            print(f"{name:<16}{players:>8}{rate:>12,.0f}{decisions:>16.1f}{rate * decisions / 1e6:>15.2f}")
    sets, queue = inner_loop(1_000)
    print(f"where a Guide can go: {sets:.0f} ns by sets of cells, {queue:.0f} ns by a queue over neighbours")


if __name__ == "__main__":
    main()
