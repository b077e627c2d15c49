"""The legal choices of every decision: which writer answers for it."""

from simcore.games.watchmen.kernel.choices import (
    draft_options,
    effect_options,
    hand_options,
    item_options,
    look_options,
    put,
    restore_options,
)
from simcore.games.watchmen.kernel.menu import convert_options, ninja_options, pay_options, turn_options
from simcore.games.watchmen.kernel.signatures import SIGNATURES
from simcore.games.watchmen.state import (
    D_CONVERT,
    D_DISCARD,
    D_DRAFT,
    D_EFFECT,
    D_GIVE,
    D_ITEM,
    D_MAGE,
    D_NINJA,
    D_PAY,
    D_RESTORE,
    D_RETURN,
    D_SHIELD,
    D_TAKE,
    D_TURN,
    K_PASS,
    K_USE,
)
from simcore.jit import njit


@njit(SIGNATURES.options)
def options(rules, state, buffer):
    """Write the legal choices of the seat to decide; returns how many, at least one."""
    decision = state.public.decision
    if decision == D_TURN:
        return turn_options(rules, state, buffer)
    if decision == D_PAY:
        return pay_options(rules, state, buffer)
    if decision == D_NINJA:
        return ninja_options(rules, state, buffer)
    if decision == D_ITEM:
        return item_options(state, buffer)
    if decision == D_EFFECT:
        return effect_options(rules, state, buffer)
    if decision == D_DRAFT:
        return draft_options(rules, state, buffer)
    if decision == D_TAKE or decision == D_RETURN:
        return look_options(rules, state, buffer)
    if decision == D_MAGE or decision == D_GIVE or decision == D_DISCARD:
        return hand_options(state, buffer)
    if decision == D_SHIELD:
        return put(buffer, put(buffer, 0, K_PASS, -1, -1, -1), K_USE, -1, -1, -1)
    if decision == D_RESTORE:
        return restore_options(rules, state, buffer)
    if decision == D_CONVERT:
        return convert_options(rules, state, buffer)
    return 0
