"""A run in a few numbers, each with its 95% interval from blocks and its n."""

from __future__ import annotations

from typing import Any

import pandas as pd

from analyses.base import analyse
from analyses.length import Endings, Sizes
from analyses.runs import Facts, Run
from analyses.seats import Seats
from analyses.strategies import Strategies
from analyses.verdict import MARGIN, Method

COLUMNS = ("about", "name", "measure", "value", "low", "high", "unit", "n", "blocks", "verdict")


def summary(run: Run, margin: float = MARGIN, adjusted: Method = "bh") -> pd.DataFrame:
    """One row a number, columns as in `COLUMNS`; n counts seats, or games where `about` is "game".

    about is "strategy", "seat" or "game"; verdicts are about this margin (a share). `attrs` holds the facts of the run.
    """
    facts = Facts.of(run)
    questions = (Strategies(facts, margin, adjusted), Seats(facts, margin, adjusted), Sizes(facts), Endings(facts))
    tables = analyse(run, questions)
    frame = pd.concat(
        [
            _part(tables["strategies"], "strategy", tables["strategies"]["strategy"], "win_share", "share"),
            _part(tables["strategies"], "strategy", tables["strategies"]["strategy"], "score", "VP"),
            _part(tables["seats"], "seat", tables["seats"]["seat"], "win_share", "share"),
            _part(tables["seats"], "seat", tables["seats"]["seat"], "score", "VP"),
            _part(tables["sizes"], "game", tables["sizes"]["quantity"], "mean", tables["sizes"]["unit"]),
            _part(tables["endings"], "game", tables["endings"]["ending"], "share", "share"),
        ],
        ignore_index=True,
    )
    frame.attrs.update(facts_of(facts), margin_pp=100 * margin, adjusted=adjusted)
    return frame


def _part(table: pd.DataFrame, about: str, names: pd.Series, measure: str, unit: str | pd.Series) -> pd.DataFrame:
    """The rows of one measure of one table."""
    verdict = table["verdict"] if measure == "win_share" else ""
    return pd.DataFrame(
        {
            "about": about,
            "name": names.astype(str),
            "measure": measure,
            "value": table[measure],
            "low": table[f"{measure}_low"],
            "high": table[f"{measure}_high"],
            "unit": unit,
            "n": table["n"],
            "blocks": table["blocks"],
            "verdict": verdict,
        }
    )


def facts_of(facts: Facts) -> dict[str, Any]:
    """What a reader must know beside the numbers, ready for JSON."""
    assumed = sum(value["source"] == "assumed" for value in facts.values)
    return {
        "game": facts.game,
        "title": facts.title,
        "players": facts.players,
        "line_up": list(facts.line_up),
        "games": facts.games,
        "blocks": facts.blocks,
        "rotations": facts.rotations,
        "seed": facts.seed,
        "first_deal": facts.first_deal,
        "fair_share": facts.fair,
        "ruleset": facts.ruleset,
        "digest": facts.digest,
        "changed": dict(facts.overrides),
        "rules_values": len(facts.values),
        "rules_assumed": assumed,
    }
