"""The ledger and prices, from the command to the figure; what is refused, and in what words."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from analyses.estimate import Estimate
from analyses.finding import Evidence, Finding
from analyses.ledger.columns import choices, dealt, seen
from analyses.ledger.fields import DEPENDS, across
from analyses.ledger.kinds import against_kind, trimmed
from analyses.ledger.linear import Linear, mean
from analyses.ledger.price import OPEN, crossing
from analyses.verdict import Judge
from meeplelab import movable, things
from meeplelab.ledger import forced_effects, ledger
from meeplelab.match import prepare
from meeplelab.mixtures import Field, fields_of, sittings
from meeplelab.price import price
from reports.canvas import style
from reports.experiments import sections
from simcore.errors import MeepleError
from simcore.experiment import things_of
from simcore.registry import GAMES, game
from tests.commandline import Commands
from tests.sizes import sized

DEALS = sized(40, 8)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Commands:
    return Commands(capsys)


# ---- statistics


def test_seen_and_dealt_by_hand() -> None:
    won = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]])
    has = np.array([[1, 0], [1, 0], [0, 1]], bool)[..., None]
    assert seen(won, has).value[0] == pytest.approx(1 / 3 - 2 / 3)
    # seat 0: 1/2 - 1, seat 1: 0 - 1/2, equally weighed (2 with and 1 without, 1 with and 2 without)
    assert dealt(won, has).value[0] == pytest.approx(-0.5)
    assert dealt(won, has).n[0] == 3


def test_what_a_seat_always_has_is_not_compared() -> None:
    won = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]])
    first = np.tile(np.array([True, False]), (3, 1))[..., None]
    found = dealt(won, first).estimate()
    assert np.isnan([found.value[0], found.low[0]]).all()
    everybody = seen(won, np.ones((3, 2, 1), bool)).estimate()
    assert np.isnan([everybody.value[0], everybody.low[0]]).all()


def test_explored_choices_by_hand() -> None:
    won = np.array([[1.0, 0.0], [0.0, 1.0]])
    taken = np.array([[2.0, 0.0], [4.0, 0.0]])[..., None]
    left = np.array([[0.0, 2.0], [0.0, 2.0]])[..., None]
    found = choices(won, taken, left, np.ones((2, 2, 1)))
    assert found.value[0] == pytest.approx(2 / 6 - 2 / 4)
    assert found.n[0] == 4


def test_differences_count_what_two_estimates_share() -> None:
    rng = np.random.default_rng(1)
    values = rng.normal(size=(400, 1))
    both = mean(values) - mean(values + 1.0)
    assert both.value[0] == pytest.approx(-1)
    assert both.estimate().se[0] == pytest.approx(0, abs=1e-12)


def linear(values: list[float], deals: int = 100) -> Linear:
    rng = np.random.default_rng(3)
    return mean(np.array(values) + rng.normal(size=(deals, len(values))) * np.sqrt(deals) * 1e-6)


def test_a_thing_is_held_against_the_middle_of_the_others_of_its_kind() -> None:
    found = against_kind(linear([1, 2, 3, 4, 100, 7, 9]), ["race"] * 5 + ["item"] * 2)
    assert found.value == pytest.approx([1 - 3.5, 2 - 3.5, 3 - 3, 4 - 2.5, 100 - 2.5, 7 - 9, 9 - 7], abs=1e-4)
    assert np.isnan(against_kind(linear([5, 1]), ["board", "face"]).value).all()  # nothing to be measured by
    assert np.isnan(against_kind(linear([1, 2, 3], deals=29), ["race"] * 3).value).all()  # too few
    assert [trimmed(count) for count in (1, 2, 3, 4, 5, 8, 12)] == [0, 0, 1, 1, 1, 2, 3]


def estimate(values: list[float], se: float) -> Estimate:
    value, error = np.array(values), np.full(len(values), se)
    count = np.full(len(values), 1000)
    return Estimate(value, error, value - 2 * error, value + 2 * error, count.astype(float), count, count, "")


def test_what_depends_on_who_is_playing_is_flagged_and_its_worst_case_shown() -> None:
    fields = {"a": estimate([0.05, 0.00, 0.04, 0.02], 0.002), "b": estimate([-0.05, 0.0, 0.05, 0.021], 0.002)}
    every, worst = across(fields, Judge(0.01))
    assert worst["depends"].tolist() == [DEPENDS, "", "", ""]
    assert worst["worst_field"].tolist()[2:] == ["b", "b"]
    assert worst["worst"].tolist() == [0.05, 0.0, 0.05, 0.021]
    assert len(every) == 8


def test_a_crossing_of_a_straight_line_is_exact() -> None:
    prices = np.arange(1.0, 6.0)
    found = crossing(prices, linear(list(3.4 - prices)))
    assert (found.at, found.low, found.high) == pytest.approx((3.4, 3.4, 3.4), abs=1e-2)
    assert crossing(prices, linear(list(3.4 - prices)), target=1.0).at == pytest.approx(2.4, abs=1e-3)


def test_a_crossing_that_noise_hides_is_not_known() -> None:
    values = np.random.default_rng(5).normal(size=(50, 6))
    found = crossing(np.arange(6.0), mean(values))
    assert found.status == OPEN
    assert (found.low, found.high) == (-np.inf, np.inf)


# ---- designs


def test_seats_of_a_field_are_drawn_by_its_parts() -> None:
    deals = np.arange(20_000)
    groups = sittings(Field("mixed", {"a": 0.7, "b": 0.3}), 3, deals, 3)
    assert sorted(np.concatenate(list(groups.values())).tolist()) == deals.tolist()
    for seat in range(3):
        of_a = sum(len(mine) for line_up, mine in groups.items() if line_up[seat] == "a")
        assert abs(of_a / len(deals) - 0.7) < 0.015
    both = sum(len(mine) for line_up, mine in groups.items() if line_up[0] == line_up[1] == "a")
    assert abs(both / len(deals) - 0.49) < 0.015  # independent of each other


def test_fields_by_their_words() -> None:
    made = fields_of(["uniform", "each"], ["a", "b"], None, "watchmen")
    assert [(field.name, dict(field.parts), field.pure) for field in made] == [
        ("uniform", {"a": 0.5, "b": 0.5}, False), ("a", {"a": 1.0}, True), ("b", {"b": 1.0}, True),
    ]  # fmt: skip
    with pytest.raises(MeepleError, match="nash needs --field-finding"):
        fields_of(["nash"], ["a"], None, "watchmen")
    with pytest.raises(MeepleError, match="'most' is none; expected some of: uniform, nash, each"):
        fields_of(["most"], ["a"], None, "watchmen")


# ---- from the command to the figure


@pytest.mark.parametrize("name", GAMES)
def test_a_ledger_is_made_shown_kept_and_drawn(name: str, run: Commands, tmp_path: Path) -> None:
    out = tmp_path / "ledger.json"
    asked = ("ledger", name, "--deals", str(DEALS), "--players", "3", "--jobs", "1")
    shown = run(*asked, "--out", out)
    assert shown.code == 0, shown.err
    assert "seen is confounded" in shown.out
    finding = Finding.read(out)
    table = finding.table
    assert len(table)
    assert (table["n"] <= DEALS).all()
    assert (table["took_forced"] == 1).all()
    assert np.allclose(table["bias"].astype(float), (table["seen"] - table["forced"]).astype(float), equal_nan=True)
    assert "move" not in set(table["kind"])
    assert finding.evidence.games >= 4 * DEALS + 2 * table["n"].sum()
    with style():
        drawings = [drawing for section in sections([finding]) for drawing in section.drawings]
    assert {drawing.name for drawing in drawings} == {"ledger_forced", "ledger_bias"}
    again = run(*asked, "--json")
    assert json.loads(again.out)["tables"]["things"] == json.loads(out.read_text())["tables"]["things"]


def test_the_ledger_s_forced_effects_are_those_offered_to_others() -> None:
    finding = ledger(GAMES[1], deals=DEALS, kinds="guardian", explore=0, players=3, against="zero", jobs=1)
    match = prepare(GAMES[1], 3, 1, None, 1)
    every = things_of(match.spec).every
    places = [i for i, thing in enumerate(every) if things.name_of(thing) in set(finding.table["thing"])]
    win, score = forced_effects(match, places, DEALS)
    everybody = finding.table["n"] == win.n
    assert np.allclose(finding.table["forced"][everybody], win.value[everybody])
    assert np.allclose(finding.table["forced_vp"][everybody], score.value[everybody])
    assert np.allclose(finding.table["judged"], finding.table["forced"])
    assert "of its kind" not in finding.evidence.method
    assert "takes the thing the first time it can" in finding.evidence.method


def test_what_no_option_takes_is_told_with_what_is_said_of_it_elsewhere() -> None:
    """The Necklace is drafted and marks who begins; it is never played."""
    finding = ledger(
        GAMES[0], deals=DEALS, chosen=["item.necklace", "draft.necklace", "item.spook"], explore=0, players=3, jobs=1
    )
    assert finding.facts["out_of_reach"] == ["item.necklace"]
    assert set(finding.table["thing"]) == {"draft.necklace", "item.spook"}
    assert finding.notes[-1] == (
        "Nothing to force or to ban: in these games no option at any decision takes item.necklace (see draft.necklace)."
    )


def test_the_card_says_how_things_were_forced_and_judged() -> None:
    finding = ledger(GAMES[1], deals=DEALS, kinds="guardian", explore=0, players=2, how="always", jobs=1)
    assert "takes the thing every time it can" in finding.evidence.method
    assert "less that of the middle of the others of its kind" in finding.evidence.method
    assert "taken every time it can be" in finding.notes[0]
    assert not [note for note in finding.notes if note.startswith("One choice")]


def test_verdicts_are_repeated_where_others_play() -> None:
    names = "greedy-glory,random"
    finding = ledger(
        GAMES[1], deals=4 * DEALS, kinds="guardian", explore=0, players=2, strategies=names, fields="uniform,each",
        jobs=2,
    )  # fmt: skip
    fields = finding.tables["fields"]
    assert set(fields["field"]) == {"uniform", "greedy-glory", "random"}
    assert (fields["n"] <= DEALS).all()
    assert finding.tables["worst"]["thing"].tolist() == finding.table["thing"].tolist()


def test_a_price_is_found_shown_kept_and_drawn(run: Commands, tmp_path: Path) -> None:
    out = tmp_path / "price.json"
    shown = run("price", GAMES[1], "guardian.druid", "--deals", str(sized(400, 8)), "--players", "3", "--out", out)
    assert shown.code == 0, shown.err
    finding = Finding.read(out)
    assert finding.facts["keys"] == ["guardian.druid.cost"]
    assert f"`meeplelab ledger {GAMES[1]} --kinds guardian`" in shown.out
    assert finding.facts["now"] == 5
    assert finding.table["price"].between(1, 9).all()
    if DEALS == 40:  # with the compiler: enough is played to know
        assert finding.facts["status"] == "crosses"
        assert finding.facts["low"] < finding.facts["at"] < finding.facts["high"]
        assert finding.table["forced"].iloc[0] > 0.05 > -0.05 > finding.table["forced"].iloc[-1]
    with style():
        (drawing,) = [drawing for section in sections([finding]) for drawing in section.drawings]
    assert drawing.name == "price"


def test_a_night_cost_moves_with_the_cost() -> None:
    spec = game(GAMES[1])
    ruleset = spec.load_rules(None, {"guardian.druid.cost_night": "6"})
    lever = movable.lever(spec, ruleset, things.one(spec, "guardian.druid"), None)
    assert lever.changes(3) == {"guardian.druid.cost": "3", "guardian.druid.cost_night": "3"}
    assert movable.span(lever, None) == (1, 9)
    assert movable.span(lever, "2:7") == (2, 7)


def test_values_that_are_not_the_thing_s_own_can_be_moved() -> None:
    spec = game(GAMES[0])
    ruleset = spec.load_rules(None, {})
    place = things.one(spec, "race.rabbit")
    assert movable.lever(spec, ruleset, place, "card.rabbit.A2.gold").now is None  # a template's, not the race's
    assert movable.lever(spec, ruleset, place, "rules.cloak_max_price_gain").now == 1
    assert movable.lever(spec, ruleset, things.one(spec, "item.spook"), "actions").key == "item.spook.actions"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("ledger", GAMES[0], "--kinds", "hats"), "kinds: .* has no 'hats'; expected some of: item, draft, race"),
        (("ledger", GAMES[0], "--things", "item.spok"), "has no 'item.spok'; expected a name such as item.spook"),
        (("ledger", GAMES[0], "--margin", "0"), "margin: 0 is not above 0"),
        (("ledger", GAMES[0], "--method", "holm"), "method: 'holm'; expected one of: bh, by"),
        (("ledger", GAMES[0], "--how", "never"), "how: 'never'; expected one of: once, always"),
        (("ledger", GAMES[0], "--against", "all"), "against: 'all'; expected one of: kind, zero"),
        (("ledger", GAMES[0], "--explore", "2"), "explore: 2 is no chance; expected 0 to 1"),
        (("ledger", GAMES[0], "--deals", "1"), "deals: 1; expected 2 to"),
        (("ledger", GAMES[0], "--fields", "nash"), "nash needs --field-finding FILE"),
        (("ledger", GAMES[0], "--field-finding", "f.json"), "used for --fields nash only"),
        (("ledger", GAMES[1], "--players", "1"), "one player alone has nobody to win against"),
        (("price", GAMES[0], "race.rabbit"), "none of cost, price, draw; name a value with --by: its own are card.rab"),
        (("price", GAMES[0], "item.spook", "--by", "effect"), "item.spook.effect is no whole number of the rules"),
        (("price", GAMES[0], "item.spook", "--by", "hats"), "the rules have no value 'hats'; name a value with --by"),
        (("price", GAMES[0], "item.spook", "--by", "gold"), "the rules refuse every item.spook.gold from 0 to"),
        (("price", GAMES[1], "night-face.druid"), "all seats share it"),
        (("price", GAMES[1], "guardian.druid", "--range", "0:4"), "expected growing numbers from 1 to 30"),
        (("price", GAMES[1], "guardian.druid", "--range", "4"), "expected two whole numbers such as 1:8"),
        (("price", GAMES[1], "guardian.druid", "--deals", "3"), "deals: 3; expected 8 to"),
        (("price", GAMES[1], "guardian.druid", "--target", "x"), "target: x is no number of percentage points"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(words: tuple[str, ...], says: str, run: Commands) -> None:
    result = run(*words)
    assert result.code == 2
    assert result.out == ""
    assert pd.Series([result.err]).str.contains(says).all(), result.err


def test_a_thing_out_of_everybody_s_reach_has_no_price() -> None:
    with pytest.raises(MeepleError, match=r"nobody could take guardian\.druid at any guardian\.druid\.cost from 29"):
        price(
            GAMES[1],
            "guardian.druid",
            span="29:30",
            deals=8,
            changes={"gains.gold": ",".join("1" * 16)},
            players=2,
            jobs=1,
        )


# ---- few deals


def test_deals_that_all_agree_leave_an_interval_as_wide_as_they_are_few() -> None:
    for deals in (2, 8, 400):
        same = mean(np.zeros((deals, 1))).estimate(least=-1, most=1)
        unseen = 1 - 0.025 ** (1 / deals)
        assert (same.low[0], same.high[0]) == pytest.approx((-unseen, unseen))
    assert np.isnan(mean(np.zeros((8, 1))).estimate().low[0])  # without bounds nothing is known


def test_no_interval_leaves_the_bounds() -> None:
    two = mean(np.array([[1.0], [-1.0]])).estimate(least=-1, most=1)
    assert (two.low[0], two.high[0]) == (-1, 1)


def test_a_thing_without_others_of_its_kind_is_not_judged_against_nothing() -> None:
    effects = mean(np.full((50, 3), 0.2) + np.arange(50)[:, None] / 1000)
    judged = against_kind(effects, ["item", "race", "race"])
    assert np.isnan(judged.value[0])
    assert judged.value[1:] == pytest.approx(0)


def test_a_field_of_another_game_or_with_unknown_strategies_is_refused(tmp_path: Path) -> None:
    table = pd.DataFrame({"strategy": ["nobody"], "uniform": [1.0], "nash": [1.0]})
    card = Evidence("watchmen", "W", 2, "base", "0", 2, ("a", "b"), 1, 1, 1, "-", "-")
    path = tmp_path / "field.json"
    path.write_text(Finding("field", "Field", card, {"mixtures": table}).text())
    with pytest.raises(MeepleError, match="about watchmen; expected a finding about haversack"):
        fields_of(["nash"], ["a"], path, "haversack")
    with pytest.raises(MeepleError, match="'nobody' is no strategy"):
        fields_of(["nash"], ["a"], path, "watchmen")
