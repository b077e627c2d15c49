"""The runs below a folder: what each is, how far it came, and whether its files are sound."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from stat import S_ISREG
from typing import Any

import pandas as pd

from simcore import journal, lock, manifest
from simcore.errors import MeepleError
from simcore.store import open_run

FINISHED, UNDER_WAY, INTERRUPTED, DAMAGED = "finished", "under way", "interrupted", "damaged"
COLUMNS = (
    "folder", "state", "game", "players", "line_up", "games", "games_kept", "seed", "ruleset", "digest", "when",
    "bytes", "command", "remark",
)  # fmt: skip


def runs(folder: str | Path, *, verify: bool = False) -> pd.DataFrame:
    """One row a run in a folder or below it, in order of their folders.

    folder is relative to the one that was asked about; state is "finished", "under way" (a process writes it now),
    "interrupted" (`simulate --resume` goes on) or "damaged", with words in remark. games is what was or is to be
    played, games_kept what is on the disk; when the last of it was written, UTC; bytes the size of its files. What
    cannot be read of a damaged run is missing. With verify the checksums of all rows are checked too. Raises
    MeepleError if there is no such folder.
    """
    top = Path(folder)
    if str(folder) == "":
        raise MeepleError("folder: '' names none; expected a folder that holds runs")
    if top.exists() and not top.is_dir():
        raise MeepleError(f"{top}: no folder; expected one that holds runs")
    if not top.is_dir():
        raise MeepleError(f"{top}: no such folder; expected one that holds runs")
    rows = [{"folder": each.relative_to(top).as_posix(), **_row(each, verify)} for each in _folders(top)]
    frame = pd.DataFrame(rows, columns=list(COLUMNS), dtype=object)
    frame.attrs = {"folder": str(top)}
    return frame


def _folders(top: Path) -> Iterator[Path]:
    """Folders that hold a run, finished or not; links are not followed."""
    for path, below, files in os.walk(top):
        below.sort()
        if manifest.NAME in files or journal.NAME in files:
            yield Path(path)


def _row(folder: Path, verify: bool) -> dict[str, Any]:
    done = (folder / manifest.NAME).exists()
    name = manifest.NAME if done else journal.NAME
    try:
        about = _finished(folder, verify) if done else _begun(folder)
    except MeepleError as error:
        about = {"state": DAMAGED, "remark": str(error)}
    size, when = _on_disk(folder, name)
    return {**about, "bytes": size, "when": when}


def _on_disk(folder: Path, name: str) -> tuple[int, str | None]:
    """Bytes of the files in a folder, and when one of them was written last."""
    sizes: dict[str, tuple[int, float]] = {}
    for path in folder.iterdir():
        with suppress(FileNotFoundError):  # a run under way, which has given it another name meanwhile
            about = path.lstat()
            if S_ISREG(about.st_mode):
                sizes[path.name] = about.st_size, about.st_mtime
    when = datetime.fromtimestamp(sizes[name][1], UTC).isoformat(timespec="seconds") if name in sizes else None
    return sum(size for size, _ in sizes.values()), when


def _finished(folder: Path, verify: bool) -> dict[str, Any]:
    told = manifest.read(folder)
    about = {**_plan(told), "state": FINISHED, "games_kept": told["games"], "remark": ""}
    try:
        open_run(folder, verify=verify)
    except MeepleError as error:
        return {**about, "state": DAMAGED, "games_kept": None, "remark": str(error)}
    return about


def _begun(folder: Path) -> dict[str, Any]:
    found = journal.read(folder)
    writing = lock.holder(folder / journal.LOCK)
    return {
        **_plan(found.plan),
        "state": UNDER_WAY if writing else INTERRUPTED,
        "games_kept": found.games,
        "remark": writing or "; ".join(found.remarks),
    }


def _plan(told: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "game": told["game"], "players": told["players"], "line_up": list(told["lineup"]), "games": told["games"],
        "seed": told["seed"], "ruleset": told["ruleset"]["name"], "digest": told["ruleset"]["digest"],
        "command": list(told["command"]),
    }  # fmt: skip
