"""Speed of Watchmen of Destiny on one core: games/s and decisions/s, recording on, warm.

Run with `make bench`. Figures are in processor time, so that a busy machine disturbs them less: median and best of the
whole batch loop (schedule, compiled play, rows), without writing files. A decision is a choice among
two or more options that a strategy was asked for; forced moves are not counted.
"""

from __future__ import annotations

import argparse
import statistics
import time

from simcore.batch import simulate
from simcore.registry import game
from simcore.schedule import Schedule
from strategies.catalog import load_lineup


def measure(strategy: str, players: int, games: int, repeats: int) -> tuple[float, float, float]:
    """(median games/s, best games/s, decisions a game) of a line-up of one strategy."""
    spec = game("watchmen")
    ruleset = spec.load_rules(None, {})
    lineup = load_lineup("watchmen", players, strategy)
    rates, decisions = [], 0
    for repeat in range(repeats + 1):
        schedule = Schedule(1, tuple(s.name for s in lineup), games)
        begin = time.process_time()
        decisions = sum(int(rows["decisions"].sum()) for rows in simulate(spec, ruleset, lineup, schedule, jobs=1))
        if repeat:  # the first one compiles or loads
            rates.append(games / (time.process_time() - begin))
    return statistics.median(rates), max(rates), decisions / games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40_000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--strategies", nargs="*", default=["greedy-value", "random"])
    parser.add_argument("--players", type=int, nargs="*", default=[4])
    asked = parser.parse_args()
    print(f"{'strategy':<16}{'players':>8}{'games/s':>12}{'best':>12}{'decisions/game':>16}{'M decisions/s':>15}")
    for name in asked.strategies:
        for players in asked.players:
            rate, best, decisions = measure(name, players, asked.games, asked.repeats)
            speed = rate * decisions / 1e6
            print(f"{name:<16}{players:>8}{rate:>12,.0f}{best:>12,.0f}{decisions:>16.1f}{speed:>15.2f}")


if __name__ == "__main__":
    main()
