"""The ledger's verdicts where others play: each thing forced and banned in several fields of strategies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from joblib import Parallel, delayed

from meeplelab import treatments
from meeplelab.designs import Ints
from meeplelab.listener import Listener
from meeplelab.match import Match
from meeplelab.mixtures import Field, loaded, seated, sittings

if TYPE_CHECKING:
    import pandas as pd

    from analyses.ledger.linear import Linear
    from analyses.verdict import Judge
    from strategies.contract import Strategy


@dataclass(frozen=True)
class Wanted:
    """What is forced and banned in every field."""

    places: Sequence[int]
    kinds: Sequence[str]
    deals: int
    how: str
    against: str
    jobs: int


def forced_in(
    match: Match, field: Field, wanted: Wanted, strategies: Mapping[str, Strategy], listener: Listener
) -> Linear:
    """Forced effects on win share where every seat is drawn from a field."""
    from analyses.ledger.linear import mean

    deals = treatments.deals_of(match, wanted.deals)
    groups = sittings(field, match.schedule.seed, deals, len(match.strategies))
    done = [0]

    def play(line_up: tuple[str, ...], mine: Ints, jobs: int) -> treatments.Floats:
        own = seated(match, line_up, strategies)
        table = treatments.ordinary(own, mine, jobs)
        return treatments.arms(own, table, wanted.places, wanted.how, jobs).win

    if len(groups) == 1:
        ((line_up, mine),) = groups.items()
        parts = [play(line_up, mine, wanted.jobs)]
    else:
        tasks = (delayed(play)(line_up, mine, 1) for line_up, mine in groups.items())
        parts = []
        for part in Parallel(n_jobs=wanted.jobs, backend="threading", return_as="generator", batch_size=1)(tasks):
            parts.append(part)
            done[0] += len(part)
            if listener.progress:
                listener.progress(done[0], len(deals))
    return mean(np.concatenate(parts))


def over_fields(
    match: Match, fields: Sequence[Field], wanted: Wanted, labels: Mapping[str, Sequence[str]], judge: Judge,
    listener: Listener,
) -> dict[str, pd.DataFrame]:  # fmt: skip
    """Tables `worst` (one row a thing) and `fields` (one a field and thing), as in `analyses.ledger.fields`."""
    from analyses.ledger.fields import across
    from analyses.ledger.table import judged_effects

    strategies = loaded(match, [name for field in fields for name in field.parts])
    judged = {
        field.name: judged_effects(
            forced_in(match, field, wanted, strategies, listener), wanted.kinds, wanted.against
        )
        for field in fields
    }  # fmt: skip
    every, summary = across(judged, judge)
    return {"worst": _named(summary, labels), "fields": _named(every, labels)}


def _named(table: pd.DataFrame, labels: Mapping[str, Sequence[str]]) -> pd.DataFrame:
    """The table with what its places are called in front."""
    at = table.pop("place").to_numpy()
    for place, (name, words) in enumerate(labels.items()):
        table.insert(place, name, np.asarray(words, object)[at])
    return table
