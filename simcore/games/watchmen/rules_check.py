"""Which rules of Watchmen of Destiny fit together, and what follows from them.

All functions take `Ruleset.data`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simcore.errors import MeepleError
from simcore.fields import Field, suggestion
from simcore.games.watchmen.rules_fields import KICKSTARTER_ITEMS, MERCENARY_EXTRA, PLAYERS, TEMPLATES
from simcore.games.watchmen.state import CASTE_NAMES, ITEM_NAMES, RACE_NAMES, WATCHMEN

MOST_POINTS = 126
"""A score the result columns can hold (127 marks a round not played)."""
MOST_COINS = 120
"""Coins of one turn that the state can hold."""


def in_force(data: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """Cards of the template in force, (id, values), in the order of their place: by caste, then id."""
    template = data["template"].get(data["rules"]["watchman_template"], {})
    return sorted(template.items(), key=lambda card: (CASTE_NAMES.index(card[1]["caste"]), card[0]))


def race_cards(data: Mapping[str, Any], race: str) -> list[tuple[str, Mapping[str, Any]]]:
    """The same for one race, what `[card]` says of its cards put in."""
    own = data["card"].get(race, {})
    return [(name, {**card, **own.get(name, {})}) for name, card in in_force(data)]


def unused(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Starts of the keys of templates that are not in force."""
    return tuple(f"template.{name}." for name in TEMPLATES if name != data["rules"]["watchman_template"])


def check(data: Mapping[str, Any]) -> None:
    """See that the values fit together.

    Raises MeepleError at the first that do not.
    """
    _check_cards(data)
    _check_items(data)
    _check_mercenaries(data)
    _check_counts(data)
    _check_limits(data)


def _check_cards(data: Mapping[str, Any]) -> None:
    name, wanted = data["rules"]["watchman_template"], data["structure"]["cards_per_race"]
    known = [card for card, _ in in_force(data)]
    if len(known) != wanted:
        raise MeepleError(
            f"template.{name} has {len(known)} cards ({', '.join(known)}); expected structure.cards_per_race = {wanted}"
        )
    every = {card for template in data["template"].values() for card in template}
    for race, cards in data["card"].items():
        for card in cards:
            if card not in every:
                raise MeepleError(
                    f"card.{race}.{card}: no template has such a card; expected one of: {', '.join(known)}"
                    + suggestion(card, known)
                )


def _check_items(data: Mapping[str, Any]) -> None:
    for name, effect in (("necklace", "start_player_marker"), ("shield", "immune_and_reaction")):
        for item, row in data["item"].items():
            if (row["effect"] == effect) != (item == name):
                raise MeepleError(
                    f'item.{item}.effect = "{row["effect"]}": the effect "{effect}" is for item.{name} and no other'
                )
    if data["item"]["necklace"]["players"] != [3, 4, 5]:
        raise MeepleError("item.necklace.players: expected [3, 4, 5], as the Necklace marks who begins")
    for item, row in data["item"].items():
        if (row["set"] == "kickstarter") != (item in KICKSTARTER_ITEMS):
            raise MeepleError(
                f'item.{item}.set = "{row["set"]}": kickstarter items are: {", ".join(KICKSTARTER_ITEMS)}'
            )


def _check_mercenaries(data: Mapping[str, Any]) -> None:
    seen: dict[str, tuple[str, int]] = {}
    for name, row in data["mercenary"].items():
        other, amount = seen.setdefault(row["effect"], (name, mercenary_amount(data, row)))
        if amount != mercenary_amount(data, row):
            raise MeepleError(f"mercenary.{name} and mercenary.{other} have the same effect; expected equal amounts")
        most = max(data["structure"]["mercenaries_each"])
        if row["copies"] < most:
            raise MeepleError(
                f"mercenary.{name}.copies = {row['copies']}: expected at least {most}, as so many are used"
            )


def effect_amounts(extra: Mapping[str, tuple[Field, ...]], row: Mapping[str, Any]) -> list[int]:
    """The numbers an item's or mercenary's effect brings with it, in the order they are declared."""
    return [row[field.name] for field in extra.get(row["effect"], ()) if field.kind == "whole"]


def mercenary_amount(data: Mapping[str, Any], row: Mapping[str, Any]) -> int:
    """The one number of a mercenary's ability."""
    amounts = effect_amounts(MERCENARY_EXTRA, row)
    return amounts[0] if amounts else int(data["rules"]["owl_gold_per_action"])


def mercenary_gold(data: Mapping[str, Any], row: Mapping[str, Any]) -> int:
    """Gold a mercenary pays: its own, or else that of the switch."""
    return int(row.get("gold", data["rules"]["mercenary_gold"]))


def items_in(data: Mapping[str, Any], players: int) -> list[str]:
    """Items shuffled at this player count. The Necklace is handed out apart."""
    return [
        item
        for item in ITEM_NAMES
        if item != "necklace"
        and players in data["item"][item]["players"]
        and (item not in KICKSTARTER_ITEMS or data["rules"][item])
    ]


def _check_counts(data: Mapping[str, Any]) -> None:
    structure, races = data["structure"], data["rules"]["races"]
    if races != "random" and len(races) not in structure["races"]:
        raise MeepleError(f"rules.races: {len(races)} races; expected one of the counts in structure.races")
    if structure["army_goal"] > structure["max_tents"]:
        raise MeepleError(f"structure.army_goal = {structure['army_goal']}: expected at most structure.max_tents")
    if structure["items_each"][0] < 2:
        raise MeepleError("structure.items_each: expected at least 2 items with 2 players, as a swapped one rests")
    for players, each in zip(PLAYERS, structure["items_each"]):
        base = [item for item in items_in(data, players) if item not in KICKSTARTER_ITEMS]
        if len(base) < players * each:
            raise MeepleError(
                f"only {len(base)} items are used with {players} players; expected at least "
                f"{players * each}, as structure.items_each = {each} are dealt to each"
            )
        _check_start_hands(data, players)


def _check_start_hands(data: Mapping[str, Any], players: int) -> None:
    """The poorest deck must give every player a start hand, however it is shuffled."""
    races, start = data["structure"]["races"][players - 2], data["structure"]["start_gold"]
    gold = {race: [card["gold"] for _, card in race_cards(data, race)] for race in RACE_NAMES}
    chosen = sorted(sum(each) for each in gold.values())[:races]
    dearest = max(max(each) for each in gold.values())
    if data["rules"]["mercenaries"]:
        dearest = max(dearest, *(mercenary_gold(data, row) for row in data["mercenary"].values()))
    if sum(chosen) < players * (start - 1 + dearest):
        raise MeepleError(
            f"structure.start_gold = {start}: a deck of {races} races shows only {sum(chosen)} gold, "
            f"too little for {players} start hands; rules must fit at every number of players"
        )


def _check_limits(data: Mapping[str, Any]) -> None:
    """Keep scores and coins inside the small integers of the records."""
    tents, bonus = data["structure"]["max_tents"], data["structure"]["warrior_vp"]
    cards = [card for race in RACE_NAMES for _, card in race_cards(data, race)]
    points = sorted((card["price"] + bonus * (card["caste"] == "warrior") for card in cards), reverse=True)
    majorities = min(PLAYERS[-1] * tents, WATCHMEN)
    if sum(points[:tents]) + majorities > MOST_POINTS:
        raise MeepleError(
            f"the dearest army of {tents} Watchmen is worth {sum(points[:tents])} VP without majorities; "
            f"expected at most {MOST_POINTS - majorities}, as result columns hold no more"
        )
    hunted = data["structure"]["hunter_gold"] * max(row["actions"] for row in data["item"].values())
    actions = sorted((card["actions"] for card in cards), reverse=True)[:tents]
    coins = hunted + sum(actions) * data["rules"]["owl_gold_per_action"]
    if coins > MOST_COINS:
        raise MeepleError(f"a turn could bring {coins} coins; expected at most {MOST_COINS}: see hunter_gold, actions")
