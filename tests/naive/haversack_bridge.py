"""The kernel of The Guardians of Haversack plays random games; the naive twin referees them and must agree.

Chance is read off the kernel's record (deck, Chest tokens, draws, faces, who is first among the tied) and told to
the twin; choices are sent to both. At each decision the two are compared on who decides, what sort of decision it
is and all legal options; at the end on the score part by part. Decisions with a single option are no choice: each
side makes its own, and what follows shows whether they were alike.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import numpy as np

from simcore.contract import OPTION
from simcore.games.haversack.codes import (
    D_MOVE,
    D_RECRUIT,
    DECISIONS,
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
from simcore.games.haversack.rules import card_marks
from simcore.plain import records
from simcore.registry import game
from simcore.ruleset import Ruleset
from simcore.stream import SEATS, key
from tests.naive.haversack.glory import Result
from tests.naive.haversack.rounds import play, set_up
from tests.naive.haversack.rulebook import MONSTERS, Rules, read_rules
from tests.naive.haversack.table import PASS, Option, Question, Table

SPEC = game("haversack")
FACES = ("day", "night")
DEEDS = {K_SHOOT: "shoot", K_CATCH: "capture", K_REPAIR: "repair"}


class DisagreementError(AssertionError):
    """Kernel and twin differ; says in which game, at which decision, and on what."""


@dataclass(frozen=True)
class Setting:
    """What a game is played by: changes to the shipped rules by dotted key, and the number of players."""

    changes: Mapping[str, Any]
    players: int


@cache
def _option(cols: int, kind: int, a: int, b: int, c: int) -> Option:
    """A kernel's option in the twin's words."""
    if kind == K_PASS:
        return PASS
    if kind == K_BUY:
        return Option("buy", what=GUARDIANS[a])
    cell = divmod(a, cols)
    if kind == K_MOVE:
        used = ("boots",) * (b & U_BOOTS) + ("feather",) * bool(b & U_FEATHER) + ("sword",) * bool(b & U_SWORD)
        return Option("move", cell, TAKES[c], used)
    if kind == K_SWAP:
        return Option("swap", cell, GUARDIANS[c])
    if kind == K_STAY:
        return Option("stay", cell)
    if kind == K_RETURN:
        return Option("return", cell, GUARDIANS[c])
    return Option(DEEDS[kind], cell, TAKES[c], () if b < 0 else (ITEMS[b],))


class Kernel:
    """A game on the real kernel, and what chance has brought in it: the twin's `Chance`."""

    def __init__(self, ruleset: Ruleset, tables: np.ndarray, seed: int, deal: int) -> None:
        self.rules, self.engine = tables[0], SPEC.engine()
        self.states, self.buffer = records(1, SPEC.state_dtype), records(SPEC.max_options, OPTION)
        self.state, self.cols = self.states[0], int(self.rules["cols"])
        self.marks, self.players = card_marks(ruleset), int(self.rules["players"])
        self.draws: list[deque[str]] = [deque() for _ in range(self.players)]
        self.rankings: deque[list[int]] = deque()
        self._ranked = 0
        with np.errstate(over="ignore"):
            keys = np.array([key(seed, deal, channel) for channel in range(SEATS + self.players)], np.uint64)
            self.engine.start(self.rules, self.state, keys)
        self._note_chance()

    # chance, as the twin asks for it

    def face(self, guardian: str) -> str:
        return FACES[self.state["public"]["face"][GUARDIANS.index(guardian)]]

    def scout_cards(self) -> list[str]:
        return [self.marks[card] for card in self.state["hidden"]["deck"][: len(self.marks)]]

    def chest_tokens(self, player: int) -> list[str]:
        count = int(self.rules["chest_count"].sum())
        return [ITEMS[item] for item in self.state["hidden"]["chest"][player][:count]]

    def draw(self, player: int) -> str:
        if not self.draws[player]:
            raise DisagreementError(f"the twin has player {player} draw a Guardian, the kernel does not")
        return self.draws[player].popleft()

    def ranking(self) -> list[int]:
        if not self.rankings:
            raise DisagreementError("the twin begins a Recruitment, the kernel does not")
        return self.rankings.popleft()

    def _note_chance(self) -> None:
        """A decision to move follows a draw; the first decision of a Recruitment, its order."""
        public = self.state["public"]
        seat, kind = int(public["seat"]), int(public["decision"])
        if seat >= 0 and kind == D_MOVE:
            self.draws[seat].append(GUARDIANS[public["guardian"]])
        elif seat >= 0 and kind == D_RECRUIT and self._ranked < public["round"]:
            self._ranked = int(public["round"])
            self.rankings.append([int(each) for each in public["order"][: self.players]])

    # play

    def decision(self) -> tuple[int, str, list[Option]] | None:
        """Go on to the next decision with a choice: who decides, its kind, the options; None at the end."""
        while (seat := int(self.state["public"]["seat"])) >= 0:
            count = self.engine.options(self.rules, self.state, self.buffer)
            if count != 1:
                options = [_option(self.cols, *option) for option in self.buffer[:count].tolist()]
                return seat, DECISIONS[self.state["public"]["decision"]], options
            self.choose(0)
        return None

    def choose(self, index: int) -> None:
        with np.errstate(over="ignore"):
            self.engine.apply(self.rules, self.state, self.buffer[index])
        self._note_chance()

    def rows(self) -> np.ndarray:
        rows = records(self.players, SPEC.row_dtype)
        self.engine.record(self.rules, self.state, rows)
        return rows.view(SPEC.row_dtype)


class Twin:
    """A game refereed by the twin, which is asked for nothing but the next decision."""

    def __init__(self, rules: Rules, players: int, chance: Kernel) -> None:
        self.table: Table = set_up(rules, players, chance)
        self._game = play(self.table)
        self._answer: Option | None = None
        self.results: list[Result] = []

    def decision(self) -> Question | None:
        """Go on to the next decision with a choice; None at the end, when `results` are known."""
        try:
            while True:
                asked = next(self._game) if self._answer is None else self._game.send(self._answer)
                if len(asked.options) != 1:
                    return asked
                (self._answer,) = asked.options
        except StopIteration as end:
            self.results = end.value
            return None

    def choose(self, option: Option) -> None:
        self._answer = option


@dataclass(frozen=True)
class Referee:
    """Kernel and twin with the same rules, ready for games."""

    setting: Setting
    ruleset: Ruleset
    tables: np.ndarray
    rules: Rules

    @classmethod
    def of(cls, setting: Setting) -> Referee:
        ruleset = SPEC.load_rules(None, setting.changes)
        return cls(setting, ruleset, SPEC.tables(ruleset, setting.players), read_rules(setting.changes))

    def game(self, seed: int, deal: int) -> int:
        """Play a game of random choices; the number of decisions. Raises DisagreementError."""
        number = 0
        try:
            kernel, chooser = Kernel(self.ruleset, self.tables, seed, deal), Random(f"{seed} {deal}")
            twin = Twin(self.rules, self.setting.players, kernel)
            while (asked := _compared(kernel, twin)) is not None:
                number += 1
                index = _any(asked, chooser)
                kernel.choose(index)
                twin.choose(asked[index])
            _compare_results(kernel, twin)
        except Exception as error:
            where = f"seed {seed}, deal {deal}, decision {number}, {self.setting}"
            what = "" if isinstance(error, DisagreementError) else f"{type(error).__name__}: "
            raise DisagreementError(f"{where}: {what}{error}") from error
        return number


def _any(options: list[Option], chooser: Random) -> int:
    """Half of the time one of those that take something, if there are any, so that more comes to happen."""
    if chooser.random() < 0.5:
        good = [i for i, option in enumerate(options) if option.what not in ("", "nothing")]
        if good:
            return chooser.choice(good)
    return chooser.randrange(len(options))


def _compared(kernel: Kernel, twin: Twin) -> list[Option] | None:
    """The options of the next decision in the kernel's order, if both agree on it; None at the end."""
    here, there = kernel.decision(), twin.decision()
    if here is None or there is None:
        if here is None and there is None:
            return None
        raise DisagreementError(f"one ends: kernel {here}, twin {there}")
    seat, kind, options = here
    if (seat, kind) != (there.seat, there.kind):
        raise DisagreementError(f"kernel: {kind} of player {seat}; twin: {there.kind} of player {there.seat}")
    listed = set(options)
    if listed != there.options or len(listed) != len(options):
        twice = {option for option in options if options.count(option) > 1}
        raise DisagreementError(
            f"{kind} of player {seat}: only the kernel has {_words(listed - there.options)}, only the twin "
            f"{_words(there.options - listed)}; the kernel has twice {_words(twice)}"
        )
    return options


def _words(options: set[Option]) -> str:
    return "; ".join(sorted(map(str, options))) or "nothing"


def _compare_results(kernel: Kernel, twin: Twin) -> None:
    if any(kernel.draws) or kernel.rankings:
        raise DisagreementError(f"the kernel draws and ranks more: {kernel.draws} {kernel.rankings}")
    for player, result, row in zip(twin.table.players, twin.results, kernel.rows(), strict=True):
        told, found = said_by_twin(twin.table, player.number, result), said_by_kernel(row, twin.table.round)
        wrong = [f"{name}: kernel {found[name]}, twin {told[name]}" for name in told if told[name] != found[name]]
        if wrong:
            raise DisagreementError(f"player {player.number}: {'; '.join(wrong)}")


def said_by_twin(table: Table, number: int, result: Result) -> dict[str, Any]:
    """What the twin says of a player at the end, by the names of the result columns."""
    player = table.players[number]
    return {
        "score": result.score,
        "vp_glory": result.vp_of_glory,
        "vp_shots": result.vp_of_shots,
        "vp_chests": result.vp_of_chests,
        "vp_hunting": result.vp_of_hunting,
        "rank": result.rank,
        "win_share": float(np.float32(float(result.win_share))),
        "tie_break": int(result.tie_broken),
        "outcome": 0,
        "rounds": table.round,
        "night": [int(table.faces[name] == "night") for name in GUARDIANS],
        "glory": [each.total for each in player.rounds],
        "glory_monsters": [each.monsters for each in player.rounds],
        "glory_fairies": [each.fairies for each in player.rounds],
        "glory_villages": [each.villages for each in player.rounds],
        "glory_cups": [each.cups for each in player.rounds],
        "vp_by_round": [each.track for each in player.rounds],
        "taken": [
            *(sum(taken.creature == name for taken in player.hunting_board) for name in MONSTERS),
            player.fairies,
        ],
        "villages": player.villages,
        "chests": player.chests,
        "gold_left": player.gold,
    }


def said_by_kernel(row: np.void, rounds: int) -> dict[str, Any]:
    """A result row in plain numbers, columns by round cut to the rounds played."""
    by_round = {column.name for column in SPEC.columns if column.role == "track"}
    values = {name: row[name].tolist() for name in SPEC.row_dtype.fields or ()}
    return {name: value[:rounds] if name in by_round else value for name, value in values.items()}
