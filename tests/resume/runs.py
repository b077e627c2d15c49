"""Runs of the toy that are interrupted, damaged, and looked at."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from simcore import batch, journal
from simcore.layout import Layout
from simcore.run import play_to
from simcore.schedule import Schedule
from simcore.store import Run
from tests import toygame
from tests.commandline import tree

ROOT = Path(__file__).resolve().parent.parent.parent
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


def open_journal(folder: Path) -> journal.Journal:
    return journal.read(folder)
