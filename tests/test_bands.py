"""Bands: the file, the verdicts, the exit codes."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from analyses.bands import Band, judged
from analyses.finding import Finding
from meeplelab.bandsfile import read
from simcore.errors import MeepleError
from simcore.jit import JIT_DISABLED
from simcore.registry import GAMES
from tests.commandline import TAKE_MOST, Commands
from tests.synthetic import Effects, make_run
from tests.toygame import registered

PAIR = ("--strategies", "./mine.py:most,./mine.py:least")
TOY = ("bands", "toy", "bands.toml", "--jobs", "1", *PAIR)
SETTINGS = "games = 200\n[bands]\n"


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Commands]:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(TAKE_MOST)
    with registered():
        yield Commands(capsys)


# ---- verdicts


def test_the_interval_decides() -> None:
    run = make_run(["a", "b", "c", "d"], 4000, effects=Effects(seats=(0.5, 0, 0, 0)))
    share = run.rows[run.rows["seat"] == 0]["win_share"].mean()
    bands = [
        Band("seat.1.win_share", share - 0.05, share + 0.05),
        Band("seat.1.win_share", share + 0.05, 1),
        Band("seat.1.win_share", 0, share - 0.05),
        Band("seat.1.win_share", share - 0.001, share + 0.001, why="narrow"),
        Band("seat.1.win_share", high=share + 0.05),
        Band("seat.1.win_share", low=share - 0.05),
    ]
    table = judged(run, bands)
    assert list(table["verdict"]) == ["inside", "outside", "outside", "not yet known", "inside", "inside"]
    assert table["value"].to_numpy() == pytest.approx(share)
    assert table["games_needed"].notna().tolist() == [False, False, False, True, False, False]
    assert table["games_needed"][3] > 4000
    assert table["why"][3] == "narrow"
    assert (table["games"][0], table["blocks"][0]) == (4000, 1000)


def test_more_bands_make_wider_intervals_that_hold_together() -> None:
    run = make_run(["a", "b", "c", "d"], 2000)
    one = judged(run, [Band("rounds.mean", high=99)]).iloc[0]
    five = judged(run, [Band("rounds.mean", high=99)] * 5).iloc[0]
    ratio = stats.t.ppf(1 - 0.005, 499) / stats.t.ppf(0.975, 499)
    assert (five["value_high"] - five["value"]) / (one["value_high"] - one["value"]) == pytest.approx(ratio)


def test_few_blocks_tell_nothing() -> None:
    run = make_run(["a", "b", "c", "d"], 116)
    table = judged(run, [Band("rounds.mean", 0, 1)])
    assert (table["blocks"][0], table["verdict"][0]) == (29, "not yet known")
    assert table["games_needed"][0] == 120


def test_what_never_happens_is_below_a_small_bound_only_after_enough_games() -> None:
    for games, verdict in ((400, "not yet known"), (40_000, "inside")):
        run = make_run(["a", "b", "c", "d"], games)
        run.rows["outcome"] = np.zeros(len(run.rows), np.uint8)
        assert judged(run, [Band("cap.share", high=0.001)])["verdict"][0] == verdict


# ---- the file


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "bands.toml"
    path.write_text(
        'players = 3\nseed = 7\nrules = "own.toml"\nset = { "a.b" = 2 }\n[bands]\n'
        'seat.1.win_share = { low = 0.2, high = 0.4 }\n"rounds.mean" = { high = 12, why = "bedtime" }\n'
    )
    known = read(path)
    assert known.bands == (
        Band("seat.1.win_share", 0.2, 0.4),
        Band("rounds.mean", -math.inf, 12.0, "bedtime"),
    )
    assert (known.players, known.seed, known.games, known.rules) == (3, 7, None, tmp_path / "own.toml")
    assert dict(known.set) == {"a.b": 2}


BROKEN: list[tuple[str, str]] = [
    ("[bands\n", "not valid TOML"),
    ("", "no bands"),
    ("[bands]\n", "no bands"),
    ("[band]\n", "did you mean bands?"),
    ("games = true\n[bands]\n", "games = true: expected a whole number"),
    ('players = "4"\n[bands]\n', "players = '4': expected a whole number"),
    ('strategies = "random,./mine.py:most"\n[bands]\n', "'./mine.py:most' is code; name it on the command line"),
    ('strategies = ["random", "search:./mine.py"]\n[bands]\n', "'search:./mine.py' is code"),
    ('[bands]\na = { low = 1, why = "\\u001b[2J" }\n', "expected printable text of at most 400"),
    ('[bands]\n"\\u001b" = { low = 1 }\n', "expected a metric, such as rounds.mean"),
    ("strategies = [1]\n[bands]\n", "expected a list of one or more texts"),
    ("[bands]\n'rounds.mean' = 3\n", "'rounds.mean' = 3: expected a table"),
    ("[bands]\n'rounds.mean' = {}\n", "expected low, high or both"),
    ("[bands]\n'rounds.mean' = { why = 'x' }\n", "expected low, high or both"),
    ("[bands]\n'rounds.mean' = { low = nan }\n", "expected a number"),
    ("[bands]\n'rounds.mean' = { low = 'a' }\n", "low = 'a': expected a number"),
    ("[bands]\n'rounds.mean' = { hihg = 3 }\n", "did you mean high?"),
    ("[bands]\n'rounds.mean' = { low = 3, high = 2 }\n", "low 3 is above high 2"),
    ("[bands]\n'rounds.mean' = { low = 3, why = 2 }\n", "why = 2: expected printable text"),
]


@pytest.mark.parametrize(("text", "words"), BROKEN)
def test_mistakes_in_a_file_are_named(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "bands.toml"
    path.write_text(text)
    with pytest.raises(MeepleError) as raised:
        read(path)
    assert words in str(raised.value)
    assert str(path) in str(raised.value)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(MeepleError, match="no such file"):
        read(tmp_path / "absent.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(MeepleError, match="not UTF-8 text"):
        read(tmp_path / "bytes.toml")


# ---- the command


@pytest.mark.parametrize(
    ("bands", "more", "code", "words"),
    [
        ('"rounds.mean" = { low = 1, high = 30 }', (), 0, "1 inside, 0 outside, 0 not yet known."),
        ('"rounds.mean" = { low = 25, high = 30 }', (), 1, "0 inside, 1 outside, 0 not yet known."),
        ('"seat.1.win_share" = { low = 0.5001, high = 0.5002 }', (), 0, "not yet known, about"),
        ('"seat.1.win_share" = { low = 0.5001, high = 0.5002 }', ("--strict",), 1, "not yet known, about"),
    ],
)
def test_exit_codes(command: Commands, bands: str, more: tuple[str, ...], code: int, words: str) -> None:
    Path("bands.toml").write_text(SETTINGS + bands + "\n")
    shown = command(*TOY, *more)
    assert shown.code == code, shown.err
    assert words in shown.out
    assert "200 games" in shown.out


def test_json_and_a_kept_finding(command: Commands) -> None:
    Path("bands.toml").write_text(SETTINGS + '"rounds.mean" = { low = 25 }\n')
    result = command(*TOY, "--json", "--out", "kept.json", "--games", "100", "--set", "most=2", "--seed", "3")
    assert result.code == 1
    document = json.loads(result.out)
    assert document["facts"]["outside"] == 1
    assert (document["evidence"]["games"], document["evidence"]["seed"]) == (100, 3)
    assert document["tables"]["bands"][0]["band_high"] is None
    assert Finding.read(Path("kept.json")).facts["outside"] == 1


def test_the_file_is_what_is_played(command: Commands) -> None:
    """Its seed and rules, against `simulate` with the same on the command line."""
    Path("bands.toml").write_text("seed = 5\nset = { most = 2 }\n" + SETTINGS + '"rounds.mean" = { low = 1 }\n')
    value = json.loads(command(*TOY, "--json").out)["tables"]["bands"][0]["value"]
    args = ("--seed", "5", "--set", "most=2", "--games", "200", *PAIR)
    played = json.loads(command("simulate", "toy", *args, "--jobs", "1", "--json").out)
    assert value == next(row["value"] for row in played["results"] if row["name"] == "rounds")


WRONG: list[tuple[tuple[str, ...], str]] = [
    (("bands", "toy"), "no file; expected a TOML file of bands, or --list"),
    (("bands", "chess", "bands.toml"), "unknown game 'chess'"),
    (("bands", "toy", "absent.toml"), "absent.toml: no such file"),
    (TOY, "did you mean rounds.mean?"),
    (("bands", "toy", "other.toml"), "these bands are for chess, not toy"),
    (("bands", "chess", "--list"), "unknown game 'chess'"),
    ((*TOY, "--games", "0"), "games: 0"),
]


@pytest.mark.parametrize(
    ("args", "words"), WRONG, ids=lambda value: " ".join(value) if isinstance(value, tuple) else ""
)
def test_bad_input_is_one_message_and_two(command: Commands, args: tuple[str, ...], words: str) -> None:
    Path("bands.toml").write_text(SETTINGS + '"round.mean" = { high = 9 }\n')
    Path("other.toml").write_text('game = "chess"\n[bands]\n"rounds.mean" = { high = 9 }\n')
    result = command(*args)
    assert (result.code, result.out) == (2, "")
    assert words in result.err


def test_the_list_names_what_a_band_may_be_about(command: Commands) -> None:
    listed = json.loads(command("bands", "toy", "--list", *PAIR, "--json").out)
    ids = [row["metric"] for row in listed]
    assert {"seat.1.win_share", "rounds.mean", "points.vp_coins.mean", "count.pile.start.mean"} <= set(ids)
    told = command("bands", "toy", "--list", *PAIR).out
    assert "points.vp_coins.mean" in told
    assert "count.pile: start, back" in told
    every = "\n".join(f'"{name}" = {{ low = -1000 }}' for name in ids)
    Path("bands.toml").write_text(SETTINGS + every + "\n")
    assert command(*TOY).code == 0, "whatever is listed can be in a file"


# ---- the examples


@pytest.mark.skipif(JIT_DISABLED, reason="plays more games than plain Python can")
@pytest.mark.parametrize("game", GAMES)
def test_the_example_files_hold(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each of them, in fewer games than it asks for: nothing is outside."""
    path = Path(__file__).resolve().parent.parent / "docs" / "bands" / f"{game}.toml"
    result = Commands(capsys)("bands", game, path, "--games", "800", "--jobs", "1", "--json")
    assert result.code == 0, result.out
    document = json.loads(result.out)
    assert document["facts"]["inside"] >= 4
    assert document["evidence"]["game"] == read(path).game == game
