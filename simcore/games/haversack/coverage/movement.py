"""Witnesses: how Guardians move."""

from __future__ import annotations

from simcore.coverage import Book, Scene
from simcore.games.haversack.boards import GROVE, HUT
from simcore.games.haversack.codes import FAIRY, K_MOVE, K_PASS, K_SWAP, MONSTERS, T_VILLAGE, WARRIOR
from simcore.games.haversack.coverage.table import (
    apart,
    beside,
    board_of,
    cells,
    ends,
    fairies,
    gathered,
    guardians,
    later_board,
    members,
    monsters,
    nearest,
    only,
    starts,
    taken,
    tile_of,
    turned_down,
    walk,
    walks,
)
from simcore.games.haversack.rules import board_in_force

BOOK = Book("Phase 2 (Adventure): movement")
STOP, PASS, CLOSED = range(3)
ALL = SET_ASIDE = 0


@BOOK.step("move.draw", "move", "act")
def draw(scene: Scene) -> bool:
    """The play is over, the seat's bag is empty, and the next seat draws the first of its own Guardians."""
    before, after, following = scene.before, scene.after, scene.seat + 1
    if after.public.seat != following or scene.after_decision != "move" or sum(after.private[scene.seat].bag):
        return False
    bag = list(after.private[following].bag)
    bag[after.public.guardian] += 1
    return bool(bag == before.private[following].bag)


@BOOK.step("move.must", "move", keys=("may_pass",))
def must(scene: Scene) -> bool:
    """The Guardian can move and so must; by the switch it may be set aside."""
    return bool(scene.offers(K_MOVE)) and bool(scene.offers(K_PASS)) == bool(scene.rules.may_pass)


@BOOK.step("move.none", "move", keys=("no_move",))
def none(scene: Scene) -> bool:
    """One without a legal move stays aside until the end of the round; by the switch until another was played."""
    seat, public = scene.seat, scene.before.public
    before, after = board_of(scene), later_board(scene)
    stuck = len(scene.options) == 1 and scene.choice.kind == K_PASS
    if scene.rules.no_move == SET_ASIDE:
        number = before.aside[public.guardian]
        played = any(past.seat == seat and past.before.public.round == public.round for past in scene.past)
        stays = scene.after.public.round != public.round or after.aside[public.guardian] == number + 1
        return bool(stuck and played and stays)
    if stuck or not sum(before.aside) or scene.after.public.round != public.round:
        return False
    drawn = scene.after.public.seat == seat and scene.after_decision == "move"
    back = sum(scene.after.private[seat].bag) + drawn - (scene.choice.kind == K_SWAP)
    return sum(after.aside) == 0 and bool(back == sum(scene.before.private[seat].bag) + sum(before.aside))


@BOOK.step("move.start", "move")
def start(scene: Scene) -> bool:
    """Moves are on offer that no other start but a Guardian, and ones that none but a Tent or the Castle is near to."""
    if not walks(scene) or not starts(scene) & ~only(scene.rules.castle_cell):
        return False
    far = tile_of(scene).move
    manned = guardians(board_of(scene))
    ground = starts(scene) & ~manned
    offered = list(members(ends(scene)))
    return any(nearest(scene, cell, ground) > far >= nearest(scene, cell, manned) for cell in offered) and any(
        nearest(scene, cell, manned) > far >= nearest(scene, cell, ground) for cell in offered
    )


@BOOK.step("move.lake-start", "move", keys=("lake_start",))
def lake_start(scene: Scene) -> bool:
    """A move is on offer that only a Guardian on a Lake is near to; by the switch one beside such is not."""
    tile, board, lake = tile_of(scene), board_of(scene), cells(scene.rules.lake)
    wet, dry = starts(scene) & lake, starts(scene) & ~lake
    if not wet or tile.free or tile.straight:
        return False
    if scene.rules.lake_start == ALL:
        return any(nearest(scene, cell, dry) > tile.move for cell in members(ends(scene)))
    empty = cells(scene.rules.land) & ~lake & ~guardians(board) & ~monsters(board)
    return bool(beside(scene.rules, wet) & empty & ~ends(scene))


@BOOK.step("move.steps", "move")
def steps_at_will(scene: Scene) -> bool:
    """A move as far as the Guardian goes ends out of line with every start, so it turns on its way."""
    cell, straight = scene.choice.a, tile_of(scene).straight
    if scene.choice.kind != K_MOVE or scene.choice.b or straight:
        return False
    turned = all(min(apart(scene, cell, origin)) > 0 for origin in members(starts(scene)))
    return turned and 1 < nearest(scene, cell, starts(scene)) == tile_of(scene).move


@BOOK.step("move.back", "move", keys=("return_to_start",))
def back(scene: Scene) -> bool:
    """With the Castle as the only start, a move may end on it again; by the switch it may not."""
    castle, rules = only(scene.rules.castle_cell), scene.rules
    alone = starts(scene) == castle and not guardians(board_of(scene)) and rules.castle == STOP
    return bool(alone and bool(ends(scene)) and bool(ends(scene) & castle) == bool(rules.return_to_start))


@BOOK.step("move.guardians", "move")
def no_crowd(scene: Scene) -> bool:
    """No move ends on another Guardian, and Guardians in the way keep cells out of reach."""
    if not walks(scene) or ends(scene) & guardians(board_of(scene)):
        return False
    nobody = starts(scene) & ~guardians(board_of(scene))
    return bool(nobody) and turned_down(scene, walk(scene, crowd=True))


@BOOK.step("move.castle", "move", keys=("castle",))
def castle(scene: Scene) -> bool:
    """A Guardian may end on the Castle from another start beside it; by the switch it may not."""
    place, board = only(scene.rules.castle_cell), board_of(scene)
    if guardians(board) & place or not starts(scene) & beside(scene.rules, place) or tile_of(scene).straight:
        return False
    return bool(ends(scene) & place) == bool(scene.rules.castle == STOP)


@BOOK.step("move.terrain", "move")
def terrain(scene: Scene) -> bool:
    """A Lake is not entered and a Forest ends the move, both within reach of more."""
    lakes = walk(scene, lakes=True) & cells(scene.rules.lake)
    return walks(scene) and turned_down(scene, lakes) and turned_down(scene, walk(scene, forests=True))


@BOOK.step("move.open", "move")
def open_ground(scene: Scene) -> bool:
    """A move ends on a Chest, Village, empty Hut or Grove, and others lead over such spaces."""
    words = board_in_force(scene.ruleset).cells
    marked = gathered(cell for cell, word in enumerate(words) if word[0] in (HUT, GROVE, "$", "v") and word != "..")
    board = board_of(scene)
    marked &= ~monsters(board) & ~fairies(board)
    past = walk(scene) & ~walk(scene, blocked=marked)
    return bool(walks(scene) and scene.choice.kind == K_MOVE and marked >> scene.choice.a & 1 and past & ends(scene))


@BOOK.step("move.monster", "move")
def monster(scene: Scene) -> bool:
    """A Warrior enters a monster's space and may go no further, or no other Guardian may enter one within reach."""
    tile, board = tile_of(scene), board_of(scene)
    if not walks(scene):
        return False
    beyond = walk(scene, foes=True) & ~walk(scene)
    if any(tile.kills):
        entered = scene.choice.kind == K_MOVE and scene.choice.b == 0 and taken(scene, scene.choice.c)
        return bool(entered and scene.choice.c < MONSTERS and beyond & ~ends(scene))
    near = walk(scene, foes=True) & monsters(board)
    return bool(near and not ends(scene) & monsters(board) and scene.before.public.guardian != WARRIOR)


@BOOK.step("move.fairy", "move")
def fairy(scene: Scene) -> bool:
    """A Guardian ends on a Fairy's space and captures her; who could pass her would get further."""
    if scene.choice.kind != K_MOVE or not taken(scene, FAIRY) or not walks(scene):
        return False
    return bool(walk(scene, catches=True) & ~walk(scene) & ~ends(scene))


@BOOK.step("move.repair", "move")
def repair(scene: Scene) -> bool:
    """A Guardian ends on a destroyed Village and repairs it."""
    before, after = board_of(scene), later_board(scene)
    gone = cells(before.ruin) & ~cells(after.ruin) == only(scene.choice.a) if scene.choice.a >= 0 else False
    return bool(scene.choice.kind == K_MOVE and scene.choice.c == T_VILLAGE and gone
                and after.villages == before.villages + 1)  # fmt: skip
