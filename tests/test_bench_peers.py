"""The contest of speeds: who cannot play has a line that says so, and everybody else plays on."""

import sys
from pathlib import Path

import pytest

from benchmarks import bench_peers
from benchmarks.bench_peers import play, report, started

PLAYS = """
import json, sys
print(json.dumps({"version": "1", "remark": "plays", "moves": MOVES, "distinct": None}), flush=True)
for _ in sys.stdin:
    print(json.dumps({"processor": 0.5, "wall": 1.0, "decisions": DECISIONS, "games": 100}), flush=True)
"""


def script(moves, decisions):
    """A contestant with 100 games in half a second."""
    return PLAYS.replace("MOVES", str(moves)).replace("DECISIONS", str(decisions))


@pytest.fixture
def contest(tmp_path, monkeypatch):
    """Our game of 80 choices in 100 moves, a twin a tenth as fast, a peer of 50 moves, one that is not installed,
    and one that dies."""
    scripts = {
        "ours": script(100, 8000),
        "twin": script(None, 800),
        "peer": script(None, 5000),
        "absent": "import an_engine_nobody_has",
        "dying": script(None, 5000).replace("for _ in sys.stdin:", "for _ in [input()]:"),
    }
    (tmp_path / "peers").mkdir()
    for name, text in scripts.items():
        (tmp_path / "peers" / f"{name}.py").write_text(text)
    monkeypatch.setattr(bench_peers, "HERE", tmp_path)
    house = bench_peers.HOUSES[0]
    asked = [("ours", "ours", house), ("twin alone", "twin", house)]
    asked += [(f"engine {k}", name, "whist") for k, name in enumerate(("absent", "dying", "peer"))]
    lines = [started(who, name, game, Path(sys.executable)) for who, name, game in asked]
    for line in lines:
        line.told = line.hear()
    play(lines, 3)
    return lines


def test_a_peer_that_is_missing_has_its_line_and_the_others_play_on(contest):
    assert [len(line.rounds) for line in contest] == [3, 3, 0, 1, 3]
    told = [line for line in report(contest).splitlines() if line.startswith(("engine 0", "engine 1"))]
    assert told == [
        "engine 0     whist                   not to be had here: "
        "ModuleNotFoundError: No module named 'an_engine_nobody_has'",
        "engine 1     whist                   stopped after round 1: ended with code 0",
    ]


def test_ratios_are_of_moves_to_peers_and_of_choices_to_copies(contest):
    ours, twin, _, _, peer = contest
    assert (ours.rate("decisions"), ours.moves_rate) == (16000, 20000)
    assert (peer.moves_rate, twin.moves_rate) == (10000, None)
    assert ours.over(peer) == 2
    assert ours.over(twin) == 10
    text = report(contest)
    assert "watchmen:greedy-value over the fastest peer on any game (engine 2 whist), moves/s: 2.0 times (bar 1" in text
    assert (
        "watchmen:greedy-value over the twin, plays by itself, choices/s: 10.0 times (bar 100 times: not met)" in text
    )
