"""Fields of rising strength: who sits in them, and what is played in one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from meeplelab import treatments
from meeplelab.listener import SILENT, Listener
from meeplelab.match import Match, names_of, shown_line_up
from meeplelab.stages import Stages
from simcore.errors import MeepleError
from simcore.words import plural
from strategies import catalog

if TYPE_CHECKING:
    from analyses.ledger.linear import Linear

WEAK, USUAL, STRONG, SEARCH = WORDS = "weak", "usual", "strong", "search"
BLIND = "random"
"""Who plays the weak field."""
BUDGET = 25
"""Roll-outs a decision of the field `search`; another is `search@budget=100`, as any strategy."""
PILOT = 4
"""Games a worker plays to find how long one takes."""


@dataclass(frozen=True)
class Level:
    """A field: what it was typed as, what it is called, and one strategy a seat."""

    typed: str
    name: str
    line_up: tuple[str, ...]

    @property
    def slow(self) -> bool:
        """Whether somebody in it searches."""
        return any(catalog.is_search(catalog.head_of(name)) for name in self.line_up)


def levels_of(
    game: str, players: int, fields: str | Sequence[str] | None, search: bool, listener: Listener = SILENT
) -> list[Level]:
    """The fields asked for, weakest first, or the usual ones.

    Raises MeepleError for what is neither a word nor a line-up, and for fewer than two different fields.
    """
    words = names_of(fields)
    if not words:
        tuned = any(_tuned(game, players))
        words = [USUAL, STRONG] if tuned else [WEAK, USUAL]
        if not tuned:
            listener.say(
                f"no tuned weights are shipped for {plural(players, 'player')}: {WEAK} play stands for another strength"
            )
    if search and SEARCH not in words:
        words.append(SEARCH)
    levels = [_level(game, players, word) for word in words]
    if len({level.line_up for level in levels}) < len(levels) or len(levels) < 2:
        raise MeepleError(f"fields: {', '.join(words)}; expected two or more different ones, such as {USUAL},{STRONG}")
    for level in levels:
        for name in dict.fromkeys(level.line_up):
            catalog.check(game, name, players)
    # files of one name in two folders: their fields are called as they were typed
    names = [level.name for level in levels]
    return [replace(level, name=level.typed) if names.count(level.name) > 1 else level for level in levels]


def _level(game: str, players: int, word: str) -> Level:
    if word == WEAK:
        return Level(word, word, (BLIND,) * players)
    if word == USUAL:
        return Level(word, word, tuple(shown_line_up(game, players)))
    if word == STRONG:
        tuned = _tuned(game, players)
        if not any(tuned):
            raise MeepleError(
                f"fields: {STRONG} is the usual line-up with tuned weights, and none are shipped for "
                f"{plural(players, 'player')}; expected {WEAK}, {USUAL}, {SEARCH}, or strategies"
            )
        usual = shown_line_up(game, players)
        chosen = (f"{name}@{catalog.TUNED}" if there else name for name, there in zip(usual, tuned, strict=True))
        return Level(word, word, tuple(chosen))
    if word == SEARCH:
        return Level(word, word, (f"{SEARCH}@budget={BUDGET}",) * players)
    listed = [name.strip() for name in word.split("+")]
    if not all(listed):
        raise MeepleError(f"fields: {word!r}; expected {', '.join(WORDS)}, or strategies joined by +, one a seat")
    if len(listed) not in (1, players):
        raise MeepleError(
            f"fields: {word}: {len(listed)} strategies for {plural(players, 'player')}; expected one, or one a seat"
        )
    return Level(word, "+".join(map(_shown, listed)), tuple(listed * (players // len(listed))))


def _shown(name: str) -> str:
    """A strategy's name without the folders of a file."""
    return name.rsplit("/", 1)[-1]


def _tuned(game: str, players: int) -> list[bool]:
    """Whether weights are shipped for each of the usual line-up."""
    return [players in catalog.shipped_weights(game, name) for name in shown_line_up(game, players)]


def timed(match: Match, jobs: int, seconds: float, listener: Listener) -> int:
    """About how many games of a match take so long, to two digits; found by playing some."""
    from meeplelab.played import Played

    games = PILOT * jobs
    pilot = Played(
        replace(match, schedule=replace(match.schedule, asked=games)), jobs, 1, replace(listener, progress=None)
    )
    played = sum(len(frame) for frame in pilot.iter_frames(["block"])) / match.schedule.players
    wanted = played * seconds / max(pilot.seconds, 1e-6)
    return max(int(float(f"{wanted:.2g}")), match.schedule.rotations * 2)


def forced(match: Match, places: Sequence[int], deals: int, jobs: int, listener: Listener) -> Linear:
    """Being made to take each thing less being kept from it, on win share."""
    from analyses.ledger.linear import mean

    stages = Stages(listener, deals * (1 + 2 * len(places)))
    table = treatments.ordinary(match, treatments.deals_of(match, deals), jobs, stages.next)
    return mean(treatments.arms(match, table, places, "once", jobs, stages.next).win)
