"""How much a test plays: less where there is no compiler to play fast."""

from __future__ import annotations

from hypothesis import settings

from simcore.jit import JIT_DISABLED

PER_CENT = 100
"""Examples of a property under the profile that plays exactly what the property asks for; see conftest.py."""


def sized(compiled: int, plain: int = 1) -> int:
    """Games, or whatever is counted: `compiled`, or `plain` without the compiler."""
    return plain if JIT_DISABLED else compiled


def examples(count: int) -> settings:
    """Settings of a property: so many examples, more or fewer by the profile in force."""
    return settings(max_examples=max(1, count * settings().max_examples // PER_CENT))
