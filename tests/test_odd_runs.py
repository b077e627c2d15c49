"""Folders of runs in which something is not what a run writes: refused in one line, at once, and left as they are."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from meeplelab import console
from simcore import bounded, journal, lock, manifest
from simcore.errors import MeepleError
from tests.commandline import TAKE_MOST, Commands, tree
from tests.toygame import registered

TOY = (
    "simulate", "toy", "--strategies", "./mine.py:most", "--players", "2", "--games", "40", "--jobs", "1", "--out",
    "run",
)  # fmt: skip
GONE_ON = (*TOY, "--resume", "--json")
NAMES = (manifest.NAME, journal.NAME, journal.LOCK)
Make = Callable[[Path], object]
ODD: dict[str, Make] = {
    "pipe": os.mkfifo,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "folder": Path.mkdir,
}

pytestmark = pytest.mark.skipif(not Path("/dev/zero").exists(), reason="pipes and devices of POSIX")


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Commands]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    console.console.cache_clear()
    Path("mine.py").write_text(TAKE_MOST)
    with registered():
        yield Commands(capsys)
    console.console.cache_clear()


def refused(command: Commands, *args: str) -> str:
    """What a command that is refused says: its one line, after what it tells of what it does."""
    before = tree(Path("run"))
    result = command(*args)
    assert (result.code, result.out) == (2, ""), result
    assert "Traceback" not in result.err
    assert tree(Path("run")) == before
    *_, line = result.err.splitlines()
    assert result.err.count("Error: ") == 1
    return line


TIMES = [
    ('"wall_seconds": "long"', "wall_seconds is not a finite number of 0 or more"),
    ('"wall_seconds": Infinity', "wall_seconds is not a finite number of 0 or more"),
    ('"wall_seconds": NaN', "wall_seconds is not a finite number of 0 or more"),
    ('"wall_seconds": true', "wall_seconds is not a finite number of 0 or more"),
    ('"wall_seconds": null', "wall_seconds is not a finite number of 0 or more"),
    ('"wall_seconds": -0.5', "wall_seconds is not a finite number of 0 or more"),
    (f'"wall_seconds": 1{"0" * 400}', "wall_seconds is not a finite number of 0 or more"),
    ('"other": 1', "it lacks wall_seconds"),
]


def test_times_of_all_kinds(command: Commands) -> None:
    assert command(*TOY).code == 0
    path = Path("run") / manifest.NAME
    whole = path.read_text()
    seconds = f'"wall_seconds": {json.loads(whole)["wall_seconds"]}'
    assert seconds in whole
    for entry, words in TIMES:
        path.write_text(whole.replace(seconds, entry))
        expected = f"Error: run/manifest.json: damaged, {words}"
        assert refused(command, *GONE_ON) == expected
        assert refused(command, "report", "run") == expected
    assert f"damaged, {words}" in command("runs", "run").out
    for number, rate in (("0", 0), ("5e-324", 0), ("1e308", 0), ("7", 6)):
        path.write_text(whole.replace(seconds, f'"wall_seconds": {number}'))
        result = command(*GONE_ON)
        assert result.code == 0, result.err
        assert json.loads(result.out)["games_per_second"] == rate


def test_numbers_of_thousands_of_digits_are_refused(command: Commands) -> None:
    assert command(*TOY).code == 0
    path = Path("run") / manifest.NAME
    told = json.loads(path.read_text())
    told["shards"][0]["rows"] = 10**4299
    path.write_text(json.dumps({**told, "shards": told["shards"] * 20}))
    expected = f"Error: run/manifest.json: damaged, shards[0].rows is not a whole number from 0 to {2**63 - 1}"
    assert refused(command, "report", "run") == refused(command, *GONE_ON) == expected


@pytest.mark.parametrize("seconds", ["Infinity", "-1", "NaN", "true"])
def test_a_line_of_a_journal_with_no_time_is_damaged(seconds: str) -> None:
    found = journal.Journal({"players": 2})
    piece = journal.piece_entry(journal.Piece(0, 0, 4, "0" * 64), 1.0)
    assert not found.take(piece | {"seconds": json.loads(seconds)})
    assert found.take(piece)


@pytest.mark.parametrize("kind", ODD)
@pytest.mark.parametrize("name", NAMES)
def test_what_is_no_file_where_a_run_has_one_is_named(command: Commands, name: str, kind: str) -> None:
    assert command(*TOY).code == 0
    path = Path("run") / name
    if name != manifest.NAME:
        (Path("run") / manifest.NAME).unlink()
    if name == journal.LOCK:
        (Path("run") / journal.NAME).write_text("damaged\n")
    path.unlink(missing_ok=True)
    ODD[kind](path)
    line = refused(command, *GONE_ON)
    words = "a folder" if kind == "folder" and name != journal.LOCK else "no regular file"
    assert line.startswith(f"Error: run/{name}: {words}; expected the ")
    assert "not empty" in refused(command, *TOY)
    listed = command("runs", "run").out
    assert "damaged" in listed or (kind == "folder" and "No runs" in listed)
    assert refused(command, "report", "run")


@pytest.mark.parametrize("kind", ODD)
def test_a_manifest_that_is_no_file_beside_a_good_journal(command: Commands, kind: str) -> None:
    assert command(*TOY).code == 0
    path = Path("run") / manifest.NAME
    plan = {key: value for key, value in manifest.read(Path("run")).items() if key not in manifest.LAST}
    (Path("run") / journal.NAME).write_text("".join(journal.Journal(plan).lines()))
    path.unlink()
    ODD[kind](path)
    words = "a folder" if kind == "folder" else "no regular file"
    assert refused(command, *GONE_ON) == f"Error: run/manifest.json: {words}; expected the manifest of a run"


@pytest.mark.parametrize("kind", ODD)
def test_a_lock_that_is_no_file_is_held_by_nobody(tmp_path: Path, kind: str) -> None:
    ODD[kind](tmp_path / "lock")
    assert lock.holder(tmp_path / "lock") == ""
    with pytest.raises(MeepleError, match="lock: no regular file; expected the lock of a run: remove it"):
        lock.Lock(tmp_path / "lock")


def test_a_link_in_place_of_a_lock_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "letters").write_text("dear")
    (tmp_path / "lock").symlink_to("letters")
    with pytest.raises(MeepleError, match="no regular file"):
        lock.Lock(tmp_path / "lock")
    assert (tmp_path / "letters").read_text() == "dear"


@pytest.mark.parametrize("name", [manifest.NAME, journal.NAME])
def test_a_file_that_is_too_big_is_not_read(command: Commands, name: str) -> None:
    Path("run").mkdir()
    with (Path("run") / name).open("wb") as file:
        file.truncate(manifest.LARGEST + (1 << 40))
    assert f"{name}: bigger than 256 MiB; expected the " in command("runs", "run").out


def test_a_bound_is_kept_to_the_byte(tmp_path: Path) -> None:
    path = tmp_path / "some"
    path.write_bytes(b"x" * 2048)
    assert bounded.content(path, "expected words", 2048) == b"x" * 2048
    with pytest.raises(MeepleError, match="some: bigger than 1 KiB; expected words"):
        bounded.content(path, "expected words", 2047)
