"""`meeplelab ladder` as its users meet it: on a toy game, on bad input, as JSON, as figures."""

from __future__ import annotations

import functools
import itertools
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import PathCollection

from analyses.finding import Evidence, Finding
from analyses.ladder.games import LadderGames
from analyses.ladder.tables import METHOD, UNITS, tables_of
from analyses.ladder.words import sentences
from meeplelab import api, rungs
from meeplelab.ladderplay import Size, Tables, measured, play_pairs
from meeplelab.listener import Listener
from reports.canvas import style
from reports.experiments.ladder import section
from simcore.errors import MeepleError
from simcore.jit import JIT_DISABLED
from simcore.registry import GAMES
from simcore.registry import game as game_of
from strategies import catalog
from tests.commandline import TAKE_MOST, Commands, tree
from tests.ladderblocks import drawn
from tests.toygame import SPEC, greedy, random, registered

compiled = pytest.mark.skipif(JIT_DISABLED, reason="plays more games than plain Python can")
GAME = GAMES[0]
ALONE = next(name for name in GAMES if game_of(name).players[0] == 1)
FILE = "from simcore.stream import below\nfrom strategies.contract import strategy\n\n\n" + "\n\n".join(
    f'@strategy("toy", name="{name}", idea="Takes {name}.", stochastic={what.startswith("below")})\n'
    f"def {name}(rules, public, private, options, count, weights, stream):\n    return {what}\n"
    for name, what in (("blind", "below(stream, count)"), ("middle", "count // 2"), ("last", "count - 1"))
)
NAMES = ("./three.py:blind", "./three.py:middle", "./three.py:last")
TOY = ("ladder", "toy", "--strategies", ",".join(NAMES), "--players", "3", "--games", "300", "--jobs", "1")
TWO = ("--strategies", "random,greedy-value")


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Commands]:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(TAKE_MOST)
    Path("three.py").write_text(FILE)
    with registered():
        yield Commands(capsys)


WRONG: list[tuple[tuple[str, ...], tuple[str, ...]]] = [
    (("ladder", "chess"), ("unknown game 'chess'", GAME)),
    (("ladder", GAME, "--strategies", "random"), ("ladder: random", "two or more different rungs")),
    (("ladder", GAME, "--strategies", "random,random"), ("two or more different rungs",)),
    (("ladder", GAME, "--strategies", "random,rando"), ("'rando'", "did you mean random")),
    (("ladder", GAME, "--strategies", "random,greedy-value@majority=99"), ("majority", "out of bounds")),
    (("ladder", GAME, "--strategies", "random,first-legal@tuned"), ("no weights are shipped for first-legal",)),
    (("ladder", GAME, "--strategies", "random", "--budgets", "none"), ("two or more different rungs",)),
    (("ladder", GAME, *TWO, "--budgets", "100,50"), ("budgets: 100, 50", "rising whole numbers")),
    (("ladder", GAME, *TWO, "--budgets", "0"), ("budgets: 0", "rising whole numbers")),
    (("ladder", GAME, *TWO, "--budgets", "many"), ("budgets: many", "or none")),
    (("ladder", GAME, *TWO, "--budgets", "1"), ("budget", "expected 2 to")),
    (("ladder", GAME, *TWO, "--games", "7"), ("games: 7", "2 deals", "8 games")),
    (("ladder", GAME, *TWO, "--search-games", "1"), ("search games: 1",)),
    (("ladder", GAME, *TWO, "--pilot", "0"), ("pilot: 0",)),
    (("ladder", GAME, *TWO, "--games", "99999999999"), ("games", "at most")),
    (("ladder", GAME, *TWO, "--precision", "0"), ("precision: 0 is not above 0",)),
    (("ladder", GAME, *TWO, "--reference", "clairvoyant"), ("'clairvoyant'", "known:")),
    (("ladder", GAME, *TWO, "--step", "0.5"), ("step: 0.5", "more than 0.5")),
    (("ladder", GAME, *TWO, "--step", "1"), ("step: 1", "less than 1")),
    (("ladder", GAME, *TWO, "--players", "9"), ("players", "2 to 5", "not 9")),
    (("ladder", ALONE, "--players", "1", "--precision", "1pp"), ("precision: one player alone",)),
    (("ladder", GAME, *TWO, "--seed", "-1"), ("seed: -1",)),
    (("ladder", GAME, *TWO, "--jobs", "0"), ("jobs: 0",)),
    (("ladder", GAME, *TWO, "--set", "tie"), ("--set tie", "expected KEY=VALUE")),
    (("ladder", GAME, *TWO, "--rules", "absent.toml"), ("absent.toml", "no such file")),
    (("ladder", GAME, *TWO, "--out", "mine.py"), ("mine.py exists",)),
    (("ladder", "toy", "--strategies", "./mine.py:most,mine.py:most", "--players", "2"), ("most, most", "different")),
    (("ladder", "toy", "--strategies", "./mine.py:most,./mine.py:wrong", "--players", "2"), ("'wrong'", "99")),
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


# ---- which rungs


def test_without_names_all_there_are_stand_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = {"thrifty": {2: Path("thrifty-2.toml")}, "warriors": {3: Path("warriors-3.toml")}}
    monkeypatch.setattr(catalog, "shipped_weights", lambda game, name: shipped.get(name, {}))
    monkeypatch.setattr(catalog, "check", lambda *_: None)
    found = rungs.rungs_of(GAME, 2, (), None)
    plain = [name for name in catalog.names(GAME) if name != "random"]
    assert found.names == (
        "random", *plain, "thrifty@tuned", *(f"search@budget={budget}" for budget in (25, 50, 100, 200))
    )  # fmt: skip
    assert [found.kinds[0], found.kinds[1], *found.kinds[-5:]] == ["floor", "heuristic", "tuned", *["search"] * 4]
    assert not found.settled
    (told,) = found.left_out
    assert told.startswith("Without weights tuned at 2 players")
    assert "warriors" in told
    assert "thrifty" not in told
    assert "first-legal" not in told, "it has no weights to tune"
    shipped[catalog.policy_of(GAME, "search")] = {2: Path("policy-2.toml")}
    assert rungs.rungs_of(GAME, 2, (), (50,)).names[-1] == "search@tuned@budget=50"
    assert rungs.rungs_of(GAME, 3, (), (50,)).names[-1] == "search@budget=50"


def test_no_tuned_weights_and_no_search_are_told() -> None:
    with registered():
        nobody = rungs.rungs_of(GAME, 4, ("random", "thrifty"), None)
    assert (nobody.names, nobody.settled, nobody.left_out) == (("random", "thrifty"), True, ())
    with pytest.raises(MeepleError, match="no weights are shipped"):
        rungs.rungs_of(GAME, 4, ("random", "random@tuned"), None)


def test_where_nobody_can_search_the_others_stand_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(game: str, name: str, players: int) -> None:
        if catalog.is_search(name.split("@")[0]):
            raise MeepleError("hidden parts cannot be imagined")

    monkeypatch.setattr(catalog, "check", check)
    found = rungs.rungs_of(GAME, 4, (), None)
    assert "search" not in found.kinds
    assert found.left_out[-1] == "Nobody searches here: hidden parts cannot be imagined."
    with pytest.raises(MeepleError, match="imagined"):
        rungs.rungs_of(GAME, 4, (), (25,))


def test_names_tell_their_kind(tmp_path: Path) -> None:
    kinds = {
        "random": "floor", "thrifty": "heuristic", "thrifty@coin=1": "heuristic", "thrifty@tuned": "tuned",
        "thrifty@tuned@coin=1": "tuned", "./mine.py:most": "own", "search": "search", "search@budget=9": "search",
        "search:thrifty@tuned": "search",
    }  # fmt: skip
    assert {name: rungs.kind_of(name) for name in kinds} == kinds


@pytest.mark.parametrize(("typed", "meant"), [(None, None), ("none", ()), ("25, 50", (25, 50)), ((8, 9), (8, 9))])
def test_budgets_as_typed(typed: str | tuple[int, ...] | None, meant: tuple[int, ...] | None) -> None:
    assert rungs.budgets_of(typed) == meant


# ---- playing


def tables(first_deal: int = 0, players: int = 3, listener: Listener | None = None) -> Tables:
    entries = (random(), greedy("one", 0.0), greedy("three", 2.0))
    ruleset = SPEC.load_rules(None, {})
    return Tables(
        SPEC, ruleset, entries, catalog.labels(entries), players, 7, 1, first_deal, listener or Listener()
    )  # fmt: skip


def test_a_pilot_finds_the_order_and_fresh_deals_follow() -> None:
    with registered():
        order = measured(tables(), [0, 1, 2], 300)
        every = {pair: part.mean() / 3 - 1 / 3 for pair, part in play_pairs(tables(), PAIRS, Size(6000)).items()}
        assert all(every[upper, lower] > every[lower, upper] for lower, upper in itertools.pairwise(order))
        two = measured(tables(players=2), [2, 0, 1], 200)
        duels = {pair: part.mean() for pair, part in play_pairs(tables(players=2), PAIRS, Size(6000)).items()}
        assert all(duels[upper, lower] > 1 for lower, upper in itertools.pairwise(two))
        whole, part, rest = (
            play_pairs(tables(first), [(2, 0)], Size(games))[2, 0] for first, games in ((0, 60), (0, 30), (10, 30))
        )
    assert whole.tolist() == [*part, *rest]
    assert part.tolist() != rest.tolist()


PAIRS = [(one, other) for one in range(3) for other in range(3) if one != other]


def test_a_pair_plays_every_rotation_of_a_deal(command: Commands) -> None:
    """The step of two is their win share in `simulate` with the same line-up, deals and seed."""
    found = api.ladder("toy", [NAMES[0], NAMES[2]], players=3, games=300, seed=5, jobs=1)
    frame = api.simulate("toy", strategies=[NAMES[2], NAMES[0], NAMES[0]], players=3, games=300, seed=5, jobs=1)
    theirs = frame[(frame["about"] == "strategy") & (frame["measure"] == "win_share")].set_index("name").loc["last"]
    step = found.tables["steps"].iloc[0]
    for mine, other in (("win_share", "value"), ("win_share_low", "low"), ("win_share_high", "high")):
        assert step[mine] == pytest.approx(theirs[other])
    assert (found.evidence.games, found.evidence.blocks) == (600, 200)


def test_precision_plays_until_it_is_known_so_well() -> None:
    heard: list[tuple[int, int]] = []
    with registered():
        ear = Listener(lambda done, total: heard.append((done, total)))
        got = play_pairs(tables(listener=ear), [(2, 0), (1, 0)], Size(90_000, 0.02))
        few = play_pairs(tables(), [(2, 0)], Size(300, 0.0001))
    for part in got.values():
        share = part.mean() / 3
        assert 1.96 * part.std(ddof=1) / 3 / np.sqrt(len(part)) <= 0.0205, share
        assert 400 <= len(part) < 30_000
    assert len(few[2, 0]) == 100
    assert heard[-1][0] == heard[-1][1]
    assert all(done <= total for done, total in heard)


def test_the_order_is_measured_on_other_deals_than_the_figures(
    command: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    from meeplelab import ladder, ladderplay

    played: list[tuple[int, int]] = []
    true = ladderplay.play_pairs

    def spy(at: Tables, pairs: list[tuple[int, int]], size: Size, chunk: int | None = None) -> ladderplay.Outcomes:
        played.append((at.first_deal, at.first_deal + size.blocks(at.players)))
        return true(at, pairs, size, chunk)

    monkeypatch.setattr(ladderplay, "play_pairs", spy)
    free = rungs.Rungs((NAMES[2], NAMES[0], NAMES[1]), False)
    monkeypatch.setattr(ladder, "rungs_of", lambda *_: free)
    found = api.ladder("toy", players=3, games=60, pilot=150, jobs=1)
    (pilot_first, pilot_end), *fresh = played
    assert (pilot_first, pilot_end) == (0, 50)
    assert fresh
    assert all(first == 50 for first, _ in fresh)
    assert "measured in a tournament of 150 games a pair on other deals" in " ".join(found.notes)
    seen = found.table.set_index("rung")["seen"]
    assert found.table["rung"].tolist()[-1] == "last"
    assert found.facts["reference"] == found.facts["top"]
    assert seen["last"] == pytest.approx(1 / 3)


@compiled
def test_the_games_themselves_alone_and_together(command: Commands) -> None:
    result = command(
        "ladder", ALONE, "--players", "1", "--strategies", "random,engine,all-rounder", "--games", "80", "--json"
    )
    assert result.code == 0, result.err
    document = json.loads(result.out)
    steps = document["tables"]["steps"]
    assert steps[0]["vp_of_step"] > 10
    assert steps[0]["verdict"] == "rises"
    assert document["evidence"]["games"] == 240
    assert document["tables"]["rungs"][2]["vp"] == pytest.approx(sum(row["vp_of_step"] for row in steps))
    with style():
        for drawing in section(Finding.read(_kept(result.out))):
            FigureCanvasAgg(drawing.figure).draw()
            assert "nan" not in drawing.caption.text + drawing.alt
            assert "VP" in drawing.caption.text + drawing.alt or "deals" in drawing.caption.text


def _kept(text: str) -> Path:
    path = Path("kept.json")
    path.write_text(text)
    return path


@compiled
def test_search_is_played_less_often_on_the_first_of_the_deals(command: Commands) -> None:
    result = command(
        "ladder", GAME, "--players", "2", "--strategies", "random,greedy-value", "--budgets", "2,4",
        "--games", "200", "--search-games", "12", "--json",
    )  # fmt: skip
    assert result.code == 0, result.err
    steps = json.loads(result.out)["tables"]["steps"]
    assert [row["rung"] for row in steps] == ["greedy-value", "search@tuned@budget=2", "search@tuned@budget=4"]
    assert [row["games"] for row in steps] == [200, 12, 12]
    assert [row["verdict"] for row in steps] == ["rises", "not yet known", "not yet known"]


# ---- telling


def test_tables_are_narrow_and_say_it_in_words(command: Commands) -> None:
    result = command(*TOY)
    assert result.code == 0, result.err
    lines = result.out[: result.out.index("The ladder")].splitlines()
    assert max(map(len, lines)) <= 120
    for words in (
        "Coins, 3 players: the skill ladder", "over below", "even is 33.3%", "reference: last", "Depth: ",
        "Luck: last does not beat 2 seats of blind in ", "Reference: last.", "Again: meeplelab",
    ):  # fmt: skip
        assert words in result.out


def test_json_is_the_finding_and_is_kept(command: Commands) -> None:
    result = command(*TOY, "--json", "--out", "kept/ladder.json")
    assert result.code == 0, result.err
    document = json.loads(result.out)
    assert document["name"] == "ladder"
    assert list(document["tables"]) == ["rungs", "steps", "luck"]
    assert all({"blocks", "games", "n"} <= set(row) for table in document["tables"].values() for row in table)
    assert {"depth", "depth_low", "depth_high", "direct", "bend", "reference", "step"} <= set(document["facts"])
    assert Finding.read(Path("kept/ladder.json")).document() == document
    assert "compiling" not in result.out


def test_the_same_seed_gives_the_same_ladder_whatever_the_workers(command: Commands) -> None:
    again = [command(*TOY[:-1], jobs, "--json") for jobs in ("1", "3")]
    other = command(*TOY, "--seed", "2", "--json")
    tables = [json.loads(result.out)["tables"] for result in (*again, other)]
    assert tables[0] == tables[1]
    assert tables[0] != tables[2]


# ---- figures


@functools.cache
def finding(swept: bool = False) -> Finding:
    games = drawn((0.0, 1.5, 1.5, 2.2, 2.0), 4, 300, np.random.default_rng(1))
    if swept:
        won = games.won.copy()
        won[:, 0] = games.games[:, 0]
        games = replace(games, won=won)
    return told(games)


def told(games: LadderGames) -> Finding:
    tables, facts = tables_of(games)
    card = Evidence("toy", "Toy", 1, "base", "0123", 4, games.names, 1, 9600, 2400, METHOD, "meeplelab ladder toy")
    return Finding("ladder", "The skill ladder", card, tables, facts, sentences(tables, facts), UNITS)


@pytest.mark.parametrize("swept", [False, True])
def test_figures_are_drawn_from_a_kept_finding(swept: bool, tmp_path: Path) -> None:
    path = tmp_path / "ladder.json"
    path.write_text(finding(swept).text())
    with style():
        ladder, against = section(Finding.read(path))
        for drawing in (ladder, against):
            FigureCanvasAgg(drawing.figure).draw()
            assert "nan" not in drawing.caption.text + drawing.alt
            assert drawing.caption.sample.startswith("n = 9,600 games, 300 deals a step")
    assert [ladder.name, against.name] == ["ladder", "ladder_reference"]
    left, right = ladder.figure.axes
    names = [label.get_text() for label in left.get_yticklabels()]
    assert names == ["r4", "r3", "r2", "r1", "r0"], "the strongest stands on top"
    dots = {round(float(part.get_offsets()[0, 1])): float(part.get_offsets()[0, 0]) for part in right.collections
            if isinstance(part, PathCollection)}  # fmt: skip
    steps = finding(swept).tables["steps"]
    assert [dots[line] for line in range(4)] == pytest.approx(steps["win_share"].tolist()[::-1])
    assert ("at least" in ladder.caption.text) == swept
    assert "Most against r1 has r3: it wins " in against.caption.text
