"""Carry out one choice and run on to the next decision."""

from simcore.games.haversack.codes import D_ACT, D_MOVE
from simcore.games.haversack.kernel.adventure import act, finish_play, move
from simcore.games.haversack.kernel.rounds import close_adventure, recruit
from simcore.games.haversack.kernel.signatures import SIGNATURES
from simcore.jit import njit


@njit(SIGNATURES.apply)
def apply(rules, state, option):
    """Carry out an option of the seat to decide."""
    decision = state.public.decision
    if decision == D_MOVE:
        playing = move(rules, state, option)
    elif decision == D_ACT:
        playing = act(rules, state, option)
    else:
        recruit(rules, state, option)
        return
    if not playing and not finish_play(rules, state):
        close_adventure(rules, state)
