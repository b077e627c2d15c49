"""What witnesses of several sections ask of the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simcore.coverage import Choice, Scene
from simcore.games.watchmen.state import K_HIRE, K_PASS, NINJA, WATCHMEN

STEP_1 = ("item", "effect", "shield", "take", "return", "give", "restore")
"""Decisions during which step 1 of a turn may end."""


def hand(state: Any, seat: int) -> list[int]:
    """Cards in a hand, in the order they came."""
    private = state.private[seat]
    return list(private.hand[: private.hand_count])


def pile(state: Any) -> list[int]:
    """The discards, the top one last."""
    return list(state.public.pile[: state.public.pile_count])


def deck(state: Any) -> list[int]:
    """The deck, the top card last."""
    return list(state.hidden.deck[: state.public.deck_count])


def army(state: Any, seat: int) -> list[int]:
    """Cards in the tents of an army."""
    return list(state.public.army[seat][: state.public.army_count[seat]])


def gold(rules: Any, cards: list[int]) -> int:
    """Gold that cards show together."""
    return sum(rules.gold[card] for card in cards)


def turn_of(scene: Scene) -> int:
    """The seat whose turn it is before the step."""
    return int(scene.before.public.turn)


def same_turn(one: Scene, other: Scene) -> bool:
    """Whether two scenes are of one turn."""
    a, b = one.before.public, other.before.public
    return bool(a.round == b.round and a.turn == b.turn)


def earlier(scene: Scene) -> Iterator[Scene]:
    """The scenes of this turn before this one, the last first."""
    for past in reversed(scene.past):
        if not same_turn(past, scene):
            return
        yield past


def grown(scene: Scene, name: str, seat: int) -> int:
    """How much a count of a seat has grown in the step."""
    return int(getattr(scene.after.stats[seat], name) - getattr(scene.before.stats[seat], name))


def house_free(scene: Scene) -> bool:
    """Whether the seat whose turn it is has an empty tent."""
    public, seat = scene.before.public, turn_of(scene)
    return bool(public.tents[seat] > public.army_count[seat])


def funds(scene: Scene) -> int:
    """Gold in hand and coins."""
    return gold(scene.rules, hand(scene.before, turn_of(scene))) + int(scene.before.public.coins)


def payable(scene: Scene) -> list[int]:
    """Watchmen in hand that the other cards and the coins pay for."""
    have, off = funds(scene), scene.before.public.discount
    return [
        card
        for card in hand(scene.before, turn_of(scene))
        if card < WATCHMEN and have - scene.rules.gold[card] >= max(0, scene.rules.price[card] - off)
    ]


def hires(scene: Scene) -> list[Choice]:
    """Hires on offer without a mercenary."""
    return [option for option in scene.offers(K_HIRE) if option.b == 0]


def ready_places(scene: Scene, seat: int, caste: int, spent: bool = False) -> list[int]:
    """Tents with a Watchman of the caste that has actions left (spent: that had some and has none)."""
    public, rules = scene.before.public, scene.rules
    return [
        place
        for place, card in enumerate(army(scene.before, seat))
        if rules.caste[card] == caste and rules.actions[card] > 0 and (public.left[seat][place] == 0) == spent
    ]


def thief(scene: Scene) -> int:
    """The seat whose Ninja took a card in the step, -1 without."""
    for seat in range(scene.before.public.players):
        if scene.after.stats[seat].actions_used[NINJA] > scene.before.stats[seat].actions_used[NINJA]:
            return seat
    return -1


def effect_of(scene: Scene) -> int:
    """Code of the effect under way, -1 without an item."""
    item = scene.before.public.item
    return int(scene.rules.item_effect[item]) if item >= 0 else -1


def step_1_ends(scene: Scene) -> bool:
    """Whether the step leads from step 1 of a turn to step 2 of the same turn."""
    before, after = scene.before.public, scene.after.public
    begun = scene.decision == "item" or before.item >= 0
    return begun and scene.after_decision == "turn" and after.turn == before.turn and after.item < 0


def ends_turn(scene: Scene) -> bool:
    """Whether the step ends a turn."""
    return scene.decision == "turn" and scene.choice.kind == K_PASS


def ends_round(scene: Scene) -> bool:
    """Whether the step ends the last turn of a round."""
    return ends_turn(scene) and bool(scene.before.hidden.order == scene.before.public.players - 1)
