"""Sequential rules against closed forms, simulation, and what they must not do."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from scipy import special

from analyses.answer import after_all, after_sprt, after_width, frame_of
from analyses.sequential.sprt import ABOVE, BELOW, FEWEST, OPEN, Scores, Sprt
from analyses.sequential.stopped import Stopped
from analyses.sequential.width import FIRST, Width
from analyses.verdict import STRONGER_WEAKER, Judge
from tests.blockscores import FOUR, LOPSIDED, TWO, Law, pushed

SPRT = Sprt(0.0, 0.02)
JUDGE = Judge(words=STRONGER_WEAKER)


def expected(law: Law, blocks: int) -> np.ndarray:
    return blocks * np.array(law.chances)


# ---- the estimate after a stop


def test_one_look_is_the_usual_estimate() -> None:
    value, low, high = Stopped(-1.0, 1.0, 1, 4.0, 2.0).estimate()
    assert (value, low, high) == pytest.approx((0.5, 0.5 - 1.96 / 2, 0.5 + 1.96 / 2), abs=1e-3)


@pytest.mark.parametrize("drift", [-0.4, 0.0, 0.7])
@pytest.mark.parametrize("stands", [2.3, -2.4, 0.6])
def test_chances_are_those_of_simulated_paths(drift: float, stands: float) -> None:
    """400,000 paths that end at their first step beyond +-2, or at the fourth (3 sigma is 0.0024)."""
    rng, step, looks = np.random.default_rng(1), 1.5, 4
    paths = np.cumsum(drift * step + np.sqrt(step) * rng.normal(size=(400_000, looks)), axis=1)
    out = np.abs(paths) >= 2
    last = np.where(out.any(axis=1), out.argmax(axis=1), looks - 1)
    ends = paths[np.arange(len(paths)), last]
    above = ends >= 2
    if stands >= 2:
        further = above & ((last < looks - 1) | (ends >= stands))
    elif stands <= -2:
        further = ~((ends <= -2) & ((last < looks - 1) | (ends <= stands)))
    else:
        further = above & (last < looks - 1) | (last == looks - 1) & (ends >= stands)
    assert Stopped(-2.0, 2.0, looks, looks * step, stands).chance(drift) == pytest.approx(further.mean(), abs=0.0024)


def test_without_bounds_in_reach_looks_cost_nothing() -> None:
    """Bounds that no path reaches leave the fixed-sample chance."""
    far = Stopped(-25.0, 25.0, 8, 8.0, 3.0)
    assert far.chance(0.2) == pytest.approx(special.ndtr((0.2 * 8 - 3) / np.sqrt(8)), abs=1e-9)


@pytest.mark.parametrize(("stands", "looks"), [(3.1, 2), (3.1, 30), (-3.2, 5), (1.0, 20)])
def test_chance_rises_with_the_drift_and_the_two_sides_make_one(stands: float, looks: int) -> None:
    seen = Stopped(-3.0, 3.0, looks, looks * 0.8, stands)
    chances = [seen.chance(drift) for drift in np.linspace(-3, 3, 41)]
    assert (np.diff(chances) >= -1e-12).all()
    assert seen.chance(0.3) + seen.chance_below(0.3) == pytest.approx(1)
    value, low, high = seen.estimate()
    assert low < value < high


def test_after_an_early_stop_the_estimate_is_nearer_to_nothing_than_the_plain_one() -> None:
    seen = Stopped(-3.0, 3.0, 6, 6.0, 3.2)
    assert 0 < seen.estimate()[0] < seen.stands / seen.information


def test_a_hopelessly_far_drift_does_not_overflow() -> None:
    seen = Stopped(-30.0, 30.0, 3, 3.0, 41.0)
    value, low, high = seen.estimate()
    assert np.isfinite([value, low, high]).all()
    assert low < value < high


# ---- the test


def test_bounds_are_walds() -> None:
    assert Sprt(0, 1, 0.05, 0.1).bounds == pytest.approx((log(0.1 / 0.95), log(0.9 / 0.05)))


def test_ratio_is_that_of_a_coin_in_the_limit() -> None:
    """Blocks of one game between equals, close statements: the exact ratio of the binomial law."""
    n, wins, gap = 100_000, 50_300, 0.004
    exact = wins * log(1 + gap / 2) + (n - wins) * log(1 - gap / 2)
    scores = Scores(n, float(2 * wins - n), float(n), 1.0)
    assert Sprt(0.0, gap / 2).ratio(scores) == pytest.approx(exact, rel=0.02)


def test_decides_at_the_bounds_only() -> None:
    for truth, word in ((0.06, ABOVE), (-0.04, BELOW), (0.01, OPEN)):
        law = pushed(FOUR, truth)
        scores = law.meeting(expected(law, 2000)).scores()
        assert SPRT.decision(scores) == word
        assert (SPRT.way(scores) == 1) is (word != OPEN)


def test_share_of_the_way_does_not_tell_the_side() -> None:
    ways = []
    for truth in (0.015, 0.005):
        law = pushed(FOUR, truth)
        ways.append(SPRT.way(law.meeting(expected(law, 500)).scores()))
    assert ways[0] == pytest.approx(ways[1], rel=0.01)


def test_a_sweep_at_the_start_is_no_certainty() -> None:
    """Equal blocks have no variance of their own; two made-up ones give it some."""
    scores = Scores(FEWEST, FEWEST * 0.5, FEWEST * 0.25, 0.5)
    assert scores.variance == pytest.approx(0.5 / (FEWEST + 1))
    assert np.isfinite(SPRT.ratio(scores))


def test_closer_statements_have_larger_batches() -> None:
    assert Sprt(0, 0.001).batch(0.5, 2) == pytest.approx(100 * Sprt(0, 0.01).batch(0.5, 2), rel=0.01)
    assert Sprt(0, 0.5).batch(0.5, 2) == FEWEST


# ---- the width


def test_width_asks_for_what_it_needs() -> None:
    width = Width(0.005, 10**6)
    law, blocks = FOUR, 2000
    seen = law.meeting(expected(law, blocks)).difference()
    wanted = width.wanted(blocks, seen)
    again = law.meeting(expected(law, wanted)).difference()
    assert not width.narrow(seen)
    assert width.narrow(again)
    assert width.reached(again) > 0.98 * 0.005, "and not much more"
    assert width.first() == FIRST
    assert width.next(blocks, seen) == min(wanted, 2 * blocks)


def test_width_never_asks_for_more_than_the_most() -> None:
    width = Width(0.0001, 3000)
    seen = FOUR.meeting(expected(FOUR, 2000)).difference()
    assert width.wanted(2000, seen) == width.next(2000, seen) == 3000
    assert Width(0.01, 50).first() == 50


# ---- what is told


def test_width_not_reached_is_told() -> None:
    answer = after_width(FOUR.meeting(expected(FOUR, 1000)), Width(0.001, 1000), 3)
    assert "wider than the 0.1 pp asked for: stopped at the most games allowed, 2,000" in answer.ending
    reached = after_width(FOUR.meeting(expected(FOUR, 1000)), Width(0.2, 1000), 3)
    assert "within the 20 pp asked for, after 2,000 games" in reached.ending


def test_either_of_the_two_may_be_ahead() -> None:
    """Seen from the other side every number changes its sign and nothing else."""
    here, there = pushed(FOUR, 0.03), pushed(FOUR, -0.03)
    rows = []
    for law in (here, there):
        met = law.meeting(expected(law, 3000))
        looks = 3000 // SPRT.batch(0.5, 2)
        mirrored = Sprt(-0.02, 0.0) if law is there else SPRT
        rows.append(frame_of([after_sprt(met, mirrored, looks)], JUDGE).iloc[0])
    one, other = rows
    assert (one["better"], other["better"]) == ("first", "second")
    assert (one["decision"], other["decision"]) == (ABOVE, BELOW)
    for name in ("difference", "difference_low", "difference_high", "p", "plain_difference_biased", "better_win_share"):
        assert one[name] == pytest.approx(other[name], rel=1e-4), name
    assert one["verdict"] == other["verdict"]


def test_p_after_a_stop_is_that_of_the_ordering() -> None:
    law = pushed(FOUR, 0.04)
    scores = law.meeting(expected(law, 900)).scores()
    row = frame_of([after_sprt(law.meeting(expected(law, 900)), SPRT, 9)], JUDGE).iloc[0]
    assert row["p"] == pytest.approx(2 * SPRT.outcome(scores, 9).chance(-SPRT.middle))
    assert row["difference"] < row["plain_difference_biased"]


def test_a_game_in_a_block_is_worth_what_its_variance_says() -> None:
    """Independent games are worth themselves; where a swap of seats cancels half the luck, twice as much."""
    assert TWO.meeting(expected(TWO, 40_000)).worth() == pytest.approx(1, abs=0.001)
    swap = Law(2, 2, (0, 1, 2), (0.125, 0.75, 0.125))
    assert swap.meeting(expected(swap, 40_000)).worth() == pytest.approx(2, abs=0.001)


def test_a_clean_sweep_has_no_worth() -> None:
    law = Law(2, 2, (0, 2), (0.0, 1.0))
    assert np.isnan(law.meeting(expected(law, 100)).worth())


def test_scores_are_the_difference() -> None:
    for law in (FOUR, LOPSIDED):
        met = law.meeting(expected(law, 5000))
        scores = met.scores()
        assert scores.mean == pytest.approx(float(met.difference().value)) == pytest.approx(law.truth)
        usual = scores.squares / scores.blocks - scores.mean**2
        assert scores.variance == pytest.approx(usual, rel=0.01)
        assert after_all(met).difference.se == pytest.approx(np.sqrt(usual / 5000), rel=0.01)
