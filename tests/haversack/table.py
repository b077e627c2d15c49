"""A table to set up by hand: positions of the rulebook, played on the real kernel."""

from __future__ import annotations

import numpy as np

from simcore.games.haversack.codes import (
    CREATURES,
    D_ACT,
    D_MOVE,
    GUARDIANS,
    ITEMS,
    K_BUY,
    K_CATCH,
    K_MOVE,
    K_PASS,
    K_REPAIR,
    K_RETURN,
    K_SHOOT,
    K_STAY,
    K_SWAP,
    TAKES,
    U_BOOTS,
    U_FEATHER,
    U_SWORD,
)
from simcore.games.haversack.picture import members
from simcore.games.haversack.rules import board_in_force
from tests.position import Position

KINDS = {
    "pass": K_PASS, "move": K_MOVE, "swap": K_SWAP, "stay": K_STAY, "shoot": K_SHOOT,
    "catch": K_CATCH, "repair": K_REPAIR, "return": K_RETURN, "buy": K_BUY,
}  # fmt: skip
WORDS = {code: word for word, code in KINDS.items()}
NO_ITEM = -1


class Table(Position):
    """A game in progress. Cells are (row, column); seat 0 is the one looked at."""

    def __init__(self, players: int = 1, seed: int = 3, **settings: object) -> None:
        changes = {name.replace("__", "."): str(value).lower() for name, value in settings.items()}
        super().__init__("haversack", players, seed, changes)
        self.board_map = board_in_force(self.ruleset)

    # what is to be seen

    @property
    def board(self) -> np.void:
        return self.public["board"][0]

    @property
    def stats(self) -> np.void:
        return self.state["stats"][0]

    @property
    def bag(self) -> dict[str, int]:
        return _counted(GUARDIANS, self.state["private"][0]["bag"])

    @property
    def drawn(self) -> str:
        return GUARDIANS[self.public["guardian"]]

    def at(self, cell: int) -> tuple[int, int]:
        return divmod(int(cell), self.board_map.cols)

    def number(self, cell: tuple[int, int]) -> int:
        return cell[0] * self.board_map.cols + cell[1]

    def cells(self, field: np.ndarray) -> set[tuple[int, int]]:
        return {self.at(cell) for cell in members(field)}

    def where(self, name: str) -> set[tuple[int, int]]:
        """Cells that hold a Guardian, creature, "tent", "chest" or "ruin" of that name."""
        if name in GUARDIANS:
            return self.cells(self.board["guardian"][GUARDIANS.index(name)])
        if name in CREATURES:
            return self.cells(self.board["creature"][CREATURES.index(name)])
        return self.cells(self.board[name])

    def ready(self) -> dict[str, int]:
        return _counted(ITEMS, self.board["items"])

    def options(self) -> list[tuple[str, tuple[int, int] | str | None, str, str]]:
        """(kind, cell or Guardian, Items used, what is taken) of every legal choice."""
        return [self._words(option) for option in self.listed()]

    def _words(self, option: np.void) -> tuple[str, tuple[int, int] | str | None, str, str]:
        kind, a, b, c = WORDS[option["kind"]], int(option["a"]), int(option["b"]), int(option["c"])
        if kind == "pass":
            return kind, None, "", ""
        if kind == "buy":
            return kind, GUARDIANS[a], "", ""
        if kind in ("swap", "return"):
            return kind, self.at(a), "", GUARDIANS[c]
        if kind in ("move", "stay"):
            return kind, self.at(a), used_items(b), TAKES[c]
        return kind, self.at(a), "" if b == NO_ITEM else ITEMS[b], TAKES[c]

    def ends(self, items: str = "") -> set[tuple[int, int]]:
        """Cells where the move may end using just these Items."""
        return {a for kind, a, used, _ in self.options() if kind == "move" and used == items}

    def of(self, kind: str) -> set[tuple[int, int] | str]:
        """Cells or Guardians that the options of a kind name."""
        return {a for found, a, _, _ in self.options() if found == kind}

    # setting up

    def clear(self) -> None:
        """No creatures, Guardians or Tents on the board; the bag is empty."""
        for field in ("creature", "guardian", "tent"):
            self.board[field][...] = 0
        self.state["private"][0]["bag"][:] = 0

    def place(self, name: str, *cells: tuple[int, int]) -> None:
        for cell in cells:
            word, bit = divmod(self.number(cell), 64)
            field = self.board[name] if name in ("tent", "chest", "ruin") else self._set_of(name)
            field[word] |= np.uint64(1 << bit)

    def remove(self, name: str, *cells: tuple[int, int]) -> None:
        for cell in cells:
            word, bit = divmod(self.number(cell), 64)
            field = self.board[name] if name in ("tent", "chest", "ruin") else self._set_of(name)
            field[word] &= ~np.uint64(1 << bit)

    def _set_of(self, name: str) -> np.ndarray:
        if name in GUARDIANS:
            return self.board["guardian"][GUARDIANS.index(name)]
        return self.board["creature"][CREATURES.index(name)]

    def draw(self, name: str, *rest: str) -> None:
        """The Guardian just drawn, and the rest of the bag."""
        public, guardian = self.public, GUARDIANS.index(name)
        tile = self.rules[0]["tile"][public["face"][guardian], guardian]
        public["seat"], public["decision"], public["guardian"], public["cell"] = 0, D_MOVE, guardian, -1
        public["ability"] = any(tile[what] for what in ("shoots", "catches", "repairs", "returns"))
        for field in ("killed", "swapped", "must_act"):
            public[field] = 0
        self.state["private"][0]["bag"][:] = [rest.count(other) for other in GUARDIANS]

    def acting(self, name: str, cell: tuple[int, int]) -> None:
        """The Guardian has just moved to the cell and may act; a Guide is left in the bag."""
        self.draw(name, "guide")
        self.place(name, cell)
        self.public["decision"], self.public["cell"] = D_ACT, self.number(cell)

    def hold(self, **items: int) -> None:
        """Items ready for use."""
        self.board["items"][:] = [items.get(item, 0) for item in ITEMS]

    # play

    def choose(self, kind: str, a: tuple[int, int] | str | None = None, items: str | None = None) -> None:
        """Make the choice that fits; anything but exactly one fitting option is an error.

        Where then nothing is left to do at a distance, the play is over and the next one follows.
        """
        listed = self.options()
        fitting = [
            i
            for i, option in enumerate(listed)
            if option[0] == kind and (a is None or option[1] == a) and (items is None or option[2] == items)
        ]
        assert len(fitting) == 1, f"{kind} {a} {items} fits {len(fitting)} of {listed}"
        self.apply(fitting[0])
        while self.public["seat"] >= 0 and self.decision == "act" and self.of("pass") and len(self.options()) == 1:
            self.apply(0)

    def pass_all(self, until: str) -> None:
        """Take the last option of every decision until one of another kind is due."""
        while self.public["seat"] >= 0 and self.decision != until:
            self.apply(len(self.options()) - 1)

    def finish(self) -> None:
        """All go where nothing is to be had, and nobody recruits, to the end of the game."""
        while self.public["seat"] >= 0:
            self.pass_all("recruit")
            self.pass_all("move")


def used_items(code: int) -> str:
    """Items a move uses, such as "boots boots sword"."""
    names = ["boots"] * (code & U_BOOTS) + ["feather"] * bool(code & U_FEATHER) + ["sword"] * bool(code & U_SWORD)
    return " ".join(names)


def _counted(names: tuple[str, ...], numbers: np.ndarray) -> dict[str, int]:
    return {name: int(number) for name, number in zip(names, numbers) if number}
