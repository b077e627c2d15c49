"""The JSON documents that commands print: their JSON Schemas, made of the short declarations in documents.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from simcore.errors import MeepleError

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FILE = Path(__file__).with_name("documents.toml")
SOMETIMES = "sometimes"
ENDS = {"estimate": ("", "_low", "_high", "_se"), "interval": ("", "_low", "_high")}
"""Columns that one declaration stands for."""
TYPES: dict[str, dict[str, Any]] = {
    "text": {"type": "string"},
    "number": {"type": ["number", "null"]},
    "whole": {"type": ["integer", "null"]},
    "index": {"type": "integer", "minimum": 0},
    "flag": {"type": "boolean"},
    "list": {"type": "array"},
    "object": {"type": "object"},
    "any": {},
}
COUNTS = ("version", "players", "seed", "games", "blocks", "assumed")
WORDS = ("game", "title", "ruleset", "digest", "method", "command")


@cache
def declared() -> Mapping[str, Any]:
    """What is declared of each command, by its words ("rules show")."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def schema(command: str) -> dict[str, Any]:
    """JSON Schema of what a command prints with `--json`.

    Raises MeepleError for a command that prints none.
    """
    if command not in declared():
        raise MeepleError(f"no document of {command!r}; expected one of: {', '.join(declared())}")
    about = declared()[command]
    made = {"finding": _finding, "document": _document, "list": _list}[about["form"]](about)
    return {"$schema": DIALECT, "title": f"meeplelab {command} --json", **made}


def columns(fields: Mapping[str, str]) -> Iterator[tuple[str, str, bool]]:
    """Name, type and whether it is always there, of each column that declarations stand for."""
    for name, text in fields.items():
        kind, _, tail = text.partition(", ")
        for end in ENDS.get(kind, ("",)):
            yield name + end, "number" if kind in ENDS else kind, tail != SOMETIMES


def _object(fields: Mapping[str, str], **special: Any) -> dict[str, Any]:
    """An object of these fields and no others; special ones have a schema of their own."""
    known = list(columns(fields))
    properties = {name: special.get(name) or _type(kind) for name, kind, _ in known}
    required = [name for name, _, always in known if always]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _type(kind: str) -> dict[str, Any]:
    word, _, null = kind.partition(" or ")
    found = dict(TYPES[word])
    if null:
        found["type"] = [found["type"], null]
    return found


def _rows(fields: Mapping[str, str]) -> dict[str, Any]:
    return {"type": "array", "items": _object(fields)}


def _list(about: Mapping[str, Any]) -> dict[str, Any]:
    return _rows(about["rows"]["each"])


def _document(about: Mapping[str, Any]) -> dict[str, Any]:
    return _object(about["document"], **{name: _rows(fields) for name, fields in about.get("rows", {}).items()})


def _finding(about: Mapping[str, Any]) -> dict[str, Any]:
    """The one form of all findings (`analyses.finding.Finding`), with the facts and tables of this one."""
    words = {"type": "object", "additionalProperties": {"type": "string"}}
    evidence = {
        **{name: {"type": "string"} for name in WORDS}, **{name: {"type": "integer"} for name in COUNTS},
        "line_up": {"type": "array", "items": {"type": "string"}},
    }  # fmt: skip
    tables = {name: _rows(fields) for name, fields in about["tables"].items()}
    always = [name for name in tables if name not in about.get(SOMETIMES, ())]
    parts = {
        "format": {"const": 1},
        "name": {"type": "string"},
        "title": {"type": "string"},
        "evidence": _closed(evidence, list(evidence)),
        "facts": _object(about["facts"]),
        "notes": {"type": "array", "items": {"type": "string"}},
        "cautions": {"type": "array", "items": {"type": "string"}},
        "units": words,
        "marks": words,
        "about": words,
        "tables": _closed(tables, always),
    }
    return _closed(parts, list(parts))


def _closed(properties: Mapping[str, Any], required: list[str]) -> dict[str, Any]:
    return {
        "type": "object", "properties": dict(properties), "required": required, "additionalProperties": False,
    }  # fmt: skip
