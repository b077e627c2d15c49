"""How Watchmen of Destiny speaks: decisions, options and the table in words.

What happens by itself and how a score comes about is told in `story.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from simcore.games.watchmen import naming
from simcore.games.watchmen.naming import army, article, coded, hand, in_tent, item_name, plural, printed, several, who
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
from simcore.games.watchmen.story import events, majority, result
from simcore.ruleset import Ruleset

__all__ = ["decision", "events", "option", "result", "table"]

READY, RESTING, ON_OFFER = 1, 2, 9


# What is to be decided


def decision(ruleset: Ruleset, state: np.void) -> str:
    """What the seat to decide must decide."""
    public = state["public"]
    word = coded(DECISIONS, public["decision"], "decision")
    return f"round {public['round']}, {_QUESTIONS[word](ruleset, public)}"


def _effect_question(ruleset: Ruleset, public: np.void) -> str:
    how = "how" if naming.item_row(ruleset, public["item"])["diamond"] == "red" else "whether and how"
    return f"{how} to use the {item_name(ruleset, public['item'])}"


def _shield_question(ruleset: Ruleset, public: np.void) -> str:
    return f"whether to stop the {item_name(ruleset, public['item'])} of {who(public, public['actor'])} with the Shield"


def _take_question(ruleset: Ruleset, public: np.void) -> str:
    if public["item"] < 0:
        return "which of the cards looked at to keep"
    return f"which {coded(RACE_NAMES, public['named'], 'race').title()} card to take"


def _pay_question(ruleset: Ruleset, public: np.void) -> str:
    what = several(int(public["buying"]), "tent") if public["card"] < 0 else printed(ruleset, public["card"]).label
    return f"how to pay {public['price']} gold for {what}: {public['paid']} paid"


_QUESTIONS: dict[str, Callable[[Ruleset, np.void], str]] = {
    "item": lambda ruleset, public: "which item to play",
    "effect": _effect_question,
    "shield": _shield_question,
    "take": _take_question,
    "return": lambda ruleset, public: "which card to lay back on the deck next, the last on top",
    "give": lambda ruleset, public: f"which card to give to {who(public, public['target'])} in return",
    "turn": lambda ruleset, public: "what to do in step 2",
    "pay": _pay_question,
    "ninja": lambda ruleset, public: f"whether to call Ninja on {printed(ruleset, naming.pile(public)[0]).full}",
    "mage": lambda ruleset, public: "which card to discard after the Mage's draw",
    "draft": lambda ruleset, public: "which item to take for the next round",
    "restore": lambda ruleset, public: f"which of the own {plural(CASTE_NAMES[public['named']])} to restore",
    "discard": lambda ruleset, public: f"which card to discard to the mercenary of {who(public, public['actor'])}",
    "convert": lambda ruleset, public: "which Watchman's action to turn into gold",
}


# Options


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


# The table


def table(ruleset: Ruleset, state: np.void, seat: int) -> list[str]:
    """What this seat sees: its own cards and items, every army, pile and deck, races, the turn."""
    public = state["public"]
    return [
        *_round(public),
        *_own(ruleset, state, seat),
        *(_player(ruleset, public, other, seat) for other in range(int(public["armies"]))),
        _races(public),
        _cards_about(ruleset, public),
        *_under_way(ruleset, public),
    ]


def _round(public: np.void) -> Iterator[str]:
    last = ", the last" if public["last_round"] else ""
    doing = "the draft of items" if public["decision"] == D_DRAFT else f"turn of seat {public['turn']}"
    first = f"Necklace with seat {public['necklace']}" if public["necklace"] >= 0 else f"seat {public['starter']} began"
    yield f"round {public['round']}{last}: {doing}; {first}"


def _own(ruleset: Ruleset, state: np.void, seat: int) -> Iterator[str]:
    held = sorted(hand(state, seat))
    gold = sum(printed(ruleset, card).gold for card in held)
    cards = f": {naming.labels(ruleset, held, full=True)}" if held else ""
    yield f"your hand, {several(len(held), 'card')} with {gold} gold{cards}"
    items = state["private"][seat]["items"]
    ready, resting = ([i for i in range(len(items)) if items[i] == mark] for mark in (READY, RESTING))
    rest = f"; resting: {naming.item_names(ruleset, resting)}" if resting else ""
    yield f"your items: {naming.item_names(ruleset, ready)}{rest}"
    if looking := naming.looked_at(state, seat):
        yield f"you look at, the top first: {naming.labels(ruleset, looking, full=True)}"


def _player(ruleset: Ruleset, public: np.void, seat: int, viewer: int) -> str:
    """One army and all that everybody knows of its player."""
    bonus = sum(total for owner, total in (majority(public, race) for race in range(len(RACE_NAMES))) if owner == seat)
    housed = naming.housed(ruleset, public, seat)
    if seat >= public["players"]:
        return f"{who(public, seat)}: {housed}"
    empty = int(public["tents"][seat]) - len(army(public, seat))
    told = [
        f"{int(public['points'][seat]) + bonus} VP" + (f" ({bonus} by majority)" if bonus else ""),
        several(int(public["hand_count"][seat]), "card"),
        several(empty, "empty tent"),
        *_items_known(ruleset, public, seat, viewer),
        *(["immune"] if public["immune"][seat] else []),
        *(["poisoned"] if public["poisoned"][seat] else []),
    ]
    return f"seat {seat}{' (you)' if seat == viewer else ''}: {', '.join(told)}; army: {housed}"


def _items_known(ruleset: Ruleset, public: np.void, seat: int, viewer: int) -> Iterator[str]:
    played, at = int(public["played"][seat]), public["item_at"]
    if played >= 0 and at[played] == seat:
        yield f"{item_name(ruleset, played)} face up"
    held = [i for i in range(len(at)) if at[i] == seat and i != played and i != NECKLACE]
    if held and seat != viewer:
        yield f"known to hold {naming.item_names(ruleset, held)}"


def _races(public: np.void) -> str:
    """Watchmen of each race by seat, and who would score for them."""
    words = []
    for race, name in enumerate(RACE_NAMES):
        if public["race_in"][race]:
            counts = "-".join(str(public["race_count"][seat][race]) for seat in range(int(public["armies"])))
            owner, total = majority(public, race)
            lead = f"{counts} ({total} to {who(public, owner)})" if owner >= 0 else f"{counts} (shared)"
            words.append(f"{name.title()} {lead if total else 'none'}")
    return f"races by army: {', '.join(words)}"


def _cards_about(ruleset: Ruleset, public: np.void) -> str:
    discards = naming.pile(public)
    top = discards[: int(ruleset.data["structure"]["mage_draw"])]
    shown = f", on top {' over '.join(printed(ruleset, card).full for card in top)}" if top else ""
    return f"deck {public['deck_count']}, pile {len(discards)}{shown}"


def _under_way(ruleset: Ruleset, public: np.void) -> Iterator[str]:
    """What is left of step 2, or what the draft offers."""
    if public["decision"] == D_DRAFT:
        offered = [i for i in range(len(public["item_at"])) if public["item_at"][i] == ON_OFFER]
        yield f"on offer: {naming.item_names(ruleset, offered)}"
    elif public["played"][public["turn"]] >= 0 and public["item"] < 0:
        left = [several(int(public["actions_left"]), "special action"), several(int(public["hires_left"]), "hire")]
        for name, noun in (("coins", "coin"), ("free_tents", "free tent")):
            if public[name]:
                left.append(several(int(public[name]), noun))
        if public["discount"]:
            left.append(f"{public['discount']} gold off the hire")
        yield f"left of the turn: {', '.join(left)}"
