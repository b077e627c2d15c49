"""Files of weights: what a strategy was tuned to, how, and what came of it on fresh deals.

    game = "watchmen"
    strategy = "greedy-value"
    players = 2

    [weights]
    majority = 0.71

A file may name some of a strategy's weights; the others keep their defaults. `[tuning]` and
`[held_out]` tell where the weights come from; a file written by hand needs neither. It serves
every strategy that has all the weights it names.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcore.errors import MeepleError
from simcore.fields import shortened, shown, suggestion
from simcore.tomlfile import read_toml

if TYPE_CHECKING:
    from strategies.contract import Strategy

LARGEST = 64 * 1024
"""Bytes of a file of weights at most."""
LONGEST = 2000
"""Characters of a text in a file at most."""

Shape = Mapping[str, str]
HEAD: Shape = {"game": "text", "strategy": "text", "players": "count", "weights": "table", "tuning": "table",
               "held_out": "table"}  # fmt: skip
TUNING: Shape = {
    "command": "text", "ruleset": "text", "seed": "whole", "against": "texts", "generations": "whole",
    "games": "whole", "minutes": "number", "chosen": "text",
}  # fmt: skip
HELD_OUT: Shape = {
    "blocks": "count", "seed": "whole", "measure": "text", "even": "number", "against_default": "interval",
    "tuned": "interval", "default": "interval", "gain": "interval", "better": "flag",
}  # fmt: skip
WORDS = {
    "text": "a text", "texts": "a list of texts", "table": "a table", "flag": "true or false", "number": "a number",
    "whole": "a whole number from 0 on", "count": "a whole number from 1 on",
    "interval": "three numbers: value and the ends of its interval",
}  # fmt: skip


@dataclass(frozen=True)
class WeightsFile:
    """A checked file; tuning and held_out are empty where it does not tell them, players is 0."""

    path: Path
    game: str
    strategy: str
    weights: Mapping[str, float]
    players: int = 0
    tuning: Mapping[str, Any] = field(default_factory=dict)
    held_out: Mapping[str, Any] = field(default_factory=dict)

    def values_for(self, strategy: Strategy) -> dict[str, float]:
        """The weights as they go into a strategy.

        Raises MeepleError for a strategy of another game, one that lacks a weight, and a weight out of bounds.
        """
        if strategy.game != self.game:
            raise MeepleError(f"{self.path}: weights for {shortened(self.game)}; {strategy.name} plays {strategy.game}")
        own = {weight.name: weight for weight in strategy.weights}
        for name, value in self.weights.items():
            if name not in own:
                known = suggestion(name, tuple(own)) or f"; it has: {', '.join(own) or 'none'}"
                raise MeepleError(
                    f"{self.path}: weights of {shortened(self.strategy)}; {strategy.name} has no {shown(name)}{known}"
                )
            check_value(f"{self.path}: {name}", value, own[name].low, own[name].high)
        return dict(self.weights)


def check_value(what: str, value: float, low: float, high: float) -> None:
    """Refuse a weight's value that is not finite or out of its bounds.

    Raises MeepleError.
    """
    if not math.isfinite(value):
        raise MeepleError(f"{what} = {value}: expected a finite number")
    if not low <= value <= high:
        raise MeepleError(f"{what} = {value:g}: out of bounds; expected {low:g} to {high:g}")


def read(path: Path) -> WeightsFile:
    """Read and check a file; whether a strategy has its weights is found out by `values_for`.

    Raises MeepleError that says what is wrong where, and what was expected.
    """
    data = _checked(path, "", read_toml(path, "weights", LARGEST), HEAD, ("game", "strategy", "weights"))
    for name, value in data["weights"].items():
        if not _is("number", value):
            raise MeepleError(f"{path}: weights: {shown(name)} = {shown(value)}: expected a finite number")
    if not data["weights"]:
        raise MeepleError(f"{path}: [weights] is empty; expected lines such as majority = 0.7")
    for name, shape in (("tuning", TUNING), ("held_out", HELD_OUT)):
        _checked(path, f"{name}: ", data.get(name, {}), shape, ())
    weights = {name: float(value) for name, value in data.pop("weights").items()}
    return WeightsFile(path, weights=weights, **data)


def _checked(path: Path, place: str, data: Any, shape: Shape, needed: tuple[str, ...]) -> dict[str, Any]:
    for name, value in data.items():
        if name not in shape:
            known = suggestion(name, tuple(shape)) or f"; expected some of: {', '.join(shape)}"
            raise MeepleError(f"{path}: {place}{shown(name)}: unknown{known}")
        if not _is(shape[name], value):
            raise MeepleError(f"{path}: {place}{name} = {shown(value)}: expected {WORDS[shape[name]]}")
    for name in needed:
        if name not in data:
            raise MeepleError(f"{path}: says no {name}; expected {WORDS[shape[name]]}")
    return dict(data)


def _is(kind: str, value: Any) -> bool:
    if kind in ("flag", "table"):
        return isinstance(value, bool if kind == "flag" else dict)
    if kind == "text":
        return isinstance(value, str) and 0 < len(value) <= LONGEST and value.isprintable()
    if kind in ("whole", "count"):
        return type(value) is int and (kind == "count") <= value < 2**63
    if kind == "number":
        return type(value) in (int, float) and abs(value) < 1e300
    part, lengths = ("text", range(1000)) if kind == "texts" else ("number", range(3, 4))
    return isinstance(value, list) and len(value) in lengths and all(_is(part, each) for each in value)


def text(file: WeightsFile, note: str = "") -> str:
    """The file as TOML, which reads back to the same; note is a comment on top."""
    lines = [f"# {line}" for line in note.splitlines()]
    lines += [f"game = {_toml_of(file.game)}", f"strategy = {_toml_of(file.strategy)}"]
    lines += [f"players = {file.players}"] * bool(file.players)
    for name, table in (("weights", file.weights), ("tuning", file.tuning), ("held_out", file.held_out)):
        if table:
            lines += ["", f"[{name}]", *(f"{_key(key)} = {_toml_of(value)}" for key, value in table.items())]
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    plain = name.replace("_", "").replace("-", "")
    return name if plain.isascii() and plain.isalnum() else _toml_of(name)


def _toml_of(value: Any) -> str:
    """A value as TOML; JSON's texts, numbers, truths and lists are written alike there."""
    return json.dumps(value, ensure_ascii=False)
