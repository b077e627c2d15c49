"""Bad input to the experiments: one message before anything is played, exit code 2, nothing on stdout or on disk."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from analyses.field.mixtures import mixtures
from analyses.finding import Finding
from meeplelab import findings
from meeplelab.amounts import MOST_HELD
from simcore.errors import MeepleError
from simcore.experiment import things_of
from simcore.registry import GAMES
from simcore.registry import game as game_of
from tests.commandline import Commands, tree
from tests.test_finding import finding

GAME = GAMES[0]
HUGE = str(100 * MOST_HELD)
ONE = ("--strategies", "random")


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Commands]:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("mine\n")
    return Commands(capsys)


@pytest.mark.parametrize(
    ("args", "parts"),
    [
        # more than fits is refused before room is made for it
        (("ledger", GAME, "--deals", HUGE[:-1], *ONE), ("deals: ", "expected at most")),
        (("price", GAME, "item.spook", "--deals", HUGE, *ONE), ("deals: ", "expected at most")),
        (("variance", GAME, "--games", HUGE, *ONE), ("games: ", "expected at most")),
        (("decided", GAME, "--games", HUGE, *ONE), ("games: ", "expected at most")),
        (("field", GAME, "random", "first-legal", "--games", HUGE), ("games: ", "expected at most")),
        (("robustness", GAME, "--worlds", "20", "--games", HUGE, *ONE), ("games: ", "expected at most")),
        (("robustness", GAME, "--worlds", "9" * 40, *ONE), ("worlds: 999", "expected at most")),
        # a chunk is one or more games
        (("variance", GAME, "--chunk", "0", *ONE), ("chunk: 0", "expected 1 or more")),
        (("variance", GAME, "--chunk", "-1", *ONE), ("chunk: -1", "expected 1 or more")),
        # many things have no key of their own, and no empty word may mean them
        (("ledger", GAME, "--things", "", *ONE), ("has no ''",)),
        (("price", GAME, "", *ONE), ("has no ''",)),
        # no two win shares differ by 100 pp
        (("ledger", GAME, "--margin", "100pp", *ONE), ("margin: 100pp", "less than 100 pp")),
        (("robustness", GAME, "--margin", "1000", *ONE), ("margin: 1000", "less than 100 pp")),
        (("compare", GAME, "random", "first-legal", "--margin", "1000pp"), ("margin: 1000pp", "less than 100 pp")),
        (("price", GAME, "item.spook", "--target", "-1000", *ONE), ("target: -1000", "less than 100 pp")),
        # a finding needs a place to be, before it is played for
        (("ledger", GAME, "--out", "file/x.json", *ONE), ("out: file/x.json", "file is no folder")),
        (("decided", GAME, "--out", "file/below/x.json", *ONE), ("out: file/below/x.json", "file is no folder")),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, tuple) else None,
)
def test_it_is_told_before_anything_is_played(
    command: Commands, tmp_path: Path, args: tuple[str, ...], parts: tuple[str, ...]
) -> None:
    before = tree(tmp_path)
    result = command(*args)
    assert (result.code, result.out) == (2, ""), result.err
    assert result.err.count("Error: ") == 1
    for part in parts:
        assert part in result.err
    assert "Traceback" not in result.err
    assert tree(tmp_path) == before


def test_want_of_memory_is_told(command: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise MemoryError("no 100 GiB")

    monkeypatch.setattr("meeplelab.api.variance", full)
    result = command("variance", GAME)
    assert (result.code, result.out) == (2, "")
    assert result.err.splitlines()[-1] == "Error: not enough memory: no 100 GiB; expected fewer games at once"


def test_a_finding_that_cannot_be_kept_is_printed_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x.json").write_text("somebody else was quicker")
    with pytest.raises(MeepleError, match="exists"):
        findings.hand_over(finding(), print, True, tmp_path / "x.json")
    assert '"effect": 0.0123' in capsys.readouterr().out


HOSTILE: list[Callable[[dict[str, Any]], object]] = [
    lambda it: it["evidence"].update(games="many"),
    lambda it: it["evidence"].update(seed=1.5),
    lambda it: it["evidence"].update(players=True),
    lambda it: it["evidence"].update(command=None),
    lambda it: it["evidence"].update(line_up=[["a"]]),
    lambda it: it["evidence"].update(line_up=7),
    lambda it: it["evidence"].update(extra=1),
    lambda it: it["tables"].clear(),
    lambda it: it["tables"].update(more={"thing": ["a"]}),
    lambda it: it["tables"].update(more=7),
    lambda it: it["tables"].update(more=["a", "b"]),
    lambda it: it["tables"]["other"][0].pop("thing"),
    lambda it: it["tables"]["other"][0].update(effect=float("nan")),
    lambda it: it["facts"].update(half=float("inf")),
    lambda it: it.update(facts=[1, 2]),
    lambda it: it.update(units=["a"]),
    lambda it: it.update(notes=7),
    lambda it: it.update(cautions=7),
    lambda it: it.update(cautions="abc"),
    lambda it: it.update(cautions=[None, 1, {"a": 1}]),
    lambda it: it.update(notes=[1.5]),
    lambda it: it["evidence"].update(games=10**30),
    lambda it: it["evidence"].update(blocks=-5),
    lambda it: it["evidence"].update(players=0),
]


@pytest.mark.parametrize(
    ("text", "words"), [("[" * 200_000, "nested too deeply"), ("7" * 6000, "a number of 6000 digits")]
)
def test_a_file_that_is_too_much_is_told_in_words_of_ours(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "other.json").write_text(text)
    with pytest.raises(MeepleError, match=rf"other\.json: cannot be read: {words}$"):
        Finding.read(tmp_path / "other.json")


def test_a_finding_kept_before_there_were_cautions_is_read(tmp_path: Path) -> None:
    document = json.loads(finding().text())
    del document["cautions"]
    (tmp_path / "other.json").write_text(json.dumps(document))
    assert Finding.read(tmp_path / "other.json").cautions == ()


@pytest.mark.parametrize("damage", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_finding_is_refused_with_its_name(tmp_path: Path, damage: Callable[[dict[str, Any]], object]) -> None:
    document = json.loads(finding().text())
    damage(document)
    path = tmp_path / "other.json"
    path.write_text(json.dumps(document))
    with pytest.raises(MeepleError, match=r"other\.json: (damaged|cannot be read)"):
        Finding.read(path)


def test_what_only_all_seats_share_makes_no_table_of_things(command: Commands) -> None:
    game = next(game for game in GAMES if any(thing.kind == "board" for thing in things_of(game_of(game)).every))
    result = command("ledger", game, "--kinds", "board", "--deals", "2", "--jobs", "1", *ONE, "--json")
    assert result.code == 0, result.err
    assert json.loads(result.out)["tables"]["things"] == []


@pytest.mark.parametrize(
    "columns",
    [
        {"mixture": ["nash"], "share": [1.0]},
        {"strategy": ["a", "b"], "nash": [1e308, 1e308]},
        {"strategy": ["a", "b"], "nash": [1.5, -0.5]},
        {"strategy": ["a", "b"], "nash": [0.5, None]},
        {"strategy": ["a", "b"], "nash": ["most", "little"]},
        {"strategy": [], "nash": []},
    ],
)
def test_a_field_without_probabilities_is_refused(columns: dict[str, list[object]]) -> None:
    with pytest.raises(MeepleError, match=r"^mixtures: "):
        mixtures({"mixtures": pd.DataFrame(columns)})


def test_an_end_of_a_band_beyond_any_number_is_refused(command: Commands) -> None:
    Path("bands.toml").write_text(f'[bands]\n"rounds.mean" = {{ high = {"9" * 500} }}\n')
    result = command("bands", GAME, "bands.toml")
    assert (result.code, result.out) == (2, "")
    assert "bands.toml: bands: 'rounds.mean': high = a huge number: expected a number" in result.err
