"""Witnesses: the mercenary expansion."""

from __future__ import annotations

from collections import Counter

from simcore.coverage import Book, Opening, Scene
from simcore.games.watchmen.coverage import table
from simcore.games.watchmen.state import (
    K_CHOOSE,
    K_HIRE,
    K_MERCENARY,
    M_DISCARD,
    M_DRAW,
    M_GOLD,
    M_HIRE,
    M_STEAL,
    WATCHMEN,
)

BOOK = Book("Mercenaries")


@BOOK.start("mercenary.deck")
def in_deck(opening: Opening) -> bool:
    """As many of each kind as there are players are in the deck or a start hand, and a hand has one."""
    rules, state = opening.rules, opening.state
    hands = [card for seat in range(rules.players) for card in table.hand(state, seat) if card >= WATCHMEN]
    cards = [*hands, *(card for card in table.deck(state) if card >= WATCHMEN)]
    kinds = Counter(rules.mercenary_effect[card - WATCHMEN] for card in cards)
    return bool(hands) and sorted(kinds.values()) == [rules.players] * 5


def _effect(scene: Scene, card: int) -> int:
    """Ability of a card, -1 of a Watchman."""
    return int(scene.rules.mercenary_effect[card - WATCHMEN]) if card >= WATCHMEN else -1


def _used(scene: Scene) -> int:
    """Ability used in the step, -1 without."""
    return _effect(scene, scene.choice.a) if scene.choice.kind == K_MERCENARY else -1


@BOOK.step("mercenary.pays", "pay", keys=("mercenary_gold",))
def pays(scene: Scene) -> bool:
    """A mercenary pays for a Watchman, the Owl is worth nothing, and none can be hired."""
    card, public = scene.choice.a, scene.before.public
    if scene.choice.kind != K_CHOOSE or card < WATCHMEN or public.card < 0:
        return False
    worth = scene.rules.mercenary_gold
    owls = [option for option in scene.options if _effect(scene, option.a) == M_GOLD]
    paid = scene.after.public.paid == public.paid + worth and public.card < WATCHMEN
    return bool(paid and not owls and _effect(scene, card) != M_GOLD)


@BOOK.step("mercenary.rabbit", "turn")
def rabbit(scene: Scene) -> bool:
    """The Rabbit goes on the pile and two cards are drawn."""
    if _used(scene) != M_DRAW:
        return False
    seat = table.turn_of(scene)
    drawn = len(table.hand(scene.after, seat)) == len(table.hand(scene.before, seat)) + 1
    return drawn and table.pile(scene.after)[-1:] == [scene.choice.a]


@BOOK.step("mercenary.cat", "turn")
def cat(scene: Scene) -> bool:
    """The Cat goes on the pile and a card of an opponent changes hands."""
    if _used(scene) != M_STEAL:
        return False
    seat, victim = table.turn_of(scene), scene.choice.b
    lost = set(table.hand(scene.before, victim)) - set(table.hand(scene.after, victim))
    return (
        len(lost) == 1
        and lost <= set(table.hand(scene.after, seat))
        and table.pile(scene.after)[-1:] == [scene.choice.a]
    )


@BOOK.step("mercenary.afterwards", "pay", "ninja")
def afterwards(scene: Scene) -> bool:
    """The Dog that helped to hire lies on top of the payment, laid down when all is done."""
    hire = next((past for past in table.earlier(scene) if past.choice.kind == K_HIRE), None)
    if hire is None or not hire.choice.b or scene.after_decision != "turn":
        return False
    return hire.choice.c not in table.pile(scene.before) and table.pile(scene.after)[-1:] == [hire.choice.c]


@BOOK.step("mercenary.dog", "turn")
def dog(scene: Scene) -> bool:
    """A Dog has hired for 3 less, and no further hire is on offer though there is a tent and the gold."""
    used = [past for past in table.earlier(scene) if past.choice.kind == K_HIRE and past.choice.b]
    if (
        not used
        or scene.before.public.hires_left
        or not table.house_free(scene)
        or not table.payable(scene)
        or table.hires(scene)
    ):
        return False
    hire = used[0]
    off = hire.before.public.discount + 3
    housed = table.army(hire.after, hire.seat)[-1] == hire.choice.a and _effect(hire, hire.choice.c) == M_HIRE
    return bool(housed and hire.after.public.price == max(0, hire.rules.price[hire.choice.a] - off))


@BOOK.step("mercenary.otter", "discard")
def otter(scene: Scene) -> bool:
    """The last of all who have cards has discarded one of choice, the Otter after them, and no Ninja is asked."""
    if scene.after_decision != "turn":
        return False
    discards = [scene]
    for past in table.earlier(scene):
        if past.decision != "discard":
            break
        discards.append(past)
    public = past.after.public
    able = {seat for seat in range(public.players) if public.hand_count[seat]}
    laid = [step.choice.a for step in reversed(discards)]
    return (
        _used(past) == M_DISCARD
        and {step.seat for step in discards} == able
        and table.pile(scene.after)[-len(laid) - 1 :] == [*laid, past.choice.a]
    )


@BOOK.step("mercenary.owl", "convert", keys=("owl_gold_per_action",))
def owl(scene: Scene) -> bool:
    """An action left turns into gold and costs none of the item's special actions."""
    if scene.choice.kind != K_CHOOSE:
        return False
    seat, place = table.turn_of(scene), scene.choice.a
    before, after = scene.before.public, scene.after.public
    spent = after.left[seat][place] == before.left[seat][place] - 1
    rate = scene.rules.owl_gold_per_action
    return bool(spent and after.coins == before.coins + rate and after.actions_left == before.actions_left)
