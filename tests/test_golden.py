"""Golden games: whole games as text that a person can follow, turn by turn.

Every game has one of its own rules at each number of players, one of each variant a study plays,
and one of each rule below that changes how it is played. A change of the rules shows here as a
change of a game that was read before. `make golden` writes them anew; read the difference.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from meeplelab import api
from simcore.registry import GAMES, game

FOLDER = Path(__file__).parent / "golden"
UPDATE = os.environ.get("UPDATE_GOLDEN") == "1"
NOTABLE = {
    "watchmen": {
        "2-variant2": {"rules.two_player": "variant2"},
        "2-plain-swap": {"rules.two_player": "plain_swap"},
        "3-exclusives": {"rules.energy_stone": "true", "rules.unknown_c": "true"},
        "3-template2": {"rules.watchman_template": "T2"},
        "3-template3": {"rules.watchman_template": "T3"},
        "4-many-cards": {"rules.tent_payment": "many_cards", "rules.ninja_depth": "payment_only"},
    },
    "haversack": {"2-night": {f"face.{name}": "night" for name in ("warrior", "guide", "thief", "priestess")}},
}
"""Rules that change how a game is played, by file name; the number is that of the players."""


@dataclass(frozen=True)
class Golden:
    """A game that is kept as text."""

    game: str
    name: str
    players: int
    changes: dict[str, str] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        return FOLDER / self.game / f"{self.name}.txt"

    def text(self) -> str:
        """The command that shows the game, and the game."""
        changes = "".join(f" --set {key}={value}" for key, value in self.changes.items())
        frame = api.replay(self.game, players=self.players, changes=self.changes)
        return f"$ meeplelab replay {self.game} --players {self.players}{changes}\n\n{frame.attrs['text']}"


def golden() -> Iterator[Golden]:
    """All games that are kept."""
    for name in GAMES:
        spec = game(name)
        for players in spec.player_counts():
            yield Golden(name, str(players), players)
        for variant, changes in spec.variants.items():
            yield Golden(name, f"2-{variant}", 2, dict(changes))
        for title, changes in NOTABLE[name].items():
            yield Golden(name, title, int(title[0]), changes)


KEPT = list(golden())


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: f"{kept.game}-{kept.name}")
def test_golden_game(kept: Golden) -> None:
    text = kept.text()
    if UPDATE:
        kept.path.parent.mkdir(parents=True, exist_ok=True)
        kept.path.write_text(text)
    assert kept.path.exists(), f"{kept.path.name}: no golden game of these rules; `make golden` writes it, read it"
    assert text.splitlines() == kept.path.read_text().splitlines(), "another game; see it with `make golden`"


def test_every_file_is_a_golden_game() -> None:
    assert sorted(FOLDER.rglob("*.txt")) == sorted(kept.path for kept in KEPT)


def test_no_two_golden_games_are_the_same() -> None:
    texts = [kept.path.read_text().partition("\n\n")[2] for kept in KEPT]
    assert len(set(texts)) == len(texts)


def test_a_game_without_a_file_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.test_golden.FOLDER", tmp_path)
    monkeypatch.setattr("tests.test_golden.UPDATE", False)
    with pytest.raises(AssertionError, match="no golden game of these rules"):
        test_golden_game(KEPT[0])
