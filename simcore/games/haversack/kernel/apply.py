"""Carry out one choice and run on to the next decision."""

from simcore.games.haversack.codes import D_ACT, D_MOVE
from simcore.games.haversack.kernel.adventure import act, move
from simcore.games.haversack.kernel.rounds import close_adventure, recruit
from simcore.games.haversack.kernel.signatures import SIGNATURES
from simcore.jit import njit


@njit(SIGNATURES.apply)
def apply(rules, state, option):
    """Carry out an option of the seat to decide."""
    decision = state.public.decision
    if decision == D_MOVE:
        goes_on = move(rules, state, option)
    elif decision == D_ACT:
        goes_on = act(rules, state, option)
    else:
        recruit(rules, state, option)
        return
    if not goes_on:
        close_adventure(rules, state)
