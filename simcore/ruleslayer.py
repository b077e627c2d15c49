"""One layer of rules: what a TOML file (or the command line) states, checked value by value.

Values, sources and notes are kept flat, by key: "item.spook.draw" -> 1. A file may leave things
out; that the whole is complete and fits together is seen to in `simcore.rulesfile`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from simcore.errors import MeepleError
from simcore.fields import Field, accept, shown, suggestion, text
from simcore.ruleset import IDENTIFIER, Schema, Table

FORMAT = 1
MOST_VALUES = 5000
"""Values of a file at most: where a game lets a table have any rows, laying it over another takes their square."""
MOST_SHOWN = 10
"""Short names of sources listed in a message."""
HEADER = ("format", "game", "name", "base", "sources", "worth_trying")
NAME = text("name", 100, "title of the rules")
NOTE = text("note", 400)

_PUBLIC = re.compile(r"public:https?://[!-~]{3,300}")


@dataclass
class Layer:
    """What one file states. sources leaves out what is assumed; `where` names the file in messages."""

    where: str
    name: str = ""
    values: dict[str, Any] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    tries: dict[str, Any] = field(default_factory=dict)


def read_layer(schema: Schema, raw: Mapping[str, Any], where: str) -> Layer:
    """Check a parsed file value by value.

    Raises MeepleError at the first unknown key, wrong value, or bad source.
    """
    _known(raw, [*HEADER, *(table.name for table in schema.tables)], where, "")
    if type(raw.get("format", FORMAT)) is not int or raw.get("format", FORMAT) != FORMAT:
        raise MeepleError(f"{where}: format = {shown(raw['format'])}: expected {FORMAT}")
    for key in ("game", "base"):
        if raw.get(key, schema.game) != schema.game:
            raise MeepleError(f'{where}: {key} = {shown(raw[key])}: expected "{schema.game}"')
    layer = Layer(where)
    layer.name = _accepted(NAME, "name", raw.get("name", ""), where)
    reader = _Reader(layer, _aliases(raw.get("sources", {}), where))
    for table in schema.tables:
        if table.name in raw:
            reader.read(table, table.name, raw[table.name], 0)
    layer.tries = dict(_as_table(raw.get("worth_trying", {}), where, "worth_trying"))
    return layer


def _aliases(raw: Any, where: str) -> dict[str, str]:
    """Short names a file gives to its public sources."""
    aliases = {}
    for name, source in _as_table(raw, where, "sources").items():
        if not IDENTIFIER.fullmatch(name) or name in ("rulebook", "assumed"):
            raise MeepleError(f"{where}: sources: {shown(name)} cannot be a short name for a source")
        aliases[name] = checked_source(source, {}, where, f"sources.{name}")
    return aliases


def checked_source(source: Any, aliases: Mapping[str, str], where: str, key: str) -> str:
    """Return the source in full, short names replaced.

    Raises MeepleError if it is none of "rulebook", "assumed", "public:<url>" or a short name.
    """
    if isinstance(source, str):
        source = aliases.get(source, source)
        if source in ("rulebook", "assumed") or _PUBLIC.fullmatch(source):
            return str(source)
    names = "".join(f', "{name}"' for name in list(aliases)[:MOST_SHOWN]) + ", ..." * (len(aliases) > MOST_SHOWN)
    raise MeepleError(
        f'{where}: source of {key} = {shown(source)}: expected "rulebook", "assumed", "public:<url>"{names}'
    )


class _Reader:
    """Walks one file's tables into a layer."""

    def __init__(self, layer: Layer, aliases: Mapping[str, str]) -> None:
        self.layer, self.aliases = layer, aliases

    def read(self, table: Table, prefix: str, raw: Any, level: int) -> None:
        """Read a table, or the rows below it while identifiers are still to come."""
        raw = _as_table(raw, self.layer.where, prefix)
        if level == len(table.ids):
            self._read_row(table, prefix, raw)
            return
        for name, below in raw.items():
            self._check_id(table.ids[level], prefix, name)
            self.read(table, f"{prefix}.{name}", below, level + 1)

    def _check_id(self, known: tuple[str, ...], prefix: str, name: str) -> None:
        if known:
            _known([name], list(known), self.layer.where, prefix)
        elif not IDENTIFIER.fullmatch(name):
            raise MeepleError(
                f"{self.layer.where}: {prefix}.{shown(name)}: expected a name of at most 24 letters, digits, _ or -"
            )

    def _read_row(self, table: Table, prefix: str, row: Mapping[str, Any]) -> None:
        fields = table.all_fields()
        _known(row, [*fields, "source", "note"], self.layer.where, prefix)
        given = [name for name in row if name in fields]
        for name in given:
            self.layer.values[f"{prefix}.{name}"] = _accepted(
                fields[name], f"{prefix}.{name}", row[name], self.layer.where
            )
        if len(self.layer.values) > MOST_VALUES:
            raise MeepleError(f"{self.layer.where}: more than {MOST_VALUES:,} values; a game has some hundreds")
        for key, source in self._by_field(fields, given, prefix, row, "source").items():
            self.layer.sources[key] = checked_source(source, self.aliases, self.layer.where, key)
        for key, note in self._by_field(fields, given, prefix, row, "note").items():
            self.layer.notes[key] = _accepted(NOTE, f"note of {key}", note, self.layer.where)

    def _by_field(
        self, fields: Mapping[str, Field], given: list[str], prefix: str, row: Mapping[str, Any], what: str
    ) -> dict[str, Any]:
        """Sources or notes by key: the row states one for all the values it gives, or a table by field."""
        raw = row.get(what, {})
        sourced = [name for name in fields if fields[name].sourced]
        if not isinstance(raw, dict):
            if not given:
                raise MeepleError(
                    f"{self.layer.where}: {prefix} has a {what} but no value; say which it is for: "
                    f'{what} = {{ {sourced[0]} = "..." }}'
                )
            raw = {name: raw for name in sourced if name in given}
        _known(raw, sourced, self.layer.where, f"{prefix}.{what}")
        return {f"{prefix}.{name}": entry for name, entry in raw.items()}


def _accepted(field_: Field, key: str, value: Any, where: str) -> Any:
    try:
        return accept(field_, value)
    except ValueError as error:
        raise MeepleError(f"{where}: {key} = {shown(value)}: expected {error}") from error


def _as_table(raw: Any, where: str, key: str) -> Mapping[str, Any]:
    if not isinstance(raw, dict):
        raise MeepleError(f"{where}: {key} = {shown(raw)}: expected a table, such as [{key}]")
    return raw


def _known(given: Any, known: list[str], where: str, prefix: str) -> None:
    for name in given:
        if name not in known:
            place = f"{prefix}.{_plain(name)}" if prefix else _plain(name)
            hint = suggestion(name, known) or f"; expected one of: {', '.join(known)}"
            raise MeepleError(f"{where}: unknown key {place}{hint}")


def _plain(name: str) -> str:
    return name if IDENTIFIER.fullmatch(name) else shown(name)
