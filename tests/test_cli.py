"""The command line as its users meet it, on a toy game and on the data of the real ones."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from meeplelab import api, console, progress
from meeplelab.cli import app
from meeplelab.listener import UNKNOWN
from meeplelab.publish import EXPERIMENTS
from simcore.journal import line_of
from simcore.registry import GAMES
from simcore.store import open_run
from tests.commandline import TAKE_MOST, Commands, Result, bare_report, tree
from tests.toygame import registered

GAME = GAMES[0]
PAIR = ("--strategies", "./mine.py:most,./mine.py:least")
TOY = ("simulate", "toy", *PAIR, "--jobs", "1")


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Commands]:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(TAKE_MOST)
    with registered():
        yield Commands(capsys)


def python(*args: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *args], capture_output=True, text=True, timeout=120, **more)


def document(result: Result) -> Any:
    """The JSON document that is all of stdout."""
    assert result.code == 0, result.err
    return json.loads(result.out)


# ---- answers at once


def test_help_imports_nothing_heavy() -> None:
    heavy = (
        "numba",
        "llvmlite",
        "numpy",
        "pandas",
        "pyarrow",
        "matplotlib",
        "scipy",
        "statsmodels",
        "joblib",
        "jinja2",
    )
    script = (
        "import sys\nfrom meeplelab.cli import app\n"
        "try:\n    app(['--help'], prog_name='meeplelab')\nexcept SystemExit as left:\n    assert left.code == 0\n"
        f"sys.exit(','.join(name for name in {heavy!r} if name in sys.modules))"
    )
    done = python("-c", script)
    assert done.stderr.strip() == ""
    assert "simulate" in done.stdout


def test_help_answers_at_once() -> None:
    """The best of five, since other work may share the machine."""
    seconds = []
    for _ in range(5):
        began = time.monotonic()
        assert python("-m", "meeplelab", "--help").returncode == 0
        seconds.append(time.monotonic() - began)
    assert min(seconds) < 0.3, seconds


def test_every_command_has_help_that_fits(command: Commands) -> None:
    names = ["games", "strategies", "simulate", "compare", "report", "replay", "study", "rules"]
    overview = command("--help").out
    assert not [name for name in names if f"  {name} " not in overview]
    for name in [*names, "rules show", "rules check", "rules sources", "rules export", "rules coverage"]:
        text = command(*name.split(), "--help").out
        assert max(map(len, text.splitlines())) <= 80, name


# ---- games, strategies, rules


def test_games_tell_how_much_is_known(command: Commands) -> None:
    (first, *_) = document(command("games", "--json"))
    assert first["game"] == GAME
    assert first["rulebook"] + first["public"] + first["assumed"] == first["values"]
    table = command("games").out
    assert GAME in table
    assert re.search(r"\d+\.\d%", table)


@pytest.mark.parametrize("columns", [60, 80])
def test_tables_fit_a_narrow_terminal(command: Commands, monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    console.console.cache_clear()
    for args in (("games",), ("rules", "sources", GAME), ("rules", "show", GAME), (*TOY, "--games", "20")):
        lines = [line for line in command(*args).out.splitlines() if "─" in line or "  " in line]
        assert max(map(len, lines)) <= columns, args
    console.console.cache_clear()


@pytest.mark.parametrize("columns", [None, 80])
def test_keys_stay_whole_where_they_fit(
    command: Commands, monkeypatch: pytest.MonkeyPatch, columns: int | None
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    if columns:
        monkeypatch.setenv("COLUMNS", str(columns))
    console.console.cache_clear()
    told = command("rules", "sources", GAME).out.splitlines()
    known = {row["key"] for row in document(command("rules", "sources", GAME, "--json"))["values"]}
    console.console.cache_clear()
    assert max(map(len, known)) > 25
    assert known == {line.split()[0] for line in told if line.split()[:1] and line.split()[0] in known}


def test_a_pipe_is_as_wide_as_its_words_to_be_copied(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    console.console.cache_clear()
    path = "folder/" * 30
    console.show_table(("run", "note"), [(path, "words " * 10)])
    console.console.cache_clear()
    lines = capsys.readouterr().out.splitlines()
    assert len([line for line in lines if line.startswith(f"{path}   words")]) == 1
    assert "".join(line[len(path) :] for line in lines[2:]).split() == ["words"] * 10


def test_a_terminal_shows_the_signs_of_a_keyboard(capsys: pytest.CaptureFixture[str]) -> None:
    print_signs = "\N{MINUS SIGN}1.5 \N{EN DASH}"
    console.show_table(("thing", "effect"), [("x", print_signs)])
    console.show_lines([print_signs])
    console.show_entry("y", print_signs)
    out = capsys.readouterr().out
    assert out.isascii() or set(out) - set(map(chr, range(128))) == {"\N{BOX DRAWINGS LIGHT HORIZONTAL}"}
    assert out.count("-1.5 -") == 3


def test_rules_are_shown_with_their_sources(command: Commands) -> None:
    shown = document(command("rules", "show", GAME, "--json"))
    by_key = {row["key"]: row for row in shown["values"]}
    assert {row["source"].split(":")[0] for row in shown["values"]} == {"rulebook", "public", "assumed"}
    assert by_key["structure.max_tents"]["value"] == 7
    assumed = document(command("rules", "sources", GAME, "--json"))["values"]
    assert {row["key"] for row in assumed} == {row["key"] for row in shown["values"] if row["source"] == "assumed"}
    assert any(row["worth_trying"] for row in assumed)


def test_set_reaches_a_switch_and_changes_the_digest(command: Commands) -> None:
    before = document(command("rules", "show", GAME, "--json"))
    after = document(command("rules", "show", GAME, "--set", "tie=random", "--json"))
    assert after["changed"] == {"rules.tie": "random"}
    assert after["digest"] != before["digest"]


def test_exported_rules_check_out_and_are_the_same(command: Commands) -> None:
    before = document(command("rules", "show", GAME, "--json"))
    assert command("rules", "export", GAME, "--out", "own.toml").err == "written: own.toml\n"
    assert Path("own.toml").read_text() == command("rules", "export", GAME).out
    assert document(command("rules", "check", GAME, "own.toml", "--json"))["digest"] == before["digest"]
    assert "all good" in command("rules", "check", GAME, "own.toml").out


def test_strategies_list_ideas_and_weights(command: Commands) -> None:
    rows = document(command("strategies", GAME, "--json"))
    assert {"random", "greedy-value"} <= {row["strategy"] for row in rows}
    assert all(row["idea"] for row in rows)
    weights = [weight for row in rows for weight in row["weights"]]
    assert all(weight["low"] <= weight["default"] <= weight["high"] and weight["meaning"] for weight in weights)
    text = command("strategies", GAME).out
    assert all(row["strategy"] in text for row in rows)
    assert weights[0]["meaning"] not in text


def test_all_about_a_strategy_that_is_named(command: Commands) -> None:
    (row,) = document(command("strategies", GAME, "greedy-value", "--json"))
    text = " ".join(command("strategies", GAME, "greedy-value").out.split())
    for weight in row["weights"]:
        assert f"{weight['name']} {weight['default']:g} {weight['low']:g} {weight['high']:g} " in text
        assert weight["meaning"].split()[0] in text
    assert "greedy-value@tuned: weights shipped for" in text
    own = document(command("strategies", "toy", "./mine.py:most", "--json"))
    assert [(each["strategy"], each["weights"]) for each in own] == [("most", [])]
    result = command("strategies", GAME, "greedy-valu")
    assert result.code == 2
    assert "did you mean greedy-value" in result.err


# ---- simulate


def test_simulate_rounds_up_to_whole_blocks_and_says_so(command: Commands) -> None:
    result = command(*TOY, "--games", "31", "--json")
    facts = document(result)
    assert (facts["games_asked"], facts["games"], facts["blocks"]) == (31, 32, 16)
    assert "31 games rounded up to 32" in result.err
    assert "rounded" not in command(*TOY, "--games", "32").err


def test_simulate_sums_up_with_intervals(command: Commands) -> None:
    facts = document(command(*TOY, "--games", "200", "--json"))
    shares = [row for row in facts["results"] if row["measure"] == "win_share" and row["about"] == "seat"]
    assert sum(row["value"] for row in shares) == pytest.approx(1, abs=1e-6)
    assert all(row["low"] <= row["value"] <= row["high"] and row["n"] == 200 and row["blocks"] for row in shares)
    assert facts["out"] is None
    text = command(*TOY, "--games", "200")
    assert "most" in text.out
    assert "Nothing is kept" in text.out
    assert re.search(r"200 games in [\d.]+ s, [\d,]+ games/s", text.err)


def test_same_seed_same_numbers_whatever_jobs_and_chunk(command: Commands) -> None:
    def numbers(*args: str) -> Any:
        return document(command(*TOY[:-2], "--games", "60", "--json", *args))["results"]

    first = numbers("--jobs", "1")
    assert numbers("--jobs", "2", "--chunk", "7") == first
    assert numbers("--jobs", "1", "--seed", "2") != first


def test_kept_rows_are_a_run_that_names_its_command(command: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    args = [*TOY, "--games", "40", "--out", "kept/run"]
    monkeypatch.setattr(sys, "argv", ["meeplelab", *args])
    assert "Kept in kept/run." in command(*args).out
    run = open_run("kept/run")
    assert run.games == 40
    assert run.manifest["command"] == ["meeplelab", *args]
    assert len(run.frame()) == 80
    before = tree(Path("kept"))
    assert command(*args).code == 2
    assert tree(Path("kept")) == before


# ---- compare and replay


def test_compare_says_who_is_stronger(command: Commands) -> None:
    args = ("compare", "toy", "./mine.py:most", "./mine.py:least", "--players", "2", "--games", "400", "--jobs", "1")
    facts = document(command(*args, "--json"))
    (pair,) = facts["pairs"]
    assert {pair["better"], pair["other"]} == {"most", "least"}
    assert pair["difference_low"] <= pair["difference"] <= pair["difference_high"]
    assert pair["better_win_share"] + pair["other_win_share"] == pytest.approx(1)
    text = command(*args).out
    assert pair["sentence"].split(" by ")[0] in text.replace("\n", " ")


def test_compare_at_an_odd_table_gives_both_as_many_seats(command: Commands) -> None:
    args = ("compare", "toy", "./mine.py:most", "./mine.py:least", "--players", "3", "--games", "60", "--json")
    (pair,) = document(command(*args))["pairs"]
    assert pair["games"] == 60
    assert pair["better_win_share"] + pair["other_win_share"] == pytest.approx(2 / 3)


def test_replay_tells_the_game_that_was_played(command: Commands) -> None:
    command(*TOY, "--games", "10", "--out", "run")
    rows = open_run("run").frame()
    row = rows[(rows["deal"] == 3) & (rows["rotation"] == 1) & (rows["seat"] == 0)].iloc[0]
    args = ("replay", "toy", *PAIR, "--deal", "3", "--rotation", "1")
    text = command(*args).out
    assert "seed 1, deal 3, rotation 1" in text
    assert f"seat 1: {row['vp_coins']:.0f} coins, {row['score']:.0f} VP" in text
    steps = document(command(*args, "--json"))["steps"]
    assert sum(step["seat"] == 0 and step["options"] > 1 for step in steps) == row["decisions"]


# ---- report and study


def test_report_is_one_page_with_figures_and_tables(command: Commands) -> None:
    command(*TOY, "--games", "400", "--out", "run")
    before = tree(Path("run"))
    result = command("report", "run")
    assert result.out == "run/report/report.html\n"
    assert "writing a report on 400 games in 1 run" in result.err
    made = tree(Path("run/report"))
    assert {Path(name).suffix for name in made} == {"", ".html", ".png", ".svg", ".csv"}
    assert {name: data for name, data in tree(Path("run")).items() if not name.startswith("report")} == before
    again = command("report", "run")
    assert again.code == 2
    assert "not empty" in again.err
    assert tree(Path("run/report")) == made
    files = document(command("report", "run", "--out", "elsewhere", "--json"))["files"]
    assert {row["file"] for row in files} == {name for name in made if Path(name).suffix}


def test_report_that_fails_leaves_nothing(command: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(runs: object, out: Path, *_: object) -> None:
        (out / "half.html").write_text("half")
        raise KeyboardInterrupt

    monkeypatch.setattr("reports.page.write_report", interrupted)
    command(*TOY, "--games", "40", "--out", "run")
    before = tree(Path("run"))
    assert command("report", "run").code == 130
    assert tree(Path("run")) == before


def test_report_on_a_full_disk_is_told_in_one_line(command: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(runs: object, out: Path, *_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("reports.page.write_report", full)
    command(*TOY, "--games", "40", "--out", "run")
    result = command("report", "run")
    assert result.code == 2
    assert result.err.splitlines()[-1] == "Error: run/report: cannot be written: No space left on device"
    assert not Path("run/report").exists()


def test_runs_of_different_rules_do_not_share_a_report(command: Commands) -> None:
    command(*TOY, "--games", "20", "--out", "both/one")
    command(*TOY, "--games", "20", "--out", "both/two", "--set", "most=2")
    result = command("report", "both")
    assert result.code == 2
    assert "runs of different rules" in result.err


def test_study_plays_every_table_and_never_overwrites(command: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    own = types.ModuleType("strategies.toy")
    own.LINE_UP = ("./mine.py:most", "./mine.py:least", "./mine.py:most", "./mine.py:least")  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "strategies.toy", own)
    facts = document(command("study", "toy", "--games", "100", "--jobs", "1", "--json"))
    assert [(run["players"], run["games"]) for run in facts["runs"]] == [(2, 20), (3, 21), (4, 100)]
    assert facts["pages"] == ["results/1/toy/report/report.html"]
    assert '<a href="toy/report/report.html#seats">' in Path(facts["front"]).read_text()
    small = {"game": "toy", "reason": "a study of fewer than 10,000 games is too small for it"}
    assert facts["left_out"] == [{**small, "experiment": name} for name in EXPERIMENTS]
    assert f"<code>variance</code>: {small['reason']}" in Path(facts["front"]).read_text()
    before = tree(Path("results"))
    told = command("study", "toy", "--games", "100", "--jobs", "1").out
    assert told.split() == ["results/2/toy/report/report.html", "results/2/index.html"]
    assert before.items() <= tree(Path("results")).items()


def test_an_interrupted_study_goes_on(command: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    own = types.ModuleType("strategies.toy")
    own.LINE_UP = ("./mine.py:most", "./mine.py:least", "./mine.py:most", "./mine.py:least")  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "strategies.toy", own)
    monkeypatch.setattr("reports.page.write_report", bare_report)
    study = ("study", "toy", "--games", "100", "--jobs", "1")
    assert command(*study, "--out", "cut").code == 0
    whole = tree(Path("cut"))
    # as if it had been ended in the third run: two are finished, and no report was written
    shutil.rmtree("cut/toy/report")
    shutil.rmtree("cut/toy/4-players")
    Path("cut/toy/3-players/rows-00000.parquet").write_bytes(b"")
    assert "not empty" in command(*study, "--out", "cut").err
    result = command(*study, "--out", "cut", "--resume")
    assert (result.code, result.out) == (0, "cut/toy/report/report.html\ncut/index.html\n"), result.err
    assert "cut/toy/3-players/rows-00000.parquet: damaged" in result.err
    assert tree(Path("cut")).keys() == whole.keys()
    assert {name: data for name, data in whole.items() if name.endswith(".parquet")}.items() <= tree(
        Path("cut")
    ).items()
    other = command(*study[:3], "200", "--jobs", "1", "--out", "cut", "--resume")
    assert "cut/toy/2-players: --resume with other settings: games 40, begun with 20" in other.err
    assert "resume: goes on with a study that is kept; name its folder with out" in command(*study, "--resume").err


def test_a_run_that_did_not_finish_is_no_part_of_a_report(command: Commands) -> None:
    command(*TOY, "--games", "20", "--out", "both/one")
    command(*TOY, "--games", "20", "--out", "both/two")
    manifest = json.loads(Path("both/two/manifest.json").read_text())
    plan = {key: value for key, value in manifest.items() if key != "shards"}
    Path("both/two/manifest.json").unlink()
    Path("both/two/journal.txt").write_text(line_of({"plan": plan}))
    for folder in ("both", "both/two"):
        result = command("report", folder)
        assert result.code == 2
        assert result.err.endswith("both/two: a run that did not finish, 0 of 20 games; go on with --resume\n")
    assert command(*TOY, "--games", "20", "--out", "both/two", "--resume").code == 0
    assert command("report", "both").code == 0
    assert command(*TOY, "--resume").err == "Error: resume: goes on with a run that is kept; name its folder with out\n"


# ---- manners


def test_messages_stay_out_of_json(command: Commands) -> None:
    result = command(*TOY, "--games", "31", "--json")
    assert result.out.startswith("{")
    assert result.out.rstrip().endswith("}")
    assert "playing toy: 32 games" in result.err


def test_quiet_lines_come_now_and_then(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 4.0, 11.0, 12.0, 22.0])
    monkeypatch.setattr(progress, "time", types.SimpleNamespace(monotonic=lambda: next(clock)))
    with progress.RunProgress("playing") as bar:
        for done in (10, 50, 120, 130, 1000):
            bar.update(done, 1000)
    assert capsys.readouterr().err.splitlines() == [
        "playing: 1,000 games",
        "120 of 1,000 games, 10 games/s, 1 min 28 s left",
        "1,000 of 1,000 games, 45 games/s",
    ]


def test_of_an_unknown_total_the_count_is_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = iter([0.0, 11.0, 30.0, 50.0, 70.0])
    monkeypatch.setattr(progress, "time", types.SimpleNamespace(monotonic=lambda: next(clock)))
    with progress.RunProgress("tuning") as bar:
        for done, total in ((0, UNKNOWN), (1100, UNKNOWN), (3000, UNKNOWN), (0, 500), (400, 500)):
            bar.update(done, total)
    assert capsys.readouterr().err.splitlines() == [
        "tuning",
        "1,100 games, 100 games/s",
        "3,000 games, 100 games/s",
        "tuning: 500 games",
        "400 of 500 games, 20 games/s, 5.0 s left",
    ]


def test_a_terminal_gets_a_live_bar(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    console.console.cache_clear()
    with progress.RunProgress("playing") as bar:
        bar.update(10, 100)
        time.sleep(0.01)
        bar.update(90, 100)
        bar.update(5, UNKNOWN)
        bar.update(1234, UNKNOWN)
    console.console.cache_clear()
    shown = capsys.readouterr().err
    assert "90%" in shown
    assert "1,234 games " in shown
    assert "games/s" in shown


def test_ctrl_c_is_one_line_and_130(command: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*args: object, **more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(api, "games", interrupted)
    result = command("games")
    assert (result.code, result.out, result.err) == (130, "", "Interrupted.\n")


HEEDING = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
"""A shell has what it starts in the background ignore Ctrl-C."""


def test_ctrl_c_before_a_shard_is_whole_leaves_nothing(tmp_path: Path) -> None:
    """A real signal to a real process, while games of the toy are played."""
    (tmp_path / "mine.py").write_text(TAKE_MOST)
    script = HEEDING + "from tests.toygame import registered\nfrom meeplelab.cli import app\nwith registered(): app()"
    args = ["simulate", "toy", "--strategies", "./mine.py:most", "--games", "100000000", "--out", "run"]
    root = Path(__file__).resolve().parent.parent
    with subprocess.Popen(
        [sys.executable, "-c", script, *args],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(root)}, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        said = []
        for line in process.stderr or ():
            said.append(line)
            if line.startswith("playing"):
                process.send_signal(signal.SIGINT)
    assert process.returncode == 130
    assert said[-1] == "Interrupted.\n"
    assert not (tmp_path / "run").exists()


def test_a_closed_pipe_is_no_error() -> None:
    done = subprocess.run(
        f"{sys.executable} -m meeplelab rules show {GAME} | head -1; echo ${{PIPESTATUS[0]}}",
        shell=True, executable="/bin/bash", capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "0"


def test_the_module_is_the_command() -> None:
    assert python("-m", "meeplelab", "games").returncode == 0
    assert app.info.name == "meeplelab"


def test_functions_return_frames(command: Commands) -> None:
    frame = api.simulate("toy", strategies=["./mine.py:most", "./mine.py:least"], games=20, jobs=1)
    assert set(frame["about"]) == {"strategy", "seat", "game"}
    assert frame.attrs["games"] == 20
    steps = api.replay("toy", strategies="./mine.py:most", players=2)
    assert list(steps.columns) == ["step", "seat", "strategy", "decision", "options", "choice"]
    assert len(api.rules(GAME)) > 100
    changed = api.rules(GAME, changes={"mercenaries": True})
    assert changed.attrs["changed"] == {"rules.mercenaries": True}
