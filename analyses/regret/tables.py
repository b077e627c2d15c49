"""Things, kinds of decisions and players by what was lost, with intervals over deals, and verdicts on things.

A deal is the sample: its decisions hang together. Every number is a ratio of totals over deals in which a judged
decision counts for all it stands for: shares as in `analyses.estimate`, losses as in `skewed`. The verdicts on a
thing, each a family of tests adjusted over the table as in `analyses.verdict`:

    trap           where it was chosen, the best option that takes it loses more than the margin
    dead content   the best option takes it in less than a stated share of the decisions that offer it, and taking
                   it there loses more than the margin (both must hold: the larger p value counts)
    fine           it is best in at least that share, and where it was chosen it loses less than the margin
    not yet known  anything else, and whatever rests on fewer than 30 deals

What a thing loses is that of the best option with it, not of the one chosen: a thing is not to blame if it
was taken in a bad way. A trap may be dead content as well; it is called a trap.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from scipy import special

from analyses.estimate import Estimate, mean, share
from analyses.moments import Floats, Ints, Moments
from analyses.regret.decision import MEASURES, Decisions, Offers
from analyses.regret.skewed import Loss, loss_of
from analyses.verdict import ALPHA, FEWEST_BLOCKS, MARGIN, UNKNOWN, Method, adjust

RARE = 0.05
TRAP, DEAD, FINE = "trap", "dead content", "fine"
WORDS = (TRAP, DEAD, FINE, UNKNOWN)


@dataclass(frozen=True)
class Judge:
    """What counts as dead (best in less than the share `rare`) and as a loss (more than `margin`, in worth)."""

    rare: float = RARE
    margin: float = MARGIN
    method: Method = "bh"

    def __call__(self, best: Estimate, loss: Loss, fault: Loss) -> pd.DataFrame:
        """One row a thing: p_trap, p_dead, p_fine, all adjusted, and verdict.

        best is the share of offers in which it is best, loss what it loses in all offers, fault where it was chosen.
        """
        rare, often = _share_tests(best, self.rare)
        lossy, _ = _loss_tests(loss, self.margin)
        faulty, blameless = _loss_tests(fault, self.margin)
        never = fault.estimate.blocks == 0
        p = {
            "p_trap": faulty,
            "p_dead": np.maximum(rare, lossy),
            "p_fine": np.where(never, often, np.maximum(often, blameless)),
        }
        adjusted = {name: adjust(each, self.method) for name, each in p.items()}
        shown = [each < ALPHA for each in adjusted.values()]
        return pd.DataFrame({**adjusted, "verdict": np.select(shown, [TRAP, DEAD, FINE], UNKNOWN)})


def _share_tests(found: Estimate, bound: float) -> tuple[Floats, Floats]:
    """One-sided p values that a share is below a bound, and above it: score tests at the effective n."""
    enough = found.blocks >= FEWEST_BLOCKS
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = found.value * (1 - found.value)
        effective = np.where(spread > 0, spread / found.se**2, found.blocks)
        z = (found.value - bound) / np.sqrt(bound * (1 - bound) / effective)
    freedom = np.maximum(found.blocks - 1, 1)
    below, above = special.stdtr(freedom, z), special.stdtr(freedom, -z)
    # a clean sweep has an exact bound (Clopper & Pearson 1934), deals for n
    below = np.where(found.value == 0, (1 - bound) ** found.blocks, below)
    above = np.where(found.value == 1, bound**found.blocks, above)
    return np.where(enough, below, np.nan), np.where(enough, above, np.nan)


def _loss_tests(found: Loss, bound: float) -> tuple[Floats, Floats]:
    """One-sided p values that a mean loss is above a bound, and below it."""
    known = found.estimate
    enough = known.blocks >= FEWEST_BLOCKS
    # Where no deal lost anything: had the mean been the bound, and a game the most to lose, so many would agree with
    # this chance at most.
    agreed = (known.se == 0) & (known.value < bound)
    below = np.where(agreed, (1 - min(bound, 1.0)) ** known.blocks, found.p_below(bound))
    return np.where(enough, found.p_above(bound), np.nan), np.where(enough, below, np.nan)


def things_table(
    labels: Mapping[str, Sequence[Any]], places: Sequence[int], offers: Offers, judge: Judge
) -> pd.DataFrame:
    """One row a thing of `places` that was offered, with the labels of each.

    best, chosen    shares of the decisions that offer it
    loss            worth lost there by the best option that takes it, with `loss_won` and `loss_vp`
    fault           the same of those decisions in which it was chosen
    regret          worth lost there by the option chosen, with `regret_won` and `regret_vp`
    verdict         with the adjusted p values it rests on
    n, blocks       decisions judged that offer it and deals that hold them; n_chosen, blocks_chosen of those it was
                    chosen at
    """
    at = np.full(max([0, *places, *offers.thing.tolist()]) + 1, -1)
    at[list(places)] = np.arange(len(places))
    column = at[offers.thing]
    sums = _Sums(offers.deal, column, len(places), offers.weight)
    taken = offers.chosen.astype(np.float64)
    best, chosen = (share(sums.over(part.astype(np.float64))) for part in (offers.best, offers.chosen))
    loss, regret = ([sums.loss(part[:, k], now) for k in range(3)]
                    for part, now in ((offers.loss, None), (offers.regret, taken)))  # fmt: skip
    fault = sums.loss(offers.loss[:, 0], taken)
    columns: dict[str, Any] = {
        **labels,
        **best.columns("best"),
        **chosen.columns("chosen"),
        **_columns("loss", loss),
        **fault.estimate.columns("fault"),
        **_columns("regret", regret),
    }
    counts = {
        "n": np.bincount(column, minlength=len(places)),
        "blocks": best.blocks,
        "n_chosen": np.bincount(column, taken, minlength=len(places)).astype(np.int64),
        "blocks_chosen": fault.estimate.blocks,
    }
    table = pd.DataFrame(columns).join(judge(best, loss[0], fault)).assign(**counts)
    return table[table["n"] > 0].reset_index(drop=True)


def decisions_table(
    names: Sequence[str], heading: str, groups: Ints, decisions: Decisions, asked: Sequence[int] | None = None
) -> pd.DataFrame:
    """One row a group of decisions that was judged: how often the best was chosen and what was lost a decision.

    groups int64[D] gives the group of each; asked, if known, how many such decisions there were.
    """
    sums = _Sums(decisions.deal, groups, len(names), decisions.weight)
    best = share(sums.over(decisions.best.astype(np.float64)))
    options = mean(sums.over(decisions.options.astype(np.float64)))
    regret = [sums.loss(decisions.regret[:, k]) for k in range(3)]
    columns: dict[str, Any] = {
        heading: names,
        "options": options.value,
        **best.columns("best"),
        **_columns("regret", regret),
        "n": np.bincount(groups, minlength=len(names)),
        "blocks": best.blocks,
    }
    table = pd.DataFrame(columns if asked is None else {**columns, "asked": asked})
    return table[table["n"] > 0].reset_index(drop=True)


def _columns(name: str, parts: Sequence[Loss]) -> dict[str, Floats]:
    """Columns of a loss: of worth under the name, of the others under name and measure."""
    found: dict[str, Floats] = {}
    for measure, part in zip(MEASURES, parts, strict=True):
        found |= part.estimate.columns(name if measure == MEASURES[0] else f"{name}_{measure}")
    return found


@dataclass(frozen=True)
class _Sums:
    """Totals of deals by group: entries with their deal, their group, and what they weigh."""

    deal: Ints
    group: Ints
    groups: int
    weight: Floats

    def _table(self, values: Floats, present: Floats | None) -> Floats:
        """What each deal has of each group, float64[B, groups, 2]: of the values, and of the entries present."""
        present = np.ones(len(self.deal)) if present is None else present
        _, deal = np.unique(self.deal, return_inverse=True)
        table = np.zeros((int(deal.max(initial=-1)) + 1, self.groups, 2))
        np.add.at(table, (deal, self.group), self.weight[:, None] * np.stack([values * present, present], axis=-1))
        return table

    def over(self, values: Floats) -> Moments:
        """Moments of a total of values, and of what it is divided by."""
        table = self._table(values, None)
        by_group = table.transpose(1, 0, 2)
        held = np.count_nonzero(table, axis=0).astype(np.int64)
        cross = by_group.transpose(0, 2, 1) @ by_group
        return Moments(len(table), len(table), table.sum(axis=0), cross, held, held)

    def loss(self, values: Floats, present: Floats | None = None) -> Loss:
        """Mean losses, of the entries present."""
        table = self._table(values, present)
        return loss_of(table[..., 0], table[..., 1])
