"""The things of a game by the words people use: which are meant, and what each is called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from simcore.contract import GameSpec, Thing
from simcore.errors import MeepleError
from simcore.experiment import things_of
from simcore.ruleset import Ruleset

LEFT_OUT = ("move", "effect", "call", "contact", "ability")
"""Kinds that are there only if asked for: moves, and what is done with a thing, are no things to balance by."""


def word(kind: str) -> str:
    """A kind as it is typed: "chest-item"."""
    return kind.replace(" ", "-")


def name_of(thing: Thing) -> str:
    """The name of a thing that no other has: "item.spook", "chest-item.bow"."""
    return f"{word(thing.kind)}.{thing.name}"


def called(ruleset: Ruleset, thing: Thing) -> str:
    """What the rules call a thing, else its name in plain words."""
    at: Any = ruleset.data if thing.key else None
    for part in thing.key.split("."):
        at = at.get(part) if isinstance(at, Mapping) else None
    known = at.get("name") if isinstance(at, Mapping) else None
    return str(known or thing.name.replace("_", " "))


def untaken(spec: GameSpec, names: Sequence[str], told: Sequence[str]) -> str:
    """Why nothing stands about the things of these names; of each, which of those `told` are about the same.

    A thing is what an option takes. So one that is only handed out, or taken in another way, is never in question.
    """
    key_of = {name_of(thing): thing.key for thing in things_of(spec).every}
    said = []
    for name in names:
        same = [other for other in told if key_of[name] and key_of[other] == key_of[name]]
        said.append(f"{name} (see {', '.join(same)})" if same else name)
    return f"Nothing to force or to ban: in these games no option at any decision takes {', '.join(said)}."


def meant(spec: GameSpec, kinds: Sequence[str] = (), names: Sequence[str] = ()) -> list[int]:
    """Places of the things of these kinds and of these names, in the order of the game; all usual ones without.

    A name is "item.spook", "spook", or the key of a thing in the rules. Raises MeepleError for what there is none of.
    """
    every = things_of(spec).every
    known = list(dict.fromkeys(word(thing.kind) for thing in every))
    wanted: set[int] = set()
    for kind in kinds:
        if word(kind.strip()) not in known:
            raise MeepleError(f"kinds: {spec.name} has no {kind!r}; expected some of: {', '.join(known)}")
        wanted |= {i for i, thing in enumerate(every) if word(thing.kind) == word(kind.strip())}
    for name in names:
        wanted |= set(_named(spec, name))
    if not kinds and not names:
        wanted = {i for i, thing in enumerate(every) if thing.kind not in LEFT_OUT}
    return sorted(wanted)


def one(spec: GameSpec, name: str) -> int:
    """Place of the one thing of this name.

    Raises MeepleError if there is none, or if it is shared.
    """
    every = things_of(spec).every
    found = [i for i in _named(spec, name) if not every[i].shared]
    if not found:
        raise MeepleError(f"{name}: all seats share it, so no seat can be made to take it or kept from it")
    if len(found) > 1:
        raise MeepleError(f"{name}: which of {', '.join(name_of(every[i]) for i in found)}?")
    return found[0]


def _named(spec: GameSpec, name: str) -> list[int]:
    every = things_of(spec).every
    own = {name_of(thing): i for i, thing in enumerate(every)}
    if name in own:
        return [own[name]]
    found = [i for i, thing in enumerate(every) if name and thing.key == name]
    found = found or [i for i, thing in enumerate(every) if thing.name == name and thing.kind not in LEFT_OUT]
    if not found:
        close = get_close_matches(name, own, 3, 0.5) or list(own)[:3]
        raise MeepleError(f"things: {spec.name} has no {name!r}; expected a name such as {', '.join(close)}")
    return found
