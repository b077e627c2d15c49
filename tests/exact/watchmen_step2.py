"""Step 2 of a turn in the small Watchmen of Destiny: tents, hires, special actions, Ninjas' calls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from tests.exact.watchmen_position import MAGE, NINJA, PASS, PAY, TURN, Chances, Move, Table, less, more, put


class Step2:
    """What the Model does in step 2; cards by name, numbers of the rulebook."""

    number: Mapping[str, int]
    cards: Mapping[str, Mapping[str, Any]]

    def _end_of_turn(self, table: Table) -> Table:
        raise NotImplementedError

    def _turn_moves(self, table: Table) -> Iterator[Move]:
        yield PASS
        me = table.seats[table.turn]
        gold = {card: self.cards[card]["gold"] for card in me.hand}
        room = self.number["max_tents"] - me.tents
        for tents in range(1, min(room, table.coins // self.number["tent_price"]) + 1):
            yield ("tent", "", tents)
        for card in me.hand:
            if gold[card]:
                most = (gold[card] + table.coins) // self.number["tent_price"]
                for tents in range(1, min(room, most) + 1):
                    yield ("tent", card, tents)
        if table.hires and me.tents > len(me.army):
            for card in me.hand:
                if sum(gold.values()) - gold[card] + table.coins >= self._price(table, card):
                    yield ("hire", card)
        if table.actions:
            for place, (card, left) in enumerate(me.army):
                caste = self.cards[card]["caste"]
                if left and (caste == "hunter" or (caste == "mage" and table.pile)):
                    yield ("act", place)

    def _price(self, table: Table, card: str) -> int:
        return max(0, self.cards[card]["price"] - table.discount)

    def _turn(self, table: Table, move: Move) -> Chances:
        if move == PASS:
            return {self._end_of_turn(table): Fraction(1)}
        then = {"tent": self._tents, "hire": self._hire, "act": self._act}[move[0]](table, *move[1:])
        return {then: Fraction(1)}

    def _tents(self, table: Table, card: str, tents: int) -> Table:
        """2a. Paid with one card, with a Hunter's coins, or with both (C2, C3); what is overpaid is lost."""
        me = table.seats[table.turn]
        table = table.seated(table.turn, tents=me.tents + tents)._replace(coins=0)
        if not card:
            return table
        table = table.seated(table.turn, hand=less(me.hand, card))._replace(pile=(*table.pile, card))
        return self._calls(table)

    def _hire(self, table: Table, card: str) -> Table:
        """2b. The Watchman moves in; the other cards that pay are discarded one by one."""
        me = table.seats[table.turn]
        army = (*me.army, (card, self.cards[card]["actions"]))
        return table.seated(table.turn, hand=less(me.hand, card), army=army)._replace(
            asked=PAY, buys=card, price=self._price(table, card), paid=table.coins, coins=0
        )

    def _pay_moves(self, table: Table) -> Iterator[Move]:
        """Who has paid enough may stop, or overpay (C4)."""
        if table.paid >= table.price:
            yield PASS
        for card in table.seats[table.turn].hand:
            if self.cards[card]["gold"]:
                yield ("choose", card)

    def _pay(self, table: Table, move: Move) -> Chances:
        if move != PASS:
            hand = less(table.seats[table.turn].hand, move[1])
            table = table.seated(table.turn, hand=hand)._replace(
                pile=(*table.pile, move[1]), paid=table.paid + self.cards[move[1]]["gold"], laid=table.laid + 1
            )
            if table.paid < table.price or hand:
                return {table: Fraction(1)}
        return {self._hired(table): Fraction(1)}

    def _hired(self, table: Table) -> Table:
        """The first hire brings the Moneybag's tents (G4); a whole army ends the game with the round."""
        me, laid = table.seats[table.turn], table.laid
        table = table.seated(table.turn, tents=min(self.number["max_tents"], me.tents + table.free_tents))._replace(
            hires=table.hires - 1, free_tents=0, discount=0, buys="", price=0, paid=0, laid=0, asked=TURN,
            last=table.last or len(me.army) >= self.number["army_goal"],
        )  # fmt: skip
        return self._calls(table) if laid else table

    def _act(self, table: Table, place: int) -> Table:
        """2c. A Hunter brings coins for the next purchase; a Mage takes two discards, then lays one card back."""
        me = table.seats[table.turn]
        card, left = me.army[place]
        table = table.seated(table.turn, army=put(me.army, place, (card, left - 1)))._replace(actions=table.actions - 1)
        if self.cards[card]["caste"] == "hunter":
            return table._replace(coins=table.coins + self.number["hunter_gold"])
        taken = min(self.number["mage_draw"], len(table.pile))
        hand = more(me.hand, *table.pile[-taken:])
        return table.seated(table.turn, hand=hand)._replace(pile=table.pile[:-taken], asked=MAGE)

    def _mage_moves(self, table: Table) -> Iterator[Move]:
        for card in table.seats[table.turn].hand:
            yield ("choose", card)

    def _mage(self, table: Table, move: Move) -> Chances:
        hand = less(table.seats[table.turn].hand, move[1])
        then = table.seated(table.turn, hand=hand)._replace(pile=(*table.pile, move[1]), asked=TURN)
        return {then: Fraction(1)}

    # Ninja: on your opponent's turn, after a purchase with discards, as long as he is not exhausted (D2: any discard)

    def _calls(self, table: Table) -> Table:
        other = 1 - table.turn
        able = table.pile and self._ninjas(table, other)
        return table._replace(asked=NINJA, decides=other) if able else table._replace(asked=TURN, decides=table.turn)

    def _ninjas(self, table: Table, seat: int) -> list[int]:
        """Places of the Ninjas that are not exhausted."""
        army = table.seats[seat].army
        return [place for place, (card, left) in enumerate(army) if left and self.cards[card]["caste"] == "ninja"]

    def _ninja_moves(self, table: Table) -> Iterator[Move]:
        yield PASS
        for place in self._ninjas(table, table.decides):
            yield ("use", place)

    def _ninja(self, table: Table, move: Move) -> Chances:
        if move == PASS:
            return {table._replace(asked=TURN, decides=table.turn): Fraction(1)}
        thief = table.seats[table.decides]
        card, left = thief.army[move[1]]
        hand, army = more(thief.hand, table.pile[-1]), put(thief.army, move[1], (card, left - 1))
        return {
            self._calls(table.seated(table.decides, hand=hand, army=army)._replace(pile=table.pile[:-1])): Fraction(1)
        }
