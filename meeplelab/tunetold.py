"""A tuning in words and tables."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from meeplelab import findings

if TYPE_CHECKING:
    import pandas as pd

    from analyses.finding import Finding
    from meeplelab.tune import Tuning
    from meeplelab.tunejudge import Choice

NAME, TITLE = "tune", "Tuned weights"
METHOD = (
    "CMA-ES on common deals, new ones each generation; chosen on deals of their own; the values are from fresh deals "
    "that nothing was chosen by, each under all seat rotations: t intervals over blocks, the gain paired."
)
UNITS = {"low": "number", "high": "number", "spread": "share", "reliability": "share"}
ABOUT = {
    "held_out": "Fresh deals. Against default: its share of the wins where the default has all other seats. Tuned and "
    "default: in the field it was tuned against; gain: the one less the other, paired.",
    "weights": "The weights kept, and those the strategy comes with.",
    "candidates": "What one was chosen from, on deals of their own. Who comes first of several is luck in part: only "
    "the fresh deals tell how good it is.",
    "generations": "Best and mean: of the generation's candidates on its own deals, so the best is flattered. Spread: "
    "standard deviation of the widest weight, as a part of its range. Reliability: part of the differences between "
    "candidates that is no luck.",
}


def measures(judged: pd.DataFrame) -> dict[str, dict[str, Any]]:
    """The rows of the judgement by what they measure."""
    return {str(row["measure"]): {str(name): value for name, value in row.items()} for row in judged.to_dict("records")}


def is_better(judged: pd.DataFrame) -> bool:
    """Whether the tuned weights are shown to beat the default: against it, or alone by their gain."""
    rows = measures(judged)
    duel = rows.get("against default")
    return bool(duel["value_low"] > duel["even"] if duel else rows["gain"]["value_low"] > 0)


def finding(tuning: Tuning, choice: Choice, judged: pd.DataFrame, command: str, path: Path | None) -> Finding:
    """All of it; see `meeplelab.tune`."""
    import pandas as pd

    from analyses.finding import Finding

    arena, search = tuning.arena, tuning.search
    chosen = tuning.weights(choice.weights)
    rows = [
        (w.name, w.default, start.default, chosen[w.name], w.low, w.high, w.meaning)
        for w, start in zip(tuning.default.weights, tuning.start.weights)
        if w.name in chosen
    ]
    weights = pd.DataFrame(rows, columns=["weight", "default", "start", "tuned", "low", "high", "meaning"])
    generations = pd.DataFrame(
        [
            (i, max(g.scores), sum(g.scores) / len(g.scores), g.reliability, g.blocks, len(g.scores),
             g.blocks * len(g.scores) * arena.players)
            for i, g in enumerate(search.done, 1)
        ],
        columns=["generation", "best", "mean", "reliability", "blocks", "n", "games"],
    )  # fmt: skip
    share = "share" if arena.players > 1 else "VP"
    units = {**UNITS, "best": share, "mean": share, "gain": "points" if arena.players > 1 else "VP"}
    facts = {
        "strategy": tuning.start.name, "against": list(tuning.labels), "better": is_better(judged),
        "chosen": choice.name,
        "generations": len(search.done), "games_to_tune": tuning.games() + choice.games, "narrow": search.narrow,
        "minutes": round(tuning.seconds / 60, 2), "held_out_blocks": tuning.held_out, "file": str(path or ""),
    }  # fmt: skip
    line_up = (tuning.start.name, *tuning.labels)
    fresh = int(judged["games"][judged["measure"] != "gain"].sum())  # the gain is of games counted already
    card = findings.evidence(arena.spec, arena.ruleset, line_up, arena.seed, fresh, tuning.held_out, METHOD, command)
    tables = {"held_out": judged, "weights": weights, "candidates": choice.table, "generations": generations}
    notes = (sentence(tuning, choice, judged),)
    return Finding(NAME, TITLE, replace(card, players=arena.players), tables, facts, notes, units, about=ABOUT)


def sentence(tuning: Tuning, choice: Choice, judged: pd.DataFrame) -> str:
    """What came of it, in words."""
    rows = measures(judged)
    blocks = f"{tuning.held_out:,} fresh blocks"
    if tuning.arena.players == 1:
        gain, tuned = rows["gain"], rows["tuned"]
        told = (
            f"Tuned it scores {_span(tuned, 1, '')} VP on {blocks}, {_span(gain, 1, '', '+')} VP more than with its "
            "default weights"
        )
    else:
        duel, gain = rows["against default"], rows["gain"]
        told = (
            f"Tuned it takes {_span(duel, 100, '%')} of the wins against its default on {blocks}, where "
            f"{100 * duel['even']:.1f}% is even, and {_span(gain, 100, '', '+')} pp more than its default in the field"
        )
    if choice.name == "default":
        return f"{told}. No candidate did better than the default where one was chosen: these are the default weights."
    return f"{told}." if is_better(judged) else f"{told}. That it beats its default is not shown."


def _span(row: dict[str, Any], times: int, sign: str, plus: str = "") -> str:
    value, low, high = (f"{times * row[name]:{plus}.1f}" for name in ("value", "value_low", "value_high"))
    return f"{value}{sign} [{low}, {high}]"
