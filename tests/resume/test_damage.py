"""Damage is found by checksum, named, and played again; what does not tell what run it is is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from simcore import journal, writer
from simcore.errors import MeepleError
from simcore.store import open_run
from tests.commandline import tree
from tests.resume.runs import GAMES, Damage, begun, counting, cut, files, flip, open_journal, play, swap

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
