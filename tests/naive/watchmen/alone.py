"""The twin by itself: lots by Python's own random numbers, and players that look at nothing but its table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tests.naive.asking import Question
from tests.naive.watchmen.game import play
from tests.naive.watchmen.rules import RACES, Rules
from tests.naive.watchmen.scoring import Score
from tests.naive.watchmen.setup import item_pool, set_up
from tests.naive.watchmen.table import Option, Table


@dataclass(frozen=True)
class Lots:
    """A `Chance` in which everything possible is equally likely."""

    rules: Rules
    random: Random

    def races(self) -> list[str]:
        named = self.rules.switch["races"]
        return self.random.sample(RACES if named == "random" else named, self.rules.by_players("races"))

    def shuffled(self, cards: list[str]) -> list[str]:
        return self.random.sample(cards, len(cards))

    def items(self) -> list[set[str]]:
        each, players = self.rules.by_players("items_each"), self.rules.players
        pool, exclusive = item_pool(self.rules)
        others = [item for item in pool if item not in exclusive]
        dealt = self.random.sample(others, each * players - len(exclusive)) + exclusive
        self.random.shuffle(dealt)
        return [set(dealt[each * seat : each * (seat + 1)]) for seat in range(players)]

    def random_card(self, seat: int, hand: list[str]) -> str:
        return self.random.choice(hand)

    def quickest(self, willing: list[int]) -> int:
        return self.random.choice(willing)

    def winner(self, tied: list[int]) -> int:
        return self.random.choice(tied)


def play_alone(
    rules: Rules, random: Random, choose: Callable[[Table, Question[Option]], Option]
) -> tuple[list[Score], int]:
    """A whole game; the scores, and how many choices among two or more options there were."""
    table, choices = set_up(rules, Lots(rules, random)), 0
    game = play(table)
    try:
        question = next(game)
        while True:
            if len(question.options) > 1:
                choices += 1
                answer = choose(table, question)
            else:
                (answer,) = question.options
            question = game.send(answer)
    except StopIteration as end:
        return end.value, choices
