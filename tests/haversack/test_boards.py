"""A board drawn by the user: the map is checked with row and column; the shipped maps are as published."""

import pytest

from simcore.errors import MeepleError
from simcore.games.haversack.boards import read_board
from simcore.games.haversack.rules import load_rules, tables
from tests.haversack.table import Table

OWN = """base = "haversack"
[rules]
board = "own"
[board.own]
map = '''
{rows}'''
"""


def rows_of(name="summer"):
    return [line.split() for line in load_rules(None, {}).data["board"][name]["map"].strip().splitlines()]


def load_own(tmp_path, rows):
    path = tmp_path / "own.toml"
    path.write_text(OWN.format(rows="".join(" ".join(row) + "\n" for row in rows)))
    return load_rules(path, {})


def swapped(rows, a, b):
    (r, c), (s, d) = a, b
    rows[r][c], rows[s][d] = rows[s][d], rows[r][c]
    return rows


def test_a_board_of_ones_own_is_used(tmp_path):
    ruleset = load_own(tmp_path, swapped(rows_of(), (5, 5), (4, 4)))
    assert tables(ruleset, 2)["castle_cell"][0] == 4 * 11 + 4


def test_a_board_of_another_shape_is_played(tmp_path):
    """8 rows of 16: all 128 cells, the last word full."""
    cells = [word for row in rows_of() for word in row] + [".."] * 7
    ruleset = load_own(tmp_path, [cells[16 * row : 16 * row + 16] for row in range(8)])
    rules = tables(ruleset, 1)[0]
    assert (rules["rows"], rules["cols"]) == (8, 16)
    assert rules["beside"][127].tolist() == [-1, 126, -1, 111]
    assert rules["beside"][16].tolist() == [17, -1, 32, 0]
    assert [int(word) for word in rules["cells"]] == [2**64 - 1] * 2


def broken(row, col, word):
    rows = rows_of()
    rows[row][col] = word
    return rows


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (broken(3, 4, "??"), "board.own.map: row 3, column 4: '??' is no kind of cell"),
        (broken(3, 4, "hut"), "board.own.map: row 3, column 4: 'hut' is no kind of cell"),
        (broken(2, 2, "hA"), "board.own.map: row 3, column 4: hA stands already at row 2, column 2"),
        (broken(0, 0, "CC"), "board.own.map: row 5, column 5: CC stands already at row 0, column 0"),
        (broken(5, 5, ".."), "board.own.map: no Castle; expected one cell CC"),
        (broken(3, 4, ".."), "board.own.map: no cell hA for the Scout card card.A"),
        (broken(0, 0, "hV"), "board.own.map: row 0, column 0: no Scout card is for hV"),
        (broken(4, 6, ".."), "board.own.map: no cell s1; expected s1 s2 s3 for structure.start_creatures = 3"),
        (broken(0, 0, "s4"), "board.own.map: row 0, column 0: s4 is one start space too many"),
        (broken(0, 3, ".."), "board.own.map: 9 Chest spaces; expected 10, as many as tokens in [chest]"),
        (broken(0, 0, "vx"), "board.own.map: 11 Village spaces; expected at most 10"),
        ([*rows_of()[:4], rows_of()[4][:10], *rows_of()[5:]], "board.own.map: row 4 has 10 cells; expected 11"),
        ([[*row, ".."] for row in rows_of()], "board.own.map: 11 rows of 12 cells; expected at most 128 cells"),
        ([], "board.own.map is empty; expected rows of cells"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(tmp_path, rows, message):
    with pytest.raises(MeepleError) as error:
        load_own(tmp_path, rows)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_board_that_is_not_there():
    with pytest.raises(MeepleError, match=r"no such board; expected a table \[board.own\] with a map"):
        load_rules(None, {"board": "own"})


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"structure.rounds": "6"}, "[card] has 28 Scout cards; expected at least 33"),
        ({"track.village": "1,2,3,4,5,6,7,8,9,10,11"}, "track.village begins with 1; expected 0"),
        ({"track.fairy": "2,2"}, "track.fairy has 2 entries; expected 7"),
        ({"track.hunting_at": "4,3,5,6,7,8,9"}, "track.hunting_at: expected numbers that grow"),
        ({"gains.gold": "1,2"}, "gains.gold has 2 entries and gains.vp 16"),
        ({"guardian.guide.tokens": "3"}, "guardian.guide.tokens = 3: expected at least 4"),
        ({"chest.boots": "7"}, "board.summer.map: 10 Chest spaces; expected 15"),
        ({"guardian.guide.cost": "1", "gains.gold": ",".join(["99"] * 16)}, "a player could buy 396 Guardians"),
        ({"face.thief": "dusk"}, "expected one of: day, night, random"),
        ({"castel": "pass"}, "unknown key; did you mean castle?"),
    ],
)
def test_what_does_not_fit_together(settings, message):
    with pytest.raises(MeepleError) as error:
        load_rules(None, settings)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("name", "plain", "forest", "lake", "places"),
    [
        ("summer", 45, 16, 8, {"hA": (3, 4), "hR": (10, 2), "g4": (2, 10), "hO": (8, 9), "g7": (7, 3)}),
        ("winter", 29, 24, 16, {"hA": (0, 5), "hR": (10, 2), "g4": (0, 7), "hO": (10, 10), "g7": (5, 1)}),
    ],
)
def test_the_shipped_maps(name, plain, forest, lake, places):
    board = read_board(load_rules(None, {}).data["board"][name]["map"], name)
    assert (board.rows, board.cols, board.find("CC")) == (11, 11, 60)
    assert [board.cells.count(word) for word in ("..", "^^", "~~")] == [plain, forest, lake]
    assert [len(board.of_kind(kind)) for kind in "hg$vs"] == [21, 7, 10, 10, 3]
    for word, place in places.items():
        assert divmod(board.find(word), 11) == place


@pytest.mark.parametrize("board", ["summer", "winter"])
def test_all_land_is_reached_in_time(board):
    """With every Hut and start space held by a monster, every other land cell can be reached."""
    table = Table(board=board)
    table.clear()
    for number, word in enumerate(table.board_map.cells):
        if word[0] in "hs":
            table.place("fox", table.at(number))
    for _ in range(40):
        table.draw("guide")
        ends = table.ends() - table.where("tent")
        table.place("tent", *ends)
    land = {table.at(n) for n, word in enumerate(table.board_map.cells) if word[0] not in "hs~"}
    assert table.where("tent") == land


def test_sources_are_kept():
    ruleset = load_rules(None, {})
    sources = {value.key: value.source for value in ruleset.values}
    assert sources["guardian.priestess.cost"] == sources["guardian.warrior.move_day"] == "rulebook"
    assert sources["guardian.thief.cost"] == sources["track.fairy"] == sources["board.summer.map"] == "assumed"
    assert "board.winter.map" not in sources, "not in force"
    tries = {value.key: value.worth_trying for value in ruleset.values}
    assert tries["guardian.guide.cost"] == (2, 4)
