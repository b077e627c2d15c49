"""Estimates after a stop: in 2,000 repetitions 95% intervals cover the truth in 93 to 97%, and tests err as told."""

from __future__ import annotations

import numpy as np
import pytest

from analyses.answer import Answer, after_sprt, after_width
from analyses.sequential.sprt import ABOVE, BELOW, OPEN, Sprt
from analyses.sequential.width import Width
from tests.blockscores import FIVE, FOUR, LOPSIDED, SWEEPING, THREE, TWO, Law, pushed

REPETITIONS = 2000
ERROR = 3 * np.sqrt(0.05 * 0.95 / REPETITIONS)
"""Three standard errors of a chance of 5% that is measured so often: 1.5%."""


class Blocks:
    """Blocks drawn by a law, more and more of them."""

    def __init__(self, law: Law, rng: np.random.Generator) -> None:
        self.law, self.rng = law, rng
        self.counts = np.zeros(len(law.wins))

    def up_to(self, blocks: int) -> None:
        self.counts += self.rng.multinomial(blocks - int(self.counts.sum()), self.law.chances)


def by_width(law: Law, precision: float, rng: np.random.Generator, most: int = 10**9) -> Answer:
    """Playing until narrow, as `meeplelab.pairs.play_narrow` does."""
    width, blocks, looks = Width(precision, most), Blocks(law, rng), 0
    target = width.first()
    while True:
        blocks.up_to(target)
        looks += 1
        met = law.meeting(blocks.counts)
        difference = met.difference()
        if width.narrow(difference) or met.blocks >= most:
            return after_width(met, width, looks)
        target = width.next(met.blocks, difference)


def by_sprt(law: Law, sprt: Sprt, rng: np.random.Generator, most: int = 10**9) -> tuple[str, float, float, int]:
    """Decision, chance of what was seen or more under the truth, plain mean, and blocks."""
    batch, blocks, looks = sprt.batch(2 / law.players, law.games), Blocks(law, rng), 0
    while True:
        looks += 1
        blocks.up_to(looks * batch)
        scores = law.meeting(blocks.counts).scores()
        decision = sprt.decision(scores)
        if decision != OPEN or (looks + 1) * batch > most:
            chance = sprt.outcome(scores, looks).chance(law.truth - sprt.middle)
            return decision, chance, scores.mean, scores.blocks


def covered(chance: np.ndarray) -> float:
    """How often the interval holds the truth: where the chance of what was seen lies between 2.5 and 97.5%."""
    return float(np.mean((chance >= 0.025) & (chance <= 0.975)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("law", "precision"),
    [(FOUR, 0.01), (FOUR, 0.02), (TWO, 0.02), (THREE, 0.01), (FIVE, 0.005), (LOPSIDED, 0.01), (SWEEPING, 0.005)],
    ids=["four", "four-coarse", "two", "three-unequal", "five", "lopsided", "sweeping"],
)
def test_stopping_on_width_keeps_coverage(law: Law, precision: float) -> None:
    rng = np.random.default_rng(5)
    answers = [by_width(law, precision, rng).difference for _ in range(REPETITIONS)]
    low, high = (np.array([float(getattr(each, end)) for each in answers]) for end in ("low", "high"))
    assert ((high - low) / 2 <= precision).all()
    assert 0.93 <= np.mean((low <= law.truth) & (law.truth <= high)) <= 0.97


@pytest.mark.slow
def test_looking_from_the_third_block_on_would_not_do() -> None:
    """What the late first look is for: with two wins in the first blocks the interval already seems narrow."""
    rng, missed = np.random.default_rng(6), 0
    for _ in range(REPETITIONS):
        blocks = Blocks(SWEEPING, rng)
        for size in range(3, 4000):
            blocks.up_to(size)
            scores = SWEEPING.meeting(blocks.counts).scores()
            spread = max(scores.squares / size - scores.mean**2, 0)
            half = 1.96 * np.sqrt(spread / size)
            if half <= 0.01:
                missed += not abs(scores.mean - SWEEPING.truth) <= half
                break
    assert missed / REPETITIONS > 0.2


SPRT = Sprt(0.0, 0.01)


@pytest.mark.slow
@pytest.mark.parametrize("law", [FOUR, TWO, FIVE], ids=["four", "two", "five"])
@pytest.mark.parametrize("truth", [-0.01, 0.0, 0.005, 0.01, 0.03])
def test_sprt_errs_as_told_and_its_estimate_covers(law: Law, truth: float) -> None:
    law, rng = pushed(law, truth), np.random.default_rng(7)
    seen = [by_sprt(law, SPRT, rng) for _ in range(REPETITIONS)]
    said, chance = np.array([each[0] for each in seen]), np.array([each[1] for each in seen])
    assert covered(chance) == pytest.approx(0.95, abs=0.02)
    assert np.mean(chance < 0.5) == pytest.approx(0.5, abs=0.04), "as often too high as too low"
    if truth <= SPRT.least:
        assert np.mean(said == ABOVE) <= SPRT.alpha + ERROR
    if truth >= SPRT.most:
        assert np.mean(said == BELOW) <= SPRT.beta + ERROR
        assert np.mean([each[2] for each in seen]) > truth + 0.001, "the plain mean is too high"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("law", "sprt"),
    [(THREE, Sprt(0.28, 0.3)), (LOPSIDED, Sprt(0.38, 0.395)), (FOUR, Sprt(-0.02, 0.01, 0.01, 0.1))],
    ids=["three-unequal", "lopsided", "own-errors"],
)
def test_sprt_of_unequal_shares_and_other_errors(law: Law, sprt: Sprt) -> None:
    for truth in (sprt.least, sprt.most):
        rng, here = np.random.default_rng(8), pushed(law, truth)
        seen = [by_sprt(here, sprt, rng) for _ in range(REPETITIONS)]
        chance = np.array([each[1] for each in seen])
        assert covered(chance) == pytest.approx(0.95, abs=0.02)
        wrong = np.mean([each[0] == (ABOVE if truth == sprt.least else BELOW) for each in seen])
        assert wrong <= (sprt.alpha if truth == sprt.least else sprt.beta) + ERROR


@pytest.mark.slow
def test_sprt_that_is_cut_short_says_so_and_covers() -> None:
    law, rng = pushed(FOUR, 0.005), np.random.default_rng(9)
    seen = [by_sprt(law, SPRT, rng, most=3000) for _ in range(REPETITIONS)]
    chance = np.array([each[1] for each in seen])
    assert np.mean([each[0] == OPEN for each in seen]) > 0.5
    assert covered(chance) == pytest.approx(0.95, abs=0.02)


def test_interval_is_where_the_chances_are() -> None:
    """The interval that is printed is the one whose coverage was counted above."""
    rng = np.random.default_rng(10)
    for law in (FOUR, pushed(FOUR, 0.01)):
        blocks = Blocks(law, rng)
        looks, batch = 0, SPRT.batch(0.5, 2)
        while looks == 0 or SPRT.decision(law.meeting(blocks.counts).scores()) == OPEN:
            looks += 1
            blocks.up_to(looks * batch)
        answer = after_sprt(law.meeting(blocks.counts), SPRT, looks)
        outcome = SPRT.outcome(law.meeting(blocks.counts).scores(), looks)
        ends = answer.difference.low, answer.difference.value, answer.difference.high
        assert [outcome.chance(float(end) - SPRT.middle) for end in ends] == pytest.approx(
            [0.025, 0.5, 0.975], abs=1e-4
        )
