"""The phases around the Adventure: Scout, Recruitment, End of Round, the end of the game."""

import numpy as np
import pytest

from simcore.games.haversack.codes import FAIRY, GUARDIANS, ITEMS
from tests.haversack.table import Table


def creatures(table):
    return sum(len(table.where(name)) for name in ("fox", "crocodile", "pig", "fairy"))


def test_setup():
    table = Table(players=4)
    assert creatures(table) == 8, "3 start creatures and a pile of 5"
    assert table.public["round"] == 1
    bags = table.state["private"]["bag"][:4].sum(0)
    bags[GUARDIANS.index(table.drawn)] += 1
    assert list(bags) == [4, 8, 4, 4, 0, 0]
    assert list(table.public["supply"]) == [8, 16, 12, 12, 10, 10]
    assert len(table.where("chest")) == len(table.where("ruin")) == 10
    chests = [sorted(table.state["hidden"]["chest"][seat][:10]) for seat in range(4)]
    assert chests[0] == chests[1] == [0, 0, 1, 1, 2, 3, 4, 5, 6, 6]
    for seat in range(1, 4):
        assert np.array_equal(table.public["board"][seat]["creature"], table.board["creature"]), "all alike"


def test_every_card_appears_once():
    table = Table()
    rounds = []
    while table.public["seat"] >= 0:
        rounds.append(int((table.public["card_round"][:28] >= 0).sum()))
        table.pass_all("recruit")
        table.pass_all("move")
    assert rounds == [8, 13, 18, 23, 28]


def test_a_tent_catches_what_would_land_on_it():
    table = Table()
    table.clear()
    card = int(table.state["hidden"]["deck"][8])
    cell, kind = table.at(table.rules[0]["card_cell"][card]), int(table.rules[0]["card_creature"][card])
    table.place("guide", cell)
    table.draw("warrior")
    table.choose("move", (5, 4))
    table.pass_all("move")
    assert table.public["round"] == 2
    assert table.where("tent") == {cell}
    assert cell not in {at for name in ("fox", "crocodile", "pig", "fairy") for at in table.where(name)}
    assert table.board["gains"][kind] == 1


def test_night_guides_leave_no_tents():
    table = Table(face__guide="night")
    table.clear()
    table.place("guide", (8, 8))
    table.draw("warrior")
    table.choose("move", (5, 4))
    table.pass_all("move")
    assert table.where("tent") == set()


def test_fairies_vanish_and_the_rest_stays():
    table = Table(seed=9)
    table.clear()
    table.place("fairy", (2, 2), (9, 9))
    table.place("fox", (0, 0))
    table.draw("warrior")
    table.choose("move", (5, 4))
    table.pass_all("move")
    assert not {(2, 2), (9, 9)} & table.where("fairy")
    assert (0, 0) in table.where("fox")
    assert len(table.where("chest")) == len(table.where("ruin")) == 10


def test_guardians_return_to_the_bag():
    table = Table()
    table.pass_all("recruit")
    table.board["gold"] = 3
    table.choose("buy", "guide")
    table.pass_all("move")
    assert table.public["round"] == 2
    back = table.bag
    back[table.drawn] = back.get(table.drawn, 0) + 1
    assert back == {"guide": 2, "warrior": 2, "thief": 1, "priestess": 1}
    assert not table.board["guardian"].any()


def test_unspent_gold_is_kept():
    table = Table()
    table.pass_all("recruit")
    table.board["gold"] = 6
    table.choose("pass")
    table.pass_all("recruit")
    assert table.board["gold"] > 6


def test_the_fewest_points_recruit_first():
    table = Table(players=4)
    for seat, vp in enumerate((9, 4, 7, 1)):
        table.public["board"][seat]["vp"] = vp
    table.pass_all("recruit")
    assert list(table.public["order"]) == [3, 1, 2, 0]
    assert table.public["seat"] == 3


def test_ties_recruit_in_random_order():
    orders = set()
    for seed in range(40):
        table = Table(players=3, seed=seed)
        table.public["board"]["vp"][:3] = [5, 2, 5]
        table.pass_all("recruit")
        orders.add(tuple(table.public["order"][:3]))
    assert orders == {(1, 0, 2), (1, 2, 0)}


def test_a_sold_out_guardian():
    table = Table(players=2)
    table.public["supply"][GUARDIANS.index("druid")] = 1
    table.public["board"]["gold"][:2] = 30
    table.pass_all("recruit")
    first, second = (int(seat) for seat in table.public["order"][:2])
    table.choose("buy", "druid")
    assert "druid" not in table.of("buy")
    assert "huntress" in table.of("buy")
    for _ in range(3):
        table.choose("buy", "guide")
    sold_out = table.state["stats"]["sold_out"]
    assert (sold_out[first], sold_out[second]) == (1, 1), "once a Recruitment, though met twice"


@pytest.mark.parametrize(("villages", "glory"), list(enumerate([0, 1, 2, 3, 3, 4, 4, 5, 6, 7, 8])))
def test_village_column(villages, glory):
    """The number on the lowest visible space, not a sum."""
    table = Table()
    table.board["villages"] = villages
    table.clear()
    table.pass_all("recruit")
    assert table.stats["glory_villages"][0] == glory


def test_fairy_track_in_order():
    table = Table()
    table.board["fairies"] = 3
    table.board["gains"][FAIRY] = 2
    table.clear()
    table.pass_all("recruit")
    assert table.stats["glory_fairies"][0] == 3 + 4


def test_two_cups_in_one_round():
    table = Table()
    table.clear()
    table.state["hidden"]["chest"][0][:2] = ITEMS.index("cup")
    table.place("warrior", (0, 2), (5, 9))
    table.draw("thief", "thief")
    table.choose("move", (0, 3))
    table.choose("move", (5, 10))
    assert table.stats["glory_cups"][0] == 4


@pytest.mark.parametrize(("monsters", "vp"), [(0, 0), (3, 0), (4, 2), (6, 2), (7, 5), (20, 27), (21, 35)])
def test_hunting_board(monsters, vp):
    """Only the highest step reached counts."""
    table = Table()
    table.board["hunted"][0] = monsters
    table.finish()
    assert table.rows()["vp_hunting"] == vp


def test_hunting_board__a_lower_score_further_on_takes_nothing_away():
    table = Table(track__hunting_vp="2,5,9,14,20,27,1")
    table.board["hunted"][0] = 21
    table.finish()
    assert table.rows()["vp_hunting"] == 27


def test_final_scoring_adds_up():
    table = Table()
    table.board["chests"] = 3
    table.board["hunted"][:] = [2, 1, 1]
    table.finish()
    row = table.rows()[0]
    assert (row["vp_chests"], row["vp_hunting"]) == (6, 2)
    assert row["score"] == row["vp_glory"] + 8
    assert (row["rank"], row["win_share"], row["rounds"]) == (1, 1.0, 5)


def test_no_recruitment_in_the_last_round():
    table = Table()
    rounds = []
    while table.public["seat"] >= 0:
        table.pass_all("recruit")
        if table.public["seat"] >= 0:
            rounds.append(int(table.public["round"]))
            table.choose("pass")
    assert rounds == [1, 2, 3, 4]
    assert table.public["round"] == 5
    assert table.rows()["glory"][0][4] >= 0


@pytest.mark.parametrize(
    ("hunted", "ranks", "shares", "broken"),
    [
        ([3, 2, 0], [1, 2, 3], [1, 0, 0], 1),
        ([3, 3, 1], [1, 1, 3], [0.5, 0.5, 0], 1),
        ([2, 2, 2], [1, 1, 1], [1 / 3] * 3, 0),
    ],
)
def test_ties_go_to_the_most_monsters(hunted, ranks, shares, broken):
    """Equal points, at most 3 monsters each, so that the Hunting Board gives nothing."""
    table = Table(players=3)
    for seat in range(3):
        table.public["board"][seat]["hunted"][0] = hunted[seat]
    table.finish()
    rows = table.rows()
    assert len(set(rows["score"])) == 1
    assert list(rows["rank"]) == ranks
    assert np.allclose(rows["win_share"], shares)
    assert set(rows["tie_break"]) == {broken}


def test_streams_of_seats_are_their_own():
    """What one seat does never moves another's draws: common random numbers."""
    drawn = []
    for choice in (0, -1):
        table, order = Table(players=2, seed=8), []
        while table.public["seat"] == 0 and table.public["round"] == 1:
            count = len(table.options())
            table.apply(choice % count)
        while table.decision == "move" and table.public["seat"] == 1:
            order.append(table.drawn)
            count = len(table.options())
            table.apply(count - 1)
        drawn.append(order)
    assert drawn[0] == drawn[1]
    assert sorted(drawn[0]) == ["guide", "priestess", "thief", "warrior", "warrior"]
