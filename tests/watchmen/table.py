"""A table to set up by hand: positions of the rulebook, played on the real kernel."""

from __future__ import annotations

from simcore.games.watchmen.kernel.cards import into_hand, move_in, out_of_hand, recount
from simcore.games.watchmen.state import (
    D_TURN,
    DECISIONS,
    ITEM_NAMES,
    K_ACT,
    K_CHOOSE,
    K_HIRE,
    K_MERCENARY,
    K_PASS,
    K_TENT,
    K_USE,
    MERCENARY_EFFECTS,
    RACE_NAMES,
)
from tests.position import Position

PLACES = ("W1", "W2", "W3", "A1", "A2", "M1", "M2", "H1", "H2", "H3", "N1", "N2")
KINDS = {
    "pass": K_PASS, "choose": K_CHOOSE, "use": K_USE, "tent": K_TENT,
    "hire": K_HIRE, "act": K_ACT, "mercenary": K_MERCENARY,
}  # fmt: skip


def card(name: str) -> int:
    """Number of a card named like "owl.M1", or "merc.draw_cards" (its first copy)."""
    race, place = name.split(".")
    if race == "merc":
        return 72 + 5 * MERCENARY_EFFECTS.index(place)
    return 12 * RACE_NAMES.index(race) + PLACES.index(place)


def name_of(number: int) -> str:
    """Name of a card by its number."""
    if number >= 72:
        return f"merc.{MERCENARY_EFFECTS[(number - 72) // 5]}"
    return f"{RACE_NAMES[number // 12]}.{PLACES[number % 12]}"


def item(name: str) -> int:
    """Number of an item."""
    return ITEM_NAMES.index(name)


class Table(Position):
    """A game in progress whose cards can be moved about before play goes on."""

    def __init__(self, players: int = 4, seed: int = 3, races: str = "", **switches: object) -> None:
        changes = {name: str(value).lower() if isinstance(value, bool) else value for name, value in switches.items()}
        super().__init__("watchmen", players, seed, {**changes, "races": races} if races else changes)

    # what is to be seen

    def hand(self, seat: int) -> list[str]:
        private = self.state["private"][seat]
        return sorted(name_of(int(c)) for c in private["hand"][: private["hand_count"]])

    def pile(self) -> list[str]:
        return [name_of(int(c)) for c in self.public["pile"][: self.public["pile_count"]]]

    def deck(self) -> list[str]:
        """The deck, the top card last."""
        return [name_of(int(c)) for c in self.state["hidden"]["deck"][: self.public["deck_count"]]]

    def army(self, seat: int) -> list[str]:
        return [name_of(int(c)) for c in self.public["army"][seat][: self.public["army_count"][seat]]]

    def left(self, seat: int) -> list[int]:
        return [int(x) for x in self.public["left"][seat][: self.public["army_count"][seat]]]

    def items(self, seat: int) -> list[str]:
        return [ITEM_NAMES[i] for i in range(13) if self.state["private"][seat]["items"][i] == 1]

    def options(self) -> list[tuple[int, int, int, int]]:
        return [tuple(int(x) for x in option) for option in self.listed()]

    # moving things about; conservation is the caller's care

    def clear(self) -> None:
        """Put every hand back under the deck."""
        for seat in range(int(self.public["players"])):
            self.empty_hand(seat)

    def empty_hand(self, seat: int) -> None:
        for held in self.hand(seat):
            out_of_hand(self.state, seat, card(held))
            self.to_bottom(card(held))

    def to_bottom(self, number: int) -> None:
        deck, count = self.state["hidden"]["deck"], int(self.public["deck_count"])
        deck[1 : count + 1] = deck[:count].copy()
        deck[0] = number
        self.public["deck_count"] = count + 1

    def pull(self, number: int) -> None:
        """Take a card out of the deck, wherever it is."""
        deck, count = self.state["hidden"]["deck"], int(self.public["deck_count"])
        place = list(deck[:count]).index(number)
        deck[place : count - 1] = deck[place + 1 : count].copy()
        deck[count - 1] = -1
        self.public["deck_count"] = count - 1

    def deal(self, seat: int, *names: str) -> None:
        """Move cards from the deck into a hand."""
        for name in names:
            self.pull(card(name))
            into_hand(self.state, seat, card(name))

    def top(self, *names: str) -> None:
        """Put cards on top of the deck; the first named is the top."""
        for name in reversed(names):
            self.pull(card(name))
            count = int(self.public["deck_count"])
            self.state["hidden"]["deck"][count] = card(name)
            self.public["deck_count"] = count + 1

    def discard(self, *names: str) -> None:
        """Move cards from the deck onto the pile; the last named is the top."""
        for name in names:
            self.pull(card(name))
            self.public["pile"][self.public["pile_count"]] = card(name)
            self.public["pile_count"] += 1

    def hired(self, seat: int, *names: str, left: int | None = None) -> None:
        """Move Watchmen from the deck into tents of an army."""
        for name in names:
            self.pull(card(name))
            self.public["tents"][seat] = max(self.public["tents"][seat], self.public["army_count"][seat] + 1)
            move_in(self.rules[0], self.state, seat, card(name))
            if left is not None:
                self.public["left"][seat][self.public["army_count"][seat] - 1] = left
        recount(self.rules[0], self.state, seat)

    def give_items(self, seat: int, *names: str) -> None:
        """Make a hand of items exactly these, swapping with whoever has them."""
        players = int(self.public["players"])
        private = self.state["private"]
        for name in names:
            if private[seat]["items"][item(name)]:
                continue
            spare = next(i for i in range(13) if private[seat]["items"][i] and ITEM_NAMES[i] not in names)
            for other in range(players):
                if private[other]["items"][item(name)]:
                    private[other]["items"][item(name)] = 0
                    private[other]["items"][spare] = 1
            private[seat]["items"][spare] = 0
            private[seat]["items"][item(name)] = 1

    # play

    def choose(self, kind: str, a: int = -1, b: int | None = None, c: int | None = None) -> None:
        """Make the choice that fits; anything but exactly one fitting option is an error."""
        fitting = [
            i
            for i, option in enumerate(self.options())
            if option[0] == KINDS[kind]
            and (kind == "pass" or option[1] == a)
            and (b is None or option[2] == b)
            and (c is None or option[3] == c)
        ]
        assert len(fitting) == 1, f"{kind} {a} {b} {c} fits {len(fitting)} of {self.options()} at {self.decision}"
        self.apply(fitting[0])

    def may(self, kind: str, a: int | None = None, b: int | None = None) -> bool:
        """Whether an option of this kind is offered."""
        return any(
            option[0] == KINDS[kind] and (a is None or option[1] == a) and (b is None or option[2] == b)
            for option in self.options()
        )

    def play(self, name: str) -> None:
        """Play an item in step 1."""
        assert self.decision == "item"
        self.choose("choose", item(name))

    def to_turn(self, name: str, use: bool = False) -> None:
        """Play an item without its effect (or with a forced one) and go on to step 2."""
        self.play(name)
        if self.decision == "effect":
            self.choose("use" if use else "pass")
        assert self.decision == DECISIONS[D_TURN], self.decision

    def buy_tent(self, name: str, tents: int = 1) -> None:
        self.choose("tent", card(name), tents)

    def hire(self, name: str, *payment: str) -> None:
        """Hire a Watchman, laying the payment in this order."""
        self.choose("hire", card(name))
        for paid in payment:
            self.choose("choose", card(paid))
        if self.decision == "pay":
            self.choose("pass")

    def end_turn(self) -> None:
        assert self.decision == "turn"
        self.choose("pass")
