"""The twin by itself: lots by Python's own random numbers, and players that look at nothing but its table."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.naive.haversack.glory import Result
from tests.naive.haversack.rounds import play, set_up
from tests.naive.haversack.rulebook import ITEMS, Rules
from tests.naive.haversack.table import Option, Question, Table


class Lots:
    """A `Chance` in which everything possible is equally likely; it draws from the bags of its `table`."""

    table: Table

    def __init__(self, rules: Rules, players: int, random: Random) -> None:
        self.rules, self.players, self.random = rules, players, random

    def face(self, guardian: str) -> str:
        return self.random.choice(("day", "night"))

    def scout_cards(self) -> list[str]:
        """Shuffled; where the rules draw again for a Fairy, none is among the first."""
        cards, first = self.rules.data["card"], self.rules.number("start_creatures")
        again = self.rules.rulings.start_fairy == "redraw"
        while True:
            marks = self.random.sample(list(cards), len(cards))
            if not again or all(cards[mark]["creature"] != "fairy" for mark in marks[:first]):
                return marks

    def chest_tokens(self, player: int) -> list[str]:
        tokens = [item for item in ITEMS for _ in range(self.rules.data["chest"][item])]
        self.random.shuffle(tokens)
        return tokens

    def draw(self, player: int) -> str:
        return self.random.choice(list(self.table.players[player].bag.elements()))

    def ranking(self) -> list[int]:
        return self.random.sample(range(self.players), self.players)


def play_alone(
    rules: Rules, players: int, random: Random, choose: Callable[[Table, Question[Option]], Option]
) -> tuple[list[Result], int]:
    """A whole game; the results, and how many choices among two or more options there were."""
    lots, choices = Lots(rules, players, random), 0
    lots.table = set_up(rules, players, lots)
    game = play(lots.table)
    try:
        question = next(game)
        while True:
            if len(question.options) > 1:
                choices += 1
                answer = choose(lots.table, question)
            else:
                (answer,) = question.options
            question = game.send(answer)
    except StopIteration as end:
        return end.value, choices
