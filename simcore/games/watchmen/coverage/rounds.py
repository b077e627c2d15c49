"""Witnesses: the end of each round, and two players."""

from __future__ import annotations

from simcore.coverage import Book, Closing, Scene
from simcore.games.watchmen.coverage.table import army, deck, ends_round
from simcore.games.watchmen.state import ITEMS, NECKLACE, RACES, WATCHMEN

DRAFT = Book("End of each round")
TWO = Book("Two players")
READY, RESTING, ON_OFFER = 1, 2, 9
VARIANT1, VARIANT2, PLAIN_SWAP = range(3)


def _offered(scene: Scene) -> set[int]:
    return {option.a for option in scene.options}


def _last_pick(scene: Scene) -> bool:
    return bool(scene.before.hidden.asked == scene.before.public.players - 1)


@DRAFT.step("draft.holder", "draft", keys=("holder_necklace",))
def holder(scene: Scene) -> bool:
    """The holder chooses first, among the others' items; by the switch the Necklace is among them."""
    public = scene.before.public
    first = scene.before.hidden.asked == 0 and scene.seat == public.starter == public.necklace
    others = {item for seat, item in enumerate(public.played[: public.players]) if seat != scene.seat}
    return bool(first and _offered(scene) == others | ({NECKLACE} if scene.rules.holder_necklace else set()))


@DRAFT.step("draft.clockwise", "draft", keys=("own_item",))
def clockwise(scene: Scene) -> bool:
    """The next seat chooses from what is left, without its own item; by the switch with it."""
    public, asked = scene.before.public, scene.before.hidden.asked
    own = public.played[scene.seat]
    left = {item for item in public.played[: public.players] if public.item_at[item] == ON_OFFER}
    if asked == 0 or scene.seat != (public.starter + asked) % public.players or own not in left or len(left) < 2:
        return False
    return _offered(scene) - {NECKLACE} == (left if scene.rules.own_item else left - {own})


@DRAFT.step("draft.waits", "draft")
def waits(scene: Scene) -> bool:
    """Who took the Necklace gets the last item and starts the next round."""
    after = scene.after
    seat = scene.seat if scene.choice.a == NECKLACE else scene.before.hidden.wait
    if not _last_pick(scene) or seat < 0:
        return False
    left = {item for item in scene.before.public.played if item >= 0 and scene.before.public.item_at[item] == ON_OFFER}
    (last,) = left - {scene.choice.a}
    return bool(after.private[seat].items[last] == READY and after.public.turn == after.public.starter == seat)


@DRAFT.step("draft.stays", "draft")
def stays(scene: Scene) -> bool:
    """Nobody takes the Necklace; its holder starts again."""
    unwanted = _last_pick(scene) and scene.before.hidden.wait < 0 and scene.choice.a != NECKLACE
    before, after = scene.before.public, scene.after.public
    return bool(unwanted and after.necklace == before.necklace == after.turn)


@DRAFT.step("draft.number", "draft")
def number(scene: Scene) -> bool:
    """With the last choice made everybody has as many items as were dealt."""
    players = scene.before.public.players
    counts = {sum(scene.after.private[seat].items[1:]) for seat in range(players)}
    return _last_pick(scene) and counts == {scene.rules.items_each}


@DRAFT.step("draft.hidden", "item")
def hidden(scene: Scene) -> bool:
    """A hand of items has some that were seen, known to all, and some that were not; the one played is known then."""
    at, held = scene.before.public.item_at, scene.before.private[scene.seat].items
    known = {at[item] for item in range(ITEMS) if held[item]}
    return bool(known == {-1, scene.seat} and scene.after.public.item_at[scene.choice.a] == scene.seat)


def _swapped(scene: Scene) -> set[int]:
    """Marks of the two items swapped in the step."""
    public = scene.before.public
    if scene.rules.players != 2 or not ends_round(scene) or scene.after.public.seat < 0:
        return set()
    return {scene.after.private[seat].items[public.played[1 - seat]] for seat in range(2)}


@TWO.step("two.alternate", "turn")
def alternate(scene: Scene) -> bool:
    """There is no Necklace, and the other one starts the next round."""
    public = scene.after.public
    turned = _swapped(scene) and public.starter == public.turn == 1 - scene.before.public.starter
    return bool(turned and public.necklace < 0 and scene.rules.two_player == VARIANT1)


@TWO.step("two.rest", "item")
def rest(scene: Scene) -> bool:
    """The item received at the end of the last round rests and is not on offer."""
    held = scene.before.private[scene.seat].items
    resting = {item for item in range(ITEMS) if held[item] == RESTING}
    variant = scene.rules.players == 2 and scene.rules.two_player == VARIANT1
    return bool(variant and len(resting) == 1 and len(scene.options) == 2 and not resting & _offered(scene))


@TWO.step("two.plain", "turn")
def plain(scene: Scene) -> bool:
    """The played items are swapped and may be played at once."""
    return scene.rules.two_player == PLAIN_SWAP and _swapped(scene) == {READY}


@TWO.step("two.imaginary", "turn", "pay")
def imaginary(scene: Scene) -> bool:
    """An army is first to a size and the imaginary player gets the top Watchman of the deck."""
    before, after = scene.before.public, scene.after.public
    if before.players != 2 or before.armies != 3 or after.army_count[2] != before.army_count[2] + 1:
        return False
    skipped = scene.after.public.pile_count - before.pile_count
    top = deck(scene.before)[-1:]
    took = army(scene.after, 2)[-1]
    ahead = after.army_count[2] == max(after.army_count[:2])
    return bool(ahead and ([took] == top or (skipped >= 0 and top and top[0] >= WATCHMEN)) and took < WATCHMEN)


@TWO.end("two.majority")
def majority(closing: Closing) -> bool:
    """The imaginary player has the most of a race, alone or with another, and nobody scores it."""
    public = closing.state.public
    if public.players != 2 or public.armies != 3:
        return False
    counts = public.race_count
    return any(
        counts[2][race] >= max(counts[0][race], counts[1][race]) > 0
        and not any(row.majority[race] for row in closing.rows)
        for race in range(RACES)
    )


@TWO.step("two.items", "turn", keys=("variant2_item_rest",))
def variant2(scene: Scene) -> bool:
    """In variant 2 the played items are swapped and may be played at once; by the switch they rest."""
    mark = RESTING if scene.rules.variant2_item_rest else READY
    return scene.rules.two_player == VARIANT2 and _swapped(scene) == {mark}
