"""`meeplelab regret`, played: planted traps and dead items are named, positions are those of replays."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import numpy as np
import pytest

from analyses.finding import Finding
from analyses.regret.tables import DEAD, TRAP
from analyses.verdict import UNKNOWN
from meeplelab import api
from meeplelab.commands import regret
from meeplelab.listener import SILENT
from meeplelab.match import prepare
from meeplelab.regretdraw import Course, draw, shares_of
from meeplelab.regretplay import Field, Thinker
from reports import canvas
from reports.experiments import regret as figures
from simcore.errors import MeepleError
from simcore.jit import BOUNDS_CHECKED, JIT_DISABLED
from simcore.replay import Game, steps
from tests.commandline import Commands
from tests.test_planted import level_items

compiled = pytest.mark.skipif(JIT_DISABLED or BOUNDS_CHECKED, reason="plays more roll-outs than slow code can")
GAME = "watchmen"
OWN = """
from simcore.games.watchmen.state import D_ITEM, D_PAY, ITEM_NAMES, K_PASS
from strategies.contract import strategy

ANVIL = ITEM_NAMES.index("anvil")


@strategy("watchmen", idea="Plays the Anvil whenever it can.")
def drawn(rules, public, private, options, count, weights, stream):
    if public.decision == D_ITEM:
        for i in range(count):
            if options[i].a == ANVIL:
                return i
    return 1 if options[0].kind == K_PASS and public.decision != D_PAY else 0


@strategy("watchmen", idea="Never plays the Anvil unless it must.")
def shy(rules, public, private, options, count, weights, stream):
    if public.decision == D_ITEM:
        return 1 if options[0].a == ANVIL else 0
    return 1 if options[0].kind == K_PASS and public.decision != D_PAY else 0
"""
BAD = {**level_items(), "item.anvil.draw": "0", "item.anvil.actions": "0"}
"""All items are alike, but for the Anvil: it does nothing."""
QUICK = "search@budget=200"


@pytest.fixture
def own(tmp_path: Path) -> str:
    path = tmp_path / "own.py"
    path.write_text(OWN)
    return str(path)


def verdicts(finding: Finding) -> dict[str, str]:
    return dict(zip(finding.table["thing"], finding.table["verdict"], strict=True))


@compiled
def test_a_planted_trap_is_named_and_it_alone(own: str) -> None:
    finding = api.regret(
        GAME, kinds="item", players=2, strategies=f"{own}:drawn", search=QUICK, games=150, positions=250, changes=BAD
    )
    words = verdicts(finding)
    assert words.pop("item.anvil") == TRAP
    assert TRAP not in words.values()
    row = finding.table.set_index("thing").loc["item.anvil"]
    assert row["chosen"] == 1
    assert row["fault_low"] > 0.01
    assert finding.facts["traps"] == ["item.anvil"]
    with canvas.style():
        shares, losses = figures.section(finding)
    assert "Anvil (item)" in losses.caption.text
    assert "Dead content, best in less than 5% of the decisions that offer it: none" in shares.caption.text
    # it took the Anvil wherever it was offered, so that what the thing loses there is all the same
    assert row["fault"] == pytest.approx(row["loss"])


@compiled
def test_a_planted_dead_item_is_named_and_it_alone(own: str) -> None:
    """It is as good as any when nothing is at stake any more: best now and then, if the last rounds are looked at."""
    finding = api.regret(
        GAME, kinds="item", players=2, strategies=f"{own}:shy", search=QUICK, games=150, positions=250, rare=0.1,
        changes=BAD,
    )  # fmt: skip
    words = verdicts(finding)
    assert words.pop("item.anvil") == DEAD
    assert not {DEAD, TRAP} & set(words.values())
    assert finding.table.set_index("thing").loc["item.anvil", "chosen"] == 0


# decisions that are judged


def courses(kinds: list[list[int]]) -> list[Course]:
    """Games that ask these kinds of decisions, one after the other."""
    return [
        Course(deal, 0, np.zeros(2 * len(each), np.int64), 2 * np.arange(len(each)), np.array(each, np.int64))
        for deal, each in enumerate(kinds)
    ]


def test_kinds_share_the_positions_evenly_as_far_as_they_go() -> None:
    assert shares_of(np.array([100, 3, 0, 100]), 11) == [4, 3, 0, 4]
    assert shares_of(np.array([100, 3, 0, 100]), 2) == [1, 0, 0, 1]
    assert shares_of(np.array([5, 3]), 100) == [5, 3]


def test_decisions_drawn_stand_for_all_of_their_kind() -> None:
    games = courses([[0, 0, 1, 0]] * 50 + [[1]] * 10)
    drawn = draw(games, 40, 3, seed=4)
    assert len(drawn.game) == len(set(zip(drawn.game.tolist(), drawn.number.tolist(), strict=True))) == 40
    assert drawn.asked.tolist() == [150, 60, 0]
    for kind, asked in ((0, 150), (1, 60)):
        assert drawn.weight[drawn.kind == kind].sum() == pytest.approx(asked)
        assert (drawn.kind == kind).sum() == 20
    for game, number, kind in zip(drawn.game, drawn.number, drawn.kind, strict=True):
        assert games[game].kinds[games[game].asks.tolist().index(number)] == kind


def test_all_decisions_of_a_kind_are_as_likely() -> None:
    games = courses([[0, 0, 0], [0]])
    times = np.zeros(4)
    for seed in range(800):
        drawn = draw(games, 2, 1, seed)
        times[np.where(drawn.game == 1, 3, drawn.number // 2)] += 1
    assert times / 800 == pytest.approx(np.full(4, 0.5), abs=0.07)


def test_nothing_to_judge_is_told() -> None:
    with pytest.raises(MeepleError, match="no decision offers one of these things"):
        draw(courses([[], []]), 5, 2, seed=1)


@compiled
def test_what_was_judged_was_played() -> None:
    """The decisions judged are those of the game that a replay plays, with its options and its choice."""
    match = prepare(GAME, 3, 1, None, 8)
    every = tuple(range(len(match.spec.things().every)))
    field = Field(match, Thinker.of(GAME, "search@budget=20", 3), every, 2, SILENT)
    played = field.courses(4)
    assert [(course.deal, course.rotation) for course in played] == [(0, 0), (1, 1), (2, 2), (3, 0)]
    drawn = draw(played, 60, len(match.spec.decisions), 8)
    judged = list(field.judged(played, drawn))
    assert len(judged) == 60
    speak = match.spec.describer()
    told = {
        (course.deal, step.index): step
        for course in played
        for step in steps(Game(match.spec, match.ruleset, match.strategies, 8, course.deal, course.rotation))
    }
    for each in judged:
        step = told[each.course.deal, each.number]
        assert (each.seat, each.entry, each.named.chosen) == (step.seat, step.entry, step.choice)
        assert each.words == tuple(speak.option(match.ruleset, step.before, option) for option in step.options)
        assert match.spec.decisions[each.kind] == step.decision
        assert len(each.found.means) == len(step.options) >= 2
        # the worlds of an option are as many as those of any other, and those that measure are fresh
        assert each.found.worlds >= 10
        assert each.measured.means.shape == (len(each.named.measured), 3)
        assert ((each.found.means[:, 1] >= 0) & (each.found.means[:, 1] <= 1)).all()
    assert any((each.found.means[each.named.measured] != each.measured.means).any() for each in judged)


# the command


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    monkeypatch.chdir(tmp_path)
    Path("there.json").write_text("{}")
    return Commands(capsys)


WRONG = [
    (("chess",), ("unknown game 'chess'",)),
    ((GAME, "--search", "thrifty"), ("search: 'thrifty' does not think ahead", "expected search or search:NAME")),
    ((GAME, "--search", "search:thriftt"), ("did you mean thrifty",)),
    ((GAME, "--search", "search@budget=1"), ("budget",)),
    ((GAME, "--search", "search@tree=1"), ("tree search does not play all options equally often", "expected tree=0")),
    ((GAME, "--positions", "0"), ("positions: 0; expected 1",)),
    ((GAME, "--games", "0"), ("games: 0; expected 1",)),
    ((GAME, "--games", "99999999999"), ("games: 99,999,999,999",)),
    ((GAME, "--examples", "-1"), ("examples: -1",)),
    ((GAME, "--rare", "0"), ("rare: 0",)),
    ((GAME, "--margin", "much"), ("margin: much",)),
    ((GAME, "--method", "holm"), ("method: 'holm'",)),
    ((GAME, "--kinds", "boats"), ("kinds:", "'boats'")),
    ((GAME, "--things", "item.spok"), ("item.spook",)),
    ((GAME, "--kinds", "race-in-play"), ("all seats share these",)),
    ((GAME, "--jobs", "0"), ("jobs: 0",)),
    ((GAME, "--seed", "-1"), ("seed: -1",)),
    ((GAME, "--players", "9"), ("players:",)),
    ((GAME, "--strategies", "rando"), ("'rando'",)),
    ((GAME, "--set", "rules.nothing=1"), ("nothing",)),
    ((GAME, "--out", "there.json"), ("there.json exists",)),
]


@pytest.mark.parametrize(("words", "said"), WRONG, ids=lambda value: " ".join(value))
def test_refusals(command: Commands, words: tuple[str, ...], said: tuple[str, ...]) -> None:
    before = sorted(Path().iterdir())
    result = command("regret", *words)
    assert (result.code, result.out) == (2, "")
    assert "Error: " in result.err
    assert all(part in result.err for part in said), result.err
    assert sorted(Path().iterdir()) == before


QUICKLY = ("--players", "2", "--games", "30", "--positions", "60", "--search", "search@budget=60")


@compiled
def test_finding_is_the_same_on_any_jobs_kept_and_shown(command: Commands) -> None:
    kept = command("regret", GAME, *QUICKLY, "--jobs", "2", "--json", "--out", "found.json")
    assert kept.code == 0, kept.err
    assert kept.out == Path("found.json").read_text()
    document = json.loads(kept.out)
    other = json.loads(command("regret", GAME, *QUICKLY, "--jobs", "1", "--json").out)
    assert other["tables"] == document["tables"]
    assert document["facts"]["positions"] == 60
    assert document["evidence"]["games"] == document["evidence"]["blocks"] == 30
    assert {row["verdict"] for row in document["tables"]["things"]} == {UNKNOWN}
    shown = command("regret", GAME, *QUICKLY)
    assert shown.code == 0, shown.err
    missing = [row["thing"] for row in document["tables"]["things"] if row["thing"][:8] not in shown.out]
    assert not missing, shown.out
    assert "…" not in shown.out
    assert "judged by search@budget=60" in shown.out
    assert "something else was better, by the search's count" in shown.out
    assert "docs/statistics/regret.md" in shown.out
    commands = [row["command"] for row in document["tables"]["examples"]]
    unbroken = [line for line in shown.out.splitlines() if line.startswith("  meeplelab replay")]
    assert len(unbroken) == min(len(commands), regret.SHOWN)
    assert {line.strip() for line in unbroken} <= set(commands)
    assert [shown.err.count(f"{what} {GAME}") for what in ("playing", "judging choices of")] == [1, 1]
    finding = Finding.read(Path("found.json"))
    with canvas.style():
        drawings = figures.section(finding)
        for drawing in drawings:
            drawing.figure.savefig("figure.png")
            assert "n = " in drawing.caption.sample
            assert "nan" not in drawing.caption.text + drawing.alt
    # most things rest on fewer than 30 deals here: they are not drawn
    assert len(drawings) <= 2
    assert "n = 30 games in 30 blocks" in shown.out


@compiled
def test_every_example_is_a_position_that_its_command_shows(command: Commands) -> None:
    result = command(
        "regret", GAME, *QUICKLY, "--strategies", "random,thrifty@price=0.5", "--seed", "4",
        "--set", "item.anvil.draw=3", "--json",
    )  # fmt: skip
    assert result.code == 0, result.err
    tables = json.loads(result.out)["tables"]
    assert tables["examples"]
    for row in tables["examples"][:6]:
        words = shlex.split(row["command"])
        assert words[:3] == ["meeplelab", "replay", GAME]
        shown = command(*words[1:])
        assert shown.code == 0, shown.err
        lines = shown.out.splitlines()
        assert any(line.startswith(f"{row['decision']}. {row['who']}: ") for line in lines)
        options = {line[6:] for line in lines}
        assert {row["option"], row["better"]} <= options
        chosen = next(line[6:] for line in lines if line.startswith("   -> "))
        listed = [each for each in tables["options"] if each["position"] == row["position"]]
        assert [each["option"] for each in listed if each["chosen"]] == [chosen]
        assert row["taken"] == any(row["thing"] in each["takes"].split(", ") for each in listed if each["chosen"])
        assert sum(each["best"] for each in listed) == sum(each["advised"] for each in listed) == 1


def test_no_pictures_of_a_single_position() -> None:
    with pytest.raises(MeepleError, match="png: pictures are drawn of a whole game"):
        api.replay(GAME, decision=3, png="pictures")
