"""A small Watchmen of Destiny in plain Python: two players, no mercenaries, no look at the deck, few items.

Written from the rulebook for positions that do not change, so that a whole game can be searched; it shares nothing
with the kernel but the values of the rules file. Sections are named as the rulebook names them, letters and numbers
in brackets are rulings. Where the deck or a hand is drawn from, every outcome is spelled out with its chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

from tests.exact.watchmen_position import EFFECT, ITEM, OVER, PASS, TURN, Chances, Move, Seat, Table, less, more, put
from tests.exact.watchmen_step2 import Step2


class Model(Step2):
    """The game by the values of a rules file, as a `solve.Game`; data as in `Ruleset.data`."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.number, self.switch, self.items = data["structure"], data["rules"], data["item"]
        self.template = data["template"][self.switch["watchman_template"]]
        self.cards = {
            f"{race}.{name}": {**row, **data["card"].get(race, {}).get(name, {}), "race": race}
            for race in self.switch["races"]
            for name, row in self.template.items()
        }
        self.used = sorted(
            name for name, row in self.items.items() if 2 in row["players"] and self.switch.get(name) is not False
        )

    # Setup

    def roots(self) -> list[Table]:
        return list(self.deals())

    def deals(self) -> Chances:
        """3 and 5. All start hands and hands of items, with their chances."""
        found: Counter[Table] = Counter()
        each = self.number["items_each"][0]
        shares = [(own, other) for own in combinations(self.used, each) for other in self._item_hands(own, each)]
        for deck, hands, chance in self._start_hands(tuple(sorted(self.cards)), (), Fraction(1)):
            for own, other in shares:
                seats = Seat(hands[0], own), Seat(hands[1], other)
                found[Table(ITEM, 0, seats, deck, hires=1)] += chance / len(shares)
        return dict(found)

    def _item_hands(self, own: tuple[str, ...], each: int) -> Iterator[tuple[str, ...]]:
        return combinations([name for name in self.used if name not in own], each)

    def _start_hands(
        self, deck: tuple[str, ...], hands: tuple[tuple[str, ...], ...], chance: Fraction, hand: tuple[str, ...] = ()
    ) -> Iterator[tuple[tuple[str, ...], tuple[tuple[str, ...], ...], Fraction]]:
        if sum(self.cards[card]["gold"] for card in hand) >= self.number["start_gold"]:
            if len(hands) == 1:
                yield deck, (hands[0], hand), chance
            else:
                yield from self._start_hands(deck, (hand,), chance)
            return
        for card in deck:
            yield from self._start_hands(less(deck, card), hands, chance / len(deck), more(hand, card))

    # what a game is asked

    def seat(self, table: Table) -> int:
        return -1 if table.asked == OVER else table.decides

    def moves(self, table: Table) -> list[Move]:
        return list(getattr(self, f"_{table.asked}_moves")(table))

    def after(self, table: Table, move: Move) -> Chances:
        return getattr(self, f"_{table.asked}")(table, move)

    # Step 1: Choose an Item for your turn

    def _item_moves(self, table: Table) -> Iterator[Move]:
        for item in table.seats[table.turn].items:
            yield ("choose", item)

    def _item(self, table: Table, move: Move) -> Chances:
        seat = table.seats[table.turn]
        table = table.seated(table.turn, items=less(seat.items, move[1]), played=move[1])
        if self.items[move[1]]["effect"] == "none":
            return self._draw(table)
        return {table._replace(asked=EFFECT): Fraction(1)}

    def _effect_moves(self, table: Table) -> Iterator[Move]:
        """A white diamond may be left alone; a red one binds if there is anything to do."""
        me, other = table.seats[table.turn], table.seats[1 - table.turn]
        item, uses = self.items[me.played], []
        if item["effect"] == "target_discards_random_card" and other.hand:
            uses = [("use", 1 - table.turn)]
        elif item["effect"] == "restore_own_action":
            uses = [("use", place) for place, (card, left) in enumerate(me.army) if left < self.cards[card]["actions"]]
        elif item["effect"] in ("two_hires_first_gives_two_tents", "hire_discount"):
            uses = [("use",)]
        if item["diamond"] != "red" or not uses:
            yield PASS
        yield from uses

    def _effect(self, table: Table, move: Move) -> Chances:
        me, item = table.seats[table.turn], self.items[table.seats[table.turn].played]
        if move == PASS:
            return self._draw(table)
        if item["effect"] == "restore_own_action":
            card, left = me.army[move[1]]
            restored = (card, min(self.cards[card]["actions"], left + item["amount"]))
            return self._draw(table.seated(table.turn, army=put(me.army, move[1], restored)))
        if item["effect"] == "hire_discount":
            return self._draw(table._replace(discount=item["gold"]))
        if item["effect"] == "two_hires_first_gives_two_tents":
            return self._draw(table._replace(hires=item["hires"], free_tents=item["free_tents"]))
        return self._spooked(table, move[1], item["cards"])

    def _spooked(self, table: Table, target: int, cards: int) -> Chances:
        """A random card of the hand goes onto the pile, no Ninja."""
        hand = table.seats[target].hand
        if cards == 0 or not hand:
            return self._draw(table)
        found: Counter[Table] = Counter()
        for card in hand:
            hit = table.seated(target, hand=less(hand, card))._replace(pile=(*table.pile, card))
            for then, chance in self._spooked(hit, target, cards - 1).items():
                found[then] += chance / len(hand)
        return dict(found)

    def _draw(self, table: Table) -> Chances:
        """Draw the item's cards: each set of them. A deck that runs out is made anew of the discards (A1)."""
        item, deck, hand = self.items[table.seats[table.turn].played], table.deck, table.seats[table.turn].hand
        table = table._replace(actions=item["actions"], asked=TURN, decides=table.turn)
        first, rest = min(item["draw"], len(deck)), max(0, item["draw"] - len(deck))
        kept = self.number["keep_discards"]
        back = table.pile[: max(0, len(table.pile) - kept)] if rest else ()
        anew = min(rest, len(back))
        if anew:
            table = table._replace(pile=table.pile[len(back) :])
        found: Counter[Table] = Counter()
        ways = [(a, b) for a in combinations(deck, first) for b in combinations(sorted(back), anew)]
        for drawn, new in ways:
            left = sorted(
                (Counter(deck) - Counter(drawn) + (Counter(back) - Counter(new) if anew else Counter())).elements()
            )
            then = table.seated(table.turn, hand=more(hand, *drawn, *new))._replace(deck=tuple(left))
            found[then] += Fraction(1, len(ways))
        return dict(found)

    # End of each round, end of the game

    def _end_of_turn(self, table: Table) -> Table:
        """Coins are lost. After both turns the played items are swapped, and rest for a round by variant 1 (F2)."""
        table = table._replace(turns=table.turns + 1, coins=0, actions=0, hires=1, discount=0, free_tents=0, asked=ITEM)
        if table.turns < 2:
            return table._replace(decides=table.turn)
        if table.last or table.round >= self.switch["max_rounds"]:
            return Table(OVER, -1, table.seats, table.deck, table.pile, table.round)
        one, two = table.seats
        seats = self._swapped(one, two.played), self._swapped(two, one.played)
        table = table._replace(seats=seats, turns=0, round=table.round + 1, starter=1 - table.starter)
        return table._replace(decides=table.starter)

    def _swapped(self, seat: Seat, item: str) -> Seat:
        ready = more(seat.items, *seat.resting)
        if self.switch["two_player"] == "variant1":
            return seat._replace(items=ready, resting=(item,), played="")
        return seat._replace(items=more(ready, item), resting=(), played="")

    # Scoring

    def margin(self, table: Table) -> int:
        one, two = self.scores(table)
        return one - two

    def scores(self, table: Table) -> tuple[int, int]:
        """Prices, a point a Warrior, less one for each pair of equal race and caste, and the majorities (B1, B2)."""
        armies = [[self.cards[card] for card, _ in seat.army] for seat in table.seats]
        points = []
        for army in armies:
            equal = Counter((card["race"], card["caste"]) for card in army)
            warriors = sum(card["caste"] == "warrior" for card in army)
            doubles = sum(number // 2 for number in equal.values())
            points.append(sum(card["price"] for card in army) + warriors * self.number["warrior_vp"] - doubles)
        for race in self.switch["races"]:
            one, two = (sum(card["race"] == race for card in army) for army in armies)
            if one != two:
                points[0 if one > two else 1] += one + two
        return points[0], points[1]
