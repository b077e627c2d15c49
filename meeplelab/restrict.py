"""Restricted play: what a player loses without a thing, and with only it; see `analyses.restricted`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from meeplelab import restrictions
from meeplelab.amounts import check_held
from meeplelab.findings import evidence
from meeplelab.judging import MARGIN, METHOD, judge_of
from meeplelab.listener import SILENT, Listener
from meeplelab.match import names_of, prepare, workers
from meeplelab.restrictions import Restriction
from meeplelab.stages import Stages
from meeplelab.things import called, name_of
from simcore.contract import GameSpec
from simcore.errors import MeepleError
from simcore.experiment import things_of
from simcore.fields import as_given
from simcore.registry import game as find_game

if TYPE_CHECKING:
    import pandas as pd

    from analyses.finding import Finding
    from analyses.verdict import Judge
    from meeplelab.restrictplay import Masks, Table

NAME, TITLE = "restrict", "Restricted play"
GAMES = 20_000
HOW = (
    "Each deal under all seat rotations, once free and once under each restriction, all else equal; change: paired t "
    "over blocks; shares: Wilson at the effective n; verdicts by equivalence tests, adjusted over those of one way."
)
NOTES = (
    "The restricted player keeps its own strategy and weights and plans for no ban: it takes the best it sees among "
    "what is left. Who planned for the ban would lose as much or less.",
)
UNITS = {
    **dict.fromkeys(("free_win", "win", "bit", "questioned", "unkept"), "share"),
    "change": "points", **dict.fromkeys(("free_vp", "vp", "change_vp"), "VP"),
}  # fmt: skip
ABOUT = {
    "restrictions": "Free: the same games without a restriction. Change: win share under the restriction less that of "
    "the free games. Bit: games that went otherwise in anything counted. Questioned: games in which something banned "
    "came within reach. Unkept: part of the decisions in question at which every option would have broken the "
    "restriction, so that it could not be kept.",
}
Words = str | Sequence[str] | None


def restrict(
    game: str,
    *,
    ban: Words = None,
    only: Words = None,
    blind: Words = None,
    no_interaction: bool = False,
    each: str | None = None,
    who: str | int | None = None,
    players: int | None = None,
    games: int = GAMES,
    strategies: str | Sequence[str] | None = None,
    margin: str | float = MARGIN,
    method: str = METHOD,
    seed: int = 1,
    jobs: int | None = None,
    rules: str | Path | None = None,
    changes: Mapping[str, object] | None = None,
    listener: Listener = SILENT,
    command: str = "",
) -> Finding:
    """What one player of a line-up loses under restrictions, as win share and VP on common deals.

    ban, only, blind and no_interaction together make one restriction: things or kinds never taken, things of which
    only these are taken, things never done, and nothing that touches an opponent; each as long as there is any
    other option. `each` instead asks of every thing of a kind: without it, and with only it. `who` is a strategy of
    the line-up or its number from 1, the first without. `games` are played free, and as many under each
    restriction, in blocks of all seat rotations; margin is in percentage points.

    The table `restrictions` has a row each, of each way to restrict the dearest first, see `analyses.restricted.table`;
    the facts tell who was restricted, and what each restriction bans. Raises MeepleError for bad input, and for one
    player.
    """
    from analyses.finding import Finding
    from meeplelab.restrictplay import Table

    crew, judge = workers(jobs), judge_of(margin, method)
    asked = _asked(find_game(game), ban, only, blind, no_interaction, each)
    match = prepare(game, players, games, strategies, seed, rules, changes, notice=listener.notice)
    count = len(match.strategies)
    if count < 2:
        raise MeepleError("players: one player alone has nobody to win against; expected 2 or more")
    line_up = match.schedule.lineup
    entry = _entry(line_up, who)
    table = Table(match, entry, -(-games // count), crew)
    check_held(table.games, "games")
    frame, kept, missing, played = _found(table, asked, judge, each is not None, listener)
    every = things_of(match.spec).every
    facts: dict[str, Any] = {
        "who": line_up[entry], "entry": entry + 1, "margin": judge.margin, "method": method, "each": each,
        "out_of_reach": missing,
        "banned": {one.label: [name_of(every[place]) for place in one.places] for one in kept},
    }  # fmt: skip
    card = evidence(match.spec, match.ruleset, line_up, seed, played, table.blocks, HOW, command)
    notes = _notes(frame, line_up, line_up[entry], judge.margin, missing, each is not None)
    return Finding(NAME, TITLE, card, {"restrictions": frame}, facts, notes, UNITS, about=ABOUT)


def _asked(
    spec: GameSpec, ban: Words, only: Words, blind: Words, no_interaction: bool, each: str | None
) -> list[Restriction]:
    """The restrictions asked for."""
    bans, left, undone = ([name for part in _several(given) for name in names_of(part)] for given in (ban, only, blind))
    if each is None:
        return [restrictions.asked(spec, bans, left, undone, no_interaction)]
    if bans or left or undone or no_interaction:
        raise MeepleError("each: it asks for restrictions of its own; expected no other beside it")
    return restrictions.each(spec, each)


def _several(given: Words) -> Sequence[str]:
    """What was given as a list, each entry of which may hold several."""
    return [] if given is None else [given] if isinstance(given, str) else given


def _entry(line_up: Sequence[str], who: str | int | None) -> int:
    """Place of the restricted strategy in the line-up."""
    if who is None:
        return 0
    word = str(who).strip()
    if word in line_up:
        return line_up.index(word)
    if word.isdecimal() and 1 <= int(word) <= len(line_up):
        return int(word) - 1
    close = get_close_matches(word, line_up, 1)
    hint = f"did you mean {close[0]}? " if close else ""
    given = as_given(str(who))
    raise MeepleError(f"who: {given} is not in the line-up; {hint}it is {', '.join(line_up)}; a number counts from 1")


def _found(
    table: Table, asked: Sequence[Restriction], judge: Judge, several: bool, listener: Listener
) -> tuple[pd.DataFrame, list[Restriction], list[str], int]:
    """The table, the restrictions in it, those of `each` whose thing never came within reach, and games played."""
    from analyses import restricted
    from meeplelab import restrictplay

    stages = Stages(listener, table.games * (1 + len(asked)))
    free, chance = restrictplay.free_games(table, stages.next)
    kept: list[Restriction] = list(asked)
    missing: list[str] = []
    if several:
        kept, missing = _within_reach(table, asked, chance)
    found = [restrictplay.in_question(chance, one.mask) for one in kept]
    played = stages.total = table.games + sum(map(len, found))
    sums = []
    for one, games in zip(kept, found):
        bound = restrictplay.bound_games(table, free, games, one.mask, stages.next)
        sums.append(restricted.moments(free, bound, table.players))
    ways = [restricted.ONLY if one.only else restricted.WITHOUT for one in kept]
    frame = restricted.table([one.label for one in kept], ways, sums, judge)
    if len(frame):
        frame.insert(2, "called", [_called(table, one) for one in kept])
        # of each way what costs most comes first
        order = frame["way"].map(list(restricted.WORDS).index)
        frame = frame.assign(order=order).sort_values(["order", "change"], kind="stable", ignore_index=True)
        frame = frame.drop(columns="order")
    return frame, kept, missing, played


def _called(table: Table, one: Restriction) -> str:
    """What the rules call the thing a restriction is about, else the restriction itself."""
    spec, ruleset = table.match.spec, table.match.ruleset
    return one.label if one.about < 0 else called(ruleset, things_of(spec).every[one.about])


def _within_reach(table: Table, asked: Sequence[Restriction], chance: Masks) -> tuple[list[Restriction], list[str]]:
    """The restrictions of `each` about things that ever came within reach, and the names of the other things."""
    import numpy as np

    seen, every = int(np.bitwise_or.reduce(chance)), things_of(table.match.spec).every
    kept = [one for one in asked if seen >> one.about & 1]
    return kept, list(dict.fromkeys(name_of(every[one.about]) for one in asked if not seen >> one.about & 1))


def _notes(
    frame: pd.DataFrame, line_up: Sequence[str], who: str, margin: float, missing: Sequence[str], several: bool
) -> tuple[str, ...]:
    """What to conclude, and what a reader must know of it."""
    from analyses.restricted import LEAK, sentences, summary

    said = summary(frame, who, margin) if several else sentences(frame, who, margin)
    if len(frame) and frame["unkept"].max() > 0:
        said.append(
            "A restriction is kept as long as there is another option. Where every option would have broken it, it was "
            f"not, and what was not kept at more than {LEAK:.0%} of its decisions is not said to cost nothing."
        )
    if len(frame) and frame["free_win_high"].max() < 1 / len(line_up):
        said.append(
            f"{who} wins less than its fair share of {1 / len(line_up):.1%} here; a weak player may not miss what a "
            "strong one needs. Restrict a stronger one with --who or --strategies."
        )
    if missing:
        said.append(f"Nothing to ban: in these games {who} never had an option that takes {', '.join(missing)}.")
    return (*said, *NOTES)
