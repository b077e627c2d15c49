"""Strategies against each other, pair by pair, on the same deals; see `meeplelab.pairs` for the tables."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from meeplelab.amounts import chance, points, positive_points
from meeplelab.judging import MARGIN, METHOD, judge_of
from meeplelab.listener import SILENT, Listener
from meeplelab.match import Match, names_of, players_of, prepare, workers
from simcore.errors import MeepleError
from simcore.registry import game as find_game
from simcore.schedule import Schedule
from strategies import catalog

if TYPE_CHECKING:
    import pandas as pd

    from analyses.answer import Answer
    from analyses.verdict import Judge
    from meeplelab.pairs import Pairing, Play

GAMES = 10_000
MOST = 2_000_000
ERROR = 0.05


@dataclass(frozen=True)
class Stop:
    """When a pair has played enough: after `games`, at a half-width of `precision`, or by an SPRT of two shares."""

    games: int = GAMES
    precision: float | None = None
    sprt: tuple[float, float] | None = None
    alpha: float = ERROR
    beta: float = ERROR
    most: int = MOST

    def play(self, pair: Pairing) -> Answer:
        """Play a pair until then."""
        from analyses.sequential.sprt import Sprt
        from meeplelab import pairs

        if self.precision is not None:
            return pairs.play_narrow(pair, self.precision, self.most)
        if self.sprt is not None:
            return pairs.play_sprt(pair, Sprt(*self.sprt, self.alpha, self.beta), self.most)
        return pairs.play_all(pair, self.games)

    def facts(self) -> dict[str, Any]:
        """For the facts of a table; percentage points as such."""
        if self.precision is not None:
            return {"rule": "precision", "precision_pp": 100 * self.precision, "most": self.most}
        if self.sprt is not None:
            pp = [100 * share for share in self.sprt]
            return {"rule": "sprt", "sprt_pp": pp, "alpha": self.alpha, "beta": self.beta, "most": self.most}
        return {"rule": "games", "games": self.games}


METHODS_OF = {
    "games": "Wilson interval at the effective n of the blocks.",
    "precision": "Wilson interval at the effective n of the blocks, played until narrow enough (Chow & Robbins 1965).",
    "sprt": "Median-unbiased after a sequential probability ratio test on block scores (stagewise ordering).",
}


def stop_of(
    players: int,
    games: int | None = None,
    precision: str | float | None = None,
    sprt: Sequence[str | float] | None = None,
    alpha: float | None = None,
    beta: float | None = None,
    most: int | None = None,
) -> Stop:
    """What was asked for, checked.

    Raises MeepleError for numbers that make no sense, and for two rules at once.
    """
    given = {"games": games, "precision": precision, "sprt": sprt}
    rules = [f"--{name}" for name, value in given.items() if value is not None]
    if len(rules) > 1:
        raise MeepleError(f"compare: {' and '.join(rules)} each say when to stop; expected one of them")
    if sprt is None and (alpha is not None or beta is not None):
        raise MeepleError("compare: --alpha and --beta are the errors of --sprt; expected that too")
    if precision is None and sprt is None:
        if most is not None:
            raise MeepleError("compare: --most limits --precision and --sprt; expected one of them too, or --games")
        return Stop(games=GAMES if games is None else games)
    most = MOST if most is None else most
    if most < 1:
        raise MeepleError(f"most: {most} is not a number of games; expected 1 or more")
    widest = 2 / players
    if precision is not None:
        share = positive_points(precision, "precision")
        if share >= widest:
            raise MeepleError(f"precision: {precision}; differences lie within ±{100 * widest:g} pp at this table")
        return Stop(precision=share, most=most)
    if sprt is None or len(sprt) != 2:
        raise MeepleError(f"sprt: {len(sprt or ())} numbers; expected two, such as 0 1")
    low, high = (points(each, "sprt") for each in sprt)
    if not low < high:
        raise MeepleError(f"sprt: {sprt[0]} is not below {sprt[1]}; expected the smaller difference first, such as 0 1")
    if low <= -widest or high >= widest:
        raise MeepleError(f"sprt: {sprt[0]} {sprt[1]}; differences lie within ±{100 * widest:g} pp at this table")
    wrong = [chance(ERROR if each is None else each, name) for each, name in ((alpha, "alpha"), (beta, "beta"))]
    return Stop(GAMES, None, (low, high), wrong[0], wrong[1], most)


def compare_all(
    names: Sequence[str], players: int, stop: Stop, play: Play, judge: Judge, listener: Listener = SILENT
) -> pd.DataFrame:
    """One row a pair: win share a seat of both, their difference with its interval, verdict, a sentence."""
    from analyses.answer import frame_of
    from meeplelab.pairs import Pairing

    answers = []
    for first, second in itertools.combinations(names, 2):
        listener.say(f"{first} against {second}")
        answers.append(stop.play(Pairing(first, second, players, play, listener)))
    return frame_of(answers, judge)


def compare(
    game: str,
    strategies: str | Sequence[str],
    *,
    players: int | None = None,
    games: int | None = None,
    precision: str | float | None = None,
    sprt: Sequence[str | float] | None = None,
    alpha: float | None = None,
    beta: float | None = None,
    most: int | None = None,
    margin: str | float = MARGIN,
    method: str = METHOD,
    seed: int = 1,
    jobs: int | None = None,
    rules: str | Path | None = None,
    changes: Mapping[str, object] | None = None,
    chunk: int | None = None,
    listener: Listener = SILENT,
) -> pd.DataFrame:
    """Play every pair of strategies against each other; one row a pair with difference, verdict and a sentence.

    Each pair plays `games` (10,000), or until the half-width of its difference is at most `precision`,
    or until a test decides between "the first is ahead of the second by at most" and "by at least" the two
    numbers of `sprt`, wrongly with a chance of `alpha` and `beta`; these two rules stop at `most` games. All of
    precision, sprt and margin are percentage points of win share: "0.5pp", "0.5" or 0.5. margin is the difference that
    matters, method ("bh", "by") how the tests of all pairs are adjusted. Raises MeepleError for bad input.
    """
    from analyses.verdict import STRONGER_WEAKER
    from meeplelab.played import Played

    spec = find_game(game)
    names = names_of(strategies)
    if len(set(names)) != len(names) or len(names) < 2:
        raise MeepleError(f"compare: {', '.join(names) or 'nothing'}; expected two or more different strategies")
    count = players_of(spec, players)
    if count < 2:
        raise MeepleError(f"compare: strategies meet at tables of 2 or more players, not {count}")
    stop, judge, crew = (
        stop_of(count, games, precision, sprt, alpha, beta, most),
        judge_of(margin, method, STRONGER_WEAKER),
        workers(jobs),
    )
    # Every mistake comes to light before the first game, and a file is compiled once.
    alone = [prepare(game, count, stop.games, [name], seed, rules, changes, notice=listener.notice) for name in names]
    entries = [match.strategies[0] for match in alone]
    known = dict(zip(catalog.labels(entries), entries))

    def play(line_up: Sequence[str], wanted: int, first_deal: int, heard: Listener) -> Played:
        seats = tuple(known[name] for name in line_up)
        schedule = Schedule(seed, tuple(line_up), wanted, first_deal)
        told = replace(heard, notice=listener.notice)
        return Played(Match(spec, alone[0].ruleset, seats, schedule), crew, chunk, told)

    frame = compare_all(list(known), count, stop, play, judge, listener)
    ruleset, rule = alone[0].ruleset, stop.facts()
    frame.attrs = {"game": game, "title": spec.title, "players": count, "seed": seed, "fair_share": 1 / count}
    frame.attrs |= {"ruleset": ruleset.name, "digest": ruleset.digest, "rules_assumed": len(ruleset.assumed())}
    frame.attrs |= {"stop": rule, "margin_pp": 100 * judge.margin, "adjusted": judge.method}
    frame.attrs |= {"games": int(frame["games"].sum()), "blocks": int(frame["blocks"].sum())}
    frame.attrs["method"] = METHODS_OF[rule["rule"]]
    return frame
