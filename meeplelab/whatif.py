"""What if a rule were another: the game's own rules and a variant on the same deals, everything compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from meeplelab.findings import evidence
from meeplelab.listener import SILENT, Listener
from meeplelab.match import Match, names_of, prepare, workers
from meeplelab.sides import Sides, changed, from_parting, told
from simcore.rulesvalues import in_words

if TYPE_CHECKING:
    import pandas as pd

    from analyses.contrast import Contrast
    from analyses.finding import Finding

NAME = "whatif"
GAMES = 100_000
METHOD = (
    "Change: mean over the games of the variant less that over the same deals of the base, t interval over block "
    "differences; p values adjusted over the table (Benjamini-Hochberg)."
)


UNITS = {"apart": "share", "at_least_4": "share", "metrics": "count"}
ABOUT = (
    "Design effect: how many times fewer games than independent ones gave these intervals, over the metrics of a kind "
    "that differ in some game; the part of the blocks and the part of the common deals are medians."
)


def whatif(
    game: str,
    changes: Mapping[str, object] | None = None,
    *,
    with_rules: str | Path | None = None,
    rules: str | Path | None = None,
    players: int | None = None,
    games: int = GAMES,
    strategies: str | Sequence[str] | None = None,
    seed: int = 1,
    jobs: int | None = None,
    chunk: int | None = None,
    parts: bool = False,
    replay: bool = False,
    listener: Listener = SILENT,
    command: str = "",
) -> Finding:
    """Play a game under its own rules and under a variant, on the same deals, and tell what changes.

    The base is the game's own rules or the file `rules`. The variant is the base, or the file
    `with_rules`, with `changes` on top. `games` are played under each. With `parts` the parts of columns with labels
    are compared too; with `replay` the facts hold the text of the first game that somebody else wins.

    The tables: `changes` (see `analyses.contrast.Contrast.table`) and `design`. The facts: what was changed,
    the shares of games that part and that somebody else wins, and under `flip` the first of these, with where it
    parts and the commands that tell it under both rules. Raises MeepleError for bad input and for a variant that
    changes nothing.
    """
    crew = workers(jobs)

    def match(file: str | Path | None, on_top: Mapping[str, object] | None) -> Match:
        return prepare(game, players, games, strategies, seed, file, on_top, notice=listener.notice)

    file = rules if with_rules is None else with_rules
    sides = Sides(
        match(rules, None), match(file, changes), _words(rules, {}), _words(file, changes or {}),
        ",".join(names_of(strategies)),
    )  # fmt: skip
    listener.say(sides.base.schedule.note())
    return compared(sides, crew, chunk, parts, replay, listener, command)


def _words(file: str | Path | None, changes: Mapping[str, object]) -> tuple[str, ...]:
    """The options of the command line that give these rules."""
    named = () if file is None else ("--rules", str(file))
    return (*named, *(word for key, value in changes.items() for word in ("--set", f"{key}={in_words(value)}")))


class _Together:
    """Two runs that are read in step, shown as one."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._done = [0, 0]

    def side(self, place: int) -> Listener:
        """The listener of one of the two."""

        def progress(done: int, total: int) -> None:
            self._done[place] = done
            if self._listener.progress:
                self._listener.progress(sum(self._done), 2 * total)

        return replace(self._listener, progress=progress)


def compared(
    sides: Sides, crew: int, chunk: int | None, parts: bool, replay: bool, listener: Listener, command: str
) -> Finding:
    """Play both sides in step and put the finding together; see `whatif`."""
    from analyses.contrast import contrast, design, significant
    from analyses.finding import Finding
    from meeplelab.played import Played

    both = _Together(listener)
    base, variant = (Played(match, crew, chunk, both.side(i)) for i, match in enumerate((sides.base, sides.variant)))
    found = contrast(base, variant, labelled=parts)
    table = found.table()
    effects = design(table)
    flip, schedule = found.first_flip, sides.base.schedule
    facts: dict[str, Any] = {
        "changed": changed(sides),
        "variant": sides.variant.ruleset.name,
        "variant_digest": sides.variant.ruleset.digest,
        "parted": found.parted / found.games,
        "flipped": found.flips / found.games,
        "significant": significant(table),
        "flip": None if flip is None else told(sides, flip),
    }
    if replay and flip is not None:
        facts["replay"] = from_parting(sides, flip, facts["flip"]["step"])
    card = evidence(
        sides.base.spec, sides.base.ruleset, schedule.lineup, schedule.seed, 2 * found.games, found.moments.blocks,
        METHOD, command,
    )  # fmt: skip
    notes = (_played(found, table), *worth(effects, facts["flipped"], schedule.players))
    return Finding(
        NAME, "What if", card, {"changes": table, "design": effects}, facts, notes, units=UNITS, about={"design": ABOUT}
    )


def _played(found: Contrast, table: pd.DataFrame) -> str:
    """How many games part, and how narrow the interval of a win share is."""
    wins = table[table["metric"].str.endswith(".win_share") & table["change_low"].notna()]
    half = float((wins["change_high"] - wins["change_low"]).median() / 2)
    narrow = f"; the change of a win share is known to ±{100 * half:.2g} pp" if len(wins) else ""
    parted = f"{found.parted:,} of {found.games:,} games differ under the two rules"
    return f"{parted}, {found.flips:,} are won by somebody else{narrow}." if len(wins) else f"{parted}."


ENOUGH = 4.0
"""Times fewer games that a common deal should save; the reader is told why where it does not."""


def worth(effects: pd.DataFrame, flipped: float, players: int) -> tuple[str, ...]:
    """What blocks and common deals were worth, in words; nothing where no metric differs."""
    if not len(effects):
        return ()
    wins = effects[effects["kind"].str.startswith("win shares")]["median"]
    told = f" For win shares {wins.min():.3g} to {wins.max():.3g} (medians)." if len(wins) else ""
    lines = [
        "Design effect: times fewer games that blocks and common deals need than independent games for the same "
        f"interval.{told}"
    ]
    if len(wins) and wins.min() < ENOUGH and players > 1:
        unlike = 1 - 1 / players
        lines.append(
            f"For win shares it is about {unlike:.2f} (the chance that two unrelated games have different winners) "
            f"over the share of games that somebody else wins, here {flipped:.2f}; a design effect of {ENOUGH:g} takes "
            f"a share of {unlike / ENOUGH:.2f} or less. One draw more or less moves every later one, so games that "
            "part early share little luck."
        )
    return tuple(lines)
