"""Every example of the rulebook, played on the real kernel (Summer side, Day faces unless said)."""

import pytest

from simcore.games.haversack.codes import CREATURES, FAIRY
from simcore.games.haversack.kernel.scoring import glory_gold, glory_vp
from tests.haversack.table import Table


def gather(table, **gains):
    """Put creatures in the gains area and play Phase 3."""
    for name, count in gains.items():
        table.board["gains"][CREATURES.index(name)] = count
    end_adventure(table)


def end_adventure(table):
    """The last Guardian of the round is set aside, and Phase 3 follows."""
    table.clear()
    for row in range(11):
        table.place("guide", *((row, col) for col in range(11)))
    table.draw("guide")
    table.choose("pass")
    table.board["guardian"][:] = 0


def test_a_pig_on_yellow_hut_r():
    """Positioning the Creatures: Sabrina reveals a Pig on yellow Hut R."""
    table = Table()
    card = table.ruleset.data["card"]["R"]
    assert (card["creature"], card["colour"]) == ("pig", "yellow")
    assert table.at(table.board_map.find("hR")) == (10, 2)


def test_a_warrior_moves_two_spaces():
    """Moving the Guardians: Marceau's Warrior has a movement ability of 2."""
    table = Table()
    table.clear()
    table.draw("warrior")
    assert table.ends() == {
        (5, 4), (5, 6), (4, 5), (6, 5),                          # one step from the Castle
        (5, 3), (4, 4), (6, 4), (4, 6), (6, 6), (3, 5), (7, 5),  # two steps
        (5, 7),                                                  # a Forest, entered with the second
        (5, 5),                                                  # out and back
    }  # fmt: skip


def test_a_thief_starts_from_another_guardian():
    """Moving the Guardians: Marceau moves his Thief from a Guardian already on the board."""
    table = Table()
    table.clear()
    table.place("warrior", (8, 1))
    table.draw("thief")
    assert {(9, 0), (10, 0), (8, 0), (9, 2)} <= table.ends(), "cells around the Warrior, far from the Castle"
    assert (8, 1) not in table.ends(), "nobody stops where another Guardian stands"


def test_a_guide_repairs_a_village():
    """Special Spaces: Romane's Guide ends on a Village and takes the first Village token."""
    table = Table()
    table.clear()
    table.draw("guide", "guide")
    assert ("move", (5, 3), "", "village") in table.options()
    table.choose("move", (5, 3))
    assert table.board["villages"] == 1
    assert (5, 3) not in table.where("ruin")


def test_a_guide_on_a_hut_leaves_a_tent():
    """Guide, Day: Fred's Guide ended on a Hut, so a Tent is there for the following round."""
    table = Table(seed=5)
    table.clear()
    table.place("guide", (8, 3))
    table.place("warrior", (7, 5))
    table.draw("guide")
    table.choose("move", (5, 4))
    table.choose("pass")
    assert table.public["round"] == 2
    assert table.where("tent") == {(8, 3), (5, 4)}


def test_a_night_guide_captures_from_two_spaces():
    """Guide, Night: Fred's Guide is 2 spaces away from the Fairy and captures her, over a Forest."""
    table = Table(face__guide="night")
    table.clear()
    table.place("fairy", (5, 8))
    table.place("fox", (4, 6))
    table.draw("guide", "thief")
    table.choose("move", (5, 6))
    assert table.of("catch") == {(5, 8)}
    table.choose("catch", (5, 8))
    assert table.where("fairy") == set()
    assert table.board["gains"][FAIRY] == 1
    assert table.drawn == "thief", "the ability is used, the next one is drawn"


def test_a_huntress_shoots_the_fox_but_not_past_the_fairy():
    """Huntress, Day: the Fox above her can be shot; the Crocodile to her right has a Fairy before it."""
    table = Table()
    table.clear()
    table.place("fox", (4, 5))
    table.place("fairy", (7, 7))
    table.place("crocodile", (7, 10))
    table.acting("huntress", (7, 5))
    assert table.of("shoot") == {(4, 5)}
    table.choose("shoot", (4, 5))
    assert table.where("fox") == set()
    assert table.where("crocodile") == {(7, 10)}


def test_a_night_priestess_returns_the_warrior():
    """Priestess, Night: once moved, Marceau returns the Warrior of her row to his bag."""
    table = Table(face__priestess="night")
    table.clear()
    table.place("warrior", (4, 9))
    table.draw("priestess")
    table.choose("move", (4, 5))
    table.choose("return", (4, 9))
    assert table.where("warrior") == set()
    assert table.drawn == "warrior", "he is the only one in the bag and is played again"


def test_a_night_thief_is_stopped_by_the_forest():
    """Thief, Night: he cannot open the Chest, as the Forest before it ends his movement."""
    table = Table(face__thief="night")
    table.clear()
    table.draw("thief")
    chest = (5, 10)
    assert chest in table.where("chest")
    assert (5, 7) in table.ends(), "the Forest on the way"
    assert not {(5, 8), (5, 9), chest} & table.ends()


def test_a_night_druid_repairs_at_a_distance():
    """Druid, Night: the Village two spaces away."""
    table = Table(face__druid="night")
    table.clear()
    table.draw("druid", "druid")
    table.choose("move", (3, 4))
    assert table.of("repair") == {(3, 6)}
    table.choose("repair", (3, 6))
    assert table.board["villages"] == 1


def test_fox_and_pig_earn_four_glory():
    """Glory: Romane's Fox and Pig earn 4 Glory and go to the Hunting Board."""
    table = Table()
    gather(table, fox=1, pig=1)
    assert table.stats["glory"][0] == table.stats["glory_monsters"][0] == 4
    assert list(table.board["hunted"]) == [1, 0, 1]
    assert not table.board["gains"].any()


def test_the_first_fairy_earns_two_glory():
    """Glory: Romane places her Fairy on the first space."""
    table = Table()
    gather(table, fairy=1)
    assert table.stats["glory_fairies"][0] == 2
    assert table.board["fairies"] == 1


def test_two_villages_earn_two_glory_every_round():
    """Glory: Romane repaired no new Village this round and still earns 2."""
    table = Table()
    table.board["villages"] = 2
    for number in range(3):
        table.pass_all("move")
        end_adventure(table)
        assert table.stats["glory_villages"][number] == 2


@pytest.mark.parametrize(("glory", "gold", "vp"), [(10, 9, 4), (15, 12, 9), (16, 12, 10), (33, 12, 27), (0, 1, 0)])
def test_gains_table(glory, gold, vp):
    """Glory: with 10 Glory, 9 Gold and 4 VP; beyond 15 one VP each and no more Gold."""
    rules = Table().rules[0]
    assert (glory_gold(rules, glory), glory_vp(rules, glory)) == (gold, vp)


def test_ten_glory_on_the_table():
    """The same through a whole Phase 3: three Pigs and a Fox."""
    table = Table()
    gather(table, pig=3, fox=1)
    assert (table.board["gold"], table.board["vp"]) == (9, 4)


def test_eight_gold_buy_one_priestess():
    """Recruitment: with 8 Gold, a Warrior and a Thief, or one Priestess and 1 Gold kept."""
    table = Table()
    gather(table)
    table.board["gold"] = 8
    table.choose("buy", "warrior")
    assert "thief" in table.of("buy"), "a Warrior and a Thief cost at most 8"
    table.board["gold"] = 8
    table.choose("buy", "priestess")
    assert table.board["gold"] == 1
    assert table.of("buy") == set()
    assert table.bag["priestess"] == 1
