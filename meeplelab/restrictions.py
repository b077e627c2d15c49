"""Restrictions by the words people use: what a seat must not take while it can do else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from meeplelab.things import name_of, word
from simcore.contract import GameSpec
from simcore.errors import MeepleError
from simcore.experiment import things_of
from simcore.fields import as_given

DOINGS = ("effect", "call", "ability")
"""Kinds of things that are done, not had: a player may be blind to them and leave them undone."""
CONTACT = "contact"
"""The kind of what touches an opponent, whatever else it is."""


@dataclass(frozen=True)
class Restriction:
    """What a seat must not take while it can do else.

    label tells it in words; `only` whether it leaves some of a kind, by which it is judged; places are those of the
    things banned in the game's list, about that of the one thing the question is of, -1 if it is of several.
    """

    label: str
    only: bool
    places: tuple[int, ...]
    about: int = -1

    @property
    def mask(self) -> int:
        """The things banned, a bit each."""
        return sum(1 << place for place in self.places)


def asked(
    spec: GameSpec,
    ban: Sequence[str] = (),
    only: Sequence[str] = (),
    blind: Sequence[str] = (),
    no_interaction: bool = False,
) -> Restriction:
    """The one restriction that all these make together.

    ban and only name things ("item.spook", "items.spook") or whole kinds ("mercenary"); with `only` the others of
    the same kinds are banned; blind names things that are done ("ninja", "effect.spook") or kinds of them ("effect").
    Raises MeepleError for what there is none of, and if nothing is asked for or nothing is left of what is.
    """
    every = things_of(spec).every
    banned = _places(spec, ban, "ban")
    left = _places(spec, only, "only")
    unseen = _places(spec, blind, "blind", DOINGS)
    contact = [i for i, thing in enumerate(every) if thing.kind == CONTACT] if no_interaction else []
    if no_interaction and not contact:
        raise MeepleError(f"no interaction: no option of {spec.name} touches an opponent, so there is nothing to ban")
    if both := sorted(set(left) & {*banned, *unseen}):
        raise MeepleError(f"only: {name_of(every[both[0]])} is banned too; expected one or the other")
    others = _others(spec, left)
    if only and not others:
        raise MeepleError(f"only: {', '.join(only)} leaves all of its kind; expected fewer things than there are")
    if not (banned or left or unseen or contact):
        raise MeepleError(
            f"restrict: nothing to restrict; expected --ban {name_of(every[0])}, --only, --blind, --no-interaction, or "
            f"--each {word(every[0].kind)}"
        )
    words = [
        f"without {_listed(spec, banned, ban)}" * bool(banned),
        f"only {_listed(spec, left, only)}" * bool(left),
        f"blind to {_listed(spec, unseen, blind)}" * bool(unseen),
        "no interaction" * bool(contact),
    ]
    places = tuple(sorted({*banned, *others, *unseen, *contact}))
    return Restriction(", ".join(filter(None, words)), bool(left), places)


def each(spec: GameSpec, kind: str) -> list[Restriction]:
    """Two restrictions for every thing of a kind: without it, and with only it if there are others.

    Raises MeepleError for a kind there is not, and for one that all seats share.
    """
    places = _places(spec, [kind], "each")
    every = things_of(spec).every
    if len({every[place].kind for place in places}) > 1 or name_of(every[places[0]]) == _plain(kind):
        kinds = dict.fromkeys(word(thing.kind) for thing in every if not thing.shared)
        raise MeepleError(f"each: {as_given(kind)} is no kind of things; expected one of: {', '.join(kinds)}")
    made = []
    for place in places:
        name = name_of(every[place])
        made.append(Restriction(f"without {name}", False, (place,), place))
        if len(places) > 1:
            made.append(Restriction(f"only {name}", True, tuple(other for other in places if other != place), place))
    return made


def _others(spec: GameSpec, left: Sequence[int]) -> set[int]:
    """All other things of the kinds of these."""
    every = things_of(spec).every
    kinds = {every[place].kind for place in left}
    return {i for i, thing in enumerate(every) if thing.kind in kinds and not thing.shared} - set(left)


def _places(spec: GameSpec, names: Iterable[str], option: str, kinds: Sequence[str] = ()) -> list[int]:
    """Places of the things these names mean; with `kinds` only things of those."""
    found: set[int] = set()
    for name in names:
        found |= set(_meant(spec, name, option, kinds))
    return sorted(found)


def _plain(text: str) -> str:
    """A word as it is compared: "Chest items" and "chest-items" are one."""
    return text.strip().lower().replace("_", "-").replace(" ", "-")


def _forms(kind: str) -> set[str]:
    """A kind in the singular and the plural."""
    name = word(kind)
    return {name, f"{name}s", f"{name[:-1]}ies" if name.endswith("y") else name}


def _meant(spec: GameSpec, text: str, option: str, kinds: Sequence[str]) -> list[int]:
    """Places of the things of one name: a kind, "kind.name", or a name that only one thing has."""
    every = things_of(spec).every
    known = [i for i, thing in enumerate(every) if not kinds or thing.kind in kinds]
    front, dot, name = _plain(text).partition(".")
    of_kind = [i for i in known if front in _forms(every[i].kind)]
    alike = [i for i in (of_kind if dot else known) if _plain(every[i].name) == (name if dot else front)]
    found = alike if dot or not of_kind else of_kind
    if not found:
        raise MeepleError(f"{option}: {spec.name} has no {text!r}{_hint(spec, text, known)}")
    if len(found) > 1 and found is alike:
        raise MeepleError(f"{option}: {text}: which of {', '.join(name_of(every[i]) for i in found)}?")
    if every[found[0]].shared:
        raise MeepleError(f"{option}: {text}: all seats share it, so no seat can be kept from it")
    return found


def _hint(spec: GameSpec, text: str, known: Sequence[int]) -> str:
    """What may have been meant, else what there is."""
    every = things_of(spec).every
    own = [i for i in known if not every[i].shared]
    if not own:
        return " that a seat could leave undone"
    kinds = list(dict.fromkeys(word(every[i].kind) for i in own))
    forms = {_plain(name_of(every[i])): name_of(every[i]) for i in own}
    bare = {_plain(every[i].name): name_of(every[i]) for i in own}
    close = [
        {**bare, **forms, **{kind: kind for kind in kinds}}[word_]
        for word_ in get_close_matches(_plain(text), [*forms, *bare, *kinds], 3, 0.6)
    ]
    if close:
        return f"; did you mean {' or '.join(dict.fromkeys(close))}?"
    return f"; expected a name such as {name_of(every[own[0]])}, or one of the kinds: {', '.join(kinds)}"


def _listed(spec: GameSpec, places: Sequence[int], words: Sequence[str]) -> str:
    """The things of a list by name; those of whole kinds by the kind."""
    every = things_of(spec).every
    whole = {thing.kind for thing in every if any(_plain(text) in _forms(thing.kind) for text in words)}
    names = list(dict.fromkeys(word(k) if (k := every[i].kind) in whole else name_of(every[i]) for i in places))
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
