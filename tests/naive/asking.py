"""How a twin asks: play is a generator that stops at every decision and goes on with the answer."""

from __future__ import annotations

from collections.abc import Collection
from typing import Generic, NamedTuple, TypeVar

Option = TypeVar("Option")


class Question(NamedTuple, Generic[Option]):
    """Which seat decides, what about, and everything that is legal; the answer is one of the options."""

    seat: int
    kind: str
    options: Collection[Option]
