"""What an experiment can give to a seat of The Guardians of Haversack, or keep from it."""

import numpy as np

from simcore.contract import Thing, Things
from simcore.games.haversack.codes import (
    BOOTS,
    D_MOVE,
    D_RECRUIT,
    FEATHER,
    GUARDIANS,
    ITEMS,
    K_BUY,
    K_CATCH,
    K_MOVE,
    K_PASS,
    K_REPAIR,
    K_RETURN,
    K_SHOOT,
    K_SWAP,
    MONSTERS,
    NIGHT,
    SWORD,
    T_CHEST,
    U_BOOTS,
    U_FEATHER,
    U_SWORD,
)
from simcore.games.haversack.kernel.signatures import SIGNATURES
from simcore.jit import njit

MOVES = ("recruit_none", "swap", "return", "set_aside")

EVERY = (
    *(Thing("guardian", name, f"guardian.{name}") for name in GUARDIANS),
    *(Thing("chest item", name, f"chest.{name}") for name in ITEMS),
    *(Thing("move", name) for name in MOVES),
    *(
        Thing("night face", name, f"guardian.{name}", True, {f"face.{name}": "night"}, {f"face.{name}": "day"})
        for name in GUARDIANS
    ),
    Thing("board", "winter", "board.winter", True, {"rules.board": "winter"}, {"rules.board": "summer"}),
    *(Thing("ability", name, f"guardian.{name}") for name in GUARDIANS),
)
ITEM = len(GUARDIANS)
MOVE = ITEM + len(ITEMS)
FACE = MOVE + len(MOVES)
ABILITY = FACE + len(GUARDIANS) + 1


@njit(inline=True)
def thing(place):
    """The set of one thing."""
    return np.uint64(1) << np.uint64(place)


@njit(inline=True)
def moved_with(used):
    """The Items a move uses, as things."""
    found = np.uint64(0)
    if used & U_BOOTS:
        found |= thing(ITEM + BOOTS)
    if used & U_FEATHER:
        found |= thing(ITEM + FEATHER)
    if used & U_SWORD:
        found |= thing(ITEM + SWORD)
    return found


@njit(inline=True)
def moved(public, option):
    """What a move takes: its Items, and the Guardian's ability if it kills without a Sword or opens a Chest."""
    found = moved_with(option.b)
    if (option.c < MONSTERS and not option.b & U_SWORD) or option.c == T_CHEST:
        found |= thing(ABILITY + public.guardian)
    return found


@njit(inline=True)
def acted(public, option):
    """What an act at a distance takes: the Item it uses, else the Guardian's ability."""
    return thing(ITEM + option.b if option.b >= 0 else ABILITY + public.guardian)


@njit(SIGNATURES.takes)
def takes(rules, state, option):
    """What an option takes: a Guardian recruited, Items used, a Guardian's special ability, or a move of its kind."""
    public, kind = state.public, option.kind
    if public.decision == D_RECRUIT:
        return thing(option.a) if kind == K_BUY else thing(MOVE)
    if kind == K_MOVE:
        return moved(public, option)
    if kind == K_SWAP:
        return thing(MOVE + 1) | thing(ABILITY + public.guardian)
    if kind == K_RETURN:
        return thing(MOVE + 2) | thing(ABILITY + public.guardian)
    if kind == K_PASS and public.decision == D_MOVE:
        return thing(MOVE + 3)
    if kind == K_SHOOT or kind == K_CATCH or kind == K_REPAIR:
        return acted(public, option)
    return np.uint64(0)


@njit(SIGNATURES.dealt)
def dealt(rules, state, seat):
    """What chance gave a seat: the Item in the first Chest it will open, and the Night faces, which are everybody's."""
    found = thing(ITEM + state.hidden.chest[seat, 0])
    for guardian in range(len(GUARDIANS)):
        if state.public.face[guardian] == NIGHT:
            found |= thing(FACE + guardian)
    return found


THINGS = Things(EVERY, takes, dealt)
