"""Witnesses: the two steps of a turn."""

from __future__ import annotations

from simcore.coverage import Book, Scene
from simcore.games.watchmen.coverage import table
from simcore.games.watchmen.state import K_ACT, K_HIRE, K_PASS, K_TENT, K_USE, WATCHMEN

STEP1 = Book("Step 1")
TENTS = Book("Step 2a: tents")
HIRING = Book("Step 2b: hiring")
MANY_CARDS = 1


@STEP1.step("step1.item", "item")
def face_up(scene: Scene) -> bool:
    """The item chosen leaves the hand and lies face up."""
    item, seat = scene.choice.a, scene.seat
    held = scene.before.private[seat].items[item] and not scene.after.private[seat].items[item]
    return bool(held and scene.after.public.played[seat] == item and scene.after.public.item_at[item] == seat)


@STEP1.step("step1.white", "effect")
def white(scene: Scene) -> bool:
    """An effect is on offer and declined."""
    item, seat = scene.before.public.item, scene.seat
    used = scene.after.stats[seat].effects_used[item] > scene.before.stats[seat].effects_used[item]
    return bool(scene.choice.kind == K_PASS and scene.offers(K_USE) and not used and not scene.rules.item_red[item])


@STEP1.step("step1.red", "effect")
def red(scene: Scene) -> bool:
    """The effect can be used and so must be."""
    return bool(scene.rules.item_red[scene.before.public.item] and scene.offers(K_USE) and not scene.offers(K_PASS))


@STEP1.step("step1.draw", "give")
def draw(scene: Scene) -> bool:
    """The cards of the Letter are drawn once its exchange is over."""
    seat = table.turn_of(scene)
    number = scene.rules.item_draw[scene.before.public.played[seat]]
    waited = scene.before.stats[seat].cards_drawn == scene.past[-1].before.stats[seat].cards_drawn
    return bool(
        waited and number > 0 and table.grown(scene, "cards_drawn", seat) == number and table.step_1_ends(scene)
    )


@STEP1.step("step1.actions", *table.STEP_1)
def actions(scene: Scene) -> bool:
    """Step 2 begins with as many special actions as the item shows."""
    seat, after = table.turn_of(scene), scene.after.public
    number = scene.rules.item_actions[after.played[seat]]
    return bool(table.step_1_ends(scene) and not after.poisoned[seat] and after.actions_left == number > 0)


def _tents_bought(scene: Scene) -> int:
    return table.grown(scene, "tents_bought", table.turn_of(scene))


@TENTS.step("tents.buy", "turn", "pay", keys=("tent_payment",))
def buy(scene: Scene) -> bool:
    """One card of enough gold buys tents; by the switch several cards do."""
    seat, bought = table.turn_of(scene), _tents_bought(scene)
    if not bought or scene.after.public.tents[seat] != scene.before.public.tents[seat] + bought:
        return False
    if scene.rules.tent_payment == MANY_CARDS:
        return bool(scene.decision == "pay" and scene.before.public.laid >= 1 + (scene.choice.kind == K_PASS))
    card, left = scene.choice.a, table.hand(scene.after, seat)
    paid = card >= 0 and bought <= scene.rules.gold[card] + scene.before.public.coins
    return bool(paid and card not in left and len(left) == len(table.hand(scene.before, seat)) - 1)


@TENTS.step("tents.most", "turn")
def most(scene: Scene) -> bool:
    """With 7 tents and gold in hand no tent is on offer."""
    return bool(
        scene.before.public.tents[table.turn_of(scene)] == 7 and table.funds(scene) and not scene.offers(K_TENT)
    )


@TENTS.step("tents.order", "turn")
def any_order(scene: Scene) -> bool:
    """A second purchase of tents in a turn, after a hire or a special action."""
    if scene.choice.kind != K_TENT:
        return False
    kinds = {past.choice.kind for past in table.earlier(scene) if past.decision == "turn"}
    return K_TENT in kinds and bool({K_HIRE, K_ACT} & kinds)


@HIRING.step("hire.one", "turn")
def one(scene: Scene) -> bool:
    """After the hire of the turn no other is on offer, though a tent is empty and the gold is there."""
    public = scene.before.public
    able = public.hired == 1 and table.house_free(scene) and table.payable(scene)
    return bool(able and public.hires_left == 0 and not table.hires(scene))


@HIRING.step("hire.tent", "turn")
def tent(scene: Scene) -> bool:
    """Without an empty tent nobody can be hired, though the gold is there."""
    free = scene.before.public.free_tents
    able = scene.before.public.hires_left > 0 and table.payable(scene) and not free
    return bool(able and not table.house_free(scene) and not scene.offers(K_HIRE))


@HIRING.step("hire.price", "turn")
def price(scene: Scene) -> bool:
    """A Watchman whose price is met only with its own gold is not on offer, another is."""
    if not scene.before.public.hires_left or not table.house_free(scene) or not table.hires(scene):
        return False
    have, off, able = table.funds(scene), scene.before.public.discount, table.payable(scene)
    short = [
        card
        for card in table.hand(scene.before, table.turn_of(scene))
        if card < WATCHMEN and card not in able and have >= scene.rules.price[card] - off
    ]
    return bool(short) and {option.a for option in table.hires(scene)} == set(able)


@HIRING.step("hire.overpaid", "pay")
def overpaid(scene: Scene) -> bool:
    """More is paid for a Watchman than it costs; the rest is lost and buys no tent."""
    public, seat = scene.before.public, table.turn_of(scene)
    lost = table.grown(scene, "gold_over", seat) > 0 and public.card >= 0 and not public.free_tents
    return bool(lost and scene.after.public.tents[seat] == public.tents[seat] and scene.after.public.coins == 0)


@HIRING.step("hire.circles", "turn")
def circles(scene: Scene) -> bool:
    """A Watchman moves in with all the special actions of its card, and has some."""
    if scene.choice.kind != K_HIRE:
        return False
    seat, card = table.turn_of(scene), scene.choice.a
    place = scene.before.public.army_count[seat]
    housed = table.army(scene.after, seat) == [*table.army(scene.before, seat), card]
    return bool(housed and scene.after.public.left[seat][place] == scene.rules.actions[card] > 0)
