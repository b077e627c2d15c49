"""What rests on what is assumed: worlds with a known dependence, the floor of noise, and real worlds of every game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats

from analyses.estimate import Estimate
from analyses.finding import Finding
from analyses.robustness.conclusions import DEPENDS, NOTHING, ROBUST, Family, conclude, region, word_of
from analyses.robustness.factors import Levels, named, strongest
from analyses.robustness.measures import Played, dealt, seats, strategies
from analyses.robustness.spread import Behind, pooled, share, spread, visible
from analyses.robustness.worlds import Factor, factors, latin, shown
from analyses.verdict import STRONG_WEAK, UNKNOWN, Judge, balanced
from meeplelab import api
from meeplelab.match import prepare
from meeplelab.worlds import _Loader, drawn_worlds, varying
from reports import canvas
from reports.experiments.robustness import section
from simcore.errors import MeepleError
from simcore.jit import JIT_DISABLED
from simcore.registry import GAMES
from simcore.registry import game as find_game
from simcore.ruleset import SourcedValue
from tests.commandline import Commands

Floats = npt.NDArray[np.float64]

compiled = pytest.mark.skipif(JIT_DISABLED, reason="plays more games than plain Python can")

# ---- worlds


def test_each_level_is_in_as_many_worlds() -> None:
    levels = [2, 3, 4, 2]
    codes = latin(levels, 120, 5)
    for place, count in enumerate(levels):
        assert np.bincount(codes[:, place], minlength=count).tolist() == [120 // count] * count
    assert (latin(levels, 120, 5) == codes).all()
    assert (latin(levels, 120, 6) != codes).any()


def test_values_that_move_together_are_one_factor() -> None:
    first = np.array([0, 1, 2, 0, 1, 2])
    second = np.array([2, 0, 1, 2, 0, 1])
    still = np.zeros(6, np.int64)
    alone = np.array([0, 0, 1, 1, 0, 1])
    made = factors(
        ["a", "b", "c", "d"],
        [["1", "2", "3"], ["x", "y", "z"], ["u", "v"], ["no", "yes"]],
        np.column_stack([first, second, still, alone]),
    )
    assert [factor.name for factor in made] == ["a with b", "d"]
    assert made[0].words == ("1 & z", "2 & x", "3 & y")
    assert made[0].codes.tolist() == first.tolist()


def test_levels_of_no_world_are_left_out() -> None:
    (made,) = factors(["a"], [["1", "2", "3"]], np.array([[0], [2], [2], [0]]))
    assert made.words == ("1", "3")
    assert made.codes.tolist() == [0, 1, 1, 0]


def test_values_are_shown_in_short() -> None:
    assert shown(True) == "true"
    assert shown([1, 2]) == "1,2"
    assert len(shown("x" * 80)) == 24


@pytest.mark.parametrize("game", GAMES)
def test_worlds_are_rules_that_load_and_hold_what_they_say(game: str) -> None:
    spec = find_game(game)
    base = spec.load_rules(None, {})
    drawn = drawn_worlds(spec, base, None, None, 4, 24, 3)
    assert len(drawn.rulesets) == 24
    assert len({ruleset.digest for ruleset in drawn.rulesets}) == 24
    keys = {each.key for each in base.assumed()}
    for codes, ruleset in zip(drawn.codes, drawn.rulesets):
        values = {each.key: each.value for each in ruleset.values}
        wanted = {
            each.key: (each.value, *each.worth_trying)[level] for each, level in zip(drawn.factors, codes) if level
        }
        assert set(wanted) <= keys
        assert ruleset.overrides == wanted
        assert all(values.get(key, value) == value for key, value in wanted.items())


def test_a_value_that_was_set_stays() -> None:
    spec = find_game(GAMES[0])
    first = varying(spec.load_rules(None, {}))[0]
    changes = {first.key: str(first.worth_trying[0]).lower()}
    ruleset = spec.load_rules(None, changes)
    assert first.key not in {each.key for each in varying(ruleset)}
    drawn = drawn_worlds(spec, ruleset, None, changes, 4, 20, 1)
    assert {each.overrides[first.key] for each in drawn.rulesets} == {first.worth_trying[0]}


class _Clashing(_Loader):
    """Rules of eight switches in which two cannot go together, and one not at all."""

    def __init__(self) -> None:
        self.loads = 0

    def load(self, codes: Any) -> Any:
        self.loads += 1
        return None if {1, 4} <= set(codes) or 6 in codes else tuple(codes)


def test_as_few_changes_as_clash_are_dropped() -> None:
    loader = _Clashing()
    _, kept = loader.mend(dict.fromkeys(range(8), 1), [3, 1, 5, 6, 0, 4, 2, 7])
    assert set(kept) == {0, 1, 2, 3, 5, 7}
    _, kept = loader.mend({**dict.fromkeys(range(8), 1), 6: 0, 1: 0}, range(8))
    assert set(kept) == {0, 2, 3, 4, 5, 7}
    assert loader.loads < 20


def test_where_nothing_is_assumed_there_are_no_worlds() -> None:
    base = find_game(GAMES[0]).load_rules(None, {})
    known = tuple(replace(each, source="rulebook") for each in base.values)
    with pytest.raises(MeepleError, match="no assumed value has others worth trying"):
        varying(replace(base, values=known))
    kept = SourcedValue("a.b", 1, "assumed", (2,))
    assert varying(replace(base, values=(kept,))) == (kept,)


# ---- spread


def test_noise_of_a_deal_is_pooled() -> None:
    se = np.array([[0.1, np.nan], [0.2, 0.3], [np.nan, 0.1]])
    n = np.array([[100.0, 1.0], [25.0, 50.0], [0.0, 50.0]])
    v = pooled(se, n)
    # Both known worlds of the first have a variance of 1 a deal.
    assert v[:2, 0] == pytest.approx([0.01, 0.04])
    assert np.isnan(v[2, 0])
    assert v[:, 1] == pytest.approx(np.array([2.5, 2.5 / 50, 2.5 / 50]))


def test_spread_is_free_of_noise() -> None:
    """Over many repetitions the noise-free variance averages to the truth, and Q is right one time in twenty."""
    rng = np.random.default_rng(2)
    found = [spread(rng.normal(0.03, 0.05, 100) + rng.normal(0, 0.04, 100), np.full(100, 0.04**2)) for _ in range(400)]
    assert np.mean([each.sd**2 for each in found]) == pytest.approx(0.05**2, rel=0.05)
    assert np.mean([each.mean_low <= 0.03 <= each.mean_high for each in found]) == pytest.approx(0.95, abs=0.035)
    tenth = 0.03 + 0.05 * stats.norm.ppf(0.1)
    assert np.mean([each.low for each in found]) == pytest.approx(tenth, abs=0.003)
    still = [spread(rng.normal(0, 0.04, 100), np.full(100, 0.04**2)).p for _ in range(2000)]
    assert 0.035 < np.mean(np.array(still) < 0.05) < 0.065


def test_the_visible_spread_is_found_8_times_in_10() -> None:
    rng = np.random.default_rng(3)
    tau = visible(0.04**2, 128)
    y = rng.normal(0, np.hypot(tau, 0.04), (2000, 128))
    found = [spread(row, np.full(128, 0.04**2)).p < 0.05 for row in y]
    assert np.mean(found) == pytest.approx(0.8, abs=0.03)


def test_without_noise_a_share_is_a_binomial() -> None:
    rng = np.random.default_rng(4)
    y = np.where(np.arange(128) < 96, 0.05, -0.05)
    value, low, high = share(Behind.of(y, np.full(128, 1e-10), rng).inside(0.01, np.inf), rng)
    jeffreys = stats.beta(96.5, 32.5).ppf([0.025, 0.975])
    assert value == pytest.approx(0.75)
    assert (low, high) == pytest.approx(tuple(jeffreys), abs=0.01)


def test_noise_widens_a_share() -> None:
    rng = np.random.default_rng(5)
    theta = rng.normal(0.02, 0.03, 128)
    widths = []
    for sd in (1e-4, 0.03, 0.1):
        y = theta + rng.normal(0, sd, 128)
        _, low, high = share(Behind.of(y, np.full(128, sd**2), rng).inside(0.01, np.inf), rng)
        widths.append(high - low)
    assert widths[0] < widths[1] < widths[2]


# ---- factors


def made_factors(worlds: int, size: int, seed: int) -> list[Factor]:
    codes = latin([2 + i % 3 for i in range(size)], worlds, seed)
    return factors([f"f{i}" for i in range(size)], [list("abcd") for _ in range(size)], codes)


def test_scores_are_those_of_an_analysis_of_variance() -> None:
    rng = np.random.default_rng(6)
    made = made_factors(60, 6, 1)
    y = rng.normal(size=60) + 0.4 * made[1].codes
    scores = Levels.of(made, np.arange(60)).scores((y - y.mean())[None])[0]
    for factor, score in zip(made, scores):
        p = stats.f_oneway(*(y[factor.codes == level] for level in np.unique(factor.codes))).pvalue
        assert stats.norm.sf(score) == pytest.approx(p, rel=0.15, abs=1e-4)


def test_index_is_that_of_sobol() -> None:
    """The same first-order indices as a design of Saltelli gives, for a function of known levels."""
    from SALib.analyze import sobol
    from SALib.sample import sobol as saltelli

    levels = [2, 3, 4, 2, 3]

    def effect(codes: npt.NDArray[Any]) -> Floats:
        a, b, c, d, _ = codes.T.astype(float)
        return np.asarray(3 * a + 2 * (b == 1) + 0.5 * c + 1.5 * a * d, np.float64)

    problem = {"num_vars": 5, "names": list("abcde"), "bounds": [[0, 1]] * 5}
    points = saltelli.sample(problem, 2048, calc_second_order=False, seed=1)
    theirs = sobol.analyze(problem, effect(np.floor(points * levels)), calc_second_order=False, seed=1)["S1"]
    codes = latin(levels, 4000, 1)
    y = effect(codes)
    found = named(
        y, factors(list("abcde"), [list("abcd")] * 5, codes), np.arange(4000), y.var(), np.random.default_rng(1)
    )
    assert [each.place for each in found] == [0, 1, 2, 3]
    for each in found:
        assert each.index == pytest.approx(theirs[each.place], abs=0.03)


def test_what_moves_an_effect_is_found_and_measured() -> None:
    rng = np.random.default_rng(7)
    made = made_factors(128, 80, 2)
    theta = 0.05 * (made[17].codes == 1) + 0.03 * made[40].codes
    y = theta + rng.normal(0, 0.01, 128)
    found = named(y, made, np.arange(128), theta.var(), rng)
    assert {made[each.place].name for each in found[:2]} == {"f17", "f40"}
    sizes = {made[each.place].name: each.moved for each in found}
    assert sizes["f17"] == pytest.approx((0.05 * (made[17].codes == 1)).std(), rel=0.3)
    assert all(each.moved > each.floor for each in found[:2])


def test_an_effect_of_nothing_has_no_factor() -> None:
    found = strongest(np.zeros(40), Levels.of(made_factors(40, 5, 1), np.arange(40)), 0.0, np.random.default_rng(1))
    assert found.p == 1
    assert found.index == 0


# ---- conclusions


def estimate(value: Floats, se: float, deals: int = 2000) -> Estimate:
    full = np.full(len(value), se)
    count = np.full(len(value), deals)
    return Estimate(value, full, value - 2 * full, value + 2 * full, count * 1.0, count, count, "known")


def synthetic(seed: int, noise: float = 0.01, worlds: int = 128) -> tuple[Family, list[Factor]]:
    """Effects that hold everywhere, hold in two worlds of three, hang on nothing, and are not there at all."""
    rng = np.random.default_rng(seed)
    made = made_factors(worlds, 40, seed)
    second = np.where(made[1].codes == 2, -0.06, 0.06)  # a third of the worlds
    truth = np.column_stack([np.full(worlds, 0.08), second, np.zeros(worlds), np.full(worlds, np.nan)])
    value = truth + rng.normal(0, noise, truth.shape)
    base = estimate(np.array([0.08, 0.06, 0.0, np.nan]), 0.002)
    base = replace(base, n=np.array([2000.0, 2000.0, 2000.0, 0.0]))
    n = np.where(np.isfinite(truth), 100.0, 0.0)
    se = np.where(np.isfinite(truth), noise, np.nan)
    return Family("forced", ("always", "mostly", "null", "absent"), STRONG_WEAK, base, value, se, n), made


def test_known_worlds_are_told() -> None:
    family, made = synthetic(1)
    found = conclude([family], made, 0.01, 1)
    table = found.conclusions.set_index("name")
    assert list(table.index) == ["always", "mostly", "null"]
    assert table["verdict"].tolist() == ["too strong", "too strong", balanced()]
    assert table["robustness"].tolist() == [ROBUST, DEPENDS, ROBUST]
    assert table.loc["always", "holds"] == pytest.approx(1, abs=1e-6)
    assert table.loc["mostly", "holds_low"] < 2 / 3 < table.loc["mostly", "holds_high"]
    assert table.loc["mostly", "spread"] == pytest.approx(0.12 * (2 / 9) ** 0.5, rel=0.05)
    assert table["hangs_on"].tolist() == [NOTHING, "f1", NOTHING]
    (row,) = found.factors.to_dict("records")
    assert row["name"] == "mostly"
    assert row["index"] == pytest.approx(1, abs=0.03)
    assert row["moves"]["c"] == pytest.approx(-0.12, abs=0.01)
    assert row["moves"]["b"] == pytest.approx(0, abs=0.01)
    (leader,) = found.leaders.to_dict("records")
    assert leader["leader"] == "always"
    assert leader["still_first"] > 0.95


def test_great_noise_leaves_it_unknown() -> None:
    family, made = synthetic(2, noise=0.3)
    table = conclude([family], made, 0.01, 1).conclusions.set_index("name")
    assert table.loc["mostly", "robustness"] == UNKNOWN
    assert table.loc["mostly", "spread_visible"] > 0.1
    assert table["hangs_on"].tolist() == [NOTHING] * 3
    assert table["moved"].isna().all()


def test_unsettled_base_says_nothing_of_worlds() -> None:
    family, made = synthetic(3)
    unsure = replace(family, base=replace(family.base, se=np.full(4, 0.2)))
    table = conclude([unsure], made, 0.01, 1).conclusions
    assert (table["robustness"] == UNKNOWN).all()
    assert table["holds"].isna().all()
    assert table["sign"].isna().tolist() == [False, False, True]  # an effect of exactly 0 has none
    silent = conclude([replace(family, judged=False)], made, 0.01, 1).conclusions
    assert (silent["robustness"] == "").all()


def test_too_few_worlds_say_nothing() -> None:
    family, made = synthetic(4)
    there = np.arange(128)[:, None] < np.array([10, 128, 128, 0])
    few = replace(family, value=np.where(there, family.value, np.nan), n=np.where(there, family.n, 0.0))
    table = conclude([few], made, 0.01, 1).conclusions.set_index("name")
    assert table.loc["always", "worlds"] == 10
    assert table.loc["always", "robustness"] == UNKNOWN
    assert np.isnan(table.loc["always", "holds"])


def test_regions_of_verdicts() -> None:
    judge = Judge(0.02)
    assert region("too strong", judge) == (0.02, np.inf)
    assert region("too weak", judge) == (-np.inf, -0.02)
    assert region(balanced(0.02), judge) == (-0.02, 0.02)
    assert region(UNKNOWN, judge) is None


@pytest.mark.parametrize(
    ("low", "high", "word"), [(0.8, 1.0, ROBUST), (0.5, 0.79, DEPENDS), (0.5, 0.9, UNKNOWN), (np.nan, np.nan, UNKNOWN)]
)
def test_words_rest_on_the_whole_interval(low: float, high: float, word: str) -> None:
    assert word_of({"verdict": "too strong", "holds_low": low, "holds_high": high}) == word


# ---- measures


def test_measures_are_those_of_hand() -> None:
    rng = np.random.default_rng(8)
    deals, players = 50, 3
    win = rng.dirichlet(np.ones(players), (deals, players))
    strategy = (np.arange(players) + np.arange(players)[:, None]) % players // 2
    had = rng.integers(0, 2, (deals, 1, players)).astype(np.uint64).repeat(players, axis=1)
    had[..., 0] |= np.uint64(2)  # the first seat always has the second thing
    played = Played(win, strategy, had)
    assert played.games == 150
    assert seats(played).value == pytest.approx(win.mean(axis=(0, 1)) - 1 / 3)
    assert seats(played).se == pytest.approx(win.mean(axis=1).std(axis=0, ddof=1) / deals**0.5)
    mine = np.broadcast_to(strategy, win.shape)
    assert strategies(played, 2).value == pytest.approx([win[mine == s].mean() - 1 / 3 for s in (0, 1)])
    effect = dealt(played, [0, 1, 5])
    rows = (had & np.uint64(1)) == 1
    assert effect.value[0] == pytest.approx((win - win.mean(axis=(0, 1)))[rows].mean())
    assert effect.n.tolist() == [rows.sum(), 0, 0]
    assert np.isnan(effect.value[1:]).all()


# ---- real games


@pytest.fixture(scope="module", params=GAMES)
def finding(request: pytest.FixtureRequest) -> Finding:
    return api.robustness(request.param, worlds=20, games=400, players=4, seed=2, jobs=1)


@compiled
def test_real_worlds(finding: Finding) -> None:
    table, facts = finding.table, finding.facts
    assert list(dict.fromkeys(table["kind"])) == ["seats", "strategies", "dealt", "forced"]
    assert table["holds"].dropna().between(0, 1).all()
    assert (table["deals"] > 0).all()
    assert set(table["robustness"]) <= {ROBUST, DEPENDS, UNKNOWN, ""}
    assert facts["worlds"] == 20
    assert facts["values_varied"] == len(varying(find_game(finding.evidence.game).load_rules(None, {})))
    assert facts["games_a_world"] <= 400
    forced = table[table["kind"] == "forced"]
    assert (forced["worlds"] > 0).any()  # few deals a world, yet each thing has others to be measured by
    assert finding.evidence.games == 36 * facts["games_a_world"]
    seats_mean = table[table["kind"] == "seats"]["base"].sum()
    assert seats_mean == pytest.approx(0, abs=1e-9)


@compiled
def test_finding_is_kept_and_drawn(finding: Finding, tmp_path: Path) -> None:
    file = tmp_path / "found.json"
    file.write_text(finding.text())
    again = Finding.read(file)
    with canvas.style():
        drawings = section(again)
        for drawing in drawings:
            drawing.figure.savefig(tmp_path / f"{drawing.name}.png")
    names = [drawing.name for drawing in drawings]
    assert names[:4] == ["robustness_seats", "robustness_strategies", "robustness_dealt", "robustness_forced"]
    for drawing, mine in zip(drawings, section(finding)):
        assert drawing.caption == mine.caption
        assert drawing.alt


@pytest.mark.slow
@compiled
def test_seed_gives_the_same_and_jobs_do_not_matter() -> None:
    texts = [
        api.robustness(GAMES[0], worlds=20, games=260, players=4, strategies=["random"], seed=seed, jobs=jobs).text()
        for seed, jobs in ((3, 1), (3, 2), (4, 1))
    ]
    assert texts[0] == texts[1]
    assert texts[0] != texts[2]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    monkeypatch.chdir(tmp_path)
    return Commands(capsys)


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        (("--worlds", "5"), ("worlds: 5", "20 or more")),
        (("--games", "20"), ("games: 20", "expected")),
        (("--margin", "wide"), ("margin: wide", "percentage points")),
        (("--margin", "0"), ("margin: 0",)),
        (("--players", "9"), ("players", "not 9")),
        (("--strategies", "rando"), ("'rando'",)),
        (("--jobs", "0"), ("jobs: 0",)),
        (("--set", "nonsense=1"), ("nonsense",)),
    ],
)
def test_bad_input_is_refused(command: Commands, options: tuple[str, ...], parts: tuple[str, ...]) -> None:
    result = command("robustness", GAMES[0], *options)
    assert result.code == 2
    assert result.out == ""
    assert all(part in result.err for part in parts), result.err


def test_alone_there_is_nothing_to_win(command: Commands) -> None:
    (game,) = (name for name in GAMES if find_game(name).players[0] == 1)
    result = command("robustness", game, "--players", "1", "--strategies", "random")
    assert result.code == 2
    assert "2 or more players" in result.err


@compiled
def test_command_line(command: Commands) -> None:
    import json

    options = ("--worlds", "20", "--games", "260", "--players", "4", "--strategies", "random", "--jobs", "1")
    result = command("robustness", GAMES[0], *options, "--json")
    assert result.code == 0, result.err
    document = json.loads(result.out)
    assert document["name"] == "robustness"
    assert document["facts"]["worlds"] == 20
    assert set(document["tables"]) == {"conclusions", "factors", "leaders"}
    shown_ = command("robustness", GAMES[0], *options, "--all")
    assert "20 plausible worlds" in shown_.out
    assert "seat 1" in shown_.out
    assert "What they hang on" in shown_.out
    assert prepare(GAMES[0], 4, 100, ["random"], 1).ruleset.digest in shown_.out
