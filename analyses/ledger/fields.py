"""The same verdicts where others play: the worst case of each thing, and whether it depends on who is playing."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import numpy as np
import pandas as pd
from scipy import special

from analyses.estimate import Estimate
from analyses.verdict import ALPHA, UNKNOWN, Judge, adjust

DEPENDS = "depends on who is playing"


def across(judged: Mapping[str, Estimate], judge: Judge) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Verdicts by field and thing, and one row a thing: worst, its field and interval, and `depends`.

    judged holds one Estimate a field with one entry a thing. The worst case is the effect furthest from 0. A thing
    depends on who is playing if two fields differ beyond chance, and have effects of different sign that
    are both beyond chance, or verdicts that are both settled and not the same. Differences are tested as those of
    independent samples and adjusted over all pairs and things (`adjust`, by the judge's method); on common deals
    that errs to the safe side.
    """
    names = list(judged)
    tables = {name: judge(each) for name, each in judged.items()}
    values, errors = (np.array([getattr(judged[name], part) for name in names]) for part in ("value", "se"))
    parts = [
        pd.DataFrame({"field": name, "place": range(len(judged[name].value)), **judged[name].columns("effect"),
                      **judged[name].counts()}).join(tables[name])
        for name in names
    ]  # fmt: skip
    words = np.array([tables[name]["verdict"].to_numpy(str) for name in names])
    beyond = np.array([tables[name]["p_adjusted"].to_numpy() < ALPHA for name in names])
    depends = _depends(values, errors, words, beyond, judge)
    known = np.where(np.isfinite(values) & np.isfinite(errors), np.abs(values), -1.0)
    worst = known.argmax(axis=0)
    lines = np.arange(values.shape[1])
    there = known.max(axis=0) >= 0
    shown = {
        f"worst{end}": np.where(there, np.array([getattr(judged[n], part) for n in names])[worst, lines], np.nan)
        for end, part in (("", "value"), ("_low", "low"), ("_high", "high"))
    }
    summary = pd.DataFrame(
        {
            "place": lines,
            "worst_field": np.where(there, np.array(names)[worst], ""),
            **shown,
            "worst_verdict": np.where(there, words[worst, lines], ""),
            "depends": np.where(depends, DEPENDS, ""),
        }
    )
    return pd.concat(parts, ignore_index=True), summary


def _depends(values: np.ndarray, errors: np.ndarray, words: np.ndarray, beyond: np.ndarray, judge: Judge) -> np.ndarray:
    """bool[K] from arrays [fields, K]."""
    pairs = list(itertools.combinations(range(len(values)), 2))
    if not pairs:
        return np.zeros(values.shape[1], bool)
    one, other = np.array(pairs).T
    with np.errstate(invalid="ignore", divide="ignore"):
        z = (values[one] - values[other]) / np.hypot(errors[one], errors[other])
    p = adjust((2 * special.ndtr(-np.abs(z))).ravel(), judge.method).reshape(z.shape)
    signs = beyond[one] & beyond[other] & (values[one] * values[other] < 0)
    settled = (words != UNKNOWN) & (words != "")
    verdicts = settled[one] & settled[other] & (words[one] != words[other])
    return np.asarray(((p < ALPHA) & (signs | verdicts)).any(axis=0))
