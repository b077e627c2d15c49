"""Runs that are interrupted and gone on with: the files are those of a run that never was."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from simcore import batch, journal, lock, writer
from simcore.errors import MeepleError, StrategyError
from simcore.layout import Layout, joined
from simcore.run import play_to
from simcore.schedule import Schedule
from simcore.store import Run, open_run
from tests import toygame
from tests.commandline import tree

ROOT = Path(__file__).resolve().parent.parent
SPEC = toygame.SPEC
LINEUP = ("random", "greedy", "greedy")
GAMES = 63
LAYOUT = Layout(GAMES, 3, group_games=6, shard_groups=2)
"""Shards of 12 games, the last of 3."""


def play(folder: Path, **options: Any) -> Run:
    """A run of 63 games in six shards, in chunks of 5 games."""
    settings = {
        "games": GAMES,
        "seed": 7,
        "first_deal": 0,
        "rules": {},
        "most": 2.0,
        "lineup": LINEUP,
        "sources": [""] * 3,
    }
    settings |= {name: options.pop(name) for name in list(options) if name in settings}
    games, names = settings["games"], settings["lineup"]
    made = {"random": toygame.random(), "greedy": toygame.greedy(most=settings["most"])}
    options = {"chunk": 5, "layout": Layout(games, len(names), 6, 2), **options}
    return play_to(
        folder, SPEC, SPEC.load_rules(None, settings["rules"]), [made[name] for name in names],
        Schedule(settings["seed"], tuple(names), games, settings["first_deal"]), sources=settings["sources"], **options,
    )  # fmt: skip


def ending(at: int, error: BaseException | None = None) -> Callable[[int, int], None]:
    """A progress that ends the run after so many games."""

    def tell(done: int, games: int) -> None:
        if done >= at:
            raise error or KeyboardInterrupt

    return tell


def begun(folder: Path, at: int = 40, **options: Any) -> list[str]:
    """A run that was interrupted; the sentences it said."""
    said: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        play(folder, on_progress=ending(at), on_notice=said.append, **options)
    return said


def files(folder: Path) -> dict[str, bytes]:
    """What a run left, without the seconds it took."""
    found = tree(folder)
    manifest = json.loads(found.pop("manifest.json"))
    assert manifest.pop("wall_seconds") >= 0
    return {**found, "manifest": json.dumps(manifest).encode()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("whole") / "run"
    play(folder)
    return files(folder)


@contextmanager
def counting(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[range]]:
    """The games that are played inside this context."""
    played: list[range] = []
    whole = batch.Playing.play

    def counted(self: Any, first: int, count: int, *rest: Any) -> Any:
        played.append(range(first, first + count))
        return whole(self, first, count, *rest)

    with monkeypatch.context() as patch:
        patch.setattr(batch.Playing, "play", counted)
        yield played


# Going on


@pytest.mark.parametrize("at", [13, 25, 40, 60])
def test_an_interrupted_run_goes_on_to_the_same_files(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    said = begun(tmp_path / "run", at)
    kept = at // 12 * 12
    assert said == [f"{kept} of 63 games are kept in {tmp_path / 'run'}; the same command with --resume goes on"]
    assert sorted(tree(tmp_path / "run")) == ["journal.txt", *(f"rows-{i:05d}.parquet" for i in range(kept // 12))]
    seen: list[tuple[int, int]] = []
    with counting(monkeypatch) as played:
        play(tmp_path / "run", resume=True, on_progress=lambda *done: seen.append(done))
    assert sorted(game for games in played for game in games) == list(range(kept, GAMES))
    assert seen[0][0] > kept
    assert seen[-1] == (GAMES, GAMES)
    assert files(tmp_path / "run") == whole


def test_a_run_may_be_interrupted_again_and_again(tmp_path: Path, whole: dict[str, bytes]) -> None:
    for at in (15, 30, 45, 56):
        begun(tmp_path / "run", at, resume=True)
    assert open_journal(tmp_path / "run").games == 48
    assert files(play(tmp_path / "run", resume=True, jobs=3, chunk=1).folder) == whole


def open_journal(folder: Path) -> journal.Journal:
    return journal.read(folder)


def test_rows_of_slow_games_are_saved_as_they_come(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "SAVE_SECONDS", -1.0)
    assert begun(tmp_path / "run", 20)[0].startswith("20 of 63 games are kept")
    names = sorted(tree(tmp_path / "run"))
    assert names == [
        "journal.txt",
        "rows-00000.parquet",
        "rows-00001-000000000012.piece",
        "rows-00001-000000000015.piece",
    ]
    with counting(monkeypatch) as played:
        begun(tmp_path / "run", 30, resume=True)
    assert min(game for games in played for game in games) == 20
    assert files(play(tmp_path / "run", resume=True).folder) == whole


def test_resume_begins_where_nothing_is_and_opens_what_is_finished(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    play(tmp_path / "run", resume=True)
    assert files(tmp_path / "run") == whole
    before = tree(tmp_path / "run")
    with counting(monkeypatch) as played:
        run = play(tmp_path / "run", resume=True)
    assert not played
    assert run.games == GAMES
    assert tree(tmp_path / "run") == before


def test_a_run_killed_before_its_manifest_only_lacks_that(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(writer.Writer, "finish", lambda _: ending(0)(1, 1))
        with pytest.raises(KeyboardInterrupt):
            play(tmp_path / "run")
    with counting(monkeypatch) as played:
        play(tmp_path / "run", resume=True)
    assert not played
    assert files(tmp_path / "run") == whole


def test_what_a_run_left_that_was_killed_before_its_journal_is_no_hindrance(
    tmp_path: Path, whole: dict[str, bytes]
) -> None:
    for name, resume in (("one", True), ("two", False)):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "lock").write_text("process 1 on nowhere\n")
        (folder / "journal.txt.part").write_text("half a li")
        play(folder, resume=resume)
        assert files(folder) == whole


def test_other_files_in_the_folder_are_left_alone(tmp_path: Path, whole: dict[str, bytes]) -> None:
    begun(tmp_path / "run")
    for name in ("notes.txt", "film.part"):
        (tmp_path / "run" / name).write_text("mine")
    play(tmp_path / "run", resume=True)
    assert files(tmp_path / "run") == {**whole, "notes.txt": b"mine", "film.part": b"mine"}


# Other settings


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 8}, "the seed 8, begun with 7"),
        ({"games": 66}, "games 66, begun with 63"),
        ({"first_deal": 2}, "the first deal 2, begun with 0"),
        ({"lineup": ("greedy", "random", "random")}, "the line-up greedy, random, random, begun with random, greedy"),
        ({"lineup": ("random", "greedy"), "sources": ["", ""], "games": 62}, "players 2, begun with 3"),
        ({"rules": {"low": "10"}}, r"rules toy \(\w+\), begun with toy \(\w+\)"),
        ({"most": 1.0}, "greedy: most = 1, begun with 2.0"),
        ({"sources": ["", "new", "new"]}, "the file of the strategy greedy is not the one it was begun with"),
        ({"layout": Layout(GAMES, 3, 6, 3)}, "the layout of the files group_games 6, shard_groups 3, begun with"),
    ],
)  # fmt: skip
def test_other_settings_are_refused_and_named(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    begun(tmp_path / "run")
    before = tree(tmp_path / "run")
    with pytest.raises(MeepleError, match=f"/run: --resume with other settings: {words}"):
        play(tmp_path / "run", resume=True, **change)
    assert tree(tmp_path / "run") == before


def test_other_code_and_other_libraries_are_refused(tmp_path: Path) -> None:
    begun(tmp_path / "run")
    plan = open_journal(tmp_path / "run").plan
    for change, words in (
        ({"versions": {**plan["versions"], "pyarrow": "1.0"}}, r"pyarrow [\d.]+, begun with 1.0"),
        ({"code": "0" * 12}, "the code of the game changed since it was begun"),
    ):
        (tmp_path / "run" / "journal.txt").write_text(journal.line_of({"plan": {**plan, **change}}))
        with pytest.raises(MeepleError, match=f"other settings: {words}"):
            play(tmp_path / "run", resume=True)


def test_a_changed_value_of_the_rules_is_named(tmp_path: Path) -> None:
    rules = {"digest": "a", "name": "x", "values": [{"key": "low", "value": 1}, {"key": "most", "value": 3}]}
    other = {"digest": "b", "name": "x", "values": [{"key": "low", "value": 1}, {"key": "most", "value": 4}]}
    assert journal._rules(rules, other) == "most = 4, begun with 3"


# Damage

Damage = Callable[[Path], None]


def flip(folder: Path, name: str, place: float = 0.5) -> None:
    data = bytearray((folder / name).read_bytes())
    data[int(len(data) * place)] ^= 1
    (folder / name).write_bytes(data)


def cut(folder: Path, name: str) -> None:
    data = (folder / name).read_bytes()
    (folder / name).write_bytes(data[: len(data) // 2])


def swap(folder: Path, one: str, other: str) -> None:
    (folder / one).rename(folder / "aside")
    (folder / other).rename(folder / one)
    (folder / "aside").rename(folder / other)


BYTES = "damaged, its bytes are not those that were written"
ONE, TWO = "rows-00001.parquet", "rows-00002.parquet"
DAMAGES: dict[str, tuple[Damage, dict[str, str]]] = {
    "truncated": (lambda run: cut(run, ONE), {ONE: BYTES}),
    "emptied": (lambda run: (run / ONE).write_bytes(b"") and None, {ONE: BYTES}),
    "flipped": (lambda run: flip(run, TWO), {TWO: BYTES}),
    "missing": (lambda run: (run / TWO).unlink(), {TWO: "missing"}),
    "swapped": (lambda run: swap(run, ONE, TWO), {ONE: BYTES, TWO: BYTES}),
}


@pytest.mark.parametrize("finished", [False, True])
@pytest.mark.parametrize("kind", DAMAGES)
def test_a_damaged_shard_is_named_and_played_again(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch, kind: str, finished: bool
) -> None:
    run, (damage, wrong) = tmp_path / "run", DAMAGES[kind]
    if finished:
        play(run)
    else:
        begun(run)
    damage(run)
    with pytest.raises(MeepleError, match="|".join(wrong) if finished else "a run that did not finish"):
        open_run(run)
    said: list[str] = []
    with counting(monkeypatch) as played:
        play(run, resume=True, on_notice=said.append)
    assert len(said) == len(wrong)
    for sentence, (name, words) in zip(said, wrong.items()):
        assert re.fullmatch(rf"{run}/{name}: {words}.*; its games are played again", sentence)
    lost = {game for name in wrong for game in range(12 * int(name[9]), 12 * int(name[9]) + 12)}
    assert {game for games in played for game in games} == lost | (set() if finished else set(range(36, GAMES)))
    assert files(run) == whole
    open_run(run)


def test_a_damaged_piece_is_named_and_played_again(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "SAVE_SECONDS", -1.0)
    begun(tmp_path / "run", 20)
    flip(tmp_path / "run", "rows-00001-000000000012.piece")
    said: list[str] = []
    play(tmp_path / "run", resume=True, on_notice=said.append)
    assert re.fullmatch(r".*rows-00001-000000000012\.piece: damaged.*; its games are played again", said[0])
    assert files(tmp_path / "run") == whole


def test_a_run_that_lost_its_manifest_is_told_and_not_touched(tmp_path: Path) -> None:
    play(tmp_path / "run")
    (tmp_path / "run" / "manifest.json").unlink()
    before = tree(tmp_path / "run")
    with pytest.raises(MeepleError, match=r"no manifest\.json"):
        open_run(tmp_path / "run")
    for resume in (True, False):
        with pytest.raises(MeepleError, match="not empty, holds rows of a run that lost its manifest"):
            play(tmp_path / "run", resume=resume)
    assert tree(tmp_path / "run") == before


def test_a_damaged_manifest_is_named_and_not_written_over(tmp_path: Path) -> None:
    play(tmp_path / "run")
    cut(tmp_path / "run", "manifest.json")
    before = tree(tmp_path / "run")
    for resume in (True, False):
        with pytest.raises(MeepleError, match=r"manifest\.json: cannot be read|holds a finished run"):
            play(tmp_path / "run", resume=resume)
    assert tree(tmp_path / "run") == before


def test_a_manifest_of_another_version_is_not_gone_on_with(tmp_path: Path) -> None:
    play(tmp_path / "run")
    path = tmp_path / "run" / "manifest.json"
    path.write_text(json.dumps({key: value for key, value in json.loads(path.read_text()).items() if key != "code"}))
    open_run(tmp_path / "run")
    with pytest.raises(MeepleError, match="lacks code: a run of another version cannot be gone on with"):
        play(tmp_path / "run", resume=True)


@pytest.mark.parametrize("damage", [lambda run: flip(run, "journal.txt", 0.1), lambda run: cut(run, "journal.txt")])
def test_a_journal_that_does_not_tell_what_run_it_is_is_refused(tmp_path: Path, damage: Damage) -> None:
    begun(tmp_path / "run")
    damage(tmp_path / "run")
    before = tree(tmp_path / "run")
    with pytest.raises(MeepleError, match=r"journal\.txt, line 1: damaged.*cannot be gone on with: remove .*/run"):
        play(tmp_path / "run", resume=True)
    with pytest.raises(MeepleError, match=r"a run that did not finish, its journal\.txt damaged"):
        play(tmp_path / "run")
    assert tree(tmp_path / "run") == before


@pytest.mark.parametrize("line", [b"", b"[1]", b"{}", b'{"plan": {}}', b'{"plan": 5}', b"[" * 100_000, b"\xff"])
def test_a_journal_of_another_kind_is_refused(tmp_path: Path, line: bytes) -> None:
    digest = journal.hashlib.sha256(line).hexdigest().encode()
    (tmp_path / "journal.txt").write_bytes(digest + b" " + line + b"\n")
    with pytest.raises(MeepleError, match="line 1: damaged"):
        play(tmp_path, resume=True)


def test_a_damaged_line_costs_what_it_told_of(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(tmp_path / "run")
    path = tmp_path / "run" / "journal.txt"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], lines[2].replace(b"rows", b"rose"), *lines[3:]]))
    said: list[str] = []
    with counting(monkeypatch) as played:
        play(tmp_path / "run", resume=True, on_notice=said.append)
    assert said == [f"{path}, line 3: damaged; the games it told of are played again"]
    assert {game for games in played for game in games} == {*range(12, 24), *range(36, GAMES)}
    assert files(tmp_path / "run") == whole


def test_a_last_line_that_was_cut_off_is_what_a_kill_leaves(tmp_path: Path, whole: dict[str, bytes]) -> None:
    begun(tmp_path / "run")
    path = tmp_path / "run" / "journal.txt"
    path.write_bytes(path.read_bytes()[:-20])
    assert open_journal(tmp_path / "run").games == 24
    said: list[str] = []
    play(tmp_path / "run", resume=True, on_notice=said.append)
    assert not said
    assert files(tmp_path / "run") == whole


def test_entries_that_no_run_writes_are_passed_over(tmp_path: Path, whole: dict[str, bytes]) -> None:
    begun(tmp_path / "run")
    path = tmp_path / "run" / "journal.txt"
    strange = [
        {"shard": 10**30, "rows": 1, "sha256": "", "seconds": 0.0},
        {"shard": 3, "rows": 1, "sha256": "", "seconds": 0.0},
        {"piece": 0, "shard": 99, "games": 1, "sha256": "", "seconds": 0.0},
        {"piece": 5, "shard": 4, "games": 10**9, "sha256": "", "seconds": 0.0},
        {"shard": -1, "rows": 1, "sha256": "", "seconds": 0.0},
        {"nonsense": 1},
    ]
    path.write_bytes(path.read_bytes() + "".join(map(journal.line_of, strange)).encode())
    play(tmp_path / "run", resume=True)
    assert files(tmp_path / "run") == whole


# Disks and folders


def full(kept: int) -> Callable[..., Any]:
    """A write of row groups that finds the disk full after some."""
    write, calls = pq.ParquetWriter.write_table, iter(range(1000))

    def limited(self: Any, *args: Any, **options: Any) -> None:
        if next(calls) >= kept:
            raise OSError(28, "No space left on device")
        write(self, *args, **options)

    return limited


def test_a_full_disk_keeps_what_is_whole(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(pq.ParquetWriter, "write_table", full(5))
        with pytest.raises(MeepleError) as told:
            play(tmp_path / "run")
    assert str(told.value) == (
        f"{tmp_path / 'run'}: cannot be written: No space left on device; "
        f"24 of 63 games are kept in {tmp_path / 'run'}; the same command with --resume goes on"
    )
    assert sorted(tree(tmp_path / "run")) == ["journal.txt", "rows-00000.parquet", "rows-00001.parquet"]
    play(tmp_path / "run", resume=True)
    assert files(tmp_path / "run") == whole


@pytest.mark.parametrize("size", [24, 48, 72])
def test_a_disk_that_is_really_full(tmp_path: Path, whole: dict[str, bytes], size: int) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}k", "tmpfs", str(disk)]
    with suppress(FileNotFoundError):
        if subprocess.run(mount, capture_output=True, check=False).returncode:
            pytest.skip("no right to mount a small disk")
    try:
        with pytest.raises(MeepleError, match=r"/run: cannot be written: .*[Nn]o space left") as told:
            play(disk / "run")
        assert "\n" not in str(told.value)
        assert ("are kept in" in str(told.value)) == (disk / "run").exists()
        subprocess.run(["mount", "-o", "remount,size=1m", str(disk)], check=True)
        play(disk / "run", resume=True)
        assert files(disk / "run") == whole
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_a_folder_that_is_removed_ends_the_run(tmp_path: Path, whole: dict[str, bytes]) -> None:
    def remove(done: int, games: int) -> None:
        if done == 30:
            for path in (tmp_path / "run").iterdir():
                path.unlink()
            (tmp_path / "run").rmdir()

    with pytest.raises(MeepleError, match=f"^{tmp_path / 'run'}: was removed while a run was being written there$"):
        play(tmp_path / "run", on_progress=remove)
    assert not (tmp_path / "run").exists()
    play(tmp_path / "run", resume=True)
    assert files(tmp_path / "run") == whole


def test_a_folder_that_another_run_was_given_is_left_to_it(tmp_path: Path, whole: dict[str, bytes]) -> None:
    def replace(done: int, games: int) -> None:
        if done == 30:
            (tmp_path / "run").rename(tmp_path / "moved")
            play(tmp_path / "run")

    with pytest.raises(MeepleError, match="was removed while a run was being written there"):
        play(tmp_path / "run", on_progress=replace)
    assert files(tmp_path / "run") == whole


def test_a_second_run_is_refused_and_told_who_is_first(tmp_path: Path, whole: dict[str, bytes]) -> None:
    said: list[str] = []

    def intrude(done: int, games: int) -> None:
        for resume in (True, False):
            with pytest.raises(MeepleError) as told:
                play(tmp_path / "run", resume=resume)
            said.append(str(told.value))
        with pytest.raises(MeepleError, match=r"a run that is under way \(process \d+ on .*\), \d+ of 63 games so far"):
            open_run(tmp_path / "run")

    play(tmp_path / "run", on_progress=intrude, chunk=30)
    assert re.fullmatch(rf"{tmp_path}/run: another run is being written there by process {os.getpid()} on .*", said[0])
    assert re.search(rf"not empty, holds a run that is under way \(process {os.getpid()} on .*\)", said[1])
    assert files(tmp_path / "run") == whole


def test_two_runs_that_begin_at_once_have_one_winner(tmp_path: Path) -> None:
    first = lock.Lock(tmp_path / "lock")
    with pytest.raises(MeepleError, match="another run is being written there by process"):
        play(tmp_path)
    assert sorted(tree(tmp_path)) == ["lock"]
    first.release()
    assert not tree(tmp_path)
    play(tmp_path)


def test_a_lock_is_given_up_by_whoever_is_gone(tmp_path: Path) -> None:
    (tmp_path / "lock").write_text(f"process {os.getpid()} on here\n")
    assert lock.holder(tmp_path / "lock") == ""
    held = lock.Lock(tmp_path / "lock")
    assert lock.holder(tmp_path / "lock").startswith(f"process {os.getpid()} on ")
    (tmp_path / "lock").write_bytes(b"\xff\n\x00")
    assert lock.holder(tmp_path / "lock") == "another process"
    (tmp_path / "lock").rename(tmp_path / "moved")
    other = lock.Lock(tmp_path / "lock")
    with pytest.raises(MeepleError, match="was removed"):
        held.check()
    held.release()
    other.check()
    other.release()
    assert sorted(tree(tmp_path)) == ["moved"]


# What never could be finished


def test_a_strategy_that_breaks_the_rules_leaves_nothing_to_go_on_with(tmp_path: Path) -> None:
    with pytest.raises(StrategyError) as told:
        play(tmp_path / "run", on_progress=ending(40, StrategyError("strategy 'greedy' did it")))
    assert str(told.value) == "strategy 'greedy' did it"
    assert not (tmp_path / "run").exists()


def test_bad_input_keeps_what_there_was(tmp_path: Path) -> None:
    begun(tmp_path / "run")
    before = tree(tmp_path / "run")
    with pytest.raises(MeepleError, match="jobs: 0"):
        play(tmp_path / "run", resume=True, jobs=0)
    assert tree(tmp_path / "run") == before


def test_spans_are_joined_and_cut_into_chunks() -> None:
    assert joined([(0, 3), (3, 4), (9, 1), (10, 0), (10, 2)]) == [(0, 7), (9, 3)]
    assert list(Schedule(1, ("a", "b"), 20).chunks(5, [(0, 7), (9, 3)])) == [(0, 5), (5, 2), (9, 3)]
    with pytest.raises(MeepleError, match="chunk: 0"):
        Schedule(1, ("a", "b"), 20).chunks(0, [])


# Kills

SERVER = """
    import os, sys
    from pathlib import Path
    from simcore import writer
    from simcore.layout import Layout
    from simcore.run import play_to
    from simcore.schedule import Schedule
    from tests import toygame

    GAMES = 4_000
    rules = toygame.SPEC.load_rules(None, {})
    players = [toygame.random(), toygame.greedy()]
    for player in players:
        player.choose

    for line in sys.stdin:
        folder, save = line.split()
        child = os.fork()
        if not child:
            writer.SAVE_SECONDS = float(save)
            play_to(Path(folder), toygame.SPEC, rules, players, Schedule(3, ("random", "greedy"), GAMES),
                    sources=("", ""), layout=Layout(GAMES, 2, 168, 4), jobs=2, chunk=83, resume=True)
            os._exit(0)
        print(child, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


@contextmanager
def server() -> Iterator[Callable[[Path, float, float | None], tuple[int, float]]]:
    """Runs of 4,000 games in processes of their own: (folder, seconds between savings, seconds until it is killed).

    Each comes to an end; its exit code and how long it took.
    """
    command = [sys.executable, "-c", textwrap.dedent(SERVER)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        into, out = process.stdin, process.stdout

        def run(folder: Path, save: float, kill: float | None) -> tuple[int, float]:
            into.write(f"{folder} {save}\n")
            into.flush()
            child, began = int(out.readline()), time.monotonic()
            if kill is not None:
                time.sleep(kill)
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            code = int(out.readline())
            return code, time.monotonic() - began

        yield run
        into.close()


def kill_and_resume(folder: Path, kills: int) -> tuple[float, dict[str, int]]:
    """Kill runs at moments drawn over their length, go on with each; that length, what was found in the folders."""
    draw = random.Random(20)
    found = dict.fromkeys(("nothing", "journal", "shards", "pieces", "half files"), 0)
    with server() as run:
        code, _ = run(folder / "whole", 10.0, None)
        assert code == 0
        whole = files(folder / "whole")
        _, usual = run(folder / "again", 10.0, None)
        killed = 0
        while killed < kills:
            place = folder / f"run-{killed}-{draw.random()}"
            save = draw.choice([10.0, 0.0])
            code, _ = run(place, save, draw.uniform(0.0, usual))
            if code == 0:
                continue  # it was quicker than the kill
            assert code == -signal.SIGKILL
            killed += 1
            names = [path.name for path in place.iterdir()] if place.exists() else []
            found["nothing"] += not names
            found["journal"] += "journal.txt" in names
            found["shards"] += any(name.endswith(".parquet") for name in names)
            found["pieces"] += any(name.endswith(".piece") for name in names)
            found["half files"] += any(name.endswith(".part") for name in names)
            if "manifest.json" not in names:
                with pytest.raises(MeepleError, match=r"did not finish|no manifest|no such folder"):
                    open_run(place)
            code, _ = run(place, 10.0, None)
            assert code == 0
            assert files(place) == whole
    return usual, found


def test_killed_runs_go_on_to_the_same_files(tmp_path: Path) -> None:
    kill_and_resume(tmp_path, 3)


@pytest.mark.slow
def test_fifty_killed_runs_go_on_to_the_same_files(tmp_path: Path) -> None:
    usual, found = kill_and_resume(tmp_path, 50)
    print(f"50 kills within {usual:.2f} s of play; found in the folders: {found}")
    assert found["shards"] > 10
    assert found["pieces"] > 3
