"""By which rules kernel and twin are compared: every reading of every switch, and mixtures of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from simcore.fields import Field
from simcore.games.watchmen.rules import load_rules
from simcore.games.watchmen.rules_fields import TABLES
from tests.naive.watchmen.rules import RACES

SWITCHES: tuple[Field, ...] = next(table.fields for table in TABLES if table.name == "rules")
SHIPPED: Mapping[str, Any] = load_rules().data["rules"]

NUMBERS = {
    "cloak_max_price_gain": (0, 99),
    "mercenary_gold": (2,),
    "owl_gold_per_action": (2,),
    "max_rounds": (5,),
}
"""Other values of the switches that are numbers; random games are over long before 40 rounds."""

WITH: Mapping[str, Mapping[str, Any]] = {
    "variant2_item_rest": {"two_player": "variant2"},
    "mercenary_gold": {"mercenaries": True},
    "owl_gold_per_action": {"mercenaries": True},
}
"""Switches that say nothing without another."""

AT: Mapping[str, tuple[int, ...]] = {
    "two_player": (2,),
    "variant2_item_rest": (2,),
    "ninja_order": (3, 4, 5),
    "own_item": (3, 4, 5),
    "holder_necklace": (3, 4, 5),
    "cloak_source": (3, 4, 5),
    "cloak_max_price_gain": (3, 4, 5),
}
"""Player counts of the switches that do not matter at all of them."""

OTHER_NUMBERS: Mapping[str, Any] = {
    "structure.start_gold": 7,
    "structure.max_tents": 8,
    "structure.tent_price": 2,
    "structure.hunter_gold": 3,
    "structure.mage_draw": 3,
    "structure.assassin_look": 4,
    "structure.keep_discards": 3,
    "structure.warrior_vp": 2,
    "item.anvil.diamond": "white",
    "item.poison.diamond": "white",
    "item.spook.diamond": "red",
    "item.cloak.diamond": "red",
    "item.letter.draw": 3,
    "item.shield.actions": 1,
    "item.shield.blocks": ["letter", "spook"],
    "item.target.look": 5,
    "item.spook.cards": 2,
    "item.moneybag.hires": 3,
    "item.moneybag.free_tents": 1,
    "item.unknown_a.amount": 2,
    "item.unknown_b.gold": 3,
    "item.energy_stone.amount": 2,
    "mercenary.rabbit.draw": 3,
    "mercenary.cat.cards": 2,
    "mercenary.dog.discount": 2,
    "mercenaries": True,
    "energy_stone": True,
}
"""Rules whose numbers are all others, so that none of them is fixed in the kernel."""


@dataclass(frozen=True)
class Configuration:
    """Changes to the shipped rules, and the switch they are about."""

    players: int
    changes: Mapping[str, Any]
    switch: str = ""

    def __str__(self) -> str:
        words = ",".join(f"{name}={value}" for name, value in self.changes.items()) or "shipped"
        words = "other numbers" if self.changes is OTHER_NUMBERS else words
        return f"{self.players}-{words}"


def readings(switch: Field, players: int) -> Iterator[Any]:
    """Every reading of a switch but the shipped one."""
    if switch.name == "races":
        yield list(RACES[-load_rules().data["structure"]["races"][players - 2] :])
    elif switch.kind == "flag":
        yield not SHIPPED[switch.name]
    elif switch.kind == "word":
        yield from (choice for choice in switch.choices if choice != SHIPPED[switch.name])
    else:
        yield from NUMBERS[switch.name]


def by_switch() -> list[Configuration]:
    """Every reading of every switch at every player count where it matters."""
    return [
        Configuration(players, {**WITH.get(switch.name, {}), switch.name: reading}, switch.name)
        for switch in SWITCHES
        for players in AT.get(switch.name, (2, 3, 4, 5))
        for reading in readings(switch, players)
    ]


def together() -> list[Configuration]:
    """Switches that meddle with each other, and other numbers."""
    early = {"moneybag_tents_before_hire": True}
    return [
        *(Configuration(2, {"two_player": rule, "mercenaries": True}) for rule in ("variant2", "plain_swap")),
        *(Configuration(3, {**early, "moneybag": reading}) for reading in ("per_game", "either_or")),
        Configuration(4, {"energy_stone": True, "unknown_c": True}),
        Configuration(3, {"cloak_source": "hand", "cloak_max_price_gain": 99, "mercenaries": True}),
        Configuration(5, {"ninja_depth": "payment_only", "ninja_order": "clockwise", "tent_payment": "many_cards"}),
        *(Configuration(players, OTHER_NUMBERS) for players in (2, 3, 4, 5)),
    ]


def every() -> list[Configuration]:
    """All configurations."""
    return [*(Configuration(players, {}) for players in (2, 3, 4, 5)), *by_switch(), *together()]


def mixture(number: int) -> Configuration:
    """A reading of every switch, drawn by chance."""
    chance = Random(number)
    players = chance.choice((2, 2, 3, 4, 5))
    changes = {
        switch.name: chance.choice([SHIPPED[switch.name], *readings(switch, players)])
        for switch in SWITCHES
        if switch.name != "max_rounds"
    }
    return Configuration(players, changes)
