"""The tables of a field, from its games."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import pandas as pd

from analyses.estimate import Estimate, share
from analyses.field.alpharank import ALPHAS, POPULATION, sweep
from analyses.field.games import Counted, FieldGames, ahead, copies, resampled, won
from analyses.field.hodge import intransitivity, log_odds
from analyses.field.nash import PLAYS, nash
from analyses.field.ratings import Ratings, expected, fit
from analyses.moments import Floats

RESAMPLINGS = 500

METHOD = (
    "Ratings: Plackett-Luce with a seat term, maximum likelihood; 95% intervals from scores summed over each deal, t. "
    "Shares: Wilson at the effective number of deals. Mixtures and intransitivity: percentiles of "
    f"{RESAMPLINGS} resamplings of whole deals."
)

UNITS = {
    **dict.fromkeys(("win_share", "seen", "ahead", "nash", "nash_support", "alpha_rank", "share"), "share"),
    **dict.fromkeys(("n", "games", "deals", "seat"), "count"),
}
ABOUT = {
    "ratings": "Strengths of Plackett-Luce with a seat term (log-odds, adding up to 0), the win share of a seat they "
    "expect where every other seat is any strategy alike, and the one seen: with all line-ups played, in just such a "
    "field; with a sample of them, over all tables of the strategy.",
    "matchups": "How often the first finishes ahead of the second where both sit at a table; equal places count half; "
    "n counts pairs of seats. Wilson intervals at the effective number of deals.",
    "mixtures": "Nash average: the most even mixture on which no strategy gains, by matchups; its support is the part "
    "of resamplings that play a strategy at all. alpha-rank: share of time of a population of imitators, by tables of "
    "two strategies. Middle 95% of resamplings of whole deals.",
    "seats": "The seat term of the ratings: log-odds, adding up to 0.",
    "sweep": "alpha-rank from weak selection (small alpha) to strong.",
}
"""What stands above each table."""


@dataclass(frozen=True)
class Field:
    """Tables of a field by name, and single numbers of the whole."""

    tables: dict[str, pd.DataFrame]
    facts: dict[str, Any]


def field_of(games: FieldGames, seed: int) -> Field:
    """Ratings, seats, matchups, mixtures and the sweep of alpha, for two strategies or more on two deals or more."""
    ratings, met = fit(games), ahead(games)
    times = resampled(games.deals, RESAMPLINGS, seed)
    mixed, sweeps, whole = _metagame(games, met, times)
    tables = {
        "ratings": _ratings(games, ratings),
        "matchups": _matchups(games, met),
        "mixtures": mixed,
        "seats": _seats(ratings),
        "sweep": sweeps,
    }
    facts = {
        "deals": games.deals,
        "unrated": [name for name, value in zip(games.strategies, ratings.strength) if not np.isfinite(value)],
        "tied_games": int((np.diff(np.sort(games.rank, axis=1), axis=1) == 0).any(axis=1).sum()),
        "population": POPULATION,
        "alpha": ALPHAS[-1],
        "resamplings": RESAMPLINGS,
        **whole,
    }
    return Field(tables, facts)


def _counts(estimate: Estimate) -> dict[str, Any]:
    """Columns n, games and deals: what counts as a block here is a deal."""
    counts = estimate.counts()
    return {"n": counts["n"], "games": counts["games"], "deals": counts["blocks"]}


def _ratings(games: FieldGames, ratings: Ratings) -> pd.DataFrame:
    """One row a strategy, strongest first: rating, expected win share, win share seen."""
    size = games.size
    se, low, high = (part[:size] for part in ratings.interval())
    wins, wins_se, wins_low, wins_high = expected(ratings)
    seen = share(won(games).moments())
    frame = pd.DataFrame(
        {
            "strategy": games.strategies,
            "rating": ratings.strength, "rating_low": low, "rating_high": high, "rating_se": se,
            "win_share": wins, "win_share_low": wins_low, "win_share_high": wins_high, "win_share_se": wins_se,
            **_varying(seen.columns("seen"), "seen"),
            **_counts(seen),
            "n": np.bincount(games.who.ravel(), minlength=size),
        }
    )  # fmt: skip
    return frame.sort_values(["rating", "seen"], ascending=False, ignore_index=True)


def _varying(columns: dict[str, Floats], name: str) -> dict[str, Floats]:
    """The same without the ends of intervals that have no error: who wins or loses all but against itself."""
    fixed = columns[f"{name}_se"] == 0
    return columns | {end: np.where(fixed, np.nan, columns[end]) for end in (f"{name}_low", f"{name}_high")}


def _seats(ratings: Ratings) -> pd.DataFrame:
    """One row a seat: its term in the ratings."""
    size = len(ratings.strength)
    se, low, high = (part[size:] for part in ratings.interval())
    return pd.DataFrame(
        {
            "seat": np.arange(1, len(ratings.seat) + 1),
            "rating": ratings.seat, "rating_low": low, "rating_high": high, "rating_se": se,
        }
    )  # fmt: skip


def _matchups(games: FieldGames, met: Counted) -> pd.DataFrame:
    """One row for each ordered pair of strategies that met."""
    part = share(met.moments())
    first, second = np.indices((games.size, games.size)).reshape(2, -1)
    frame = pd.DataFrame(
        {
            "strategy": np.array(games.strategies)[first],
            "opponent": np.array(games.strategies)[second],
            **part.columns("ahead"),
            **_counts(part),
        }
    )
    return frame[frame["n"] > 0].reset_index(drop=True)


def _metagame(games: FieldGames, met: Counted, times: Floats) -> tuple[pd.DataFrame, pd.DataFrame, Mapping[str, Any]]:
    """Nash average and alpha-rank with their resamplings, and the share of intransitivity."""
    duels = copies(games)
    payoffs = np.nan_to_num(np.concatenate([met.mean()[None], met.mean(times)]) - 0.5)
    averages = np.array([nash(each) for each in payoffs])
    tables = np.concatenate([duels.mean()[None], duels.mean(times)])
    # A pair that a resampling left out stays as it was found.
    tables = np.where(np.isfinite(tables), tables, np.nan_to_num(tables[:1], nan=1 / games.players))
    ranks = sweep(tables, ALPHAS)
    odds = [
        log_odds(*(np.tensordot(draw, part, axes=(1, 0)) for part in (met.total, met.cases)))
        for draw in (np.ones((1, games.deals)), times)
    ]
    cycles = intransitivity(odds[0][0], odds[1])
    mixed = pd.DataFrame(
        {
            "strategy": games.strategies,
            **_with_percentiles("nash", averages),
            "nash_support": (averages[1:] > PLAYS).mean(axis=0),
            **_with_percentiles("alpha_rank", ranks[-1]),
        }
    )
    sweeps = pd.concat(
        [
            pd.DataFrame({"alpha": alpha, "strategy": games.strategies, **_with_percentiles("share", rank)})
            for alpha, rank in zip(ALPHAS, ranks)
        ],
        ignore_index=True,
    )
    return mixed, sweeps, {"intransitivity": asdict(cycles) if games.size > 2 else None}


def circles(ratings: pd.DataFrame, matchups: pd.DataFrame) -> int:
    """Threes of strategies of which each is ahead of the next beyond its interval: rock, paper, scissors."""
    ahead = {(row["strategy"], row["opponent"]) for row in matchups.to_dict("records") if row["ahead_low"] > 0.5}
    return sum(
        {(a, b), (b, c), (c, a)} <= ahead or {(b, a), (c, b), (a, c)} <= ahead
        for a, b, c in itertools.combinations(ratings["strategy"], 3)
    )


def _with_percentiles(name: str, values: Floats) -> dict[str, Floats]:
    """The first of values[1 + R, S] and the middle 95% of the others, rid of what is next to nothing."""
    low, high = np.quantile(values[1:], [0.025, 0.975], axis=0)
    return {name: values[0].round(9), f"{name}_low": low.round(9), f"{name}_high": high.round(9)}
