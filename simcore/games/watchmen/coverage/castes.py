"""Witnesses: special actions, Ninjas and the deck."""

from __future__ import annotations

from simcore.coverage import Book, Closing, Scene
from simcore.games.watchmen.coverage.table import army, deck, grown, hand, pile, ready_places, thief, turn_of
from simcore.games.watchmen.state import (
    ASSASSIN,
    HUNTER,
    K_ACT,
    K_CHOOSE,
    K_MERCENARY,
    K_TENT,
    K_USE,
    MAGE,
    NINJA,
    WARRIOR,
)

BOOK = Book("Step 2c: special actions")
DECK = Book("The deck")
RANDOM, CLOCKWISE, REVERSE = range(3)
WHOLE_PILE = KEEP_TOP = 0


def _acted(scene: Scene) -> int:
    """Caste that acts in the step, -1 without."""
    if scene.decision != "turn" or scene.choice.kind != K_ACT:
        return -1
    return int(scene.rules.caste[scene.before.public.army[turn_of(scene)][scene.choice.a]])


@BOOK.step("act.exhausted", "turn")
def exhausted(scene: Scene) -> bool:
    """A Watchman acts and moves up by one, while an exhausted one of such a caste may not."""
    if _acted(scene) < 0:
        return False
    seat, place = turn_of(scene), scene.choice.a
    before, after = scene.before.public, scene.after.public
    moved = after.left[seat][place] == before.left[seat][place] - 1 and after.actions_left == before.actions_left - 1
    spent = {place for caste in (HUNTER, MAGE, ASSASSIN) for place in ready_places(scene, seat, caste, spent=True)}
    return bool(moved and spent and not spent & {option.a for option in scene.offers(K_ACT)})


@BOOK.step("act.at-once", "turn")
def at_once(scene: Scene) -> bool:
    """A Watchman acts in the turn of its hire."""
    public = scene.before.public
    return _acted(scene) >= 0 and bool(scene.choice.a >= public.army_count[turn_of(scene)] - public.hired)


@BOOK.end("act.warrior")
def warrior(closing: Closing) -> bool:
    """An army has Warriors, which never acted and bring 1 VP each."""
    return any(
        row.castes_hired[WARRIOR] == row.vp_warriors > 0 and row.actions_used[WARRIOR] == 0 for row in closing.rows
    )


@BOOK.step("act.mage", "mage")
def mage(scene: Scene) -> bool:
    """A Mage has taken the top two discards and lays a card of the hand on the pile."""
    seat, use = turn_of(scene), scene.past[-1]
    taken = pile(use.before)[-2:]
    held = [card in hand(scene.before, seat) for card in taken]
    laid = pile(scene.after) == [*pile(scene.before), scene.choice.a] and scene.choice.a not in hand(scene.after, seat)
    return all(held) and len(taken) == 2 and pile(scene.before) == pile(use.before)[:-2] and laid


@BOOK.step("act.assassin", "take")
def assassin(scene: Scene) -> bool:
    """An Assassin has looked at five cards, takes one and has four to return."""
    seat = turn_of(scene)
    looked, left = scene.before.private[seat], scene.after.private[seat]
    by_action = scene.before.public.item < 0 and looked.look_count == 5 and len(scene.options) == 5
    return bool(by_action and left.look_count == 4 and scene.choice.a in hand(scene.after, seat))


@BOOK.step("act.hunter", "turn")
def hunter(scene: Scene) -> bool:
    """A Hunter's coins alone buy tents; they are gone, and no Ninja is asked."""
    before, after = scene.before, scene.after
    alone = scene.choice.kind == K_TENT and scene.choice.a < 0 and not scene.rules.tent_payment
    used = alone and any(past.after.public.coins == past.before.public.coins + 2 for past in scene.past[-1:])
    spent = after.public.coins == 0 and grown(scene, "tents_bought", turn_of(scene)) == scene.choice.b
    return bool(used and spent and scene.after_decision == "turn" and pile(after) == pile(before))


@BOOK.step("ninja.takes", "ninja")
def takes(scene: Scene) -> bool:
    """A Ninja takes the card on top of the pile before the payer goes on."""
    seat = thief(scene)
    if seat < 0 or seat == turn_of(scene):
        return False
    return hand(scene.after, seat) == [*hand(scene.before, seat), pile(scene.before)[-1]]


@BOOK.step("ninja.first", "ninja", keys=("ninja_order",))
def first(scene: Scene) -> bool:
    """Several call at once; the lot, or the order of the switch, gives the card to one of them."""
    public, seat = scene.before.public, thief(scene)
    calls = list(scene.before.hidden.call)
    calls[scene.seat] = scene.choice.a if scene.choice.kind == K_USE else -1
    round_the_table = [(turn_of(scene) + k) % public.players for k in range(1, public.players)]
    willing = [other for other in round_the_table if calls[other] >= 0]
    if seat < 0 or len(willing) < 2:
        return False
    order = scene.rules.ninja_order
    return seat in willing if order == RANDOM else seat == willing[0 if order == CLOCKWISE else -1]


@BOOK.step("ninja.again", "ninja", keys=("ninja_depth",))
def again(scene: Scene) -> bool:
    """After this payment's cards a Ninja takes an older one, or by the switch is not asked for it."""
    taken, before, after = thief(scene) >= 0, scene.before.public, scene.after.public
    if scene.rules.ninja_depth == WHOLE_PILE:
        return bool(taken and before.laid == 0)
    others = [seat for seat in range(before.players) if seat != turn_of(scene)]
    eager = any(after.left[seat][place] for seat in others for place in ready_places(scene, seat, NINJA))
    return bool(taken and eager and after.laid == 0 and after.pile_count > 0 and scene.after_decision != "ninja")


@BOOK.step("ninja.order", "pay")
def order(scene: Scene) -> bool:
    """The payer has several cards to choose from and lays the one chosen on top of the pile."""
    several = scene.choice.kind == K_CHOOSE and len(scene.offers(K_CHOOSE)) > 1
    return several and pile(scene.after) == [*pile(scene.before), scene.choice.a]


@BOOK.step("ninja.free", "ninja")
def free(scene: Scene) -> bool:
    """A Ninja acts in another's turn and moves up; nobody's special actions by item are fewer."""
    seat, before, after = thief(scene), scene.before.public, scene.after.public
    return bool(
        seat >= 0
        and sum(after.left[seat]) == sum(before.left[seat]) - 1
        and after.actions_left == before.actions_left
        and after.played == before.played
    )


@BOOK.step("ninja.exhausted", "turn", "pay")
def spent(scene: Scene) -> bool:
    """After a payment an opponent whose Ninjas are all exhausted is not asked."""
    seat = turn_of(scene)
    if not grown(scene, "gold_paid", seat) or scene.after.public.pile_count <= scene.before.public.pile_count:
        return False
    return any(
        ready_places(scene, other, NINJA, spent=True)
        and not ready_places(scene, other, NINJA)
        and not grown(scene, "ninja_asked", other)
        for other in range(scene.before.public.players)
        if other != seat and scene.after_decision == "turn"
    )


EVERY = ("item", "effect", "shield", "take", "return", "give", "turn", "pay", "restore")
"""Decisions after which cards may be drawn."""


@DECK.step("deck.out", *EVERY, keys=("deck_out",))
def out(scene: Scene) -> bool:
    """The discards go back into the deck, all but the top five; by the switch all of them, at five cards left."""
    if grown(scene, "refills", 0) != 1:
        return False
    seats = range(scene.before.public.players)
    drawn = {card for seat in seats for card in hand(scene.after, seat)}
    hired = {card for seat in range(scene.before.public.armies) for card in army(scene.after, seat)}
    # what a hand has lost to the pile in this step lay there when the deck was made anew
    used = {scene.choice.a} if scene.choice.kind == K_MERCENARY else set()  # is laid down afterwards
    laid = [card for seat in seats for card in hand(scene.before, seat) if card not in drawn | hired | used]
    before, keep = pile(scene.before) + laid, 5
    back, stay = (before[:-keep], before[-keep:]) if scene.rules.deck_out == KEEP_TOP else (before, [])
    looked = {card for private in scene.after.private for card in private.look[: private.look_count]}
    left = pile(scene.after)[: len(stay)] == stay and not set(pile(scene.after)) & set(back)
    return left and set(back) <= {*deck(scene.after), *drawn, *looked, *hired}


@DECK.step("deck.dry", *EVERY)
def dry(scene: Scene) -> bool:
    """Cards are due, but deck and what may go back into it are used up."""
    return grown(scene, "dry", 0) > 0 and not deck(scene.after)
