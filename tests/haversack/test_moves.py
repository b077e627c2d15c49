"""Movement, shots and acts at a distance against the naive twin, on random positions of both boards."""

import numpy as np
import pytest

from simcore.games.haversack.codes import CREATURES, GUARDIANS
from tests.haversack.table import Table
from tests.naive.haversack import abilities, movement
from tests.naive.haversack.rulebook import read_rules
from tests.naive.haversack.table import AdventureBoard

SETTINGS = [
    {},
    {"return_to_start": False},
    {"lake_start": "free_only", "castle": "pass"},
    {"castle": "closed", "castle_blocks": True, "range2": "upto"},
    {"return_to_start": False, "lake_start": "free_only", "range2": "manhattan"},
]


def scatter(rng, table, rules):
    """A random position, put on the kernel's board and told to the twin."""
    board = AdventureBoard(rules.map)
    every = sorted(rules.map.every)
    cells = [every[i] for i in rng.permutation(len(every))]
    table.clear()
    table.board["ruin"][:] = table.board["chest"][:] = 0
    for _ in range(rng.integers(0, 12)):
        board.guardians[cells.pop()] = GUARDIANS[rng.integers(len(GUARDIANS))]
    dry = [cell for cell in cells if cell not in rules.map.lakes and cell != rules.map.castle]
    for _ in range(rng.integers(0, 20)):
        board.monsters[dry.pop()] = CREATURES[rng.integers(3)]
    board.fairies = {dry.pop() for _ in range(rng.integers(0, 6))}
    board.tents = {cell for cell in every if rng.random() < 0.02 and cell not in board.monsters}
    board.destroyed_villages = {cell for cell in sorted(rules.map.villages) if rng.random() < 0.6}
    board.destroyed_villages -= {*board.monsters, *board.fairies, *board.guardians}
    for cell, name in (*board.guardians.items(), *board.monsters.items()):
        table.place(name, cell)
    table.place("fairy", *board.fairies)
    table.place("tent", *board.tents)
    table.place("ruin", *board.destroyed_villages)
    return board


def random_mover(rng, table, rules):
    """A Guardian, its face, and Items in hand."""
    guardian, face = int(rng.integers(len(GUARDIANS))), int(rng.integers(2))
    table.public["face"][guardian] = face
    items = {"boots": int(rng.choice([0, 0, 1, 2])), "feather": int(rng.integers(2)), "sword": int(rng.integers(2))}
    table.hold(**items)
    table.draw(GUARDIANS[guardian])
    name, side = GUARDIANS[guardian], ("day", "night")[face]
    return movement.Mover(name, side, rules.movement(name, side)), items


def compare_moves(table, rules, board, mover, items):
    expected = movement.moves(board, rules.rulings, mover, items, rules.number("boots_move"))
    listed = [(a, tuple(used.split())) for kind, a, used, _ in table.options() if kind == "move"]
    assert len(set(listed)) == len(listed), "an option twice"
    assert set(listed) == expected, f"{mover}, {items}, {board}"
    swaps = {cell for cell, name in board.guardians.items() if name != "priestess"}
    day_priestess = mover.name == "priestess" and mover.face == "day"
    assert table.of("swap") == (swaps if day_priestess else set())


def compare_acts(rng, table, rules, board):
    """All acts of all sorts at once: a Huntress with Net and Hammer, or a Night Priestess."""
    free = sorted(rules.map.every - {*board.guardians, *board.monsters, *board.fairies})
    cell = free[rng.integers(len(free))]
    table.public["face"][:] = 1
    table.hold(butterfly_net=1, hammer=1)
    table.acting("huntress", cell)
    for kind, deed in (("shoot", "shoot"), ("catch", "capture"), ("repair", "repair")):
        assert table.of(kind) == abilities.targets(board, rules.rulings, rules.number("remote_range"), deed, cell)
    table.remove("huntress", cell)
    table.acting("priestess", cell)
    assert table.of("return") == abilities.returnable(board, cell)


def compare(side, setting, count, seed):
    rng, table = np.random.default_rng(seed), Table(board=side, **setting)
    rules = read_rules({"rules.board": side, **{f"rules.{name}": value for name, value in setting.items()}})
    for _ in range(count):
        board = scatter(rng, table, rules)
        compare_moves(table, rules, board, *random_mover(rng, table, rules))
        compare_acts(rng, table, rules, board)


@pytest.mark.parametrize("board", ["summer", "winter"])
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: ",".join(setting) or "shipped")
def test_some_random_positions(board, setting):
    compare(board, setting, 100, 11)


@pytest.mark.slow
@pytest.mark.parametrize("board", ["summer", "winter"])
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: ",".join(setting) or "shipped")
def test_100000_random_positions(board, setting):
    """10,000 each: a hundred thousand in all."""
    compare(board, setting, 10_000, 12)
