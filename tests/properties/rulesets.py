"""Generated rules: valid changes of the data and of every switch, within the ranges the schemas allow."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from hypothesis import strategies as st

from simcore.errors import MeepleError
from simcore.fields import Field
from simcore.games.haversack.codes import GUARDIANS, ITEMS
from simcore.games.haversack.rules_schema import SCHEMA as HAVERSACK
from simcore.games.watchmen.rules import SCHEMA as WATCHMEN
from simcore.games.watchmen.rules_fields import ITEM_EXTRA, MERCENARY_EXTRA, MERCENARY_NAMES
from simcore.games.watchmen.state import EFFECTS, ITEM_NAMES, MERCENARY_EFFECTS, RACE_NAMES
from simcore.registry import game
from simcore.ruleset import Schema
from tests.properties.boards import drawn_board

Changes = dict[str, Any]
MOST_NUMBERS = 10
MARKS = "ABCDEFGHIJKLMNOPQRSTU1234567"
"""Marks of the shipped Scout cards."""


def valid(title: str, players: int, changes: Changes) -> bool:
    """Whether the game can be played with the changes."""
    spec = game(title)
    try:
        spec.tables(spec.load_rules(None, changes), players)
    except MeepleError:
        return False
    return True


def kept(title: str, players: int, groups: Iterable[Changes]) -> Changes:
    """All the changes together, or without the groups that do not fit to those before them."""
    groups = list(groups)
    together = {key: value for group in groups for key, value in group.items()}
    if valid(title, players, together):
        return together
    made: Changes = {}
    for group in groups:
        if group and valid(title, players, {**made, **group}):
            made |= group
    return made


def value_of(field: Field, now: Any = None) -> st.SearchStrategy[Any]:
    """Any value the field may hold; whole numbers are often near the one in force."""
    if field.kind == "whole":
        anything = st.integers(field.low, field.high)
        if not isinstance(now, int):
            return anything
        return st.integers(max(field.low, now - 2), min(field.high, now + 2)) | anything
    if field.kind == "flag":
        return st.booleans()
    if field.kind == "word":
        return st.sampled_from(field.choices)
    fewest, most = field.lengths
    each = st.sampled_from(field.choices) if field.choices else st.integers(field.low, field.high)
    lists = st.lists(each, min_size=fewest, max_size=most, unique=field.distinct)
    return lists | st.just(field.instead) if field.instead else lists


def switches(schema: Schema) -> st.SearchStrategy[Changes]:
    """Any of the switches, each at any of its readings."""
    table = next(table for table in schema.tables if table.name == "rules")
    return st.fixed_dictionaries(
        {}, optional={f"rules.{each.name}": value_of(each) for each in table.fields if each.name != "board"}
    )


@cache
def numbers(title: str, schema: Schema, more: tuple[str, ...]) -> dict[str, st.SearchStrategy[Any]]:
    """Values of the data that may be changed one by one, by key: those in force, and `more` optional ones."""
    found = {}
    now = {value.key: value.value for value in game(title).load_rules(None, {}).values}
    for key in (*now, *more):
        place = schema.find(key)
        assert place is not None, key
        table, _, field = place
        if table.name != "rules" and field.kind != "text" and field.name not in (table.by, "set"):
            found[key] = value_of(field, now.get(key))
    return found


@st.composite
def some_numbers(draw: Callable[..., Any], choices: dict[str, st.SearchStrategy[Any]]) -> list[Changes]:
    """A few values, each a change by itself."""
    keys = draw(st.lists(st.sampled_from(sorted(choices)), max_size=MOST_NUMBERS, unique=True))
    return [{key: draw(choices[key])} for key in keys]


# Watchmen of Destiny

OPTIONAL_CARDS = tuple(
    f"card.{race}.{card}.{value}"
    for race in RACE_NAMES
    for card in ("W1", "A1", "M2", "H3", "N1")
    for value in ("caste", "price", "gold", "actions")
)
OWN_EFFECTS = ("start_player_marker", "immune_and_reaction")
"""Effects that one item alone has."""


@st.composite
def other_effects(draw: Callable[..., Any]) -> list[Changes]:
    """Items and mercenaries with other effects, and the numbers these bring with them."""
    groups = []
    for table, names, effects, extra in (
        ("item", [name for name in ITEM_NAMES if name not in ("necklace", "shield")], EFFECTS, ITEM_EXTRA),
        ("mercenary", MERCENARY_NAMES, MERCENARY_EFFECTS, MERCENARY_EXTRA),
    ):
        for name in draw(st.lists(st.sampled_from(list(names)), max_size=3, unique=True)):
            effect = draw(st.sampled_from([each for each in effects if each not in OWN_EFFECTS]))
            group = {f"{table}.{name}.effect": effect}
            for field in extra.get(effect, ()):
                group[f"{table}.{name}.{field.name}"] = draw(value_of(field))
            groups.append(group)
    return groups


@st.composite
def watchmen(draw: Callable[..., Any]) -> tuple[int, Changes]:
    """A number of players and changed rules that suit it."""
    players = draw(st.integers(2, 5))
    optional = (*OPTIONAL_CARDS, *(f"mercenary.{name}.gold" for name in MERCENARY_NAMES))
    data = draw(some_numbers(numbers("watchmen", WATCHMEN, optional)))
    by_switch = [{key: value} for key, value in draw(switches(WATCHMEN)).items()]
    return players, kept("watchmen", players, [*by_switch, *draw(other_effects()), *data])


# The Guardians of Haversack


@st.composite
def layouts(draw: Callable[..., Any]) -> Changes:
    """Other boards with other creatures, Chests and piles: what must be changed together."""
    rounds = draw(st.integers(1, 6))
    start = draw(st.integers(0, 9))
    chest = {item: draw(st.integers(0, 2)) for item in ITEMS}
    shipped = game("haversack").load_rules(None, {}).data["card"]
    creatures = draw(st.permutations([shipped[mark]["creature"] for mark in MARKS]))
    changes: Changes = {
        "structure.rounds": rounds,
        "structure.start_creatures": start,
        "structure.cards_per_round": draw(st.integers(1, (len(MARKS) - start) // rounds)),
        **{f"chest.{item}": count for item, count in chest.items()},
        **{f"card.{mark}.creature": creature for mark, creature in zip(MARKS, creatures)},
        "rules.board": "own",
    }
    for name in ("own", "summer", "winter"):
        seed, villages = draw(st.integers(0, 2**32)), draw(st.integers(0, 10))
        cols = draw(st.integers(5, 20))
        cards = dict(zip(MARKS, creatures))
        changes[f"board.{name}.map"] = drawn_board(seed, cols, cards, start, sum(chest.values()), villages)
    return changes


@st.composite
def haversack(draw: Callable[..., Any], fewest: int = 1) -> tuple[int, Changes]:
    """A number of players and changed rules that suit it."""
    players = draw(st.integers(fewest, 4))
    board = draw(st.sampled_from(["summer", "winter"]).map(lambda name: {"rules.board": name}) | layouts())
    faces = {f"face.{name}": draw(st.sampled_from(["day", "night", "random"])) for name in GUARDIANS}
    optional = tuple(f"guardian.{name}.cost_night" for name in GUARDIANS)
    laid_out = {key: each for key, each in numbers("haversack", HAVERSACK, optional).items() if key not in board}
    by_switch = [{key: value} for key, value in draw(switches(HAVERSACK)).items()]
    groups = [board, faces, *by_switch, *draw(some_numbers(laid_out))]
    return players, kept("haversack", players, groups)


RULES = {"watchmen": watchmen(), "haversack": haversack()}
"""Generated (players, changes) of every game."""
