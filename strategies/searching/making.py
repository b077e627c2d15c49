"""The search of `thinking` bound to a game and to the strategy that plays its roll-outs."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from simcore import jit
from simcore.contract import OPTION
from simcore.errors import MeepleError
from simcore.experiment import things_of
from simcore.registry import game as find_game
from strategies.contract import Strategy, Weight, game_signatures
from strategies.searching import surveying, thinking

if TYPE_CHECKING:
    from simcore.contract import GameSpec

WEIGHTS = (
    Weight("budget", 200.0, "roll-outs a decision", 2.0, 1_000_000.0),
    Weight("tree", 0.0, "0 flat search by halving, 1 tree search", 0.0, 1.0),
    Weight("win", 1.0, "worth of a won game", 0.0, 10.0),
    Weight("margin", 0.02, "worth of one VP more than the best other", 0.0, 10.0),
    Weight("caution", 2.0, "standard errors by which an option must beat the advised one", 0.0, 5.0),
    Weight("explore", 0.5, "how much a tree search tries what it knows little of", 0.0, 10.0),
)
"""In the order of `thinking`; those of the roll-outs' strategy follow."""


REFUSALS = (
    "named no option in its search: the strategy that plays its roll-outs answered with none of those it was given",
    f"found no end of a game in its search: a roll-out took {thinking.MOST_MOVES:,} moves",
)
"""What a search says that answers `thinking.NO_OPTION` or `thinking.NO_END`."""


class Thinker(NamedTuple):
    """The two compiled functions of a search: `thinking.choose` and `thinking.judge`."""

    choose: Any
    judge: Any


def unit(game: str) -> tuple[str, ...]:
    """Folders whose sources are compiled into a search of a game; see `simcore.jit.cache_folder`."""
    return (f"simcore/games/{game}", "strategies/searching", f"strategies/{game}")


@cache
def bind(game: str, policy: Strategy) -> Thinker:
    """Compile the search of a game whose roll-outs are played by a strategy, or take it from the cache."""
    from numba import types

    names, compiled = _binding(game, policy)
    choose = game_signatures(game).choose
    floats = choose.args[5]
    judge = names["judge"] = compiled(thinking.judge, types.int64(*choose.args, floats, floats, floats, floats))
    return Thinker(compiled(thinking.choose, choose), judge)


class Surveyor(NamedTuple):
    """The two compiled functions of a survey: `surveying.survey` and `surveying.takings`."""

    survey: Any
    takings: Any


@cache
def bind_survey(game: str, policy: Strategy) -> Surveyor:
    """Compile the survey of a game whose roll-outs are played by a strategy, or take it from the cache."""
    from numba import types

    names, compiled = _binding(game, policy)
    names["takes"] = things_of(find_game(game)).takes
    known = game_signatures(game)
    *_, buffer, whole, floats, words = known.choose.args
    return Surveyor(
        compiled(surveying.survey, types.int64(*known.choose.args, whole, floats, floats)),
        compiled(surveying.takings, types.void(*known.takes.args[:2], buffer, whole, words)),
    )


def _binding(game: str, policy: Strategy) -> tuple[dict[str, Any], Callable[..., Any]]:
    """What stands for the names in `thinking`, and what compiles a function of this folder with them."""
    spec = find_game(game)
    engine, worlds = spec.engine(), worlds_of(spec)
    names: dict[str, Any] = dict(vars(thinking))
    names.update(
        options=engine.options,
        apply=engine.apply,
        imagine=worlds.imagine,
        settle=worlds.settle,
        policy=policy.choose,
        STATE=spec.state_dtype,
        OPTION=OPTION,
        MAX_OPTIONS=spec.max_options,
    )
    slug = re.sub(r"\W", "_", policy.name)

    def compiled(function: Callable[..., Any], signature: Any = None) -> Any:
        # One file, many searches: the name keeps their compiled code apart.
        bound = FunctionType(function.__code__, names, function.__name__)
        bound.__qualname__ = f"{function.__name__}_{game}_{slug}"
        return jit.njit(signature, lean=True, cached=policy.trusted, unit=unit(game), copied=signature is None)(bound)

    for helper in thinking.HELPERS:
        names[helper.__name__] = compiled(helper)
    return names, compiled


def worlds_of(spec: GameSpec) -> Any:
    """How a game's hidden parts are imagined. Raises MeepleError for a game that does not tell."""
    if spec.worlds is None:
        raise MeepleError(f"{spec.name} does not tell how its hidden parts may be imagined, so nobody can search it")
    return spec.worlds()


@cache
def search(policy: Strategy, name: str) -> Strategy:
    """The searching player of a game whose roll-outs are played by a strategy, with that strategy's weights."""
    worlds_of(find_game(policy.game))
    own = {weight.name for weight in WEIGHTS}
    taken = sorted(own & {weight.name for weight in policy.weights})
    if taken:
        raise MeepleError(f"search:{policy.name}: both have a weight called {', '.join(taken)}; rename the strategy's")
    return Strategy(
        name=name,
        game=policy.game,
        idea=f"Thinks ahead: plays every option out in worlds it can imagine, by {policy.name}.",
        weights=(*WEIGHTS, *policy.weights),
        stochastic=True,
        make=lambda: bind(policy.game, policy).choose,
        # one of its own: by this function two strategies are told apart
        python=FunctionType(thinking.choose.__code__, {}),
        trusted=policy.trusted,
        source=policy.source,
        refusals=REFUSALS,
    )


def values(count: int) -> tuple[Any, ...]:
    """Room for what `judge` tells, float64[count] four times."""
    return tuple(np.zeros(count, np.float64) for _ in range(4))
