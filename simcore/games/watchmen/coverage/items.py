"""Witnesses: the items' effects."""

from __future__ import annotations

from simcore.coverage import Book, Scene
from simcore.games.watchmen.coverage.table import (
    army,
    earlier,
    effect_of,
    grown,
    hand,
    hires,
    house_free,
    payable,
    pile,
    ready_places,
    step_1_ends,
    turn_of,
)
from simcore.games.watchmen.state import (
    ASSASSIN,
    E_CLOAK,
    E_DISCOUNT,
    E_ENERGY,
    E_LETTER,
    E_MONEYBAG,
    E_NO_HIRE,
    E_POISON,
    E_RESTORE,
    E_SEARCH,
    E_SHIELD,
    E_SPOOK,
    HUNTER,
    K_ACT,
    K_CHOOSE,
    K_HIRE,
    K_USE,
    MAGE,
)

BOOK = Book("Items")
AIMED = (E_LETTER, E_CLOAK, E_POISON, E_SPOOK)
PER_TURN, PER_GAME, EITHER_OR = range(3)
TENTS_ONLY, HIRE_ONLY = 1, 2


def _played(scene: Scene) -> int:
    """Effect of the item that lies before the seat whose turn it is."""
    item = scene.before.public.played[turn_of(scene)]
    return int(scene.rules.item_effect[item]) if item >= 0 else -1


def _using(scene: Scene, effect: int) -> bool:
    """Whether this effect is used in the step and nobody may answer it."""
    return effect_of(scene) == effect and scene.choice.kind == K_USE and scene.after_decision != "shield"


@BOOK.step("item.anvil", "turn")
def anvil(scene: Scene) -> bool:
    """Nothing was hired and nothing may be, though a tent is empty and the gold is there."""
    public = scene.before.public
    able = _played(scene) == E_NO_HIRE and public.hired == 0 and house_free(scene) and payable(scene)
    return bool(able and public.hires_left == 0 and not hires(scene))


@BOOK.step("item.target", "take")
def target(scene: Scene) -> bool:
    """Of three cards looked at only those of the race named may be taken; the others are to be returned."""
    if effect_of(scene) != E_SEARCH:
        return False
    private, named = scene.before.private[scene.seat], scene.before.public.named
    looked = private.look[: private.look_count]
    fitting = {card for card in looked if scene.rules.race[card] == named}
    taken = scene.choice.a in hand(scene.after, scene.seat) and scene.after_decision == "return"
    return len(looked) == 3 > len(fitting) and {option.a for option in scene.options} == fitting and taken


@BOOK.step("item.letter", "give")
def letter(scene: Scene) -> bool:
    """A card came by chance from an opponent, who now gets one of the player's choice."""
    before, actor, victim = scene.before, scene.before.public.actor, scene.before.public.target
    use = next(past for past in earlier(scene) if past.decision == "effect")
    (lost,) = set(hand(use.before, victim)) - set(hand(before, victim))
    given = scene.choice.a in hand(scene.after, victim) and scene.choice.a not in hand(scene.after, actor)
    return lost in hand(before, actor) and len(scene.options) == before.public.hand_count[actor] and given


@BOOK.step("item.cloak", "effect", keys=("cloak_max_price_gain", "cloak_source"))
def cloak(scene: Scene) -> bool:
    """Watchmen change places, the actions left stay with the tents, and no swap on offer gains more than the limit."""
    if not _using(scene, E_CLOAK):
        return False
    price, before, after = scene.rules.price, scene.before.public, scene.after.public
    own, other, place = scene.choice.a, scene.choice.b, scene.choice.c
    by_hand = bool(scene.rules.cloak_source)
    given = {option: option.a if by_hand else before.army[scene.seat][option.a] for option in scene.offers(K_USE)}
    gains = [price[before.army[option.b][option.c]] - price[card] for option, card in given.items()]
    taken = before.army[other][place]
    swapped = after.army[other][place] == given[scene.choice] and after.left == before.left
    got = taken in hand(scene.after, scene.seat) if by_hand else after.army[scene.seat][own] == taken
    return swapped and got and max(gains) <= scene.rules.cloak_max_price_gain


@BOOK.step("item.poison", "turn")
def poison(scene: Scene) -> bool:
    """One whose turn was yet to come when it was poisoned has no special action, though Watchmen could act."""
    public, seat = scene.before.public, turn_of(scene)
    shown = scene.rules.item_actions[public.played[seat]]
    able = any(ready_places(scene, seat, caste) for caste in (HUNTER, ASSASSIN, MAGE))
    if not public.poisoned[seat] or not shown or not able or not public.deck_count or scene.offers(K_ACT):
        return False
    use = next(past for past in reversed(scene.past) if effect_of(past) == E_POISON and past.decision == "effect")
    return all(not use.before.public.had_turn[option.a] for option in use.offers(K_USE))


@BOOK.step("item.poison-late", "effect")
def poison_late(scene: Scene) -> bool:
    """Everybody has had a turn, so the Poison has no effect."""
    public = scene.before.public
    return effect_of(scene) == E_POISON and not scene.offers(K_USE) and all(public.had_turn[: public.players])


@BOOK.step("item.spook", "effect", "shield")
def spook(scene: Scene) -> bool:
    """An opponent's card falls on the pile by chance, and no Ninja is asked."""
    before, after = scene.before, scene.after
    victim = scene.choice.a if scene.decision == "effect" else before.public.target
    if effect_of(scene) != E_SPOOK or victim < 0 or not step_1_ends(scene):
        return False
    lost = set(hand(before, victim)) - set(hand(after, victim))
    return len(lost) == 1 and pile(after) == [*pile(before), *lost] and len(hand(before, victim)) > 1


@BOOK.step("item.shield", "effect")
def shield(scene: Scene) -> bool:
    """An opponent who has played the Shield cannot be chosen."""
    public, effect = scene.before.public, effect_of(scene)
    if effect not in AIMED:
        return False
    chosen = {option.b if effect == E_CLOAK else option.a for option in scene.offers(K_USE)}
    immune = [
        seat
        for seat in range(public.players)
        if public.immune[seat]
        and scene.rules.item_effect[public.played[seat]] == E_SHIELD
        and (public.army_count[seat] if effect == E_CLOAK else public.hand_count[seat])
    ]
    return bool(chosen and immune and not chosen & set(immune) and effect != E_POISON)


@BOOK.step("item.shield-answer", "shield")
def answer(scene: Scene) -> bool:
    """The Shield goes down before the own turn: the effect is used up, and the Shield is the item of the round."""
    victim, before, after = scene.seat, scene.before, scene.after
    down = scene.choice.kind == K_USE and scene.rules.item_effect[after.public.played[victim]] == E_SHIELD
    spared = hand(after, victim) == hand(before, victim) and not after.public.poisoned[victim]
    unhurt = spared and army(after, victim) == army(before, victim) and after.public.immune[victim]
    return bool(down and unhurt and before.public.played[victim] < 0 and not before.public.had_turn[victim])


@BOOK.step("item.shield-kept", "effect")
def kept(scene: Scene) -> bool:
    """Who kept the Shield in hand when hit is hit again before the own turn, and is not asked."""
    public, effect = scene.before.public, effect_of(scene)
    if effect not in AIMED or not _using(scene, effect):
        return False
    victim = scene.choice.b if effect == E_CLOAK else scene.choice.a
    asked = [past for past in scene.past if past.before.public.round == public.round and past.decision == "shield"]
    ready = [item for item, place in enumerate(scene.before.private[victim].items) if place == 1]
    holds = any(scene.rules.item_effect[item] == E_SHIELD for item in ready)
    return bool(any(past.seat == victim for past in asked) and holds and not public.had_turn[victim])


@BOOK.step("item.moneybag", "turn", "pay", keys=("moneybag", "moneybag_tents_before_hire"))
def moneybag(scene: Scene) -> bool:
    """Two tents come with the first hire of two and none with the second; or what the switches say instead."""
    rules, seat, before = scene.rules, turn_of(scene), scene.before.public
    if _played(scene) != E_MONEYBAG:
        return False
    use = next((past for past in earlier(scene) if past.decision == "effect" and past.choice.kind == K_USE), None)
    come = [past for past in [scene, *earlier(scene)] if grown(past, "tents_free", seat)]
    at_hire = all(past.decision == ("turn" if rules.moneybag_tents_before_hire else "pay") for past in come)
    if use is None or not at_hire:
        return False
    done, none_now = grown(scene, "hires", seat), not grown(scene, "tents_free", seat)
    if rules.moneybag == PER_GAME:
        return bool(done and before.hired == 0 and none_now and not come and before.army_count[seat] > 1
                    and before.tents[seat] < 7)  # fmt: skip
    if rules.moneybag == EITHER_OR:
        if use.choice.a == HIRE_ONLY:
            return bool(done and before.hired == 1 and not come)
        return bool(done and come and scene.after.public.hires_left == 0)
    return bool(done and before.hired == 1 and none_now and come)


@BOOK.step("item.restore", "effect")
def restore(scene: Scene) -> bool:
    """A used action is given back, and nobody has more than the card shows."""
    if not _using(scene, E_RESTORE):
        return False
    seat, place = scene.seat, scene.choice.a
    before, after = scene.before.public.left[seat], scene.after.public.left[seat]
    most = scene.rules.actions[scene.before.public.army[seat][place]]
    return bool(before[place] < after[place] == min(most, before[place] + 1))


@BOOK.step("item.discount", "turn")
def discount(scene: Scene) -> bool:
    """A Watchman costs 2 less than its card says."""
    if scene.choice.kind != K_HIRE or scene.choice.b or _played(scene) != E_DISCOUNT:
        return False
    return bool(scene.after.public.price == max(0, scene.rules.price[scene.choice.a] - 2))


@BOOK.step("item.energy", "restore")
def energy(scene: Scene) -> bool:
    """Another player than the user renews an action of a Watchman of the caste named."""
    if effect_of(scene) != E_ENERGY or scene.choice.kind != K_CHOOSE:
        return False
    seat, place, public = scene.seat, scene.choice.a, scene.before.public
    named = scene.rules.caste[public.army[seat][place]] == public.named
    return bool(named and seat != public.turn and scene.after.public.left[seat][place] == public.left[seat][place] + 1)
