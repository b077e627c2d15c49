"""What lies on the table: Adventure boards, bags, gains areas, the supply; and what chance brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from tests.naive.asking import Question
from tests.naive.haversack.rulebook import Cell, Map, Rules


class Chance(Protocol):
    """All that is decided by shuffling, drawing or tossing."""

    def face(self, guardian: str) -> str:
        """The face of a tile that is to be drawn by chance."""

    def scout_cards(self) -> list[str]:
        """Marks of all Scout cards, in the order in which they will be revealed."""

    def chest_tokens(self, player: int) -> list[str]:
        """A player's Chest tokens, in the order in which they will be opened.

        They lie face down and all alike, so it comes to the same as shuffling them over the board.
        """

    def draw(self, player: int) -> str:
        """The Guardian a player draws from the bag."""

    def ranking(self) -> list[int]:
        """All players in an order drawn by chance, for those who are tied."""


class Option(NamedTuple):
    """One thing a player may choose to do: `does` it at a cell, to or with whom, using Items."""

    does: str
    cell: Cell | None = None
    what: str = ""
    items: tuple[str, ...] = ()

    def __str__(self) -> str:
        where = "" if self.cell is None else f" {self.cell[0]},{self.cell[1]}"
        using = f" with {' and '.join(self.items)}" if self.items else ""
        return f"{self.does}{where} {self.what}".rstrip() + using


PASS = Option("pass")


Choosing = Generator[Question[Option], Option, None]
"""A part of the game in which players decide."""


class Taken(NamedTuple):
    """A creature in the gains area."""

    creature: str
    by_tent: bool


@dataclass
class AdventureBoard:
    """A player's board and all that stands on it."""

    map: Map
    guardians: dict[Cell, str] = field(default_factory=dict)
    monsters: dict[Cell, str] = field(default_factory=dict)
    fairies: set[Cell] = field(default_factory=set)
    tents: set[Cell] = field(default_factory=set)
    destroyed_villages: set[Cell] = field(default_factory=set)
    closed_chests: set[Cell] = field(default_factory=set)


@dataclass
class GloryOfRound:
    """Where the Glory of a round came from, and the score track after it."""

    monsters: int
    fairies: int
    villages: int
    cups: int
    track: int = 0

    @property
    def total(self) -> int:
        return self.monsters + self.fairies + self.villages + self.cups


@dataclass
class Player:
    """One player's set of pieces."""

    number: int
    board: AdventureBoard
    bag: Counter[str]
    chest_tokens: list[str]
    gold: int
    gains_area: list[Taken] = field(default_factory=list)
    hunting_board: list[Taken] = field(default_factory=list)
    fairies: int = 0
    villages: int = 0
    chests: int = 0
    cups_this_round: int = 0
    items: Counter[str] = field(default_factory=Counter)
    just_found: list[str] = field(default_factory=list)
    set_aside: list[str] = field(default_factory=list)
    vp_of_glory: int = 0
    vp_of_shots: int = 0
    rounds: list[GloryOfRound] = field(default_factory=list)

    @property
    def score_track(self) -> int:
        """Where the score marker stands during the game."""
        return self.vp_of_glory + self.vp_of_shots


@dataclass
class Table:
    """The whole table."""

    rules: Rules
    chance: Chance
    faces: dict[str, str]
    players: list[Player]
    supply: Counter[str]
    scout_cards: list[str]
    round: int = 0
