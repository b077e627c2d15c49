"""What an experiment can give to a seat of Watchmen of Destiny, or keep from it."""

import numpy as np

from simcore.contract import Thing, Things
from simcore.games.watchmen.kernel.signatures import SIGNATURES
from simcore.games.watchmen.state import (
    CASTE_NAMES,
    CASTES,
    D_DRAFT,
    D_ITEM,
    D_TURN,
    ITEM_NAMES,
    ITEMS,
    K_ACT,
    K_HIRE,
    K_MERCENARY,
    K_PASS,
    K_TENT,
    RACE_NAMES,
    RACES,
    WATCHMEN,
)
from simcore.jit import njit

MERCENARIES = ("rabbit", "cat", "dog", "otter", "owl")
"""The animals of the mercenaries' abilities, in the order of their codes."""
MOVES = ("tents", "hire", "action", "end_of_turn")

EVERY = (
    *(Thing("item", name, f"item.{name}") for name in ITEM_NAMES),
    *(Thing("draft", name, f"item.{name}") for name in ITEM_NAMES),
    *(Thing("race", name, f"card.{name}") for name in RACE_NAMES),
    *(Thing("caste", name) for name in CASTE_NAMES),
    *(Thing("mercenary", name, f"mercenary.{name}") for name in MERCENARIES),
    *(Thing("move", name) for name in MOVES),
    *(Thing("race in play", name, shared=True) for name in RACE_NAMES),
)
DRAFTED = ITEMS
RACE = DRAFTED + ITEMS
CASTE = RACE + RACES
MERCENARY = CASTE + CASTES
MOVE = MERCENARY + len(MERCENARIES)
IN_PLAY = MOVE + len(MOVES)


@njit(inline=True)
def bit(place):
    """The set of one thing."""
    return np.uint64(1) << np.uint64(place)


@njit(SIGNATURES.takes)
def takes(rules, state, option):
    """What an option takes: an item played or drafted, the race and caste of who is hired, a mercenary, a move."""
    decision, kind = state.public.decision, option.kind
    if decision == D_ITEM:
        return bit(option.a)
    if decision == D_DRAFT:
        return bit(DRAFTED + option.a)
    if decision != D_TURN:
        return np.uint64(0)
    if kind == K_HIRE:
        return bit(RACE + rules.race[option.a]) | bit(CASTE + rules.caste[option.a]) | bit(MOVE + 1)
    if kind == K_TENT:
        return bit(MOVE)
    if kind == K_ACT:
        return bit(MOVE + 2)
    if kind == K_PASS:
        return bit(MOVE + 3)
    if kind == K_MERCENARY:
        return bit(MERCENARY + rules.mercenary_effect[option.a - WATCHMEN])
    return np.uint64(0)


@njit(SIGNATURES.dealt)
def dealt(rules, state, seat):
    """What a seat was dealt: its items, and races, castes and mercenaries in its start hand; races in play for all."""
    private = state.private[seat]
    found = np.uint64(0)
    for item in range(ITEMS):
        if private.items[item]:
            found |= bit(item)
    for i in range(private.hand_count):
        card = private.hand[i]
        if card >= WATCHMEN:
            found |= bit(MERCENARY + rules.mercenary_effect[card - WATCHMEN])
        else:
            found |= bit(RACE + rules.race[card]) | bit(CASTE + rules.caste[card])
    for race in range(RACES):
        if state.public.race_in[race]:
            found |= bit(IN_PLAY + race)
    return found


THINGS = Things(EVERY, takes, dealt)
