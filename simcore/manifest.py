"""What a run says about itself: `manifest.json`, written last, so that a run without it is no result.

It holds all that is needed to play the run again and to read its rows without the game's code.
"""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from simcore.bounded import content
from simcore.contract import GameSpec
from simcore.errors import MeepleError
from simcore.ruleset import Ruleset
from simcore.schedule import MAX_SEED, Schedule, rotations_of
from simcore.schema import COMMON, Column

FORMAT = 1
"""Moves when older code could not read the files any more."""
NAME = "manifest.json"
LARGEST = 1 << 28
"""Bytes that are read of what a run says about itself: enough for the shards of 60 thousand million games."""
LIBRARIES = ("meeplelab", "numba", "numpy", "pandas", "pyarrow", "joblib")


@dataclass(frozen=True)
class Shard:
    """One file of rows: its name, its rows, the SHA-256 of its bytes."""

    file: str
    rows: int
    sha256: str


def ruleset_entry(ruleset: Ruleset) -> dict[str, Any]:
    """Everything about the rules in force, sources included."""
    return {
        "name": ruleset.name,
        "digest": ruleset.digest,
        "overrides": dict(ruleset.overrides),
        "source_counts": ruleset.source_counts(),
        "data": ruleset.data,
        "values": [asdict(value) for value in ruleset.values],
    }


def describe_run(
    spec: GameSpec,
    ruleset: Ruleset,
    schedule: Schedule,
    *,
    weights: Sequence[Mapping[str, float]],
    sources: Sequence[str],
    command: Sequence[str],
) -> dict[str, Any]:
    """Manifest of a run to come; its shards and wall time are added at the end.

    weights and sources (digests of the strategies' source files) have an entry a seat. code is the digest of the game's
    own source.
    """
    from simcore.jit import source_digest

    return {
        "format": FORMAT,
        "game": spec.name,
        "game_version": spec.version,
        "code": source_digest((f"simcore/games/{spec.name}",)),
        "title": spec.title,
        "ruleset": ruleset_entry(ruleset),
        "players": schedule.players,
        "lineup": list(schedule.lineup),
        "weights": [dict(entry) for entry in weights],
        "strategy_sources": list(sources),
        "seed": schedule.seed,
        "games_asked": schedule.asked,
        "games": schedule.games,
        "blocks": schedule.blocks,
        "rotations": schedule.rotations,
        "first_deal": schedule.first_deal,
        "columns": [asdict(column) for column in (*COMMON, *spec.columns)],
        "versions": {"python": platform.python_version(), **{name: version(name) for name in LIBRARIES}},
        "platform": f"{sys.platform} {platform.machine()}",
        "command": list(command),
    }


def plain(value: Any) -> Any:
    """Turn what JSON does not know (numpy scalars and arrays, mappings) into what it does."""
    if isinstance(value, Mapping):
        return dict(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"cannot be written as JSON: {value!r}")


def dumps(manifest: Mapping[str, Any]) -> str:
    """JSON text of a manifest."""
    return json.dumps(manifest, indent=1, default=plain) + "\n"


COLUMN = {"name": str, "dtype": str, "unit": str, "meaning": str, "role": str, "labels": [str]}
VALUE = {"key": str, "value": object, "source": str, "worth_trying": [object], "note": str}
RULESET = {"name": str, "digest": str, "overrides": {}, "values": [VALUE]}
SHAPE: dict[str, Any] = {
    "game": str,
    "game_version": int,
    "title": str,
    "players": int,
    "lineup": [str],
    "seed": int,
    "games": int,
    "blocks": int,
    "rotations": int,
    "first_deal": int,
    "ruleset": RULESET,
    "columns": [COLUMN],
    "versions": {},
    "command": [str],
    "shards": [{"file": str, "rows": int, "sha256": str}],
    "wall_seconds": float,
}
"""What readers rely on: a type, a list of one shape, or a table with at least these keys.

A whole number is one from 0 to `MAX_SEED`, a number is finite and 0 or more.
"""
LAST = ("shards", "wall_seconds")
"""What is known when all games are played; the rest is the plan of a run."""


def misfit(shape: Any, value: Any, place: str) -> str:
    """Words for the first place where a value is not of a shape (see `SHAPE`); empty if there is none."""
    if isinstance(shape, type):
        fits = isinstance(value, (int, float) if shape is float else shape)
        if shape in (int, float):
            most = MAX_SEED if shape is int else sys.float_info.max
            fits = fits and not isinstance(value, bool) and 0 <= value <= most
        kind = {
            int: f"a whole number from 0 to {MAX_SEED}", float: "a finite number of 0 or more", str: "a text",
        }.get(shape, "a value")  # fmt: skip
        return "" if fits else f"{place} is not {kind}"
    if not isinstance(value, type(shape)):
        return f"{place} is not a {'list' if isinstance(shape, list) else 'table'}"
    if isinstance(shape, list):
        return next(filter(None, (misfit(shape[0], each, f"{place}[{i}]") for i, each in enumerate(value))), "")
    missing = [key for key in shape if key not in value]
    if missing:
        return f"{place or 'it'} lacks {', '.join(missing)}"
    return next(filter(None, (misfit(shape[key], value[key], f"{place}.{key}".lstrip(".")) for key in shape)), "")


def conflict(manifest: Mapping[str, Any]) -> str:
    """Words for numbers that do not fit together; empty if they do."""
    lineup, rotations, games = manifest["lineup"], manifest["rotations"], manifest["games"]
    if not lineup or len(lineup) != manifest["players"]:
        return f"players = {manifest['players']} for a line-up of {len(lineup)}"
    if rotations != rotations_of(lineup):
        return f"rotations = {rotations} where the line-up has {rotations_of(lineup)}"
    if not games or games != manifest["blocks"] * rotations:
        return f"games = {games} for {manifest['blocks']} blocks of {rotations}"
    for column in manifest["columns"]:
        if set(column) != set(COLUMN):
            return f"the column {column['name']} has the keys {', '.join(column)}"
        if not _is_dtype(column["dtype"]):
            return f"the column {column['name']} has the type {column['dtype']!r}"
    names = [name for column in columns(manifest) for name in column.flat_names()]
    twice = sorted({name for name in names if names.count(name) > 1})
    absent = sorted({column.name for column in COMMON} - set(names))
    if twice or absent:
        return f"columns declared twice or not at all: {', '.join([*twice, *absent])}"
    return ""


def _is_dtype(text: str) -> bool:
    try:
        return np.dtype(text).kind in "iuf"
    except TypeError:
        return False


def read(folder: Path) -> dict[str, Any]:
    """Read the manifest of a run.

    Raises MeepleError if there is none, or it is damaged or of another format.
    """
    path = folder / NAME
    if not folder.is_dir():
        raise MeepleError(f"{folder}: no such folder; expected a folder written by simulate")
    if not path.exists():
        raise MeepleError(f"{folder}: no {NAME}; not a run, or one that did not finish")
    found = content(path, "expected the manifest of a run", LARGEST)
    try:
        manifest = json.loads(found.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise MeepleError(f"{path}: cannot be read: {error}") from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise MeepleError(f"{path}: not a run of format {FORMAT}; written by another version of meeplelab?")
    wrong = misfit(SHAPE, manifest, "") or conflict(manifest)
    if wrong:
        raise MeepleError(f"{path}: damaged, {wrong}")
    return manifest


def columns(manifest: Mapping[str, Any]) -> tuple[Column, ...]:
    """Declared columns of a run, the common ones included."""
    return tuple(Column(**{**entry, "labels": tuple(entry["labels"])}) for entry in manifest["columns"])
