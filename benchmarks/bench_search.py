"""Speed of the roll-outs inside a search against the batch kernel's, decisions/s on one core, both games.

Run with `make bench`. The same strategy plays both. Positions come from games of the batch's own line-up; of each the
search judges all options, and every choice among two or more options in its roll-outs counts as a decision. They are
counted by a second, equal search whose policy notes every call. Figures are in processor time.
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import Any

import numpy as np

from simcore.batch import simulate
from simcore.contract import OPTION
from simcore.jit import njit
from simcore.plain import records
from simcore.registry import game
from simcore.schedule import Schedule
from simcore.stream import SEATS, key
from simcore.workspace import rules_record
from strategies.catalog import load
from strategies.contract import Strategy, game_signatures
from strategies.searching.making import bind, search, values

POLICIES = {"watchmen": "greedy-value", "haversack": "all-rounder"}


def batch(name: str, players: int, games: int, repeats: int) -> float:
    """Decisions/s of ordinary games, the median of the repeats."""
    spec, strategy = game(name), load(name, POLICIES[name])
    ruleset, rates = spec.load_rules(None, {}), []
    for repeat in range(repeats + 1):
        schedule = Schedule(1, (strategy.name,) * players, games)
        begin = time.process_time()
        rows = simulate(spec, ruleset, [strategy] * players, schedule, jobs=1)
        decisions = sum(int(chunk["decisions"].sum()) for chunk in rows)
        if repeat:
            rates.append(decisions / (time.process_time() - begin))
    return statistics.median(rates)


def positions(name: str, players: int, count: int) -> tuple[Any, list[tuple[Any, Any, int]]]:
    """Rules and positions with at least two options: (state, options, how many), a few of each of some games."""
    spec, policy = game(name), load(name, POLICIES[name])
    rules = rules_record(spec, spec.load_rules(None, {}), players)
    engine, weights, found, deal = spec.engine(), policy.weight_values(), [], 0
    states, buffer = records(1, spec.state_dtype), records(spec.max_options, OPTION)
    while len(found) < count:
        engine.start(rules[0], states[0], np.array([key(7, deal, c) for c in range(SEATS + players)], np.uint64))
        step, deal = 0, deal + 1
        while (seat := int(states[0]["public"]["seat"])) >= 0:
            legal = engine.options(rules[0], states[0], buffer)
            choice = 0
            if legal > 1:
                step += 1
                if step % 7 == deal % 7:
                    found.append((states.copy(), buffer[:legal].copy(), legal))
                stream = np.zeros(1, np.uint64)
                view = states[0]["public"], states[0]["private"][seat]
                choice = policy.choose(rules[0], *view, buffer, legal, weights, stream)
            engine.apply(rules[0], states[0], buffer[choice])
    return rules, found[:count]


def counting(policy: Strategy) -> Strategy:
    """The same policy, but it adds 1 to the last of its weights at each call."""
    choose = policy.choose

    def counted(rules, public, private, options, count, weights, stream):
        weights[len(weights) - 1] += 1.0
        return choose(rules, public, private, options, count, weights, stream)

    def make() -> Any:
        return njit(game_signatures(policy.game).choose, cached=False, lean=True)(counted)

    return Strategy("counted", policy.game, policy.idea, policy.weights, policy.stochastic, make, counted, False)


def searching(name: str, players: int, budget: int, count: int, repeats: int) -> tuple[float, float, float]:
    """(decisions/s in roll-outs, roll-outs/s, milliseconds a searched decision), medians."""
    rules, asked = positions(name, players, count)
    policy = load(name, POLICIES[name])
    totals = {}
    times: list[float] = []
    for label, player in (("counted", counting(policy)), ("plain", policy)):
        judge = bind(name, player).judge
        for repeat in range(repeats + 1 if label == "plain" else 1):
            weights = np.append(search(player, "search").weight_values(), 0.0)
            weights[0] = budget
            made, begin = 0.0, time.process_time()
            for number, (states, options, legal) in enumerate(asked):
                state, room = states[0], values(legal)
                seat = state["public"]["seat"]
                stream = np.array([number], np.uint64)
                judge(rules[0], state["public"], state["private"][seat], options, legal, weights, stream, *room)
                made += room[1].sum()
            if label == "plain" and repeat:
                times.append(time.process_time() - begin)
            totals[label] = (made, weights[-1])
    seconds = statistics.median(times)
    assert totals["counted"][0] == totals["plain"][0], "the two searches differ"
    return totals["counted"][1] / seconds, totals["plain"][0] / seconds, 1000 * seconds / count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--budget", type=int, default=200)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--players", type=int, default=2)
    asked = parser.parse_args()
    heads = ("batch M decisions/s", "roll-outs M decisions/s", "ratio", "roll-outs/s", "ms a decision")
    print(f"{'game':<12}" + "".join(f"{head:>25}" for head in heads))
    for name in POLICIES:
        plain = batch(name, asked.players, asked.games, asked.repeats)
        inside, rollouts, wait = searching(name, asked.players, asked.budget, asked.positions, asked.repeats)
        print(
            f"{name:<12}{plain / 1e6:>25.2f}{inside / 1e6:>25.2f}{inside / plain:>25.2f}{rollouts:>25,.0f}{wait:>25.2f}"
        )


if __name__ == "__main__":
    main()
