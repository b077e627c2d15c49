"""Bits and bytes of a word, compiled and not, against Python's own."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simcore.bits import eight_bytes, lowest_bit, lowest_bits, place_of
from simcore.jit import njit

BYTE = st.integers(-128, 127)


@njit(cached=False)
def found(byte, values):
    return place_of(byte, eight_bytes(values))


def first_place(byte, values):
    with np.errstate(over="ignore"):  # words wrap around, without the compiler with a warning
        return found(byte, values)


@njit(cached=False)
def lowest(word):
    return lowest_bit(word)


@given(BYTE, st.lists(BYTE, min_size=8, max_size=20))
def test_the_first_of_eight_bytes_is_found(byte, values):
    wanted = values[:8].index(byte) if byte in values[:8] else 8
    assert first_place(byte, np.array(values, np.int8)) == wanted


@njit(cached=False)
def lowest_of_each(values):
    return lowest_bits(eight_bytes(values))


@given(st.lists(BYTE, min_size=8, max_size=20))
def test_the_lowest_bits_of_eight_bytes_lie_side_by_side(values):
    assert lowest_of_each(np.array(values, np.int8)) == sum((value & 1) << i for i, value in enumerate(values[:8]))


@given(st.permutations(range(-4, 4)), st.integers(0, 7))
def test_a_byte_that_is_there_is_found(values, place):
    assert first_place(values[place], np.array(values, np.int8)) == place


@given(st.integers(1, 2**64 - 1))
def test_the_lowest_bit_is_found(word):
    assert lowest(np.uint64(word)) == (word & -word).bit_length() - 1
