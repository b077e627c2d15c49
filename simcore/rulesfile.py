"""Reading a game's rules: the shipped file, a user's file, and `--set`, into one checked Ruleset.

A game declares its file once and has reading, checking, sources, digest and export from it:

    SCHEMA = Schema(
        "watchmen",
        tables=(
            Table("structure", (whole("max_tents", 1, 10, "tents a player may have"),)),
            Table("item", (whole("draw", 0, 20, "cards drawn"), text("name", 60)), ids=(ITEM_NAMES,)),
            Table("rules", (word("tie", ("shared", "random"), "who wins a tie", ruling="B4"),)),
        ),
        check=check,  # check(data) raises MeepleError where values do not fit together
    )
    ruleset = load(SCHEMA, SHIPPED, path, {"item.spook.draw": "2", "tie": "random"})
    ruleset.data["item"]["spook"]["draw"]

In the file every table may give `source` (one for all its values, or a table by field; what has
none is assumed) and `note`. `[worth_trying]` lists alternatives by pattern: `"item.*.draw" = "+-1"`
or a list; switches with choices need none. A file with `base = "<game>"` changes only what it
lists; without `base` it must be complete. See docs/rules_file.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from simcore.errors import MeepleError
from simcore.fields import Field, accept, from_words, shown, suggestion
from simcore.ruleset import Ruleset, Schema, Table
from simcore.ruleslayer import Layer, read_layer
from simcore.rulesvalues import check_tries, digest, matching, nested, sourced_values, switches
from simcore.tomlfile import read_toml


def load(schema: Schema, shipped: Path, path: Path | None, overrides: Mapping[str, Any]) -> Ruleset:
    """Rules in force: the shipped ones or those of a user's file, with `--set` on top.

    Raises MeepleError, naming file, key, value and what was expected.
    """
    default = _shipped_layer(schema, shipped)
    layer = default if path is None else _user_layer(schema, default, Path(path))
    typed = _typed_layer(schema, layer, overrides)
    if typed.values:
        layer = _merged(schema, layer, typed)
        _check_complete(schema, layer)
    data = nested(schema, layer)
    try:
        schema.check(data)
    except MeepleError as error:
        raise MeepleError(f"{layer.where}: {error}") from error
    return Ruleset(
        game=schema.game,
        name=data["name"],
        data=data,
        digest=digest(data),
        overrides=typed.values,
        values=sourced_values(schema, layer, schema.unused(data)),
        switches=switches(schema, default),
        schema=schema,
    )


@cache
def _shipped_layer(schema: Schema, path: Path) -> Layer:
    layer = read_layer(schema, read_toml(path), "the shipped rules")
    _check_complete(schema, layer)
    check_tries(schema, layer)
    return layer


def _user_layer(schema: Schema, default: Layer, path: Path) -> Layer:
    raw = read_toml(path)
    layer = read_layer(schema, raw, str(path))
    if "base" in raw:
        layer = _merged(schema, default, layer)
    elif "game" not in raw:
        raise MeepleError(
            f'{path}: no game named; expected game = "{schema.game}" for complete rules, or base = "{schema.game}" '
            "for a file that lists only what it changes"
        )
    _check_complete(schema, layer)
    check_tries(schema, layer)
    return layer


def _merged(schema: Schema, below: Layer, above: Layer) -> Layer:
    """Lay one layer over another; a value given anew loses its old source and note."""
    merged = Layer(above.where, above.name or below.name, dict(below.values), dict(below.sources), dict(below.notes))
    for key, value in above.values.items():
        found = schema.find(key)
        if found:
            for gone in _gone(merged, *found, value):
                _drop(merged, gone)
        _drop(merged, key)
    merged.values |= above.values
    merged.tries = {pattern: rule for pattern, rule in below.tries.items() if matching(merged, pattern)} | above.tries
    merged.sources |= above.sources
    merged.notes |= above.notes
    return merged


def _gone(layer: Layer, table: Table, ids: tuple[str, ...], field: Field, value: Any) -> list[str]:
    """Keys of the lower layer that a new value makes void."""
    gone = []
    if table.clears:
        gone += matching(layer, table.clears.format(*ids, field=field.name))
    prefix = ".".join((table.name, *ids))
    if field.name == table.by and layer.values.get(f"{prefix}.{field.name}") != value:
        kept = {each.name for each in table.fields}
        gone += [f"{prefix}.{name}" for name in table.all_fields() if name not in kept]
    return gone


def _drop(layer: Layer, key: str) -> None:
    for part in (layer.values, layer.sources, layer.notes):
        part.pop(key, None)


def _typed_layer(schema: Schema, layer: Layer, overrides: Mapping[str, str]) -> Layer:
    """The values of `--set`, switches first. A value set to what it already is changes nothing."""
    typed = Layer(f"{layer.where} with --set")
    for given in sorted(overrides, key=lambda given: "." in given and not given.startswith("rules.")):
        key = _full_key(schema, {**layer.values, **typed.values}, given)
        found = schema.find(key)
        if not found:
            known = [*layer.values, *(each.rpartition(".")[2] for each in layer.values if each.startswith("rules."))]
            raise MeepleError(f"--set {shown(given)}: unknown key{suggestion(given, known)}")
        value = from_words(found[2], overrides[given])
        try:
            value = accept(found[2], value)
        except ValueError as error:
            raise MeepleError(f"--set {key}={shown(overrides[given])}: expected {error}") from error
        if typed.values.get(key, value) != value:
            raise MeepleError(f"--set {key}: given twice, as {shown(typed.values[key])} and {shown(value)}")
        typed.values[key] = value
    for key in [key for key in typed.values if _holds(schema, layer, typed, key)]:
        del typed.values[key]
    return typed


def _holds(schema: Schema, layer: Layer, typed: Layer, key: str) -> bool:
    """Whether setting a value changes nothing."""
    found = schema.find(key)
    if found is None:
        return False
    table, ids, field = found
    word = ".".join((table.name, *ids, table.by))
    if typed.values.get(word) != layer.values.get(word) and word in typed.values and word != key:
        return False  # the row is given another word, which voids the fields that came with the old one
    voided = _gone(layer, table, ids, field, typed.values[key])
    return all(layer.values.get(each) == typed.values[key] for each in (key, *voided))


def _full_key(schema: Schema, values: Mapping[str, Any], given: str) -> str:
    """Write out a short key: a switch without "rules.", a row without its implied first identifier."""
    if "." not in given:
        return f"rules.{given}"
    name, rest = given.split(".", 1)
    for table in schema.tables:
        if table.name == name and table.implied in values and rest.count(".") == len(table.ids) - 1:
            return f"{name}.{values[table.implied]}.{rest}"
    return given


def _check_complete(schema: Schema, layer: Layer) -> None:
    """See that nothing is missing, nothing void, and that sources and notes speak of values."""
    present = {key.rpartition(".")[0] for key in layer.values}
    for table in schema.tables:
        mine = {prefix for prefix in present if prefix.split(".")[0] == table.name}
        for prefix in sorted(mine | _must(table)):
            _check_row(layer, table, prefix)
    for key in (*layer.sources, *layer.notes):
        if key not in layer.values:
            raise MeepleError(f"{layer.where}: a source or note for {key}, which has no value")


def _must(table: Table) -> set[str]:
    """Starts of the rows a complete file has."""
    if table.optional:
        return set()
    prefixes = {table.name}
    for known in table.ids:
        prefixes = {f"{prefix}.{name}" for prefix in prefixes for name in known}
    return prefixes


def _check_row(layer: Layer, table: Table, prefix: str) -> None:
    fields = table.row_fields({table.by: layer.values.get(f"{prefix}.{table.by}", "")})
    for field in fields:
        if not field.optional and f"{prefix}.{field.name}" not in layer.values:
            raise MeepleError(f"{layer.where}: {prefix}.{field.name} is missing")
    names = {field.name for field in fields}
    for name in table.all_fields():
        if name not in names and f"{prefix}.{name}" in layer.values:
            word = layer.values[f"{prefix}.{table.by}"]
            raise MeepleError(f"{layer.where}: {prefix}.{name} has no use with {table.by} = {shown(word)}")
