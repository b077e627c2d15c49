"""What a strategy is: a short compiled function over one seat's view, with named weights.

    @strategy("watchmen", name="bold", idea="Calls Ninja whenever it may.",
              weights=(Weight("greed", 1.0, "value of a gold coin in hand"),))
    def bold(rules, public, private, options, count, weights, stream):
        return 0

The function returns the index of one of `options[:count]`. `weights` is the float64 array of the
declared weights in order; `stream` feeds `simcore.stream.below` and `unit`. It is shown its own
records directly: it must not write to them, and a file given on the command line is checked
for that at every decision.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from simcore.contract import Signatures, signatures
from simcore.jit import njit
from simcore.registry import game


@dataclass(frozen=True)
class Weight:
    """A named number a strategy is tuned by; low and high bound what a tuner may try."""

    name: str
    default: float
    meaning: str
    low: float = -10.0
    high: float = 10.0


@dataclass(frozen=True)
class Strategy:
    """A strategy ready to play.

    stochastic is a declared property that tests check: a strategy that is not stochastic never
    draws from its stream. `trusted` is False for a user's file, whose calls are checked.
    """

    name: str
    game: str
    idea: str
    weights: tuple[Weight, ...]
    stochastic: bool
    choose: Any = field(repr=False)
    python: Callable[..., int] = field(repr=False)
    trusted: bool = True
    source: str = ""

    def weight_values(self) -> npt.NDArray[np.float64]:
        """Default weights, float64[max(1, number of weights)]."""
        return np.array([weight.default for weight in self.weights] or [0.0], np.float64)


@cache
def game_signatures(name: str) -> Signatures:
    """Signatures of a game, worked out once."""
    spec = game(name)
    return signatures(spec.rules_dtype, spec.state_dtype, spec.row_dtype)


def strategy(
    game_name: str,
    *,
    name: str,
    idea: str,
    weights: tuple[Weight, ...] = (),
    stochastic: bool = False,
) -> Callable[[Callable[..., int]], Strategy]:
    """Turn a function into a `Strategy` of a game, compiled to that game's one signature."""

    def wrap(function: Callable[..., int]) -> Strategy:
        trusted = function.__module__.startswith("strategies.")
        compiled = njit(game_signatures(game_name).choose, cached=trusted, bounds=not trusted, lean=trusted)(function)
        return Strategy(name, game_name, idea, weights, stochastic, compiled, function, trusted, function.__module__)

    return wrap
