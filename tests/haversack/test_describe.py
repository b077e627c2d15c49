"""The game in words: options, board, events, result."""

import pytest

from simcore.games.haversack import describe, picture
from simcore.games.haversack.codes import CREATURES, GUARDIANS, ITEMS
from simcore.registry import game
from simcore.replay import Game, steps
from strategies.catalog import load_lineup
from tests.haversack.table import Table


def words(table):
    count = len(table.options())
    return [describe.option(table.ruleset, table.state, option) for option in table.buffer[:count]]


def cleared(**settings):
    table = Table(**settings)
    table.clear()
    return table


def test_moves_in_words():
    table = cleared()
    table.place("pig", (5, 4))
    table.place("fairy", (5, 6))
    table.place("warrior", (3, 1))
    table.hold(boots=1, feather=1, sword=1)
    table.draw("thief")
    told = words(table)
    assert "to (5,4), eliminate the Pig with Sword" in told
    assert "to (5,6), capture the Fairy" in told
    assert "to (3,6), repair the Village" in told
    assert "to (7,6), open the Chest" in told
    assert "to (4,1) with Feather" in told
    assert any(line.endswith("with Boots") for line in told)
    assert describe.decision(table.ruleset, table.state) == "round 1, where to move the Thief (day)"


def test_acts_in_words():
    table = cleared(face__priestess="night")
    table.place("fox", (7, 5))
    table.place("fairy", (9, 7))
    table.place("ruin", (9, 3))
    table.place("thief", (9, 9))
    table.hold(bow=1, hammer=1, butterfly_net=1)
    table.acting("priestess", (9, 5))
    assert words(table) == [
        "shoot the Fox at (7,5) with the Bow",
        "capture the Fairy at (9,7) with the Butterfly Net",
        "repair the Village at (9,3) with the Hammer",
        "send back the Thief at (9,9)",
        "no more",
    ]
    assert (
        describe.decision(table.ruleset, table.state) == "round 1, what the Priestess (night) does from where it stands"
    )


def test_places_taken_and_purchases_in_words():
    table = cleared(act_unmoved="true")
    table.place("thief", (8, 8))
    table.draw("priestess")
    assert "take the place of the Thief at (8,8)" in words(table)
    table.place("fairy", (5, 7))
    table.hold(butterfly_net=1)
    assert "stay at (5,5) to act" in words(table)
    table.choose("swap", (8, 8))
    table.pass_all("recruit")
    table.board["gold"] = 4
    assert words(table) == ["recruit a Guide", "recruit a Warrior", "recruit a Thief", "recruit no more"]
    assert describe.decision(table.ruleset, table.state) == "round 1, whom to recruit"


def test_a_guardian_without_a_move_in_words():
    table = cleared()
    table.place("guide", *((row, col) for row in range(11) for col in range(11)))
    table.draw("thief")
    assert words(table) == ["set it aside"]


def test_the_board_shows_all_that_stands_on_it():
    table = cleared()
    for name, cell in zip(CREATURES, ((0, 0), (0, 1), (0, 2), (0, 9))):
        table.place(name, cell)
    table.place("tent", (10, 0), (10, 2))
    table.place("guide", (10, 0))
    table.remove("ruin", (10, 1))
    table.remove("chest", (4, 0))
    lines = picture.lines(table.board_map, table.board)
    assert lines[0].split() == [str(col) for col in range(11)]
    assert lines[1] == " 0  fx cr pg $$ ^^ hC ^^ ^^ $$ fy .."
    assert lines[5] == " 4  .. ~~ ~~ hB .. .. .. ^^ .. .. hJ"
    assert lines[6] == " 5  hS ~~ ~~ vv .. CC .. ^^ .. vv $$"
    assert lines[11] == "10  @G VV /\\ ^^ hP vv hN g6 ~~ .. .."


def test_the_table_shows_bag_items_and_gains():
    table = cleared()
    table.draw("thief", "guide", "warrior", "warrior")
    table.hold(boots=2)
    table.board["used"][ITEMS.index("cup")] = 1
    table.board["gains"][:] = [1, 0, 2, 1]
    lines = describe.table(table.ruleset, table.state, 0)
    assert "bag: 1 Guide, 2 Warriors; set aside: none" in lines
    assert "items ready: 2 Boots; used: 1 Cup" in lines
    assert "gains area: 1 Fox, 2 Pigs, 1 Fairy; Hunting Board: none" in lines
    assert "seat 1: 0 VP, 0 Gold, 3 monsters, 1 Fairy, 0 Villages, 0 Chests" in lines


def test_one_is_told_as_one_and_several_as_several():
    table = cleared(players=2)
    table.draw("guide", *GUARDIANS)
    lines = describe.table(table.ruleset, table.state, 0)
    assert lines[-6].startswith("bag: 1 Guide, 1 Warrior, 1 Thief, 1 Priestess, 1 Druid, 1 Huntress;")
    table.draw("guide", *GUARDIANS * 2)
    table.board["items"][:] = 1
    table.board["used"][:] = 2
    for field, number in (("gains", 1), ("hunted", 0), ("villages", 1), ("chests", 1)):
        table.board[field] = number
    table.public["board"][1]["hunted"][:] = 2
    lines = describe.table(table.ruleset, table.state, 0)[-6:]
    assert lines[0].startswith("bag: 2 Guides, 2 Warriors, 2 Thieves, 2 Priestesses, 2 Druids, 2 Huntresses;")
    assert lines[1] == (
        "items ready: 1 Boots, 1 Sword, 1 Bow, 1 Feather, 1 Hammer, 1 Butterfly Net, 1 Cup; "
        "used: 2 Boots, 2 Swords, 2 Bows, 2 Feathers, 2 Hammers, 2 Butterfly Nets, 2 Cups"
    )
    assert lines[2] == "gains area: 1 Fox, 1 Crocodile, 1 Pig, 1 Fairy; Hunting Board: none"
    assert lines[3] == "seat 1: 0 VP, 0 Gold, 3 monsters, 1 Fairy, 1 Village, 1 Chest"
    assert lines[4] == "seat 2: 0 VP, 0 Gold, 6 monsters, 0 Fairies, 0 Villages, 0 Chests"
    table.board["gains"][:] = [1, 0, 0, 2]
    lines = describe.table(table.ruleset, table.state, 0)[-6:]
    assert lines[2] == "gains area: 1 Fox, 2 Fairies; Hunting Board: none"
    assert lines[3] == "seat 1: 0 VP, 0 Gold, 1 monster, 2 Fairies, 1 Village, 1 Chest"
    rows = table.rows()
    rows["taken"][0][:3], rows["chests"] = [1, 0, 0], [1, 2]
    told = describe.result(table.ruleset, rows)
    assert [line.strip() for line in told if "Chest" in line] == [
        "0 from 1 Chest at 2",
        "0 from 2 Chests at 2",
    ]
    assert [line.rpartition(" with ")[2] for line in told if "Hunting Board" in line] == ["1 monster", "0 monsters"]


@pytest.mark.parametrize(("item", "line"), [("cup", "the Chest holds a Cup"), ("bow", "the Chest holds: Bow")])
def test_a_chest_in_words(item, line):
    table = cleared()
    table.state["hidden"]["chest"][0][0] = ITEMS.index(item)
    table.place("warrior", (7, 5))
    table.draw("thief", "guide")
    before = table.state.copy()
    table.choose("move", (7, 6))
    assert describe.events(table.ruleset, before, table.state) == [line, "seat 1 draws a Guide"]


def test_a_whole_game_in_words():
    spec = game("haversack")
    lineup = load_lineup("haversack", 2, "random")
    match = Game(spec, spec.load_rules(None, {}), lineup, seed=7, deal=3, rotation=0)
    told = [line for step in steps(match) for line in describe.events(match.ruleset, step.before, step.after)]
    assert sum(line.startswith("round ") for line in told) == 4, "the first was revealed before the first decision"
    assert sum(" Glory (" in line for line in told) == 10
    rows = match.rows()
    lines = describe.result(match.ruleset, rows)
    for row in rows:
        place, share = row["rank"], row["win_share"]
        assert f"seat {row['seat'] + 1}: {row['score']} VP, place {place}, win share {share:.2f}" in lines
