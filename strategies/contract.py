"""What a strategy is: a short compiled function over one seat's view, with named weights.

    @strategy("watchmen", idea="Calls Ninja whenever it may.",
              weights=(Weight("greed", 1.0, "value of a gold coin in hand"),))
    def bold(rules, public, private, options, count, weights, stream):
        return 0

The function returns the index of one of `options[:count]`. `weights` is the float64 array of the
declared weights in order; `stream` feeds `simcore.stream.below` and `unit`. It is shown its own
records directly: it must not write to them, and a file given on the command line is checked
for that at every decision.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, cached_property
from graphlib import CycleError, TopologicalSorter
from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import binding
from numba import types

from simcore.contract import Signatures, signatures
from simcore.errors import MeepleError
from simcore.fields import shown
from simcore.jit import njit
from simcore.registry import game

LONGEST = 200
"""Characters of a name, an idea or a meaning."""
MOST_WEIGHTS = 1000


@dataclass(frozen=True)
class Weight:
    """A named number a strategy is tuned by; low and high bound what a tuner may try.

    Raises MeepleError for a name or a meaning that is no text for one line, for a value that is no finite number, and
    for bounds the wrong way round.
    """

    name: str
    default: float
    meaning: str
    low: float = -10.0
    high: float = 10.0

    def __post_init__(self) -> None:
        _check_words("a weight's name", self.name)
        for what, value in (("default", self.default), ("low", self.low), ("high", self.high)):
            if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
                raise MeepleError(f"weight {self.name!r}: {what} = {shown(value)}: expected a finite number")
        if self.low > self.high:
            raise MeepleError(f"weight {self.name!r}: low {self.low:g} is above high {self.high:g}")
        if type(self.meaning) is not str or not self.meaning.isprintable() or len(self.meaning) > LONGEST:
            raise MeepleError(
                f"weight {self.name!r}: meaning = {shown(self.meaning)}: expected printable text of at most {LONGEST} "
                "characters"
            )


@dataclass(frozen=True)
class Strategy:
    """A declared strategy; it is compiled, by `make`, when its `choose` is first asked for.

    stochastic is a declared property that tests check: a strategy that is not stochastic never
    draws from its stream. `trusted` is False for a user's file, whose calls are checked. settings
    are those that changed its weights, as they were typed; refusals says what it means by the answers -1, -2..., if
    it answers so.
    """

    name: str
    game: str
    idea: str
    weights: tuple[Weight, ...]
    stochastic: bool
    make: Callable[[], Any] = field(repr=False)
    python: Callable[..., int] = field(repr=False)
    trusted: bool = True
    source: str = ""
    settings: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()

    @cached_property
    def choose(self) -> Any:
        """The compiled function."""
        return self.make()

    def weight_values(self) -> npt.NDArray[np.float64]:
        """Default weights, float64[max(1, number of weights)]."""
        return np.array([weight.default for weight in self.weights] or [0.0], np.float64)


def _check_words(what: str, text: object) -> None:
    """See that a text can be shown on one line: it ends up in messages, tables and files."""
    if type(text) is not str or not text.strip() or not text.isprintable() or len(text) > LONGEST:
        raise MeepleError(f"{what} = {shown(text)}: expected 1 to {LONGEST} printable characters")


def _check_declaration(name: str, idea: str, weights: tuple[Weight, ...]) -> None:
    _check_words("the strategy's name", name)
    _check_words(f"the idea of {name!r}", idea)
    if not isinstance(weights, tuple) or not all(isinstance(weight, Weight) for weight in weights):
        raise MeepleError(f"the weights of {name!r} = {shown(weights)}: expected a tuple such as (Weight(...),)")
    if len(weights) > MOST_WEIGHTS:
        raise MeepleError(f"the weights of {name!r}: {len(weights):,}; expected at most {MOST_WEIGHTS:,}")
    names = [weight.name for weight in weights]
    twice = sorted({each for each in names if names.count(each) > 1})
    if twice:
        raise MeepleError(f"the weights of {name!r}: {', '.join(twice)} declared twice")


def _checked(name: str, function: Callable[..., int], wanted: Any) -> Any:
    """A user's function compiled with checks; its answer must be whole: a fraction would be cut off in silence."""
    made = njit(wanted.args, cached=False, bounds=True)(function)
    for overload in getattr(made, "overloads", {}).values():
        answer = overload.signature.return_type
        if answer == types.none:
            raise MeepleError(f"strategy {name!r} never returns; expected the index of an option")
        # a path without a return is told by the compiler, with its line
        if not isinstance(answer, types.Integer | types.Optional):
            kind = "text" if isinstance(types.unliteral(answer), types.UnicodeType) else f"a {answer}"
            raise MeepleError(f"strategy {name!r} returns {kind}; expected the index of an option, a whole number")
        if _recurs(overload.library.get_llvm_str()):
            # the machine's stack has an end, and past it the process is gone without a word
            raise MeepleError(f"strategy {name!r} calls a function that calls itself; expected a loop")
        if answer == wanted.return_type:
            return made
    return njit(wanted, cached=False, bounds=True)(function)


def _recurs(code: str) -> bool:
    """Whether a function of a compiled module calls itself, directly or through others; `code` is the module's text."""
    module = binding.parse_assembly(code)
    calls = {
        function.name: {
            list(instruction.operands)[-1].name
            for block in function.blocks for instruction in block.instructions
            if instruction.opcode in ("call", "invoke")
        }
        for function in module.functions
    }  # fmt: skip
    try:
        tuple(TopologicalSorter(calls).static_order())
    except CycleError:
        return True
    return False


@cache
def game_signatures(name: str) -> Signatures:
    """Signatures of a game, worked out once."""
    spec = game(name)
    return signatures(spec.rules_dtype, spec.state_dtype, spec.row_dtype)


def strategy(
    game_name: str,
    *,
    idea: str,
    name: str | None = None,
    weights: tuple[Weight, ...] = (),
    stochastic: bool = False,
) -> Callable[[Callable[..., int]], Strategy]:
    """Turn a function into a `Strategy` of a game, compiled to that game's one signature.

    Without a name it has that of the function, written with hyphens. Raises MeepleError for a
    declaration that is not what its types say.
    """

    def wrap(function: Callable[..., int]) -> Strategy:
        called = function.__name__.replace("_", "-") if name is None else name
        _check_declaration(called, idea, weights)
        trusted = function.__module__.startswith("strategies.")

        def make() -> Any:
            wanted = game_signatures(game_name).choose
            return njit(wanted, lean=True)(function) if trusted else _checked(called, function, wanted)

        made = Strategy(called, game_name, idea, weights, stochastic, make, function, trusted, function.__module__)
        if not trusted:
            made.choose  # noqa: B018  # whoever loads a file of their own learns at once what is wrong with it
        return made

    return wrap
