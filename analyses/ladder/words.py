"""What a ladder says, in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from analyses.ladder.tables import FALLS, LEVEL_WITHIN, RISES
from analyses.verdict import FEWEST_BLOCKS, UNKNOWN

Row = Mapping[Any, Any]


def sentences(tables: Mapping[str, pd.DataFrame], facts: Mapping[str, Any]) -> tuple[str, ...]:
    """Whether the ladder rises, how deep skill goes, and how much is luck."""
    return rising(tables["steps"], facts["verdicts"]), depth(facts), luck(tables["luck"], facts)


def rising(steps: pd.DataFrame, verdicts: Mapping[str, int]) -> str:
    """Of how many steps each thing can be said, allowing for their number; those that fall are named."""
    size = len(steps)
    parts = [f"rises at {verdicts[RISES]} of {size} {'step' if size == 1 else 'steps'}"]
    if verdicts[LEVEL_WITHIN]:
        parts.append(f"is level within its interval at {verdicts[LEVEL_WITHIN]}")
    if verdicts[UNKNOWN]:
        parts.append(f"is not yet known at {verdicts[UNKNOWN]} (fewer than {FEWEST_BLOCKS} blocks)")
    falling = [f"{row['rung']} after {row['below']}" for row in steps[steps["verdict"] == FALLS].to_dict("records")]
    parts.append(f"falls at {len(falling)} ({'; '.join(falling)})" if falling else "falls nowhere")
    return f"The ladder {', '.join(parts[:-1])} and {parts[-1]}, beyond chance over all steps."


def depth(facts: Mapping[str, Any]) -> str:
    """How many steps of the size asked for lie between the lowest rung and the top."""
    size = f"{100 * facts['step']:g}% of the games of two"
    if facts["players"] > 2:
        size += f" ({100 * facts['step_at_this_table']:.1f}% of those of {facts['players']})"
    ends = f"from {facts['floor']} to {facts['top']}"
    return (
        f"Depth: {steps_in_words(facts, 'depth')} steps of {size} {ends}, added up; {steps_in_words(facts, 'direct')} "
        f"where the two meet.{_bent(facts)}"
    )


def _bent(facts: Mapping[str, Any]) -> str:
    """Whether strengths add up."""
    low, high = number(facts["bend_low"]), number(facts["bend_high"])
    if low is None or high is None or low <= 0 <= high:
        return ""
    return " They differ beyond chance: strengths do not simply add up, so one number a rung is not all there is."


def steps_in_words(row: Row, name: str) -> str:
    """A number of steps with its interval, or the bound that is all there is."""
    value, low, high = (number(row[f"{name}{end}"]) for end in ("", "_low", "_high"))
    if value is not None and low is not None and high is not None:
        return f"{value:.1f} [{low:.1f}, {high:.1f}]"
    return bound(low, high, 1)


def bound(low: float | None, high: float | None, digits: int) -> str:
    """What is known of a number that has no estimate of its own."""
    if low is not None:
        return f"at least {low:.{digits}f}"
    return "unknown" if high is None else f"at most {high:.{digits}f}"


def number(value: Any) -> float | None:
    """A number, None for what is missing."""
    return None if value is None or value != value else float(value)


def luck(table: pd.DataFrame, facts: Mapping[str, Any]) -> str:
    """How often the weaker one comes out on top."""
    *tops, steps = table.to_dict("records")
    others = facts["players"] - 1
    lowest = str(facts["floor"]) if others <= 1 else f"{others} seats of {facts['floor']}"
    alone = facts["players"] == 1
    fails = "scores no more than" if alone else "does not beat"
    told = [f"{str(row['measure']).split(' does not ')[0]} {fails} {lowest} in {_share(row)}" for row in tops]
    return (
        f"Luck: {', '.join(told)} of {'deals' if alone else 'games'}, where equals would in "
        f"{100 * steps['even']:.1f}%; a rung {fails} the one below in {_share(steps)}."
    )


def _share(row: Row) -> str:
    """A share in percent with its interval; of next to nothing two decimals."""
    digits = 2 if row["value_high"] < 0.005 else 1
    value, low, high = (f"{100 * row[f'value{end}']:.{digits}f}" for end in ("", "_low", "_high"))
    return f"{value}% [{low}, {high}]"
