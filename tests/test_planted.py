"""Planted imbalance on real rules: in rules that make all of a kind alike one is made better, and it alone is named.

The levelled rules are the games' own data with all that tells the things of one kind apart taken out, as far as
the schema lets it be: so the truth is known, and nothing may be named before something is planted.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from analyses.verdict import STRONG_WEAK, UNKNOWN, balanced
from meeplelab.ledger import ledger
from simcore.registry import game

STRONG, WEAK = STRONG_WEAK
ITEMS = ("necklace", "anvil", "target", "letter", "cloak", "poison", "spook", "shield", "moneybag", "unknown_a",
         "unknown_b", "energy_stone", "unknown_c")  # fmt: skip
GUARDIANS = ("guide", "warrior", "thief", "druid", "huntress")
"""All but the Priestess, who moves others: no rule value takes that from her, so she is priced out."""


def found(name: str, kind: str, deals: int, changes: Mapping[str, str], **options: Any) -> pd.DataFrame:
    """The ledger's rows of a kind, by name."""
    table = ledger(name, kinds=kind, deals=deals, changes=changes, explore=0, seed=5, **options).table
    return table.set_index("thing")


def named(table: pd.DataFrame) -> dict[str, str]:
    """Things that are called too strong or too weak; every other is balanced or not yet known."""
    assert set(table["verdict"]) <= {STRONG, WEAK, UNKNOWN, balanced()}
    return {thing: word for thing, word in table["verdict"].items() if word in STRONG_WEAK}


def level_items() -> dict[str, str]:
    """All items draw 2 and give 1 action, none has an effect; the Shield keeps its name and blocks nothing."""
    changes: dict[str, str] = {}
    for item in ITEMS:
        changes |= {f"item.{item}.draw": "2", f"item.{item}.actions": "1"}
        if item == "shield":
            changes[f"item.{item}.blocks"] = ""
        elif item != "necklace":
            changes |= {f"item.{item}.diamond": "white", f"item.{item}.effect": "none"}
    return changes


@pytest.mark.slow
def test_items_that_are_alike_are_balanced_though_who_plays_them_wins_unlike() -> None:
    table = found("watchmen", "item", 4000, level_items())
    assert not named(table)
    assert (table["verdict"] == balanced()).all()
    assert (table["forced"].abs() < 0.005).all()
    # kept for the end of the game or played first: it looks like much, and is nothing
    assert table["seen"].min() < -0.1
    assert table["seen"].max() > 0.04


@pytest.mark.slow
def test_an_item_that_draws_two_more_is_named_alone() -> None:
    table = found("watchmen", "item", 4000, level_items() | {"item.spook.draw": "4"})
    assert named(table) == {"item.spook": STRONG}


def better_rabbits() -> dict[str, str]:
    """Every Rabbit has one or two special actions more than the others' cards of its name."""
    more = {"A1": 2, "A2": 3, "H1": 2, "H2": 3, "H3": 4, "M1": 2, "M2": 3, "N1": 2, "N2": 3, "W1": 1, "W2": 1, "W3": 1}
    return {f"card.rabbit.{card}.actions": str(actions) for card, actions in more.items()}


@pytest.mark.slow
def test_races_with_the_same_cards_are_not_told_apart() -> None:
    """The shipped cards of all races are equal; so their effects are, though none of them is 0."""
    table = found("watchmen", "race", 4000, {})
    assert not named(table)
    assert (table["forced"] > 0.05).all()


@pytest.mark.slow
def test_a_race_with_better_cards_is_named_alone() -> None:
    assert named(found("watchmen", "race", 4000, better_rabbits())) == {"race.rabbit": STRONG}


SIDE = 9


def level_board(marks: list[str]) -> str:
    """A plain board on which all Scout cards are Groves, too small for anything to reach nine spaces away."""
    middle = SIDE // 2
    cells = [[".."] * SIDE for _ in range(SIDE)]
    cells[middle][middle] = "CC"
    for word, (row, column) in zip(("s1", "s2", "s3"), ((-1, 0), (1, 1), (1, -1))):
        cells[middle + row][middle + column] = word
    far = [(r, c) for r in range(SIDE) for c in range(SIDE) if max(abs(r - middle), abs(c - middle)) > 1]
    words = [*(f"g{mark}" for mark in marks), *(f"${i}" for i in range(10)), *(f"v{i}" for i in range(10))]
    for i, word in enumerate(words):
        row, column = far[i * 41 % len(far)]  # scattered: 41 and their number have no common factor
        cells[row][column] = word
    return "\n".join(" ".join(line) for line in cells)


def level_guardians(folder: Path) -> tuple[Path, dict[str, str]]:
    """One cost, move and supply for all; nothing on the board but Fairies, and nothing to be had but them."""
    marks = list(game("haversack").load_rules(None, {}).data["card"])
    plain = level_board(marks)
    file = folder / "level.toml"
    boards = "".join(f'[board.{side}]\nmap = """\n{plain}\n"""\n' for side in ("summer", "winter"))
    cards = "".join(f'{mark} = {{ creature = "fairy", colour = "red" }}\n' for mark in marks)
    track = f"[track]\nfairy = [{', '.join('1' * len(marks))}]\n"
    file.write_text(f'base = "haversack"\n{boards}[card]\n{cards}{track}', encoding="utf-8")
    changes = {
        "guardian.priestess.cost": "30", "guardian.priestess.start": "0", "face.guide": "night",
        "structure.cup_glory": "0", "structure.chest_vp": "0", "structure.remote_range": "9",
        "gains.gold": ",".join("4" * 16), "chest.cup": "7", "chest.sword": "3",
    }  # fmt: skip
    changes |= dict.fromkeys((f"chest.{item}" for item in ("boots", "bow", "feather", "hammer", "butterfly_net")), "0")
    for guardian in GUARDIANS:
        values = {"cost": 4, "move_day": 3, "move_night": 3, "start": 1, "tokens": 40}
        changes |= {f"guardian.{guardian}.{name}": str(value) for name, value in values.items()}
    return file, changes


@pytest.mark.slow
def test_a_guardian_at_half_cost_is_named_alone(tmp_path: Path) -> None:
    file, changes = level_guardians(tmp_path)
    before = found("haversack", "guardian", 2000, changes, rules=file)
    assert not named(before)
    after = found("haversack", "guardian", 2000, changes | {"guardian.druid.cost": "2"}, rules=file)
    assert named(after) == {"guardian.druid": STRONG}
