"""The tables of a ladder: its steps, its rungs on one scale, and what is luck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from analyses.estimate import LEVEL, Estimate, critical, mean, share
from analyses.ladder.games import LadderGames, Pair
from analyses.ladder.scale import ahead, climbed, strength
from analyses.moments import Moments
from analyses.verdict import ALPHA, UNKNOWN, Judge

RISES, LEVEL_WITHIN, FALLS = "rises", "level within its interval", "falls"
STEP = 0.6
"""Share of games won at a table of two that makes a step, unless told otherwise."""
METHOD = (
    "One seat of the higher rung among seats of the lower, every rotation; the deal is the sample. Shares: Wilson at "
    "the effective number of deals; strength: log-odds from even, ends of the shares carried over; sums of steps: Zou "
    "& Donner 2008 with the correlations of common deals; steps against even: two-sided, Benjamini-Hochberg."
)
UNITS = {
    **dict.fromkeys(("win_share", "seen", "lost", "value", "even", "of_even"), "share"),
    **dict.fromkeys(("elo", "elo_of_step", "elo_seen"), "Elo"),
    **dict.fromkeys(("vp", "vp_of_step", "vp_seen"), "VP"),
    **dict.fromkeys(("n", "games", "blocks"), "count"),
}
ABOUT = {
    "rungs": "From the lowest rung up. Steps: strength above the lowest rung, Elo above the lowest that wins any games "
    "of the next, added up. Seen: win share of one seat of the rung where the reference has all others.",
    "steps": "Win share of one seat of a rung where the one below has all others, and what follows for their strength. "
    "Lost: part of the games that the higher rung does not win.",
    "luck": "Part of games that go to who is weaker, beside what it would be among equals.",
}
ABOUT_ALONE = {
    "rungs": "From the lowest rung up. VP above the lowest rung on the same deals. Seen: how often it scores more "
    "than the reference on the same deal, equal scores half. Elo and steps: strength by such comparisons, added up.",
    "steps": "VP more than the rung below on the same deals; win share: how often it scores more there, equal scores "
    "half. Lost: how often it does not.",
    "luck": "How often who is weaker scores more on the same deal, beside what it would be among equals.",
}


def tables_of(games: LadderGames, step: float = STEP) -> tuple[dict[str, pd.DataFrame], dict[str, Any]]:
    """Tables `rungs`, `steps` and `luck`, and the facts: depth with its interval, verdicts counted, the step's size."""
    steps, rungs, luck = steps_of(games), rungs_of(games, step), luck_of(games)
    top = rungs.iloc[-1]
    words = steps["verdict"].value_counts()
    facts: dict[str, Any] = {
        "players": games.players, "floor": games.names[0], "start": games.names[start_of(games)],
        "top": games.names[games.size - 1],
        "reference": games.names[games.reference], "even": games.even, "step": step,
        "step_at_this_table": float(step / (step + (1 - step) * (games.sides - 1))),
        **{name: float(top[f"steps{name.removeprefix('depth')}"]) for name in ("depth", "depth_low", "depth_high")},
        **direct_of(games, step),
        "verdicts": {word: int(words.get(word, 0)) for word in (RISES, LEVEL_WITHIN, FALLS, UNKNOWN)},
    }  # fmt: skip
    return {"rungs": rungs, "steps": steps, "luck": luck}, facts


def direct_of(games: LadderGames, step: float = STEP) -> dict[str, float]:
    """Steps between the lowest rung and the top as those two play each other, and by how much the ladder makes it more.

    Keys direct and bend, with `_low` and `_high`; the interval of bend is that of the delta method on common deals. A
    bend other than 0 says that strengths do not add up: one number a rung is not all there is.
    """
    unit = 1 / float(strength(step, 2))
    pair, places = (games.size - 1, 0), [games.place(pair) for pair in games.steps]
    won = _won(games, [pair, *games.steps])
    direct = ahead(won, games.sides)
    with np.errstate(divide="ignore", invalid="ignore"):
        slopes = np.array([-1.0, *np.ones(len(places))]) / (won.value * (1 - won.value))
        values = direct.value
        bend = values[1:].sum() - values[0]
        pull = games.pulls[:, [games.place(pair), *places]] @ slopes
    fewest = int(won.blocks.min())
    scale = fewest / (fewest - 1) if fewest > 1 else np.nan
    half = critical(np.array(fewest), LEVEL) * np.sqrt(scale * (pull**2).sum())
    found = {name: float(part[0]) for name, part in direct.columns("direct", unit).items()}
    ends = {"bend": bend, "bend_low": bend - half, "bend_high": bend + half}
    return found | {name: float(unit * end) if np.isfinite(end) else np.nan for name, end in ends.items()}


def picked(moments: Moments, places: Sequence[int]) -> Moments:
    """Some of the groups of a table of moments."""
    at = list(places)
    return Moments(
        moments.blocks, moments.games, moments.totals[at], moments.cross[at],
        moments.in_blocks[at], moments.in_games[at],
    )  # fmt: skip


def _won(games: LadderGames, pairs: Sequence[Pair]) -> Estimate:
    return share(picked(games.moments, [games.place(pair) for pair in pairs]))


def _ahead_in_vp(games: LadderGames, pairs: Sequence[Pair]) -> Estimate | None:
    points = games.points
    return None if points is None else mean(picked(points, [games.place(pair) for pair in pairs]))


def steps_of(games: LadderGames) -> pd.DataFrame:
    """One row a step from the bottom up: win share, strength, what is lost, and whether it rises."""
    won, points = _won(games, games.steps), _ahead_in_vp(games, games.steps)
    table = pd.DataFrame(
        {
            "step": np.arange(1, games.size),
            "rung": games.names[1 : games.size],
            "below": games.names[: games.size - 1],
            **won.columns("win_share"),
            "even": games.even,
            **ahead(won, games.sides).columns("elo_of_step"),
            "lost": 1 - won.value, "lost_low": 1 - won.high, "lost_high": 1 - won.low,
            **({} if points is None else points.columns("vp_of_step")),
        }
    )  # fmt: skip
    judged = Judge(margin=0.0)(won.less(games.even) if points is None else points)
    effect = won.value - games.even if points is None else points.value
    beyond = judged["p_adjusted"].to_numpy() < ALPHA
    words = np.select(
        [judged["p"].isna().to_numpy(), beyond & (effect > 0), beyond & (effect < 0)],
        [UNKNOWN, RISES, FALLS], LEVEL_WITHIN,
    )  # fmt: skip
    return table.assign(p=judged["p"], p_adjusted=judged["p_adjusted"], verdict=words, **won.counts())


def start_of(games: LadderGames) -> int:
    """The rung from which Elo is counted: the lowest, or the first one that is not beaten by the next in every game.

    Where the lowest never wins only a bound is known of its strength, and so of all others above it.
    """
    won = _won(games, games.steps).value
    lost = np.flatnonzero((won > 0) & (won < 1))
    return int(lost[0]) if len(lost) else 0


def rungs_of(games: LadderGames, step: float = STEP) -> pd.DataFrame:
    """One row a rung from the bottom up: Elo above `start_of`, steps above the lowest, and the reference."""
    places = [games.place(pair) for pair in games.steps]
    moments, pulls = picked(games.moments, places), games.pulls[:, places]
    above = climbed(moments, pulls, games.sides)
    from_start = climbed(moments, pulls, games.sides, start=start_of(games))
    frame = pd.DataFrame(
        {
            "place": np.arange(1, games.size + 1),
            "rung": games.names[: games.size],
            "kind": games.kinds[: games.size],
            **from_start.columns("elo"),
            **above.columns("steps", 1 / float(strength(step, 2))),
        }
    )
    above_in_vp = _ahead_in_vp(games, [(rung, 0) for rung in range(1, games.size)])
    if above_in_vp is not None:
        frame = frame.join(pd.DataFrame(above_in_vp.columns("vp"), index=frame.index[1:]))
        frame.loc[0, ["vp", "vp_low", "vp_high"]] = 0.0
    return frame.join(_against_reference(games))


def _against_reference(games: LadderGames) -> pd.DataFrame:
    """Each rung among seats of the reference, by its number; the reference itself is even there without a game."""
    others = [rung for rung in range(games.size) if rung != games.reference]
    pairs = [(rung, games.reference) for rung in others]
    won, points = _won(games, pairs), _ahead_in_vp(games, pairs)
    columns = {
        **won.columns("seen"),
        **ahead(won, games.sides).columns("elo_seen"),
        **({} if points is None else points.columns("vp_seen")),
    }
    counts = pd.DataFrame(won.counts(), index=others).reindex(range(games.size), fill_value=0)
    table = pd.DataFrame(columns, index=others).reindex(range(games.size))
    if games.reference < games.size:
        known = {"seen": games.even, "elo_seen": 0.0} | ({} if points is None else {"vp_seen": 0.0})
        table.loc[games.reference, list(known)] = list(known.values())
    return table.join(counts)


def luck_of(games: LadderGames) -> pd.DataFrame:
    """How often the top does not beat the lowest rung, nor (on average) the higher of two neighbours the lower."""
    direct = _won(games, [(top, 0) for top in games.tops])
    lost = {"value": 1 - direct.value, "value_low": 1 - direct.high, "value_high": 1 - direct.low, **direct.counts()}
    rows = [
        {"measure": f"{games.names[top]} does not beat {games.names[0]}"}
        | {name: part[row].item() for name, part in lost.items()}
        for row, top in enumerate(games.tops)
    ]
    rows.append({"measure": "a rung does not beat the one below, on average", **_lost_on_average(games)})
    among_equals = 1 - games.even
    frame = pd.DataFrame(rows).assign(even=among_equals)
    return frame.assign(**{f"of_even{end}": frame[f"value{end}"] / among_equals for end in ("", "_low", "_high")})


def _lost_on_average(games: LadderGames) -> dict[str, float]:
    """Mean over the steps of what the higher rung does not win, and its t interval over common deals."""
    places = [games.place(pair) for pair in games.steps]
    won = share(picked(games.moments, places))
    pull = games.pulls[:, places].mean(axis=1)
    fewest = int(won.blocks.min())
    value = float(1 - won.value.mean())
    scale = fewest / (fewest - 1) if fewest > 1 else float("nan")
    half = float(critical(np.array(fewest), LEVEL) * np.sqrt(scale * (pull**2).sum()))
    return {"value": value, "value_low": max(value - half, 0.0), "value_high": min(value + half, 1.0),
            "blocks": fewest, "games": int(won.games.sum()), "n": int(won.n.sum())}  # fmt: skip
