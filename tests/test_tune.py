"""The tuner: what it makes of measurements, which deals it plays, and that it finds what was planted."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyses import tuning
from analyses.finding import Finding
from meeplelab import api, tuneplay, tunesearch
from meeplelab.listener import Listener
from meeplelab.tuneplay import CHOOSING, JUDGING, ROOM, TUNING, Arena, Box
from simcore import batch
from simcore.errors import MeepleError
from simcore.jit import JIT_DISABLED
from simcore.registry import GAMES, game
from simcore.schedule import Schedule
from strategies import catalog, weightsfile
from strategies.contract import Weight
from tests import toygame
from tests.commandline import Commands

ROOT = Path(__file__).resolve().parent.parent
ALONE = next(name for name in GAMES if game(name).players[0] == 1)
compiled = pytest.mark.skipif(JIT_DISABLED, reason="plays more games than plain Python can")

PLANTED = """
from simcore.stream import unit
from strategies.contract import Weight, strategy


@strategy("toy", name="planted", idea="Takes one coin, but now and then all it may.", stochastic=True,
          weights=(Weight("lapse", 0.9, "chance of taking all it may", 0.0, 1.0),
                   Weight("idle", 0.5, "nothing reads it", 0.0, 1.0)))
def planted(rules, public, private, options, count, weights, stream):
    return count - 1 if unit(stream) < weights[0] else 0


@strategy("toy", name="idle", idea="Has a weight that nothing reads.",
          weights=(Weight("idle", 0.5, "nothing reads it", 0.0, 1.0),))
def idle(rules, public, private, options, count, weights, stream):
    return count - 1


@strategy("toy", name="none", idea="Has no weights.")
def none(rules, public, private, options, count, weights, stream):
    return count - 1
"""


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    Path("own.py").write_text(PLANTED)
    monkeypatch.setattr("meeplelab.tunesearch.FIRST_BLOCKS", 60)
    monkeypatch.setattr("meeplelab.tunesearch.MOST_BLOCKS", 200)
    with toygame.registered():
        yield tmp_path


def tuned(out: str = "w.toml", generations: int = 5, **more: Any) -> Finding:
    options = {"against": "own.py:idle", "players": 2, "held_out": 400, "jobs": 1, **more}
    return api.tune("toy", "own.py:planted", out=out, generations=generations, **options)


# What is made of measurements


def made_up(signal: float, noise: float, candidates: int = 40, blocks: int = 400) -> np.ndarray:
    """Scores with shared luck, which must cancel, and these variances of means."""
    rng = np.random.default_rng(3)
    own = rng.normal(0, np.sqrt(signal), (candidates, 1))
    return 0.5 + own + rng.normal(0, 2, blocks) + rng.normal(0, np.sqrt(noise * blocks), (candidates, blocks))


def test_spread_tells_candidates_from_luck_they_do_not_share() -> None:
    known = tuning.spread(made_up(0.04, 0.01))
    assert known.noise == pytest.approx(0.01, rel=0.05)
    assert known.signal == pytest.approx(0.04, rel=0.5)
    nothing = tuning.spread(made_up(0.0, 0.01))
    assert nothing.noise == pytest.approx(0.01, rel=0.05)
    assert nothing.reliability < 0.5


def test_spread_of_too_little_says_nothing() -> None:
    for shape in ((1, 50), (5, 1)):
        assert tuning.spread(np.random.default_rng(1).normal(size=shape)) == tuning.Spread(0.0, 0.0)
    assert tuning.spread(np.full((3, 4), 0.5)).reliability == 0


def test_blocks_rise_while_luck_outweighs_what_candidates_differ_by() -> None:
    assert tuning.next_blocks(100, tuning.Spread(0.02, 0.01), 1000) == 100
    assert tuning.next_blocks(101, tuning.Spread(0.01, 0.02), 1000) == 152
    assert tuning.next_blocks(900, tuning.Spread(0.0, 0.02), 1000) == 1000


def test_gain_is_paired_and_covers_the_truth() -> None:
    rng = np.random.default_rng(8)
    hits = 0
    for _ in range(400):
        base = rng.normal(0, 3, 200)
        more = tuning.gain((base + rng.normal(0.1, 0.5, 200))[None], base, -np.inf, np.inf)
        assert more.high[0] - more.low[0] < 0.2  # unpaired it would be more than 1
        hits += bool(more.low[0] <= 0.1 <= more.high[0])
    assert 0.92 < hits / 400 < 0.98


def test_candidates_are_compared_with_the_default_and_the_best_is_marked() -> None:
    scores = np.array([[0.0, 1.0] * 50, [0.5, 1.0] * 50, [0.5, 1.0] * 50])
    table = tuning.candidates(["default", "one", "two"], scores, 0, (0.0, 1.0))
    assert table["value"].tolist() == [0.5, 0.75, 0.75]
    assert table["gain"].tolist() == [0.0, 0.25, 0.25]
    assert table["chosen"].tolist() == [False, True, False]
    assert (table["gain_low"][1:] > 0.15).all()


# Weights and the cube


def box_of(*weights: Weight, only: tuple[str, ...] = ()) -> Box:
    return Box.of(toygame.toy_strategy(toygame.choose_greedy, "any", weights=weights), only)


def test_points_of_the_cube_are_weights_within_bounds() -> None:
    box = box_of(Weight("a", 2.0, "", 0.0, 10.0), Weight("b", 5.0, "", 5.0, 5.0), Weight("c", 9.0, "", -1.0, 1.0))
    assert box.size == 2
    assert box.unit().tolist() == [0.2, 1.0]
    table = box.weights(np.array([[0.0, 0.0], [1.0, 1.0], [0.123456789, 0.5]]))
    assert table.tolist() == [[0.0, 5.0, -1.0], [10.0, 5.0, 1.0], [1.235, 5.0, 0.0]]


def test_only_some_weights_are_tuned() -> None:
    weights = Weight("a", 2.0, "", 0.0, 10.0), Weight("b", 0.5, "", 0.0, 1.0)
    box = box_of(*weights, only=("b",))
    assert box.weights(np.array([[0.25, 0.9]])).tolist() == [[2.0, 0.25]]
    with pytest.raises(MeepleError, match="only: strategy 'any' has no weight 'd'; it has: a, b"):
        box_of(*weights, only=("d",))


# The games


def arena_of(opponents: int, players: int, jobs: int = 1) -> Arena:
    others = tuple(toygame.greedy(f"other-{i}", most=i % 3) for i in range(opponents))
    return Arena(toygame.SPEC, toygame.SPEC.load_rules(None, {}), toygame.greedy(), others, players, 7, jobs)


def names(arena: Arena) -> list[list[str]]:
    return [[each.name for each in line_up] for line_up in arena.line_ups]


def test_more_opponents_than_seats_take_turns_and_fewer_fill_them() -> None:
    assert names(arena_of(3, 3)) == [
        ["greedy", "other-0", "other-1"], ["greedy", "other-1", "other-2"], ["greedy", "other-2", "other-0"]
    ]  # fmt: skip
    assert names(arena_of(1, 4)) == [["greedy", "other-0", "other-0", "other-0"]]
    assert arena_of(3, 3).whole(100) == 102


@pytest.mark.parametrize("jobs", [1, 2])
def test_scores_are_the_blocks_of_ordinary_runs(jobs: int) -> None:
    arena = arena_of(2, 3, jobs)
    weights = np.array([[0.0], [2.0]])
    scores = arena.scores(weights, 50, 40)
    alone = arena_of(1, 3, jobs)
    assert (alone.scores(weights, 50, 40)[1:] == alone.scores(weights[1:], 50, 40)).all()
    assert scores.shape == (2, 40)
    for candidate, (most,) in enumerate(weights):
        for number, line_up in enumerate(arena.line_ups):
            seats = [toygame.greedy("own", most), *line_up[1:]]
            schedule = Schedule(7, ("own", *(each.name for each in line_up[1:])), 60, 50 + 20 * number)
            rows = np.concatenate(list(batch.simulate(arena.spec, arena.ruleset, seats, schedule)))
            own = rows["win_share"][rows["entry"] == 0].reshape(20, 3).mean(axis=1)
            assert own.tolist() == pytest.approx(scores[candidate, 20 * number : 20 * (number + 1)].tolist())


def test_a_range_of_deals_has_an_end() -> None:
    assert tuneplay.deals_from(CHOOSING, ROOM - 5, 5) == JUDGING - 5
    with pytest.raises(MeepleError, match="deals of a kind"):
        tuneplay.deals_from(CHOOSING, ROOM - 5, 6)


@compiled
def test_no_deal_serves_two_purposes(toy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Generations, choice and judgement play deals of their own, and those of a tuning that goes on are new."""
    spans: dict[tuple[int, int], int] = {}
    plain = batch.simulate

    def spy(spec: Any, ruleset: Any, strategies: Any, schedule: Schedule, **more: Any) -> Any:
        span = (schedule.first_deal, schedule.first_deal + schedule.blocks)
        spans[span] = spans.get(span, 0) + 1
        return plain(spec, ruleset, strategies, schedule, **more)

    monkeypatch.setattr(batch, "simulate", spy)
    tuned(generations=2)
    tuned(generations=4, resume=True)
    ends = sorted(spans)
    assert all(one[1] <= other[0] for one, other in pairwise(ends))
    kinds = [start // ROOM for start, _ in ends]
    assert kinds == [1] * 4 + [2] * 2 + [3] * 2
    assert (TUNING, CHOOSING, JUDGING) == (ROOM, 2 * ROOM, 3 * ROOM)
    # each generation's candidates, and each of those one is chosen from, share their deals
    assert all(count > 1 for count in spans.values())


# From beginning to end


@compiled
def test_what_is_planted_is_found_kept_and_used(toy: Path) -> None:
    """The default lapses nine times in ten; tuned it hardly does, and says so from deals it never saw."""
    finding = tuned(against="own.py:idle,own.py:planted", generations=8)
    file = weightsfile.read(Path("w.toml"))
    assert file.weights["lapse"] < 0.25
    held = finding.table.set_index("measure")
    assert held.loc["against default", "value_low"] > 0.5
    assert finding.facts["better"]
    assert file.held_out["better"]
    assert file.held_out["against_default"] == [
        pytest.approx(held.loc["against default", name], abs=1e-6) for name in ("value", "value_low", "value_high")
    ]
    gain = held.loc["tuned", "value"] - held.loc["default", "value"]
    assert held.loc["gain", "value"] == pytest.approx(gain)
    loaded = catalog.load("toy", "own.py:planted@w.toml")
    assert loaded.weights[0].default == file.weights["lapse"]
    # The figure holds where another seed deals.
    rows = api.simulate("toy", strategies=["own.py:planted@w.toml", "own.py:planted"], players=2, games=4000, seed=99)
    share = rows[(rows["about"] == "strategy") & (rows["measure"] == "win_share")].set_index("name")
    assert share.loc["planted@w.toml", "low"] > 0.5
    assert share.loc["planted@w.toml", "value"] == pytest.approx(held.loc["against default", "value"], abs=0.05)


@compiled
def test_weights_that_do_not_matter_are_not_called_better(toy: Path) -> None:
    finding = api.tune("toy", "own.py:idle", against="own.py:none", players=2, generations=3, held_out=200, jobs=1,
                       out="w.toml")  # fmt: skip
    assert not finding.facts["better"]
    assert finding.facts["chosen"] == "default"
    assert "these are the default weights" in finding.notes[0]
    assert weightsfile.read(Path("w.toml")).weights == {"idle": 0.5}
    assert not weightsfile.read(Path("w.toml")).held_out["better"]


@compiled
def test_it_starts_from_a_file_and_is_judged_by_the_default(toy: Path) -> None:
    Path("start.toml").write_text('game = "toy"\nstrategy = "planted"\n[weights]\nlapse = 0.0\n')
    finding = api.tune("toy", "own.py:planted@start.toml", against="own.py:idle", players=2, generations=1,
                       held_out=400, jobs=1)  # fmt: skip
    weights = finding.tables["weights"].set_index("weight")
    assert weights.loc["lapse", ["default", "start"]].tolist() == [0.9, 0.0]
    assert {"default", "start"} <= set(finding.tables["candidates"]["candidate"])
    assert finding.facts["better"]


def content(path: str) -> str:
    """A file of weights without the time it took."""
    return "\n".join(line for line in Path(path).read_text().splitlines() if not line.startswith("minutes"))


@compiled
def test_one_job_or_two_all_at_once_or_resumed_the_result_is_the_same(toy: Path) -> None:
    tuned("whole.toml", 5, command="x")
    tuned("jobs.toml", 5, command="x", jobs=2)
    tuned("parts.toml", 2, command="x")
    tuned("parts.toml", 5, command="x", resume=True)
    assert content("jobs.toml") == content("whole.toml")
    assert content("parts.toml") == content("whole.toml")
    logs = [json.loads(Path(f"{name}.toml.tuning").read_text()) for name in ("whole", "parts")]
    assert logs[0]["generations"] == logs[1]["generations"]
    tuned("other.toml", 5, command="x", seed=2)
    assert content("other.toml") != content("whole.toml")


def interrupt_after(number: int, said: list[str]) -> Listener:
    def state(words: str) -> None:
        if words.startswith(f"generation {number},"):
            raise KeyboardInterrupt

    return Listener(None, said.append, state)


@compiled
def test_interrupted_it_keeps_the_best_so_far_without_a_figure(toy: Path) -> None:
    said: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        tuned("w.toml", 5, command="meeplelab tune toy", listener=interrupt_after(3, said))
    file = weightsfile.read(Path("w.toml"))
    assert not file.held_out
    assert "not judged" in file.tuning["chosen"]
    assert said[-1].endswith("Go on with: meeplelab tune toy --out w.toml --resume")
    catalog.load("toy", "own.py:planted@w.toml")
    tuned("w.toml", 5, command="x", resume=True)
    tuned("whole.toml", 5, command="x")
    assert content("w.toml") == content("whole.toml")


@compiled
def test_interrupted_before_anything_is_known_it_leaves_nothing(toy: Path) -> None:
    def told(done: int, total: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tuned("w.toml", 5, listener=Listener(told, None, None))
    assert sorted(path.name for path in toy.iterdir()) == ["own.py"]


@compiled
@pytest.mark.parametrize("last", [False, True])
def test_of_two_tunings_into_one_file_one_ends_and_harms_nothing(toy: Path, last: bool) -> None:
    def other(words: str) -> None:
        if words.startswith("choosing" if last else "generation 2,"):
            tuned("w.toml", 4, command="other", resume=True)

    with pytest.raises(MeepleError, match=r"w\.toml\.tuning is being written by another tuning; expected one"):
        tuned("w.toml", 3, listener=Listener(None, None, other))
    assert weightsfile.read(Path("w.toml")).tuning["command"] == "other"
    assert len(json.loads(Path("w.toml.tuning").read_text())["generations"]) == 4


@compiled
@pytest.mark.slow
def test_killed_it_goes_on_as_if_never_stopped(toy: Path) -> None:
    program = """
        from meeplelab import api, tunesearch
        from tests import toygame

        tunesearch.FIRST_BLOCKS, tunesearch.MOST_BLOCKS = 60, 200
        with toygame.registered():
            api.tune("toy", "own.py:planted", out="w.toml", against="own.py:idle", players=2, held_out=400, jobs=1,
                     generations=100000, command="x")
    """
    child = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program)], cwd=toy, env={"PYTHONPATH": str(ROOT), "PATH": ""}
    )
    try:
        late = time.monotonic() + 120
        while (
            not Path("w.toml.tuning").exists() or len(json.loads(Path("w.toml.tuning").read_text())["generations"]) < 3
        ):
            assert time.monotonic() < late
            assert child.poll() is None
            time.sleep(0.01)
    finally:
        child.send_signal(signal.SIGKILL)
        child.wait()
    assert not Path("w.toml").exists()
    done = len(json.loads(Path("w.toml.tuning").read_text())["generations"])
    tuned("w.toml", done + 2, command="x", resume=True)
    tuned("whole.toml", done + 2, command="x")
    assert content("w.toml") == content("whole.toml")


@compiled
@pytest.mark.slow
def test_alone_it_tunes_for_points(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name = next(name for name in catalog.names(ALONE) if catalog.load(ALONE, name).weights)
    finding = api.tune(ALONE, name, players=1, generations=2, held_out=200, out="w.toml")
    assert finding.table["measure"].tolist() == ["tuned", "default", "gain"]
    assert set(finding.table["unit"]) == {"VP"}
    assert weightsfile.read(Path("w.toml")).held_out["measure"] == "VP"
    assert "VP more than with its default weights" in finding.notes[0]
    with pytest.raises(MeepleError, match="one player alone has no opponents"):
        api.tune(ALONE, name, players=1, generations=2, against="random")


# What is refused


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("own.py:none",), "strategy 'none' has no weight to tune"),
        (("own.py:planted@lapse=2",), "planted: lapse = 2: out of bounds; expected 0 to 1"),
        (("nobody",), "toy has no strategy 'nobody'"),
        (("own.py:planted", "--against", "nobody"), "toy has no strategy 'nobody'"),
        (("own.py:planted", "--against", "own.py:idle,,own.py:none"), "against: no name in"),
        (("own.py:planted", "--against", "own.py:idle,./own.py:idle"), "expected different strategies"),
        (("own.py:planted", "--only", "laps"), "only: strategy 'planted' has no weight 'laps'; it has: lapse, idle"),
        (("own.py:planted", "--minutes", "0"), "minutes: 0 is no time to tune for"),
        (("own.py:planted", "--minutes", "nan"), "minutes: nan is no time to tune for"),
        (("own.py:planted", "--generations", "0"), "generations: 0 is no number of them"),
        (("own.py:planted", "--held-out", "5"), "held-out: 5 blocks; expected 30 to"),
        (("own.py:planted", "--players", "9"), "players: toy is for 2 to 4, not 9"),
        (("own.py:planted", "--jobs", "0"), "jobs: 0"),
        (("own.py:planted", "--seed", "-1"), "seed: -1 is out of range"),
        (("own.py:planted", "--out", "weights"), "out: weights: expected a name that ends in .toml"),
        (("own.py:planted", "--out", "there.toml"), "there.toml exists"),
        (("own.py:planted", "--out", "logged.toml"), "logged.toml.tuning exists; go on with --resume"),
        (("own.py:planted", "--resume"), "w.toml.tuning: no such file; expected the log of a tuning to go on with"),
        (("own.py:planted", "--out", "logged.toml", "--resume"), "logged.toml.tuning: cannot be read"),
        (("own.py:planted", "--out", "there.toml/w.toml", "--resume"), "there.toml is no folder"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_refusals(toy: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str) -> None:
    Path("there.toml").write_text("")
    Path("logged.toml.tuning").write_text("no JSON")
    before = {path.name: path.read_bytes() for path in toy.iterdir() if path.is_file()}
    against = () if "--against" in words else ("--against", "own.py:idle")
    out = () if "--out" in words else ("--out", "w.toml")
    players = () if "--players" in words else ("--players", "2")
    limit = () if {"--minutes", "--generations"} & set(words) else ("--generations", "1")
    result = Commands(capsys)("tune", "toy", *words, *against, *out, *players, *limit)
    assert (result.code, result.out) == (2, "")
    assert said in result.err
    assert result.err.count("Error: ") == 1
    assert {path.name: path.read_bytes() for path in toy.iterdir() if path.is_file()} == before


MEASURED = {"blocks": 60, "check": "", "scores": [0.5], "signal": 0.0, "noise": 0.0}


@compiled
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": 2}, "not of format 1"),
        ({"generations": 5}, "damaged, TypeError"),
        ({"generations": [{**MEASURED, "blocks": 0}]}, "damaged, ValueError"),
        ({"generations": [MEASURED]}, "generation 1 does not follow from those before it"),
        ({"seconds": None}, "damaged, TypeError"),
        ({"seconds": float("nan")}, "damaged, ValueError: seconds = nan"),
        ({"seconds": -1}, "damaged, ValueError: seconds = -1.0"),
        ({"about": 3}, "damaged, AttributeError"),
        ({"about": []}, "damaged, AttributeError"),
        ({"about": {}}, "a tuning with another game; expected the command as it was"),
    ],
)  # fmt: skip
def test_a_log_that_is_damaged_or_of_something_else_is_refused(toy: Path, change: dict[str, Any], said: str) -> None:
    tuned(generations=1)
    document = json.loads(Path("w.toml.tuning").read_text())
    Path("w.toml.tuning").write_text(json.dumps({**document, **change}))
    before = content("w.toml")
    with pytest.raises(MeepleError) as caught:
        tuned(generations=2, resume=True)
    assert said in str(caught.value)
    assert content("w.toml") == before


@compiled
def test_a_log_of_another_seed_is_refused(toy: Path) -> None:
    tuned(generations=1)
    with pytest.raises(MeepleError, match="a tuning with another seed"):
        tuned(generations=2, seed=2, resume=True)


@compiled
def test_the_command_prints_tables_or_json(
    toy: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ("toy", "own.py:planted", "--against", "own.py:idle", "--players", "2", "--generations", "2",
             "--held-out", "200", "--jobs", "1")  # fmt: skip
    command = Commands(capsys)
    monkeypatch.setattr(sys, "argv", ["meeplelab", "tune", *words, "--out", "a.toml"])
    shown = command("tune", *words, "--out", "a.toml")
    assert shown.code == 0, shown.err
    assert "against default" in shown.out
    assert "chance of taking all it may" in shown.out
    assert "written: a.toml" in shown.err
    (_, again) = shown.out.strip().rsplit(" Again: meeplelab ", 1)
    assert again.endswith("--out a-again.toml")
    assert command(*again.split()).code == 0
    assert Path("a-again.toml").exists()
    told = json.loads(command("tune", *words, "--out", "b.toml", "--json").out)
    assert told["name"] == "tune"
    assert told["tables"]["held_out"][0]["measure"] == "against default"
    assert tunesearch.Log(Path("a.toml.tuning"), {}).read()[0] == tunesearch.Log(Path("b.toml.tuning"), {}).read()[0]
