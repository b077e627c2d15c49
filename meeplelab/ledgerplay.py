"""How the ledger is made: the games that are played for it, and what becomes of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from meeplelab import things, treatments
from meeplelab.listener import Listener
from meeplelab.match import Match, ruleset_of
from meeplelab.stages import Stages
from simcore.errors import MeepleError
from simcore.experiment import things_of
from simcore.schedule import MAX_DEALS

if TYPE_CHECKING:
    import pandas as pd

    from analyses.ledger.linear import Linear
    from analyses.verdict import Judge
    from meeplelab.mixtures import Field

DEALS = 20_000
SEARCHED = 4
"""Ordinary games for each deal a thing is treated on: what is seldom within reach is looked for among them."""
SHARED_PART, FIELD_PART = 4, 4
"""Rule changes, and each field, take one in so many of the deals."""
EXPLORE = 0.1
WHEN = {"once": "the first time", "always": "every time"}
"""When a forced seat takes a thing, in words."""


@dataclass(frozen=True)
class Request:
    """What is asked of the ledger beside the match; each as in `ledger`."""

    places: list[int]
    deals: int = DEALS
    how: str = "once"
    against: str = "kind"
    explore: float = EXPLORE
    jobs: int = 1

    def __post_init__(self) -> None:
        if self.how not in treatments.HOW:
            raise MeepleError(f"how: {self.how!r}; expected one of: {', '.join(treatments.HOW)}")
        if self.against not in ("kind", "zero"):
            raise MeepleError(f"against: {self.against!r}; expected one of: kind, zero")
        if not 0 <= self.explore <= 1:
            raise MeepleError(f"explore: {self.explore:g} is no chance; expected 0 to 1")
        if not 2 <= self.deals <= MAX_DEALS // (2 * SEARCHED):
            raise MeepleError(f"deals: {self.deals}; expected 2 to {MAX_DEALS // (2 * SEARCHED)}")


class Making:
    """One ledger being made: the games that are played for it, and its tables."""

    def __init__(self, match: Match, asked: Request, listener: Listener) -> None:
        self.match, self.asked, self.listener = match, asked, listener
        self.every = things_of(match.spec).every
        self.own = [i for i in asked.places if not self.every[i].shared]
        self.common = [i for i in asked.places if self.every[i].shared]
        self.deals = SEARCHED * asked.deals
        self.by_rules = [i for i in self.common if self.every[i].given and self.every[i].kept]
        self.shared_deals = max(asked.deals // SHARED_PART, 2)
        explored = asked.deals if asked.explore and self.own else 0
        self.games = self.deals + explored + 2 * self.shared_deals * len(self.by_rules)
        self.stages = Stages(listener, self.games)
        self.table = treatments.ordinary(match, treatments.deals_of(match, self.deals), asked.jobs, self.stages.next)
        reach = np.atleast_1d(treatments.bits(self.table.chance, self.own).any(axis=(0, 1))).tolist()
        self.places = [place for place, near in zip(self.own, reach) if near]
        self.out_of_reach = [things.name_of(self.every[place]) for place, near in zip(self.own, reach) if not near]

    def labels(self, places: Sequence[int]) -> dict[str, list[str]]:
        """What the rows of a table are about."""
        chosen = [self.every[place] for place in places]
        return {
            "thing": [things.name_of(each) for each in chosen],
            "kind": [each.kind for each in chosen],
            "called": [things.called(self.match.ruleset, each) for each in chosen],
            "key": [each.key for each in chosen],
        }

    def things(self, judge: Judge) -> pd.DataFrame:
        """The main table."""
        from analyses.ledger import columns
        from analyses.ledger.linear import mean
        from analyses.ledger.table import Columns, things_table

        asked, table = self.asked, self.table
        forced = treatments.arms(
            self.match, table, self.places, asked.how, asked.jobs, self.listener, asked.deals
        )  # fmt: skip
        self.games += int(2 * np.isfinite(forced.win).sum())
        took, has = (treatments.bits(masks, self.places) for masks in (table.took, table.dealt))
        win, score = (
            Columns(columns.seen(values, took), columns.dealt(values, has), mean(pairs))
            for values, pairs in ((table.win, forced.win), (table.score, forced.score))
        )
        complied = np.array([np.nanmean(each, axis=0) for each in forced.took.transpose(1, 0, 2)]).reshape(-1, 2)
        return things_table(self.labels(self.places), win, score, complied, judge, asked.against)

    def shared(self, rules: str | Path | None, changes: Mapping[str, object]) -> pd.DataFrame:
        """What all seats share: VP between deals, and given against kept by a rule change on common deals."""
        from analyses.ledger import columns
        from analyses.ledger.linear import mean
        from analyses.ledger.table import effects_table

        if not self.common:
            return _empty()
        has = treatments.bits(self.table.dealt, self.common)[:, 0]
        given = np.full((self.shared_deals, len(self.common)), np.nan)
        for k, place in enumerate(self.common):
            if place in self.by_rules:
                thing = self.every[place]
                sides = [self._under(rules, {**changes, **side}) for side in (thing.given, thing.kept)]
                given[:, k] = sides[0] - sides[1]
        return effects_table(
            self.labels(self.common), "deals", dealt_vp=columns.between(self.table.score, has), given_vp=mean(given)
        )

    def _under(self, rules: str | Path | None, changes: Mapping[str, object]) -> treatments.Floats:
        """Mean score a seat under other rules, float64[shared_deals]."""
        ruleset = ruleset_of(self.match.spec, rules, changes)
        other = Match(self.match.spec, ruleset, self.match.strategies, self.match.schedule)
        deals = treatments.deals_of(self.match, self.shared_deals)
        score: treatments.Floats = treatments.ordinary(other, deals, self.asked.jobs, self.stages.next).score
        return np.asarray(score.mean(axis=1))

    def choices(self) -> pd.DataFrame:
        """Effects of single choices, from games in which now and then a choice is drawn."""
        from analyses.ledger.table import effects_table

        if not self.asked.explore or not self.places:
            return _empty()
        win, score = self._explored()
        return effects_table(self.labels(self.places), "decisions", choice=win, choice_vp=score)

    def _explored(self) -> tuple[Linear, Linear]:
        from analyses.ledger import columns

        deals = treatments.deals_of(self.match, self.asked.deals)
        played = treatments.explored(
            self.match, deals, self.places, self.asked.explore, self.asked.jobs, self.stages.next
        )  # fmt: skip
        win, score = (columns.choices(values, *played.sums) for values in (played.win, played.score))
        return win, score

    def fields(self, fields: Sequence[Field], judge: Judge) -> dict[str, pd.DataFrame]:
        """The verdicts where others play."""
        from meeplelab.ledgerfields import Wanted, over_fields

        asked, labels = self.asked, self.labels(self.places)
        deals = max(asked.deals // FIELD_PART, 2)
        wanted = Wanted(self.places, labels["kind"], deals, asked.how, asked.against, asked.jobs)
        tables = over_fields(self.match, fields, wanted, labels, judge, self.listener)
        self.games += len(fields) * deals + 2 * int(tables["fields"]["n"].sum())
        return tables

    def notes(self) -> tuple[str, ...]:
        """What a reader must know of the columns."""
        said = [
            "seen is confounded: who takes a thing is not drawn by lot. dealt and forced are effects. forced is of "
            f"those who get the chance: taken {WHEN[self.asked.how]} it can be, against never.",
            "Nothing stands where nobody is to compare with: all seats or none took it, or chance never deals it.",
        ]
        if self.asked.explore and self.places:
            said.append(
                f"One choice: in games in which each choice is drawn by lot with a chance of {self.asked.explore:g}."
            )
        if self.asked.against == "kind":
            said.append(
                "Verdicts compare a thing with the middle of the others of its kind: being kept from anything costs "
                "options, so that forced alone is above 0 even where all are alike. A thing without others in the "
                "table that rest on 30 deals has nothing to be compared with and stays open."
            )
        if self.out_of_reach:
            told = [things.name_of(self.every[place]) for place in self.places]
            said.append(things.untaken(self.match.spec, self.out_of_reach, told))
        return tuple(said)


def _empty() -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame()
