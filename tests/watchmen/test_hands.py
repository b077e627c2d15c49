"""Hands of every size: the card named leaves, its place goes to the last one."""

import numpy as np
import pytest

from simcore.games.watchmen.kernel.cards import into_hand, out_of_hand
from simcore.games.watchmen.state import STATE
from simcore.plain import records


@pytest.mark.parametrize("size", [1, 2, 7, 8, 9, 12, 40])
def test_any_card_can_leave_a_hand_of_any_size(size):
    for place in range(size):
        state = records(1, STATE)[0]
        state["private"][1]["hand"][:] = -1
        for card in range(size):
            into_hand(state, 1, card + 3)
        with np.errstate(over="ignore"):  # words wrap around, without the compiler with a warning
            out_of_hand(state, 1, place + 3)
        hand = [int(card) for card in state["private"][1]["hand"]]
        left = [card + 3 for card in range(size)]
        left[place] = left[-1]
        assert hand == left[:-1] + [-1] * (len(hand) - size + 1)
        assert state["private"][1]["hand_count"] == state["public"]["hand_count"][1] == size - 1
