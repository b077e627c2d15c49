"""Witnesses: what Guardians can do."""

from __future__ import annotations

from simcore.coverage import Book, Scene
from simcore.games.haversack.codes import (
    BOW,
    DAY,
    DRUID,
    GUIDE,
    HUNTRESS,
    K_CATCH,
    K_MOVE,
    K_REPAIR,
    K_RETURN,
    K_SHOOT,
    K_STAY,
    K_SWAP,
    NIGHT,
    PIG,
    PRIESTESS,
    T_CHEST,
    THIEF,
    WARRIOR,
)
from simcore.games.haversack.coverage.table import (
    OWN,
    apart,
    board_of,
    cells,
    ends,
    ends_round,
    fairies,
    guardians,
    in_sight,
    later_board,
    members,
    monsters,
    nearest,
    only,
    play_so_far,
    screens,
    starts,
    taken,
    tile_of,
    walk,
)

BOOK = Book("Phase 2: abilities")
EXACT, UPTO, MANHATTAN = range(3)


def is_played(scene: Scene, guardian: int, face: int) -> bool:
    """Whether this Guardian is being played, on this face."""
    public = scene.before.public
    return bool(public.guardian == guardian and public.face[guardian] == face)


@BOOK.step("guide.tents", "recruit")
def tents(scene: Scene) -> bool:
    """At the end of the round a Tent comes beneath every Guide."""
    if not ends_round(scene) or scene.before.public.face[GUIDE] != DAY:
        return False
    return any(
        cells(board.guardian[GUIDE]) and not cells(board.guardian[GUIDE]) & ~cells(scene.after.public.board[seat].tent)
        for seat, board in enumerate(scene.before.public.board[: scene.rules.players])
    )


def far_enough(scene: Scene, cell: int) -> bool:
    """Whether a cell is as far from the Guardian as shows the reading of "two spaces" in force."""
    down, right = apart(scene, scene.before.public.cell, cell)
    rule = scene.rules.range2
    if rule == UPTO:
        return down + right == 1
    return (down, right) == (1, 1) if rule == MANHATTAN else sorted((down, right)) == [0, 2]


def in_range(scene: Scene, cell: int) -> bool:
    """Whether a cell is at acting distance by the reading in force."""
    down, right = apart(scene, scene.before.public.cell, cell)
    rule, straight = scene.rules.range2, min(down, right) == 0
    if rule == MANHATTAN:
        return down + right == 2
    return straight and (down + right == 2 if rule == EXACT else down + right <= 2)


def within(scene: Scene, kind: int, source: int) -> bool:
    """Whether an act of this kind and source is on offer where the reading of the distance shows."""
    offered = [option.a for option in scene.offers(kind) if option.b == source]
    return all(in_range(scene, cell) for cell in offered) and any(far_enough(scene, cell) for cell in offered)


@BOOK.step("guide.night", "act", keys=("range2",))
def guide_night(scene: Scene) -> bool:
    """A Night Guide may capture a Fairy two spaces away, as the reading in force has it, and none elsewhere."""
    return is_played(scene, GUIDE, NIGHT) and within(scene, K_CATCH, OWN)


@BOOK.step("guide.no-tents", "recruit")
def no_tents(scene: Scene) -> bool:
    """A Night Guide on the board leaves no Tent."""
    if not ends_round(scene) or scene.before.public.face[GUIDE] != NIGHT:
        return False
    return any(
        cells(board.guardian[GUIDE]) and not cells(scene.after.public.board[seat].tent)
        for seat, board in enumerate(scene.before.public.board[: scene.rules.players])
    )


@BOOK.step("warrior.day", "move")
def warrior_day(scene: Scene) -> bool:
    """A Day Warrior eliminates a Pig by entering its space."""
    entered = scene.choice.kind == K_MOVE and scene.choice.b == 0
    return is_played(scene, WARRIOR, DAY) and entered and taken(scene, PIG)


@BOOK.step("warrior.night", "move")
def warrior_night(scene: Scene) -> bool:
    """A Night Warrior has another monster and a Pig within reach and may not enter the Pig's space."""
    if not is_played(scene, WARRIOR, NIGHT):
        return False
    near, pigs = walk(scene, foes=True) & monsters(board_of(scene)), cells(board_of(scene).creature[PIG])
    return bool(near & pigs and near & ~pigs & ends(scene) and not ends(scene) & pigs)


@BOOK.step("huntress.shoots", "act")
def shoots(scene: Scene) -> bool:
    """A Huntress who has moved shoots a monster in line with her, three spaces away or more."""
    if scene.choice.kind != K_SHOOT or scene.choice.b != OWN or scene.before.public.guardian != HUNTRESS:
        return False
    down, right = apart(scene, scene.before.public.cell, scene.choice.a)
    return min(down, right) == 0 and max(down, right) >= 3 and taken(scene, scene.choice.c)


@BOOK.step("huntress.screens", "act", keys=("castle_blocks",))
def blocked(scene: Scene) -> bool:
    """A monster in line is out of sight behind something; by the switch also behind the Castle or a Tent."""
    board, cell = board_of(scene), scene.before.public.cell
    if scene.before.public.guardian != HUNTRESS or not scene.before.public.ability:
        return False
    shot = {option.a for option in scene.offers(K_SHOOT)}
    hiding = screens(scene)
    seen = in_sight(scene, cell, hiding) & monsters(board)
    soft = only(scene.rules.castle_cell) | cells(board.tent)
    if scene.rules.castle_blocks:
        expected = in_sight(scene, cell, hiding | soft) & monsters(board)
        return shot == set(members(expected)) and expected != seen
    behind = in_sight(scene, cell, monsters(board)) & ~seen
    return shot == set(members(seen)) and bool(behind)


@BOOK.step("huntress.castle", "act")
def over_the_castle(scene: Scene) -> bool:
    """An arrow may fly over the Castle, a Tent or a Lake and hit what is behind."""
    board, cell = board_of(scene), scene.before.public.cell
    shot = {option.a for option in scene.offers(K_SHOOT)}
    low = only(scene.rules.castle_cell) | cells(board.tent) | cells(scene.rules.lake)
    hidden = set(members(monsters(board))) - set(members(in_sight(scene, cell, screens(scene) | low)))
    return bool(shot & hidden)


def _reward(scene: Scene) -> int:
    return int(scene.after.stats[scene.seat].vp_shots - scene.before.stats[scene.seat].vp_shots)


@BOOK.step("huntress.night", "act")
def huntress_night(scene: Scene) -> bool:
    """A Night Huntress shoots a monster and has 1 VP for it at once."""
    shot = scene.choice.kind == K_SHOOT and scene.choice.b == OWN
    return shot and is_played(scene, HUNTRESS, NIGHT) and _reward(scene) == 1


@BOOK.step("huntress.bow", "act", keys=("night_bow_vp",))
def huntress_bow(scene: Scene) -> bool:
    """A Night Huntress shoots with a Bow and has 1 VP for it; by the switch none."""
    shot = scene.choice.kind == K_SHOOT and scene.choice.b == BOW
    return shot and is_played(scene, HUNTRESS, NIGHT) and _reward(scene) == int(scene.rules.night_bow_vp)


def _could_act(scene: Scene, cell: int) -> bool:
    """Whether the Guardian, if it stood on the cell, could use its ability from there."""
    rules, board, tile = scene.rules, board_of(scene), tile_of(scene)
    near = cells(rules.near[cell])
    if tile.catches:
        return bool(near & fairies(board))
    if tile.repairs:
        return bool(near & cells(board.ruin))
    if tile.returns:
        return bool(cells(rules.line[cell]) & guardians(board, without=PRIESTESS))
    return bool(tile.shoots and in_sight(scene, cell, screens(scene)) & monsters(board))


@BOOK.step("acts.moved", "move", keys=("act_unmoved",))
def moved(scene: Scene) -> bool:
    """From the Castle there would be something to do at a distance, but it takes a move first; by the switch none."""
    castle, rules = scene.rules.castle_cell, scene.rules
    if guardians(board_of(scene)) >> castle & 1 or rules.castle or not _could_act(scene, castle):
        return False
    stays = castle in {option.a for option in scene.offers(K_STAY)}
    return stays == bool(rules.act_unmoved)


@BOOK.step("priestess.day", "move")
def priestess_day(scene: Scene) -> bool:
    """A Day Priestess takes the place of a Guardian, which returns to the bag; no Priestess is offered."""
    if scene.choice.kind != K_SWAP:
        return False
    cell, other = only(scene.choice.a), scene.choice.c
    left = cells(board_of(scene).guardian[other]) & cell
    drawn = scene.after_decision == "move" and scene.after.public.seat == scene.seat
    bag = scene.after.private[scene.seat].bag[other] + (drawn and scene.after.public.guardian == other)
    back = bag == scene.before.private[scene.seat].bag[other] + 1
    stands = scene.after_decision in ("recruit", "") or cells(later_board(scene).guardian[PRIESTESS]) & cell
    fair = all(option.c != PRIESTESS for option in scene.offers(K_SWAP))
    return bool(left and back and stands and fair and is_played(scene, PRIESTESS, DAY))


@BOOK.step("priestess.lake", "move", keys=("swap_on_lake",))
def priestess_lake(scene: Scene) -> bool:
    """A Day Priestess may take the place of a Guardian on a Lake; by the switch she may not."""
    wet = guardians(board_of(scene), without=PRIESTESS) & cells(scene.rules.lake)
    offered = {option.a for option in scene.offers(K_SWAP)}
    there = [cell in offered for cell in members(wet)]
    return bool(there) and is_played(scene, PRIESTESS, DAY) and set(there) == {bool(scene.rules.swap_on_lake)}


@BOOK.step("priestess.night", "act")
def priestess_night(scene: Scene) -> bool:
    """A Night Priestess returns a Guardian of her row or column to the bag."""
    if scene.choice.kind != K_RETURN:
        return False
    cell, other = scene.choice.a, scene.choice.c
    in_line = min(apart(scene, scene.before.public.cell, cell)) == 0
    gone = not cells(later_board(scene).guardian[other]) >> cell & 1
    back = scene.after.private[scene.seat].bag[other] == scene.before.private[scene.seat].bag[other] + 1
    return bool(in_line and gone and back and other != PRIESTESS)


@BOOK.step("thief.opens", "move")
def opens(scene: Scene) -> bool:
    """A Thief ends on a Chest and opens it."""
    if scene.choice.kind != K_MOVE or scene.choice.c != T_CHEST:
        return False
    found = sum(scene.after.stats[scene.seat].items_found) - sum(scene.before.stats[scene.seat].items_found)
    closed = not cells(later_board(scene).chest) >> scene.choice.a & 1
    return bool(scene.before.public.guardian == THIEF and found == 1 and closed)


@BOOK.step("thief.night", "move")
def thief_night(scene: Scene) -> bool:
    """A Night Thief goes four spaces or more in a straight line, and nowhere out of line."""
    if not is_played(scene, THIEF, NIGHT) or scene.choice.kind != K_MOVE:
        return False
    origins = list(members(starts(scene)))
    line = all(any(min(apart(scene, cell, origin)) == 0 for origin in origins) for cell in members(ends(scene)))
    return line and nearest(scene, scene.choice.a, starts(scene)) >= 4


@BOOK.step("druid.day", "move")
def druid_day(scene: Scene) -> bool:
    """A Day Druid ends on a Lake without an Item, and enters no monster's space."""
    on_lake = scene.choice.kind == K_MOVE and scene.choice.b == 0 and cells(scene.rules.lake) >> scene.choice.a & 1
    return bool(on_lake and is_played(scene, DRUID, DAY) and not ends(scene) & monsters(board_of(scene)))


@BOOK.step("druid.night", "act", keys=("druid_multi",))
def druid_night(scene: Scene) -> bool:
    """A Night Druid has repaired a Village at a distance and another is in range: not by her; by the switch too."""
    if not is_played(scene, DRUID, NIGHT):
        return False
    repaired = any(past.choice.kind == K_REPAIR and past.choice.b == OWN for past in play_so_far(scene))
    more = cells(scene.rules.near[scene.before.public.cell]) & cells(board_of(scene).ruin)
    offered = any(option.b == OWN for option in scene.offers(K_REPAIR))
    return bool(repaired and more and offered == bool(scene.rules.druid_multi))
