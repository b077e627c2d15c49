"""The results store: what is written is read back, and nothing broken passes for a result."""

import dataclasses
import errno
import json
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from simcore import files
from simcore.batch import simulate
from simcore.errors import MeepleError, StrategyError
from simcore.layout import GROUP_GAMES, Layout
from simcore.manifest import dumps
from simcore.run import play_to
from simcore.schedule import Schedule
from simcore.schema import flatten
from simcore.store import Run, open_run
from tests import toygame

ROOT = Path(__file__).resolve().parent.parent
SPEC = toygame.SPEC
RULES = SPEC.load_rules(None, {"most": "4"})
LINEUP = ("random", "greedy", "greedy")
STRATEGIES = [toygame.random(), *[toygame.greedy()] * 2]


def play(folder: Path, games: int = 60, **options: Any) -> Run:
    schedule = Schedule(7, LINEUP, games, first_deal=5)
    return play_to(folder, SPEC, RULES, STRATEGIES, schedule, sources=("aa", "bb", "bb"), **options)


def small(folder: Path, jobs: int = 1, chunk: int = 7) -> Run:
    """A run of 60 games in shards of 24 and row groups of 12."""
    schedule = Schedule(7, LINEUP, 60)
    return play_to(
        folder, SPEC, RULES, STRATEGIES, schedule, sources=[""] * 3, layout=Layout(60, 3, 12, 2), jobs=jobs, chunk=chunk
    )


def rows_played() -> np.ndarray:
    return np.concatenate(list(simulate(SPEC, RULES, STRATEGIES, Schedule(7, LINEUP, 60))))


def test_frames_hold_the_rows_that_were_played(tmp_path: Path) -> None:
    run = small(tmp_path / "run")
    frame = run.frame()
    expected = flatten(rows_played(), SPEC.columns)
    assert list(frame.columns) == list(expected)
    for name, values in expected.items():
        assert frame[name].dtype == values.dtype
        np.testing.assert_array_equal(frame[name], values)
    assert frame.index.equals(frame.index.sort_values())
    assert len(frame) == run.games * run.players == 180


def test_files_are_the_same_for_any_jobs_and_chunks(tmp_path: Path) -> None:
    runs = [small(tmp_path / f"{jobs}-{chunk}", jobs, chunk) for jobs, chunk in [(1, 7), (2, 1), (3, 60)]]
    assert len(runs[0].shards) == 3
    assert [shard.rows for shard in runs[0].shards] == [72, 72, 36]
    assert runs[0].shards == runs[1].shards == runs[2].shards


@pytest.mark.parametrize("rows", [None, 1, 9, 20, 10**6])
def test_frames_hold_whole_blocks(tmp_path: Path, rows: int | None) -> None:
    run = small(tmp_path / "run")
    frames = list(run.iter_frames(["block", "seat"], rows))
    assert sum(map(len, frames)) == 180
    for frame in frames:
        assert (frame.groupby("block").size() == run.block_rows).all()
        assert rows is None or len(frame) <= max(rows, run.block_rows)


def test_a_labelled_column_stands_for_its_labels(tmp_path: Path) -> None:
    run = small(tmp_path / "run")
    assert list(run.frame(["pile", "score"]).columns) == ["pile.start", "pile.back", "score"]
    assert list(run.frame(["score", "pile.back"]).columns) == ["score", "pile.back"]
    with pytest.raises(MeepleError, match=r"no column 'scroe'; did you mean score"):
        run.frame(["scroe"])


def test_the_manifest_tells_how_to_play_the_run_again(tmp_path: Path) -> None:
    run = play(tmp_path / "run", games=58, command=["meeplelab", "simulate"])
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest == run.manifest
    told = {key: manifest[key] for key in ("game", "game_version", "players", "seed", "games_asked", "games", "blocks")}
    assert told == {
        "game": "toy",
        "game_version": 1,
        "players": 3,
        "seed": 7,
        "games_asked": 58,
        "games": 60,
        "blocks": 20,
    }
    assert (manifest["rotations"], manifest["first_deal"], manifest["lineup"]) == (3, 5, list(LINEUP))
    assert manifest["weights"] == [{}, {"most": 2.0}, {"most": 2.0}]
    assert manifest["strategy_sources"] == ["aa", "bb", "bb"]
    assert manifest["command"] == ["meeplelab", "simulate"]
    assert manifest["ruleset"]["digest"] == RULES.digest
    assert manifest["ruleset"]["data"] == RULES.data
    assert manifest["ruleset"]["overrides"] == {"most": "4"}
    assert manifest["ruleset"]["source_counts"]["assumed"] == 1
    assert manifest["versions"]["numpy"] == np.__version__
    assert manifest["wall_seconds"] >= 0
    assert [column.name for column in run.columns][-4:] == ["vp_coins", "vp_lucky", "taken_last", "pile"]
    assert run.columns[-1] == SPEC.columns[-1]


def test_units_and_meanings_travel_with_the_file(tmp_path: Path) -> None:
    run = small(tmp_path / "run")
    field = pq.read_schema(run.folder / run.shards[0].file).field("score")
    assert field.metadata[b"unit"] == b"VP"
    assert field.metadata[b"meaning"] == b"final score without any tie-break bonus"


def test_numpy_values_can_stand_in_a_manifest() -> None:
    assert json.loads(dumps({"a": np.int64(3), "b": np.arange(2)})) == {"a": 3, "b": [0, 1]}
    with pytest.raises(TypeError, match="cannot be written as JSON"):
        dumps({"a": object()})


# What cannot be written to


def test_a_folder_that_holds_anything_is_refused_before_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    monkeypatch.setattr("simcore.run.simulate", lambda *_, **__: pytest.fail("played"))
    with pytest.raises(MeepleError, match="not empty, holds other files; expected a new or empty folder"):
        play(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_a_finished_run_is_never_written_over(tmp_path: Path) -> None:
    shards = small(tmp_path / "run").shards
    with pytest.raises(MeepleError, match="not empty, holds a finished run"):
        play(tmp_path / "run")
    assert open_run(tmp_path / "run").shards == shards


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(MeepleError, match="is a file; expected a new or empty folder"):
        play(tmp_path / "file")
    with pytest.raises(MeepleError, match="cannot be written: Not a directory"):
        play(tmp_path / "file" / "run")


def test_an_unwritable_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("simcore.lock.os.open", refuse)
    with pytest.raises(MeepleError, match="cannot be written: Permission denied"):
        play(tmp_path / "run")
    assert not (tmp_path / "run").exists()


# What did not end well


def test_a_failed_run_leaves_nothing(tmp_path: Path) -> None:
    @toygame.njit(toygame.SIG.choose, cached=False)
    def late(rules, public, private, options, count, weights, stream):
        return 99 if public.pile == 12 else 0

    bad = toygame.toy_strategy(late, "late")
    for folder, made in [(tmp_path / "new", True), (tmp_path, False)]:
        with pytest.raises(StrategyError, match="'late'"):
            play_to(folder, SPEC, RULES, [bad] * 2, Schedule(7, ("late",) * 2, 500), sources=("", ""), chunk=1)
        assert folder.exists() is not made
        assert not list(tmp_path.iterdir())


def test_bad_input_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(MeepleError, match="jobs: 0"):
        play(tmp_path / "run", jobs=0)
    assert not (tmp_path / "run").exists()


def test_a_full_disk_is_told_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Any, *_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pq.ParquetWriter, "write_table", full)
    with pytest.raises(MeepleError, match="cannot be written: No space left on device"):
        play(tmp_path / "run")
    assert not (tmp_path / "run").exists()


LONG = """
    import signal
    import sys
    from pathlib import Path
    from simcore.run import play_to
    from simcore.schedule import Schedule
    from tests import toygame

    # a shell has what it starts in the background ignore Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)

    def tell(done, games):
        if done >= 150_000:
            print("under way", flush=True)

    play_to(Path(sys.argv[1]), toygame.SPEC, toygame.SPEC.load_rules(None, {}), [toygame.random()] * 2,
            Schedule(7, ("random",) * 2, 10**9), sources=("", ""), jobs=int(sys.argv[2]), on_progress=tell,
            on_notice=lambda words: print(words, file=sys.stderr))
"""


def interrupted(folder: Path, how: signal.Signals, jobs: int) -> tuple[int, str]:
    """Start a run of a billion games, stop it when a shard is written; exit code and stderr."""
    command = [sys.executable, "-W", "error", "-c", textwrap.dedent(LONG), str(folder), str(jobs)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "under way\n"
        os.kill(process.pid, how)
        _, errors = process.communicate(timeout=60)
        return process.returncode, errors


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_whole_shards_and_says_how_to_go_on(tmp_path: Path, jobs: int) -> None:
    code, errors = interrupted(tmp_path / "run", signal.SIGINT, jobs)
    assert code == -signal.SIGINT
    assert errors.rstrip().endswith("KeyboardInterrupt")
    assert "Warning" not in errors
    kept, *others = sorted(path.name for path in (tmp_path / "run").iterdir())
    assert kept == "journal.txt"
    assert others == [f"rows-{number:05d}.parquet" for number in range(len(others))]
    games = f"{len(others) * 67_200:,} of 1,000,000,000 games"
    assert f"{games} are kept in {tmp_path / 'run'}; the same command with --resume goes on\n" in errors


def test_a_killed_run_is_no_result(tmp_path: Path) -> None:
    interrupted(tmp_path / "run", signal.SIGKILL, 2)
    names = sorted(path.name for path in (tmp_path / "run").iterdir())
    assert names[:3] == ["journal.txt", "lock", "rows-00000.parquet"]
    words = r"a run that did not finish, [\d,]+ of 1,000,000,000 games; go on with --resume"
    with pytest.raises(MeepleError, match=words):
        open_run(tmp_path / "run")
    with pytest.raises(MeepleError, match=f"not empty, holds {words}"):
        play(tmp_path / "run")


# What was damaged afterwards


def test_every_flipped_byte_is_found(tmp_path: Path) -> None:
    run = small(tmp_path / "run")
    path = run.folder / run.shards[1].file
    whole = path.read_bytes()
    for place in range(0, len(whole), len(whole) // 40):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(MeepleError, match=r"rows-00001\.parquet: (damaged|its columns)"):
            open_run(run.folder)
    path.write_bytes(whole)
    assert open_run(run.folder).shards == run.shards


def test_a_truncated_shard_is_named(tmp_path: Path) -> None:
    run = small(tmp_path / "run")
    path = run.folder / run.shards[2].file
    whole = path.read_bytes()
    for size in (0, 5, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:size])
        with pytest.raises(MeepleError, match=r"rows-00002\.parquet: damaged, not a whole Parquet file"):
            open_run(run.folder, verify=False)


def test_a_missing_shard_is_named(tmp_path: Path) -> None:
    run = small(tmp_path / "run")
    (run.folder / run.shards[0].file).unlink()
    with pytest.raises(MeepleError, match=r"rows-00000\.parquet: missing; the manifest lists it"):
        open_run(run.folder)


def test_a_shard_of_other_columns_is_named(tmp_path: Path) -> None:
    run = small(tmp_path / "run")
    path = run.folder / run.shards[0].file
    table = pq.read_table(path)
    pq.write_table(table.set_column(table.schema.get_field_index("score"), "score", pa.array([1] * 72)), path)
    with pytest.raises(MeepleError, match=r"rows-00000\.parquet: its columns are not those of the manifest: score"):
        open_run(run.folder)
    pq.write_table(table.drop_columns(["rank"]), path)
    with pytest.raises(MeepleError, match="not those of the manifest: rank"):
        open_run(run.folder)
    pq.write_table(table.slice(1), path)
    with pytest.raises(MeepleError, match="71 rows, 72 expected"):
        open_run(run.folder)


def edit(folder: Path, **changes: Any) -> None:
    path = folder / "manifest.json"
    manifest = {**json.loads(path.read_text()), **changes}
    path.write_text(json.dumps({key: value for key, value in manifest.items() if value is not None}))


def test_a_damaged_manifest_is_told(tmp_path: Path) -> None:
    run = small(tmp_path / "run")
    shards = [dataclasses.asdict(shard) for shard in run.shards]
    edit(run.folder, shards=shards[:2])
    with pytest.raises(MeepleError, match="144 rows in the manifest's shards, 60 games expected"):
        open_run(run.folder)
    edit(run.folder, shards=[{**shards[0], "file": "../rows-00000.parquet"}, *shards[1:]])
    with pytest.raises(MeepleError, match="missing; the manifest lists it"):
        open_run(run.folder)
    edit(run.folder, seed=None, lineup=None)
    with pytest.raises(MeepleError, match="damaged, it lacks lineup, seed"):
        open_run(run.folder)
    edit(run.folder, format=99)
    with pytest.raises(MeepleError, match="not a run of format 1"):
        open_run(run.folder)
    (run.folder / "manifest.json").write_text("[" * 100_000)
    with pytest.raises(MeepleError, match=r"manifest\.json: cannot be read: maximum recursion depth"):
        open_run(run.folder)
    (run.folder / "manifest.json").write_text('{"format": 1,')
    with pytest.raises(MeepleError, match=r"manifest\.json: cannot be read"):
        open_run(run.folder)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda run: run.update(game=5), "game is not a text"),
        (lambda run: run.update(seed=-1), "seed is not a whole number"),
        (lambda run: run.update(games=True), "games is not a whole number"),
        (lambda run: run.update(lineup="abc"), "lineup is not a list"),
        (lambda run: run.update(lineup=[1, 2, 3]), r"lineup\[0\] is not a text"),
        (lambda run: run.update(shards=[7]), r"shards\[0\] is not a table"),
        (lambda run: run["shards"][0].pop("rows"), r"shards\[0\] lacks rows"),
        (lambda run: run["ruleset"].pop("digest"), "ruleset lacks digest"),
        (lambda run: run["ruleset"].update(values=[1]), r"ruleset\.values\[0\] is not a table"),
        (lambda run: run.update(players=2), "players = 2 for a line-up of 3"),
        (lambda run: run.update(lineup=[], players=0), "players = 0 for a line-up of 0"),
        (lambda run: run.update(rotations=1), "rotations = 1 where the line-up has 3"),
        (lambda run: run.update(blocks=7), "games = 60 for 7 blocks of 3"),
        (lambda run: run["columns"][0].update(dtype="zz"), "the column block has the type 'zz'"),
        (lambda run: run["columns"][0].update(more=1), "the column block has the keys name, .*, more"),
        (lambda run: run["columns"][0].update(dtype="O"), "the column block has the type 'O'"),
        (lambda run: run["columns"].append(run["columns"][0]), "columns declared twice or not at all: block"),
        (lambda run: run["columns"].pop(0), "columns declared twice or not at all: block"),
    ],
)
def test_an_edited_manifest_is_told(tmp_path: Path, change: Any, words: str) -> None:
    run = small(tmp_path / "run")
    path = run.folder / "manifest.json"
    manifest = json.loads(path.read_text())
    change(manifest)
    path.write_text(json.dumps(manifest))
    with pytest.raises(MeepleError, match=rf"manifest\.json: damaged, {words}"):
        open_run(run.folder)


def test_a_folder_that_is_no_run_is_told(tmp_path: Path) -> None:
    with pytest.raises(MeepleError, match="no such folder"):
        open_run(tmp_path / "nowhere")
    with pytest.raises(MeepleError, match=r"no manifest\.json"):
        open_run(tmp_path)


def test_row_groups_hold_whole_blocks_at_any_player_count() -> None:
    assert all(GROUP_GAMES % rotations == 0 for rotations in range(1, 9))


@pytest.mark.slow
def test_a_million_games_stay_under_a_gibibyte(tmp_path: Path) -> None:
    code = (
        LONG.replace("10**9", "10**6")
        # not getrusage: its peak begins with that of the process this one was forked from
        + "    status = Path('/proc/self/status').read_text().split()\n    print(status[status.index('VmHWM:') + 1])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), str(tmp_path / "run"), "2"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    kibibytes = int(done.stdout.split()[-1])
    assert kibibytes < 2**20
    assert open_run(tmp_path / "run").games == 10**6


def test_a_text_is_put_in_place_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kept.json"
    for text in ("one", "two"):
        files.replace_with(path, text)
        assert path.read_text() == text
    with pytest.raises(MeepleError, match=r"^out: \S+absent.kept\.json cannot be written: No such file or directory$"):
        files.replace_with(tmp_path / "absent" / "kept.json", "three", "out: ")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(MeepleError, match=r"kept\.json cannot be written: No space left on device"):
        files.replace_with(path, "three")
    assert {each.name: each.read_text() for each in tmp_path.iterdir()} == {"kept.json": "two"}
