"""Keyed random streams: SplitMix64 (Steele, Lea, Flood 2014) under a (seed, deal, channel) key.

A stream is a uint64 array of length 1. Equal keys give equal draws whatever the jobs, chunks or
the games played before, so any game can be replayed alone and variants share their deals.
Bounded draws use a multiply-shift on 32 bits; their bias is below bound / 2**32.
"""

from __future__ import annotations

import numpy as np

from simcore.jit import hot, njit

DEAL, CHANCE, SEATS = 0, 1, 2
"""Channels: the deal (setup), chance during play, then one for each seat's strategy."""

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)
_S11 = np.uint64(11)


@hot
def mix(z):
    """Finaliser of SplitMix64: a bijection of uint64."""
    z = (z ^ (z >> _S30)) * _MIX1
    z = (z ^ (z >> _S27)) * _MIX2
    return z ^ (z >> _S31)


@njit()
def key(seed, deal, channel):
    """Start of the stream (seed, deal, channel); all three are non-negative integers."""
    z = mix(np.uint64(seed) + _GOLDEN)
    z = mix(z ^ (np.uint64(deal) + _GOLDEN))
    return mix(z ^ ((np.uint64(channel) + np.uint64(1)) * _GOLDEN))


@hot
def draw(stream):
    """Next 64 random bits of the stream."""
    stream[0] += _GOLDEN
    return mix(stream[0])


@hot
def cut(bits, bound):
    """The uniform integer in 0 .. bound - 1 that 64 random bits stand for."""
    return np.int64(((bits >> _S32) * np.uint64(bound)) >> _S32)


@hot
def below(stream, bound):
    """Uniform integer in 0 .. bound - 1; bound is positive."""
    return cut(draw(stream), bound)


@njit()
def unit(stream):
    """Uniform float in [0, 1) with 53 bits."""
    return np.float64(draw(stream) >> _S11) * 1.1102230246251565e-16


@njit()
def shuffle(stream, cards, count):
    """Shuffle cards[:count] in place (Fisher-Yates)."""
    state = stream[0]
    for i in range(count - 1, 0, -1):
        # as `below` draws, the stream kept at hand
        state += _GOLDEN
        j = cut(mix(state), i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    stream[0] = state
