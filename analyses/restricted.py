"""What a player loses under restrictions: the same deals, seats and opponents with and without them.

A block is one deal under all seat rotations, so that the restricted entry of the line-up sits in every seat. The
change is its mean result under a restriction less that of the free games of the same deals, paired over blocks
(`analyses.paired`). Verdicts answer what a designer asks, with d the margin that matters:

    without a thing   necessary       it loses more than d without it, one-sided
                      not necessary   the change lies within -d .. +d, by two one-sided tests
                      better without  it gains more than d: the strategy misjudges the thing
    only a thing      not dominant    it loses more than d with only that one of its kind, one-sided
                      dominant        within -d .. +d: as strong as with all of its kind
                      better alone    it gains more than d

Each way is a family of as many tests as it has restrictions, adjusted by itself (`analyses.verdict`). A restriction
that was broken at more than one in twenty of its decisions, for want of another option, shows nothing by costing
nothing: then only losses count, which come from the decisions at which it was kept.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from analyses.estimate import Estimate, mean, share
from analyses.moments import Floats, Ints, Moments, of_games
from analyses.paired import HERE, ROWS, THERE, paired_change
from analyses.runs import Piece
from analyses.verdict import FEWEST_BLOCKS, UNKNOWN, Judge, balanced

WITHOUT, ONLY = "without", "only"
"""Ways to restrict: things are taken away; only some of a kind are left."""
WORDS = {
    WITHOUT: ("better without", "necessary", "not necessary"),
    ONLY: ("better alone", "not dominant", "dominant"),
}
"""By way: gains more than the margin, loses more, neither."""
NEVER = "never bit"
"""In place of a verdict where no game went otherwise than without the restriction."""
BROKEN = "not kept"
"""In place of a verdict that a restriction costs nothing where it could not be kept often enough to say so."""
LEAK = 0.05
"""Part of the decisions in question at which a restriction may be broken and still be called one."""

OF = {WITHOUT: "without each thing", ONLY: "with only each thing of the kind"}

Bools = npt.NDArray[np.bool_]

WIN, VP = slice(0, 3), slice(3, 6)  # free, restricted, games: as `paired_change` wants them
BIT, ASKED, UNKEPT, QUESTIONED = 6, 7, 8, 9


@dataclass(frozen=True)
class Games:
    """Results of the entry that is restricted in G games, block by block.

    win, score     float64[G]
    asked, unkept  int64[G]: its decisions at which the restriction was in question, and those of them at which
                   every option would have broken it
    digest         int64[G], equal where the results rows of the whole game are
    """

    win: Floats
    score: Floats
    asked: Ints
    unkept: Ints
    digest: Ints


def moments(free: Games, bound: Games, size: int) -> Moments:
    """Sums over the blocks of a restriction, `size` games each, from which its row is worked out."""
    ones = np.ones_like(free.win)
    parts = (
        free.win, bound.win, ones, free.score, bound.score, ones,
        free.digest != bound.digest, bound.asked, bound.unkept, bound.asked > 0,
    )  # fmt: skip
    piece = Piece(pd.DataFrame(), size, np.arange(0, len(ones), size))
    return of_games(piece, np.stack([np.asarray(part, np.float64) for part in parts], axis=-1))


def table(labels: Sequence[str], ways: Sequence[str], sums: Sequence[Moments], judge: Judge) -> pd.DataFrame:
    """One row a restriction.

    free_win, win and change (win shares, the last their difference), free_vp, vp and change_vp, each with interval;
    bit, the share of games that went otherwise at all; questioned, the share in which the restriction was in
    question; unkept, of the decisions at which it was, the share that left no option but to break it; then the
    verdict and what it rests on. n counts games under the restriction; as many were played free of it.
    """
    if not sums:
        return pd.DataFrame()
    every = _stacked(sums)
    win, vp = _part(every, WIN), _part(every, VP)
    free, change, change_vp = share(win, HERE, ROWS), paired_change(win), paired_change(vp)
    if free.se[0] == 0:
        # Free games of a mirror match are even by design: then who loses all has lost all there was to lose.
        change = change.within(-float(free.value[0]), 1 - float(free.value[0]))
    never = every.totals[:, BIT] == 0
    unkept = share(every, UNKEPT, ASKED)
    judged = _judged(change, np.asarray(ways), never, judge)
    lost = judged["verdict"].isin([less for _, less, _ in WORDS.values()] + [UNKNOWN])
    judged["verdict"] = judged["verdict"].mask(~lost & (unkept.value > LEAK), BROKEN)
    frame = pd.DataFrame(
        {
            "restriction": list(labels), "way": list(ways),
            **free.columns("free_win"), **share(win, THERE, ROWS).columns("win"),
            **_blank(change, never).columns("change"),
            **mean(vp, HERE, ROWS).columns("free_vp"), **mean(vp, THERE, ROWS).columns("vp"),
            **_blank(change_vp, never).columns("change_vp"),
            **share(every, BIT, ROWS).columns("bit"), **share(every, QUESTIONED, ROWS).columns("questioned"),
            **unkept.columns("unkept"),
        }
    )  # fmt: skip
    return frame.join(judged).assign(**change.counts())


def _stacked(sums: Sequence[Moments]) -> Moments:
    """Moments of the same blocks as one table of groups."""
    totals, cross, blocks, games = (
        np.stack([getattr(each, name) for each in sums]) for name in ("totals", "cross", "in_blocks", "in_games")
    )
    return Moments(sums[0].blocks, sums[0].games, totals, cross, blocks, games)


def _part(every: Moments, which: slice) -> Moments:
    """The moments of some of the quantities; every game counts, also one whose results are all 0."""
    return replace(
        every, totals=every.totals[:, which], cross=every.cross[:, which, which],
        in_blocks=every.in_blocks[:, which], in_games=every.in_games[:, which],
    )  # fmt: skip


def _blank(change: Estimate, never: Bools) -> Estimate:
    """Without an interval where no game differs: there is no error to judge by; nor where none differs in this."""
    silent = never | ((change.se == 0) & (change.value == 0))
    parts: dict[str, Any] = {name: np.where(silent, np.nan, getattr(change, name)) for name in ("low", "high", "se")}
    return replace(change, **parts)


def _judged(change: Estimate, ways: npt.NDArray[np.str_], never: Bools, judge: Judge) -> pd.DataFrame:
    """p, p_adjusted, verdict and games_needed; the ways are families of their own."""
    parts = []
    for way, (more, less, within) in WORDS.items():
        mine = np.flatnonzero(ways == way)
        if not len(mine):
            continue
        names = ("value", "se", "low", "high", "n", "blocks", "games")
        fields: dict[str, Any] = {name: getattr(change, name)[mine] for name in names}
        own = replace(change, **fields)
        part = replace(judge, words=(more, less))(own, judged=~never[mine])
        steady = (own.se == 0) & (own.value == 0) & (own.blocks >= FEWEST_BLOCKS) & ~never[mine]
        # Blocks that all agree on 0: an exact bound as of a clean sweep, and Bonferroni's for their number.
        steady &= (1 - judge.margin) ** own.blocks < judge.alpha / len(mine)
        part["verdict"] = part["verdict"].replace({balanced(judge.margin): within, "": NEVER}).mask(steady, within)
        parts.append(part.set_index(mine))
    return pd.concat(parts).sort_index()


SAID = {
    "necessary": "necessary, it loses more than {d}",
    "not necessary": "not necessary within ±{d}",
    "better without": "better without, it gains more than {d}",
    "not dominant": "not dominant, it loses more than {d}",
    "dominant": "dominant, as strong as with all of the kind within ±{d}",
    "better alone": "better alone, it gains more than {d}",
    NEVER: "it never bit, no game went otherwise",
    BROKEN: "it could not be kept often enough to tell",
}


def sentences(frame: pd.DataFrame, who: str, margin: float) -> list[str]:
    """What each row says: by how much the player's win share and VP change, with intervals, and the verdict."""
    return [
        f"{who}, {row['restriction']}: {_amount(row, 'change', 'pp', 100)} of win share and "
        f"{_amount(row, 'change_vp', 'VP')}: {SAID.get(row['verdict'], row['verdict']).format(d=_pp(margin))}."
        for row in frame.to_dict("records")
    ]


def summary(frame: pd.DataFrame, who: str, margin: float) -> list[str]:
    """The things of a kind by verdict, a sentence a way."""
    said = []
    for way, (more, less, within) in WORDS.items():
        mine = frame[frame["way"] == way] if len(frame) else frame
        parts = []
        for word in (less, within, more, UNKNOWN, BROKEN, NEVER) if len(mine) else ():
            names = [name.removeprefix(f"{way} ") for name in mine["restriction"][mine["verdict"] == word]]
            parts += [f"{word}: {', '.join(names)}"] if names else []
        if parts:
            said.append(f"{who} {OF[way]}, judged at {_pp(margin)}: {'; '.join(parts)}.")
    return said


def _pp(margin: float) -> str:
    return f"{100 * margin:g} pp"


def _amount(row: Mapping[Hashable, Any], name: str, unit: str, scale: float = 1) -> str:
    """A change with its interval, if it has one."""
    value, low, high = (scale * row[f"{name}{end}"] for end in ("", "_low", "_high"))
    return f"{value:+.2f} {unit}" + (f" [{low:+.2f}, {high:+.2f}]" if low == low else "")
