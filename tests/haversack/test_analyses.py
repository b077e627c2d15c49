"""Tables of hand-made Haversack games hold exactly the numbers they must."""

import numpy as np
import pandas as pd
import pytest

from analyses.base import analyse
from analyses.haversack import analyses
from analyses.haversack.faces import Faces
from analyses.haversack.finds import ChestItems, Takings
from analyses.haversack.guardians import Compositions, Copies, Guardians
from analyses.haversack.places import Places, cell_counts
from analyses.haversack.rounds import Rounds
from analyses.haversack.supply import Supply
from analyses.paired import OtherRules, Paired, other_rules, pairs
from analyses.runs import Facts
from simcore.games.haversack.codes import BOW, DRUID, GUIDE, HUNTRESS, THIEF, WARRIOR
from simcore.games.haversack.columns import COLUMNS
from tests.synthetic import MemoryRun, by_hand

MAP = ".. CC hA\n~~ ^^ v0"
RULES = {
    "guardian.guide.cost": 3, "guardian.guide.start": 1, "guardian.warrior.cost": 4, "guardian.warrior.start": 2,
    "guardian.warrior.cost_night": 5, "rules.board": "own", "board.own.map": MAP,
}  # fmt: skip


def values(**more: object) -> list[dict]:
    rules = {**RULES, **{key.replace("_", ".", 1): value for key, value in more.items()}}
    return [{"key": key, "value": value, "source": "rulebook"} for key, value in rules.items()]


def seat(win: float, score: int = 0, **fields) -> dict:
    return {"win_share": win, "rank": 1 if win else 2, "score": score, "rounds": 5, **fields}


def table_of(games: list, question, line_up=("a", "a"), **more: object) -> pd.DataFrame:
    run = by_hand(line_up, games, columns=COLUMNS, values=values(**more))
    analysis = question(Facts.of(run))
    return analyse(run, [analysis])[analysis.name]


def test_guardians_a_play_and_a_gold() -> None:
    games = [
        [
            seat(1, recruited={GUIDE: 1}, played={GUIDE: 4}, wasted={GUIDE: 1}, glory_by={GUIDE: 6}, vp_by={GUIDE: 2}),
            seat(0, played={GUIDE: 1}, set_aside={GUIDE: 1}, night={WARRIOR: 1}, glory_by={WARRIOR: 9}),
        ]
    ] * 2
    table = table_of(games, Guardians).set_index("guardian")
    guide = table.loc["guide"]
    assert (guide.recruited, guide.played) == (0.5, 2.5)
    assert guide.wasted == 1 / 5
    assert guide.set_aside == 1 / 6
    assert (guide.glory_a_play, guide.vp_a_play) == (6 / 5, 2 / 5)
    # Three tokens of 3 Gold: one in each start bag, one bought.
    assert guide.glory_a_gold == 6 / 9
    # Two start tokens at 4 Gold by Day, two at 5 by Night.
    assert table.glory_a_gold["warrior"] == 9 / 18
    assert np.isnan(table.vp_a_gold["druid"]), "no price, nothing to divide by"


def test_copies_compare_with_one_token_fewer() -> None:
    games = [
        [seat(1, 30, recruited={WARRIOR: 1}, vp_by={WARRIOR: 9}), seat(0, 20, vp_by={WARRIOR: 4})],
        [seat(1, 34, recruited={WARRIOR: 1}, vp_by={WARRIOR: 11}), seat(0, 22, recruited={WARRIOR: 20})],
    ]
    table = table_of(games, Copies).set_index(["strategy", "guardian", "tokens"])
    third = table.loc["all", "warrior", 3]
    assert (third.win_share, third.score, third.vp, third.n) == (1, 32, 10, 2)
    assert (third.next_vp, third.next_score) == (6, 12)
    assert np.isnan(table.next_vp["all", "warrior", 2])
    assert table.score["a", "warrior", 9] == 22, "more than nine count as nine"
    assert np.isnan(table.next_vp["all", "warrior", 9]), "nobody had eight"


def test_compositions_name_who_was_recruited() -> None:
    games = [[seat(1, 30, recruited={GUIDE: 1, THIEF: 2}), seat(0, 10)]] * 2 + [[seat(1, 20), seat(0, 10)]]
    table = table_of(games, Compositions)
    assert list(table.recruited) == ["nobody", "guide, thief"]
    assert list(table.seats) == [4 / 6, 2 / 6]
    assert list(table.win_share) == [1 / 4, 1.0]


def test_night_less_day_is_taken_over_deals() -> None:
    night = seat(1, 30, night={DRUID: 1}, played={DRUID: 3}, glory_by={DRUID: 6}), seat(0, 20, night={DRUID: 1})
    day = seat(0, 10, played={DRUID: 1}, glory_by={DRUID: 1}), seat(1, 14)
    games = [list(night), list(day), list(night), list(day)]
    table = table_of(games, Faces, ("a", "b"), face_druid="random").set_index(["strategy", "guardian"])
    whole = table.loc["all", "druid"]
    assert (whole.score_day, whole.score, whole.win_share) == (12, 13, 0)
    assert (whole.played, whole.glory_a_play) == (1, 1)
    assert (table.score["a", "druid"], table.win_share["a", "druid"]) == (20, 1)
    assert ("all", "guide") not in table.index or np.isnan(table.score["all", "guide"]), "never on Night"


def test_questions_follow_the_rules_in_force() -> None:
    def asked(**more: object) -> set[str]:
        run = by_hand(["a"], [[seat(1)]], columns=COLUMNS, values=values(**more))
        return {question.name for question in analyses(Facts.of(run))}

    assert "faces" not in asked(face_druid="night")
    assert "faces" in asked(face_druid="random")
    assert "places" in asked()
    assert "places" not in asked(rules_board="summer"), "a board whose map the run does not hold"


def test_items_of_chests() -> None:
    games = [[seat(1, 40, chests=2, items_found={BOW: 2}, items_used={BOW: 1}, item_glory={BOW: 3}), seat(0, 20)]] * 2
    bow = table_of(games, ChestItems).set_index("item").loc["bow"]
    assert (bow.found, bow.used_a_find, bow.glory_a_find) == (1, 0.5, 1.5)
    assert (bow.win_when_found, bow.score_when_found, bow.chests) == (1, 40, 2)


def test_takings_and_rounds() -> None:
    games = [[seat(1, villages=3, monsters_by={HUNTRESS: 4}, glory={0: 5, 1: 7}), seat(0, glory={0: 1})]] * 2
    takings = table_of(games, Takings).set_index(["strategy", "source"])
    assert takings["mean"]["all", "monsters_by.huntress"] == 2
    assert takings.gap["all", "villages"] == 3
    rounds = table_of(games, Rounds).set_index(["strategy", "source"])
    assert rounds["mean"]["all", "glory.r1"] == 3
    assert rounds.winners["all", "glory.r2"] == 7


def test_supply_by_seat() -> None:
    games = [[seat(1, 30, sold_out=2), seat(0, 20, recruits_first=4)]] * 2 + [[seat(1, 31), seat(0, 25)]]
    table = table_of(games, Supply).set_index("seat")
    assert list(table.index) == ["1", "2", "all"]
    assert table.score["all"] == pytest.approx(156 / 6)
    assert table.sold_out["1"] == pytest.approx(4 / 3)
    assert table["first"]["2"] == pytest.approx(8 / 3)


def test_cell_sets_are_read_to_the_last_bit() -> None:
    words = np.array([[1 << 63 | 1, 2, 1 << 63, 0]], np.uint64)
    counts = cell_counts(words, 128)[:, 0]
    np.testing.assert_array_equal(
        cell_counts(np.repeat(words, 300, axis=0), 128, 100), np.repeat(100 * counts[:, None], 3, axis=1)
    )
    assert dict(enumerate(counts[counts > 0])) == {0: 1, 1: 2, 2: 1}
    assert list(np.flatnonzero(counts)) == [0, 63, 65]


def test_places_are_shares_of_the_rounds_of_seats() -> None:
    # Cell 2 is the Hut, cell 5 the Village; low words stand at even places.
    games = [[seat(1, ended={0: 1 << 2, 2: 1 << 2 | 1 << 5}, cleared={0: 1 << 2}), seat(0)]] * 2
    table = table_of(games, Places).set_index(["row", "column"])
    assert list(table.space) == MAP.split()
    assert table.ended[0, 2] == 2 / 10
    assert table.cleared[0, 2] == 1 / 10
    assert table.ended[1, 2] == 1 / 10
    assert (table.ended[0, 0], table.n[0, 0]) == (0, 20)


def test_other_rules_pair_the_rows_both_runs_have() -> None:
    first = by_hand(["a", "b"], [[seat(1, 30), seat(0, 20)]] * 4, columns=COLUMNS)
    longer = [[seat(0, 31), seat(1, 40)], [seat(0, 33), seat(1, 40)], [seat(0, 32), seat(1, 44)]]
    second = by_hand(["a", "b"], longer, columns=COLUMNS)
    table = other_rules(first, MemoryRun(second.manifest, second.rows, chunk=4)).set_index(["strategy", "source"])
    assert table.change["a", "score"] == 2
    assert table.change["all", "score"] == pytest.approx(220 / 6 - 25)
    assert table.change["b", "win_share"] == 1
    assert table.blocks["all", "score"] == 3, "the fourth deal was played under one set of rules only"


def test_other_deals_do_not_pair() -> None:
    run = by_hand(["a", "b"], [[seat(1), seat(0)]] * 2, columns=COLUMNS)
    facts = Facts.of(run)
    assert pairs(facts, Facts.of(MemoryRun({**run.manifest, "games": 9}, run.rows)))
    for change in ({"seed": 2}, {"lineup": ["b", "a"]}, {"rotations": 2}, {"first_deal": 1}):
        assert not pairs(facts, Facts.of(MemoryRun({**run.manifest, **change}, run.rows)))
    moved = MemoryRun(run.manifest, run.rows.assign(block=run.rows["block"] + 1))
    with pytest.raises(Exception, match="same seats of the same deals"):
        analyse(Paired(run, moved), [OtherRules(facts)])
