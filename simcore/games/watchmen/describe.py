"""How Watchmen of Destiny speaks: the question put to a seat, and the table it sees.

Options are put into words in `offers.py`; what happens by itself, and scores, in `story.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from simcore.games.watchmen import naming
from simcore.games.watchmen.naming import (
    ON_OFFER,
    READY,
    RESTING,
    army,
    coded,
    hand,
    item_name,
    plural,
    printed,
    several,
    who,
)
from simcore.games.watchmen.offers import option
from simcore.games.watchmen.state import (
    CASTE_NAMES,
    D_DRAFT,
    DECISIONS,
    NECKLACE,
    RACE_NAMES,
)
from simcore.games.watchmen.story import events, majority, result
from simcore.ruleset import Ruleset
from simcore.words import seat_name

__all__ = ["decision", "events", "option", "result", "table"]


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
    "restore": lambda ruleset, public: (
        f"which of the own {plural(coded(CASTE_NAMES, public['named'], 'caste'))} to restore"
    ),
    "discard": lambda ruleset, public: f"which card to discard to the mercenary of {who(public, public['actor'])}",
    "convert": lambda ruleset, public: "which Watchman's action to turn into gold",
}


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
    doing = "the draft of items" if public["decision"] == D_DRAFT else f"turn of {seat_name(public['turn'])}"
    holder = int(public["necklace"])
    first = f"Necklace with {seat_name(holder)}" if holder >= 0 else f"{seat_name(public['starter'])} began"
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
        return f"{who(public, seat)}'s army: {housed}"
    empty = int(public["tents"][seat]) - len(army(public, seat))
    told = [
        f"{int(public['points'][seat]) + bonus} VP" + (f" ({bonus} by majority)" if bonus else ""),
        several(int(public["hand_count"][seat]), "card"),
        several(empty, "empty tent"),
        *_items_known(ruleset, public, seat, viewer),
        *(["immune"] if public["immune"][seat] else []),
        *(["poisoned"] if public["poisoned"][seat] else []),
    ]
    return f"{seat_name(seat)}{' (you)' if seat == viewer else ''}: {', '.join(told)}; army: {housed}"


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
