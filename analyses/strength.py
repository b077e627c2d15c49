"""Verdicts under several fields of players: what each says, and where one changes with the strength of play.

Every field plays the same rules on the same deals. A verdict is found in each by itself, as a report and the ledger
find it; the change of an effect from one field to another has the variance of the differences deal by deal, so that
what both share of their deals is counted and deals that only one of them played stand alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

import numpy as np
import pandas as pd
from scipy import special
from threadpoolctl import threadpool_limits

from analyses.base import Analysis, Judged, Sums
from analyses.catalog import analyses_for
from analyses.ledger.kinds import against_kind
from analyses.ledger.linear import Linear, ratio
from analyses.ledger.table import judged_effects
from analyses.moments import Floats
from analyses.runs import INDEX_COLUMNS, Facts, Run, pieces
from analyses.verdict import ALPHA, FEWEST_BLOCKS, UNKNOWN, Judge, adjust
from simcore.errors import MeepleError

CHANGES, SAME = "changes with strength", "same"
LEDGER = "ledger"
"""The table of the effects of being made to take a thing."""
KEPT = ("p", "p_adjusted", "verdict", "games_needed")


@dataclass(frozen=True)
class Family:
    """Verdicts of one table under one field.

    linear holds the effects, deal by deal; verdicts has one row a thing in the same order: effect with `_low`, `_high`
    and `_se`, blocks, games, n, and what the judge says (see `analyses.verdict.Judge`).
    """

    table: str
    kinds: tuple[str, ...]
    things: tuple[str, ...]
    linear: Linear
    verdicts: pd.DataFrame


def found_in(run: Run, judge: Judge) -> list[Family]:
    """The verdicts of a run as its report has them, but for those on its strategies: another field has others.

    Raises MeepleError if the run holds no games.
    """
    facts = Facts.of(run)
    asked = [(each, each.judged) for each in analyses_for(facts, judge.margin, judge.method) if each.judged]
    names = {name for question, _ in asked for name in question.columns()}
    sums: dict[str, list[Sums]] = {question.name: [] for question, _ in asked}
    # The matrix products here are small: threads of the algebra library only wait for each other.
    with threadpool_limits(limits=1, user_api="blas"):
        columns = [*INDEX_COLUMNS, *sorted(names.difference(INDEX_COLUMNS))]
        for piece in pieces(iter(run.iter_frames(columns)), facts.players):
            for question, _ in asked:
                sums[question.name].append(question.partial(replace(piece, by_block=True)))
    if not all(sums.values()):
        raise MeepleError("the run holds no games")
    return [
        _family(question, judged, reduce(question.merge, sums[question.name])) for question, judged in asked if judged
    ]


def _family(question: Analysis, judged: Judged, sums: Sums) -> Family:
    """The report's own table of a question, beside its effects block by block."""
    by_block = sums.moments[judged.moments].by_block
    assert by_block is not None  # asked for above
    plain = ratio(*(by_block[..., place].reshape(len(by_block), -1) for place in (judged.num, judged.den)))
    table = question.finish(sums)
    shown = table.set_index(table[judged.thing].astype(str))
    columns = {f"{judged.effect}{end}": f"effect{end}" for end in ("", "_low", "_high", "_se")}
    shown = shown[[*columns, "blocks", "games", "n", *KEPT]].rename(columns=columns)
    # what chance does not deal gets no verdict there, and so is none of what could change
    kept = [i for i, name in enumerate(judged.names) if name in shown.index and shown.loc[name, "verdict"] != ""]
    things = tuple(judged.names[i] for i in kept)
    linear = Linear(
        plain.value[kept] - judged.fair, plain.influence[:, kept], plain.n[kept], plain.deals[kept]
    )  # fmt: skip
    kinds = (judged.thing,) * len(things)
    return Family(question.name, kinds, things, linear, shown.loc[list(things)].reset_index(drop=True))


def forced_family(kinds: Sequence[str], things: Sequence[str], forced: Linear, judge: Judge) -> Family:
    """The ledger's verdicts: each thing against the others of its kind."""
    effects = judged_effects(forced, kinds, "kind")
    verdicts = judge(effects, judged=forced.n > 0)
    frame = pd.DataFrame({**effects.columns("effect"), **effects.counts()}).join(verdicts)
    # nobody could take the others
    at = np.flatnonzero(forced.n > 0).tolist()
    linear = against_kind(forced, kinds)
    linear = Linear(linear.value[at], linear.influence[:, at], linear.n[at], linear.deals[at])
    mine, names = (tuple(words[i] for i in at) for words in (kinds, things))
    return Family(LEDGER, mine, names, linear, frame.iloc[at].reset_index(drop=True))


@dataclass(frozen=True)
class Strength:
    """Tables `things`, `fields` and `changes` of several fields."""

    things: pd.DataFrame
    fields: pd.DataFrame
    changes: pd.DataFrame


def across(played: Mapping[str, Sequence[Family]], judge: Judge) -> Strength:
    """What becomes of each verdict from field to field; fields come in order of their strength.

    things, one row each: strength is `changes with strength` if two fields have settled verdicts that are not the same
    and effects that differ beyond chance, `same` if all fields that have it, two or more, settle on one verdict, else
    not yet known. from, to and the change are those of the pair of fields that says so, or else of that whose change
    stands out most. Tests of changes are adjusted over all things and pairs, by the judge's method.
    """
    fields = _verdicts(played)
    changes = _changes(played, fields, judge)
    return Strength(_things(fields, changes), fields, changes)


def _verdicts(played: Mapping[str, Sequence[Family]]) -> pd.DataFrame:
    """One row a field and thing."""
    parts = [
        family.verdicts.assign(field=field, table=family.table, kind=family.kinds, thing=family.things)
        for field, families in played.items()
        for family in families
    ]
    front = ["table", "kind", "thing", "field"]
    frame = pd.concat(parts, ignore_index=True)
    return frame[[*front, *(name for name in frame.columns if name not in front)]]


def _changes(played: Mapping[str, Sequence[Family]], fields: pd.DataFrame, judge: Judge) -> pd.DataFrame:
    """One row a thing and pair of fields that both have it."""
    words = fields.set_index(["table", "thing", "field"])["verdict"].to_dict()
    parts = []
    for first, second in itertools.combinations(played, 2):
        for one, other in _both(played[first], played[second]):
            shared = [name for name in one.things if name in other.things]
            change = _less(_of(other, shared), _of(one, shared)).estimate(least=-2.0, most=2.0)
            verdicts = [[words[one.table, name, field] for name in shared] for field in (first, second)]
            parts.append(
                pd.DataFrame(
                    {
                        "table": one.table, "kind": [one.kinds[one.things.index(name)] for name in shared],
                        "thing": shared, "from": first, "to": second, **change.columns("change"),
                        "deals": change.blocks, "verdict_from": verdicts[0], "verdict_to": verdicts[1],
                    }
                )
            )  # fmt: skip
    table = pd.concat(parts, ignore_index=True)
    p = _p(*(table[name].to_numpy(np.float64) for name in ("change", "change_se", "deals")))
    table = table.assign(p=p, p_adjusted=adjust(p, judge.method))
    before, after = table["verdict_from"], table["verdict_to"]
    turned = _settled(before) & _settled(after) & (before != after) & (table["p_adjusted"] < ALPHA)
    return table.assign(changes=turned)


def _p(change: Floats, se: Floats, deals: Floats) -> Floats:
    """Two-sided p values of no change.

    Where all deals agree on a change there is no error to judge by: were the true mean 0, a share of them at most
    2/(2 + |change|) could be that large, whatever the distribution of what lies between -2 and 2.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        plain = 2 * special.stdtr(np.maximum(deals - 1, 1), -np.abs(change / se))
        swept = np.minimum(2 * (2 / (2 + np.abs(change))) ** deals, 1)
    agreed = (se == 0) & (change != 0) & (deals >= FEWEST_BLOCKS)
    return np.asarray(np.select([se > 0, agreed], [plain, swept], np.nan), np.float64)


def _settled(words: pd.Series) -> pd.Series:
    return (words != UNKNOWN) & (words != "")


def _both(one: Sequence[Family], other: Sequence[Family]) -> Iterator[tuple[Family, Family]]:
    """The tables that both fields have."""
    known = {family.table: family for family in other}
    return ((family, known[family.table]) for family in one if family.table in known)


def _of(family: Family, things: Sequence[str]) -> Linear:
    """The effects of these things."""
    at = [family.things.index(name) for name in things]
    known = family.linear
    return Linear(known.value[at], known.influence[:, at], known.n[at], known.deals[at])


def _things(fields: pd.DataFrame, changes: pd.DataFrame) -> pd.DataFrame:
    """One row a thing, in the order of the tables."""
    rows = []
    told = dict(iter(changes.groupby(["table", "thing"], sort=False)))
    for (table, thing), part in fields.groupby(["table", "thing"], sort=False):
        pairs = told.get((table, thing), changes.iloc[:0])
        turned = pairs[pairs["changes"]]
        words = list(part["verdict"])
        same = len(words) > 1 and len(set(words)) == 1 and words[0] not in (UNKNOWN, "")
        row = {
            "table": table, "kind": part["kind"].iloc[0], "thing": thing,
            "strength": CHANGES if len(turned) else SAME if same else UNKNOWN,
            "verdicts": "; ".join(f"{field}: {word or UNKNOWN}" for field, word in zip(part["field"], words)),
        }  # fmt: skip
        shown = ["from", "to", "change", "change_low", "change_high", "change_se", "deals", "p_adjusted"]
        rows.append(row | dict(zip(shown, _most(turned if len(turned) else pairs, shown))))
    return pd.DataFrame(rows)


def _most(pairs: pd.DataFrame, columns: Sequence[str]) -> list[object]:
    """The pair whose change stands out most; nothing where no two fields have the thing."""
    if not len(pairs):
        return ["", "", *[np.nan] * 4, 0, np.nan]
    p = pairs["p"].to_numpy(np.float64)
    at = int(np.nanargmin(p)) if np.isfinite(p).any() else 0
    return [pairs[name].iloc[at] for name in columns]


def _less(one: Linear, other: Linear) -> Linear:
    """The difference of effects on deals from the same one on; those that only one of them played stand alone."""
    deals = max(len(one.influence), len(other.influence))
    return _among(one, deals) - _among(other, deals)


def _among(linear: Linear, deals: int) -> Linear:
    """The same among more deals, of which the further ones say nothing."""
    more: Floats = np.zeros((deals - len(linear.influence), linear.influence.shape[1]))
    return replace(linear, influence=np.concatenate([linear.influence, more]))


def sentence(row: Mapping[Hashable, Any]) -> str:
    """In words what changes of a thing, from a row of `things` with what it is called."""
    words = dict(part.split(": ", 1) for part in str(row["verdicts"]).split("; "))
    ends = [100 * float(row[f"change{end}"]) for end in ("", "_low", "_high")]
    span = f"{ends[0]:+.1f} pp [{ends[1]:+.1f}, {ends[2]:+.1f}]"
    one, two = str(row["from"]), str(row["to"])
    made = {LEDGER: ", being made to take it,", "items": ", being dealt it,"}.get(str(row["table"]), "")
    return f"{row['called']}{made} is {words[one]} in the field {one}, {words[two]} in {two}: {span}."


def names_of(shown: pd.DataFrame) -> list[str]:
    """What things are called, with their kind where two are called alike."""
    return [
        f"{called} ({kind})" if count > 1 else str(called)
        for called, kind, count in zip(
            shown["called"], shown["kind"], shown.groupby("called")["called"].transform("size"), strict=True
        )
    ]
