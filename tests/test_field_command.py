"""`meeplelab field` as its users meet it: on a toy game, on bad input, as JSON, as figures."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from analyses.field.tables import field_of
from analyses.finding import Evidence, Finding
from meeplelab import api
from reports.canvas import style
from reports.experiments.field import section
from simcore.errors import MeepleError
from simcore.registry import GAMES
from tests.commandline import TAKE_MOST, Commands, tree
from tests.fieldgames import field_games, laid_out
from tests.toygame import registered

GAME = GAMES[0]
THREE = "\n\n".join(
    f'@strategy("toy", name="{name}", idea="Takes {name}.")\n'
    f"def {name}(rules, public, private, options, count, weights, stream):\n    return {what}\n"
    for name, what in (("last", "count - 1"), ("zero", "0"), ("middle", "count // 2"))
)
NAMES = ("./three.py:last", "./three.py:zero", "./three.py:middle")
TOY = ("field", "toy", *NAMES, "--players", "3", "--games", "800", "--jobs", "1")


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Commands]:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(TAKE_MOST)
    Path("three.py").write_text("from strategies.contract import strategy\n\n\n" + THREE)
    with registered():
        yield Commands(capsys)


WRONG: list[tuple[tuple[str, ...], tuple[str, ...]]] = [
    (("field", "chess"), ("unknown game 'chess'", GAME)),
    (("field", GAME, "random"), ("field: random", "two or more different strategies")),
    (("field", GAME, "random", "random"), ("two or more different strategies",)),
    (("field", GAME, "random", "rando"), ("'rando'", "did you mean random")),
    (("field", GAME, "--strategies", "random,clairvoyant"), ("'clairvoyant'", "known:")),
    (("field", GAME, "random", "greedy-value", "--games", "5"), ("games: 5 are too few", "expected 28 or more")),
    (("field", GAME, "random", "greedy-value", "--games", "0"), ("games: 0", "expected 1 or more")),
    (("field", GAME, "random", "greedy-value", "--players", "9"), ("players", "2 to 5", "not 9")),
    (("field", GAMES[1], "random", "explorer", "--players", "1"), ("2 or more players, not 1",)),
    (("field", GAME, "random", "greedy-value", "--seed", "-1"), ("seed: -1",)),
    (("field", GAME, "random", "greedy-value", "--jobs", "0"), ("jobs: 0",)),
    (("field", GAME, "random", "greedy-value", "--jobs", "5000"), ("jobs: 5000", "1 to 1024")),
    (("field", GAME, "random", "greedy-value", "--set", "tie"), ("--set tie", "expected KEY=VALUE")),
    (("field", GAME, "random", "greedy-value", "--rules", "absent.toml"), ("absent.toml", "no such file")),
    (("field", GAME, "random", "greedy-value", "--out", "mine.py"), ("mine.py exists",)),
    (("field", "toy", "./mine.py:most", "./mine.py:wrong", "--players", "2", "--games", "20"), ("'wrong'", "99")),
]


@pytest.mark.parametrize(("args", "words"), WRONG, ids=[" ".join(args)[:70] for args, _ in WRONG])
def test_bad_input_is_told_once(
    command: Commands, tmp_path: Path, args: tuple[str, ...], words: tuple[str, ...]
) -> None:
    before = tree(tmp_path)
    result = command(*args)
    errors = [line for line in result.err.splitlines() if line.startswith("Error: ")]
    assert (result.code, result.out, len(errors)) == (2, "", 1), result.err
    assert not [word for word in words if word not in errors[0]], errors[0]
    assert {name: data for name, data in tree(tmp_path).items() if "__pycache__" not in name} == before


def test_tables_are_narrow_and_tell_the_design(command: Commands) -> None:
    result = command(*TOY)
    assert result.code == 0, result.err
    tables = result.out[: result.out.index("Design:")].splitlines()
    assert max(map(len, tables)) <= 120
    for words in (
        "Design: all 10 line-ups of 3 seats from 3 strategies",
        "ahead of", "alpha-rank", "Nash", "Intransitivity:", "Rock, paper, scissors:",
        "Again: meeplelab",
    ):  # fmt: skip
        assert words in result.out


def test_json_is_the_finding_and_is_kept(command: Commands) -> None:
    result = command(*TOY, "--json", "--out", "kept/field.json")
    assert result.code == 0, result.err
    document = json.loads(result.out)
    assert document["name"] == "field"
    assert list(document["tables"]) == ["ratings", "matchups", "mixtures", "seats", "sweep"]
    assert len(document["tables"]["matchups"]) == 6
    assert {"ahead", "ahead_low", "ahead_high", "n", "games", "deals"} <= set(document["tables"]["matchups"][0])
    evidence, facts = document["evidence"], document["facts"]
    assert evidence["players"] == 3
    assert evidence["games"] == facts["games_a_deal"] * facts["deals"]
    assert evidence["blocks"] == facts["line_ups"] * facts["deals"]
    kept = Finding.read(Path("kept/field.json"))
    assert kept.document() == document


def test_the_same_seed_gives_the_same_field_whatever_the_workers(command: Commands) -> None:
    pair = ("field", "toy", *NAMES[:2], "--players", "3", "--games", "400", "--json")
    one, two = (command(*pair, "--jobs", jobs) for jobs in ("1", "3"))
    other = command(*pair, "--jobs", "1", "--seed", "2")
    tables = [json.loads(result.out)["tables"] for result in (one, two, other)]
    assert tables[0] == tables[1]
    assert tables[0] != tables[2]


def test_a_field_agrees_with_the_runs_it_is_made_of(command: Commands) -> None:
    """The matchup of two at tables of two, counted from `simulate` on the same deals."""
    found = api.field("toy", NAMES[:2], players=2, games=400, seed=3, jobs=1)
    deals = found.facts["deals"]
    seen = {}
    for line_up in (list(NAMES[:2]), [NAMES[0]], [NAMES[1]]):
        frame = api.simulate("toy", players=2, strategies=line_up, seed=3, jobs=1, games=2 * deals)
        seen[len(line_up), line_up[0]] = frame
    pair = seen[2, NAMES[0]]
    wins = pair[(pair["about"] == "strategy") & (pair["measure"] == "win_share")].set_index("name")["value"]
    ahead = found.tables["matchups"].set_index(["strategy", "opponent"])["ahead"]
    assert ahead["last", "zero"] == pytest.approx(wins["last"])
    # An average field of two meets itself half the time and then wins half the games.
    ratings = found.table.set_index("strategy")["seen"]
    assert ratings["last"] == pytest.approx((0.5 + wins["last"]) / 2)


def test_names_may_stand_in_either_place(command: Commands) -> None:
    result = command("field", "toy", NAMES[0], "--strategies", ",".join(NAMES[1:]), *TOY[5:], "--json")
    assert json.loads(result.out)["evidence"]["line_up"] == ["last", "zero", "middle"]


def test_interrupting_leaves_no_worker_playing(command: Commands) -> None:
    from meeplelab.listener import Listener

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        api.field("toy", NAMES, players=3, games=1000, jobs=2, listener=Listener(stop))
    with pytest.raises(MeepleError, match="two or more"):
        api.field("toy", NAMES[:1], players=3)


# ---- figures


@functools.cache
def finding(strengths: tuple[float, ...] = (0.8, 0.1, -0.3, -0.6)) -> Finding:
    plan = laid_out(len(strengths), 3, 30)
    found = field_of(field_games(plan, strengths, (0.2, 0, -0.2), np.random.default_rng(1), 0.5), 1)
    facts = {"design": "all", "line_ups": len(plan.line_ups), **found.facts}
    names = tuple(f"s{i}" for i in range(len(strengths)))
    card = Evidence("toy", "Toy", 1, "base", "0123", 3, names, 1, plan.games, plan.blocks, "m", "meeplelab field toy")
    return Finding("field", "The strategy field", card, found.tables, facts)


@pytest.mark.parametrize("strengths", [(0.8, 0.1, -0.3, -0.6), (0.0, 0.0), (0.0, 0.0, 0.0, 0.0, -30.0)])
@pytest.mark.parametrize("design", ["all", "sampled"])
def test_figures_are_drawn_from_a_kept_finding(strengths: tuple[float, ...], design: str, tmp_path: Path) -> None:
    path = tmp_path / "field.json"
    made = finding(strengths)
    path.write_text(replace(made, facts={**made.facts, "design": design}).text())
    with style():
        drawings = section(Finding.read(path))
        for drawing in drawings:
            FigureCanvasAgg(drawing.figure).draw()
    assert [drawing.name for drawing in drawings] == [
        "field_ratings", "field_matchups", "field_mixtures", "field_alpha",
    ]  # fmt: skip
    for drawing in drawings:
        assert "nan" not in drawing.caption.text + drawing.alt
        assert drawing.caption.sample.startswith("n = ")
        assert len(drawing.alt) > 20


def test_captions_say_what_the_tables_say() -> None:
    with style():
        ratings, matchups, mixtures, alpha = section(finding())
    assert ratings.caption.text.startswith("s0 is rated highest: its seat is to win ")
    assert "Its interval stands clear of all others." in ratings.caption.text
    assert "s0 ahead of s3" in matchups.alt
    assert "No pair goes against the order" in matchups.caption.text
    assert "The mixture that no strategy gains on is s0 alone, 100% [100, 100]." in mixtures.caption.text
    assert "It leads at every alpha." in alpha.caption.text
    with style():
        last = section(finding((0.0, 0.0, -30.0)))[0]
    assert "No finite rating fits s2" in last.caption.text
