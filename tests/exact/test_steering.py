"""Chance is steered on the kernel: a stream can be set to give any number next."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from simcore.stream import below, draw
from tests.exact.kernel_tree import before


@pytest.mark.parametrize("number", [0, 1, 2**31, 2**63, 2**64 - 1, 0x123456789ABCDEF0])
def test_a_stream_gives_what_it_is_set_to(number):
    stream = np.array([before(number)], np.uint64)
    with np.errstate(over="ignore"):
        assert int(draw(stream)) == number


@pytest.mark.parametrize("shares", [6, 60])
def test_every_outcome_comes_up_equally_often(shares):
    """Aimed at the middle of each share, a draw below a bound that divides them takes each value as often."""
    for bound in (bound for bound in range(1, 7) if shares % bound == 0):
        found = Counter()
        for share in range(shares):
            stream = np.array([before((2 * share + 1) * 2**64 // (2 * shares))], np.uint64)
            with np.errstate(over="ignore"):
                found[int(below(stream, bound))] += 1
        assert found == dict.fromkeys(range(bound), shares // bound)
