"""Verdicts under several fields: as the report finds them, their changes deal by deal, and what is said of them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from analyses.base import analyse
from analyses.catalog import analyses_for
from analyses.finding import SEVERAL, Evidence, Finding
from analyses.ledger.linear import mean
from analyses.runs import Facts
from analyses.strength import CHANGES, LEDGER, SAME, Family, Strength, across, forced_family, found_in, sentence
from analyses.verdict import UNKNOWN, Judge, balanced
from meeplelab import api, strengthfields
from meeplelab.commands import strength
from meeplelab.publish import EXPERIMENTS
from meeplelab.strengthfields import Level, levels_of
from reports.page import write_report
from reports.strength import turning, turning_in
from reports.tables import found
from simcore.errors import MeepleError
from tests.commandline import TAKE_MOST, Commands
from tests.synthetic import Effects, MemoryRun, make_run
from tests.toygame import registered

JUDGE = Judge(0.025)
LINE_UP = ("a", "b", "a", "b")
PLACE, ITEM = 2, "target"
"""The item of the made-up rows that is made better."""


def played(seats: float, item: float, games: int = 12_000, line_up: tuple[str, ...] = LINE_UP) -> MemoryRun:
    """A run in which seat 1 and one item have effects of these sizes."""
    return make_run(line_up, games, effects=Effects(seats=(seats, 0.0, 0.0, 0.0), items={PLACE: item}))


def test_verdicts_of_a_field_are_those_of_the_report() -> None:
    run = played(0.2, 0.3, 2000)
    questions = {each.name: each for each in analyses_for(Facts.of(run), JUDGE.margin, JUDGE.method)}
    tables = analyse(run, [questions["seats"], questions["items"]])
    families = {family.table: family for family in found_in(run, JUDGE)}
    assert set(families) == {"seats", "items"}
    for name, thing, effect in (("seats", "seat", "vs_fair"), ("items", "item", "effect_of_deal")):
        table = tables[name].set_index(tables[name][thing].astype(str))
        family = families[name]
        assert list(family.things) == [each for each in table.index if table.loc[each, "verdict"] != ""]
        table = table.loc[list(family.things)]
        assert list(family.verdicts["verdict"]) == list(table["verdict"])
        assert list(family.verdicts["games_needed"].isna()) == list(table["games_needed"].isna())
        np.testing.assert_array_equal(family.verdicts["effect_low"], table[f"{effect}_low"])
        # block by block it is the same estimate with the same error
        again = family.linear.estimate()
        np.testing.assert_allclose(again.value, table[effect], atol=1e-12)
        np.testing.assert_allclose(again.se, table[f"{effect}_se"], rtol=1e-9)


def test_strategies_are_none_of_the_things() -> None:
    table = across({"weak": found_in(played(0, 0, 400), JUDGE), "good": found_in(played(0, 0, 400), JUDGE)}, JUDGE)
    assert set(table.things["kind"]) == {"seat", "item"}


def test_a_verdict_that_flips_is_named_and_no_other() -> None:
    fields = {"weak": found_in(played(0, 0.3), JUDGE), "good": found_in(played(0, -0.3), JUDGE)}
    strength = across(fields, JUDGE)
    things = strength.things.set_index("thing")
    assert list(things.index[things["strength"] == CHANGES]) == [ITEM]
    row = things.loc[ITEM]
    assert row["verdicts"] == "weak: too strong; good: too weak"
    assert row["change_high"] < -0.05
    assert things.loc["1", "strength"] == SAME
    assert things.loc["1", "verdicts"] == f"weak: {balanced(0.025)}; good: {balanced(0.025)}"
    told = sentence({**row.to_dict(), "thing": ITEM, "called": "Target"})
    assert told.startswith("Target, being dealt it, is too strong in the field weak, too weak in good: -")


def test_a_change_without_two_settled_verdicts_is_not_yet_known() -> None:
    few = {"weak": found_in(played(0, 0.0, 200), JUDGE), "good": found_in(played(0, -0.9, 4000), JUDGE)}
    row = across(few, JUDGE).things.set_index("thing").loc[ITEM]
    assert row["verdicts"] == f"weak: {UNKNOWN}; good: too weak"
    assert row["strength"] == UNKNOWN


def test_common_deals_are_paired_and_others_stand_alone() -> None:
    """The same deals: a field against itself changes nothing, to the last digit; fewer of them have their own error."""
    run = played(0.2, 0.2, 4000)
    fewer = replace(run, manifest={**run.manifest, "games": 1000}, rows=run.rows.iloc[:4000])
    whole, part = found_in(run, JUDGE), found_in(fewer, JUDGE)
    same = across({"one": whole, "two": whole}, JUDGE).changes
    assert (same["change"] == 0).all()
    assert (same["change_se"] == 0).all()
    assert same["p"].isna().all()
    change = across({"one": whole, "two": part}, JUDGE).changes.set_index("thing").loc["1"]
    one, two = whole[0].linear.estimate(), part[0].linear.estimate()
    # a part of itself: Var(part - whole) = Var(part) - Var(whole)
    assert change["change_se"] == pytest.approx(np.sqrt(two.se[0] ** 2 - one.se[0] ** 2), rel=0.05)
    assert change["deals"] == 500


def test_changes_of_all_things_and_pairs_are_adjusted_together() -> None:
    fields = {name: found_in(played(size, 0, 2000), JUDGE) for name, size in (("a", 0.0), ("b", 0.3), ("c", 0.4))}
    changes = across(fields, JUDGE).changes
    assert [*changes[["from", "to"]].drop_duplicates().itertuples(index=False, name=None)] == [
        ("a", "b"), ("a", "c"), ("b", "c")
    ]  # fmt: skip
    p = changes["p"].dropna().to_numpy()
    ranked = np.sort(p) * len(p) / np.arange(1, len(p) + 1)
    expected = np.minimum.accumulate(ranked[::-1])[::-1]
    np.testing.assert_allclose(np.sort(changes["p_adjusted"].dropna()), np.minimum(expected, 1))


def test_equal_fields_are_seldom_said_to_differ() -> None:
    """Independent made-up runs of one truth: the changes' 95% intervals hold 0 about as often as they say."""
    held: list[bool] = []
    for seed in range(40):
        fields = {
            str(turn): found_in(make_run(LINE_UP, 400, seed=2 * seed + turn), JUDGE) for turn in range(2)
        }  # fmt: skip
        changes = across(fields, JUDGE).changes
        held += list((changes["change_low"] <= 0) & (changes["change_high"] >= 0))
        assert not changes["changes"].any()
    assert 0.92 < np.mean(held) < 0.98


def forced(*effects: float, deals: int = 400, seed: int = 1) -> Family:
    """Things of one kind with these effects of being made to take them, and one that nobody could take."""
    draws = np.random.default_rng(seed).normal(effects, 0.1, (deals, len(effects)))
    kinds, things = ("race",) * (len(effects) + 1), (*(f"race.{i}" for i in range(len(effects))), "race.nobody")
    return forced_family(kinds, things, mean(np.column_stack([draws, np.full(deals, np.nan)])), JUDGE)


def test_what_is_forced_is_judged_against_its_kind_and_what_nobody_can_take_is_left_out() -> None:
    fields = {"weak": [forced(0.3, 0.3, 0.3, 0.5)], "good": [forced(0.1, 0.1, 0.1, 0.1, seed=2)]}
    things = across(fields, JUDGE).things.set_index("thing")
    assert "race.nobody" not in things.index
    assert things.loc["race.3", "strength"] == CHANGES
    assert things.loc["race.3", "verdicts"] == f"weak: too strong; good: {balanced(0.025)}"
    assert things.loc["race.0", "strength"] == SAME


def test_a_field_that_was_not_asked_for_a_table_leaves_it_to_the_others() -> None:
    fields = {
        "weak": [*found_in(played(0, 0, 400), JUDGE), forced(0.3, 0.3, 0.3)],
        "good": [*found_in(played(0, 0, 400), JUDGE), forced(0.3, 0.3, 0.3, seed=2)],
        "search": found_in(played(0, 0, 400), JUDGE),
    }
    things = across(fields, JUDGE).things.set_index("thing")
    assert things.loc["race.0", "strength"] == SAME
    assert things.loc["race.0", "verdicts"].count(":") == 2


# ---- the report


def finding_of(strength: Strength, line_up: tuple[str, ...]) -> Finding:
    card = Evidence(
        "watchmen", "Watchmen of Destiny", 1, "base", "0123456789ab", 4,
        ("weak: x, x, x, x", f"good: {', '.join(line_up)}"), 1, 24_000, 12_000, "made up", "again",
    )  # fmt: skip
    tables = {}
    for name in ("things", "fields", "changes"):
        frame = getattr(strength, name).copy()
        frame.insert(3, "called", frame["kind"] + " " + frame["thing"])
        tables[name] = frame
    tables["line_ups"] = pd.DataFrame(
        {
            "field": ["weak", "good"],
            "line_up": ["x in every seat", "a, b, a, b"],
            "games": [9, 9],
            "blocks": [9, 9],
            "deals": [0, 0],
        }
    )
    facts = {"margin": 0.025, SEVERAL: {"weak": ["x"] * 4, "good": list(line_up)}}
    return Finding("strength", "Verdicts and the strength of play", card, tables, facts, units={"change": "points"})


@pytest.fixture(scope="module")
def turned() -> Finding:
    fields = {"weak": found_in(played(0, 0.3), JUDGE), "good": found_in(played(0, -0.3), JUDGE)}
    return finding_of(across(fields, JUDGE), LINE_UP)


@pytest.fixture(scope="module")
def page(turned: Finding, tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("strength")
    kept = folder / "strength.json"
    kept.write_text(turned.text())
    run = played(0, -0.3, 2000)
    return write_report([run], folder / "report", [Finding.read(kept)], JUDGE.margin).page.read_text()


def section_of(page: str, name: str) -> str:
    start = page.index(f'<section id="{name}"')
    return page[start : page.index("</section>", start)]


def test_the_report_warns_beside_the_verdict_that_changes_and_beside_no_other(page: str) -> None:
    items, seats = section_of(page, "items"), section_of(page, "seats")
    assert 'class="warning"' in items
    assert items.count('<span class="badge changes"') == 1
    at = items.index('<span class="badge changes"')
    row = items[items.rindex("<tr>", 0, at) : at]
    assert ITEM in row.lower()
    assert f"item {ITEM}, being dealt it, is too strong in the field weak, too weak in good" in items
    assert 'class="warning"' not in seats
    assert "changes with strength" not in seats
    assert "1 of 12 verdicts change" in section_of(page, "findings")
    assert '<figure id="figure-strength_items">' in section_of(page, "strength")
    told = re.search(r'id="figure-strength_items">.*? alt="([^"]*)"', section_of(page, "strength"), re.DOTALL)
    assert re.search(r": .* \(\w+ [+\u2212]?\d+\.\d+ pp, ", told[1]), "each effect in each field"


def test_a_change_over_too_few_deals_is_a_dash(turned: Finding, capsys: pytest.CaptureFixture[str]) -> None:
    strength.show(turned)
    assert " to " in capsys.readouterr().out
    few = {**turned.tables, "things": turned.table.assign(deals=29)}
    strength.show(replace(turned, tables=few))
    shown = capsys.readouterr().out
    assert " pp" not in shown
    assert shown.count("   -  ") >= 2 * len(turned.table)


def test_every_section_of_the_page_names_who_played(page: str) -> None:
    sections = page.count("<section id=") - 4  # not findings, assumed, method, again
    assert page.count('<p class="field">Played by ') == sections
    assert page.count('<p class="field">Played by a, b, a, b.') == sections - 1
    assert '<p class="field">Played by weak (x in every seat); good (a, b, a, b).' in section_of(page, "strength")


def test_only_what_was_found_at_this_table_under_these_rules_warns(turned: Finding) -> None:
    here = {"table": "items", "players": 4, "digest": "0123456789ab", "line_up": LINE_UP}
    assert set(turning([turned], **here)) == {ITEM}  # type: ignore[arg-type]
    for elsewhere in ({"players": 3}, {"digest": "f" * 12}, {"line_up": ("a", "b", "b", "a")}, {"table": "seats"}):
        assert not turning([turned], **{**here, **elsewhere})  # type: ignore[arg-type]


def test_the_ledger_is_marked_where_it_was_played_by_one_of_the_fields(turned: Finding) -> None:
    fields = {"weak": [forced(0.3, 0.3, 0.3, 0.5)], "good": [forced(0.1, 0.1, 0.1, 0.1, seed=2)]}
    known = finding_of(across(fields, JUDGE), LINE_UP)
    ledger = replace(turned, name="ledger", evidence=replace(turned.evidence, line_up=LINE_UP))
    assert set(turning_in(ledger, [known])) == {"race.3"}
    assert not turning_in(replace(ledger, name="price"), [known])
    table = pd.DataFrame({"thing": ["race.0", "race.3"], "verdict": ["too weak", "too strong"]})
    (shown,) = found(replace(ledger, tables={"things": table}), turning_in(ledger, [known]))
    assert [[cell.badge for cell in row] for row in shown.rows] == [["", ""], ["", CHANGES]]


# ---- the fields


def test_fields_are_words_or_line_ups() -> None:
    levels = levels_of("watchmen", 2, "weak,usual,greedy-value,thrifty+warriors,search@budget=5", False)
    assert [level.name for level in levels] == [
        "weak", "usual", "greedy-value", "thrifty+warriors", "search@budget=5"
    ]  # fmt: skip
    assert levels[0].line_up == ("random", "random")
    assert levels[2].line_up == ("greedy-value", "greedy-value")
    assert levels[3].line_up == ("thrifty", "warriors")
    assert [level.slow for level in levels] == [False, False, False, False, True]


@pytest.mark.parametrize("shipped", [True, False])
def test_without_fields_tuned_play_stands_beside_the_usual_and_weak_play_where_there_is_none(
    shipped: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strengthfields.catalog, "shipped_weights", lambda *_: {2: Path("x")} if shipped else {})
    monkeypatch.setattr(strengthfields.catalog, "check", lambda *_: None)
    levels = levels_of("watchmen", 2, None, True)
    assert [level.typed for level in levels] == (
        ["usual", "strong", "search"] if shipped else ["weak", "usual", "search"]
    )
    if shipped:
        assert levels[1].line_up == tuple(f"{name}@tuned" for name in levels[0].line_up)
    assert Level("search", "search", levels[2].line_up).slow


def test_fields_of_files_of_one_name_are_told_apart(tmp_path: Path) -> None:
    paths = [tmp_path / folder / "mine.py" for folder in ("a", "b")]
    for path in paths:
        path.parent.mkdir()
        path.write_text(TAKE_MOST)
    typed = [f"{path}:most" for path in paths]
    with registered():
        assert [level.name for level in levels_of("toy", 2, typed, False)] == typed


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"fields": "usual"}, "fields: usual; expected two or more different ones"),
        ({"fields": "usual,usual"}, "expected two or more different ones"),
        ({"fields": "usual,nobody"}, "watchmen has no strategy 'nobody'"),
        ({"fields": "usual,thrifty+"}, "expected weak, usual, strong, search, or strategies joined by"),
        ({"fields": "usual,thrifty+warriors", "players": 3}, "2 strategies for 3 players"),
        ({"players": 7}, "players: watchmen is for"),
        ({"games": 0}, "games: 0 is not a number of games"),
        ({"deals": -1}, "deals: -1; expected 0 or more"),
        ({"search_games": 1}, "search games: 1; expected 4 or more"),
        ({"margin": "0pp"}, "margin: 0pp is not above 0"),
        ({"jobs": 0}, "jobs: 0 is not a number of workers"),
    ],
)
def test_bad_input_is_one_line(options: dict[str, object], message: str) -> None:
    with pytest.raises(MeepleError) as caught:
        api.strength("watchmen", **options)  # type: ignore[arg-type]
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_one_player_alone_is_refused() -> None:
    with pytest.raises(MeepleError, match="one player alone has nobody to win against"):
        api.strength("haversack", players=1)


def test_a_usual_study_asks_for_it() -> None:
    assert EXPERIMENTS["strength"] == "games"


# ---- played


BLIND = (
    TAKE_MOST
    + """

from simcore.stream import below


@strategy("toy", name="blind", idea="Choose blindly.", stochastic=True)
def blind(rules, public, private, options, count, weights, stream):
    return below(stream, count)
"""
)


def test_planted_rules_turn_the_verdict_on_a_seat_between_blind_and_good_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five coins, up to three a turn, the last one loses: taking all one can the first seat wins every game.

    Choosing blindly it wins 4 games of 9: with f(n) the chance of losing of who moves at n coins, f(n) is 1/m times
    the sum of 1 - f(n - k) over the m options, f(0) being 0: f(1) = 1, f(2) = 1/2, f(3) = 1/2, f(4) = 1/3, f(5) = 5/9.
    """
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(BLIND)
    with registered():
        found = api.strength(
            "toy", fields="./mine.py:blind,./mine.py:most", players=2, games=4000, jobs=1,
            changes={"low": 5, "high": 5, "most": 3, "luck": 0},
        )  # fmt: skip
    seats = found.tables["fields"].set_index(["field", "thing"])
    row = seats.loc[("mine.py:blind", "1")]
    assert row["effect_low"] < 4 / 9 - 1 / 2 < row["effect_high"]
    assert seats.loc[("mine.py:most", "1"), "effect"] == 0.5
    assert list(found.table["strength"]) == [CHANGES] * 2
    assert list(found.table["verdicts"]) == [
        "mine.py:blind: handicapped; mine.py:most: favoured", "mine.py:blind: favoured; mine.py:most: handicapped"
    ]  # fmt: skip
    assert found.notes[0].startswith("seat 1 is handicapped in the field mine.py:blind, favoured in mine.py:most: +5")
    assert found.field == "mine.py:blind (blind in every seat); mine.py:most (most in every seat)"


@pytest.mark.slow
def test_the_command_plays_its_fields_on_common_deals_and_names_them(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept = tmp_path / "strength.json"
    words = [
        "strength",
        "watchmen",
        "--players",
        "2",
        "--fields",
        "weak,usual",
        "--games",
        "400",
        "--deals",
        "40",
        "--json",
    ]
    told = Commands(capsys)(*words, "--out", kept)
    document = json.loads(told.out)
    assert document["facts"][SEVERAL]["weak"] == ["random", "random"]
    fields = pd.DataFrame(document["tables"]["fields"])
    assert set(fields["field"]) == {"weak", "usual"}
    assert {"seats", "items", LEDGER} <= set(fields["table"])
    assert {"item", "race", "caste"} <= set(fields["kind"])
    seats = fields[fields["table"] == "seats"]
    # one strategy for all seats makes blocks of one game
    assert seats.groupby("field")["blocks"].first().to_dict() == {"weak": 400, "usual": 200}
    frame = api.simulate("watchmen", players=2, games=400)
    report = frame[(frame["about"] == "seat") & (frame["measure"] == "win_share")]
    mine = seats[seats["field"] == "usual"]
    np.testing.assert_allclose(mine["effect"] + 0.5, report["value"])
    assert list(mine["verdict"]) == list(report["verdict"])
