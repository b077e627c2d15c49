"""Tables of when games are decided, each number with its interval over blocks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from analyses.decided.chances import base_rates, chances
from analyses.decided.course import Course
from analyses.decided.shuffled import leader_wins
from analyses.estimate import Estimate, difference, mean, share
from analyses.moments import Floats, Ints, Moments, of_games, one_hot
from simcore.errors import MeepleError

FEWEST_BLOCKS = 60
BINS = 10
LEADS = 12
"""Classes of the lead after a round, about equally full."""


@dataclass(frozen=True)
class Decided:
    """What is worked out of each game; `said` is float32[G, P, T], NaN where a round was not played.

    settled[G]  the round of no return, counted from 1: from it on the winner's chance is above `sure` to the
    end; one more than the game's rounds where that never is, and where the win is shared
    """

    course: Course
    said: npt.NDArray[np.float32]
    settled: Ints
    sure: float

    @classmethod
    def of(cls, course: Course, sure: float) -> Decided:
        """Work it out; from the chance `sure` on the winner is as good as known.

        Raises MeepleError for too few blocks.
        """
        cls.check_blocks(len(np.unique(course.block)), course.games)
        said = chances(course)
        return cls(course, said, _settled(course, said, sure), sure)

    @staticmethod
    def check_blocks(blocks: int, games: int) -> None:
        """Refuse too few blocks.

        Raises MeepleError.
        """
        if blocks < FEWEST_BLOCKS:
            raise MeepleError(
                f"games: {games} make {blocks} blocks; expected {FEWEST_BLOCKS} blocks or more, "
                "as chances are fitted on one half and judged on the other"
            )

    @property
    def at_the_end(self) -> npt.NDArray[np.bool_]:
        """bool[G]: games that are decided by what is counted after the last round, if not by a tie-break."""
        return self.settled > self.course.last


def _settled(course: Course, said: npt.NDArray[np.float32], sure: float) -> Ints:
    won = course.win == 1
    winner = won.argmax(axis=1)
    chance = np.take_along_axis(said, winner[:, None, None], axis=1)[:, 0, :]
    # Rounds that were not played are no doubt.
    doubt = ~(chance > sure) & (np.arange(chance.shape[1]) < course.last[:, None])
    doubt[~won.any(axis=1), 0] = True
    last_doubt = np.where(doubt.any(axis=1), chance.shape[1] - doubt[:, ::-1].argmax(axis=1), 0)
    return np.asarray(np.where(won.any(axis=1), last_doubt + 1, course.last + 1), np.int64)


def by_round(decided: Decided) -> pd.DataFrame:
    """One row a round.

    leader_wins  share of games on in which the leader after the round wins (wins and leads shared by equals)
    shuffled     the same with what each seat still gains dealt anew (`shuffled`): an equal field with the same luck
    runaway      the first less the second
    decided      share of all games decided by then
    brier, brier_base  mean squared error of the chances, and of how often that strategy wins in that seat
    """
    course = decided.course
    base = (base_rates(course) - course.win) ** 2
    rows: list[pd.DataFrame] = []
    for after in range(course.rounds):
        on = course.on(after)
        error = np.where(on[:, None], (decided.said[:, :, after] - course.win) ** 2, 0.0)
        quantities = [
            (course.leaders(after) * course.win).sum(axis=1) * on,
            leader_wins(course, after),
            on,
            decided.settled <= after + 1,
            np.ones(course.games),
            error.sum(axis=1),
            base.sum(axis=1) * on,
            on * course.players,
        ]
        moments = of_games(course.piece, np.stack(quantities, axis=-1).astype(np.float64))
        rows.append(
            pd.DataFrame(
                {
                    "round": after + 1,
                    **share(moments, 0, 2).columns("leader_wins"),
                    **share(moments, 1, 2).columns("shuffled"),
                    **difference(moments, (0, 2), (1, 2)).columns("runaway"),
                    **share(moments, 3, 4).columns("decided"),
                    **mean(moments, 5, 7).columns("brier"),
                    **mean(moments, 6, 7).columns("brier_base"),
                    **share(moments, 0, 2).counts(),
                }
            )
        )
    return pd.concat(rows, ignore_index=True)


def reliability(decided: Decided) -> pd.DataFrame:
    """Chances in classes of a tenth: said (their mean), won (what came), gap (won less said).

    Each row counts every seat after every round; all chances are of games that were not fitted.
    """
    course = decided.course
    totals = np.zeros((course.games, BINS, 3))
    for after in range(course.rounds):
        on = course.on(after)
        said = decided.said[on, :, after].astype(np.float64)
        here = one_hot(np.minimum((said * BINS).astype(np.int64), BINS - 1), BINS)
        parts = np.stack([said, course.win[on].astype(np.float64), np.ones(said.shape)], axis=-1)
        totals[on] += here.transpose(0, 2, 1) @ parts
    moments = of_games(course.piece, totals)
    won = share(moments, 1, 2)
    table = pd.DataFrame(
        {
            "from": np.arange(BINS) / BINS,
            "to": (np.arange(BINS) + 1) / BINS,
            **mean(moments, 0, 2).columns("said"),
            **won.columns("won"),
            **difference(moments, (1, 2), (0, 2)).columns("gap"),
            **won.counts(),
        }
    )
    return table[table["n"] > 0].reset_index(drop=True)


def by_lead(decided: Decided) -> pd.DataFrame:
    """Share of games won by the lead to the best other seat, in classes about equally full, and the chance said."""
    course = decided.course
    tables: list[pd.DataFrame] = []
    for after in range(course.rounds):
        on, leads = course.on(after), course.leads(after)
        edges = np.unique(np.quantile(leads[on], np.arange(1, LEADS) / LEADS, method="closest_observation"))
        place = np.where(on[:, None], np.searchsorted(edges, leads, side="left"), -1)
        here = one_hot(place, len(edges) + 1)
        said = np.nan_to_num(decided.said[:, :, after].astype(np.float64))
        parts = np.stack([leads, said, course.win, np.ones(said.shape)], axis=-1).astype(np.float64)
        moments = of_games(course.piece, here.transpose(0, 2, 1) @ parts)
        won = share(moments, 2, 3)
        table = pd.DataFrame(
            {
                "round": after + 1,
                **mean(moments, 0, 3).columns("lead"),
                **mean(moments, 1, 3).columns("said"),
                **won.columns("won"),
                **won.counts(),
            }
        )
        tables.append(table[table["n"] > 0])
    return pd.concat(tables, ignore_index=True)


def in_short(decided: Decided) -> pd.DataFrame:
    """The whole in a few numbers: measure, value with interval, unit, blocks, games, n, meaning."""
    course = decided.course
    changes = course.lead_changes()
    ones = np.ones(course.games)
    single = _moments(course, decided.at_the_end, changes, changes == 0, ones)
    tables = [
        _line("round of no return, median", median(course, decided.settled), "round",
              f"from it on the winner's chance stays above {decided.sure:.0%}; one beyond the last is the end"),
        _line("part of the game then played, median", median(course, np.minimum(decided.settled / course.last, 1)),
              "share", "the same, as a part of the game's rounds; decided only at the end counts as all of it"),
        _line("decided only at the end", share(single, 0, 3), "share",
              f"games in which the winner's chance is not above {decided.sure:.0%} after the last round"),
        _line("lead changes", mean(single, 1, 3), "a game", "rounds after which another seat leads than led before"),
        _line("no lead change", share(single, 2, 3), "share", "games in which one seat leads throughout"),
    ]  # fmt: skip
    return pd.concat([*tables, *of_leaders(decided), *_of_errors(decided)], ignore_index=True)


def of_leaders(decided: Decided) -> list[pd.DataFrame]:
    """What leading is worth, over all rounds but the last of each game."""
    course = decided.course
    won, shuffled, rounds = (np.zeros(course.games) for _ in range(3))
    for after in range(course.rounds - 1):
        goes_on = course.on(after + 1)
        won += goes_on * (course.leaders(after) * course.win).sum(axis=1)
        shuffled += goes_on * leader_wins(course, after)
        rounds += goes_on
    if not rounds.any():
        return []
    moments = _moments(course, won, shuffled, rounds)
    return [
        _line("leader's advantage", share(moments, 0, 2).less(1 / course.players), "points",
              "how often the leader wins beyond the fair share, over all rounds but the last of each game"),
        _line("of it, points already scored", share(moments, 1, 2).less(1 / course.players), "points",
              "the same if what each seat still gains did not depend on who leads"),
        _line("runaway index", difference(moments, (0, 2), (1, 2)), "points",
              "the rest: above 0 leaders run away, below 0 they are caught"),
    ]  # fmt: skip


def _of_errors(decided: Decided) -> list[pd.DataFrame]:
    """How good the chances are, over all seats and rounds."""
    course = decided.course
    played = np.arange(course.track.shape[2]) < course.last[:, None, None]
    error = np.nansum((decided.said - course.win[:, :, None].astype(np.float64)) ** 2 * played, axis=(1, 2))
    fair = ((1 / course.players - course.win) ** 2).sum(axis=1) * course.last
    base = ((base_rates(course) - course.win) ** 2).sum(axis=1) * course.last
    rows = course.last * float(course.players)
    moments = _moments(course, error, fair, base, rows, base - error, fair - error)

    def gained(by: int, of: int) -> Estimate:
        part = mean(moments, by, of)
        return replace(part, n=moments.totals[..., 3])

    return [
        _line("Brier score of the chances", mean(moments, 0, 3), "squared error", "0 is certainty; games not fitted"),
        _line("Brier score of the fair share", mean(moments, 1, 3), "squared error", "each seat the same chance"),
        _line("Brier score of the base rate", mean(moments, 2, 3), "squared error",
              "how often that strategy wins in that seat"),
        _line("better than the base rate by", gained(4, 2), "share", "part of its error that the score takes away"),
        _line("better than the fair share by", gained(5, 1), "share", "the same of the fair share"),
    ]  # fmt: skip


def _moments(course: Course, *quantities: npt.NDArray[Any]) -> Moments:
    return of_games(course.piece, np.stack([np.asarray(part, np.float64) for part in quantities], axis=-1))


def _line(measure: str, part: Estimate, unit: str, meaning: str) -> pd.DataFrame:
    return pd.DataFrame(
        {"measure": measure, **part.columns("value"), "unit": unit, **part.counts(), "meaning": meaning}
    )


def median(course: Course, values: npt.NDArray[Any]) -> Estimate:
    """The median over games; its interval is where that of the share of games up to a value holds a half.

    (Woodruff 1952.) It has no standard error.
    """
    steps: Floats = np.unique(values).astype(np.float64)
    codes = np.searchsorted(steps, values)
    upto = (codes[:, None] <= np.arange(len(steps))).astype(np.float64)
    part = share(of_games(course.piece, np.stack([upto, np.ones_like(upto)], axis=-1)))
    ends = [steps[min(int((side < 0.5).sum()), len(steps) - 1)] for side in (part.value, part.high, part.low)]
    value, low, high = (np.asarray(end) for end in ends)
    n, blocks, games = (np.asarray(count[-1]) for count in (part.n, part.blocks, part.games))
    return Estimate(value, np.asarray(np.nan), low, high, n, blocks, games, "Woodruff")
