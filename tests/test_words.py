"""What people read counts seats from 1; what records hold counts them from 0."""

import numpy as np
import pytest

from simcore.words import seat_name


@pytest.mark.parametrize("seat", [0, np.int8(0), np.uint8(0)])
def test_the_first_seat_is_seat_1(seat):
    assert seat_name(seat) == "seat 1"


def test_the_last_seat_of_five_is_seat_5():
    assert seat_name(np.uint8(4)) == "seat 5"
