"""Tables of hand-made games hold exactly the numbers they must."""

import numpy as np
import pandas as pd
import pytest

from analyses.base import analyse
from analyses.catalog import analyses_for
from analyses.lead import Growth, LeadChanges, Leader
from analyses.length import OFFSET, Endings, Lengths, Sizes, quantile
from analyses.points import Points
from analyses.runs import Facts
from analyses.seats import Seats
from analyses.strategies import Matchups, Strategies
from analyses.watchmen.castes import CasteCounts, Ninjas
from analyses.watchmen.items import ItemRounds, Items
from analyses.watchmen.races import RaceCounts, Races
from analyses.watchmen.table import Deck, Enders
from tests.synthetic import Effects, MemoryRun, by_hand, make_run

SPOOK = 6


def table_of(run: MemoryRun, question) -> pd.DataFrame:
    analysis = question(Facts.of(run))
    return analyse(run, [analysis])[analysis.name]


def seat(win: float, score: int = 0, **fields) -> dict:
    return {"win_share": win, "rank": 1 if win else 2, "score": score, "rounds": 3, **fields}


@pytest.fixture
def duel() -> MemoryRun:
    """Two strategies, two blocks of two rotations: a wins 2 games, b one, one is shared."""
    return by_hand(
        ["a", "b"],
        [
            [seat(1, 40), seat(0, 30)],
            [seat(0, 31), seat(1, 41)],
            [seat(0, 20), seat(1, 30)],
            [seat(0.5, 25, tie_break=0), seat(0.5, 25)],
        ],
        rotations=2,
    )


def test_seats(duel: MemoryRun) -> None:
    table = table_of(duel, Seats)
    assert list(table.seat) == [1, 2]
    assert list(table.win_share) == [1.5 / 4, 2.5 / 4]
    assert list(table.vs_fair) == [-0.125, 0.125]
    assert list(table.score) == [116 / 4, 126 / 4]
    assert list(table.blocks) == [2, 2]
    assert list(table.n) == [4, 4]


def test_strategies_follow_the_rotation(duel: MemoryRun) -> None:
    table = table_of(duel, Strategies).set_index("strategy")
    assert table.win_share["a"] == (1 + 1 + 0 + 0.5) / 4
    assert table.score["b"] == (30 + 31 + 30 + 25) / 4
    assert table.games["a"] == 4


def test_matchups_split_ties(duel: MemoryRun) -> None:
    table = table_of(duel, Matchups).set_index(["strategy", "opponent"])
    assert table.ahead["a", "b"] == 2.5 / 4
    assert table.ahead["b", "a"] == 1.5 / 4
    assert table.lead["a", "b"] == (10 + 10 - 10 + 0) / 4


def test_mirror_share_is_known_and_not_judged() -> None:
    table = table_of(make_run(["a", "a", "a"], 200), Strategies)
    assert table.win_share[0] == pytest.approx(1 / 3)
    assert table.win_share_se[0] == 0
    assert table.verdict[0] == ""


def test_points_add_up_to_the_score_and_split_by_winner(duel: MemoryRun) -> None:
    rows = duel.rows.assign(vp_prices=duel.rows.score - 3, vp_majority=3)
    table = table_of(MemoryRun(duel.manifest, rows), Points).set_index(["strategy", "source"])
    assert table["mean"]["all", "vp_prices"] == rows.score.mean() - 3
    assert table["mean"]["a"].sum() == pytest.approx(table_of(duel, Strategies).score[0])
    # Sharing first place is winning: rows 40, 41, 30, 25, 25 against 30, 31, 20.
    assert table.winners["all", "vp_prices"] == pytest.approx(161 / 5 - 3)
    assert table.gap["all", "vp_prices"] == pytest.approx(161 / 5 - 81 / 3)
    assert table.gap["all", "vp_majority"] == 0


def test_capped_games_are_an_outcome_of_their_own() -> None:
    run = by_hand(
        ["a"], [[seat(1, rounds=4)], [seat(1, rounds=4)], [seat(1, rounds=6, outcome=1)], [seat(1, rounds=6)]]
    )
    table = table_of(run, Lengths).set_index("rounds")
    assert list(table.index) == [4, 5, 6]
    assert list(table.ended) == [0.5, 0, 0.25]
    assert list(table.capped) == [0, 0, 0.25]
    assert list(table.going_on) == [0.5, 0.5, 0]
    endings = table_of(run, Endings).set_index("ending")
    assert endings.share["stopped at the cap"] == 0.25
    assert endings.times["ended by the rules"] == 3


def test_sizes_and_quantiles(duel: MemoryRun) -> None:
    table = table_of(duel, Sizes).set_index("quantity")
    assert table["mean"]["best score"] == (40 + 41 + 30 + 25) / 4
    assert table["mean"]["lead of the best over the second"] == 30 / 4
    assert table["median"]["best score"] == 30
    counts = np.bincount(np.arange(1, 101) + OFFSET)
    assert quantile(counts, 0.5, 10_000)[0] == 50
    value, low, high = quantile(counts, 0.05, 100)
    assert (low, value, high) == (3, 5, 12)


def test_leader() -> None:
    tracks = [{0: 5, 1: 9, 2: 9}, {0: 5, 1: 3, 2: 12}]
    run = by_hand(["a", "b"], [[seat(0, vp_by_round=tracks[0]), seat(1, vp_by_round=tracks[1])]] * 3)
    table = table_of(run, Leader)
    start = table[table.counted == "round"].set_index("round")
    assert list(start.index) == [1, 2, 3]
    assert list(start.leader_wins) == [0.5, 0.0, 1.0]
    assert list(start.last_wins) == [0.5, 1.0, 0.0]
    assert list(start.lead_shared) == [1.0, 0.0, 0.0]
    left = table[table.counted == "rounds_left"].set_index("round")
    assert list(left.leader_wins) == [1.0, 0.0, 0.5]


def test_rounds_not_played_are_no_data() -> None:
    track = {0: 3, 1: 6}
    blank = dict.fromkeys(range(2, 20), 127)
    run = by_hand(["a"], [[seat(1, rounds=2, vp_by_round={**track, **blank})]] * 2)
    table = table_of(run, Growth)
    assert list(table["round"]) == [1, 2]
    assert list(table.winners) == [3, 6]
    assert list(table["median"]) == [3, 6]


def test_lead_changes() -> None:
    run = by_hand(["a"], [[seat(1, lead_changes=k)] for k in (0, 2, 2, 2)])
    assert list(table_of(run, LeadChanges).share) == [0.25, 0, 0.75]


def test_items() -> None:
    games = [
        [seat(1, items_dealt={SPOOK: 1, 0: 1}), seat(0, items_played={SPOOK: 2})],
        [seat(0, items_dealt={0: 1}), seat(1, items_dealt={SPOOK: 1}, items_played={SPOOK: 1})],
        [seat(1, items_dealt={SPOOK: 1, 0: 1}, items_drafted={SPOOK: 3}), seat(0)],
        [seat(1, items_dealt={0: 1}), seat(0)],
    ]
    table = table_of(by_hand(["a", "a"], games), Items).set_index("item")
    assert list(table.index) == ["necklace", "spook"]
    spook = table.loc["spook"]
    assert (spook.dealt, spook.n_played) == (3, 2)
    assert spook.plays == 1.0
    assert spook.drafted == 1.0
    assert spook.win_when_dealt == 1.0
    assert spook.effect_of_deal == 0.5
    assert spook.against_not_dealt == 1.0
    assert spook.win_when_played == 0.5
    # The game without the item is not a game in which it was not played.
    assert spook.win_when_not_played == 0.5
    assert not table.randomised["necklace"]
    assert table.verdict["necklace"] == ""


def test_items_by_round() -> None:
    games = [
        [seat(1, item_by_round={0: SPOOK}), seat(0, item_by_round={0: 1, 1: SPOOK})],
        [seat(0, rounds=1, item_by_round={0: SPOOK}), seat(1, rounds=1)],
    ]
    table = table_of(by_hand(["a", "a"], games), ItemRounds).set_index(["item", "round"])
    assert table.played["spook", 1] == 1.0
    assert table.win_share["spook", 1] == 0.5
    assert table.n["spook", 2] == 1
    assert table.plays["spook", 2] == 1
    assert table.win_share["spook", 2] == 0.0


def test_races() -> None:
    all_in = {"race_in": {0: 1, 1: 1}}
    games = [
        [
            seat(1, races_hired={0: 4}, majority={0: 5}, **all_in),
            seat(0, races_hired={0: 1, 1: 2}, majority={1: 2}, **all_in),
        ]
    ] * 3
    run = by_hand(["a", "a"], games)
    table = table_of(run, Races).set_index("race")
    assert list(table.index) == ["rabbit", "otter"]
    assert list(table.hired) == [2.5, 1.0]
    assert list(table.hired_gap) == [0.75, -0.75]
    assert list(table.points_a_majority) == [5, 2]
    assert list(table.win_with_majority) == [1, 0]
    counts = table_of(run, RaceCounts).set_index(["race", "count"])
    assert counts.win_share["all", 4] == 1
    assert counts.majority_won["all", 2] == 1
    assert counts.n["all", 0] == 3
    assert ("owl", 0) not in counts.index


def test_equal_races_pass_and_an_unequal_one_is_seen() -> None:
    run = make_run(["a", "a", "a", "a"], 3000, seed=3)
    assert table_of(run, Races).p_hired_equal[0] > 0.001
    rows = run.rows.copy()
    rows["races_hired.owl"] += (rows["race_in.owl"] > 0) & (rows.index % 11 == 0)
    table = table_of(MemoryRun(run.manifest, rows), Races).set_index("race")
    assert table.p_hired_equal.iloc[0] < 1e-6
    assert table.hired_gap_low["owl"] > 0
    assert table.hired_gap_low["owl"] > table.hired_gap["cat"]


def test_castes_and_ninjas() -> None:
    games = [
        [
            seat(1, 40, castes_hired={4: 2}, actions_used={4: 3}, ninja_gold=6, ninja_asked=10),
            seat(0, 20, ninja_lost=3, ninja_lost_gold=6, ninja_asked=2),
        ]
    ] * 2
    run = by_hand(["a", "b"], games, rotations=2)
    counts = table_of(run, CasteCounts).set_index(["caste", "count"])
    assert counts.win_share["ninja", 2] == 1
    assert counts.score["ninja", 0] == 20
    ninjas = table_of(run, Ninjas).set_index("strategy")
    assert ninjas.taken["all"] == 1.5
    assert ninjas.taken_a_chance["all"] == 0.25
    assert ninjas.gold_a_card["all"] == 2
    assert ninjas.taken_a_ninja["all"] == 1.5
    assert ninjas.net_gold["all"] == 0


def test_deck_and_enders() -> None:
    games = [[seat(1, refills=2, ended_it=1), seat(0, refills=2)], [seat(1), seat(0, ended_it=1)]]
    run = by_hand(["a", "a"], games)
    assert list(table_of(run, Deck).share) == [0.5, 0.0]
    assert list(table_of(run, Deck)["mean"]) == [1.0, 0.0]
    enders = table_of(run, Enders).set_index("strategy")
    assert enders.ends_it["all"] == 0.5
    assert enders.win_share["all"] == 0.5


@pytest.mark.parametrize("line_up", [["a", "a"], ["a", "b", "c", "d"], ["a", "b", "a", "b"], ["a", "b", "b", "c", "c"]])
def test_every_table_holds_values_within_their_intervals(line_up: list[str]) -> None:
    run = make_run(line_up, 600, effects=Effects(strategies={"a": 0.3}), seed=11)
    facts = Facts.of(run)
    questions = analyses_for(facts)
    tables = analyse(run, questions)
    assert len(tables) == len(questions)
    for question in questions:
        table = tables[question.name]
        assert len(table), question.name
        assert {"blocks", "games", "n"} <= set(table.columns)
        for column in [name.removesuffix("_low") for name in table.columns if name.endswith("_low")]:
            known = table[f"{column}_low"].notna()
            low, value, high = (table.loc[known, f"{column}{end}"] for end in ("_low", "", "_high"))
            assert (low <= value + 1e-12).all(), (question.name, column)
            assert (value <= high + 1e-12).all(), (question.name, column)
        assert set(question.units) <= set(table.columns), question.name
        assert set(question.marks) <= set(table.columns)


def test_effect_put_into_the_deal_comes_out_of_the_randomised_column_only() -> None:
    """The made-up rows play items at random, so only being dealt item 3 matters: its interval excludes 0."""
    run = make_run(["a", "a", "a", "a"], 4000, effects=Effects(items={3: 0.5}), seed=12)
    table = table_of(run, Items).set_index("item")
    assert table.effect_of_deal_low["letter"] > 0.05
    others = table.drop(index=["letter", "necklace"])
    # Each other item is a little worse off; none gains.
    assert (others.effect_of_deal < 0.02).all()
