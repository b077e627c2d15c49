"""Who might be playing: the mixtures under which a verdict is worth asking for again."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from analyses.finding import Finding
from simcore.errors import MeepleError

UNIFORM, NASH = "uniform", "nash"


def mixtures(found: Finding | Mapping[str, pd.DataFrame]) -> dict[str, dict[str, float]]:
    """Mixtures of a field by name, each a probability for every strategy.

    `uniform`, `nash` (the Nash average), then each single strategy by its own name; from the finding of
    a field or from its tables. Raises MeepleError for a finding of anything else.
    """
    tables = found.tables if isinstance(found, Finding) else found
    if "mixtures" not in tables:
        raise MeepleError("mixtures: expected the finding of a field, which has a table of mixtures")
    table = tables["mixtures"]
    if not {"strategy", NASH} <= set(table):
        raise MeepleError(f"mixtures: expected columns strategy and {NASH} in the finding of a field")
    parts = pd.to_numeric(table[NASH], errors="coerce")
    if not (parts.between(0, 1).all() and abs(parts.sum() - 1) < 1e-6):
        raise MeepleError(f"mixtures: {NASH} holds no probabilities that add up to 1")
    names = [str(name) for name in table["strategy"]]
    named = {
        UNIFORM: {name: 1 / len(names) for name in names},
        NASH: {name: float(part) for name, part in zip(names, parts)},
    }
    return named | {only: {name: float(name == only) for name in names} for only in names}
