"""Setup, Course of Play, and the phases around the Adventure: Scout, Recruitment, End of Round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator

from tests.naive.haversack.adventure import adventure
from tests.naive.haversack.glory import Result, end_of_game, glory
from tests.naive.haversack.rulebook import GUARDIANS, ITEMS, Cell, Rules
from tests.naive.haversack.table import (
    PASS,
    AdventureBoard,
    Chance,
    Choosing,
    Option,
    Player,
    Question,
    Table,
    Taken,
)


def play(table: Table) -> Generator[Question, Option, list[Result]]:
    """Course of Play: yields each decision, is sent the choice, returns the final scores."""
    rounds = table.rules.number("rounds")
    for table.round in range(1, rounds + 1):
        scout(table)
        yield from adventure(table)
        glory(table, last_round=table.round == rounds)
        if table.round < rounds:
            yield from recruitment(table)
            end_of_round(table)
    return end_of_game(table)


# Setup


def set_up(rules: Rules, players: int, chance: Chance) -> Table:
    """The table at the start of a game, the first creatures on their spaces."""
    guardians = rules.data["guardian"]
    table = Table(
        rules=rules,
        chance=chance,
        faces={name: chance.face(name) if face == "random" else face for name, face in rules.faces.items()},
        players=[set_up_player(rules, number, chance) for number in range(players)],
        supply=Counter({name: guardians[name]["tokens"] - players * guardians[name]["start"] for name in GUARDIANS}),
        scout_cards=chance.scout_cards(),
    )
    if sorted(table.scout_cards) != sorted(rules.data["card"]):
        raise ValueError(f"these are not the Scout cards: {table.scout_cards}")
    for number in range(1, rules.number("start_creatures") + 1):
        creature = creature_of(table, table.scout_cards.pop(0))
        if creature == "fairy" and rules.rulings.start_fairy == "redraw":
            raise ValueError("a Fairy among the start creatures should have been drawn again")
        for player in table.players:
            place(player, creature, rules.map.start_space(number))
    return table


def set_up_player(rules: Rules, number: int, chance: Chance) -> Player:
    """A player's set of pieces; every Village lies destroyed and every Chest closed."""
    board = AdventureBoard(rules.map, destroyed_villages=set(rules.map.villages), closed_chests=set(rules.map.chests))
    tokens = chance.chest_tokens(number)
    if Counter(tokens) != +Counter({item: rules.data["chest"][item] for item in ITEMS}):
        raise ValueError(f"these are not the Chest tokens of a player: {tokens}")
    bag = Counter({name: rules.data["guardian"][name]["start"] for name in GUARDIANS})
    return Player(number, board, bag, tokens, gold=rules.number("start_gold"))


# Positioning the Creatures, Phase 1 - Scout


def scout(table: Table) -> None:
    """Reveal a pile of cards and place the creatures on every board."""
    for _ in range(table.rules.number("cards_per_round")):
        mark = table.scout_cards.pop(0)
        creature = creature_of(table, mark)
        cell = table.rules.map.grove(mark) if creature == "fairy" else table.rules.map.hut(mark)
        for player in table.players:
            place(player, creature, cell)


def creature_of(table: Table, mark: str) -> str:
    creature: str = table.rules.data["card"][mark]["creature"]
    return creature


def place(player: Player, creature: str, cell: Cell) -> None:
    """A creature that would come to stand on a Tent goes into the gains area instead."""
    board = player.board
    if cell in board.monsters or cell in board.fairies or cell in board.guardians:
        raise ValueError(f"a {creature} should be placed on {cell}, which is taken")
    if cell in board.tents:
        player.gains_area.append(Taken(creature, by_tent=True))
    elif creature == "fairy":
        board.fairies.add(cell)
    else:
        board.monsters[cell] = creature


# Phase 4 - Recruitment


def recruitment(table: Table) -> Choosing:
    """Players buy in turn, those with the fewest victory points first; the tied are ranked by chance."""
    ranking = table.chance.ranking()
    if sorted(ranking) != list(range(len(table.players))):
        raise ValueError(f"this is no ranking of the players: {ranking}")
    buyers = sorted((table.players[number] for number in ranking), key=lambda player: player.score_track)
    if table.rules.rulings.recruit_order == "whole_turn":
        for player in buyers:
            while (yield from buy_one(table, player)):
                pass
        return
    while buyers:
        for player in list(buyers):
            bought = yield from buy_one(table, player)
            if not bought:
                buyers.remove(player)


def buy_one(table: Table, player: Player) -> Generator[Question, Option, bool]:
    """A player buys one Guardian, or is done."""
    options = {Option("buy", what=name) for name in GUARDIANS if can_buy(table, player, name)}
    choice = yield Question(player.number, "recruit", options | {PASS})
    if choice == PASS:
        return False
    player.gold -= table.rules.cost(choice.what, table.faces[choice.what])
    player.bag[choice.what] += 1
    if table.rules.rulings.supply == "shared":
        table.supply[choice.what] -= 1
    return True


def can_buy(table: Table, player: Player, guardian: str) -> bool:
    in_supply = table.rules.rulings.supply == "infinite" or table.supply[guardian] > 0
    return in_supply and table.rules.cost(guardian, table.faces[guardian]) <= player.gold


# Phase 5 - End of Round


def end_of_round(table: Table) -> None:
    """Tents beneath the Guides of the Day, Guardians back to the bags, Fairies vanish."""
    for player in table.players:
        board = player.board
        if table.rules.rulings.tent_life == "one_round":
            board.tents.clear()
        if table.faces["guide"] == "day":
            board.tents |= {cell for cell, guardian in board.guardians.items() if guardian == "guide"}
        player.bag.update(board.guardians.values())
        player.bag.update(player.set_aside)
        board.guardians.clear()
        player.set_aside.clear()
        board.fairies.clear()
