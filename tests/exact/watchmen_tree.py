"""Positions of Watchmen of Destiny on the kernel."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np

from simcore.games.watchmen.rules import cards
from simcore.games.watchmen.state import (
    CARDS,
    D_EFFECT,
    D_ITEM,
    D_NINJA,
    D_PAY,
    DECISIONS,
    EFFECTS,
    ITEM_NAMES,
    K_ACT,
    K_HIRE,
    K_PASS,
    K_TENT,
    K_USE,
)
from tests.exact.kernel_tree import KernelTree
from tests.exact.watchmen_position import OVER, PASS, Move, Seat, Table

WITHOUT_OPERAND = ("two_hires_first_gives_two_tents", "hire_discount")
READY, RESTING = 1, 2


class Tree(KernelTree):
    """The kernel's game by a rules file in which no card is looked at and put back."""

    def __init__(self, file: Path) -> None:
        super().__init__("watchmen", file)
        self._names = {card.number: card.id for card in cards(self.ruleset)}
        self._none = np.zeros(self.spec.state_dtype["stats"].shape, self.spec.state_dtype["stats"].base)

    def streams(self, state: np.void) -> list[np.ndarray]:
        return [state["hidden"]["deal"], state["hidden"]["chance"]]

    def tidy(self, state: np.void) -> None:
        """Hands and deck are sorted: how a player holds the cards is nobody's business."""
        state["stats"] = self._none
        state["leader"], state["goal_seat"], state["merit"] = -1, -1, 0
        public, hidden, deck = state["public"], state["hidden"], state["hidden"]["deck"]
        public["actor"], public["target"], public["named"], public["swap"] = -1, -1, -1, 0
        if public["decision"] != D_PAY:
            public["price"], public["paid"], public["laid"] = 0, 0, 0
        if public["decision"] != D_NINJA:
            hidden["call"], hidden["asked"] = 0, 0
        hidden["seen_from"] = CARDS
        deck[: public["deck_count"]].sort()
        for private in state["private"]:
            private["hand"][: private["hand_count"]].sort()
            private["seen_hand"], private["seen_deck"] = -1, -1

    def layings(self, position: bytes, move: int) -> list[bytes]:
        """If cards were drawn from the deck: each set of so many on its top; they go to one hand."""
        now = self.states[0]
        left, renewed = int(now["public"]["deck_count"]), bool(now["stats"]["refills"].any())
        was = self.record(position)
        held = int(was["public"]["deck_count"])
        if renewed and left:
            raise NotImplementedError("some of the cards of a new deck are left")
        if renewed or left == held:
            return [position]
        cards, laid = sorted(was["hidden"]["deck"][:held].tolist()), []
        for drawn in combinations(cards, held - left):
            rest = [card for card in cards if card not in drawn]
            was["hidden"]["deck"][:held] = [*rest, *drawn]
            laid.append(was.tobytes())
        return laid

    def all_one(self, state: np.void) -> bool:
        """All discards were shuffled, and all are drawn."""
        return bool(state["stats"]["refills"].any()) and int(state["public"]["deck_count"]) == 0

    # in the words of the model

    def told(self, position: bytes) -> Table:
        """The position as the model has it."""
        state = self.record(position)
        public, private, hidden = state["public"], state["private"], state["hidden"]
        seats = tuple(self._seat(public, private[seat], seat) for seat in range(2))
        deck, pile = (
            self._cards(hidden["deck"], public["deck_count"]),
            self._cards(public["pile"], public["pile_count"]),
        )
        if public["seat"] < 0:
            return Table(OVER, -1, seats, tuple(sorted(deck)), pile, int(public["round"]))
        paying = public["decision"] == D_PAY
        names = ("actions_left", "hires_left", "coins", "discount", "free_tents")
        return Table(
            DECISIONS[public["decision"]], int(public["seat"]), seats, tuple(sorted(deck)), pile,
            int(public["round"]), int(public["starter"]), int(hidden["order"]), bool(public["last_round"]),
            *(int(public[name]) for name in names),
            self._names[public["card"]] if paying else "",
            *(int(public[name]) if paying else 0 for name in ("price", "paid", "laid")),
        )  # fmt: skip

    def _cards(self, cards: np.ndarray, count: int) -> tuple[str, ...]:
        return tuple(self._names[card] for card in cards[:count].tolist())

    def _seat(self, public: np.void, private: np.void, seat: int) -> Seat:
        items = private["items"].tolist()
        ready, resting = (
            tuple(sorted(ITEM_NAMES[i] for i, has in enumerate(items) if has == how)) for how in (READY, RESTING)
        )
        played, housed = int(public["played"][seat]), int(public["army_count"][seat])
        army = zip(self._cards(public["army"][seat], housed), public["left"][seat].tolist())
        hand = tuple(sorted(self._cards(private["hand"], private["hand_count"])))
        return Seat(
            hand, ready, resting, ITEM_NAMES[played] if played >= 0 else "", int(public["tents"][seat]), tuple(army)
        )

    def move(self, position: bytes, option: tuple[int, int, int, int]) -> Move:
        """An option as the model has it."""
        kind, a, b, _ = option
        decision = int(self.load(position)["public"]["decision"])
        if kind == K_PASS:
            return PASS
        if kind == K_TENT:
            return ("tent", "" if a < 0 else self._names[a], b)
        if kind == K_HIRE:
            return ("hire", self._names[a])
        if kind == K_ACT:
            return ("act", a)
        if kind == K_USE:
            item = int(self.load(position)["public"]["item"])
            bare = decision == D_EFFECT and EFFECTS[self.rules["item_effect"][0, item]] in WITHOUT_OPERAND
            return ("use",) if bare else ("use", a)
        return ("choose", ITEM_NAMES[a] if decision == D_ITEM else self._names[a])
