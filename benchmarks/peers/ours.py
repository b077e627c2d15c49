"""Our own games: whole ones by the batch runner, recording on, and roll-outs of the search from positions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from math import inf

import numpy as np
from rounds import Contestant, serve

from benchmarks.bench_search import POLICIES, counting, positions
from simcore.batch import simulate
from simcore.contract import GameSpec
from simcore.jit import JIT_DISABLED
from simcore.registry import game
from simcore.replay import Game
from simcore.ruleset import Ruleset
from simcore.schedule import Schedule
from strategies.catalog import load, load_lineup
from strategies.contract import Strategy
from strategies.searching.making import bind, search, values

PLAYERS = 4
SAMPLE = 200
"""Games whose moves are counted."""


def moves(spec: GameSpec, ruleset: Ruleset, lineup: list[Strategy]) -> float:
    """Decisions of the players in a game, those with a single option too, on the average."""
    total = 0
    for deal in range(SAMPLE):
        match = Game(spec, ruleset, lineup, 1, deal, 0, patience=inf)
        while match.seat >= 0:
            count = match.engine.options(match.rules, match.state, match.space.buffer)
            match.apply(match.choose(count))
            total += 1
    return total / SAMPLE


def batch(name: str, strategy: str) -> Contestant:
    """Base rules, four players, one strategy in all seats; forced moves are no decisions, but counted apart."""
    spec = game(name)
    ruleset, lineup = spec.load_rules(None, {}), load_lineup(name, PLAYERS, strategy)
    labels, dealt = tuple(each.name for each in lineup), [0]

    def play(games: int) -> tuple[int, int]:
        schedule = Schedule(1, labels, games, first_deal=dealt[0])
        dealt[0] += games
        rows = simulate(spec, ruleset, lineup, schedule, jobs=1)
        return sum(int(chunk["decisions"].sum()) for chunk in rows), games

    counted = None if JIT_DISABLED else moves(spec, ruleset, lineup)
    return Contestant(version("meeplelab"), f"{PLAYERS} x {strategy}, recording on", play, moves=counted)


def rollouts(name: str, budget: int = 200, count: int = 100) -> Contestant:
    """The search's own roll-outs, two players, all options of so many positions judged."""
    policy = load(name, POLICIES[name])
    rules, asked = positions(name, 2, count)

    def judged(player: object, of: list[int]) -> tuple[float, float]:
        """(decisions if the policy counts them, roll-outs) of judging these positions once each."""
        judge = bind(name, player).judge
        weights = np.append(search(player, "search").weight_values(), 0.0)
        weights[0], made = budget, 0.0
        for number in of:
            states, options, legal = asked[number]
            state, room = states[0], values(legal)
            view = state["public"], state["private"][state["public"]["seat"]]
            judge(rules[0], *view, options, legal, weights, np.array([number], np.uint64), *room)
            made += room[1].sum()
        return weights[-1], made

    # The same position with the same stream is judged alike, whether or not the policy counts.
    counted = counting(policy)
    decisions = [round(judged(counted, [number])[0]) for number in range(count)]
    made = [round(judged(policy, [number])[1]) for number in range(count)]

    def play(games: int) -> tuple[int, int]:
        played, of = 0, []
        while played < games:
            of.append(len(of) % count)
            played += made[of[-1]]
        judged(policy, of)
        return sum(decisions[number] for number in of), played

    return Contestant(version("meeplelab"), f"{policy.name}, in the search", play)


if __name__ == "__main__":
    ways: dict[str, Callable[[], Contestant]] = {
        f"{name}:{strategy}": partial(batch, name, strategy)
        for name, policy in POLICIES.items()
        for strategy in (policy, "random")
    }
    serve({**ways, **{f"{name}-rollouts": partial(rollouts, name) for name in POLICIES}})
