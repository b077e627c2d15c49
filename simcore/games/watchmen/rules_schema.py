"""What a rules file of Watchmen of Destiny holds, and which values fit together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from simcore.errors import MeepleError
from simcore.fields import Field, flag, suggestion, text, whole, wholes, word, words
from simcore.games.watchmen.state import (
    CARDS,
    CASTE_NAMES,
    EFFECTS,
    FLAGS,
    ITEM_NAMES,
    ITEMS,
    LOOK,
    MERCENARY_EFFECTS,
    RACE_NAMES,
    RACES,
    TENTS,
    WATCHMEN,
    WORDS,
)
from simcore.ruleset import Schema, Table

PLAYERS = (2, 3, 4, 5)
TEMPLATES = ("T1", "T2", "T3")
MERCENARY_NAMES = ("rabbit", "cat", "dog", "otter", "owl")
COPIES = (CARDS - WATCHMEN) // len(MERCENARY_NAMES)
CARDS_PER_RACE = WATCHMEN // RACES
DIAMONDS = ("none", "white", "red")
CARD_VALUES = ("caste", "price", "gold", "actions")
KICKSTARTER_ITEMS = ("energy_stone", "unknown_c")
"""Kickstarter items, each in the box only if the switch of its name says so."""

MOST_POINTS = 126
"""A score the result columns can hold (127 marks a round not played)."""
MOST_COINS = 120
"""Coins of one turn that the state can hold."""

_BY_PLAYERS = "; for 2, 3, 4, 5 players"

_STRUCTURE = (
    wholes("races", 4, 1, RACES, "races in play" + _BY_PLAYERS),
    wholes("items_each", 4, 1, 6, "items dealt to each player" + _BY_PLAYERS),
    wholes("mercenaries_each", 4, 0, COPIES, "copies of each mercenary shuffled in, if any are" + _BY_PLAYERS),
    whole("cards_per_race", 1, CARDS_PER_RACE, "Watchman cards of each race"),
    whole("start_gold", 0, 30, "a start hand is drawn until it shows this much gold"),
    whole("max_tents", 1, TENTS, "tents a player may have"),
    whole("army_goal", 1, TENTS, "Watchmen that end the game with the round"),
    whole("tent_price", 1, 9, "gold a tent costs"),
    whole("hunter_gold", 0, 9, "coins from a Hunter's special action"),
    whole("mage_draw", 1, 9, "cards a Mage takes from the top of the discards"),
    whole("assassin_look", 1, LOOK, "cards an Assassin looks at"),
    whole("keep_discards", 0, 20, "cards left where they are when the deck is made anew"),
    whole("warrior_vp", 0, 9, "VP for each Warrior hired"),
)

_CARD = (
    word("caste", CASTE_NAMES, "caste of the card"),
    whole("price", 0, 30, "gold to hire it, and its VP"),
    whole("gold", 0, 9, "gold it pays"),
    whole("actions", 0, 9, "special actions it has for the whole game"),
)

_CARDS = whole("cards", 1, 9, "cards taken or discarded")
_AMOUNT = whole("amount", 1, 9, "special actions restored")

_ITEM = (
    text("name", 60, "name on the card", sourced=True),
    word("set", ("base", "kickstarter"), "kickstarter items are in only by their switch", sourced=False),
    wholes("players", (0, 4), 2, 5, "player counts it is used with", distinct=True),
    whole("draw", 0, 20, "cards drawn in step 1"),
    whole("actions", 0, 9, "special actions of the turn"),
    word("diamond", DIAMONDS, "white: the effect may be used, red: it must be"),
    word("effect", EFFECTS, "what it does; `text` says it in words"),
    text("text", 200, "the effect in words"),
)
_ITEM_EXTRA = {
    "name_race_search": (
        whole("look", 1, LOOK, "cards looked at"),
        whole("take", 1, LOOK, "cards of the named race taken"),
    ),
    "target_discards_random_card": (_CARDS,),
    "immune_and_reaction": (words("blocks", ITEM_NAMES, 0, ITEMS, "items whose effect it stops"),),
    "two_hires_first_gives_two_tents": (
        whole("hires", 1, 5, "Watchmen that may be hired in the turn"),
        whole("free_tents", 0, 9, "tents that come free with the first"),
    ),
    "restore_own_action": (_AMOUNT,),
    "hire_discount": (whole("gold", 0, 30, "gold the hire costs less"),),
    "name_caste_all_restore_one": (_AMOUNT,),
}

_MERCENARY = (
    whole("gold", 0, 9, "gold it pays; without it the switch mercenary_gold holds", optional=True),
    word("effect", MERCENARY_EFFECTS, "its ability; `text` says it in words"),
    whole("copies", 0, COPIES, "cards in the box"),
    text("text", 200, "the ability in words"),
)
_MERCENARY_EXTRA = {
    "draw_cards": (whole("draw", 1, 9, "cards drawn"),),
    "steal_random_card": (_CARDS,),
    "discount_hire": (whole("discount", 0, 30, "gold the hire costs less"),),
    "all_discard_one": (_CARDS,),
}

_MEANINGS = {
    "deck_out": (
        "A1",
        "when the deck runs out: all discards but the top ones are reshuffled, or, at 5 cards left, all",
    ),
    "double_penalty": ("B1", "VP lost for k Watchmen of equal race and caste: k/2 rounded down, k-1, k(k-1)/2, or k"),
    "tent_payment": ("C2", "a tent purchase is paid with one card, or with several"),
    "ninja_order": ("D1", "who takes the card if several call Ninja"),
    "ninja_depth": ("D2", "Ninjas may dig into the whole pile, or only into this payment"),
    "own_item": (
        "E1",
        "in the draft nobody may take back the own item unless no other is left, or only the first may not",
    ),
    "holder_necklace": ("E2", "whether the holder of the Necklace may pick it again"),
    "two_player": ("F6", "rule for two players"),
    "variant2_item_rest": ("F3", "two players, variant 2: swapped items rest for a round"),
    "moneybag": ("G3", "Moneybag: two hires this turn; only for the first Watchman of the game; tents or a hire"),
    "moneybag_tents_before_hire": ("G4", "Moneybag: its tents come before the hire, not after"),
    "cloak_source": ("G5", "Cloak: swaps a hired Watchman, or a card in hand, for a hired one of an opponent"),
    "cloak_max_price_gain": ("G5", "Cloak: the one received may be dearer by this much; 0 no dearer, 99 free"),
    "poison_effect": ("3.2", "Poison: what the poisoned player loses"),
    "energy_stone": ("G6", "the Energy Stone replaces a random dealt item"),
    "unknown_c": ("3.2", "the unnamed Kickstarter item is shuffled in"),
    "mercenaries": ("1.5", "the expansion Bloody Mercenaries is in play"),
    "mercenary_gold": ("H2", "gold of mercenaries whose own `gold` is not given"),
    "owl_gold_per_action": ("H1", "gold the Owl mercenary makes of a special action"),
    "tie": ("B4", "equal score and equal gold in hand: the win is shared, or drawn by lot"),
    "max_rounds": ("I3", "a game not over by then is stopped and counted as such"),
    "watchman_template": ("3.1", "which set of cards every race has"),
    "races": ("Setup 1", "races in play: drawn anew for each deal, or a list of them"),
}


def _switch(name: str) -> Field:
    ruling, meaning = _MEANINGS[name]
    if name in WORDS:
        return word(name, WORDS[name], meaning, ruling=ruling)
    if name in FLAGS:
        return flag(name, meaning, ruling=ruling)
    if name == "watchman_template":
        return word(name, TEMPLATES, meaning, ruling=ruling)
    if name == "races":
        return words(name, RACE_NAMES, 1, RACES, meaning, ruling=ruling, instead="random")
    low, high = {"cloak_max_price_gain": (0, 99), "max_rounds": (1, 100)}.get(name, (0, 9))
    return whole(name, low, high, meaning, ruling=ruling)


def in_force(data: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """Cards of the template in force, (id, values), in the order of their place: by caste, then id."""
    template = data["template"].get(data["rules"]["watchman_template"], {})
    return sorted(template.items(), key=lambda card: (CASTE_NAMES.index(card[1]["caste"]), card[0]))


def race_cards(data: Mapping[str, Any], race: str) -> list[tuple[str, Mapping[str, Any]]]:
    """The same for one race, what `[card]` says of its cards put in."""
    own = data["card"].get(race, {})
    return [(name, {**card, **own.get(name, {})}) for name, card in in_force(data)]


def _unused(data: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(f"template.{name}." for name in TEMPLATES if name != data["rules"]["watchman_template"])


def _check(data: Mapping[str, Any]) -> None:
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
        if row.get("take", 0) > row.get("look", 0):
            raise MeepleError(f"item.{item}.take = {row['take']}: expected at most item.{item}.look = {row['look']}")


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


def mercenary_amount(data: Mapping[str, Any], row: Mapping[str, Any]) -> int:
    """The one number of a mercenary's ability."""
    names = [field.name for field in _MERCENARY_EXTRA.get(row["effect"], ())]
    return int(row[names[0]] if names else data["rules"]["owl_gold_per_action"])


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
            f"too little for {players} start hands"
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


SCHEMA = Schema(
    game="watchmen",
    title="Watchmen of Destiny",
    tables=(
        Table("structure", _STRUCTURE, meaning="Numbers of the rulebook."),
        Table("rules", tuple(_switch(name) for name in _MEANINGS), meaning="Switches: rulings and variants."),
        Table(
            "template",
            _CARD,
            ids=(TEMPLATES, ()),
            inline=True,
            implied="rules.watchman_template",
            clears="card.*.{1}.{field}",
            meaning="The cards of a race. Every race has those of the template in force.",
        ),
        Table(
            "card",
            tuple(replace(field, optional=True) for field in _CARD),
            ids=(RACE_NAMES, ()),
            optional=True,
            inline=True,
            meaning="What is known of a card of one race; it goes before the template.",
        ),
        Table("item", _ITEM, ids=(ITEM_NAMES,), by="effect", extra=_ITEM_EXTRA, meaning="Items."),
        Table(
            "mercenary", _MERCENARY, ids=(MERCENARY_NAMES,), by="effect", extra=_MERCENARY_EXTRA, meaning="Mercenaries."
        ),
    ),
    check=_check,
    unused=_unused,
)
