"""Which games the naive twin of The Guardians of Haversack referees: rulings, numbers, boards, tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

from tests.naive.haversack.rulebook import GUARDIANS, read_rules
from tests.naive.haversack_bridge import SPEC, Setting

SWITCHES = {switch.key: switch for switch in SPEC.load_rules(None, {}).switches if switch.key != "board"}
"""The questions the kernel can answer in more ways than one."""

CRAMPED = """
hA v0 hB $0 hC g1 hD $1
$2 .. hE v1 ^^ hF v2 hG
hH g2 $3 s1 hI .. g3 hJ
hK v3 ~~ CC s3 hL $4 v4
hM ~~ g4 s2 ^^ hN ~~ g5
$5 hO .. v5 hP $6 hQ ..
g6 hR $7 hS v6 ~~ v7 hT
v8 ^^ hU $8 .. g7 $9 v9
"""
"""A board where many Guardians have no move: the start creatures and a Lake shut the Castle in.

Three Villages lie at a distance of 2 from the Castle.
"""

CRAMPED_BOARD: dict[str, Any] = {"rules.board": "own", "board.own.map": CRAMPED}

OTHER_NUMBERS: dict[str, Any] = {
    "structure.rounds": 6,
    "structure.cards_per_round": 4,
    "structure.start_creatures": 2,
    **{f"board.{name}.map": board["map"].replace("s3", "..") for name, board in read_rules({}).data["board"].items()},
    "structure.chest_vp": 3,
    "structure.cup_glory": 3,
    "structure.boots_move": 1,
    "structure.remote_range": 3,
    "structure.shot_vp": 2,
    "structure.start_gold": 4,
    "guardian.thief.cost_night": 6,
    "guardian.guide.cost_night": 2,
    "guardian.guide.move_day": 2,
    "guardian.warrior.move_night": 4,
    "guardian.thief.move_night": 3,
    "guardian.druid.start": 1,
    "creature.fox.glory": 2,
    "creature.crocodile.glory": 1,
    "creature.pig.glory": 5,
    "gains.gold": [2, 2, 3, 4, 5, 6, 6, 7, 9, 10],
    "gains.vp": [0, 0, 1, 1, 2, 3, 3, 4, 6, 7],
    "gains.vp_past_top": 2,
    "track.fairy": [5, 4, 3, 3, 2, 2, 1],
    "track.village": list(range(11)),
    "track.hunting_at": [1, 3, 6],
    "track.hunting_vp": [1, 4, 9],
    "chest.boots": 1,
    "chest.sword": 1,
    "chest.bow": 2,
    "chest.feather": 2,
    "chest.hammer": 2,
    "chest.cup": 1,
    "card.A.creature": "pig",
}
FEW_TOKENS: dict[str, Any] = {
    "structure.start_gold": 40,
    "guardian.guide.tokens": 6,
    "guardian.warrior.tokens": 9,
    "guardian.thief.tokens": 4,
    "guardian.priestess.tokens": 8,
    "guardian.druid.tokens": 2,
    "guardian.huntress.tokens": 3,
}
WELL_STOCKED: dict[str, Any] = {
    **{f"guardian.{name}.start": 2 for name in ("guide", "priestess", "druid", "huntress")},
    "guardian.thief.start": 3,
    "chest.sword": 1,
    "chest.boots": 1,
    "chest.bow": 3,
    "chest.hammer": 2,
    "chest.butterfly_net": 2,
    "chest.cup": 0,
}
"""Many Guardians with abilities from the start, many Items to act at a distance."""

CRAMPED_AND_RICH = {**CRAMPED_BOARD, **WELL_STOCKED, "structure.start_gold": 20}
"""Where everything happens: every ruling makes a difference within a few games."""


def tables() -> list[tuple[int, dict[str, str]]]:
    """Every number of players with both boards and all 64 mixes of faces: 512 tables."""
    return [
        (players, {"rules.board": board, **{f"face.{name}": face for name, face in zip(GUARDIANS, faces, strict=True)}})
        for players, board in product(SPEC.player_counts(), ("summer", "winter"))
        for faces in product(("day", "night"), repeat=len(GUARDIANS))
    ]


STRIDE = 197
"""Odd, so that steps of it visit all 512 tables, and far enough that neighbours differ in everything."""


@dataclass(frozen=True)
class Configuration:
    """Changes to the shipped rules, played at one table after another, beginning with table number `first`."""

    name: str
    changes: Mapping[str, Any] = field(default_factory=dict)
    first: int = 0

    def settings(self, count: int) -> Iterator[Setting]:
        """The rules at each of so many tables."""
        every = tables()
        for number in range(self.first, self.first + count):
            players, table = every[number * STRIDE % len(every)]
            yield Setting({**table, **self.changes}, players)


def one_by_one() -> Iterator[Configuration]:
    """Each reading but the default by itself."""
    for name, switch in SWITCHES.items():
        for reading in switch.choices:
            if reading != switch.default:
                yield Configuration(f"{name}={reading}".lower(), {f"rules.{name}": reading})


def mixed(count: int) -> Iterator[Configuration]:
    """Readings of all switches together, by chance; any `count` of 6 or more has every reading."""
    columns = {}
    for name, switch in SWITCHES.items():
        readings = [switch.choices[i % len(switch.choices)] for i in range(count)]
        Random(name).shuffle(readings)
        columns[f"rules.{name}"] = readings
    for i in range(count):
        yield Configuration(f"mix {i + 1}", {key: readings[i] for key, readings in columns.items()})


def other_rules() -> Iterator[Configuration]:
    """Boards and numbers that bring about what hardly ever happens with the shipped ones."""
    yield Configuration("other numbers", OTHER_NUMBERS)
    yield Configuration("well stocked", WELL_STOCKED)
    yield Configuration("few tokens", {**FEW_TOKENS, "rules.recruit_order": "whole_turn"})
    yield Configuration("random faces", {f"face.{name}": "random" for name in GUARDIANS})
    yield Configuration("cramped and rich", CRAMPED_AND_RICH)
    rulings = {"rules.no_move": "discard_last", "rules.may_pass": True, "rules.act_unmoved": True}
    yield Configuration("cramped, other rulings", {**CRAMPED_BOARD, **rulings})


def in_turn(configurations: list[Configuration], count: int) -> list[Configuration]:
    """The configurations, each to be played at so many tables, beginning where the one before ends."""
    return [Configuration(each.name, each.changes, i * count) for i, each in enumerate(configurations)]


FAST_TABLES, SLOW_TABLES = 50, 500
FAST = in_turn([Configuration("shipped"), *mixed(8), *other_rules()], FAST_TABLES)
SLOW = in_turn([Configuration("shipped"), *one_by_one(), *mixed(12), *other_rules()], SLOW_TABLES)
