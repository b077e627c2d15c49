"""Conclusions under the base rules, and in what share of the worlds each of them holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from analyses.estimate import Estimate
from analyses.moments import Floats
from analyses.robustness.factors import Standing, named
from analyses.robustness.spread import Behind, pooled, share, spread
from analyses.robustness.worlds import Factor
from analyses.verdict import ALPHA, UNKNOWN, Judge, adjust, balanced

ROBUST, DEPENDS = "robust", "depends on what is assumed"
MOST = 0.8
"""Share of the worlds in which a robust verdict holds, at least."""
FEWEST_WORLDS = 20
UNITS = {
    **dict.fromkeys(("holds", "sign", "index", "still_first"), "share"),
    **dict.fromkeys(
        ("base", "mean", "range_low", "range_high", "spread", "spread_visible", "world_se", "moved", "floor", "moves"),
        "points",
    ),
}
ABOUT = {
    "conclusions": "Base: the effect under the base rules, with its verdict. Holds, sign: part of the worlds in which "
    "the verdict, and the sign, are the same. Mean, range, spread: of the worlds, without the noise of the games (10% "
    "and 90%; standard deviation). Spread visible: the least that would be found 8 times in 10. World se: error in one "
    "world. Moved, floor: how far the value it hangs on moves it, and what chance can show.",
    "factors": "Assumed values that move a conclusion beyond chance. Moved: standard deviation over worlds it makes; "
    "index: its part of the spread; moves: mean effect with another value less that with the one in force.",
    "leaders": "Who is first of a kind under the base rules, and in what part of the worlds it still is.",
}
NOTHING = "nothing stands out above the noise"
NOT_A_NUMBER = float("nan")

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Family:
    """Questions of one kind: their names, the words of their verdicts, and the answers.

    base   Estimate of C effects under the base rules, 0 is fair
    value, se, n   float64[W, C] of the worlds, n in deals; NaN where a world has no answer
    judged   whether there are verdicts at all
    """

    kind: str
    names: tuple[str, ...]
    words: tuple[str, str]
    base: Estimate
    value: Floats
    se: Floats
    n: Floats
    judged: bool = True


@dataclass(frozen=True)
class Found:
    """The tables: `conclusions` one row each, `factors` what stands out for them, `leaders` one row a kind."""

    conclusions: pd.DataFrame
    factors: pd.DataFrame
    leaders: pd.DataFrame


def conclude(families: Sequence[Family], factors: Sequence[Factor], margin: float, seed: int) -> Found:
    """Judge all families at a margin (a share); the rest of the chances needed here are keyed by seed."""
    rows: list[dict[str, Any]] = []
    leaders: list[tuple[Any, ...]] = []
    standing: list[dict[str, Any]] = []
    for place, family in enumerate(families):
        judge = Judge(margin, family.words)
        verdicts = judge(family.base, np.full(len(family.names), family.judged))
        v = pooled(family.se, family.n)
        known: dict[int, Floats] = {}
        for k in np.flatnonzero(family.base.n > 0):
            rng = np.random.default_rng([seed, place, int(k)])
            there = np.flatnonzero(np.isfinite(family.value[:, k]) & np.isfinite(v[:, k]))
            row = _base(family, int(k), verdicts) | {"worlds": len(there)}
            if len(there) >= FEWEST_WORLDS:
                y, noise = family.value[there, k], v[there, k]
                behind = Behind.of(y, noise, rng)
                known[int(k)] = _placed(behind.drawn(rng), there, len(v))
                row |= _over_worlds(y, noise, behind, row, judge, rng)
                if factors:
                    for each in named(y, factors, there, row["spread"] ** 2, rng):
                        standing.append(_standing(each, factors[each.place], y, there, row, len(standing)))
            rows.append(row)
        leaders += _leader(family, known, np.random.default_rng([seed, place]))
    table = pd.DataFrame(rows)
    table["robustness"] = [word_of(row) for row in rows]
    return Found(*_with_factors(table, standing), pd.DataFrame(leaders, columns=list(LEADER)))


def _base(family: Family, k: int, verdicts: pd.DataFrame) -> dict[str, Any]:
    base, verdict = family.base, verdicts.loc[k]
    parts = {"base": base.value, "base_low": base.low, "base_high": base.high, "base_se": base.se}
    return {
        "kind": family.kind, "name": family.names[k],
        **{name: float(values[k]) for name, values in parts.items()},
        "deals": int(base.blocks[k]), "verdict": verdict["verdict"], "p_adjusted": verdict["p_adjusted"],
    }  # fmt: skip


def region(verdict: str, judge: Judge) -> tuple[float, float] | None:
    """The effects of which a verdict is true, None if it says nothing."""
    if verdict == balanced(judge.margin, judge.unit):
        return -judge.margin, judge.margin
    if verdict == judge.words[0]:
        return judge.margin, np.inf
    return (-np.inf, -judge.margin) if verdict == judge.words[1] else None


def _over_worlds(
    y: Floats, noise: Floats, behind: Behind, row: Row, judge: Judge, rng: np.random.Generator
) -> dict[str, Any]:
    """What the worlds say of one conclusion."""
    over = spread(y, noise)
    bounds = region(str(row["verdict"]), judge)
    holds = signs = (NOT_A_NUMBER,) * 3
    if bounds is not None:
        holds = share(behind.inside(*bounds), rng)
    if row["base"]:
        signs = share(behind.inside(*((0.0, np.inf) if row["base"] > 0 else (-np.inf, 0.0))), rng)
    return {
        **_three("holds", holds), **_three("sign", signs), **_three("mean", (over.mean, over.mean_low, over.mean_high)),
        "range_low": over.low, "range_high": over.high, "spread": over.sd, "spread_p": over.p,
        "spread_visible": over.visible, "world_se": float(np.sqrt(noise.mean())),
    }  # fmt: skip


def _three(name: str, values: tuple[float, float, float]) -> dict[str, float]:
    return dict(zip((name, f"{name}_low", f"{name}_high"), values))


def word_of(row: Row) -> str:
    """Robust if the verdict holds in four worlds of five or more, by the whole interval; "" where nothing is judged."""
    if not row["verdict"]:
        return ""
    low, high = (float(row.get(f"holds_{end}", NOT_A_NUMBER)) for end in ("low", "high"))
    if row["verdict"] == UNKNOWN or not np.isfinite(low):
        return UNKNOWN
    return ROBUST if low >= MOST else DEPENDS if high < MOST else UNKNOWN


def _placed(thetas: Floats, there: npt.NDArray[np.int64], worlds: int) -> Floats:
    """Draws in all worlds; minus infinity where there is no answer, so that nothing leads there by it."""
    every = np.full((len(thetas), worlds), -np.inf)
    every[:, there] = thetas
    return every


LEADER = "kind", "leader", "among", "worlds", "still_first", "still_first_low", "still_first_high"


def _leader(family: Family, known: dict[int, Floats], rng: np.random.Generator) -> list[tuple[Any, ...]]:
    """In what share of the worlds the strongest of a family under the base rules is the strongest."""
    if len(known) < 2:
        return []
    places = list(known)
    best = max(places, key=lambda k: float(family.base.value[k]))
    every = np.stack([known[k] for k in places])
    there = np.isfinite(known[best][0])
    first = (every.argmax(axis=0) == places.index(best))[:, there]
    return [(family.kind, family.names[best], len(places), int(there.sum()), *share(first.astype(np.float64), rng))]


# ---- what stands out


def _standing(
    standing: Standing, factor: Factor, y: Floats, there: npt.NDArray[np.int64], row: Row, order: int
) -> dict[str, Any]:
    codes = factor.codes[there]
    means = {word: y[codes == code].mean() for code, word in enumerate(factor.words) if (codes == code).any()}
    first = next(iter(means))
    return {
        "kind": row["kind"], "name": row["name"], "factor": factor.name,
        "moved": standing.moved, "floor": standing.floor, "index": standing.index, "p": standing.p, "from": first,
        "moves": {word: float(mean - means[first]) for word, mean in means.items() if word != first},
        "order": order,
    }  # fmt: skip


FACTOR = "kind", "name", "factor", "moved", "floor", "index", "p", "p_adjusted", "from", "moves"


def _with_factors(table: pd.DataFrame, standing: Sequence[Row]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Name what each conclusion hangs on, p values adjusted over the conclusions."""
    every = pd.DataFrame(standing, columns=[*(name for name in FACTOR if name != "p_adjusted"), "order"])
    firsts = ~every.duplicated(["kind", "name"])
    every["p_adjusted"] = np.nan
    every.loc[firsts, "p_adjusted"] = adjust(every.loc[firsts, "p"].to_numpy(np.float64))
    every["p_adjusted"] = every["p_adjusted"].ffill()
    top = every[firsts].set_index(["kind", "name"])
    above = top[top["p_adjusted"] <= ALPHA]
    keys = list(zip(table["kind"], table["name"]))
    table["hangs_on"] = [str(above["factor"].get(key, NOTHING)) for key in keys]
    for name, source in (("moved", above), ("index", above), ("floor", top)):
        table[name] = [float(source[name].get(key, NOT_A_NUMBER)) for key in keys]
    kept = every[every["p_adjusted"] <= ALPHA][list(FACTOR)].reset_index(drop=True)
    return table, kept
