"""The ledger as tables: one row a thing, every estimate with its interval and what it rests on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from analyses.estimate import Estimate
from analyses.ledger.kinds import against_kind
from analyses.ledger.linear import Linear
from analyses.moments import Floats
from analyses.verdict import Judge

AGAINST = ("kind", "zero")
"""What a thing is judged against: the others of its kind, or never taking it."""


@dataclass(frozen=True)
class Columns:
    """The three columns of the ledger in one unit."""

    seen: Linear
    dealt: Linear
    forced: Linear

    @property
    def bias(self) -> Linear:
        """Seen less forced, with what both share of their deals."""
        return self.seen - self.forced


def judged_effects(forced: Linear, kinds: Sequence[str], against: str) -> Estimate:
    """The effects that verdicts rest on."""
    return (
        against_kind(forced, kinds).estimate(least=-2, most=2)
        if against == "kind"
        else forced.estimate(least=-1, most=1)
    )


def things_table(
    labels: Mapping[str, Sequence[str]], win: Columns, score: Columns, took: Floats, judge: Judge, against: str
) -> pd.DataFrame:
    """One row a thing that came within reach; labels has a `kind`, took[K, 2] the compliance of both arms.

    Columns: seen, dealt, forced, bias, judged (win share, each with _low, _high, _se), the same in VP as seen_vp...,
    n_seen (seats that took it), n_dealt (seats dealt it), n (deals on which it was forced and banned),
    took_forced, took_banned, and the verdict on `judged`.
    """
    judged = judged_effects(win.forced, labels["kind"], against)
    parts: dict[str, Estimate] = {}
    for suffix, columns in (("", win), ("_vp", score)):
        for name, reach in (("seen", 1.0), ("dealt", 1.0), ("forced", 1.0), ("bias", 2.0)):
            most = np.inf if suffix else reach
            parts[name + suffix] = getattr(columns, name).estimate(least=-most, most=most)
    parts["judged"] = judged
    columns_ = {key: each for name, part in parts.items() for key, each in part.columns(name).items()}
    table = pd.DataFrame(
        {
            **{name: list(words) for name, words in labels.items()},
            **columns_,
            "n_seen": win.seen.n.astype(np.int64),
            "n_dealt": win.dealt.n.astype(np.int64),
            "n": win.forced.n.astype(np.int64),
            "took_forced": took[:, 0],
            "took_banned": took[:, 1],
        }
    )
    verdicts = judge(judged, judged=win.forced.n > 0).rename(columns={"games_needed": "deals_needed"})
    table = table.join(verdicts)
    return table[table["n"] > 0].reset_index(drop=True)


def effects_table(labels: Mapping[str, Sequence[str]], counted: str, **parts: Linear) -> pd.DataFrame:
    """One row a thing for which any part has a value: each part with its interval and n_<part> of what is `counted`."""
    columns: dict[str, Sequence[str] | np.ndarray] = {name: list(words) for name, words in labels.items()}
    for name, part in parts.items():
        columns |= part.estimate().columns(name)
        columns[f"n_{name}"] = part.n.astype(np.int64)
        columns[f"deals_{name}"] = part.deals
    columns["counted"] = [counted] * len(next(iter(parts.values())).value)
    table = pd.DataFrame(columns)
    return table[table[list(parts)].notna().any(axis=1)].reset_index(drop=True)
