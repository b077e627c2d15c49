"""What a card is worth, in victory points: in the army, and in the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from tests.naive.watchmen.rules import Card
from tests.naive.watchmen.scoring import majority, own_points
from tests.naive.watchmen.table import Player, Table

Taste = Mapping[str, float]
"""The strategy's weights by name."""


def actions_left(player: Player) -> int:
    """Special actions its Watchmen may still do in its own turns."""
    return sum(housed.left for housed in player.army if housed.card.caste in ("assassin", "mage", "hunter"))


def standing(table: Table, player: Player) -> int:
    """Score of a player if the game ended now."""
    held = [majority(table, race) for race in table.races]
    return own_points(table, player).total + sum(points for owner, points in held if owner is player)


class Look:
    """One look at the table by the one who decides."""

    def __init__(self, table: Table, me: Player, taste: Taste) -> None:
        self.cards, self.taste = table.rules.cards, taste
        self.warrior = taste["warrior"] * table.rules.number["warrior_vp"]
        # falls from 1 to 0 as the largest army grows
        self.early = 1.0 - max(len(player.army) for player in table.players) / table.rules.number["army_goal"]
        self.kinds = Counter((housed.card.race, housed.card.caste) for housed in me.army)
        self.half = table.rules.switch["double_penalty"] == "floor_half"
        self.own = Counter(housed.card.race for housed in me.army)
        others = [Counter(housed.card.race for housed in army.army) for army in table.armies() if army is not me]
        self.best = {race: max(other[race] for other in others) for race in table.races}
        self.total = {race: self.own[race] + sum(other[race] for other in others) for race in table.races}

    def race_worth(self, race: str) -> float:
        """One more Watchman for the majority of a race: the points it brings, the points a tie takes from another."""
        own, best, total = self.own[race], self.best[race], self.total[race]
        gained = 1 if own > best else total + 1 if own == best else 0
        denied = total if own + 1 == best else 0
        return self.taste["majority"] * gained + self.taste["denial"] * denied

    def is_double(self, card: Card) -> bool:
        """Whether one more of this race and caste costs points (B1): by halves only every second one does."""
        equal = self.kinds[card.race, card.caste]
        return equal % 2 == 1 if self.half else equal > 0

    def kind_worth(self, card: Card) -> float:
        """A Watchman in the army, majorities and special actions apart."""
        value = self.taste["price"] * card.price
        return value + self.warrior if card.caste == "warrior" else value

    def worth(self, card: Card) -> float:
        """A card once hired; 0 for a mercenary."""
        if not card.is_watchman:
            return 0.0
        value = self.taste["price"] * card.price + self.race_worth(card.race)
        value += self.taste["action"] * card.actions * self.early
        if card.caste == "warrior":
            value += self.warrior
        if self.is_double(card):
            value -= self.taste["double"]
        return value

    def prize(self, name: str) -> float:
        """How much more a card in the hand is worth than its gold, because it may be hired."""
        return max(0.0, self.worth(self.cards[name]) - self.taste["par"])

    def held(self, name: str) -> float:
        """A card in the hand: its gold, and more if it is good to hire."""
        return self.taste["coin"] * self.cards[name].gold + self.prize(name)
