"""`meeplelab variance` and `meeplelab decided`: what they print, keep and refuse, and their figures."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from analyses.finding import Finding
from analyses.variance import MEANING
from meeplelab import api
from reports import canvas
from reports.experiments import decided as decided_figures
from reports.experiments import variance as variance_figures
from simcore.jit import JIT_DISABLED
from simcore.registry import GAMES, game
from tests.commandline import Commands

GAME = GAMES[0]
ALONE = next(name for name in GAMES if game(name).players[0] == 1)
FIGURES = {"variance": variance_figures, "decided": decided_figures}
compiled = pytest.mark.skipif(JIT_DISABLED, reason="plays more games than plain Python can")


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    monkeypatch.chdir(tmp_path)
    Path("there.json").write_text("{}")
    return Commands(capsys)


WRONG = [
    (("variance", "chess"), ("unknown game 'chess'",)),
    (("decided", "chess"), ("unknown game 'chess'",)),
    (("variance", GAME, "--lucks", "1"), ("lucks: 1 a deal", "expected 2 or more")),
    (("variance", GAME, "--games", "100"), ("games: 100 make 7 deals", "expected 480 games or more")),
    (("variance", GAME, "--games", "0"), ("games: 0",)),
    (("variance", GAME, "--jobs", "0"), ("jobs: 0",)),
    (("variance", GAME, "--games", "99999999999"), ("games",)),
    (("variance", GAME, "--strategies", "rando"), ("'rando'",)),
    (("variance", GAME, "--out", "there.json"), ("there.json exists",)),
    (("decided", GAME, "--out", "there.json"), ("there.json exists",)),
    (("decided", GAME, "--games", "100"), ("games: 100 make 25 blocks", "expected 60 blocks or more")),
    (("decided", GAME, "--sure", "1"), ("sure: 1", "between 0 and 1")),
    (("decided", GAME, "--set", "rules.nothing=1"), ("nothing",)),
    (("decided", ALONE, "--players", "1"), ("one player alone has no lead", "expected 2 or more")),
]


@pytest.mark.parametrize(("words", "said"), WRONG, ids=lambda value: " ".join(value))
def test_refusals(command: Commands, words: tuple[str, ...], said: tuple[str, ...]) -> None:
    before = sorted(Path().iterdir())
    result = command(*words)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("Error: ") or "\nError: " in result.err
    assert all(part in result.err for part in said), result.err
    assert sorted(Path().iterdir()) == before


@compiled
@pytest.mark.parametrize(("verb", "games"), [("variance", "480"), ("decided", "400")])
def test_finding_is_printed_kept_and_drawn(command: Commands, verb: str, games: str) -> None:
    result = command(verb, GAME, "--games", games, "--jobs", "2", "--json", "--out", "found.json")
    assert result.code == 0, result.err
    assert result.out == Path("found.json").read_text()
    document = json.loads(result.out)
    assert document["name"] == verb
    assert document["evidence"]["games"] == int(games)
    assert all({"blocks", "games", "n"} <= set(row) for table in document["tables"].values() for row in table)
    other = command(verb, GAME, "--games", games, "--jobs", "1", "--json")
    assert json.loads(other.out)["tables"] == document["tables"]
    finding = Finding.read(Path("found.json"))
    with canvas.style():
        drawings = FIGURES[verb].section(finding)
        for drawing in drawings:
            drawing.figure.savefig("figure.png")
            assert drawing.alt
            assert "n = " in drawing.caption.sample
            assert "nan" not in drawing.caption.text + drawing.alt
    assert len(drawings) == 2
    assert len({drawing.name for drawing in drawings}) == 2


@compiled
def test_variance_in_words(command: Commands) -> None:
    result = command("variance", GAME, "--games", "480")
    assert result.code == 0, result.err
    assert "30 deals, each with 4 lucks under 4 rotations" in result.out
    assert all(part in result.out for part in MEANING)
    assert "seed 1" in result.out
    assert "n = 480 games in 30 blocks" in result.out


@compiled
def test_decided_in_words(command: Commands) -> None:
    result = command("decided", GAME, "--games", "400", "--sure", "0.7")
    assert result.code == 0, result.err
    assert "With 70% as sure enough" in result.out
    assert "runaway index" in result.out
    assert "classes are off beyond their interval" in result.out


@compiled
def test_alone_only_deal_and_chance_are_there() -> None:
    finding = api.variance(ALONE, players=1, games=240, jobs=1)
    assert finding.table["part"].tolist() == ["setup", "chance in play"]
    assert finding.table["share"].sum() == pytest.approx(1)
    assert set(finding.table["measure"]) == {"score"}
    assert len(finding.tables["finer"]) == 0
    with canvas.style():
        assert len(variance_figures.section(finding)) == 1


@compiled
def test_every_deal_has_lucks_of_its_own_and_shares_them_over_rotations() -> None:
    """With chance as in the ordinary game the first luck of the first deal is that game; others differ from it."""
    from meeplelab.listener import SILENT
    from meeplelab.match import prepare
    from meeplelab.variance import crossed

    match = prepare(GAME, 2, 4, ["greedy-value", "random"], 5)
    y = crossed(match, 40, 3, 1, None, SILENT)["score"].y
    assert y.shape == (40, 3, 2, 2)
    assert (y[:, 0] != y[:, 1]).any(axis=(1, 2)).mean() > 0.9
    ordinary = api.simulate(GAME, players=2, games=2, strategies=["greedy-value", "random"], seed=5)
    scores = ordinary[(ordinary["about"] == "strategy") & (ordinary["measure"] == "score")].set_index("name")["value"]
    # Seat s of rotation r is played by entry (s + r) % 2.
    first = {"greedy-value": (y[0, 0, 0, 0] + y[0, 0, 1, 1]) / 2, "random": (y[0, 0, 0, 1] + y[0, 0, 1, 0]) / 2}
    assert {name: scores[name] for name in first} == pytest.approx(first)


def test_sentence_says_which_way() -> None:
    from meeplelab.decided import sentence

    rows = [
        ("round of no return, median", 6.0, 6.0, 6.0),
        ("decided only at the end", 0.25, 0.24, 0.26),
        ("runaway index", 0.05, 0.04, 0.06),
    ]
    table = pd.DataFrame(rows, columns=["measure", "value", "value_low", "value_high"])
    assert sentence(table, 0.8).startswith("With 80% as sure enough, half of the games are decided by round 6;")
    assert "run away" in sentence(table, 0.8)
    table.loc[2, ["value", "value_low", "value_high"]] = [-0.05, -0.06, -0.04]
    assert "caught up with" in sentence(table, 0.8)
    table.loc[2, ["value", "value_low", "value_high"]] = [0.0, -0.01, 0.01]
    assert "as often as the points they have" in sentence(table, 0.8)
    table.loc[1, ["value", "value_low", "value_high"]] = np.array([0.7, 0.6, 0.8])
    assert "most games have no sure winner before the end" in sentence(table, 0.8)
