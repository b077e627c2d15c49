"""Strategies with other weights: how they are named, files of weights, and every way these can be wrong."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import strategies
from meeplelab import api
from meeplelab.match import prepare
from meeplelab.played import Played
from simcore.batch import simulate
from simcore.errors import MeepleError
from simcore.run import play_to
from simcore.schedule import Schedule
from simcore.store import open_run
from strategies import catalog, weightsfile
from strategies.weightsfile import WeightsFile, read, text
from tests.commandline import Commands
from tests.test_catalog import BOLD
from tests.toygame import registered

TAKES = BOLD.replace("count - 1", "min(count - 1, int(weights[0]))").replace(
    '"how many"),', '"how many", 0.0, 5.0), Weight("other", 0.5, "nothing", 0.0, 1.0),'
)
"""A strategy of the toy that takes `most` more coins than one."""
SHY = TAKES.replace("bold", "shy").replace("take_all", "take_few").replace("2.0, ", "0.0, ")
FILE = 'game = "toy"\nstrategy = "bold"\nplayers = 2\n\n[weights]\nmost = 1.0\n'


@pytest.fixture(autouse=True)
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of shipped strategies for the toy, with weights for two and four players; the test works beside it."""
    folder = tmp_path / "shipped" / "toy"
    (folder / "tuned").mkdir(parents=True)
    (folder / "__init__.py").write_text('LINE_UP = ("bold", "shy", "bold", "shy")\n')
    (folder / "bold.py").write_text(TAKES)
    (folder / "shy.py").write_text(SHY)
    (folder / "tuned" / "bold-2.toml").write_text(FILE)
    (folder / "tuned" / "bold-4.toml").write_text(FILE.replace("1.0", "0.0").replace("2", "4"))
    monkeypatch.setattr(catalog, "_HERE", folder.parent)
    monkeypatch.setattr(strategies, "__path__", [*strategies.__path__, str(folder.parent)])
    monkeypatch.setenv("MEEPLELAB_CACHE", str(tmp_path / "cache"))
    for name in [name for name in sys.modules if name.startswith("strategies.toy")]:
        monkeypatch.delitem(sys.modules, name)
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)
    (work / "w.toml").write_text(FILE)
    with registered():
        yield folder


def values(name: str, players: int | None = None) -> list[float]:
    return [weight.default for weight in catalog.load("toy", name, players).weights]


def refused(name: str, players: int | None = None) -> str:
    with pytest.raises(MeepleError) as caught:
        catalog.load("toy", name, players)
    with pytest.raises(MeepleError) as checked:
        catalog.check("toy", name, players)
    assert str(checked.value) == str(caught.value)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# Names


def test_a_weight_a_file_and_the_shipped_weights() -> None:
    assert values("bold") == [2.0, 0.5]
    assert values("bold@most=1.5") == [1.5, 0.5]
    assert values("bold@./w.toml") == [1.0, 0.5]
    assert values("bold@tuned", 2) == [1.0, 0.5]
    assert values("bold@tuned", 4) == [0.0, 0.5]


def test_settings_are_applied_from_left_to_right() -> None:
    assert values("bold@w.toml@most=3@other=1") == [3.0, 1.0]
    assert values("bold@most=3@other=1@w.toml") == [1.0, 1.0]


def test_label_is_the_text_with_a_path_cut_to_its_name() -> None:
    assert catalog.load("toy", "bold@./w.toml@most=3").name == "bold@w.toml@most=3"
    assert catalog.load("toy", "bold@tuned", 2).name == "bold@tuned"


def test_weights_of_one_strategy_serve_another_that_has_them() -> None:
    assert values("shy") == [0.0, 0.5]
    assert values("shy@w.toml") == [1.0, 0.5]


def test_what_is_compiled_is_shared() -> None:
    assert catalog.load("toy", "bold@most=1").choose is catalog.load("toy", "bold@w.toml").choose
    assert catalog.load("toy", "bold@most=1").choose is catalog.load("toy", "bold").choose


def test_a_file_of_ones_own_takes_settings(tmp_path: Path) -> None:
    odd = tmp_path / "a@b"
    odd.mkdir()
    (odd / "mine.py").write_text(TAKES)
    (odd / "v.toml").write_text(FILE)
    loaded = catalog.load("toy", f"{odd}/mine.py:bold@{odd}/v.toml@other=0")
    assert (loaded.name, loaded.trusted) == ("bold@v.toml@other=0", False)
    assert [weight.default for weight in loaded.weights] == [1.0, 0.0]
    assert catalog.head_of(f"{odd}/mine.py:bold@tuned") == f"{odd}/mine.py:bold"
    assert catalog.is_own(f"{odd}/mine.py@w.toml")
    assert not catalog.is_own("bold@./w.toml")


def test_same_names_from_different_folders_are_told_apart(tmp_path: Path) -> None:
    for name, most in (("one", 1), ("two", 2)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "w.toml").write_text(FILE.replace("1.0", f"{most}.0"))
    lineup = catalog.load_lineup("toy", 3, [f"bold@{tmp_path}/{name}/w.toml@other=0" for name in ("one", "two", "one")])
    assert catalog.labels(lineup) == ("bold@w.toml@other=0", "bold@two/w.toml@other=0", "bold@w.toml@other=0")


def test_equal_strategies_share_a_label() -> None:
    twice = [catalog.load("toy", name) for name in ("bold@./w.toml", "bold@w.toml")]
    assert catalog.labels(twice) == ("bold@w.toml", "bold@w.toml")


def test_only_what_is_shipped_comes_with_a_game() -> None:
    told = {name: catalog.comes_with("toy", name) for name in ("bold", "bold@tuned", "bold@w.toml", "bald", "./x.py")}
    assert told == {"bold": True, "bold@tuned": True, "bold@w.toml": False, "bald": False, "./x.py": False}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("bold@moist=1", "bold@moist=1: strategy 'bold' has no weight 'moist'; did you mean most?"),
        ("bold@zzz=1", "bold@zzz=1: strategy 'bold' has no weight 'zzz'; it has: most, other"),
        ("bold@most=", "@most=: '' is no number; expected one such as most=1.5"),
        ("bold@most=much", "@most=much: 'much' is no number; expected one such as most=1.5"),
        ("bold@=1", "@=1: no setting; expected a weight such as majority=1, a file ending in .toml, or the word tuned"),
        ("bold@", "@: no setting; expected a weight"),
        ("bold@most", "@most: no setting; expected a weight"),
        ("bold@most=nan", "bold: most = nan: expected a finite number"),
        ("bold@most=1e999", "bold: most = inf: expected a finite number"),
        ("bold@most=6", "bold: most = 6: out of bounds; expected 0 to 5"),
        ("bold@no.toml", "no.toml: no such file; expected a TOML file of weights"),
        ("bald@w.toml", "toy has no strategy 'bald'; did you mean bold?"),
        ("shy@tuned", "shy@tuned: no weights are shipped for shy at 3 players; there are none for it at all"),
        ("bold@tuned", "bold@tuned: no weights are shipped for bold at 3 players; there are for 2, 4 players"),
    ],
)
def test_a_setting_that_is_wrong_is_told(name: str, words: str) -> None:
    assert refused(name, 3).startswith(words)


def test_shipped_weights_need_a_number_of_players() -> None:
    assert "bold without a number of players; there are for 2, 4 players" in refused("bold@tuned")


def test_settings_of_a_users_strategy_are_checked_before_it_is_compiled() -> None:
    Path("mine.py").write_text("raise ValueError\n")
    for name, words in (("mine.py@no.toml", "no such file"), ("mine.py@most", "no setting"), ("mine.py@a=b", "number")):
        with pytest.raises(MeepleError, match=words):
            catalog.check("toy", name)
    catalog.check("toy", "mine.py@tuned@w.toml@most=1")
    Path("mine.py").write_text(TAKES)
    with pytest.raises(MeepleError, match=r"no weights are shipped for mine\.py:bold"):
        catalog.load("toy", "mine.py:bold@tuned", 2)


# Files


FULL = WeightsFile(
    Path("full.toml"), "toy", "bold", {"most": 1.25, "odd name": -0.5}, 2,
    {"command": "meeplelab tune toy 'bold' --seed 1", "ruleset": "0123456789ab", "seed": 1,
     "against": ["shy", 'with "quotes"'], "generations": 5, "games": 1000, "minutes": 0.5, "chosen": "mean"},
    {"blocks": 20000, "seed": 1, "measure": "win share", "even": 0.5,
     "against_default": [0.5, 0.25, 0.75], "tuned": [0.5, 0.25, 1.0], "better": False},
)  # fmt: skip


def test_a_file_reads_back_as_it_was_written() -> None:
    Path("full.toml").write_text(text(FULL, "Tuned weights.\nTwo lines."))
    assert read(Path("full.toml")) == FULL
    assert Path("full.toml").read_text().startswith('# Tuned weights.\n# Two lines.\ngame = "toy"\n')


def wrong(content: str | bytes) -> str:
    path = Path("bad.toml")
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return refused("bold@bad.toml")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("game = ", "not valid TOML: Invalid value"),
        (b"\xff\xfe", "not UTF-8 text (byte 0)"),
        ("x = " + "[" * 5000, "nested too deeply"),
        ("#" * 70_000, "bigger than 64 KiB; expected a TOML file of weights"),
        ("", "says no game; expected a text"),
        ('game = "toy"', "says no strategy; expected a text"),
        ('game = "toy"\nstrategy = "bold"', "says no weights; expected a table"),
        (FILE.replace("most = 1.0", ""), "[weights] is empty; expected lines such as majority = 0.7"),
        (FILE.replace("most", "moist"), "weights of bold; bold has no 'moist'; did you mean most?"),
        (FILE.replace("toy", "chess"), "weights for chess; bold plays toy"),
        (FILE.replace("1.0", "nan"), "weights: 'most' = nan: expected a finite number"),
        (FILE.replace("1.0", "-inf"), "weights: 'most' = -inf: expected a finite number"),
        (FILE.replace("1.0", '"1"'), "weights: 'most' = '1': expected a finite number"),
        (FILE.replace("1.0", "true"), "weights: 'most' = true: expected a finite number"),
        (FILE.replace("1.0", "9" * 400), "weights: 'most' = a huge number: expected a finite number"),
        (FILE.replace("1.0", "5.5"), "most = 5.5: out of bounds; expected 0 to 5"),
        (FILE.replace("players = 2", "players = 0"), "players = 0: expected a whole number from 1 on"),
        (FILE.replace("players", "plaiers"), "'plaiers': unknown; did you mean players?"),
        (FILE + "[tuning]\nseed = -1\n", "tuning: seed = -1: expected a whole number from 0 on"),
        (FILE + "[tuning]\nagainst = 'shy'\n", "tuning: against = 'shy': expected a list of texts"),
        (FILE + "[held_out]\ngain = [1, 2]\n", "held_out: gain = a list of 2: expected three numbers"),
        (FILE + "[held_out]\nbest = 1\n", "held_out: 'best': unknown; "),
        ("tuning = 1\n" + FILE, "tuning = 1: expected a table"),
    ],
)
def test_a_file_that_is_wrong_is_told(content: str | bytes, words: str) -> None:
    message = wrong(content)
    assert message.startswith("bad.toml: ")
    assert words in message
    assert len(message) < 300


def test_a_folder_is_no_file_of_weights() -> None:
    Path("folder.toml").mkdir()
    assert refused("bold@folder.toml") == "folder.toml: a folder; expected a TOML file of weights"


def test_a_pipe_is_no_file_of_weights_and_is_not_waited_for() -> None:
    os.mkfifo("pipe.toml")
    assert refused("bold@pipe.toml") == "pipe.toml: no regular file; expected a TOML file of weights"


def test_a_file_may_begin_with_the_mark_some_editors_write() -> None:
    Path("marked.toml").write_text(FILE, encoding="utf-8-sig")
    assert read(Path("marked.toml")).weights == {"most": 1.0}


# Played


def test_settings_play_as_the_weights_do() -> None:
    match = prepare("toy", 3, 30, ["bold@most=1", "bold", "shy@w.toml"], 5)
    assert match.schedule.lineup == ("bold@most=1", "bold", "shy@w.toml")
    rows = np.concatenate(list(simulate(match.spec, match.ruleset, match.strategies, match.schedule)))
    plain = [catalog.load("toy", name) for name in ("bold", "bold", "shy")]
    table = np.array([[1.0, 0.5], [2.0, 0.5], [1.0, 0.5]])
    same = Schedule(5, ("a", "b", "c"), 30)
    assert (rows == np.concatenate(list(simulate(match.spec, match.ruleset, plain, same, weights=table)))).all()


def test_a_run_keeps_label_and_weights_and_plays_again(tmp_path: Path) -> None:
    match = prepare("toy", 2, 8, ["bold@./w.toml", "bold"], 5)
    sources = [catalog.source_digest(each) for each in match.strategies]
    play_to(tmp_path / "run", match.spec, match.ruleset, match.strategies, match.schedule, sources=sources)
    manifest = open_run(tmp_path / "run").manifest
    assert manifest["lineup"] == ["bold@w.toml", "bold"]
    assert manifest["weights"] == [{"most": 1.0, "other": 0.5}, {"most": 2.0, "other": 0.5}]
    assert manifest["strategy_sources"][0] == manifest["strategy_sources"][1]
    assert Played(match).manifest["weights"] == manifest["weights"]


@pytest.mark.usefixtures("shipped")
def test_commands_take_settings_and_refuse_wrong_ones(capsys: pytest.CaptureFixture[str]) -> None:
    command = Commands(capsys)
    few = ("--players", "2", "--games", "40", "--jobs", "1")
    for verb in ("simulate", "compare", "field"):
        named = ("bold@tuned", "shy@w.toml") if verb == "compare" else ("--strategies", "bold@tuned,shy@w.toml")
        shown = command(verb, "toy", *named, *few, "--json")
        assert shown.code == 0, shown.err
        assert "bold@tuned" in shown.out
        named = ("bold@most=9", "shy") if verb == "compare" else ("--strategies", "bold@most=9,shy")
        wrong = command(verb, "toy", *named, *few)
        assert (wrong.code, wrong.out) == (2, "")
        assert "bold: most = 9: out of bounds" in wrong.err
    assert "bold@tuned" in command("replay", "toy", "--strategies", "bold@tuned,shy").out


def test_weights_tuned_at_another_table_are_told_of() -> None:
    for name, players in (("two", "players = 2\n"), ("one", "players = 1\n"), ("any", "")):
        Path(f"{name}.toml").write_text(f'game = "toy"\nstrategy = "bold"\n{players}[weights]\nmost = 1\n')
    said: list[str] = []
    prepare("toy", 2, 8, ["bold@two.toml", "bold@any.toml"], notice=said.append, seed=5)
    assert not [line for line in said if "tuned" in line]
    prepare("toy", 3, 6, ["bold@two.toml", "shy@two.toml", "bold@one.toml"], notice=said.append, seed=5)
    assert [line for line in said if "tuned" in line] == [
        "two.toml: weights tuned at 2 players, played here at 3 players",
        "one.toml: weights tuned at one player alone, played here at 3 players",
    ]


def test_replay_tells_the_label() -> None:
    frame = api.replay("toy", players=2, strategies=["bold@w.toml", "shy@most=2"], seed=3)
    assert set(frame["strategy"]) == {"bold@w.toml", "shy@most=2"}
    assert "seat 1: bold@w.toml" in frame.attrs["text"]


def test_bounds_are_those_of_the_weight() -> None:
    with pytest.raises(MeepleError, match="x = 2: out of bounds; expected 0 to 1"):
        weightsfile.check_value("x", 2.0, 0.0, 1.0)
