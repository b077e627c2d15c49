"""Every command prints one JSON document of the form that is declared for it, and docs/json.md says which.

`UPDATE_DOCS=1` writes the tables of the page anew.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from typer.main import get_command

from meeplelab.cli import app
from meeplelab.documents import declared, schema
from simcore.errors import MeepleError
from simcore.jit import JIT_DISABLED
from tests.commandline import Commands

PAGE = Path(__file__).resolve().parent.parent / "docs/json.md"
MARK = "## Each command\n"
TWO = ("--players", "2", "--strategies", "random,greedy-value")
ONE = ("--players", "1", "--strategies", "random")
FEW = ("--jobs", "1")
BANDS = 'players = 2\nstrategies = ["random"]\n\n[bands]\n"seat.1.win_share" = { low = 0.2, high = 0.8 }\n'

QUICK: dict[str, tuple[str, ...]] = {
    "games": (),
    "strategies": ("watchmen", "random"),
    "rules show": ("watchmen", "--set", "tie=random"),
    "rules check": ("watchmen", "own.toml"),
    "rules sources": ("watchmen",),
    "rules export": ("watchmen", "--out", "own.toml"),
    "simulate": ("watchmen", *TWO, "--games", "40", "--out", "kept/run", *FEW),
    "runs": ("kept",),
    "report": ("kept",),
    "replay": ("watchmen", *TWO),
    "play": ("watchmen", "--players", "2", "--against", "random", "--seed", "1"),
    "compare": ("watchmen", "random", "greedy-value", "--players", "2", "--games", "40", *FEW),
    "whatif": ("watchmen", "--set", "structure.tent_price=2", *TWO, "--games", "40", *FEW),
    "bands": ("watchmen", "bands.toml", "--games", "40", *FEW),
    "bands --list": ("watchmen", "--list", *TWO),
    "variance": ("watchmen", *TWO, "--games", "240", *FEW),
    "decided": ("watchmen", *TWO, "--games", "240", *FEW),
    "field": ("watchmen", "random", "greedy-value", "--players", "2", "--games", "120", *FEW),
    "ladder": (
        "watchmen", "--players", "2", "--strategies", "random,greedy-value", "--games", "80", "--pilot", "40", *FEW,
    ),
    "ledger": ("watchmen", "--kinds", "item", *TWO, "--deals", "20", *FEW),
    "restrict": ("watchmen", "--ban", "item.spook", *TWO, "--games", "40", *FEW),
    "price": ("haversack", "guardian.druid", "--players", "2", "--strategies", "random", "--range", "2:4", "--deals",
              "20", *FEW),
    "tune": ("watchmen", "greedy-value", "--players", "2", "--against", "random", "--generations", "1", "--held-out",
             "30", "--only", "price,coin", "--out", "t.toml", *FEW),
    "exploit": ("watchmen", "--targets", "random", "--replies", "random,greedy-value", "--players", "2",
                "--generations", "1", "--tries", "1", "--held-out", "30", *FEW),
    "strength": ("watchmen", "--players", "2", "--fields", "weak,usual", "--games", "60", "--deals", "10", *FEW),
}  # fmt: skip
"""The smallest run of each command, in the order in which they need one another's files."""
LONG: dict[str, tuple[str, ...]] = {
    "rules coverage": ("watchmen", "--games", "1"),
    "study": ("haversack", "--games", "400", "--no-experiments", "--out", "all", *FEW),
    "regret": ("watchmen", "--players", "2", "--strategies", "random", "--games", "4", "--positions", "8", "--search",
               "search@budget=20", *FEW),
    "robustness": ("watchmen", "--worlds", "20", "--games", "260", "--players", "2", "--strategies", "random", *FEW),
}  # fmt: skip
OTHER_FORMS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("simulate", ("haversack", *ONE, "--games", "40", *FEW)),
    ("compare", ("watchmen", "random", "greedy-value", "--players", "2", "--sprt", "0", "5", *FEW)),
    ("compare", ("watchmen", "random", "greedy-value", "--players", "2", "--precision", "5pp", *FEW)),
    ("variance", ("haversack", *ONE, "--games", "240", *FEW)),
    ("ledger", ("haversack", "--players", "2", "--strategies", "random", "--deals", "20", *FEW)),
    ("restrict", ("watchmen", "--each", "race", *TWO, "--games", "40", *FEW)),
    ("rules export", ("haversack",)),
    ("strategies", ("haversack",)),
)
"""Commands whose documents look different with other games and options."""


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    monkeypatch.chdir(tmp_path)
    Path("bands.toml").write_text(BANDS)
    return Commands(capsys)


def check(command: Commands, name: str, args: tuple[str, ...]) -> Any:
    """Run a command and hold its document to the schema."""
    words = name.removesuffix(" --list").split()
    result = command(*words, *args, "--json", typed="q\n")
    assert result.code in ((0, 1) if name == "bands" else (0,)), result.err
    document = json.loads(result.out)
    Draft202012Validator(schema(name)).validate(document)
    return document


def commands() -> Iterator[tuple[str, Any]]:
    """Every command of the command line, and what it is made of."""
    for name, found in get_command(app).commands.items():  # type: ignore[attr-defined]
        for below, part in getattr(found, "commands", {"": found}).items():
            yield f"{name} {below}".strip(), part


def test_every_command_has_json_a_declaration_and_a_run_here() -> None:
    known = dict(commands())
    assert not [name for name, part in known.items() if not any("--json" in each.opts for each in part.params)]
    assert set(declared()) == {*known, "bands --list"} == {*QUICK, *LONG}


@pytest.mark.skipif(JIT_DISABLED, reason="plays more games than plain Python can")
def test_documents_are_as_declared(command: Commands) -> None:
    for name in sorted(QUICK, key=lambda name: name == "rules check"):
        check(command, name, QUICK[name])


@pytest.mark.skipif(JIT_DISABLED, reason="plays with search")
def test_what_counts_from_0_is_declared_so(command: Commands) -> None:
    """A replay's steps and seats do, a player's own seats do not, nor the decisions that `replay --decision` takes."""
    replay, play = check(command, "replay", QUICK["replay"]), check(command, "play", QUICK["play"])
    known = declared()
    steps = known["replay"]["rows"]["steps"]
    assert min(each["step"] for each in replay["steps"]) == 0
    assert {each["seat"] for each in replay["steps"]} == {0, 1}
    assert (replay["deal"], replay["rotation"], play["deal"]) == (0, 0, 0)
    assert {name for name, kind in steps.items() if kind == "index"} == {"step", "seat"}
    assert {name for name, kind in known["replay"]["document"].items() if kind == "index"} == {"deal", "rotation"}
    assert (known["play"]["document"]["deal"], known["play"]["document"]["seat"]) == ("index", "whole")
    assert play["seat"] >= 1
    examples = known["regret"]["tables"]["examples"]
    assert [examples[name] for name in ("deal", "rotation", "decision")] == ["index", "index", "whole"]


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_documents_of_long_commands_are_as_declared(command: Commands, name: str) -> None:
    check(command, name, LONG[name])


@pytest.mark.slow
@pytest.mark.parametrize(("name", "args"), OTHER_FORMS)
def test_other_forms_are_as_declared_too(command: Commands, name: str, args: tuple[str, ...]) -> None:
    check(command, name, args)


def test_schemas_are_schemas_and_refuse_what_is_not_declared() -> None:
    for name in declared():
        Draft202012Validator.check_schema(schema(name))
    row: dict[str, Any] = dict.fromkeys(schema("games")["items"]["required"], 1)
    row |= {"game": "g", "title": "t", "ruleset": "r", "digest": "d"}
    rows = Draft202012Validator(schema("games"))
    rows.validate([row, {**row, "values": None}])
    for wrong in ({**row, "more": 1}, {**row, "game": None}, {k: v for k, v in row.items() if k != "values"}):
        with pytest.raises(ValidationError):
            rows.validate([wrong])
    with pytest.raises(MeepleError, match="no document of 'nothing'; expected one of: "):
        schema("nothing")


def told() -> str:
    """The page's part about each command."""
    return "".join(f"\n### `meeplelab {name}`\n\n{_told(about)}" for name, about in declared().items())


def _told(about: dict[str, Any]) -> str:
    if about["form"] == "list":
        return f"A list of rows: {_fields(about['rows']['each'])}.\n"
    if about["form"] == "document":
        text = f"{_fields(about['document'])}.\n"
        rows = about.get("rows", {})
        return text + "".join(f"\nRows of `{part}`: {_fields(fields)}.\n" for part, fields in rows.items())
    tables = "".join(
        f"| `{name}`{', sometimes' if name in about.get('sometimes', ()) else ''} | {_fields(fields)} |\n"
        for name, fields in about["tables"].items()
    )
    return f"A finding. Facts: {_fields(about['facts'])}.\n\n| table | columns |\n|---|---|\n{tables}"


def _fields(fields: dict[str, str]) -> str:
    return ", ".join(f"`{name}` {text.replace(', sometimes', ' (sometimes)')}" for name, text in fields.items())


def test_the_page_tells_what_is_declared(capsys: pytest.CaptureFixture[str]) -> None:
    before, _, _ = PAGE.read_text().partition(MARK)
    text = before + MARK + told()
    if os.environ.get("UPDATE_DOCS") == "1":
        PAGE.write_text(text)
    assert PAGE.read_text() == text, "see the difference with UPDATE_DOCS=1"
    code = before.split("```python\n")[1].split("```")[0]
    exec(compile(code, str(PAGE), "exec"), {})
    assert "measures" in capsys.readouterr().out
