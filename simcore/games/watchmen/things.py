"""What an experiment can give to a seat of Watchmen of Destiny, or keep from it."""

import numpy as np

from simcore.contract import Thing, Things
from simcore.games.watchmen.kernel.signatures import SIGNATURES
from simcore.games.watchmen.state import (
    CASTE_NAMES,
    CASTES,
    D_DRAFT,
    D_EFFECT,
    D_ITEM,
    D_NINJA,
    D_SHIELD,
    D_TURN,
    E_ENERGY,
    E_LETTER,
    E_SEARCH,
    E_SHIELD,
    E_SPOOK,
    ITEM_NAMES,
    ITEMS,
    K_ACT,
    K_HIRE,
    K_MERCENARY,
    K_PASS,
    K_TENT,
    M_DISCARD,
    M_STEAL,
    RACE_NAMES,
    RACES,
    WATCHMEN,
)
from simcore.jit import njit

MERCENARIES = ("rabbit", "cat", "dog", "otter", "owl")
"""The animals of the mercenaries' abilities, in the order of their codes."""
MOVES = ("tents", "hire", "action", "end_of_turn")
USED = (
    "target", "letter", "cloak", "poison", "spook", "shield", "moneybag", "unknown_a", "unknown_b", "energy_stone",
)  # fmt: skip
"""The items whose effects the codes from E_SEARCH to E_ENERGY are, in their order."""

EVERY = (
    *(Thing("item", name, f"item.{name}") for name in ITEM_NAMES),
    *(Thing("draft", name, f"item.{name}") for name in ITEM_NAMES),
    *(Thing("race", name, f"card.{name}") for name in RACE_NAMES),
    *(Thing("caste", name) for name in CASTE_NAMES),
    *(Thing("mercenary", name, f"mercenary.{name}") for name in MERCENARIES),
    *(Thing("move", name) for name in MOVES),
    *(Thing("race in play", name, shared=True) for name in RACE_NAMES),
    *(Thing("effect", name, f"item.{name}") for name in USED),
    Thing("call", "ninja"),
    Thing("contact", "opponent"),
)
DRAFTED = ITEMS
RACE = DRAFTED + ITEMS
CASTE = RACE + RACES
MERCENARY = CASTE + CASTES
MOVE = MERCENARY + len(MERCENARIES)
IN_PLAY = MOVE + len(MOVES)
EFFECT = IN_PLAY + RACES
CALL = EFFECT + len(USED)
CONTACT = CALL + 1  # the 64th: there is no room for more


@njit(inline=True)
def bit(place):
    """The set of one thing."""
    return np.uint64(1) << np.uint64(place)


@njit(inline=True)
def effect_used(effect):
    """An item's effect used, by its code, and whether that touches an opponent; Anvil's, a duty, is no thing."""
    if effect < E_SEARCH:
        return np.uint64(0)
    touches = (E_LETTER <= effect) & (effect <= E_SPOOK) | (effect == E_ENERGY)
    return bit(EFFECT + effect - E_SEARCH) | (bit(CONTACT) if touches else np.uint64(0))


@njit(inline=True)
def mercenary_used(effect):
    """A mercenary's ability used, by its code, and whether that touches an opponent."""
    touches = (effect == M_STEAL) | (effect == M_DISCARD)
    return bit(MERCENARY + effect) | (bit(CONTACT) if touches else np.uint64(0))


@njit(inline=True)
def hired(rules, option):
    """The race and caste of who is hired, the move, and the mercenary that helps."""
    found = bit(RACE + rules.race[option.a]) | bit(CASTE + rules.caste[option.a]) | bit(MOVE + 1)
    if option.b == 1:
        found |= mercenary_used(rules.mercenary_effect[option.c - WATCHMEN])
    return found


@njit(inline=True)
def answered(rules, state, decision):
    """What an answer takes that is no silence: an effect used, the Shield put down, a Ninja called."""
    if decision == D_EFFECT:
        return effect_used(rules.item_effect[state.public.item])
    if decision == D_SHIELD:
        return bit(EFFECT + E_SHIELD - E_SEARCH)
    if decision == D_NINJA:
        return bit(CALL) | bit(CONTACT)
    return np.uint64(0)


@njit(SIGNATURES.takes)
def takes(rules, state, option):
    """What an option takes: an item played or drafted, the race and caste of who is hired, a mercenary, a move.

    Or an item's effect, the Shield as an answer, a Ninja's call; and contact, if it takes from opponents, gives to
    them, or binds them.
    """
    decision, kind = state.public.decision, option.kind
    if decision == D_ITEM:
        return bit(option.a)
    if decision == D_DRAFT:
        return bit(DRAFTED + option.a)
    if decision != D_TURN:
        return answered(rules, state, decision) if kind != K_PASS else np.uint64(0)
    if kind == K_HIRE:
        return hired(rules, option)
    if kind == K_TENT:
        return bit(MOVE)
    if kind == K_ACT:
        return bit(MOVE + 2)
    if kind == K_PASS:
        return bit(MOVE + 3)
    if kind == K_MERCENARY:
        return mercenary_used(rules.mercenary_effect[option.a - WATCHMEN])
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
