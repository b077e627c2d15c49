"""One folder is one run's: a second one is refused, and told who is first."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from simcore import lock
from simcore.errors import MeepleError
from simcore.store import open_run
from tests.commandline import tree
from tests.resume.runs import files, play


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
