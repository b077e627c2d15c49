"""What people read counts seats from 1 (records from 0), and agrees in number."""

import numpy as np
import pytest

from simcore.words import at_table, plural, seat_name


@pytest.mark.parametrize("seat", [0, np.int8(0), np.uint8(0)])
def test_the_first_seat_is_seat_1(seat):
    assert seat_name(seat) == "seat 1"


def test_the_last_seat_of_five_is_seat_5():
    assert seat_name(np.uint8(4)) == "seat 5"


@pytest.mark.parametrize(("amount", "words"), [(0, "0 games"), (1, "1 game"), (2, "2 games"), (1200, "1,200 games")])
def test_a_count_agrees_with_its_noun(amount, words):
    assert plural(amount, "game") == words


def test_one_player_sits_alone():
    assert [at_table(players) for players in (1, 2, 5)] == ["alone", "2 players", "5 players"]
