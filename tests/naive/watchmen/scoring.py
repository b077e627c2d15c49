""" "Scoring"."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tests.naive.watchmen.chance import drawn
from tests.naive.watchmen.table import Player, Table


@dataclass
class Score:
    """One player's points, part by part, and place."""

    prices: int = 0
    warriors: int = 0
    doubles: int = 0
    majority: dict[str, int] = field(default_factory=dict)
    hand_gold: int = 0
    rank: int = 1
    share: float = 0.0

    @property
    def total(self) -> int:
        return self.prices + self.warriors + self.doubles + sum(self.majority.values())


def score(table: Table) -> list[Score]:
    """Points and place of each player."""
    scores = [own_points(table, player) for player in table.players]
    for race in table.races:
        owner, points = majority(table, race)
        if owner is not None and owner is not table.imaginary:
            scores[owner.seat].majority[race] = points
    place(table, scores)
    return scores


def own_points(table: Table, player: Player) -> Score:
    """First the prices, second +1 for each Warrior, third the doubles."""
    cards = [housed.card for housed in player.army]
    warriors = sum(card.caste == "warrior" for card in cards)
    equal = Counter((card.race, card.caste) for card in cards)
    return Score(
        prices=sum(card.price for card in cards),
        warriors=warriors * table.rules.number["warrior_vp"],
        doubles=-sum(penalty(table.rules.switch["double_penalty"], k) for k in equal.values()),
        hand_gold=table.gold(player.hand),
    )


def penalty(ruling: str, k: int) -> int:
    """VP lost for k Watchmen of the same race and caste (B1)."""
    if k < 2:
        return 0
    return {"floor_half": k // 2, "extra_copies": k - 1, "choose2": k * (k - 1) // 2, "per_card": k}[ruling]


def majority(table: Table, race: str) -> tuple[Player | None, int]:
    """Fourth: who has most of a race gets as many points as there are of it; a tie nobody (B2, B3)."""
    counts = [(sum(h.card.race == race for h in player.army), player) for player in table.armies()]
    most = max(count for count, _ in counts)
    owners = [player for count, player in counts if count == most]
    if most == 0 or len(owners) > 1:
        return None, 0
    return owners[0], sum(count for count, _ in counts)


def place(table: Table, scores: list[Score]) -> None:
    """Most points win; of equals, most gold in the hand; else they share, or (switch) draw lots (B4)."""
    merits = [(score.total, score.hand_gold) for score in scores]
    for score, merit in zip(scores, merits):
        score.rank = 1 + sum(other > merit for other in merits)
    first = [seat for seat, score in enumerate(scores) if score.rank == 1]
    if len(first) > 1 and table.rules.switch["tie"] == "random":
        lucky = drawn(table.chance.winner(first), first)
        for seat in first:
            scores[seat].rank = 1 if seat == lucky else 2
        first = [lucky]
    for seat in first:
        scores[seat].share = 1 / len(first)
