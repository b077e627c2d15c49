"""The plain Python twins of the test suite by themselves: Python's random numbers, and choices of their own.

They shuffle, list every legal option, choose and score the end, as our own side does; greedy-value is played by its
own naive twin. Choices among two or more options count.
"""

from __future__ import annotations

import platform
from functools import partial
from random import Random
from typing import Any

from rounds import Contestant, serve

from strategies.catalog import load
from tests.naive.haversack import alone as haversack_alone
from tests.naive.haversack.rulebook import read_rules
from tests.naive.watchmen import alone as watchmen_alone
from tests.naive.watchmen import greedy
from tests.naive.watchmen.rules import rules_for

PLAYERS = 4


def at_random(random: Random, _: Any, question: Any) -> Any:
    """Any option."""
    return random.choice(list(question.options))


def repeated(one: Any, remark: str) -> Contestant:
    """A contestant that plays games anew each time; one() returns (results, choices)."""

    def play(games: int) -> tuple[int, int]:
        return sum(one()[1] for _ in range(games)), games

    return Contestant(f"Python {platform.python_version()}", remark, play)


def watchmen(name: str) -> Contestant:
    """Watchmen of Destiny, a strategy in all seats."""
    random, rules = Random(1), rules_for(PLAYERS, {})
    if name == "random":
        choose = partial(at_random, random)
    else:
        choose = partial(
            greedy.choose, taste={weight.name: weight.default for weight in load("watchmen", name).weights}
        )
    return repeated(lambda: watchmen_alone.play_alone(rules, random, choose), f"plays {PLAYERS} x {name} by itself")


def haversack() -> Contestant:
    """The Guardians of Haversack, random play."""
    random, rules = Random(1), read_rules({})
    choose = partial(at_random, random)
    return repeated(
        lambda: haversack_alone.play_alone(rules, PLAYERS, random, choose), f"plays {PLAYERS} x random by itself"
    )


if __name__ == "__main__":
    serve(
        {
            "watchmen:greedy-value": partial(watchmen, "greedy-value"),
            "watchmen:random": partial(watchmen, "random"),
            "haversack:random": haversack,
        }
    )
