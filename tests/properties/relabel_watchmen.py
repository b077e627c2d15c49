"""Watchmen of Destiny with other names: races renamed, seats moved round the table, in all that is on it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from simcore.games.watchmen.rules import fill_facts
from simcore.games.watchmen.state import (
    CASTES,
    D_DISCARD,
    D_EFFECT,
    D_GIVE,
    D_MAGE,
    D_PAY,
    D_RETURN,
    D_SHIELD,
    D_TAKE,
    D_TURN,
    E_CLOAK,
    E_LETTER,
    E_POISON,
    E_SEARCH,
    E_SPOOK,
    K_ACT,
    K_CHOOSE,
    K_HIRE,
    K_MERCENARY,
    K_TENT,
    K_USE,
    RACES,
    WATCHMEN,
)
from tests.properties.world import Option, World

EACH = WATCHMEN // RACES
BY_HAND = 1
NAMES_A_CARD = (D_TAKE, D_RETURN, D_GIVE, D_MAGE, D_DISCARD, D_PAY)
OF_THE_TABLE = ("refills", "dry", "lead_changes")
"""Counts of the whole game, kept with those of seat 0."""
SEAT_NUMBERS = ("seat", "starter", "turn", "necklace", "actor", "target")
BY_RACE = ("races_hired", "race_in", "majority")


@dataclass(frozen=True)
class Names:
    """races[old race] is its new name; every seat moves `turned` places on."""

    races: tuple[int, ...]
    turned: int

    def card(self, card: int) -> int:
        """New number of a card; mercenaries keep theirs, as does none (-1)."""
        return self.races[card // EACH] * EACH + card % EACH if 0 <= card < WATCHMEN else card

    def seat(self, seat: int, players: int) -> int:
        """New number of a seat; -1 and what is no player keep theirs."""
        return (seat + self.turned) % players if 0 <= seat < players else seat

    def option(self, world: World, option: Option) -> Option:
        """The option with the new names."""
        kind, a, b, c = option
        decision, players = world.decision, world.players
        if decision == D_EFFECT and kind == K_USE:
            effect = int(world.rule["item_effect"][world.public["item"]])
            if effect == E_SEARCH:
                a = self.races[a]
            elif effect in (E_LETTER, E_POISON, E_SPOOK):
                a = self.seat(a, players)
            elif effect == E_CLOAK:
                a, b = self.card(a) if world.rule["cloak_source"] == BY_HAND else a, self.seat(b, players)
        elif decision == D_TURN and kind in (K_TENT, K_HIRE):
            a = self.card(a)
        elif decision == D_TURN and kind == K_MERCENARY:
            b = self.seat(b, players)
        elif decision in NAMES_A_CARD and kind == K_CHOOSE:
            a = self.card(a)
        assert kind != K_ACT or a >= 0
        return kind, a, b, c

    def _cards(self, numbers: np.ndarray) -> np.ndarray:
        return np.array([self.card(int(card)) for card in numbers.flat], numbers.dtype).reshape(numbers.shape)

    def _by_race(self, counts: np.ndarray, each: int = 1) -> np.ndarray:
        """The last axis, `each` entries a race, in the new order of races."""
        new = counts.copy()
        for old, race in enumerate(self.races):
            new[..., race * each : (race + 1) * each] = counts[..., old * each : (old + 1) * each]
        return new

    def _bits(self, word: int, each: int) -> int:
        """A word with `each` bits a race."""
        mask = (1 << each) - 1
        return sum((word >> (each * old) & mask) << (each * race) for old, race in enumerate(self.races))

    def world(self, world: World) -> World:
        """The same game with the new names, its rules too."""
        other = world.copy()
        other.rules = world.rules.copy()
        self._rules(world.rules[0], other.rules[0])
        self._state(world, other)
        return other

    def _rules(self, old: np.void, new: np.void) -> None:
        to = [self.card(card) for card in range(len(old["gold"]))]
        for name in ("caste", "price", "gold", "actions"):
            new[name][to] = old[name]
        for card in range(WATCHMEN):
            new["race"][to[card]] = self.races[old["race"][card]]
            new["kind"][to[card]] = new["race"][to[card]] * CASTES + old["caste"][card]
        new["card_count"] = self._by_race(np.asarray(old["card_count"]))
        fill_facts(new)

    def _state(self, world: World, other: World) -> None:
        old, new, players = world.state, other.state, world.players
        for before, after in ((old["public"], new["public"]), (old["hidden"], new["hidden"])):
            for name in ("pile", "army", "deck"):
                if name in before.dtype.names:
                    after[name] = self._cards(np.asarray(before[name]))
        public, table = old["public"], new["public"]
        for name in ("card", "using"):
            table[name] = self.card(int(public[name]))
        table["race_in"] = self._by_race(np.asarray(public["race_in"]))
        table["race_count"] = self._by_race(np.asarray(public["race_count"]))
        for name, each in (("tally", 8), ("gain", 8), ("denied", 8), ("odd", CASTES), ("some", CASTES)):
            table[name] = [self._bits(int(word), each) for word in public[name]]
        for seat in range(players):
            for name in ("hand", "look"):
                new["private"][seat][name] = self._cards(np.asarray(old["private"][seat][name]))
            self._seen(old["private"][seat], new["private"][seat], players)
        if searching(world):
            table["named"] = self.races[public["named"]]
        if cloak_by_hand(world):
            table["swap"][0] = self.card(int(public["swap"][0]))
        self._seats(new, players)

    def _seen(self, old: np.void, new: np.void, players: int) -> None:
        """What a seat has seen go where."""
        for card, seat in enumerate(old["seen_hand"].tolist()):
            new["seen_hand"][self.card(card)] = self.seat(seat, players)
        new["seen_deck"] = self._cards(np.asarray(old["seen_deck"]))

    def _seats(self, new: np.void, players: int) -> None:
        public, hidden = new["public"], new["hidden"]
        for name in SEAT_NUMBERS:
            public[name] = self.seat(int(public[name]), players)
        public["item_at"] = [self.seat(int(seat), players) if seat != 9 else 9 for seat in public["item_at"]]
        for record, name in ((new, "leader"), (new, "goal_seat"), (hidden, "wait")):
            record[name] = self.seat(int(record[name]), players)
        places = [(new, "private"), (new, "stats"), (new, "merit"), (hidden, "call")]
        places += [(public, name) for name in public.dtype.names if public.dtype[name].shape[:1] == (5,)]
        kept = [int(new["stats"][0][name]) for name in OF_THE_TABLE]
        for name in OF_THE_TABLE:
            new["stats"][0][name] = 0
        for record, name in places:
            record[name][:players] = np.roll(np.asarray(record[name][:players]), self.turned, axis=0)
        for name, count in zip(OF_THE_TABLE, kept):
            new["stats"][0][name] = count

    def rows(self, rows: np.ndarray) -> np.ndarray:
        """Results rows with the new names."""
        new = rows.copy()
        for name in BY_RACE:
            new[name] = self._by_race(np.asarray(rows[name]))
        new = np.roll(new, self.turned, axis=0)
        new["seat"] = rows["seat"]
        return new


def searching(world: World) -> bool:
    """Whether a race is named just now; else the word in `named` is old or speaks of a caste."""
    return world.decision == D_TAKE and int(world.public["item"]) >= 0


def cloak_by_hand(world: World) -> bool:
    """Whether a card of a hand is on offer for a Watchman while a Shield may answer."""
    if world.decision != D_SHIELD or world.rule["cloak_source"] != BY_HAND:
        return False
    return int(world.rule["item_effect"][world.public["item"]]) == E_CLOAK


def settled(world: World) -> np.ndarray:
    """The state without words that are left over from earlier decisions."""
    states = world.states.copy()
    public = states[0]["public"]
    if not searching(world):
        public["named"] = 0
    public["swap"][1] = 0
    if world.decision != D_SHIELD or int(world.rule["item_effect"][public["item"]]) != E_CLOAK:
        public["swap"] = 0
    return states
