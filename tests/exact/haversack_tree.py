"""Positions of The Guardians of Haversack on the kernel."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import numpy as np

from simcore.games.haversack.codes import CREATURES, D_RECRUIT, FAIRY, GUARDIANS, ITEMS, MONSTERS
from simcore.games.haversack.picture import members
from simcore.games.haversack.rules import board_in_force, card_marks
from tests.exact.haversack_model import ACT, MOVE, OVER, RECRUIT, Position, Seat
from tests.exact.kernel_tree import KernelTree
from tests.naive.haversack.table import Option
from tests.naive.haversack_bridge import _option as in_words

ASKED = (MOVE, ACT, RECRUIT)
POINTS = ("vp_glory", "vp_shots", "vp_chests", "vp_hunting")
"""What of the counts the score is made of."""
LEFT_AT_THE_END = ("gains", "hunted", "spared", "fairies", "villages", "chests", "cups", "vp")
"""What of a board still counts when its player has played the last Guardian of the game."""


class Tree(KernelTree):
    """The kernel's game of two players by a rules file whose Guardians neither forget nor repeat an act."""

    shares = 6

    def __init__(self, file: Path) -> None:
        super().__init__("haversack", file)
        self._marks, self._cols = card_marks(self.ruleset), board_in_force(self.ruleset).cols
        self._chests = int(self.rules["chest_count"].sum())
        self._idle = np.array(self._counted())
        self._nothing = np.zeros(1, self.spec.state_dtype["public"]["board"].base)[0]

    def _counted(self) -> list[int]:
        """Where the bytes of the state lie that only count for the statistics."""
        fields, found = self.spec.state_dtype.fields, []
        hidden, place = fields["hidden"]
        starts = [(hidden, place, ("glory_now", "village_glory", "refused", "merit", "took"))]
        stats, place = fields["stats"][0].base, fields["stats"][1]
        names = [name for name in stats.names if name not in POINTS]
        starts += [(stats, place + seat * stats.itemsize, names) for seat in range(fields["stats"][0].shape[0])]
        for record, start, which in starts:
            for name in which:
                field, offset = record.fields[name][:2]
                found += range(start + offset, start + offset + field.itemsize)
        return found

    def streams(self, state: np.void) -> list[np.ndarray]:
        hidden = state["hidden"]
        return [hidden["deal"], hidden["chance"], hidden["draw"][0], hidden["draw"][1]]

    def tidy(self, state: np.void) -> None:
        public, hidden = state["public"], state["hidden"]
        self._raw[self._idle] = 0
        public["card_round"] = np.minimum(public["card_round"], 0)
        if public["decision"] == D_RECRUIT or public["seat"] < 0:
            for name, value in (("guardian", -1), ("cell", -1), ("ability", 0), ("swapped", 0), ("must_act", 0)):
                public[name] = value
        if public["decision"] != D_RECRUIT or public["seat"] < 0:
            public["order"], public["turn"], public["done"] = 0, 0, 0
        public["killed"] = 0
        revealed = self._revealed(state)
        hidden["deck"][:revealed] = 0
        hidden["deck"][revealed : len(self._marks)].sort()
        for seat in range(2):
            self._tidy_seat(state, seat)

    def _tidy_seat(self, state: np.void, seat: int) -> None:
        public, board = state["public"], state["public"]["board"][seat]
        board["used"], board["stuck"] = 0, 0
        chest = state["hidden"]["chest"][seat]
        chest[: board["chests"]] = 0
        chest[board["chests"] : self._chests].sort()
        last = public["round"] == self.rules["rounds"][0] and public["seat"] != seat
        if last and not state["private"][seat]["bag"].any():
            kept = [board[name].copy() for name in LEFT_AT_THE_END]
            public["board"][seat] = self._nothing
            for name, value in zip(LEFT_AT_THE_END, kept):
                board[name] = value
            board["found"], chest[:] = -1, 0

    def _revealed(self, state: np.void) -> int:
        return int((state["public"]["card_round"][: len(self._marks)] >= 0).sum())

    def layings(self, position: bytes, move: int) -> list[bytes]:
        """If a card or a Chest was turned up: the deck, or the player's Chests, in every order."""
        now, was = self.states[0], self.record(position)
        laid, seat = [position], int(was["public"]["seat"])
        first = self._revealed(was)
        if self._revealed(now) > first:
            laid = self._in_every_order(was, was["hidden"]["deck"][first : len(self._marks)])
        opened = int(was["public"]["board"][seat]["chests"])
        if int(now["public"]["board"][seat]["chests"]) > opened:
            if len(laid) > 1:
                raise NotImplementedError("cards and Chests turned up by the same choice")
            laid = self._in_every_order(was, was["hidden"]["chest"][seat][opened : self._chests])
        return laid

    @staticmethod
    def _in_every_order(state: np.void, cards: np.ndarray) -> list[bytes]:
        laid = []
        for order in permutations(cards.tolist()):
            cards[:] = order
            laid.append(state.tobytes())
        return laid

    # in the words of the model

    def told(self, position: bytes) -> Position:
        """The position as the model has it."""
        state = self.record(position)
        public, seat = state["public"], int(state["public"]["seat"])
        supply = tuple(sorted((name, n) for name, n in zip(GUARDIANS, public["supply"].tolist()) if n))
        cards = tuple(mark for mark, when in zip(self._marks, public["card_round"].tolist()) if when < 0)
        seats = tuple(self._seat(state, number) for number in range(2))
        if seat < 0:
            return Position(OVER, -1, seats, supply, cards, int(public["round"]))
        asked, more = ASKED[public["decision"]], {}
        if asked == RECRUIT:
            turns = [(int(public["turn"]) + k) % 2 for k in range(2)]
            order = [int(public["order"][turn]) for turn in turns]
            more["buyers"] = tuple(number for number in order if not public["done"][number])
        else:
            more = {"guardian": GUARDIANS[public["guardian"]], "able": bool(public["ability"])}
            if asked == ACT:
                more["cell"] = self._at(public["cell"])
        return Position(asked, seat, seats, supply, cards, int(public["round"]), **more)

    def _at(self, cell: int) -> tuple[int, int]:
        return divmod(int(cell), self._cols)

    def _cells(self, field: np.ndarray) -> tuple[tuple[int, int], ...]:
        return tuple(sorted(self._at(cell) for cell in members(field)))

    def _standing(self, names: tuple[str, ...], fields: np.ndarray) -> tuple[tuple[tuple[int, int], str], ...]:
        return tuple(sorted((cell, name) for name, field in zip(names, fields) for cell in self._cells(field)))

    def _seat(self, state: np.void, number: int) -> Seat:
        board, stats = state["public"]["board"][number], state["stats"][number]
        gains, names = board["gains"].tolist(), (*CREATURES[:MONSTERS],)
        assert not board["spared"].any()
        found = int(board["found"])
        return Seat(
            guardians=self._standing(GUARDIANS, board["guardian"]),
            monsters=self._standing(names, board["creature"]),
            fairies=self._cells(board["creature"][FAIRY]),
            tents=self._cells(board["tent"]),
            villages_destroyed=self._cells(board["ruin"]),
            chests_closed=self._cells(board["chest"]),
            bag=_several(GUARDIANS, state["private"][number]["bag"]),
            tokens=self._tokens(state, number),
            gold=int(board["gold"]),
            gains=_several(CREATURES, gains),
            hunted=_several(names, board["hunted"]),
            fairies_freed=int(board["fairies"]),
            villages=int(board["villages"]),
            chests=int(board["chests"]),
            cups=int(board["cups"]),
            items=_several(ITEMS, board["items"]),
            found=(ITEMS[found],) if found >= 0 else (),
            aside=_several(GUARDIANS, board["aside"]),
            track=int(stats["vp_glory"]) + int(stats["vp_shots"]),
        )

    def _tokens(self, state: np.void, number: int) -> tuple[str, ...]:
        public, board = state["public"], state["public"]["board"][number]
        last = public["round"] == self.rules["rounds"][0] and public["seat"] != number
        if last and not state["private"][number]["bag"].any():
            return ()
        return tuple(sorted(ITEMS[item] for item in state["hidden"]["chest"][number][board["chests"] : self._chests]))

    def move(self, position: bytes, option: tuple[int, int, int, int]) -> Option:
        """An option as the model has it."""
        return in_words(self._cols, *option)


def _several(names: tuple[str, ...], counts: np.ndarray | list[int]) -> tuple[str, ...]:
    """Each name as often as it counts, sorted."""
    return tuple(sorted(name for name, count in zip(names, counts) for _ in range(int(count))))
