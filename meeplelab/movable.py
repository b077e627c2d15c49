"""Values of the rules that can be moved to price a thing, and how far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from meeplelab import things
from simcore.contract import GameSpec, Thing
from simcore.errors import MeepleError
from simcore.experiment import things_of
from simcore.fields import as_given, shown, suggestion
from simcore.ruleset import Ruleset, Schema

USUAL = ("cost", "price", "draw")
"""What is moved unless told otherwise: the first of these that a thing has."""
REACH = 4
"""How far from the value in force the range goes unless told otherwise."""


@dataclass(frozen=True)
class Lever:
    """A whole number of the rules that is moved.

    keys holds it and those that move with it (a night cost beside a cost); now is None where the rules leave it to
    a template. low and high are the ends that the rules allow.
    """

    keys: tuple[str, ...]
    now: int | None
    low: int
    high: int

    @property
    def key(self) -> str:
        """The value itself."""
        return self.keys[0]

    def changes(self, value: int) -> dict[str, str]:
        """Rule changes that put it there."""
        return dict.fromkeys(self.keys, str(value))


def lever(spec: GameSpec, ruleset: Ruleset, place: int, by: str | None) -> Lever:
    """The value to move for a thing: that named, a key or the end of one, or the usual one of the thing.

    Raises MeepleError, listing what could be moved, if there is none.
    """
    thing = things_of(spec).every[place]
    own = _own(ruleset, thing)
    key = _usual(thing, own) if by is None else _named(ruleset, thing, own, by)
    schema = _schema(ruleset)
    found = schema.find(key)
    if found is None or found[2].kind != "whole":
        raise MeepleError(f"by: {as_given(key)} is no whole number of the rules; {_could(thing, own)}")
    along = [other for other in own if other.startswith(f"{key}_")]
    return Lever((key, *along), own.get(key, _now(ruleset, key)), found[2].low, found[2].high)


def span(known: Lever, words: str | None) -> tuple[int, int]:
    """The range asked for, "1:8", or the one around the value in force.

    Raises MeepleError for what is no range of values that the rules allow.
    """
    if words is None:
        if known.now is None:
            return known.low, min(known.high, known.low + 2 * REACH)
        return max(known.low, known.now - REACH), min(known.high, known.now + REACH)
    low, colon, high = words.partition(":")
    try:
        first, last = int(low), int(high)
    except ValueError:
        raise MeepleError(f"range: {shown(words)}; expected two whole numbers such as 1:8") from None
    if not colon or not known.low <= first < last <= known.high:
        raise MeepleError(
            f"range: {as_given(words)}; expected growing numbers from {known.low} to {known.high} for {known.key}"
        )
    return first, last


def _own(ruleset: Ruleset, thing: Thing) -> dict[str, int]:
    """The whole numbers that the rules give a thing, by key."""
    if not thing.key:
        return {}
    schema = _schema(ruleset)
    mine = {each.key: each.value for each in ruleset.values if f"{each.key}.".startswith(f"{thing.key}.")}
    fields = {key: schema.find(key) for key in mine}
    return {key: mine[key] for key, found in fields.items() if found is not None and found[2].kind == "whole"}


def _usual(thing: Thing, own: Mapping[str, int]) -> str:
    for key in (thing.key, *(f"{thing.key}.{name}" for name in USUAL)):
        if key in own:
            return key
    raise MeepleError(f"price: {things.name_of(thing)} has none of {', '.join(USUAL)}; {_could(thing, own)}")


def _named(ruleset: Ruleset, thing: Thing, own: Mapping[str, int], by: str) -> str:
    schema = _schema(ruleset)
    for key in (by, f"{thing.key}.{by}"):
        if schema.find(key) is not None:
            return key
    close = suggestion(by, list(own))
    raise MeepleError(f"by: the rules have no value {by!r}{close}; {_could(thing, own)}")


def _could(thing: Thing, own: Mapping[str, int]) -> str:
    """What else could be moved."""
    named = f"its own are {', '.join(own)}" if own else "it has no numbers of its own"
    return f"name a value with --by: {named}, and any whole number of `meeplelab rules show` will do"


def _now(ruleset: Ruleset, key: str) -> int | None:
    at: Any = ruleset.data
    for part in key.split("."):
        at = at.get(part) if isinstance(at, Mapping) else None
    return at if isinstance(at, int) else None


def _schema(ruleset: Ruleset) -> Schema:
    if ruleset.schema is None:
        raise MeepleError(f"price: the rules of {ruleset.game} say of no value how far it may go")
    return ruleset.schema
