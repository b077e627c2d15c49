"""The keyed streams against a twin in plain integers and against chance."""

import itertools
from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

from simcore.stream import below, draw, key, shuffle, unit

MASK = 2**64 - 1


@pytest.fixture(autouse=True)
def words_wrap_around():
    """Words of 64 bits wrap around; without the compiler numpy would warn of it."""
    with np.errstate(over="ignore"):
        yield


def twin_mix(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def twin_key(seed: int, deal: int, channel: int) -> int:
    golden = 0x9E3779B97F4A7C15
    z = twin_mix((seed + golden) & MASK)
    z = twin_mix(z ^ ((deal + golden) & MASK))
    return twin_mix(z ^ (((channel + 1) * golden) & MASK))


def stream(seed: int = 1, deal: int = 0, channel: int = 0) -> np.ndarray:
    return np.array([key(seed, deal, channel)], np.uint64)


def test_draws_are_splitmix64() -> None:
    # The reference outputs of Vigna's splitmix64.c for the seed 1234567.
    expected = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431]
    state = np.array([1234567], np.uint64)
    assert [int(draw(state)) for _ in expected] == expected


@pytest.mark.parametrize("seed", [0, 1, 2**31, 2**63 - 1])
def test_keys_equal_the_twin(seed: int) -> None:
    for deal, channel in [(0, 0), (0, 6), (1, 0), (2**32 - 1, 3)]:
        assert int(key(seed, deal, channel)) == twin_key(seed, deal, channel)


def test_no_two_keys_of_neighbours_are_equal() -> None:
    keys = Counter(int(key(*place)) for place in itertools.product(range(20), range(200), range(8)))
    assert max(keys.values()) == 1


def test_first_draws_of_neighbouring_streams_are_unrelated() -> None:
    draws = np.array([[unit(stream(5, deal, channel)) for channel in range(4)] for deal in range(4000)])
    following = np.c_[draws[:-1], draws[1:]]
    off = np.corrcoef(following.T) - np.eye(8)
    assert np.abs(off).max() < 5 / np.sqrt(len(following))


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 97])
def test_below_is_uniform(bound: int) -> None:
    state = stream(bound)
    counts = np.bincount([below(state, bound) for _ in range(200 * bound)], minlength=bound)
    assert len(counts) == bound
    assert bound == 1 or chisquare(counts).pvalue > 1e-4


def test_unit_lies_in_the_half_open_interval() -> None:
    state = stream()
    values = np.array([unit(state) for _ in range(10000)])
    assert values.min() >= 0
    assert values.max() < 1
    assert abs(values.mean() - 0.5) < 5 * np.sqrt(1 / 12 / len(values))


def test_shuffle_gives_every_order_alike_and_spares_the_rest() -> None:
    state, counts = stream(), Counter()
    for _ in range(6000):
        cards = np.array([0, 1, 2, 9, 8], np.int8)
        shuffle(state, cards, 3)
        assert cards[3:].tolist() == [9, 8]
        counts[tuple(cards[:3].tolist())] += 1
    assert sorted(counts) == sorted(itertools.permutations(range(3)))
    assert chisquare(list(counts.values())).pvalue > 1e-4
