"""Games of Watchmen of Destiny on the real kernel, written down, and put into the twin's words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
from numba import typeof, types

from simcore.contract import OPTION
from simcore.games.watchmen.kernel import ENGINE
from simcore.games.watchmen.kernel.signatures import SIGNATURES
from simcore.games.watchmen.rules import cards
from simcore.games.watchmen.rules_fields import COPIES, MERCENARY_NAMES
from simcore.games.watchmen.state import (
    CASTE_NAMES,
    D_CONVERT,
    D_DRAFT,
    D_EFFECT,
    D_ITEM,
    D_NINJA,
    D_PAY,
    D_RESTORE,
    D_SHIELD,
    D_TURN,
    DECISIONS,
    ITEM_NAMES,
    K_ACT,
    K_HIRE,
    K_PASS,
    K_TENT,
    RACE_NAMES,
    STATE,
)
from simcore.jit import njit, specialise
from simcore.plain import records
from simcore.registry import game
from simcore.stream import below, key
from tests.naive.watchmen.table import PASS, Option

SPEC = game("watchmen")
NO_WEIGHTS = np.zeros(1)
MOST_DECISIONS, MOST_OPTIONS = 6000, 300_000
CHANNEL = 9
"""Stream of the random choices, apart from those of the game."""


@njit(SIGNATURES.choose)
def at_random(rules, public, private, options, count, weights, stream):
    """Any choice. Hires are chosen more often than other things and ends of turns less often, so that armies grow."""
    choice = below(stream, count)
    if public.decision == D_TURN:
        for _ in range(2):
            again = below(stream, count)
            if choice == 0 or options[again].kind == K_HIRE:
                choice = again
    if public.decision == D_PAY and options[0].kind == K_PASS and below(stream, 2) == 0:
        choice = 0
    return choice


@njit()
def play_recorded(start, options, apply, choose, weights, rules, states, buffer, keys, log, offers, ends, picks):
    """Play one game and write it down; returns how many decisions it had.

    log[i] is the state before decision i, offers[ends[i - 1]:ends[i]] its options, picks[i] the
    choice; -1 is returned if they do not hold the game. Who chooses is asked where there is but one option, too.
    """
    state, rule = states[0], rules[0]
    stream = keys[CHANNEL : CHANNEL + 1]
    start(rule, state, keys)
    written, i = 0, 0
    while state.public.seat >= 0:
        log[i] = states[0]
        legal = int(options(rule, state, buffer))  # without the compiler it may be a small integer
        if i + 2 > len(log) or written + legal > len(offers):
            return -1
        for k in range(legal):
            offers[written + k] = buffer[k]
        written += legal
        choice = choose(rule, state.public, state.private[state.public.seat], buffer, legal, weights, stream)
        ends[i], picks[i] = written, choice
        apply(rule, state, buffer[choice])
        i += 1
    log[i] = states[0]
    return i


class Kernel:
    """The kernel by one set of rules, with room to write a game down."""

    def __init__(self, players: int, changes: Mapping[str, Any]) -> None:
        ruleset = SPEC.load_rules(None, {name: _in_words(value) for name, value in changes.items()})
        self.players, self.changes = players, changes
        self.rules = records(1, SPEC.rules_dtype)
        self.rules[:] = SPEC.tables(ruleset, players)
        self.cards = [card.id for card in sorted(cards(ruleset), key=lambda card: card.number)]
        self.cards += [f"{race} mercenary" for race in MERCENARY_NAMES for _ in range(COPIES)]
        self.effects = [ruleset.data["item"][item]["effect"] for item in ITEM_NAMES]
        self.step_2 = cache(self._step_2)

    def _step_2(self, offer: tuple[int, int, int, int]) -> Option:
        kind, a, b, c = offer
        if kind == K_TENT:
            return ("tents", self.cards[a] if a >= 0 else None, b)
        if kind == K_HIRE:
            return ("ability", self.cards[c], self.cards[a]) if b else ("hire", self.cards[a])
        return ("ability", self.cards[a], b) if b >= 0 else ("ability", self.cards[a])

    def play(self, seed: int, deal: int, choose: Any = at_random, weights: Any = NO_WEIGHTS) -> Record:
        """One game, a strategy's function in all seats; the streams are those of any run with this seed and deal."""
        with np.errstate(over="ignore"):
            keys = np.array([key(seed, deal, channel) for channel in range(CHANNEL + 1)], np.uint64)
            room = _room()
            rest = (weights, self.rules, room["state"], room["buffer"], keys, *room["game"])
            if not _players:
                # asking numba for the types takes as long as the game, and they are always the same
                _players.append(_player(*map(typeof, rest)))
            count = _players[0](*ENGINE[:3], choose, *rest)
            assert count >= 0, f"seed {seed}, deal {deal}: no room to write the game down"
            rows = records(self.players, SPEC.row_dtype)
            ENGINE.record(self.rules[0], room["state"][0], rows)
        log, offers, ends, picks = (part.copy() for part in _cut(room["game"], count))
        return Record(self, seed, deal, log, offers, ends, picks, rows)


def _in_words(value: Any) -> str:
    """A value as it is given on the command line."""
    if isinstance(value, list):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


_players: list[Any] = []


def _player(*arrays: Any) -> Any:
    """The loop, compiled for typed functions: so it is found in the disk cache by a new process."""
    parts = (SIGNATURES.start, SIGNATURES.options, SIGNATURES.apply, SIGNATURES.choose)
    return specialise(play_recorded, types.int64(*map(types.FunctionType, parts), *arrays))


@cache
def _room() -> dict[str, Any]:
    """Arrays for one game, used again for every one."""
    game = (
        records(MOST_DECISIONS, STATE),
        records(MOST_OPTIONS, OPTION),
        np.zeros(MOST_DECISIONS, np.int64),
        np.zeros(MOST_DECISIONS, np.int64),
    )
    return {"state": records(1, STATE), "buffer": records(SPEC.max_options, OPTION), "game": game}


def _cut(game: tuple[Any, ...], count: int) -> tuple[Any, ...]:
    log, offers, ends, picks = game
    return log[: count + 1], offers[: ends[count - 1]], ends[:count], picks[:count]


class Record:
    """A finished game of the kernel: what it asked, offered and was answered, in the twin's words."""

    def __init__(self, kernel: Kernel, seed: int, deal: int, log: Any, offers: Any, ends: Any, picks: Any, rows: Any):
        self.kernel, self.seed, self.deal, self.log, self.rows = kernel, seed, deal, log, rows
        public = log["public"]
        self.seats, self.decisions = public["seat"].tolist(), public["decision"].tolist()
        self._offers, self._ends, self._picks = offers.tolist(), [0, *ends.tolist()], picks.tolist()
        self._items = public["item"].tolist()

    def __len__(self) -> int:
        """Number of decisions."""
        return len(self._picks)

    def kind(self, i: int) -> str:
        """What decision i is about."""
        return DECISIONS[self.decisions[i]]

    def offered(self, i: int) -> list[tuple[int, int, int, int]]:
        """Legal options of decision i, in the kernel's numbers."""
        return self._offers[self._ends[i] : self._ends[i + 1]]  # type: ignore[no-any-return]

    def options(self, i: int) -> list[Option]:
        """Legal options of decision i."""
        return [self._word(i, offer) for offer in self.offered(i)]

    def pick(self, i: int) -> int:
        """Number of the option chosen at decision i."""
        return self._picks[i]  # type: ignore[no-any-return]

    def choice(self, i: int) -> Option:
        """The option chosen at decision i."""
        return self._word(i, self.offered(i)[self.pick(i)])

    # words

    def names(self, numbers: Any) -> list[str]:
        """Names of cards by their numbers."""
        return [self.kernel.cards[number] for number in numbers.tolist()]

    def _word(self, i: int, offer: tuple[int, int, int, int]) -> Option:
        kind, a, b, c = offer
        decision = self.decisions[i]
        if kind == K_PASS:
            return PASS
        if decision == D_TURN:
            return ("act", self._housed(i, self.seats[i], a)) if kind == K_ACT else self.kernel.step_2(offer)
        if decision == D_EFFECT:
            return self._use(i, a, b, c)
        if decision in (D_ITEM, D_DRAFT):
            return ("item", ITEM_NAMES[a])
        if decision == D_SHIELD:
            return ("use",)
        if decision == D_NINJA:
            return ("use", self._housed(i, self.seats[i], a))
        if decision == D_RESTORE:
            return ("restore", self._housed(i, self.seats[i], a))
        if decision == D_CONVERT:
            return ("card", self._housed(i, self.seats[i], a))
        return ("card", self.kernel.cards[a])

    def _housed(self, i: int, seat: int, tent: int) -> str:
        return self.kernel.cards[self.log[i]["public"]["army"][seat, tent]]

    def _use(self, i: int, a: int, b: int, c: int) -> Option:
        effect = self.kernel.effects[self._items[i]]
        if effect == "swap_hired_watchman":
            by_hand = self.kernel.rules[0]["cloak_source"]
            own = self.kernel.cards[a] if by_hand else self._housed(i, self.seats[i], a)
            return ("swap", b, own, self._housed(i, b, c))
        if effect == "name_race_search":
            return ("name", RACE_NAMES[a])
        if effect == "name_caste_all_restore_one":
            return ("name", CASTE_NAMES[a])
        if effect == "two_hires_first_gives_two_tents":
            return ("take", ("both", "tents", "hire")[a])
        if effect == "restore_own_action":
            return ("restore", self._housed(i, self.seats[i], a))
        return ("use",) if a < 0 else ("target", a)

    # where the cards are

    def hand(self, i: int, seat: int) -> list[str]:
        """A hand before decision i, in the order the cards came."""
        private = self.log[i]["private"][seat]
        return self.names(private["hand"][: private["hand_count"]])

    def looked_at(self, i: int) -> list[str]:
        """Cards taken off the deck to look at, the top one first."""
        return [
            name for private in self.log[i]["private"] for name in self.names(private["look"][: private["look_count"]])
        ]

    def deck(self, i: int) -> list[str]:
        """The deck before decision i, the top last."""
        return self.names(self.log[i]["hidden"]["deck"][: self.log[i]["public"]["deck_count"]])

    def pile(self, i: int) -> list[str]:
        """The discards before decision i, the top last."""
        return self.names(self.log[i]["public"]["pile"][: self.log[i]["public"]["pile_count"]])

    def army(self, i: int, seat: int) -> list[tuple[str, int]]:
        """Watchmen of an army with the actions they have left."""
        public = self.log[i]["public"]
        count = public["army_count"][seat]
        return list(zip(self.names(public["army"][seat][:count]), public["left"][seat][:count].tolist()))

    def items(self, i: int, seat: int) -> tuple[set[str], set[str]]:
        """Items in the hand, and those of them that rest."""
        marks = self.log[i]["private"][seat]["items"].tolist()
        held = {ITEM_NAMES[k] for k, mark in enumerate(marks) if mark}
        return held, {ITEM_NAMES[k] for k, mark in enumerate(marks) if mark == 2}

    def races(self) -> list[str]:
        """The races in play."""
        return [name for name, mark in zip(RACE_NAMES, self.log[0]["public"]["race_in"]) if mark]
