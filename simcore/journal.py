"""What a run that is under way says about itself: `journal.txt`, there from before its first game to its end.

The first line tells what run it is, as its manifest will. Each further one tells of a shard that is whole and on the
disk, or of rows of the shard in hand that were saved. A line begins with the SHA-256 of the rest of it, so one that
was cut off or changed is known. The manifest takes the journal's place when all games are played.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simcore import lock
from simcore import manifest as manifests
from simcore.bounded import content
from simcore.errors import MeepleError
from simcore.manifest import Shard

NAME = "journal.txt"
LOCK = "lock"
"""The file that whoever writes the run holds locked."""
PLAN = {
    **{key: shape for key, shape in manifests.SHAPE.items() if key not in manifests.LAST},
    "format": int,
    "weights": [{}],
    "strategy_sources": [str],
    "code": str,
    "layout": {"group_games": int, "shard_groups": int},
}
SHARD = {"shard": int, "rows": int, "sha256": str, "seconds": float}
PIECE = {"piece": int, "shard": int, "games": int, "sha256": str, "seconds": float}


@dataclass(frozen=True)
class Piece:
    """Saved rows of games first .. first + games - 1, all of one shard that is not whole."""

    shard: int
    first: int
    games: int
    sha256: str

    @property
    def file(self) -> str:
        """Name of its file."""
        return f"rows-{self.shard:05d}-{self.first:012d}.piece"


@dataclass
class Journal:
    """A journal that was read.

    seconds are those of playing so far; remarks tell of lines that were damaged.
    """

    plan: dict[str, Any]
    shards: dict[int, Shard] = field(default_factory=dict)
    pieces: dict[int, list[Piece]] = field(default_factory=dict)
    seconds: float = 0.0
    remarks: list[str] = field(default_factory=list)

    @property
    def games(self) -> int:
        """Games it tells to be on the disk."""
        rows = sum(shard.rows for shard in self.shards.values())
        return rows // int(self.plan["players"]) + sum(piece.games for kept in self.pieces.values() for piece in kept)

    def take(self, entry: Mapping[str, Any]) -> bool:
        """Add what a line tells; False if it is none that a journal has."""
        from simcore.layout import shard_name

        if not manifests.misfit(SHARD, entry, ""):
            number = entry["shard"]
            self.shards[number] = Shard(shard_name(number), entry["rows"], entry["sha256"])
            self.pieces.pop(number, None)
        elif not manifests.misfit(PIECE, entry, ""):
            piece = Piece(entry["shard"], entry["piece"], entry["games"], entry["sha256"])
            self.pieces.setdefault(piece.shard, []).append(piece)
        else:
            return False
        self.seconds = max(self.seconds, entry["seconds"])
        return True

    def lines(self) -> list[str]:
        """The journal as text, a line an entry."""
        entries: list[Mapping[str, Any]] = [{"plan": self.plan}]
        entries += [shard_entry(number, shard, self.seconds) for number, shard in sorted(self.shards.items())]
        entries += [piece_entry(piece, self.seconds) for kept in self.pieces.values() for piece in kept]
        return list(map(line_of, entries))


def shard_entry(number: int, shard: Shard, seconds: float) -> dict[str, Any]:
    """Entry of a shard that is on the disk after so many seconds of playing."""
    return {"shard": number, "rows": shard.rows, "sha256": shard.sha256, "seconds": float(seconds)}


def piece_entry(piece: Piece, seconds: float) -> dict[str, Any]:
    """Entry of saved rows."""
    return {"piece": piece.first, "shard": piece.shard, "games": piece.games, "sha256": piece.sha256,
            "seconds": float(seconds)}  # fmt: skip


def line_of(entry: Mapping[str, Any]) -> str:
    """Line of the journal for an entry."""
    text = json.dumps(entry, default=manifests.plain, separators=(",", ":"))
    return f"{hashlib.sha256(text.encode()).hexdigest()} {text}\n"


def _entry(line: bytes) -> dict[str, Any] | None:
    """Entry of a line; None if it is damaged."""
    digest, _, text = line.partition(b" ")
    if hashlib.sha256(text).hexdigest().encode() != digest:
        return None
    try:
        entry = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None


def read(folder: Path) -> Journal:
    """Read the journal of a run that did not finish.

    A last line that was cut off is what a killed run leaves, and is passed over. Any other damaged line costs what
    it told of, and is named in the remarks. Raises MeepleError for no regular file, and if the first line is
    damaged: it tells what run it is.
    """
    path = folder / NAME
    *lines, _ = content(path, "expected the journal of a run", manifests.LARGEST).split(b"\n")
    plan = (_entry(lines[0]) if lines else None) or {}
    wrong = manifests.misfit({"plan": PLAN}, plan, "") or manifests.conflict(plan["plan"])
    if wrong or plan["plan"]["format"] != manifests.FORMAT:
        raise MeepleError(
            f"{path}, line 1: damaged, does not tell what run this is; it cannot be gone on with: remove {folder}"
        )
    journal = Journal(plan["plan"])
    for number, line in enumerate(lines[1:], 2):
        entry = _entry(line)
        if entry is None or not journal.take(entry):
            journal.remarks.append(f"{path}, line {number}: damaged; the games it told of are played again")
    return journal


def unfinished(folder: Path) -> str:
    """Words for a run in a folder that has not finished, or not yet; empty if there is none."""
    if not (folder / NAME).exists():
        return ""
    try:
        journal = read(folder)
    except MeepleError:
        return f"a run that did not finish, its {NAME} damaged"
    games = f"{journal.games:,} of {journal.plan['games']:,} games"
    who = lock.holder(folder / LOCK)
    if who:
        return f"a run that is under way ({who}), {games} so far"
    return f"a run that did not finish, {games}; go on with --resume"


def difference(before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """Words for the first setting in which two plans differ; empty if they make the same files."""
    for key, words in (
        ("game", "the game"), ("players", "players"), ("lineup", "the line-up"), ("seed", "the seed"),
        ("first_deal", "the first deal"), ("games", "games"), ("layout", "the layout of the files"),
    ):  # fmt: skip
        if before.get(key) != now[key]:
            return f"{words} {_shown(now[key])}, begun with {_shown(before.get(key))}"
    rules = _rules(before["ruleset"], now["ruleset"])
    if rules:
        return rules
    for name, old, new, file, other in zip(
        now["lineup"], before["weights"], now["weights"], before["strategy_sources"], now["strategy_sources"]
    ):
        for weight in new:
            if old.get(weight) != new[weight]:
                return f"{name}: {weight} = {new[weight]:g}, begun with {old.get(weight)}"
        if file != other:
            return f"the file of the strategy {name} is not the one it was begun with"
    for library in ("meeplelab", "numba", "numpy", "pyarrow"):
        if before["versions"].get(library) != now["versions"][library]:
            return f"{library} {now['versions'][library]}, begun with {before['versions'].get(library)}"
    for key, words in (("code", "the code of the game"), ("columns", "the columns")):
        if before.get(key) != now[key]:
            return f"{words} changed since it was begun"
    return ""


def _rules(before: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    if before["digest"] == now["digest"]:
        return ""
    old = {entry["key"]: entry["value"] for entry in before["values"]}
    for entry in now["values"]:
        if entry["key"] not in old or old[entry["key"]] != entry["value"]:
            return f"{entry['key']} = {_shown(entry['value'])}, begun with {_shown(old.get(entry['key']))}"
    return f"rules {now['name']} ({now['digest']}), begun with {before['name']} ({before['digest']})"


def _shown(value: Any) -> str:
    if isinstance(value, Mapping):
        return _shown([f"{key} {each}" for key, each in value.items()])
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(str, value)) or "none"
    return str(value)
