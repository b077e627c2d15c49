"""Writing rules as a complete, commented TOML file that loads back to the same digest."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from simcore.fields import expected
from simcore.ruleset import Ruleset, Schema, Table

_INTRO = """\
# {title}: rules data. Load a changed copy with --rules FILE; a single value with --set KEY=VALUE.
# A source is "rulebook" (also what is printed on a card or board), "public:<url>", a short name from
# [sources], or "assumed"; a value without one is assumed. A file that says base = "{game}" in place
# of game may list only what it changes. All of it is told in docs/rules_file.md.
"""


def export_rules(ruleset: Ruleset) -> str:
    """TOML text of everything in force, `--set` included.

    Raises ValueError for a ruleset that did not come from `simcore.rulesfile.load`.
    """
    schema, data = ruleset.schema, ruleset.data
    if schema is None:
        raise ValueError("a ruleset without a schema cannot be written as a file")
    aliases = _aliases(data["sources"].values())
    lines = [_INTRO.format(title=schema.title, game=schema.game)]
    lines += [f"format = {data['format']}", f"game = {_toml(schema.game)}", f"name = {_toml(data['name'])}"]
    if aliases:
        lines += ["", "[sources]", *(f"{alias} = {_toml(source)}" for source, alias in aliases.items())]
    for table in schema.tables:
        lines += ["", *_table(schema, table, data, aliases)]
    lines += [
        "",
        "# Other values worth trying where one is assumed, by key: a step from the value, or a list.",
        "[worth_trying]",
    ]
    lines += [f"{_toml(pattern)} = {_toml(rule)}" for pattern, rule in data["worth_trying"].items()]
    return "\n".join(lines) + "\n"


def _aliases(sources: Iterable[str]) -> dict[str, str]:
    """A short name for each public source: its host without "www." and what follows the last dot but one."""
    aliases: dict[str, str] = {}
    for source in sorted({source for source in sources if source.startswith("public:")}):
        host = re.sub(r"^public:https?://(www\.)?", "", source).split("/")[0]
        name = re.sub(r"[^a-z0-9]", "", host.split(".")[0].lower())[:16] or "site"
        count = sum(alias.rstrip("0123456789-") == name for alias in aliases.values())
        aliases[source] = f"{name}-{count + 1}" if name in (*aliases.values(), "rulebook", "assumed") else name
    return aliases


def _table(schema: Schema, table: Table, data: Mapping[str, Any], aliases: Mapping[str, str]) -> list[str]:
    lines = [f"# {table.meaning}"]
    if not table.ids:
        return [*lines, *_lone(table, data, aliases)]
    lines += [f"# {field.name}: {field.meaning} ({expected(field)})" for field in table.all_fields().values()]
    heading = ""
    for ids, row in table.rows(data):
        path = ".".join((table.name, *(ids[:-1] if table.inline else ids)))
        if path != heading:
            lines += ["", f"[{path}]"]
            heading = path
        entries = [f"{field.name} = {_toml(row[field.name])}" for field in table.row_fields(row) if field.name in row]
        entries += _remarks(table, ids, row, data, aliases)
        lines += [f"{ids[-1]} = {{ {', '.join(entries)} }}"] if table.inline else entries
    return lines


def _lone(table: Table, data: Mapping[str, Any], aliases: Mapping[str, str]) -> list[str]:
    """A table without rows: each value under its meaning, beside what it may be."""
    lines, row = [f"[{table.name}]"], data[table.name]
    for field in table.row_fields(row):
        if field.name in row:
            lines.append(f"# {field.meaning}" + (f" ({field.ruling})" if field.ruling else ""))
            lines.append(f"{field.name} = {_toml(row[field.name])}  # {expected(field)}")
    return lines + _remarks(table, (), row, data, aliases)


def _remarks(
    table: Table, ids: tuple[str, ...], row: Mapping[str, Any], data: Mapping[str, Any], aliases: Mapping[str, str]
) -> list[str]:
    """The `source` and `note` entries of a row."""
    names = [field.name for field in table.row_fields(row) if field.sourced and field.name in row]
    remarks = []
    for what in ("source", "note"):
        stated = data["sources" if what == "source" else "notes"]
        entries = {name: stated.get(".".join((table.name, *ids, name)), "") for name in names}
        entries = {name: aliases.get(entry, entry) for name, entry in entries.items() if entry}
        if entries and len(entries) == len(names) and len(set(entries.values())) == 1:
            remarks.append(f"{what} = {_toml(entries[names[0]])}")
        elif entries:
            remarks.append(f"{what} = {{ {', '.join(f'{name} = {_toml(entry)}' for name, entry in entries.items())} }}")
    return remarks


def _toml(value: Any) -> str:
    """A word, text, whole number, truth value, or list of them in TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(_toml(each) for each in value)}]"
    if isinstance(value, str):
        plain = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"""\n{plain}"""' if "\n" in plain else f'"{plain}"'
    return str(value)
