"""After the search: one candidate is chosen on deals kept for that, and judged on deals that nothing was chosen by."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from meeplelab.tuneplay import CHOOSING, JUDGING, Arena, Floats, Told, deals_from
from meeplelab.tunesearch import Search

if TYPE_CHECKING:
    import pandas as pd

    from strategies.contract import Strategy

TIMES = 10
"""The candidates that are chosen from play so many times the blocks of the last generation."""
LATE = 4
"""The best candidates of so many last generations are chosen from."""


@dataclass(frozen=True)
class Choice:
    """The chosen candidate: its name, its weights float64[W], the table of all, games played."""

    name: str
    weights: Floats
    table: pd.DataFrame
    games: int


def choosing_blocks(search: Search) -> int:
    """Blocks each candidate plays to be chosen."""
    return TIMES * search.done[-1].blocks


def shortlist(search: Search, default: Floats) -> dict[str, Floats]:
    """Weights to choose from, by name: the default, the start, the middle of the distribution, late best ones."""
    last = len(search.done)
    late = {f"best of generation {last - i}": search.tops[-1 - i] for i in range(min(LATE, last))}
    points = {"middle of the distribution": search.mean, **late}
    found = {"default": default, "start": search.box.start}
    found |= {name: search.box.weights(point[None])[0] for name, point in points.items()}
    names, seen = list(found), [found[name].tobytes() for name in found]
    return {name: found[name] for i, name in enumerate(names) if seen.index(seen[i]) == i}


def choose(search: Search, arena: Arena, default: Floats, told: Told | None = None) -> Choice:
    """The best candidate on deals that no generation has seen; the default is one of them."""
    from analyses import tuning

    listed = shortlist(search, default)
    blocks = choosing_blocks(search)
    first = deals_from(CHOOSING, TIMES * (search.blocks - search.done[-1].blocks), blocks)
    scores = arena.scores(np.stack(list(listed.values())), first, blocks, told)
    name = list(listed)[tuning.best(scores)]
    table = tuning.candidates(list(listed), scores, 0, arena.bounds)
    table["games"] = blocks * arena.players
    return Choice(name, listed[name], table, scores.size * arena.players)


def judge(
    arena: Arena, against_default: Arena, weights: Floats, default: Floats, blocks: int, turn: int,
    told: Told | None = None,
) -> pd.DataFrame:  # fmt: skip
    """The chosen weights on fresh deals: against the default, in the field, and the default in the field.

    One row a measure: value with interval, unit, blocks, games, n. In `against_default` all opponents are the default.
    turn counts the judgements before this one, whose deals are left alone.
    """
    import pandas as pd

    from analyses import tuning

    least, most = arena.bounds
    whole = arena.whole(blocks)
    both = arena.scores(np.stack([weights, default]), deals_from(JUDGING, turn * whole, whole), whole, told)
    more = tuning.gain(both[:1], both[1], least - most, most - least)
    shares = {"tuned": tuning.estimate(both[:1], least, most), "default": tuning.estimate(both[1:], least, most)}
    if arena.players > 1:
        duel = against_default.scores(weights[None], deals_from(JUDGING, turn * blocks, blocks), blocks, told)
        shares = {"against default": tuning.estimate(duel, least, most), **shares}
    unit, difference = ("share", "points") if arena.players > 1 else ("VP", "VP")
    parts = [(name, unit, each) for name, each in shares.items()] + [("gain", difference, more)]
    table = pd.concat(
        [
            pd.DataFrame({"measure": name, "unit": unit, **each.columns("value"), **each.counts()})
            for name, unit, each in parts
        ],
        ignore_index=True,
    )
    table["games"] = table["n"] = table["blocks"] * arena.players
    return table


def against_default_of(arena: Arena, default: Strategy) -> Arena:
    """The same table with the default in all other seats."""
    return replace(arena, opponents=(default,) if arena.players > 1 else ())
