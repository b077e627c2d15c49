"""Catanatron, four random players; each action of a player is a decision."""

from __future__ import annotations

from importlib.metadata import version

from catanatron import Color, Game, RandomPlayer
from rounds import Contestant, serve


def catan() -> Contestant:
    """Four players."""
    seeds = iter(range(2**31))

    def play(games: int) -> tuple[int, int]:
        decisions = 0
        for _ in range(games):
            game = Game([RandomPlayer(color) for color in Color], seed=next(seeds))
            game.play()
            decisions += len(game.state.actions)
        return decisions, games

    return Contestant(version("catanatron"), "random players", play)


if __name__ == "__main__":
    serve({"catan": catan})
