"""What is printed on the cards, and the house rules of one game ("Components")."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

SHIPPED = Path(__file__).parents[3] / "simcore" / "games" / "watchmen" / "data" / "watchmen.toml"

RACES = ("rabbit", "otter", "owl", "dog", "mouse", "cat")
CASTES = ("warrior", "assassin", "mage", "hunter", "ninja")


@dataclass(frozen=True, slots=True)
class Card:
    """A Watchman ("owl.M1"), or a mercenary ("owl mercenary"), which has no price, race or caste."""

    name: str
    gold: int
    race: str = ""
    caste: str = ""
    price: int = 0
    actions: int = 0
    ability: str = ""

    @property
    def is_watchman(self) -> bool:
        return not self.ability


@dataclass(frozen=True)
class Rules:
    """The rules in force: `switch` holds the rulings, `number` the numbers of the rulebook."""

    players: int
    switch: Mapping[str, Any]
    number: Mapping[str, Any]
    cards: Mapping[str, Card]
    items: Mapping[str, Mapping[str, Any]]
    mercenaries: Mapping[str, Mapping[str, Any]]

    def by_players(self, name: str) -> int:
        """A number that depends on the number of players: the tables of "Setup"."""
        return int(self.number[name][self.players - 2])


# Every switch, and the readings of it that are played here.
WORDS: Mapping[str, tuple[str, ...]] = {
    "deck_out": ("keep_top5_discards", "at_5_left"),
    "double_penalty": ("floor_half", "extra_copies", "choose2", "per_card"),
    "tent_payment": ("one_card", "many_cards"),
    "ninja_order": ("random", "clockwise", "reverse"),
    "ninja_depth": ("whole_pile", "payment_only"),
    "own_item": ("banned_unless_last", "first_only"),
    "holder_necklace": ("banned", "allowed"),
    "two_player": ("variant1", "variant2", "plain_swap"),
    "moneybag": ("per_turn", "per_game", "either_or"),
    "cloak_source": ("army", "hand"),
    "poison_effect": ("no_actions",),
    "tie": ("shared", "random"),
    "watchman_template": ("T1", "T2", "T3"),
}
FLAGS = ("variant2_item_rest", "moneybag_tents_before_hire", "energy_stone", "unknown_c", "mercenaries")
NUMBERS = ("cloak_max_price_gain", "mercenary_gold", "owl_gold_per_action", "max_rounds")


def is_played(switch: str, reading: Any) -> bool:
    """Whether the twin knows this reading of this switch."""
    if switch in FLAGS or switch in NUMBERS:
        return type(reading) is (bool if switch in FLAGS else int)
    if switch == "races":
        return reading == "random" or set(reading) <= set(RACES)
    return reading in WORDS.get(switch, ())


@cache
def shipped() -> str:
    """The rules file."""
    return SHIPPED.read_text(encoding="utf-8")


def rules_for(players: int, changes: Mapping[str, Any]) -> Rules:
    """The shipped rules for so many players, with changes by key: "mercenaries", "item.spook.cards"."""
    data = tomllib.loads(shipped())
    for key, value in changes.items():
        *path, last = key.split(".") if "." in key else ("rules", key)
        table = data
        for name in path:
            table = table[name]
        table[last] = value
    switch = data["rules"]
    for name in set(switch) - {"source", "note"}:
        if not is_played(name, switch[name]):
            raise KeyError(f"the twin does not play {name} = {switch[name]}")
    cards = [*_watchmen(data, switch["watchman_template"]), *_mercenaries(data, switch["mercenary_gold"])]
    by_name = {card.name: card for card in cards}
    return Rules(players, switch, data["structure"], by_name, data["item"], data["mercenary"])


def _watchmen(data: Mapping[str, Any], template: str) -> list[Card]:
    """Every race has the cards of the template; what is known of one race's card goes before it."""
    found = []
    for race in RACES:
        for place, printed in data["template"][template].items():
            row = {**printed, **data["card"].get(race, {}).get(place, {})}
            found.append(Card(f"{race}.{place}", row["gold"], race, row["caste"], row["price"], row["actions"]))
    return found


def _mercenaries(data: Mapping[str, Any], gold: int) -> list[Card]:
    return [Card(f"{race} mercenary", row.get("gold", gold), ability=race) for race, row in data["mercenary"].items()]
