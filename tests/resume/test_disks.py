"""Disks that are full and folders that go away: what is whole is kept."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from simcore.errors import MeepleError
from tests.commandline import tree
from tests.resume.runs import files, play


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
