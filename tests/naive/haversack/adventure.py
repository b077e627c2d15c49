"""Phase 2: players draw the Guardians from their bags, one at a time, and play them.

All play at once, each on a board of their own; here they play one after another, which comes to the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tests.naive.haversack.abilities import ITEM_FOR, ability_of, targets
from tests.naive.haversack.movement import Mover, moves, starting_points
from tests.naive.haversack.rulebook import Cell
from tests.naive.haversack.table import PASS, Choosing, Option, Player, Question, Table, Taken


@dataclass
class Play:
    """A Guardian that has been drawn, until its play is over."""

    guardian: str
    face: str
    cell: Cell | None = None
    ability: str | None = None
    eliminated: bool = False
    took_place: bool = False
    must_act: bool = False


def adventure(table: Table) -> Choosing:
    """Phase 2."""
    for player in table.players:
        stuck: list[str] = []
        while player.bag.total():
            yield from play_a_guardian(table, player, stuck)
        player.set_aside += stuck


def play_a_guardian(table: Table, player: Player, stuck: list[str]) -> Choosing:
    """Draw a Guardian, move it, use abilities and Items. `stuck` holds those that wait for another's play."""
    guardian = table.chance.draw(player.number)
    if not player.bag[guardian]:
        raise ValueError(f"a {guardian} is drawn, but none is in the bag")
    player.bag[guardian] -= 1
    ready_what_was_found(player)
    play = Play(guardian, table.faces[guardian])
    play.ability = ability_of(guardian, play.face)

    options = first_steps(table, player, play)
    can_play = bool(options)
    if not can_play or table.rules.rulings.may_pass:
        options.add(PASS)
    choice = yield Question(player.number, "move", options)
    if choice == PASS:
        returns = table.rules.rulings.no_move == "discard_last" and not can_play
        (stuck if returns else player.set_aside).append(guardian)
        return
    take_first_step(table, player, play, choice)
    yield from act(table, player, play)
    player.bag.update(stuck)
    stuck.clear()


def ready_what_was_found(player: Player) -> None:
    """Items can be used starting with the next Guardian drawn."""
    player.items.update(player.just_found)
    player.just_found.clear()


# moving, or what is done instead


def first_steps(table: Table, player: Player, play: Play) -> set[Option]:
    """All the Guardian can begin with."""
    return {*_moves(table, player, play), *_places_to_take(table, player, play), *_stays(table, player, play)}


def _mover(table: Table, play: Play) -> Mover:
    return Mover(play.guardian, play.face, table.rules.movement(play.guardian, play.face))


def _moves(table: Table, player: Player, play: Play) -> Iterator[Option]:
    rules, board = table.rules, player.board
    for cell, items in moves(board, rules.rulings, _mover(table, play), player.items, rules.number("boots_move")):
        yield Option("move", cell, what_is_taken(player, play.guardian, cell), items)


def what_is_taken(player: Player, guardian: str, cell: Cell) -> str:
    """What a Guardian that ends its movement on the cell eliminates, captures, repairs or opens."""
    board = player.board
    if cell in board.monsters:
        return board.monsters[cell]
    if cell in board.fairies:
        return "fairy"
    if cell in board.destroyed_villages:
        return "village"
    return "chest" if cell in board.closed_chests and guardian == "thief" else "nothing"


def _places_to_take(table: Table, player: Player, play: Play) -> Iterator[Option]:
    """The Priestess by day may take another's place instead of moving, but not another Priestess's."""
    if (play.guardian, play.face) != ("priestess", "day"):
        return
    for cell, other in player.board.guardians.items():
        if other != "priestess" and (table.rules.rulings.swap_on_lake or cell not in player.board.map.lakes):
            yield Option("swap", cell, other)


def _stays(table: Table, player: Player, play: Play) -> Iterator[Option]:
    """Where a Guardian may act without a move: on a starting point that is free, if there is something to do."""
    rulings, board = table.rules.rulings, player.board
    if not rulings.act_unmoved:
        return
    for cell in starting_points(board, rulings, _mover(table, play)) - set(board.guardians):
        closed = cell == board.map.castle and rulings.castle != "stop"
        if not closed and deeds(table, player, play, cell):
            yield Option("stay", cell)


def take_first_step(table: Table, player: Player, play: Play, choice: Option) -> None:
    """Carry out what the player chose for the Guardian drawn."""
    board = player.board
    assert choice.cell is not None
    play.cell = choice.cell
    player.items.subtract(choice.items)
    if choice.does == "swap":
        player.bag[board.guardians.pop(choice.cell)] += 1
        play.took_place = True
    elif choice.does == "stay":
        play.must_act = True
    else:
        take(player, choice.cell, what_is_taken(player, play.guardian, choice.cell), play)
    board.guardians[choice.cell] = play.guardian


def take(player: Player, cell: Cell, what: str, play: Play) -> None:
    """Take what is at the cell."""
    board = player.board
    if what == "fairy":
        board.fairies.remove(cell)
        player.gains_area.append(Taken("fairy", by_tent=False))
    elif what == "village":
        board.destroyed_villages.remove(cell)
        player.villages += 1
    elif what == "chest":
        board.closed_chests.remove(cell)
        open_chest(player)
    elif what != "nothing":
        player.gains_area.append(Taken(board.monsters.pop(cell), by_tent=False))
        play.eliminated = True


def open_chest(player: Player) -> None:
    """Turn up the Chest token. A Cup counts in this round; all else waits for the next Guardian."""
    player.chests += 1
    item = player.chest_tokens.pop(0)
    if item == "cup":
        player.cups_this_round += 1
    else:
        player.just_found.append(item)


# acting from where it stands


def act(table: Table, player: Player, play: Play) -> Choosing:
    """The Guardian uses its ability and Items, in any order, as often as it has them, or leaves it."""
    while True:
        assert play.cell is not None
        options = deeds(table, player, play, play.cell)
        if not play.must_act:
            options.add(PASS)
        choice = yield Question(player.number, "act", options)
        if choice == PASS:
            return
        do(table, player, play, choice)
        play.must_act = False


def deeds(table: Table, player: Player, play: Play, cell: Cell) -> set[Option]:
    """What the Guardian could do from the cell; by an Item only what its own ability no longer does."""
    found = set()
    for deed in ("shoot", "capture", "repair", "return"):
        items: tuple[str, ...] = ()
        if play.ability != deed:
            if deed not in ITEM_FOR or not may_use(table, player, play, ITEM_FOR[deed]):
                continue
            items = (ITEM_FOR[deed],)
        for at in targets(player.board, table.rules.rulings, table.rules.number("remote_range"), deed, cell):
            found.add(Option(deed, at, what_is_there(player, deed, at), items))
    return found


def what_is_there(player: Player, deed: str, cell: Cell) -> str:
    if deed == "shoot":
        return player.board.monsters[cell]
    return {"capture": "fairy", "repair": "village"}.get(deed) or player.board.guardians[cell]


def may_use(table: Table, player: Player, play: Play, item: str) -> bool:
    """Whether the Guardian has the Item and may use it now."""
    rulings = table.rules.rulings
    if play.took_place and not rulings.swap_items:
        return False
    if item == "bow" and play.eliminated and not rulings.bow_stack:
        return False
    return player.items[item] > 0


def do(table: Table, player: Player, play: Play, choice: Option) -> None:
    """Carry out a deed."""
    rulings = table.rules.rulings
    assert choice.cell is not None
    player.items.subtract(choice.items)
    by_own_ability = not choice.items
    several = choice.does == "repair" and rulings.druid_multi
    if by_own_ability and not several:
        play.ability = None
    if choice.does == "return":
        player.bag[player.board.guardians.pop(choice.cell)] += 1
        return
    take(player, choice.cell, choice.what, play)
    huntress_by_night = (play.guardian, play.face) == ("huntress", "night")
    if choice.does == "shoot" and huntress_by_night and (by_own_ability or rulings.night_bow_vp):
        player.vp_of_shots += table.rules.number("shot_vp")
