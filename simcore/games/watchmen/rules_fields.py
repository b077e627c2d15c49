"""What a rules file of Watchmen of Destiny holds."""

from __future__ import annotations

from dataclasses import replace

from simcore.fields import Field, flag, text, whole, wholes, word, words
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
from simcore.ruleset import Table

PLAYERS = (2, 3, 4, 5)
TEMPLATES = ("T1", "T2", "T3")
MERCENARY_NAMES = ("rabbit", "cat", "dog", "otter", "owl")
COPIES = (CARDS - WATCHMEN) // len(MERCENARY_NAMES)
CARDS_PER_RACE = WATCHMEN // RACES
DIAMONDS = ("none", "white", "red")
CARD_VALUES = ("caste", "price", "gold", "actions")
KICKSTARTER_ITEMS = ("energy_stone", "unknown_c")
"""Kickstarter items, each in the box only if the switch of its name says so."""

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
ITEM_EXTRA = {
    "name_race_search": (
        whole("look", 1, LOOK, "cards looked at"),
        whole("take", 1, 1, "cards of the named race taken; no other number is played"),
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
MERCENARY_EXTRA = {
    "draw_cards": (whole("draw", 1, 9, "cards drawn"),),
    "steal_random_card": (_CARDS,),
    "discount_hire": (whole("discount", 0, 30, "gold the hire costs less"),),
    "all_discard_one": (whole("discards", 1, 1, "cards each discards; no other number is played"),),
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


TABLES = (
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
    Table("item", _ITEM, ids=(ITEM_NAMES,), by="effect", extra=ITEM_EXTRA, meaning="Items."),
    Table("mercenary", _MERCENARY, ids=(MERCENARY_NAMES,), by="effect", extra=MERCENARY_EXTRA, meaning="Mercenaries."),
)
