"""The folder of a run while it is written: locked, its journal kept, what is there already checked.

Whatever ends a run, its whole shards stay and can be gone on with; what is half-written goes. A run of which nothing is
whole leaves nothing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any

from simcore import journal as journals
from simcore import manifest as manifests
from simcore.errors import MeepleError
from simcore.files import PART, check_place, part_of, publish, sha256, sync, writing
from simcore.journal import Journal, Piece
from simcore.layout import Layout, Span, joined, shard_name
from simcore.lock import Lock
from simcore.manifest import Shard

OWN = ("rows-*.parquet", "rows-*.piece", f"rows-*{PART}", manifests.NAME + PART, journals.NAME + PART)
"""Files that only a run makes; whatever else lies in its folder is left alone."""
BEGINNINGS = (journals.LOCK, journals.NAME + PART)
"""What a run leaves that was killed before its journal was there."""


def check(folder: Path, resume: bool) -> None:
    """Raise MeepleError for a folder that cannot take a run, before anything is made or compiled."""
    run = any((folder / name).exists() for name in (manifests.NAME, journals.NAME))
    if not (resume and run):
        check_place(folder, BEGINNINGS)


class RunFolder:
    """Makes the folder of a run, or with `resume` opens that of one begun before.

    plan is the manifest to be, without shards. After this `journal` tells what is kept, `finished` if that is all, and
    `remarks` what was found damaged and will be played again. Raises MeepleError for a folder that is not empty, that
    another run is being written to, and for a run of other settings.
    """

    def __init__(self, folder: Path, plan: Mapping[str, Any], layout: Layout, resume: bool = False) -> None:
        self.folder, self.layout = folder, layout
        self.finished = False
        check(folder, resume)
        self._made = not folder.exists()
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
        self._log: int | None = None
        try:
            self._lock = Lock(folder / journals.LOCK)
        except MeepleError:
            self._unmake()
            raise
        shape = {"group_games": layout.group_games, "shard_groups": layout.shard_groups}
        # as JSON would have it, to be compared with what was read
        told = json.loads(manifests.dumps({**plan, "layout": shape}))
        try:
            check(folder, resume)  # again, now that nobody else can change it
            self.journal = self._look(told)
        except BaseException:
            self._leave()
            raise

    @property
    def remarks(self) -> list[str]:
        """What was found damaged."""
        return self.journal.remarks

    @property
    def missing(self) -> list[int]:
        """Numbers of the shards that are still to be written."""
        return [number for number in range(self.layout.shards) if number not in self.journal.shards]

    @property
    def spans(self) -> list[Span]:
        """Games that are still to be played."""
        spans = []
        for number in self.missing:
            first, count = self.layout.span(number)
            saved = sum(piece.games for piece in self.journal.pieces.get(number, ()))
            spans.append((first + saved, count - saved))
        return joined(spans)

    def _look(self, plan: dict[str, Any]) -> Journal:
        done = (self.folder / manifests.NAME).exists()
        if done:
            found = _of_manifest(self.folder)
        elif (self.folder / journals.NAME).exists():
            found = journals.read(self.folder)
        else:
            return Journal(plan)
        other = journals.difference(found.plan, plan)
        if other:
            raise MeepleError(f"{self.folder}: --resume with other settings: {other}")
        self._keep_sound(found)
        self.finished = done and len(found.shards) == self.layout.shards
        return found

    def _keep_sound(self, found: Journal) -> None:
        """Leave out what is not on the disk as it was written."""
        for number, shard in list(found.shards.items()):
            wrong = "no such shard" if number >= self.layout.shards else self._fault(shard.file, shard.sha256)
            if shard.rows != self.layout.rows(number):
                wrong = wrong or f"{shard.rows} rows, {self.layout.rows(number)} expected"
            if wrong:
                found.remarks.append(f"{self.folder / shard.file}: {wrong}; its games are played again")
                del found.shards[number]
        for number in list(found.pieces):
            pieces = [] if number in found.shards or number >= self.layout.shards else found.pieces[number]
            found.pieces[number] = self._sound_pieces(pieces, found.remarks)

    def _sound_pieces(self, pieces: list[Piece], remarks: list[str]) -> list[Piece]:
        """Saved rows from the first game of the shard on, as far as they are there without a gap."""
        sound: list[Piece] = []
        for piece in pieces:
            first, count = self.layout.span(piece.shard)
            expected = first + sum(each.games for each in sound)
            wrong = self._fault(piece.file, piece.sha256)
            if wrong or piece.first != expected or piece.first + piece.games > first + count:
                remarks.append(f"{self.folder / piece.file}: {wrong or 'out of order'}; its games are played again")
                break
            sound.append(piece)
        return sound

    def _fault(self, name: str, digest: str) -> str:
        path = self.folder / name
        if not path.is_file():
            return "missing"
        try:
            same = sha256(path) == digest
        except OSError as error:
            return f"cannot be read ({error.strerror})"
        return "" if same else "damaged, its bytes are not those that were written (SHA-256 differs)"

    def begin(self) -> None:
        """Remove what is not kept and put the journal in its place. Raises MeepleError if the disk refuses."""
        with writing(self.folder):
            self._tidy()
            path = self.folder / journals.NAME
            part_of(path).write_text("".join(self.journal.lines()), encoding="utf-8")
            publish(path)
            (self.folder / manifests.NAME).unlink(missing_ok=True)  # one that lists damaged shards
            self._log = os.open(path, os.O_WRONLY | os.O_APPEND)

    def _tidy(self) -> None:
        kept = {shard.file for shard in self.journal.shards.values()}
        kept |= {piece.file for pieces in self.journal.pieces.values() for piece in pieces}
        for path in (path for pattern in OWN for path in self.folder.glob(pattern)):
            if path.name not in kept:
                path.unlink(missing_ok=True)

    def check(self) -> None:
        """Raise MeepleError if the folder was removed or replaced by another of its name."""
        self._lock.check()

    def add_shard(self, number: int, shard: Shard, seconds: float) -> None:
        """Note a shard that is whole and on the disk, after so many seconds of playing."""
        pieces = self.journal.pieces.get(number, ())
        self._note(journals.shard_entry(number, shard, seconds))
        for piece in pieces:
            (self.folder / piece.file).unlink(missing_ok=True)

    def add_piece(self, piece: Piece, seconds: float) -> None:
        """Note saved rows of the shard in hand."""
        self._note(journals.piece_entry(piece, seconds))

    def _note(self, entry: Mapping[str, Any]) -> None:
        assert self._log is not None
        line = journals.line_of(entry).encode()
        if os.write(self._log, line) != len(line):
            raise OSError(28, "No space left on device")
        os.fsync(self._log)
        self.journal.take(entry)

    def finish(self, seconds: float) -> None:
        """Write the manifest: from here on the folder is a run. Raises MeepleError if the disk refuses."""
        with writing(self.folder):
            self.check()
            shards = [asdict(self.journal.shards[number]) for number in range(self.layout.shards)]
            full = {**self.journal.plan, "shards": shards, "wall_seconds": round(seconds, 3)}
            path = self.folder / manifests.NAME
            part_of(path).write_text(manifests.dumps(full), encoding="utf-8")
            publish(path)
            self.finished = True
            (self.folder / journals.NAME).unlink(missing_ok=True)
            sync(self.folder)

    def kept(self) -> str:
        """Words for what is kept of a run that was interrupted; empty if nothing is."""
        if self.finished or not self.journal.games or not (self.folder / journals.NAME).exists():
            return ""
        return (
            f"{self.journal.games:,} of {self.layout.games:,} games are kept in {self.folder}; "
            "the same command with --resume goes on"
        )

    def _put_away(self, everything: bool = False) -> None:
        """Remove what is half-written, and all if nothing is whole or `everything` is of no use any more."""
        with suppress(OSError):
            if everything or not self.journal.games:
                self.journal = Journal(self.journal.plan)
                (self.folder / journals.NAME).unlink(missing_ok=True)
            self._tidy()

    def close(self, everything: bool = False) -> None:
        """Give the folder back; of a run that did not finish only what is whole stays.

        A thread that ends the process may call this while shards are open.
        """
        if self._log is not None:
            os.close(self._log)
            self._log = None
            if not self.finished and self._lock.holds:  # what is there now may be another run's
                self._put_away(everything)
        self._leave()

    def _leave(self) -> None:
        self._lock.release()
        self._unmake()

    def _unmake(self) -> None:
        if self._made:
            with suppress(OSError):  # something is kept in it
                self.folder.rmdir()


def _of_manifest(folder: Path) -> Journal:
    """What the manifest of a finished run tells, as a journal."""
    manifest = manifests.read(folder)
    plan = {key: value for key, value in manifest.items() if key not in manifests.LAST}
    wrong = manifests.misfit(journals.PLAN, plan, "")
    if wrong:
        raise MeepleError(f"{folder / manifests.NAME}: {wrong}: a run of another version cannot be gone on with")
    journal = Journal(plan, seconds=float(manifest["wall_seconds"]))
    for number, entry in enumerate(manifest["shards"]):
        if entry["file"] != shard_name(number):
            raise MeepleError(f"{folder / manifests.NAME}: damaged, shard {number} is not {shard_name(number)}")
        journal.shards[number] = Shard(entry["file"], entry["rows"], entry["sha256"])
    return journal
