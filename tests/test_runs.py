"""`meeplelab runs`: every run below a folder, what it is, and how far it came."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from meeplelab import api, console
from meeplelab.commands.runs import size
from simcore import journal, lock, manifest
from simcore.errors import MeepleError
from simcore.run import play_to
from simcore.schedule import Schedule
from tests import toygame
from tests.commandline import Commands, tree

RULES = toygame.SPEC.load_rules(None, {})
PAIR = (toygame.greedy("most"), toygame.greedy("least", 0))


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Commands]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    console.console.cache_clear()
    yield Commands(capsys)
    console.console.cache_clear()


def play(folder: str, games: int = 40) -> None:
    """A run of the toy game."""
    schedule = Schedule(6, ("most", "least"), games)
    play_to(Path(folder), toygame.SPEC, RULES, PAIR, schedule, sources=("a", "b"), command=("meeplelab", "x"))


def begin(folder: str, games: int, kept: int) -> None:
    """What is there of a run that was interrupted: a journal that tells of saved rows, and no manifest."""
    play(folder, games)
    path = Path(folder)
    plan = {key: value for key, value in manifest.read(path).items() if key not in ("shards", "wall_seconds")}
    found = journal.Journal(plan)
    assert found.take(journal.piece_entry(journal.Piece(0, 0, kept, "0" * 64), 1.0))
    (path / journal.NAME).write_text("".join(found.lines()))
    for name in (manifest.NAME, "rows-00000.parquet"):
        (path / name).unlink()


def test_every_run_below_is_listed_whatever_became_of_it(command: Commands) -> None:
    play("kept/deep/er")
    play("kept/one", 60)
    begin("kept/two", 400, 100)
    play("kept/zero")
    Path("kept/zero/rows-00000.parquet").write_bytes(b"PAR1")
    Path("kept/other").mkdir()
    Path("kept/other/notes.txt").write_text("no run")
    before = tree(Path("kept"))
    result = command("runs", "kept", "--json")
    document = json.loads(result.out)
    assert document["folder"] == "kept"
    states = {run["folder"]: (run["state"], run["games"], run["games_kept"]) for run in document["runs"]}
    assert list(states.items()) == [
        ("deep/er", ("finished", 40, 40)), ("one", ("finished", 60, 60)), ("two", ("interrupted", 400, 100)),
        ("zero", ("damaged", 40, None)),
    ]  # fmt: skip
    one = document["runs"][1]
    assert (one["game"], one["players"], one["line_up"], one["seed"]) == ("toy", 2, ["most", "least"], 6)
    assert (one["ruleset"], one["digest"], one["command"]) == (RULES.name, RULES.digest, ["meeplelab", "x"])
    assert one["bytes"] == sum(path.stat().st_size for path in Path("kept/one").iterdir())
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", one["when"])
    text = command("runs", "kept").out
    assert "100 of 400" in text
    assert "kept/zero/rows-00000.parquet: damaged" in text
    assert "--resume" in text
    assert max(len(line) for line in text.splitlines() if "damaged," not in line) <= 80
    assert tree(Path("kept")) == before


def test_a_run_that_is_being_written_is_said_to_be_under_way(command: Commands) -> None:
    begin("kept/two", 400, 100)
    held = lock.Lock(Path("kept/two") / journal.LOCK)
    frame = api.runs("kept")
    assert frame["state"].tolist() == ["under way"]
    assert frame["remark"][0].startswith("process ")
    held.release()
    assert api.runs("kept")["state"].tolist() == ["interrupted"]


def test_changed_bytes_are_found_when_asked(command: Commands) -> None:
    play("kept")
    path = Path("kept/rows-00000.parquet")
    data = bytearray(path.read_bytes())
    data[20] ^= 1
    path.write_bytes(data)
    assert api.runs("kept")["state"].tolist() == ["finished"]
    (row,) = api.runs("kept", verify=True).to_dict("records")
    assert (row["state"], row["folder"]) == ("damaged", ".")
    assert "SHA-256" in row["remark"]


@pytest.mark.parametrize("name", ["manifest.json", "journal.txt"])
@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"format": 1}', "\0\x1b[31m", "x" * 1000])
def test_foreign_files_of_those_names_are_no_runs(command: Commands, name: str, text: str) -> None:
    Path("kept").mkdir()
    (Path("kept") / name).write_text(text)
    result = command("runs", "kept")
    assert result.code == 0
    assert "damaged" in result.out
    assert "\x1b" not in result.out
    assert json.loads(command("runs", "kept", "--json").out)["runs"][0]["game"] is None


def test_links_are_not_followed(command: Commands) -> None:
    play("kept/one")
    Path("kept/loop").symlink_to("../kept")
    assert api.runs("kept")["folder"].tolist() == ["one"]


def test_a_folder_without_runs_is_no_error(command: Commands) -> None:
    Path("empty").mkdir()
    assert command("runs", "empty").out == "No runs in empty or below it.\n"
    assert json.loads(command("runs", "empty", "--json").out) == {"folder": "empty", "runs": []}


def test_a_folder_that_is_not_there_is_named(command: Commands) -> None:
    result = command("runs", "nowhere")
    assert (result.code, result.err) == (2, "Error: nowhere: no such folder; expected one that holds runs\n")
    with pytest.raises(MeepleError, match="no such folder"):
        api.runs("nowhere")


def test_sizes_are_said_as_people_do() -> None:
    assert [size(n) for n in (0, 999, 1000, 123_456, 5_000_000, 7 * 10**15)] == [
        "0 B", "999 B", "1.0 kB", "123 kB", "5.0 MB", "7000 TB",
    ]  # fmt: skip


def test_without_a_folder_the_runs_are_those_of_results(command: Commands) -> None:
    Path("results").mkdir()
    told = command("runs")
    assert (told.code, "Traceback" in told.err) == (0, False), told.err
    named = command("runs", "results")
    assert (named.out, named.err) == (told.out, told.err)
