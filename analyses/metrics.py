"""What is measured of a game, one number each, by the ids that tables and files of bands use.

    seat.1.win_share         strategy.NAME.score      what seats and strategies get
    rounds.mean              lead_changes.mean        a game as a whole
    ties.share               cap.share                how games end
    points.vp_prices.mean    count.hires.mean         a seat on average: parts of the score, and what it did
    count.hires.won.mean                              a part of a column with labels

Every metric has one value a game, so its estimate is a mean over games with blocks as the sample.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyses.base import strategy_masks
from analyses.estimate import LEVEL, Estimate, mean, share
from analyses.moments import Floats, Moments
from analyses.runs import Facts, Piece
from simcore.schema import CAPPED, Column

SEAT, STRATEGY, GAME, POINTS, COUNT = "seat", "strategy", "game", "points", "count"
SHARE = "share"
LABELLED = "part"
"""Group of the parts of columns with labels: many, and asked for by name or not at all."""

METHOD = "Wilson at effective n for shares, t over blocks for means"

OUTCOME = ("rounds", "decisions", "score", "win_share", "rank", "outcome", "tie_break")


@dataclass(frozen=True)
class Metric:
    """One number a game. unit is "share" for what lies between 0 and 1; group is one of the words above."""

    id: str
    unit: str
    meaning: str
    group: str

    @property
    def is_share(self) -> bool:
        """Whether it is a share."""
        return self.unit == SHARE


def metrics_of(facts: Facts, labelled: bool = True) -> tuple[Metric, ...]:
    """All that is measured in a run; without `labelled` only plain columns, not the parts of those with labels."""
    return tuple(metric for metric in _metrics(facts) if labelled or metric.group != LABELLED)


def _metrics(facts: Facts) -> Iterator[Metric]:
    alone = facts.players == 1
    for strategy in facts.strategies:
        if not alone and not facts.mirror:
            yield Metric(f"strategy.{strategy}.win_share", SHARE, f"win share of a seat played by {strategy}", STRATEGY)
        if not facts.mirror:
            yield Metric(f"strategy.{strategy}.score", "VP", f"score of a seat played by {strategy}", STRATEGY)
    for seat in range(1, facts.players + 1):
        if not alone:
            yield Metric(f"seat.{seat}.win_share", SHARE, f"win share of seat {seat}", SEAT)
            yield Metric(f"seat.{seat}.score", "VP", f"score of seat {seat}", SEAT)
    yield Metric("score.mean", "VP", "score of a seat", GAME)
    if not alone:
        yield Metric("best_score.mean", "VP", "best score of a game", GAME)
        yield Metric("margin.mean", "VP", "lead of the best score over the second", GAME)
        yield Metric("spread.mean", "VP", "best less worst score", GAME)
        yield Metric("ties.share", SHARE, "games whose victory is shared", GAME)
        yield Metric("tie_break.share", SHARE, "games decided by the tie-break", GAME)
    yield Metric("cap.share", SHARE, "games stopped at the cap on rounds", GAME)
    yield Metric("rounds.mean", "rounds", "rounds of a game", GAME)
    yield Metric("decisions.mean", "count", "choices among two or more options in a game, all seats", GAME)
    for column in facts.with_role("game"):
        if not column.labels:
            yield Metric(f"{column.name}.mean", column.unit, column.meaning, GAME)
    for role, group in (("points", POINTS), ("count", COUNT)):
        for column in facts.with_role(role):
            yield from (
                Metric(f"{group}.{flat}.mean", column.unit, _means(column, flat), LABELLED if column.labels else group)
                for flat in column.flat_names()
            )


def _means(column: Column, flat: str) -> str:
    return f"{column.meaning}: {flat.partition('.')[2]}" if column.labels else column.meaning


def columns_of(facts: Facts, metrics: Sequence[Metric]) -> list[str]:
    """Flat columns that `values` reads."""
    own = [metric.id.partition(".")[2].removesuffix(".mean") for metric in metrics if _is_average(metric)]
    game = [column.name for column in facts.with_role("game") if not column.labels]
    return list(dict.fromkeys([*OUTCOME, *game, *own]))


def _is_average(metric: Metric) -> bool:
    return metric.group in (POINTS, COUNT, LABELLED)


def values(facts: Facts, metrics: Sequence[Metric], piece: Piece) -> Floats:
    """The value of each metric in each game: float64[G, len(metrics)]."""
    known = _by_rule(facts, piece)
    averages = [metric.id.partition(".")[2].removesuffix(".mean") for metric in metrics if _is_average(metric)]
    means = piece.by_game(piece.matrix(averages)).mean(axis=1) if averages else np.zeros((piece.games, 0))
    rest = iter(means.T)
    return np.column_stack([next(rest) if _is_average(metric) else known[metric.id] for metric in metrics])


def _by_rule(facts: Facts, piece: Piece) -> Mapping[str, Floats]:
    """Metrics that are no plain average of a column, float64[G] each."""
    rows = {name: piece.by_game(piece.values(name)) for name in OUTCOME}
    known: dict[str, npt.NDArray[np.float64]] = {}
    masks = piece.by_game(strategy_masks(facts, piece))
    for place, strategy in enumerate(facts.strategies):
        mask = masks[:, :, place]
        for name in ("win_share", "score"):
            known[f"strategy.{strategy}.{name}"] = (rows[name] * mask).sum(axis=1) / mask.sum(axis=1)
    for seat in range(facts.players):
        for name in ("win_share", "score"):
            known[f"seat.{seat + 1}.{name}"] = rows[name][:, seat]
    ranked = np.sort(rows["score"], axis=1)[:, ::-1]
    known["score.mean"] = ranked.mean(axis=1)
    known["best_score.mean"] = ranked[:, 0]
    known["margin.mean"] = ranked[:, 0] - ranked[:, min(1, facts.players - 1)]
    known["spread.mean"] = ranked[:, 0] - ranked[:, -1]
    known["ties.share"] = (rows["rank"] == 1).sum(axis=1) > 1
    known["tie_break.share"] = rows["tie_break"].max(axis=1) > 0
    known["cap.share"] = rows["outcome"][:, 0] == CAPPED
    known["rounds.mean"] = rows["rounds"][:, 0]
    known["decisions.mean"] = rows["decisions"].sum(axis=1)
    for column in facts.with_role("game"):
        if not column.labels:
            known[f"{column.name}.mean"] = piece.per_game(column.name)
    return known


def levels(
    metrics: Sequence[Metric], moments: Moments, value: int = 0, games: int = 1, level: float = LEVEL
) -> Estimate:
    """Each metric with its interval: Wilson's for shares, t over blocks for means.

    moments has a group a metric; value and games are the places of its total and of the number of games.
    """
    plain, bounded = mean(moments, value, games, level), share(moments, value, games, level)
    shares = np.array([metric.is_share for metric in metrics])
    parts = {
        name: np.where(shares, getattr(bounded, name), getattr(plain, name)) for name in ("value", "se", "low", "high")
    }
    return Estimate(**parts, n=plain.n, blocks=plain.blocks, games=plain.games, method=METHOD, level=level)
