"""The Guardians of Haversack by the naive twin's rules, one position at a time, so that a whole game can be searched.

The twin (`tests/naive/haversack`) says what a Guardian may do, what comes of it and what it is worth; here is the
course of play between its decisions, with every outcome of chance spelled out. Positions do not change: each is made
into the twin's table, played on, and frozen again. Only rulings that a small rules file keeps as shipped are followed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any, NamedTuple

from tests.naive.haversack.abilities import ability_of
from tests.naive.haversack.adventure import Play, deeds, do, first_steps, ready_what_was_found, take_first_step
from tests.naive.haversack.glory import end_of_game, glory
from tests.naive.haversack.rounds import can_buy, creature_of, end_of_round, place, set_up_player
from tests.naive.haversack.rulebook import ITEMS, Rules
from tests.naive.haversack.table import PASS, AdventureBoard, Option, Player, Table, Taken

Some = tuple[Any, ...]
MOVE, ACT, RECRUIT, OVER = "move", "act", "recruit", "over"
AT_A_DISTANCE = ("bow", "hammer", "butterfly_net")
PLAYERS = 2


class Seat(NamedTuple):
    """All of a player that can still matter; every part is sorted."""

    guardians: Some = ()
    monsters: Some = ()
    fairies: Some = ()
    tents: Some = ()
    villages_destroyed: Some = ()
    chests_closed: Some = ()
    bag: Some = ()
    tokens: Some = ()  # of the Chests, unopened: in an order nobody knows
    gold: int = 0
    gains: Some = ()
    hunted: Some = ()
    fairies_freed: int = 0
    villages: int = 0
    chests: int = 0
    cups: int = 0
    items: Some = ()
    found: Some = ()
    aside: Some = ()
    track: int = 0


class Position(NamedTuple):
    """What is asked of whom; buyers are those still recruiting, the one to decide first; cards are not revealed yet."""

    asked: str
    decides: int
    seats: tuple[Seat, ...]
    supply: Some
    cards: Some
    round: int
    guardian: str = ""
    cell: Some = ()
    able: bool = False
    buyers: Some = ()


Chances = dict[Position, Fraction]


class Model:
    """The game of two players as a `solve.Game`."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.last = rules.number("rounds")

    def roots(self) -> list[Position]:
        return list(self.deals())

    # positions and the twin's tables

    def thawed(self, position: Position) -> Table:
        players = [self._player(number, seat) for number, seat in enumerate(position.seats)]
        supply = Counter(dict(position.supply))
        faces = dict(self.rules.faces)
        return Table(self.rules, None, faces, players, supply, list(position.cards), position.round)  # type: ignore[arg-type]

    def _player(self, number: int, seat: Seat) -> Player:
        board = AdventureBoard(
            self.rules.map, dict(seat.guardians), dict(seat.monsters), set(seat.fairies), set(seat.tents),
            set(seat.villages_destroyed), set(seat.chests_closed),
        )  # fmt: skip
        return Player(
            number, board, Counter(seat.bag), list(seat.tokens), seat.gold, _taken(seat.gains), _taken(seat.hunted),
            seat.fairies_freed, seat.villages, seat.chests, seat.cups,
            Counter(seat.items), list(seat.found), list(seat.aside), seat.track,
        )  # fmt: skip

    def frozen(self, table: Table, asked: str, decides: int, **more: Any) -> Position:
        supply = tuple(sorted((name, left) for name, left in table.supply.items() if left))
        seats = tuple(self._seat(table, player, decides) for player in table.players)
        return Position(asked, decides, seats, supply, tuple(sorted(table.scout_cards)), table.round, **more)

    def _seat(self, table: Table, player: Player, decides: int) -> Seat:
        """Of a player who has played the last Guardian of the game only what counts at the end is left."""
        board = player.board
        seat = Seat(
            gains=_creatures(player.gains_area), hunted=_creatures(player.hunting_board),
            fairies_freed=player.fairies, villages=player.villages, chests=player.chests,
            cups=player.cups_this_round, track=player.score_track,
        )  # fmt: skip
        if table.round == self.last and not player.bag.total() and player.number != decides:
            return seat
        return seat._replace(
            guardians=tuple(sorted(board.guardians.items())), monsters=tuple(sorted(board.monsters.items())),
            fairies=tuple(sorted(board.fairies)), tents=tuple(sorted(board.tents)),
            villages_destroyed=tuple(sorted(board.destroyed_villages)),
            chests_closed=tuple(sorted(board.closed_chests)),
            bag=tuple(sorted(player.bag.elements())), tokens=tuple(sorted(player.chest_tokens)), gold=player.gold,
            items=tuple(sorted(player.items.elements())), found=tuple(player.just_found),
            aside=tuple(sorted(player.set_aside)),
        )  # fmt: skip

    # Setup

    def deals(self) -> Chances:
        """The first decisions of a game with their chances: the start creatures in any order."""
        cards, found = sorted(self.rules.data["card"]), Counter()
        starts = list(permutations(cards, self.rules.number("start_creatures")))
        for start in starts:
            left = tuple(card for card in cards if card not in start)
            for then, chance in self._scout(self._set_up(start, left)).items():
                found[then] += chance / len(starts)
        return dict(found)

    def _set_up(self, start: tuple[str, ...], left: tuple[str, ...]) -> Callable[[], Table]:
        rows = self.rules.data["guardian"]
        supply = Counter({name: row["tokens"] - PLAYERS * row["start"] for name, row in rows.items()})

        def table() -> Table:
            players = [set_up_player(self.rules, number, _Unshuffled(self.rules)) for number in range(PLAYERS)]
            made = Table(self.rules, None, dict(self.rules.faces), players, supply, list(left))  # type: ignore[arg-type]
            for number, card in enumerate(start, 1):
                for player in players:
                    place(player, creature_of(made, card), self.rules.map.start_space(number))
            return made

        return table

    # Phase 1 - Scout, and the draws of Phase 2

    def _scout(self, table: Callable[[], Table]) -> Chances:
        """The next round begins: each set of cards may be its pile."""
        cards, found = sorted(table().scout_cards), Counter()
        piles = list(combinations(cards, self.rules.number("cards_per_round")))
        for pile in piles:
            next_ = table()
            next_.round += 1
            for card in pile:
                next_.scout_cards.remove(card)
                creature = creature_of(next_, card)
                cell = self.rules.map.grove(card) if creature == "fairy" else self.rules.map.hut(card)
                for player in next_.players:
                    place(player, creature, cell)
            for then, chance in self._draw(self.frozen(next_, MOVE, 0), 0).items():
                found[then] += chance / len(piles)
        return dict(found)

    def _draw(self, position: Position, number: int) -> Chances:
        """The player's next Guardian, any token of the bag; an empty bag is the next player's turn, or Phase 3."""
        while number < PLAYERS and not position.seats[number].bag:
            number += 1
        if number == PLAYERS:
            return self._glory(position)
        bag, found = position.seats[number].bag, {}
        for guardian in sorted(set(bag)):
            table = self.thawed(position)
            player = table.players[number]
            player.bag[guardian] -= 1
            ready_what_was_found(player)
            able = ability_of(guardian, table.faces[guardian]) is not None
            then = self.frozen(table, MOVE, number, guardian=guardian, able=able)
            found[then] = Fraction(bag.count(guardian), len(bag))
        return found

    # decisions

    def seat(self, position: Position) -> int:
        return -1 if position.asked == OVER else position.decides

    def moves(self, position: Position) -> list[Option]:
        table = self.thawed(position)
        player = table.players[position.decides]
        if position.asked == MOVE:
            return sorted(first_steps(table, player, self._play(position))) or [PASS]
        if position.asked == ACT:
            return [*sorted(deeds(table, player, self._play(position), position.cell)), PASS]  # type: ignore[arg-type]
        names = [name for name in self.rules.data["guardian"] if can_buy(table, player, name)]
        return [*(Option("buy", what=name) for name in names), PASS]

    def _play(self, position: Position) -> Play:
        face = self.rules.faces[position.guardian]
        ability = ability_of(position.guardian, face) if position.able else None
        return Play(position.guardian, face, position.cell or None, ability)  # type: ignore[arg-type]

    def after(self, position: Position, option: Option) -> Chances:
        if position.asked == RECRUIT:
            return self._recruit(position, option)
        if option == PASS and position.asked == ACT:
            return self._draw(position, position.decides)
        found: Counter[Position] = Counter()
        tokens = position.seats[position.decides].tokens
        opened = sorted(set(tokens)) if option.what == "chest" else [""]
        for token in opened:
            chance = Fraction(tokens.count(token), len(tokens)) if token else Fraction(1)
            for then, further in self._played(position, option, token).items():
                found[then] += chance * further
        return dict(found)

    def _played(self, position: Position, option: Option, token: str) -> Chances:
        """A move or deed; a Chest holds the token."""
        table, play = self.thawed(position), self._play(position)
        player = table.players[position.decides]
        if option == PASS:
            player.set_aside.append(position.guardian)
            return self._draw(self.frozen(table, MOVE, position.decides), position.decides)
        if token:
            player.chest_tokens.remove(token)
            player.chest_tokens.insert(0, token)
        if position.asked == MOVE:
            take_first_step(table, player, play, option)
        else:
            do(table, player, play, option)
        now = self.frozen(
            table, ACT, position.decides, guardian=position.guardian, cell=play.cell, able=play.ability is not None
        )
        may_act = (
            position.asked == ACT or now.able or any(item in now.seats[now.decides].items for item in AT_A_DISTANCE)
        )
        return {now: Fraction(1)} if may_act else self._draw(now, now.decides)

    # Phases 3 to 5

    def _glory(self, position: Position) -> Chances:
        """Glory; then the end of the game, or Recruitment: fewest points first, the tied in any order."""
        table = self.thawed(position)
        glory(table, last_round=position.round == self.last)
        if position.round == self.last:
            return {self.frozen(table, OVER, -1): Fraction(1)}
        found: Counter[Position] = Counter()
        rankings = list(permutations(range(PLAYERS)))
        for ranking in rankings:
            buyers = tuple(sorted(ranking, key=lambda number: table.players[number].score_track))
            found[self.frozen(table, RECRUIT, buyers[0], buyers=buyers)] += Fraction(1, len(rankings))
        return dict(found)

    def _recruit(self, position: Position, option: Option) -> Chances:
        """One Guardian each in turn, until all are done; then the round ends."""
        table, (buyer, *others) = self.thawed(position), position.buyers
        if option != PASS:
            player = table.players[buyer]
            player.gold -= self.rules.cost(option.what, table.faces[option.what])
            player.bag[option.what] += 1
            table.supply[option.what] -= 1
            others.append(buyer)
        if others:
            return {self.frozen(table, RECRUIT, others[0], buyers=tuple(others)): Fraction(1)}
        end_of_round(table)
        ended = self.frozen(table, MOVE, 0)
        return self._scout(lambda: self.thawed(ended))

    def margin(self, position: Position) -> int:
        one, two = self.scores(position)
        return one - two

    def scores(self, position: Position) -> tuple[int, int]:
        one, two = end_of_game(self.thawed(position))
        return one.score, two.score


def _taken(creatures: Some) -> list[Taken]:
    """How they were taken makes no difference as long as those caught by a Tent count like others (ruling 8)."""
    return [Taken(creature, by_tent=False) for creature in creatures]


def _creatures(taken: list[Taken]) -> Some:
    return tuple(sorted(each.creature for each in taken))


class _Unshuffled:
    """Chance as setting a player up needs it: Chest tokens, whose order is decided when they are opened."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def chest_tokens(self, player: int) -> list[str]:
        return [item for item in ITEMS for _ in range(self.rules.data["chest"][item])]
