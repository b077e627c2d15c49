"""The file of bands: what is played, and the band each metric must stay in.

players = 4
games = 40_000

[bands]
"seat.1.win_share" = { low = 0.23, high = 0.27 }
"rounds.mean" = { high = 12, why = "an evening has an end" }
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from analyses.bands import Band
from simcore.errors import MeepleError
from simcore.fields import shown, suggestion
from simcore.tomlfile import read_toml
from strategies import catalog

LONGEST = 400
"""Characters of a reason, and of a metric's name, at most."""
PARTS = ("low", "high", "why")
KINDS: dict[str, tuple[type, ...]] = {
    "game": (str,),
    "players": (int,),
    "games": (int,),
    "seed": (int,),
    "strategies": (str, list),
    "rules": (str,),
    "set": (dict,),
    "bands": (dict,),
}
WORDS: dict[type, str] = {str: "a text", int: "a whole number", list: "a list of texts", dict: "a table"}


@dataclass(frozen=True)
class BandsFile:
    """A checked file: None where it says nothing. rules is a path; a relative one starts at the file's folder."""

    path: Path
    bands: tuple[Band, ...]
    game: str | None = None
    players: int | None = None
    games: int | None = None
    seed: int | None = None
    strategies: str | list[str] | None = None
    rules: Path | None = None
    set: Mapping[str, Any] = field(default_factory=dict)


def read(path: Path) -> BandsFile:
    """Read and check a file of bands; whether a metric exists is known only to the run.

    Raises MeepleError that says what is wrong where, and what was expected.
    """
    data = read_toml(path, "bands")
    for name, value in data.items():
        if name not in KINDS:
            raise MeepleError(f"{path}: {shown(name)}: unknown{suggestion(name, tuple(KINDS)) or _known(KINDS)}")
        if isinstance(value, bool) or not isinstance(value, KINDS[name]):
            expected = " or ".join(WORDS[kind] for kind in KINDS[name])
            raise MeepleError(f"{path}: {name} = {shown(value)}: expected {expected}")
    names = data.get("strategies")
    if isinstance(names, list) and not (names and all(isinstance(name, str) for name in names)):
        raise MeepleError(f"{path}: strategies: expected a list of one or more texts")
    for name in names.split(",") if isinstance(names, str) else names or ():
        if catalog.is_own(name.strip()):  # loading it would run it
            raise MeepleError(
                f"{path}: strategies: {shown(name.strip())} is code; name it on the command line, with --strategies"
            )
    bands = tuple(_bands(path, "", data.pop("bands", {})))
    if not bands:
        raise MeepleError(
            f'{path}: no bands; expected a table [bands] with lines such as "rounds.mean" = {{ high = 12 }}'
        )
    rules = data.pop("rules", None)
    changes = dict(_flat("", data.pop("set", {})))
    return BandsFile(path, bands, rules=None if rules is None else path.parent / rules, set=changes, **data)


def _fits(value: float) -> bool:
    """Whether a number can be an end of a band."""
    try:
        return not math.isnan(value)
    except OverflowError:  # a whole number beyond what a float holds
        return False


def _known(names: Mapping[str, Any]) -> str:
    return f"; expected one of: {', '.join(names)}"


def _flat(start: str, table: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Values of nested tables by their full keys: a key that is not quoted makes tables of its parts."""
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _flat(f"{start}{name}.", value)
        else:
            yield f"{start}{name}", value


def _bands(path: Path, start: str, table: Mapping[str, Any]) -> Iterator[Band]:
    for name, value in table.items():
        metric = f"{start}{name}"
        if len(metric) > LONGEST or not metric.isprintable():
            raise MeepleError(f"{path}: bands: {shown(metric)}: expected a metric, such as rounds.mean")
        if not isinstance(value, dict):
            raise MeepleError(
                f"{path}: bands: {metric!r} = {shown(value)}: expected a table, such as {{ low = 0.23, high = 0.27 }}"
            )
        if value and all(isinstance(part, dict) for part in value.values()):
            yield from _bands(path, f"{metric}.", value)
        else:
            yield _band(path, metric, value)


def _band(path: Path, metric: str, parts: Mapping[str, Any]) -> Band:
    where = f"{path}: bands: {metric!r}"
    for name, value in parts.items():
        if name not in PARTS:
            raise MeepleError(
                f"{where}: {shown(name)}: unknown{suggestion(name, PARTS) or '; expected low, high, why'}"
            )
        if name == "why":
            if not isinstance(value, str) or len(value) > LONGEST or not value.isprintable():
                raise MeepleError(
                    f"{where}: why = {shown(value)}: expected printable text of at most {LONGEST} characters"
                )
        elif isinstance(value, bool) or not isinstance(value, int | float) or not _fits(value):
            raise MeepleError(f"{where}: {name} = {shown(value)}: expected a number")
    band = Band(metric, float(parts.get("low", -math.inf)), float(parts.get("high", math.inf)), parts.get("why", ""))
    if not (math.isfinite(band.low) or math.isfinite(band.high)):
        raise MeepleError(f"{where}: expected low, high or both")
    if band.low > band.high:
        raise MeepleError(f"{where}: low {band.low:g} is above high {band.high:g}")
    return band
