"""How two strategies compare once they have played enough, whatever said that it was enough."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from scipy import special

from analyses.compare import sentence
from analyses.estimate import LEVEL, Estimate
from analyses.meeting import Meeting
from analyses.moments import Floats
from analyses.sequential.sprt import ABOVE, BELOW, OPEN, Sprt
from analyses.sequential.stopped import Stopped
from analyses.sequential.width import Width
from analyses.verdict import Judge
from simcore.words import plural

NO_NUMBER = float("nan")


@dataclass(frozen=True)
class Answer:
    """The difference of two who met (first less second), and how the playing ended.

    outcome is what a test saw when it ended, `middle` what its drift is measured from: p values come from
    it then, not from the estimate. ending is a sentence, decision a word of `analyses.sequential.sprt`.
    """

    meeting: Meeting
    difference: Estimate
    looks: int = 1
    ending: str = ""
    decision: str = ""
    plain: float = NO_NUMBER
    outcome: Stopped | None = None
    middle: float = 0.0

    @property
    def ahead(self) -> bool:
        """Whether the first is ahead."""
        return float(self.difference.value) >= 0

    def lead(self) -> Estimate:
        """The difference of the one ahead less the other."""
        mine = self.difference
        return mine if self.ahead else replace(mine, value=-mine.value, low=-mine.high, high=-mine.low)

    def above(self, true: float) -> float:
        """One-sided p value that the lead lies above a true one; NaN if the usual one holds."""
        if self.outcome is None:
            return NO_NUMBER
        if self.ahead:
            return self.outcome.chance(true - self.middle)
        return self.outcome.chance_below(-true - self.middle)

    def row(self) -> dict[str, Any]:
        """Both win shares a seat with intervals, mean scores, and how it ended."""
        met, lead = self.meeting, self.lead()
        value, low, high = (met.reach / 2 + float(part) / 2 for part in (lead.value, lead.low, lead.high))
        names, scores = [met.first, met.second], list(met.mean_scores())
        if not self.ahead:
            names.reverse()
            scores.reverse()
        return {
            "better": names[0],
            "better_win_share": value,
            "better_win_share_low": low,
            "better_win_share_high": high,
            "better_score": scores[0],
            "other": names[1],
            "other_win_share": met.reach - value,
            "other_win_share_low": met.reach - high,
            "other_win_share_high": met.reach - low,
            "other_score": scores[1],
        }

    def end(self) -> dict[str, Any]:
        """How the playing ended, and what a game in a block is worth."""
        return {
            "half_width": float(self.difference.high - self.difference.low) / 2,
            "looks": self.looks,
            "decision": self.decision,
            "plain_difference_biased": self.plain if self.ahead else -self.plain,
            "worth": self.meeting.worth(),
            "ending": self.ending,
        }


def after_all(meeting: Meeting) -> Answer:
    """When as many games were played as were asked for."""
    return Answer(meeting, meeting.difference())


def after_width(meeting: Meeting, width: Width, looks: int) -> Answer:
    """When the interval was narrow enough, or the most was reached."""
    difference = meeting.difference()
    reached, asked = 100 * width.reached(difference), f"the {100 * width.asked:g} pp asked for"
    met = f"{meeting.first} and {meeting.second}: half-width {reached:.3g} pp"
    if width.narrow(difference):
        ending = f"{met}, within {asked}, after {plural(meeting.games, 'game')}."
    else:
        ending = f"{met}, wider than {asked}: stopped at the most games allowed, {meeting.games:,}."
    return Answer(meeting, difference, looks, ending)


def after_sprt(meeting: Meeting, sprt: Sprt, looks: int) -> Answer:
    """When a bound was reached, or the most: with the estimate that allows for it."""
    scores = meeting.scores()
    outcome, decision = sprt.outcome(scores, looks), sprt.decision(scores)
    value, low, high = (np.clip(drift + sprt.middle, -meeting.reach, meeting.reach) for drift in outcome.estimate())
    plain = meeting.difference()
    difference = replace(
        plain,
        value=value,
        se=(high - low) / 2 / special.ndtri(0.5 + LEVEL / 2),
        low=low,
        high=high,
        method="median-unbiased, stagewise ordering",
    )
    low_word, high_word = f"at most {100 * sprt.least:g} pp", f"at least {100 * sprt.most:g} pp"
    said = {
        ABOVE: f"{high_word}, decided after {plural(meeting.games, 'game')}.",
        BELOW: f"{low_word}, decided after {plural(meeting.games, 'game')}.",
        OPEN: f"undecided at the most games allowed, {meeting.games:,}.",
    }[decision]
    ending = f"{meeting.first} less {meeting.second}, {low_word} or {high_word}: {said}"
    return Answer(meeting, difference, looks, ending, decision, float(plain.value), outcome, sprt.middle)


def frame_of(answers: Sequence[Answer], judge: Judge) -> pd.DataFrame:
    """One row a pair: win shares, the difference judged, a sentence, and how the playing ended."""
    leads = _table([answer.lead() for answer in answers])

    def above(true: float) -> Floats:
        return np.array([answer.above(true) for answer in answers])

    frame = pd.DataFrame([answer.row() for answer in answers])
    frame = frame.assign(**leads.columns("difference"), **leads.counts())
    frame = frame.join(judge(leads, above=above if answers[0].outcome else None))
    frame["sentence"] = [sentence(row, judge.margin) for row in frame.to_dict("records")]
    return frame.join(pd.DataFrame([answer.end() for answer in answers]))


def _table(estimates: Sequence[Estimate]) -> Estimate:
    """Estimates of one value each as one of many; they share method and bounds."""
    value, se, low, high, n = (
        np.array([float(getattr(each, name)) for each in estimates]) for name in ("value", "se", "low", "high", "n")
    )
    blocks, games = (np.array([int(getattr(each, name)) for each in estimates]) for name in ("blocks", "games"))
    return replace(estimates[0], value=value, se=se, low=low, high=high, n=n, blocks=blocks, games=games)
