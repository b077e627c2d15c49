"""Witnesses: the Items found in Chests."""

from __future__ import annotations

from simcore.coverage import Book, Scene
from simcore.games.haversack.codes import (
    BOOTS,
    BOW,
    CUP,
    FEATHER,
    HAMMER,
    K_CATCH,
    K_MOVE,
    K_PASS,
    K_REPAIR,
    K_SHOOT,
    MONSTERS,
    NET,
    SWORD,
    U_BOOTS,
    U_FEATHER,
    U_SWORD,
)
from simcore.games.haversack.coverage.abilities import within
from simcore.games.haversack.coverage.table import (
    OWN,
    board_of,
    cells,
    closes,
    fairies,
    in_sight,
    later_board,
    monsters,
    play_so_far,
    screens,
    taken,
    tile_of,
    walk,
)

BOOK = Book("Phase 2: Items")


def _used(scene: Scene, item: int) -> bool:
    """Whether an Item is turned face down in the step."""
    return bool(later_board(scene).used[item] > board_of(scene).used[item])


def _uses(scene: Scene) -> int:
    """How many Items the step uses."""
    if scene.choice.kind == K_MOVE:
        used = scene.choice.b
        return (used & U_BOOTS) + bool(used & U_FEATHER) + bool(used & U_SWORD)
    return int(scene.choice.kind in (K_SHOOT, K_CATCH, K_REPAIR) and scene.choice.b != OWN)


@BOOK.step("items.next", "move", "act")
def following(scene: Scene) -> bool:
    """An Item found by the Guardian just played is ready with the next one drawn, and was not before."""
    before, after = board_of(scene), later_board(scene)
    drawn = scene.after_decision == "move" and scene.after.public.seat == scene.seat
    found = [
        item
        for item in range(CUP)
        if scene.after.stats[scene.seat].items_found[item] > scene.past[-1].before.stats[scene.seat].items_found[item]
    ] if scene.past else []  # fmt: skip
    return drawn and any(after.items[item] == before.items[item] + 1 for item in found) and after.found < 0


@BOOK.step("items.several", "move", "act")
def several(scene: Scene) -> bool:
    """A Guardian uses a second Item in one play."""
    return (
        _uses(scene) > 0
        and _uses(scene) + sum(_uses(past) for past in play_so_far(scene) if scene.decision == "act") > 1
    )


@BOOK.step("items.optional", "move", "act")
def optional(scene: Scene) -> bool:
    """An Item could be used, and is not."""
    acts = any(option.kind in (K_SHOOT, K_CATCH, K_REPAIR) and option.b != OWN for option in scene.options)
    could = acts or any(option.b for option in scene.offers(K_MOVE))
    return could and _uses(scene) == 0 and (scene.decision == "move" or scene.choice.kind == K_PASS)


@BOOK.step("items.boots", "move")
def boots(scene: Scene) -> bool:
    """Boots carry a Guardian to where two spaces more are needed."""
    number = scene.choice.b if scene.choice.kind == K_MOVE else 0
    if not 0 < number <= U_BOOTS or tile_of(scene).straight:
        return False
    there = 1 << scene.choice.a
    return bool(walk(scene, boots=number) & ~walk(scene, boots=number - 1) & there and _used(scene, BOOTS))


@BOOK.step("items.sword", "move")
def sword(scene: Scene) -> bool:
    """A Guardian that may not enters a monster's space with a Sword and eliminates it."""
    used = scene.choice.kind == K_MOVE and bool(scene.choice.b & U_SWORD) and scene.choice.c < MONSTERS
    return used and taken(scene, scene.choice.c) and not tile_of(scene).kills[scene.choice.c] and _used(scene, SWORD)


@BOOK.step("items.bow", "act")
def bow(scene: Scene) -> bool:
    """A monster in line is shot with a Bow by a Guardian that cannot shoot itself."""
    shot = scene.choice.kind == K_SHOOT and scene.choice.b == BOW and not tile_of(scene).shoots
    aimed = in_sight(scene, scene.before.public.cell, screens(scene)) >> scene.choice.a & 1 if shot else False
    return bool(aimed and taken(scene, scene.choice.c) and _used(scene, BOW))


def _targets(scene: Scene) -> bool:
    """Whether a Bow is ready and a monster in sight, and only the Bow could hit it."""
    able = tile_of(scene).shoots and scene.before.public.ability
    low = screens(scene) if not scene.rules.castle_blocks else 0
    there = in_sight(scene, scene.before.public.cell, low) & monsters(board_of(scene))
    return bool(board_of(scene).items[BOW] and there and not able)


@BOOK.step("items.bow-again", "act", keys=("bow_stack",))
def bow_again(scene: Scene) -> bool:
    """A Guardian that has eliminated a monster may use a Bow in the same play; by the switch not."""
    public = scene.before.public
    if not public.killed or public.swapped or scene.rules.castle_blocks or not _targets(scene):
        return False
    return any(option.b == BOW for option in scene.offers(K_SHOOT)) == bool(scene.rules.bow_stack)


@BOOK.step("items.swapped", "act", keys=("swap_items",))
def swapped(scene: Scene) -> bool:
    """A Priestess who took a place could use a Bow, Hammer or Net there; by the switch she may not."""
    public, board, rules = scene.before.public, board_of(scene), scene.rules
    if not public.swapped:
        return False
    near = cells(rules.near[public.cell])
    could = [
        _targets(scene) and (rules.bow_stack or not public.killed),
        board.items[NET] and near & fairies(board),
        board.items[HAMMER] and near & cells(board.ruin),
    ]
    offered = any(option.kind in (K_SHOOT, K_CATCH, K_REPAIR) and option.b != OWN for option in scene.options)
    return any(could) and offered == bool(rules.swap_items)


@BOOK.step("items.feather", "move")
def feather(scene: Scene) -> bool:
    """A Feather carries a Guardian on a Lake, or over a Lake or Forest."""
    if scene.choice.kind != K_MOVE or scene.choice.b != U_FEATHER or tile_of(scene).free:
        return False
    wet = cells(scene.rules.lake) | walk(scene, lakes=True, forests=True) & ~walk(scene)
    return bool(wet >> scene.choice.a & 1 and _used(scene, FEATHER))


@BOOK.step("items.hammer", "act", keys=("range2",))
def hammer(scene: Scene) -> bool:
    """A Village two spaces away, as the reading in force has it, may be repaired with a Hammer, and none elsewhere."""
    return within(scene, K_REPAIR, HAMMER)


@BOOK.step("items.net", "act", keys=("range2",))
def net(scene: Scene) -> bool:
    """A Fairy two spaces away, as the reading in force has it, may be captured with a Net, and none elsewhere."""
    return within(scene, K_CATCH, NET)


@BOOK.step("items.cup", "move", "act")
def cup(scene: Scene) -> bool:
    """A Cup found in the round is worth 2 Glory in Phase 3 and is turned face down."""
    if not closes(scene):
        return False
    now = scene.before.public.round - 1
    found = [
        scene.after.public.board[seat].used[CUP] - scene.before.public.board[seat].used[CUP]
        for seat in range(scene.rules.players)
    ]
    glory = [scene.after.stats[seat].glory_cups[now] for seat in range(scene.rules.players)]
    return any(found) and glory == [2 * number for number in found]
