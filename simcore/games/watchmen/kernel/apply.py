"""Carry out one choice and run on to the next decision."""

from simcore.games.watchmen.kernel.actions import (
    act,
    answer_convert,
    answer_discard,
    mage_discard,
    use_mercenary,
)
from simcore.games.watchmen.kernel.effects import (
    answer_restore,
    answer_shield,
    give_card,
    play_item,
    put_back,
    take_looked,
    use_effect,
)
from simcore.games.watchmen.kernel.purchase import answer_call, answer_pay, buy_tents, hire
from simcore.games.watchmen.kernel.signatures import SIGNATURES
from simcore.games.watchmen.kernel.turns import draft, end_turn
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
    K_ACT,
    K_HIRE,
    K_MERCENARY,
    K_PASS,
    K_TENT,
)
from simcore.jit import hot, njit


@hot
def apply_turn(rules, state, option):
    """One choice of step 2."""
    if option.kind == K_PASS:
        end_turn(rules, state)
    elif option.kind == K_TENT:
        buy_tents(rules, state, option.a, option.b)
    elif option.kind == K_HIRE:
        hire(rules, state, option)
    elif option.kind == K_ACT:
        act(rules, state, option.a)
    elif option.kind == K_MERCENARY:
        use_mercenary(rules, state, option)


@njit(SIGNATURES.apply)
def apply(rules, state, option):
    """Carry out an option of the decision under way."""
    decision = state.public.decision
    if decision == D_TURN:
        apply_turn(rules, state, option)
    elif decision == D_PAY:
        answer_pay(rules, state, option)
    elif decision == D_NINJA:
        answer_call(rules, state, option)
    elif decision == D_ITEM:
        play_item(rules, state, option.a)
    elif decision == D_EFFECT:
        use_effect(rules, state, option)
    elif decision == D_DRAFT:
        draft(rules, state, option.a)
    elif decision == D_TAKE:
        take_looked(rules, state, option.a)
    elif decision == D_RETURN:
        put_back(rules, state, option.a)
    elif decision == D_MAGE:
        mage_discard(state, option.a)
    elif decision == D_GIVE:
        give_card(rules, state, option.a)
    elif decision == D_SHIELD:
        answer_shield(rules, state, option)
    elif decision == D_RESTORE:
        answer_restore(rules, state, option)
    elif decision == D_DISCARD:
        answer_discard(rules, state, option.a)
    elif decision == D_CONVERT:
        answer_convert(rules, state, option)
