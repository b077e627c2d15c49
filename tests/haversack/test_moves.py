"""Movement, shots and acts at a distance against the plain twin, on random positions of both boards."""

import numpy as np
import pytest

from simcore.games.haversack.codes import CREATURES, GUARDIANS
from simcore.games.haversack.rules import board_in_force
from tests.haversack import naive_moves as naive
from tests.haversack.table import Table

TERRAIN = {"^^": "forest", "~~": "lake", "CC": "castle"}
SETTINGS = [
    {},
    {"return_to_start": "false"},
    {"lake_start": "free_only", "castle": "pass"},
    {"castle": "closed", "castle_blocks": "true", "range2": "upto"},
    {"return_to_start": "false", "lake_start": "free_only", "range2": "manhattan"},
]


def terrain_of(table):
    """What the map says of each cell, read from its words."""
    kinds = {}
    for number, word in enumerate(board_in_force(table.ruleset).cells):
        kind = "village" if word[0] == "v" else TERRAIN.get(word, "")
        if kind:
            kinds[table.at(number)] = kind
    return kinds


def scatter(rng, table, switches):
    """A random position, put on the kernel's board and told to the twin."""
    terrain = terrain_of(table)
    every = [(row, col) for row in range(table.board_map.rows) for col in range(table.board_map.cols)]
    cells = [every[i] for i in rng.permutation(len(every))]
    position = naive.Position(table.board_map.rows, table.board_map.cols, terrain, **switches)
    table.clear()
    table.board["ruin"][:] = table.board["chest"][:] = 0
    for _ in range(rng.integers(0, 12)):
        position.guardians[cells.pop()] = GUARDIANS[rng.integers(len(GUARDIANS))]
    dry = [cell for cell in cells if terrain.get(cell) not in ("lake", "castle")]
    for _ in range(rng.integers(0, 20)):
        position.monsters[dry.pop()] = CREATURES[rng.integers(3)]
    position.fairies = {dry.pop() for _ in range(rng.integers(0, 6))}
    position.tents = {cell for cell in every if rng.random() < 0.02 and cell not in position.monsters}
    position.ruins = {cell for cell, kind in terrain.items() if kind == "village" and rng.random() < 0.6}
    position.ruins -= {*position.monsters, *position.fairies, *position.guardians}
    for cell, name in (*position.guardians.items(), *position.monsters.items()):
        table.place(name, cell)
    table.place("fairy", *position.fairies)
    table.place("tent", *position.tents)
    table.place("ruin", *position.ruins)
    return position


def switches_of(setting):
    return {name: {"true": True, "false": False}.get(value, value) for name, value in setting.items()}


def random_mover(rng, table):
    """A Guardian, its face, and Items in hand."""
    guardian, face = int(rng.integers(len(GUARDIANS))), int(rng.integers(2))
    table.public["face"][guardian] = face
    items = {"boots": int(rng.choice([0, 0, 1, 2])), "feather": int(rng.integers(2)), "sword": int(rng.integers(2))}
    table.hold(**items)
    table.draw(GUARDIANS[guardian])
    spaces = int(table.rules[0]["tile"][face, guardian]["move"])
    return naive.Mover(GUARDIANS[guardian], ("day", "night")[face], spaces), items


def compare_moves(table, position, mover, items):
    expected = naive.legal_moves(position, mover, items["boots"], bool(items["feather"]), bool(items["sword"]))
    listed = [(a, used) for kind, a, used, _ in table.options() if kind == "move"]
    assert len(set(listed)) == len(listed), "an option twice"
    assert set(listed) == expected, f"{mover}, {items}, {position}"
    swaps = {cell for cell, name in position.guardians.items() if name != "priestess"}
    day_priestess = mover.name == "priestess" and mover.face == "day"
    assert table.of("swap") == (swaps if day_priestess else set())


def compare_acts(rng, table, position):
    """All acts of all sorts at once: a Huntress with Net and Hammer, or a Night Priestess."""
    free = [
        (row, col)
        for row in range(position.rows)
        for col in range(position.cols)
        if not {(row, col)} & {*position.guardians, *position.monsters, *position.fairies}
    ]
    cell = free[rng.integers(len(free))]
    table.public["face"][:] = 1
    table.hold(butterfly_net=1, hammer=1)
    table.acting("huntress", cell)
    assert table.of("shoot") == naive.shot_targets(position, cell)
    assert table.of("catch") == naive.within_two(position, cell, position.fairies)
    assert table.of("repair") == naive.within_two(position, cell, position.ruins)
    table.remove("huntress", cell)
    table.acting("priestess", cell)
    assert table.of("return") == naive.returnable(position, cell)


def compare(board, setting, count, seed):
    rng, table = np.random.default_rng(seed), Table(board=board, **setting)
    for _ in range(count):
        position = scatter(rng, table, switches_of(setting))
        compare_moves(table, position, *random_mover(rng, table))
        compare_acts(rng, table, position)


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
