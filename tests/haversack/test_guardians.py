"""Abilities and Items in play (rulebook: Special Abilities of the Guardians, Chests and Items)."""

import pytest

from simcore.games.haversack.codes import GUARDIANS, ITEMS
from tests.haversack.table import Table


def cleared(**settings):
    table = Table(**settings)
    table.clear()
    return table


def finds(table, *items):
    """The next Chests hold these Items."""
    table.state["hidden"]["chest"][0][: len(items)] = [ITEMS.index(item) for item in items]


def test_only_thieves_open_chests():
    for name in GUARDIANS:
        table = cleared()
        table.place("warrior", (7, 5))
        table.draw(name)
        took = {c for kind, a, _, c in table.options() if kind == "move" and a == (7, 6)}
        assert took == ({"chest"} if name == "thief" else {"nothing"})


def test_all_pass_over_chests_and_villages():
    table = cleared()
    table.place("guide", (3, 4))
    table.draw("guide")
    assert {(3, 2), (3, 1)} <= table.ends(), "past the Chest at (3, 3)"
    table.clear()
    table.place("guide", (4, 6))
    table.draw("guide")
    assert (2, 6) in table.ends(), "past the Village at (3, 6)"
    table.board["ruin"][:] = 0
    assert (2, 6) in table.ends(), "and past it when repaired"


def test_night_warrior_leaves_pigs_alone():
    for face, prey in (("day", {"fox", "crocodile", "pig"}), ("night", {"fox", "crocodile"})):
        table = cleared(face__warrior=face)
        for name, cell in (("fox", (5, 4)), ("crocodile", (5, 6)), ("pig", (4, 5))):
            table.place(name, cell)
        table.draw("warrior")
        assert {c for _, _, _, c in table.options()} == {*prey, "nothing"}


@pytest.mark.parametrize(("face", "vp"), [("day", 0), ("night", 1)])
def test_a_night_huntress_earns_for_each_shot(face, vp):
    table = cleared(face__huntress=face)
    table.place("pig", (2, 5))
    table.acting("huntress", (4, 5))
    table.choose("shoot", (2, 5))
    assert (table.board["vp"], table.stats["vp_shots"]) == (vp, vp)
    assert table.board["gains"][2] == 1


def test_a_shot_is_blocked_or_not():
    """Lakes, Huts, Groves, Chests, plain, the Castle and Tents let it pass; the rest stops it."""
    table = cleared()
    table.place("pig", (1, 8))
    for cell in ((1, 0), (4, 8)):
        table.acting("huntress", cell)
        assert table.of("shoot") == (set() if cell == (1, 0) else {(1, 8)}), "Village in the way, or Grove and Lake"
        table.remove("huntress", cell)
    table.clear()
    table.place("fox", (5, 3))
    table.place("tent", (5, 4))
    table.acting("huntress", (5, 6))
    assert table.of("shoot") == {(5, 3)}, "over the Castle and a Tent"
    table.place("thief", (5, 4))
    assert table.of("shoot") == set()


def test_a_day_priestess_takes_a_place():
    table = cleared()
    table.place("thief", (9, 9))
    table.place("priestess", (9, 1))
    table.draw("priestess", "warrior")
    assert table.of("swap") == {(9, 9)}, "not another Priestess's"
    table.choose("swap", (9, 9))
    assert table.where("priestess") == {(9, 1), (9, 9)}
    assert table.where("thief") == set()
    drawn = {table.drawn: 1}
    assert {**table.bag, **drawn} == {"thief": 1, "warrior": 1}
    assert table.stats["returned"][GUARDIANS.index("thief")] == 1


def test_a_day_druid_ignores_terrain():
    table = cleared()
    table.place("warrior", (3, 1))
    table.draw("druid")
    assert {(4, 1), (5, 1), (4, 2)} <= table.ends(), "over and on the Lake"
    table.draw("guide")
    assert not {(4, 1), (5, 1), (4, 2)} & table.ends()
    table.clear()
    table.draw("druid")
    assert (5, 8) in table.ends(), "past the Forest"


def test_fairies_stop_even_the_druid():
    table = cleared()
    for cell in ((5, 6), (5, 4), (4, 5)):
        table.place("fairy", cell)
    table.place("fox", (6, 5))
    table.draw("druid")
    assert table.ends() == {(5, 6), (5, 4), (4, 5)}


def test_the_round_of_a_chest():
    """An Item works from the next Guardian on; the Thief who found it cannot use it."""
    table = cleared()
    finds(table, "bow", "cup")
    table.place("warrior", (7, 5))
    table.place("fox", (7, 9))
    table.draw("thief", "guide")
    table.choose("move", (7, 6))
    assert table.drawn == "guide", "no act for the Thief"
    assert table.ready() == {"bow": 1}
    assert table.board["chests"] == 1
    assert (7, 6) not in table.where("chest")


def test_a_cup_counts_in_its_round_only():
    table = cleared()
    finds(table, "cup")
    table.place("warrior", (7, 5))
    table.draw("thief")
    table.choose("move", (7, 6))
    assert table.stats["glory"][0] == table.stats["glory_cups"][0] == 2
    assert table.board["used"][ITEMS.index("cup")] == 1
    table.pass_all("move")
    table.pass_all("recruit")
    assert table.stats["glory_cups"][1] == 0


def test_boots_add_two_spaces_each():
    table = cleared()
    table.hold(boots=2)
    table.draw("warrior")
    assert (5, 1) not in table.ends(), "a Lake"
    assert {(2, 4), (1, 5)} & table.ends("boots") == {(2, 4)}
    assert (9, 5) in table.ends("boots")
    assert (10, 3) not in table.ends("boots boots")
    assert (10, 4) in table.ends("boots boots")
    table.choose("move", (10, 4))
    assert (table.ready(), table.board["used"][0]) == ({}, 2)


def test_boots_are_not_for_the_night_thief():
    table = cleared(face__thief="night")
    table.hold(boots=2)
    table.draw("thief")
    assert {used for _, _, used, _ in table.options()} == {""}


def test_a_sword_lets_anyone_eliminate_by_entering():
    table = cleared(face__warrior="night", face__thief="night")
    table.place("pig", (5, 4))
    table.place("fox", (5, 6))
    table.hold(sword=1)
    for name in GUARDIANS:
        table.draw(name)
        assert (5, 4) in table.ends("sword")
        assert ((5, 6) in table.ends("sword")) == (name != "warrior")
    table.choose("move", (5, 4))
    assert table.board["gains"][2] == 1
    assert table.board["used"][ITEMS.index("sword")] == 1


def test_a_feather_is_a_druid_for_one_move():
    table = cleared()
    table.place("warrior", (3, 1))
    table.hold(feather=1)
    table.draw("guide")
    assert {(4, 1), (5, 1)} <= table.ends("feather")
    table.draw("druid")
    assert table.ends("feather") == set(), "no use to the Druid"


def test_items_may_be_used_together():
    """Boots to get there, the Sword to enter."""
    table = cleared()
    table.place("pig", (9, 5))
    table.hold(boots=1, sword=1)
    table.draw("huntress")
    assert table.ends("boots sword") == {(9, 5)}
    table.choose("move", (9, 5))
    assert table.ready() == {}


def test_hammer_net_and_bow_in_one_play():
    table = cleared()
    table.place("fairy", (7, 5))
    table.place("fox", (9, 10))
    table.hold(hammer=1, butterfly_net=1, bow=1)
    table.place("ruin", (9, 3))
    table.acting("guide", (9, 5))
    table.choose("repair", (9, 3), "hammer")
    table.choose("shoot", (9, 10), "bow")
    table.choose("catch", (7, 5), "butterfly_net")
    assert table.ready() == {}
    assert (table.board["villages"], list(table.board["gains"])) == (1, [1, 0, 0, 1])


def test_acts_are_optional():
    table = cleared()
    table.place("fairy", (2, 5))
    table.hold(butterfly_net=1)
    table.acting("guide", (4, 5))
    table.choose("pass")
    assert table.ready() == {"butterfly_net": 1}


def test_own_ability_goes_before_the_item():
    """A Bow is offered to a Huntress for her second shot."""
    table = cleared()
    table.place("fox", (7, 5), (9, 10))
    table.hold(bow=1)
    table.acting("huntress", (9, 5))
    assert {used for kind, _, used, _ in table.options() if kind == "shoot"} == {""}
    table.choose("shoot", (7, 5))
    table.choose("shoot", (9, 10), "bow")
    assert table.board["gains"][0] == 2
