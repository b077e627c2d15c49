"""The arrays one player of games needs: rules, state, options, and what the watchdog reads.

Every worker and every replay has its own, made once and reused from game to game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from simcore.contract import OPTION, GameSpec
from simcore.errors import MeepleError
from simcore.plain import records
from simcore.play import WATCH_SIZE
from simcore.ruleset import Ruleset


class NamedWeight(Protocol):
    """A weight of a strategy, as far as playing is concerned."""

    @property
    def name(self) -> str:
        """Name, unique in its strategy."""

    @property
    def default(self) -> float:
        """Value unless another is given."""


class Player(Protocol):
    """A strategy, as far as playing is concerned (`strategies.contract.Strategy` is one)."""

    @property
    def name(self) -> str:
        """Name shown to people."""

    @property
    def game(self) -> str:
        """Name of the game it plays."""

    @property
    def weights(self) -> Sequence[NamedWeight]:
        """Weights in the order the function reads them."""

    @property
    def trusted(self) -> bool:
        """False if its calls are to be checked."""

    @property
    def choose(self) -> Any:
        """The compiled function."""

    @property
    def refusals(self) -> Sequence[str]:
        """What it means by the answers -1, -2..., if it answers so."""


@dataclass(frozen=True)
class Workspace:
    """rules record[1]; states record[1]; buffer option[M]; weights float64[P, W].

    raw holds the bytes of the four arrays, shadow room for a copy of them; watch is int64.
    """

    rules: npt.NDArray[np.void]
    states: npt.NDArray[np.void]
    buffer: npt.NDArray[np.void]
    weights: npt.NDArray[np.float64]
    raw: tuple[npt.NDArray[np.uint8], ...]
    shadow: tuple[npt.NDArray[np.uint8], ...]
    watch: npt.NDArray[np.int64]


def workspace(spec: GameSpec, rules: npt.NDArray[np.void], weights: npt.NDArray[np.float64]) -> Workspace:
    """Fresh arrays for one worker; rules and weights are copied."""
    own = records(1, spec.rules_dtype)
    own[:] = rules
    states, buffer = records(1, spec.state_dtype), records(spec.max_options, OPTION)
    weights = np.array(weights, np.float64, order="C")
    raw = tuple(array.view(np.uint8).reshape(-1) for array in (own, states, buffer, weights))
    shadow = tuple(np.zeros_like(part) for part in raw)
    return Workspace(own, states, buffer, weights, raw, shadow, np.zeros(WATCH_SIZE, np.int64))


def rules_record(spec: GameSpec, ruleset: Ruleset, players: int) -> npt.NDArray[np.void]:
    """Make the rules record for this number of players, record[1].

    Raises MeepleError for a ruleset of another game or a number of players the game is not for.
    """
    if ruleset.game != spec.name:
        raise MeepleError(f"ruleset {ruleset.name!r} is for {ruleset.game}, not {spec.name}")
    low, high = spec.players
    if not low <= players <= high:
        raise MeepleError(f"players: {spec.name} is for {low} to {high}, not {players}")
    return np.asarray(spec.tables(ruleset, players)).reshape(1)


def weight_table(strategies: Sequence[Player], changes: Sequence[Mapping[str, float]] = ()) -> npt.NDArray[np.float64]:
    """Weights of a line-up, float64[P, W]: the defaults, with the changes of each entry.

    Raises MeepleError for a weight the strategy does not have, and for a value that is not finite.
    """
    width = max([1, *(len(strategy.weights) for strategy in strategies)])
    table = np.zeros((len(strategies), width), np.float64)
    for entry, strategy in enumerate(strategies):
        names = [weight.name for weight in strategy.weights]
        table[entry, : len(names)] = [weight.default for weight in strategy.weights]
        for name, value in (changes[entry] if changes else {}).items():
            if name not in names:
                close = get_close_matches(name, names, 1)
                hint = f"; did you mean {close[0]!r}?" if close else f"; it has: {', '.join(names) or 'none'}"
                raise MeepleError(f"strategy {strategy.name!r} has no weight {name!r}{hint}")
            if not np.isfinite(value):
                raise MeepleError(f"strategy {strategy.name!r}: {name} = {value}: expected a finite number")
            table[entry, names.index(name)] = value
    return table


def named_weights(strategies: Sequence[Player], table: npt.NDArray[np.float64]) -> list[dict[str, float]]:
    """Name the weights of each entry."""
    return [
        {weight.name: float(table[entry, i]) for i, weight in enumerate(strategy.weights)}
        for entry, strategy in enumerate(strategies)
    ]
