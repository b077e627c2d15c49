"""What cards, items and seats of Watchmen of Destiny are called, and who holds which, for the tellers.

Every name is looked up by its code; a code that no name belongs to raises ValueError.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np

from simcore.games.watchmen.rules import cards
from simcore.games.watchmen.rules_check import mercenary_amount, mercenary_gold
from simcore.games.watchmen.rules_fields import COPIES, MERCENARY_NAMES
from simcore.games.watchmen.state import ITEM_NAMES, MERCENARY_EFFECTS, WATCHMEN
from simcore.ruleset import Ruleset
from simcore.words import seat_name

Thing = TypeVar("Thing")

# Marks of items in a hand, and of one on offer in the draft (see `items` and `item_at` in state.py).
READY, RESTING, ON_OFFER = 1, 2, 9


class Printed(NamedTuple):
    """What is printed on a card; a mercenary has its effect in place of caste and price."""

    label: str
    race: str
    caste: str
    price: int
    gold: int
    actions: int
    effect: int = -1

    @property
    def full(self) -> str:
        """Such as "Owl Mage M1 (price 4, gold 2, 1 action)"."""
        if self.effect >= 0:
            return f"{self.label} (gold {self.gold})"
        actions = f", {several(self.actions, 'action')}" if self.actions else ""
        return f"{self.label} (price {self.price}, gold {self.gold}{actions})"


def coded(names: Sequence[Thing], code: int, what: str) -> Thing:
    """The name of a code; ValueError if it has none (a negative one would count from the end)."""
    if not 0 <= code < len(names):
        raise ValueError(f"{what} {int(code)} has no name; expected 0 to {len(names) - 1}")
    return names[int(code)]


def several(number: int, noun: str) -> str:
    """Such as "1 card" or "3 cards"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def plural(word: str) -> str:
    """A race or caste in the plural: "Mice", "Mages"."""
    return {"mouse": "Mice"}.get(word, f"{word.title()}s")


def article(word: str) -> str:
    """The word with "a" or "an"."""
    return f"{'an' if word[0].lower() in 'aeiou' else 'a'} {word}"


def listed(words: Sequence[str]) -> str:
    """Such as "this, that and more", or "nothing"."""
    if not words:
        return "nothing"
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


_sets: dict[str, tuple[Printed | None, ...]] = {}
"""Sets of cards worked out so far, by the digest of their rules: a replay names thousands."""


def _whole_set(ruleset: Ruleset) -> tuple[Printed | None, ...]:
    """By card number; None where a race has fewer cards than the box allows."""
    found: list[Printed | None] = [None] * WATCHMEN
    for card in cards(ruleset):
        race, mark = card.id.split(".")
        label = f"{race.title()} {card.caste.title()} {mark}"
        found[card.number] = Printed(label, race, card.caste, card.price, card.gold, card.actions)
    for name in MERCENARY_NAMES:
        row = ruleset.data["mercenary"][name]
        effect, gold = MERCENARY_EFFECTS.index(row["effect"]), mercenary_gold(ruleset.data, row)
        found += [Printed(f"{name.title()} mercenary", name, "", 0, gold, 0, effect)] * COPIES
    return tuple(found)


def printed(ruleset: Ruleset, card: int) -> Printed:
    """What is printed on a card."""
    if ruleset.digest not in _sets:
        _sets[ruleset.digest] = _whole_set(ruleset)
    found = coded(_sets[ruleset.digest], card, "card")
    if found is None:
        raise ValueError(f"card {card} is in no race's set")
    return found


def labels(ruleset: Ruleset, numbers: Sequence[int], full: bool = False) -> str:
    """Cards as a list of names, in full with what is printed on them."""
    found = [printed(ruleset, number) for number in numbers]
    return ", ".join(card.full if full else card.label for card in found) or "none"


def ability(ruleset: Ruleset, effect: int) -> int:
    """The number that belongs to a mercenary's ability."""
    word = coded(MERCENARY_EFFECTS, effect, "mercenary effect")
    rows = ruleset.data["mercenary"].values()
    return next(mercenary_amount(ruleset.data, row) for row in rows if row["effect"] == word)


def item_row(ruleset: Ruleset, item: int) -> Any:
    """An item's values in the rules data."""
    return ruleset.data["item"][coded(ITEM_NAMES, item, "item")]


def item_name(ruleset: Ruleset, item: int) -> str:
    """The name on an item card, without brackets around it."""
    return str(item_row(ruleset, item)["name"]).strip("()") or ITEM_NAMES[item].replace("_", " ")


def item_names(ruleset: Ruleset, items: Sequence[int]) -> str:
    """Several items by name."""
    return ", ".join(item_name(ruleset, item) for item in items) or "none"


def who(public: np.void, seat: int) -> str:
    """A seat, numbered as everywhere in a replay, or the imaginary player of the two-player variant."""
    coded(range(int(public["armies"])), seat, "seat")
    return seat_name(seat) if seat < public["players"] else "the imaginary player"


def hand(state: np.void, seat: int) -> list[int]:
    """Cards in a hand, in the order they came."""
    private = state["private"][seat]
    return [int(card) for card in private["hand"][: int(private["hand_count"])]]


def looked_at(state: np.void, seat: int) -> list[int]:
    """Cards a seat took off the deck to look at, the top one first."""
    private = state["private"][seat]
    return [int(card) for card in private["look"][: int(private["look_count"])]]


def pile(public: np.void) -> list[int]:
    """The discards, the top one first."""
    return [int(card) for card in public["pile"][: int(public["pile_count"])]][::-1]


def army(public: np.void, seat: int) -> list[int]:
    """Cards in the tents of an army."""
    return [int(card) for card in public["army"][seat][: int(public["army_count"][seat])]]


def in_tent(ruleset: Ruleset, public: np.void, seat: int, place: int) -> Printed:
    """The Watchman in a tent."""
    return printed(ruleset, coded(army(public, seat), place, "tent"))


def housed(ruleset: Ruleset, public: np.void, seat: int) -> str:
    """An army in words, with the special actions left of all those printed."""
    words = []
    for place in range(int(public["army_count"][seat])):
        card, left = in_tent(ruleset, public, seat, place), int(public["left"][seat][place])
        words.append(f"{card.label} ({left} of {card.actions})" if card.actions or left else card.label)
    return ", ".join(words) or "none"
