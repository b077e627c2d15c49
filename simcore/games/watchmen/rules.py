"""Rules of Watchmen of Destiny: from the rules file to the record the kernel reads."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from simcore.errors import MeepleError
from simcore.games.watchmen.rules_check import (
    check,
    effect_amounts,
    items_in,
    mercenary_amount,
    mercenary_gold,
    race_cards,
    unused,
)
from simcore.games.watchmen.rules_fields import (
    CARD_VALUES,
    CARDS_PER_RACE,
    COPIES,
    ITEM_EXTRA,
    MERCENARY_NAMES,
    PLAYERS,
    TABLES,
)
from simcore.games.watchmen.state import (
    CASTE_NAMES,
    EFFECTS,
    FACTS,
    FLAGS,
    ITEM_NAMES,
    MERCENARY_EFFECTS,
    RACE_NAMES,
    RULES,
    WATCHMEN,
    WORDS,
)
from simcore.ruleset import Ruleset, Schema
from simcore.rulesfile import load

SHIPPED = Path(__file__).parent / "data" / "watchmen.toml"

SCHEMA = Schema("watchmen", TABLES, check, unused, title="Watchmen of Destiny")

_SAME_NAME = (
    "start_gold", "max_tents", "army_goal", "tent_price", "hunter_gold", "mage_draw", "assassin_look",
    "keep_discards", "warrior_vp",
)  # fmt: skip


class Card(NamedTuple):
    """A Watchman card: its number and id ("rabbit.A1"), its values, and the source of each."""

    number: int
    id: str
    race: str
    caste: str
    price: int
    gold: int
    actions: int
    sources: Mapping[str, str]


def load_rules(path: Path | None = None, overrides: Mapping[str, Any] | None = None) -> Ruleset:
    """Rules in force: the shipped ones, or a user's file, with `--set` on top.

    Raises MeepleError, naming file, key, value and what was expected.
    """
    return load(SCHEMA, SHIPPED, path, overrides or {})


def cards(ruleset: Ruleset) -> list[Card]:
    """The Watchman cards of all six races; card number = race * 12 + place in the template."""
    data, template = ruleset.data, ruleset.rule("watchman_template")
    found = []
    for race_code, race in enumerate(RACE_NAMES):
        for place, (name, card) in enumerate(race_cards(data, race)):
            sources = {
                value: data["sources"].get(_holder(data, template, race, name, value), "assumed")
                for value in CARD_VALUES
            }
            values = {value: card[value] for value in CARD_VALUES}
            found.append(Card(race_code * CARDS_PER_RACE + place, f"{race}.{name}", race, **values, sources=sources))
    return found


def _holder(data: Mapping[str, Any], template: str, race: str, name: str, value: str) -> str:
    """Key that a card's value comes from."""
    own = value in data["card"].get(race, {}).get(name, {})
    return f"card.{race}.{name}.{value}" if own else f"template.{template}.{name}.{value}"


def tables(ruleset: Ruleset, players: int) -> npt.NDArray[np.void]:
    """The rules as the kernel reads them: shape (1,), dtype `state.RULES`.

    Raises MeepleError for a player count the game has not, or one that the chosen races do not suit.
    """
    if players not in PLAYERS:
        raise MeepleError(f"watchmen cannot be played with {players} players; expected 2 to 5")
    rules = np.zeros(1, RULES)
    _fill_structure(rules, ruleset.data, players)
    _fill_races(rules, ruleset.data, players)
    _fill_cards(rules, ruleset)
    _fill_items(rules, ruleset.data, players)
    _fill_mercenaries(rules, ruleset.data, players)
    _fill_switches(rules, ruleset.data)
    fill_facts(rules)
    return rules


def _fill_structure(rules: npt.NDArray[np.void], data: Mapping[str, Any], players: int) -> None:
    structure = data["structure"]
    rules["players"] = players
    rules["races"] = structure["races"][players - PLAYERS[0]]
    rules["items_each"] = structure["items_each"][players - PLAYERS[0]]
    for name in _SAME_NAME:
        rules[name] = structure[name]


def _fill_races(rules: npt.NDArray[np.void], data: Mapping[str, Any], players: int) -> None:
    """race_choice holds the codes of the chosen races, then -1; all -1 if each deal draws them."""
    chosen, wanted = data["rules"]["races"], data["structure"]["races"][players - PLAYERS[0]]
    rules["race_choice"] = -1
    if chosen == "random":
        return
    if len(chosen) != wanted:
        raise MeepleError(
            f"rules.races names {len(chosen)} races ({', '.join(chosen)}); expected {wanted} with {players} players"
        )
    rules["race_fixed"] = 1
    rules["race_choice"][0, :wanted] = [RACE_NAMES.index(race) for race in chosen]


def _fill_cards(rules: npt.NDArray[np.void], ruleset: Ruleset) -> None:
    for name in ("race", "caste", "kind", "price"):
        rules[name] = -1
    for card in cards(ruleset):
        rules["race"][0, card.number] = RACE_NAMES.index(card.race)
        rules["caste"][0, card.number] = CASTE_NAMES.index(card.caste)
        for name in ("price", "gold", "actions"):
            rules[name][0, card.number] = getattr(card, name)
    watchmen = slice(0, WATCHMEN)
    rules["kind"][0, watchmen] = rules["race"][0, watchmen] * len(CASTE_NAMES) + rules["caste"][0, watchmen]
    rules["card_count"] = ruleset.data["structure"]["cards_per_race"]


def fill_facts(rules: npt.NDArray[np.void]) -> None:
    """Put what is printed on each card into one word."""
    rules["facts"] = 0
    for place, name in enumerate(FACTS):
        rules["facts"] |= rules[name].view(np.uint8).astype(np.uint64) << np.uint64(8 * place)


def _fill_items(rules: npt.NDArray[np.void], data: Mapping[str, Any], players: int) -> None:
    """The Necklace is never shuffled in: it is handed out (3 to 5 players) or not used (2).

    With `energy_stone` on that item is marked as in; the kernel puts it in place of a dealt one.
    """
    used, blocked = items_in(data, players), data["item"]["shield"]["blocks"]
    for code, name in enumerate(ITEM_NAMES):
        item = data["item"][name]
        rules["item_in"][0, code] = name in used
        rules["item_draw"][0, code] = item["draw"]
        rules["item_actions"][0, code] = item["actions"]
        rules["item_red"][0, code] = item["diamond"] == "red"
        rules["item_effect"][0, code] = EFFECTS.index(item["effect"])
        rules["item_blocked"][0, code] = name in blocked
        for field, amount in zip(("item_amount", "item_amount2"), effect_amounts(ITEM_EXTRA, item)):
            rules[field][0, code] = amount


def _fill_mercenaries(rules: npt.NDArray[np.void], data: Mapping[str, Any], players: int) -> None:
    """Card 72 + kind * 5 + copy, the kinds in the order of MERCENARY_NAMES."""
    used = data["structure"]["mercenaries_each"][players - PLAYERS[0]] if data["rules"]["mercenaries"] else 0
    for kind, name in enumerate(MERCENARY_NAMES):
        row = data["mercenary"][name]
        effect, first = MERCENARY_EFFECTS.index(row["effect"]), kind * COPIES
        rules["mercenary_in"][0, first : first + used] = 1
        rules["mercenary_effect"][0, first : first + COPIES] = effect
        rules["mercenary_amount"][0, effect] = mercenary_amount(data, row)
        rules["gold"][0, WATCHMEN + first : WATCHMEN + first + COPIES] = mercenary_gold(data, row)


def _fill_switches(rules: npt.NDArray[np.void], data: Mapping[str, Any]) -> None:
    for name, choices in WORDS.items():
        rules[name] = choices.index(data["rules"][name])
    for name in (*FLAGS, "max_rounds", "cloak_max_price_gain", "mercenary_gold", "owl_gold_per_action"):
        rules[name] = data["rules"][name]
