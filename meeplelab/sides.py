"""A game under two sets of rules: base and variant, what differs in them, and one game under both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from meeplelab.findings import typed
from meeplelab.match import Match
from simcore.errors import MeepleError
from simcore.words import seat_name

if TYPE_CHECKING:
    from analyses.contrast import Flip
    from simcore.replay import Game, Step


@dataclass(frozen=True)
class Sides:
    """Base and variant, ready to be played, with the words of the command line that give each its rules.

    names are the strategies as they were typed, which may be files; "" stands for those of the line-up.
    """

    base: Match
    variant: Match
    base_rules: tuple[str, ...] = ()
    variant_rules: tuple[str, ...] = ()
    names: str = ""

    def __post_init__(self) -> None:
        if not changed(self):
            raise MeepleError(
                "whatif: the variant's rules are those of the base; change a value with --set KEY=VALUE, or name "
                "other rules with --with FILE"
            )


def changed(sides: Sides) -> dict[str, list[Any]]:
    """Rule values that differ: key to [value in the base, value in the variant], None where there is none."""
    base, variant = (_values(match.ruleset.data) for match in (sides.base, sides.variant))
    return {key: [base.get(key), variant.get(key)] for key in {**base, **variant} if base.get(key) != variant.get(key)}


NO_VALUES = ("format", "game", "name", "sources", "notes", "worth_trying")
"""Tables of a ruleset that change no game."""


def _values(data: Mapping[str, Any], start: str = "") -> dict[str, Any]:
    """Every value of a ruleset by its key."""
    flat: dict[str, Any] = {}
    for name, value in data.items():
        if start or name not in NO_VALUES:
            flat |= _values(value, f"{start}{name}.") if isinstance(value, Mapping) else {f"{start}{name}": value}
    return flat


def told(sides: Sides, flip: Flip) -> dict[str, Any]:
    """The first flipped game as JSON values: place, winners, where it parts, and the commands that tell it."""
    index, words = parting(sides, flip)
    return {
        "deal": flip.deal,
        "rotation": flip.rotation,
        "winners": [_winners(sides.base, flip, seats) for seats in (flip.here, flip.there)],
        "step": index + 1,
        "parting": words,
        "commands": [command(sides, flip, which) for which in (0, 1)],
    }


def _winners(match: Match, flip: Flip, seats: Sequence[int]) -> str:
    names = match.schedule.lineup
    return " and ".join(f"{seat_name(seat)} ({names[(seat + flip.rotation) % len(names)]})" for seat in seats)


def command(sides: Sides, flip: Flip, which: int) -> str:
    """The command that tells the game under the base (0) or the variant (1)."""
    schedule = sides.base.schedule
    rules = (sides.base_rules, sides.variant_rules)[which]
    return typed(
        "replay", sides.base.spec.name, "--seed", schedule.seed, "--deal", flip.deal, "--rotation", flip.rotation,
        "--players", schedule.players, "--strategies", sides.names or ",".join(schedule.lineup), *rules,
    )  # fmt: skip


def game(match: Match, flip: Flip) -> Game:
    """The game under the rules of one side, not yet begun."""
    from simcore.replay import Game

    return Game(match.spec, match.ruleset, match.strategies, match.schedule.seed, flip.deal, flip.rotation)


def parting(sides: Sides, flip: Flip) -> tuple[int, str]:
    """Number of the first decision at which the two games are not the same, from 0, and what differs there.

    They part at a decision if who decides, on what, the options, the choice, or what comes of it differs.
    """
    from simcore.replay import steps

    matches = sides.base, sides.variant
    games = [game(match, flip) for match in matches]
    if games[0].state.tobytes() != games[1].state.tobytes():
        return 0, "they differ from the deal on"
    last = -1
    for one, other in zip(*(steps(each) for each in games)):
        last = one.index
        if words := _apart(sides, one, other):
            return last, words
    return last, "one goes on where the other ends"


def _apart(sides: Sides, one: Step, other: Step) -> str:
    """What differs at a decision reached alike, "" if nothing does."""
    speak = sides.base.spec.describer()
    here, there = (
        speak.option(match.ruleset, step.before, step.options[step.choice])
        for match, step in ((sides.base, one), (sides.variant, other))
    )
    who = f"{seat_name(one.seat)} at {speak.decision(sides.base.ruleset, one.before)!r}"
    if one.options.tobytes() != other.options.tobytes():
        if one.options[one.choice] == other.options[other.choice]:
            return f"{who} has {len(one.options)} options in the one, {len(other.options)} in the other"
        return f"{who} chooses {here!r} in the one, {there!r} in the other, out of other options"
    if one.choice != other.choice:
        return f"{who} chooses {here!r} in the one, {there!r} in the other"
    if one.after.tobytes() != other.after.tobytes():
        return f"{who}: {here!r} has another outcome"
    return ""


def from_parting(sides: Sides, flip: Flip, step: int) -> list[str]:
    """The text of one game under both rules, from a decision (counted from 1) on."""
    from simcore.telling import text

    told = []
    for name, match in (("base", sides.base), ("variant", sides.variant)):
        lines = "".join(piece for piece, _ in text(partial(game, match, flip))).splitlines()
        first = next((i for i, line in enumerate(lines) if line.startswith(f"{step}. ")), len(lines))
        told += [f"== {name}: {match.ruleset.name} ({match.ruleset.digest})", *lines[first:], ""]
    return told[:-1]
