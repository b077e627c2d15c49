"""Bands that metrics must stay in: inside, outside, or not yet known.

The interval of a metric decides, not its value: wholly inside the band is "inside", wholly beyond one of its ends
"outside", anything else "not yet known". The intervals of all bands of a file hold together with 95% (Bonferroni:
each has the level 1 - 0.05/k for k bands), so a game that keeps to all its bands is called "outside" somewhere in
fewer than one check of twenty, however many bands there are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

import numpy as np
import numpy.typing as npt
import pandas as pd

from analyses.estimate import LEVEL, Estimate
from analyses.metrics import Metric, columns_of, levels, metrics_of, values
from analyses.moments import Floats, Moments, of_games
from analyses.runs import INDEX_COLUMNS, Facts, Run, pieces
from analyses.verdict import FEWEST_BLOCKS, UNKNOWN
from simcore.errors import MeepleError

INSIDE, OUTSIDE = "inside", "outside"


@dataclass(frozen=True)
class Band:
    """What a metric may be, both ends included; why is the designer's reason."""

    metric: str
    low: float = -math.inf
    high: float = math.inf
    why: str = ""


def chosen(facts: Facts, bands: Sequence[Band]) -> list[Metric]:
    """The metric of each band.

    Raises MeepleError for one that a run of these facts does not have, with the nearest known id.
    """
    known = {metric.id: metric for metric in metrics_of(facts)}
    for band in bands:
        if band.metric not in known:
            close = get_close_matches(band.metric[:80], known, 1)
            hint = f"; did you mean {close[0]}?" if close else "; --list shows all there are"
            raise MeepleError(f"bands: {band.metric!r} is not measured in this run{hint}")
    return [known[band.metric] for band in bands]


def judged(run: Run, bands: Sequence[Band]) -> pd.DataFrame:
    """One row a band: metric, meaning, unit, value with its interval, band_low, band_high, verdict, games_needed.

    games_needed is about how many games (two significant digits) would settle a band that is not yet known if the
    value is what it looks like now. Raises MeepleError for a metric that is not measured, and for a run without games.
    """
    facts = Facts.of(run)
    metrics = chosen(facts, bands)
    moments = _read(run, facts, metrics)
    estimate = levels(metrics, moments, level=level_of(len(bands)))
    low, high = (np.array([getattr(band, end) for band in bands]) for end in ("low", "high"))
    verdict = verdicts(estimate, low, high)
    gap = np.minimum(np.abs(estimate.value - low), np.abs(estimate.value - high))
    needed = _needed(moments, gap, (estimate.high - estimate.low) / 2)
    return pd.DataFrame(
        {
            "metric": [metric.id for metric in metrics],
            "meaning": [metric.meaning for metric in metrics],
            "unit": [metric.unit for metric in metrics],
            **estimate.columns("value"),
            "band_low": np.where(np.isfinite(low), low, np.nan),
            "band_high": np.where(np.isfinite(high), high, np.nan),
            "verdict": verdict,
            "games_needed": np.where(verdict == UNKNOWN, needed, np.nan),
            "why": [band.why for band in bands],
            **estimate.counts(),
        }
    )


def level_of(bands: int) -> float:
    """Level of each interval that makes so many hold together with 95%."""
    return 1 - (1 - LEVEL) / bands


def verdicts(estimate: Estimate, low: Floats, high: Floats) -> npt.NDArray[np.str_]:
    """The word for each estimate and band; what rests on fewer than 30 blocks is not yet known."""
    enough = estimate.blocks >= FEWEST_BLOCKS
    inside = enough & (estimate.low >= low) & (estimate.high <= high)
    outside = enough & ((estimate.high < low) | (estimate.low > high))
    return np.select([inside, outside], [INSIDE, OUTSIDE], UNKNOWN)


def _read(run: Run, facts: Facts, metrics: Sequence[Metric]) -> Moments:
    total: Moments | None = None
    for piece in pieces(run.iter_frames([*INDEX_COLUMNS, *columns_of(facts, metrics)]), facts.players):
        games = values(facts, metrics, piece)
        part = of_games(piece, np.stack([games, np.ones_like(games)], axis=-1))
        total = part if total is None else total + part
    if total is None:
        raise MeepleError("the run holds no games")
    return total


def _needed(moments: Moments, gap: Floats, half: Floats) -> Floats:
    """Games at which an interval around the value would clear the nearer end, two digits, 30 blocks at least."""
    least = moments.games * FEWEST_BLOCKS / moments.blocks
    with np.errstate(divide="ignore", invalid="ignore"):
        needed = np.maximum(moments.games * (half / gap) ** 2, least)
        unit = 10 ** np.maximum(np.floor(np.log10(needed)) - 1, 0)
        return np.where(np.isfinite(needed), np.ceil(needed / unit) * unit, np.nan)
