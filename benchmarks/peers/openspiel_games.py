"""OpenSpiel's C++ games, played by its C++ uniform random bots in its C++ loop.

Every move of a player counts as a decision, forced ones too; chance moves do not. How many there are in a game is
counted in games apart from the rounds, since reading a game's history would be Python in the loop.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from random import Random

import pyspiel
from rounds import Contestant, serve

SAMPLE = 4000
"""Games whose moves are counted."""
GAMES = {"hearts": "hearts", "bridge": "bridge(use_double_dummy_result=false)", "crazy_eights": "crazy_eights"}


def _moves(state: pyspiel.State) -> int:
    return sum(move.player >= 0 for move in state.full_history())


def whole_games(name: str) -> Contestant:
    """Games from the deal to the end, one call of C++ each."""
    game = pyspiel.load_game(GAMES[name])
    bots = [pyspiel.make_uniform_random_bot(player, 1 + player) for player in range(game.num_players())]
    deals = iter(range(2**31))

    def one() -> pyspiel.State:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, next(deals))
        return state

    mean = sum(_moves(one()) for _ in range(SAMPLE)) / SAMPLE

    def play(games: int) -> tuple[int, int]:
        for _ in range(games):
            one()
        return round(mean * games), games

    return Contestant(version("open_spiel"), "C++ uniform random bots", play)


def rollouts(name: str) -> Contestant:
    """Random play to the end from a dealt position, again and again inside one call of its search."""
    game = pyspiel.load_game(GAMES[name])
    dealt = game.new_initial_state()
    dice = Random(1)
    while dealt.is_chance_node():
        dealt.apply_action(dice.choice(dealt.legal_actions()))
    bots = [pyspiel.make_uniform_random_bot(player, 1 + player) for player in range(game.num_players())]
    total = 0
    for deal in range(SAMPLE):
        state = dealt.clone()
        pyspiel.evaluate_bots(state, bots, deal)
        total += _moves(state) - _moves(dealt)
    mean = total / SAMPLE

    def play(games: int) -> tuple[int, int]:
        half = -(-games // 2)  # two visits, the second one move further on
        evaluator = pyspiel.RandomRolloutEvaluator(half, 7)
        pyspiel.MCTSBot(game, evaluator, 2.0, 2, 50, False, 42, False).step(dealt)
        return round(half * (2 * mean - 1)), 2 * half

    return Contestant(version("open_spiel"), "C++ uniform roll-outs in its MCTS bot", play)


if __name__ == "__main__":
    ways: dict[str, Callable[[], Contestant]] = {name: partial(whole_games, name) for name in GAMES}
    serve({**ways, **{f"{name}-rollouts": partial(rollouts, name) for name in GAMES}})
