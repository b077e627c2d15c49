"""How Watchmen of Destiny puts a legal choice into words: one function for every kind of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from simcore.games.watchmen import naming
from simcore.games.watchmen.naming import article, coded, in_tent, item_name, plural, printed, several, who
from simcore.games.watchmen.state import (
    CASTE_NAMES,
    D_CONVERT,
    D_DISCARD,
    D_DRAFT,
    D_EFFECT,
    D_GIVE,
    D_ITEM,
    D_MAGE,
    D_NINJA,
    D_PAY,
    D_RESTORE,
    D_RETURN,
    D_SHIELD,
    D_TAKE,
    D_TURN,
    DECISIONS,
    K_ACT,
    K_HIRE,
    K_MERCENARY,
    K_PASS,
    K_TENT,
    M_HIRE,
    MERCENARY_EFFECTS,
    NECKLACE,
    RACE_NAMES,
)
from simcore.ruleset import Ruleset


def option(ruleset: Ruleset, state: np.void, option: np.void) -> str:
    """One option in words, before it is carried out."""
    public = state["public"]
    asked, kind = int(public["decision"]), int(option["kind"])
    a, b, c = (int(option[name]) for name in "abc")
    if asked == D_EFFECT:
        return "leave the effect" if kind == K_PASS else _use(ruleset, public, a, b, c)
    if asked == D_TURN:
        return _act(ruleset, public, kind, a, b, c)
    if kind == K_PASS:
        return _declined(public, asked)
    if asked in (D_ITEM, D_DRAFT):
        return _item_choice(ruleset, asked, a)
    if asked in _CARD_VERBS:
        return _CARD_VERBS[asked].format(printed(ruleset, a).full)
    if asked == D_PAY:
        card = printed(ruleset, a)
        return f"lay {card.label} ({card.gold} gold)"
    if asked == D_SHIELD:
        return "put the Shield down"
    return _own_watchman(ruleset, public, asked, a)


_CARD_VERBS = {
    D_TAKE: "take {}",
    D_RETURN: "lay back {}",
    D_GIVE: "give {}",
    D_MAGE: "discard {}",
    D_DISCARD: "discard {}",
}


def _declined(public: np.void, asked: int) -> str:
    words = {
        D_SHIELD: "keep the Shield and be hit",
        D_PAY: "done paying" + (f", {over} gold too much" if (over := public["paid"] - public["price"]) > 0 else ""),
        D_NINJA: "stay silent",
        D_RESTORE: "restore nothing",
        D_CONVERT: "turn no more into gold",
    }
    if asked not in words:
        raise ValueError(f"{coded(DECISIONS, asked, 'decision')} cannot be declined")
    return words[asked]


def _item_choice(ruleset: Ruleset, asked: int, item: int) -> str:
    row = naming.item_row(ruleset, item)
    if asked == D_DRAFT:
        late = " and wait for the last item" if item == NECKLACE else ""
        return f"take the {item_name(ruleset, item)}{late}"
    return f"play the {item_name(ruleset, item)} (draws {row['draw']}, {several(row['actions'], 'action')})"


def _own_watchman(ruleset: Ruleset, public: np.void, asked: int, place: int) -> str:
    """A Watchman of the seat to decide: its Ninja, one to restore, one whose action is worth gold."""
    seat = int(public["seat"])
    card, left = in_tent(ruleset, public, seat, place), int(public["left"][seat][place])
    having = f"{card.label} ({left} of {card.actions} left)"
    if asked == D_NINJA:
        return f"call Ninja with {having}"
    if asked == D_RESTORE:
        return f"restore {having}"
    if asked == D_CONVERT:
        return f"turn an action of {having} into {ruleset.rule('owl_gold_per_action')} gold"
    raise ValueError(f"no Watchman is chosen by {coded(DECISIONS, asked, 'decision')}")


# The effects of items


def _use(ruleset: Ruleset, public: np.void, a: int, b: int, c: int) -> str:
    """The use of the item under way."""
    row = naming.item_row(ruleset, public["item"])
    return _USES[row["effect"]](ruleset, public, row, (a, b, c))


def _cloak(ruleset: Ruleset, public: np.void, row: Any, choice: tuple[int, int, int]) -> str:
    a, b, c = choice
    by_army = ruleset.rule("cloak_source") == "army"
    own = in_tent(ruleset, public, public["seat"], a) if by_army else printed(ruleset, a)
    other = in_tent(ruleset, public, b, c)
    place = "" if by_army else " from the hand"
    return f"give {own.label} (price {own.price}){place} for {who(public, b)}'s {other.label} (price {other.price})"


def _moneybag(ruleset: Ruleset, public: np.void, row: Any, choice: tuple[int, int, int]) -> str:
    first = "the first of the game" if ruleset.rule("moneybag") == "per_game" else "the first"
    hires, tents = f"hire up to {row['hires']}", several(row["free_tents"], "free tent")
    return coded((f"{hires}, {tents} with {first}", f"{tents} with the hire", hires), choice[0], "Moneybag use")


def _restored(ruleset: Ruleset, public: np.void, row: Any, choice: tuple[int, int, int]) -> str:
    seat, place = int(public["seat"]), choice[0]
    card = in_tent(ruleset, public, seat, place)
    left = f"{public['left'][seat][place]} of {card.actions} left"
    return f"restore {several(row['amount'], 'action')} of {card.label} ({left})"


_Use = Callable[[Ruleset, np.void, Any, tuple[int, int, int]], str]
_USES: dict[str, _Use] = {
    "no_hire_this_turn": lambda ruleset, public, row, on: "give up this turn's hire",
    "name_race_search": lambda ruleset, public, row, on: (
        f"look for {article(coded(RACE_NAMES, on[0], 'race').title())} among the top {several(row['look'], 'card')}"
    ),
    "swap_hand_card": lambda ruleset, public, row, on: (
        f"take a random card of {who(public, on[0])}, who has {public['hand_count'][on[0]]}, and give one back"
    ),
    "swap_hired_watchman": _cloak,
    "target_no_actions_this_round": lambda ruleset, public, row, on: f"poison {who(public, on[0])}",
    "target_discards_random_card": lambda ruleset, public, row, on: (
        f"make {who(public, on[0])} discard {several(row['cards'], 'random card')} of {public['hand_count'][on[0]]}"
    ),
    "two_hires_first_gives_two_tents": _moneybag,
    "restore_own_action": _restored,
    "hire_discount": lambda ruleset, public, row, on: f"hire for {row['gold']} gold less",
    "name_caste_all_restore_one": lambda ruleset, public, row, on: (
        f"everybody may restore one of the {plural(coded(CASTE_NAMES, on[0], 'caste'))}"
    ),
}


# Step 2


def _act(ruleset: Ruleset, public: np.void, kind: int, a: int, b: int, c: int) -> str:
    """One choice of step 2."""
    if kind == K_PASS:
        return "end the turn"
    if kind == K_TENT:
        return _tents(ruleset, public, a, b)
    if kind == K_HIRE:
        return _hire(ruleset, public, a, c)
    if kind == K_ACT:
        return _special_action(ruleset, public, a)
    if kind == K_MERCENARY:
        return _mercenary(ruleset, public, a, b)
    raise ValueError(f"option kind {kind} has no place in step 2")


def _tents(ruleset: Ruleset, public: np.void, card: int, tents: int) -> str:
    coins = several(int(public["coins"]), "coin") if public["coins"] else ""
    means = [coins] if coins else []
    if card >= 0:
        means.insert(0, f"{printed(ruleset, card).label} ({printed(ruleset, card).gold} gold)")
    return f"buy {several(tents, 'tent')}" + (f" for {' and '.join(means)}" if means else "")


def _hire(ruleset: Ruleset, public: np.void, card: int, dog: int) -> str:
    watchman = printed(ruleset, card)
    less = int(public["discount"]) + (naming.ability(ruleset, M_HIRE) if dog >= 0 else 0)
    cost = f"{max(0, watchman.price - less)} gold" + (f" instead of {watchman.price}" if less else "")
    return f"hire {watchman.label} for {cost}" + (f" by the {printed(ruleset, dog).label}" if dog >= 0 else "")


def _special_action(ruleset: Ruleset, public: np.void, place: int) -> str:
    card, structure = in_tent(ruleset, public, public["seat"], place), ruleset.data["structure"]
    does = {
        "hunter": f"gets {several(structure['hunter_gold'], 'coin')}",
        "mage": f"takes the top {structure['mage_draw']} of the pile, one card goes back",
        "assassin": f"looks at the top {structure['assassin_look']} of the deck and keeps one",
    }
    if card.caste not in does:
        raise ValueError(f"a {card.caste} has no special action in the own turn")
    return f"{card.label} {does[card.caste]}"


def _mercenary(ruleset: Ruleset, public: np.void, card: int, seat: int) -> str:
    mercenary = printed(ruleset, card)
    amount = naming.ability(ruleset, mercenary.effect)
    does = {
        "draw_cards": f"draw {several(amount, 'card')}",
        "steal_random_card": f"take {several(amount, 'random card')} of {who(public, seat) if seat >= 0 else ''}",
        "all_discard_one": "everybody discards a card",
        "actions_to_gold": "turn actions into gold",
    }
    return f"use the {mercenary.label}: {does[MERCENARY_EFFECTS[mercenary.effect]]}"
