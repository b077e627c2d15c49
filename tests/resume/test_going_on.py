"""Runs that are interrupted and gone on with: the files are those of a run that never was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from simcore import journal, writer
from simcore.errors import MeepleError, StrategyError
from simcore.layout import Layout, joined
from simcore.schedule import Schedule
from tests.commandline import tree
from tests.resume.runs import GAMES, begun, counting, ending, files, open_journal, play


@pytest.mark.parametrize("at", [13, 25, 40, 60])
def test_an_interrupted_run_goes_on_to_the_same_files(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    said = begun(tmp_path / "run", at)
    kept = at // 12 * 12
    assert said == [f"{kept} of 63 games are kept in {tmp_path / 'run'}; the same command with --resume goes on"]
    assert sorted(tree(tmp_path / "run")) == ["journal.txt", *(f"rows-{i:05d}.parquet" for i in range(kept // 12))]
    seen: list[tuple[int, int]] = []
    with counting(monkeypatch) as played:
        play(tmp_path / "run", resume=True, on_progress=lambda *done: seen.append(done))
    assert sorted(game for games in played for game in games) == list(range(kept, GAMES))
    assert seen[0][0] > kept
    assert seen[-1] == (GAMES, GAMES)
    assert files(tmp_path / "run") == whole


def test_a_run_may_be_interrupted_again_and_again(tmp_path: Path, whole: dict[str, bytes]) -> None:
    for at in (15, 30, 45, 56):
        begun(tmp_path / "run", at, resume=True)
    assert open_journal(tmp_path / "run").games == 48
    assert files(play(tmp_path / "run", resume=True, jobs=3, chunk=1).folder) == whole


def test_rows_of_slow_games_are_saved_as_they_come(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "SAVE_SECONDS", -1.0)
    assert begun(tmp_path / "run", 20)[0].startswith("20 of 63 games are kept")
    names = sorted(tree(tmp_path / "run"))
    assert names == [
        "journal.txt",
        "rows-00000.parquet",
        "rows-00001-000000000012.piece",
        "rows-00001-000000000015.piece",
    ]
    with counting(monkeypatch) as played:
        begun(tmp_path / "run", 30, resume=True)
    assert min(game for games in played for game in games) == 20
    assert files(play(tmp_path / "run", resume=True).folder) == whole


def test_resume_begins_where_nothing_is_and_opens_what_is_finished(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    play(tmp_path / "run", resume=True)
    assert files(tmp_path / "run") == whole
    before = tree(tmp_path / "run")
    with counting(monkeypatch) as played:
        run = play(tmp_path / "run", resume=True)
    assert not played
    assert run.games == GAMES
    assert tree(tmp_path / "run") == before


def test_a_run_killed_before_its_manifest_only_lacks_that(
    tmp_path: Path, whole: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(writer.Writer, "finish", lambda _: ending(0)(1, 1))
        with pytest.raises(KeyboardInterrupt):
            play(tmp_path / "run")
    with counting(monkeypatch) as played:
        play(tmp_path / "run", resume=True)
    assert not played
    assert files(tmp_path / "run") == whole


def test_what_a_run_left_that_was_killed_before_its_journal_is_no_hindrance(
    tmp_path: Path, whole: dict[str, bytes]
) -> None:
    for name, resume in (("one", True), ("two", False)):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "lock").write_text("process 1 on nowhere\n")
        (folder / "journal.txt.part").write_text("half a li")
        play(folder, resume=resume)
        assert files(folder) == whole


def test_other_files_in_the_folder_are_left_alone(tmp_path: Path, whole: dict[str, bytes]) -> None:
    begun(tmp_path / "run")
    for name in ("notes.txt", "film.part"):
        (tmp_path / "run" / name).write_text("mine")
    play(tmp_path / "run", resume=True)
    assert files(tmp_path / "run") == {**whole, "notes.txt": b"mine", "film.part": b"mine"}


# Other settings


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 8}, "the seed 8, begun with 7"),
        ({"games": 66}, "games 66, begun with 63"),
        ({"first_deal": 2}, "the first deal 2, begun with 0"),
        ({"lineup": ("greedy", "random", "random")}, "the line-up greedy, random, random, begun with random, greedy"),
        ({"lineup": ("random", "greedy"), "sources": ["", ""], "games": 62}, "players 2, begun with 3"),
        ({"rules": {"low": "10"}}, r"rules toy \(\w+\), begun with toy \(\w+\)"),
        ({"most": 1.0}, "greedy: most = 1, begun with 2.0"),
        ({"sources": ["", "new", "new"]}, "the file of the strategy greedy is not the one it was begun with"),
        ({"layout": Layout(GAMES, 3, 6, 3)}, "the layout of the files group_games 6, shard_groups 3, begun with"),
    ],
)  # fmt: skip
def test_other_settings_are_refused_and_named(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    begun(tmp_path / "run")
    before = tree(tmp_path / "run")
    with pytest.raises(MeepleError, match=f"/run: --resume with other settings: {words}"):
        play(tmp_path / "run", resume=True, **change)
    assert tree(tmp_path / "run") == before


def test_other_code_and_other_libraries_are_refused(tmp_path: Path) -> None:
    begun(tmp_path / "run")
    plan = open_journal(tmp_path / "run").plan
    for change, words in (
        ({"versions": {**plan["versions"], "pyarrow": "1.0"}}, r"pyarrow [\d.]+, begun with 1.0"),
        ({"code": "0" * 12}, "the code of the game changed since it was begun"),
    ):
        (tmp_path / "run" / "journal.txt").write_text(journal.line_of({"plan": {**plan, **change}}))
        with pytest.raises(MeepleError, match=f"other settings: {words}"):
            play(tmp_path / "run", resume=True)


def test_a_changed_value_of_the_rules_is_named(tmp_path: Path) -> None:
    rules = {"digest": "a", "name": "x", "values": [{"key": "low", "value": 1}, {"key": "most", "value": 3}]}
    other = {"digest": "b", "name": "x", "values": [{"key": "low", "value": 1}, {"key": "most", "value": 4}]}
    assert journal._rules(rules, other) == "most = 4, begun with 3"


# What never could be finished


def test_a_strategy_that_breaks_the_rules_leaves_nothing_to_go_on_with(tmp_path: Path) -> None:
    with pytest.raises(StrategyError) as told:
        play(tmp_path / "run", on_progress=ending(40, StrategyError("strategy 'greedy' did it")))
    assert str(told.value) == "strategy 'greedy' did it"
    assert not (tmp_path / "run").exists()


def test_bad_input_keeps_what_there_was(tmp_path: Path) -> None:
    begun(tmp_path / "run")
    before = tree(tmp_path / "run")
    with pytest.raises(MeepleError, match="jobs: 0"):
        play(tmp_path / "run", resume=True, jobs=0)
    assert tree(tmp_path / "run") == before


def test_spans_are_joined_and_cut_into_chunks() -> None:
    assert joined([(0, 3), (3, 4), (9, 1), (10, 0), (10, 2)]) == [(0, 7), (9, 3)]
    assert list(Schedule(1, ("a", "b"), 20).chunks(5, [(0, 7), (9, 3)])) == [(0, 5), (5, 2), (9, 3)]
    with pytest.raises(MeepleError, match="chunk: 0"):
        Schedule(1, ("a", "b"), 20).chunks(0, [])
