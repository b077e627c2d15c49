"""What a checked layer of rules says: its values with sources, switches, normal form and digest."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any

from simcore.errors import MeepleError
from simcore.fields import Field, accept, shown
from simcore.ruleset import Ruleset, Schema, SourcedValue, Switch, Table
from simcore.ruleslayer import FORMAT, Layer

MOST_TRIES = 100
"""Values worth trying at most: each is checked for every key of a pattern."""
_PATTERN = re.compile(r"[A-Za-z0-9_.*?-]{1,80}")


def matching(layer: Layer, pattern: str) -> list[str]:
    """Keys of the layer that match a pattern such as "item.*.draw"."""
    return [key for key in layer.values if fnmatchcase(key, pattern)]


def check_tries(schema: Schema, layer: Layer) -> None:
    """See that the rules of `[worth_trying]` suit the values their patterns match.

    Raises MeepleError if one does not, or matches none.
    """
    for pattern, rule in layer.tries.items():
        place = f"{layer.where}: worth_trying.{shown(pattern)}"
        if not _PATTERN.fullmatch(pattern):
            raise MeepleError(f'{place}: expected a key, such as "item.*.draw"')
        if not isinstance(rule, list) and not (isinstance(rule, str) and re.fullmatch(r"\+-[1-9]", rule)):
            raise MeepleError(f'{place} = {shown(rule)}: expected a list, or a step such as "+-1"')
        if len(rule) > MOST_TRIES:
            raise MeepleError(f"{place} = {shown(rule)}: expected at most {MOST_TRIES} values")
        keys = matching(layer, pattern)
        if not keys:
            raise MeepleError(f"{place} matches no key")
        for key in keys:
            try:
                _alternatives(schema, layer, key, rule)
            except ValueError as error:
                raise MeepleError(f"{place}: expected {error}") from error


def _alternatives(schema: Schema, layer: Layer, key: str, rule: Any) -> tuple[Any, ...]:
    """Other values worth trying for a key; raises ValueError if the rule does not suit its field."""
    found, value = schema.find(key), layer.values[key]
    if found is None:
        return ()
    field = found[2]
    if isinstance(rule, list):
        tried = [accept(field, each) for each in rule]
        return tuple(each for each in tried if each != value)
    if field.kind != "whole":
        raise ValueError(f"a list for {key}, which is no whole number")
    step = int(rule[2:])
    return tuple(each for each in (value - step, value + step) if field.low <= each <= field.high)


def sourced_values(schema: Schema, layer: Layer, unused: tuple[str, ...]) -> tuple[SourcedValue, ...]:
    """Every value in force that has a source, in the order of the tables."""
    tries: dict[str, Any] = {}
    for pattern in sorted(layer.tries, key=lambda pattern: (len(pattern), pattern)):  # the longest one rules
        tries |= dict.fromkeys(matching(layer, pattern), layer.tries[pattern])
    values = []
    for key, table, field in _ordered(schema, layer):
        if not field.sourced or key.startswith(unused):
            continue
        source = layer.sources.get(key, "assumed")
        others: tuple[Any, ...] = ()
        if source == "assumed" and key in tries:
            others = _alternatives(schema, layer, key, tries[key])
        elif source == "assumed":
            others = _other_choices(table, field, layer.values[key])
        values.append(SourcedValue(key, layer.values[key], source, others, layer.notes.get(key, "")))
    return tuple(values)


def _other_choices(table: Table, field: Field, value: Any) -> tuple[Any, ...]:
    """A switch of few choices is worth trying at each of them."""
    if table.name != "rules":
        return ()
    return tuple(choice for choice in _choices(field) if choice != value) if field.kind in ("flag", "word") else ()


def _choices(field: Field) -> tuple[Any, ...]:
    if field.kind == "flag":
        return (False, True)
    return (field.instead, *field.choices) if field.instead else field.choices


def _ordered(schema: Schema, layer: Layer) -> Iterator[tuple[str, Table, Field]]:
    data = nested(schema, layer)
    for table in schema.tables:
        for ids, row in table.rows(data):
            for field in table.row_fields(row):
                if field.name in row:
                    yield ".".join((table.name, *ids, field.name)), table, field


def nested(schema: Schema, layer: Layer) -> dict[str, Any]:
    """Everything as nested tables, in a normal form that does not depend on the file's layout."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "game": schema.game,
        "name": layer.name or schema.title,
        "sources": {key: layer.sources[key] for key in sorted(layer.sources) if layer.sources[key] != "assumed"},
        "notes": dict(sorted((key, note) for key, note in layer.notes.items() if note)),
        "worth_trying": dict(sorted(layer.tries.items())),
    }
    for table in schema.tables:
        data[table.name] = {}
    for key, value in layer.values.items():
        *path, name = key.split(".")
        place = data
        for part in path:
            place = place.setdefault(part, {})
        place[name] = list(value) if isinstance(value, list) else value
    return data


def digest(data: Mapping[str, Any]) -> str:
    """12 hex digits (SHA-256) that are equal for equal data, whatever the order of keys."""
    canonical = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()[:12]


def switches(schema: Schema, default: Layer) -> tuple[Switch, ...]:
    """The switches of `[rules]`, with their shipped defaults."""
    table = next(table for table in schema.tables if table.name == "rules")
    return tuple(
        Switch(
            key=field.name,
            default=default.values[f"rules.{field.name}"],
            meaning=field.meaning,
            ruling=field.ruling,
            choices=_choices(field),
            low=field.low,
            high=field.high,
        )
        for field in table.fields
    )


def values_table(ruleset: Ruleset, assumed_only: bool = False) -> list[tuple[str, str, str, str, str]]:
    """Rows (key, value, source, worth trying, note) in words, as `--set` takes them."""
    values = ruleset.assumed() if assumed_only else ruleset.values
    return [
        (each.key, in_words(each.value), each.source, " | ".join(map(in_words, each.worth_trying)), each.note)
        for each in values
    ]


def switches_table(ruleset: Ruleset) -> list[tuple[str, str, str, str, str]]:
    """Rows (key, value in force, allowed, ruling, meaning) of the switches, in words."""
    return [
        (
            switch.key,
            in_words(ruleset.rule(switch.key)),
            " | ".join(map(in_words, switch.choices)) or f"{switch.low} to {switch.high}",
            switch.ruling,
            switch.meaning,
        )
        for switch in ruleset.switches
    ]


def in_words(value: Any) -> str:
    """A value as `--set` takes it."""
    if isinstance(value, list):
        return ",".join(map(in_words, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
