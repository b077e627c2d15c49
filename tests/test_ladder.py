"""The statistics of the skill ladder against closed forms, other libraries and made-up games with known strengths."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from analyses.estimate import share
from analyses.ladder.games import moments_of
from analyses.ladder.order import chain
from analyses.ladder.scale import ELO, ahead, climbed, correlation, share_at, strength
from analyses.ladder.tables import FALLS, LEVEL_WITHIN, RISES, direct_of, luck_of, rungs_of, steps_of, tables_of
from analyses.ladder.words import sentences
from analyses.moments import Floats
from analyses.verdict import UNKNOWN
from meeplelab.ladderplay import pairs_of
from tests.ladderblocks import chances, drawn, exact, ladder_of

# ---- the scale


@pytest.mark.parametrize("sides", [2, 3, 4, 5])
def test_shares_and_strengths_are_each_others_inverse_and_equals_are_at_0(sides: int) -> None:
    apart = np.array([-4.0, -0.3, 0.0, 1.1, 6.0])
    assert strength(share_at(apart, sides), sides) == pytest.approx(apart)
    assert strength(1 / sides, sides) == pytest.approx(0)
    assert strength(np.array([0.0, 1.0]), sides).tolist() == [-np.inf, np.inf]


def test_two_players_are_on_the_scale_of_elo() -> None:
    """Elo 1978: a difference of 400 points is odds of 10 to 1."""
    assert ELO * strength(10 / 11, 2) == pytest.approx(400)
    assert ELO * strength(0.6, 2) == pytest.approx(70.437, abs=1e-3)


def test_one_among_more_wins_in_proportion_to_its_worth() -> None:
    """Luce 1959 by drawing: the largest of strengths with Gumbel noise."""
    rng = np.random.default_rng(2)
    noise = rng.gumbel(size=(400_000, 4)) + np.array([0.9, 0, 0, 0])
    assert (noise.argmax(axis=1) == 0).mean() == pytest.approx(float(share_at(0.9, 4)), abs=0.003)


def test_ends_of_a_share_go_over_to_the_scale() -> None:
    games = drawn((0.0, 0.7), 3, 200, np.random.default_rng(1), reference=0)
    row = steps_of(games).iloc[0]
    for end in ("", "_low", "_high"):
        assert row[f"elo_of_step{end}"] == pytest.approx(ELO * float(strength(row[f"win_share{end}"], 3)))


def of(*columns: Floats) -> tuple[Floats, Floats]:
    won = np.column_stack(columns)
    return won, np.full(won.shape, 2.0)


def climb(won: Floats, games: Floats, level: float = 0.95) -> tuple[Floats, Floats, Floats]:
    pulls = (won - won.sum(axis=0) / games.sum(axis=0) * games) / games.sum(axis=0)
    found = climbed(moments_of(won, games), pulls, 2, level)
    return found.value, found.low, found.high


def test_a_sum_of_the_same_step_twice_has_the_sum_of_the_ends() -> None:
    """Correlation 1: errors add up in full. Correlation -1 about even: they cancel."""
    one = np.random.default_rng(3).choice([0.0, 1.0, 2.0], 200, p=[0.2, 0.2, 0.6])
    value, low, high = climb(*of(one, one))
    assert (value[2], low[2], high[2]) == pytest.approx((2 * value[1], 2 * low[1], 2 * high[1]))
    even = np.tile([0.0, 2.0], 100)
    value, low, high = climb(*of(even, 2 - even))
    assert (value[2], low[2], high[2]) == pytest.approx((0, 0, 0), abs=1e-7)
    assert high[1] > 0.1


def test_independent_steps_add_their_errors_in_squares_end_by_end() -> None:
    """Orthogonal by construction, so correlations are 0 and the ends those of Newcombe 1998."""
    one, other = np.tile([2.0, 0, 2, 2], 50), np.tile([2.0, 2, 2, 0], 50)
    one[:4], other[:4] = [2, 0, 0, 2], [2, 2, 0, 2]
    won, games = of(one, other)
    pulls = won - won.mean(axis=0)
    together = float(np.corrcoef(pulls.T)[0, 1])
    value, low, high = climb(won, games)
    step = ahead(share(moments_of(won, games)), 2)
    down, up = step.value - step.low, step.high - step.value
    assert correlation(pulls)[0, 1] == pytest.approx(together)
    assert value[2] == pytest.approx(step.value.sum())
    assert value[2] - low[2] == pytest.approx(np.sqrt(down @ down + 2 * together * down[0] * down[1]))
    assert high[2] - value[2] == pytest.approx(np.sqrt(up @ up + 2 * together * up[0] * up[1]))


def test_what_was_never_lost_gives_a_bound_and_no_infinity() -> None:
    rng = np.random.default_rng(4)
    plain, swept = rng.choice([0.0, 2.0], 300, p=[0.4, 0.6]), np.full(300, 2.0)
    won, games = of(plain, swept, plain)
    value, low, high = climb(won, games)
    assert np.isfinite(value[:2]).all()
    assert np.isnan(value[2:]).all()
    assert np.isnan(high[2:]).all()
    # By hand: two parts, each with half of the error.
    single = share(moments_of(won, games), level=0.975)
    assert low[2] == pytest.approx(float(strength(single.low[0], 2) + strength(single.low[1], 2)))
    both = climb(*of(plain, plain), 0.975)
    assert low[3] == pytest.approx(both[1][2] + float(strength(single.low[1], 2)))
    upside_down = climb(2 - won, games)
    assert upside_down[2][2:] == pytest.approx(-low[2:])
    assert np.isnan(upside_down[1][2:]).all()
    mixed = climb(*of(swept, 2 - swept))
    assert [bool(np.isnan(part[2])) for part in mixed] == [True, True, True]


# ---- the order


def test_a_chain_leads_upwards_also_through_circles() -> None:
    """Whatever the tournament, each is ahead of the one below; where strengths settle it they alone decide."""
    rng = np.random.default_rng(18)
    for size in (2, 3, 5, 9):
        for _ in range(50):
            half = np.triu(rng.normal(size=(size, size)), 1)
            ahead = half - half.T
            order = chain(ahead)
            assert sorted(order) == list(range(size))
            assert all(ahead[upper, lower] > 0 for lower, upper in itertools.pairwise(order))
    strengths = rng.normal(size=7)
    assert chain(np.subtract.outer(strengths, strengths)) == np.argsort(strengths).tolist()
    assert chain(np.zeros((3, 3))) == [0, 1, 2]


# ---- tables


@pytest.mark.parametrize("players", [2, 4])
def test_known_shares_give_the_known_scale(players: int) -> None:
    steps = share_at(np.log(1.5) * np.array([3.0, 1.0, 0.5]), players)
    games = exact(list(steps), players)
    rungs = rungs_of(games)
    assert rungs["steps"].tolist() == pytest.approx([0, 3, 4, 4.5])
    assert rungs["elo"].tolist() == pytest.approx([0, 211.312, 281.749, 316.968], abs=1e-2)
    assert ((rungs["steps_low"] < rungs["steps"]) & (rungs["steps"] < rungs["steps_high"]))[1:].all()
    assert rungs_of(games, step=0.75)["steps"].iloc[-1] == pytest.approx(4.5 * np.log(1.5) / np.log(3))
    _, facts = tables_of(games)
    assert facts["depth"] == pytest.approx(4.5)
    assert facts["step_at_this_table"] == pytest.approx(1.5 / (1.5 + players - 1))


def test_drawn_games_come_out_at_their_strengths() -> None:
    truth = np.array([0.0, 1.2, 1.3, 2.4, 2.0])
    games = drawn(truth, 4, 20_000, np.random.default_rng(6))
    tables, facts = tables_of(games)
    assert tables["rungs"]["elo"].to_numpy() == pytest.approx(ELO * truth, abs=12)
    assert tables["rungs"]["elo_seen"].to_numpy() == pytest.approx(ELO * (truth - truth[1]), abs=8)
    assert tables["steps"]["verdict"].tolist() == [RISES, RISES, RISES, FALLS]
    assert facts["bend_low"] < 0 < facts["bend_high"]
    lost = 1 - chances(truth, [(4, 0)], 4)[0]
    luck = tables["luck"].iloc[0]
    assert luck["value"] == pytest.approx(lost, abs=0.005)
    assert luck["of_even"] == pytest.approx(lost / 0.75, abs=0.006)


def test_a_ladder_that_bends_is_told() -> None:
    """Each rung beats the one below, and the lowest beats the top: no scale holds that."""
    games = drawn((0.0, 0.8, 1.6), 2, 2000, np.random.default_rng(7))
    won = games.won.copy()
    won[:, games.place((2, 0))] = 2 - won[:, games.place((2, 0))]
    bent = replace(games, won=won)
    tables, facts = tables_of(bent)
    assert facts["depth"] > 3 > 0 > facts["direct"]
    assert facts["bend"] == pytest.approx(facts["depth"] - facts["direct"])
    assert facts["bend_low"] > 0
    assert any("strengths do not simply add up" in sentence for sentence in sentences(tables, facts))
    straight = tables_of(games)
    assert not any("do not simply add up" in sentence for sentence in sentences(*straight))


def test_two_rungs_do_not_bend() -> None:
    found = direct_of(drawn((0.0, 0.5), 3, 50, np.random.default_rng(8), reference=0))
    assert (found["bend"], found["bend_low"], found["bend_high"]) == pytest.approx((0, 0, 0))


def test_steps_that_are_level_are_seldom_taken_for_rising_or_falling() -> None:
    """Twelve equals: any word but level in at most about 5% of ladders, as all their steps are tested together."""
    rng = np.random.default_rng(9)
    wrong = [(steps_of(drawn((0.0,) * 12, 3, 60, rng))["verdict"] != LEVEL_WITHIN).any() for _ in range(100)]
    assert 0.005 < np.mean(wrong) < 0.09


def test_few_blocks_are_not_judged_and_clean_sweeps_are() -> None:
    few = drawn((0.0, 2.0, 2.0), 3, 20, np.random.default_rng(10))
    assert steps_of(few)["verdict"].tolist() == [UNKNOWN, UNKNOWN]
    swept = exact([1.0, 0.5])
    steps = steps_of(swept)
    assert steps["verdict"].tolist() == [RISES, LEVEL_WITHIN]
    assert np.isnan(steps["elo_of_step"][0])
    assert steps["elo_of_step_low"][0] > 400
    assert np.isnan(steps["elo_of_step_high"][0])


def test_elo_is_counted_from_who_wins_at_all() -> None:
    """The lowest never wins: it is somewhere below the next, from whom all others have numbers of their own."""
    plain = exact([0.9, 0.7, 0.6])
    won = plain.won.copy()
    won[:, plain.place((1, 0))] = 2
    rungs, facts = rungs_of(replace(plain, won=won)), tables_of(replace(plain, won=won))[1]
    assert (facts["start"], tables_of(plain)[1]["start"]) == ("r1", "r0")
    assert rungs["elo"][1:].tolist() == pytest.approx((rungs_of(plain)["elo"][1:] - rungs_of(plain)["elo"][1]).tolist())
    below = rungs.iloc[0]
    assert np.isnan(below["elo"])
    assert np.isnan(below["elo_low"])
    single = share(moments_of(np.full(100, 2.0), np.full(100, 2.0)))
    assert below["elo_high"] == pytest.approx(-ELO * float(strength(float(single.low), 2)))
    assert np.isnan(rungs["steps"][1:]).all()
    assert (rungs["steps_low"][1:] > 0).all()
    alone = rungs.iloc[2]
    step = steps_of(plain).iloc[1]
    assert (alone["elo_low"], alone["elo_high"]) == pytest.approx((step["elo_of_step_low"], step["elo_of_step_high"]))


def test_a_pair_with_fewer_deals_counts_those_alone() -> None:
    games = drawn((0.0, 0.4, 0.9), 3, 400, np.random.default_rng(11))
    won, played = games.won.copy(), games.games.copy()
    place = games.place((2, 1))
    won[60:, place] = played[60:, place] = 0
    short = replace(games, won=won, games=played)
    step = steps_of(short).iloc[1]
    assert (step["blocks"], step["games"]) == (60, 180)
    assert step["win_share"] == pytest.approx(games.won[:60, place].sum() / 180)
    alone = replace(games, won=games.won[:60], games=games.games[:60])
    assert step["win_share_low"] == pytest.approx(steps_of(alone).iloc[1]["win_share_low"])
    wide, narrow = (rungs_of(each).iloc[-1] for each in (short, games))
    assert wide["elo_high"] - wide["elo_low"] > 1.5 * (narrow["elo_high"] - narrow["elo_low"])


def test_luck_is_the_mean_of_what_is_lost_with_the_errors_of_common_deals() -> None:
    games = drawn((0.0, 0.4, 0.9), 3, 400, np.random.default_rng(12))
    row = luck_of(games).iloc[-1]
    lost = 1 - games.won[:, [games.place(pair) for pair in games.steps]].mean(axis=1) / 3
    ends = stats.t.interval(0.95, 399, lost.mean(), lost.std(ddof=1) / np.sqrt(400))
    assert (row["value"], row["value_low"], row["value_high"]) == pytest.approx((lost.mean(), *ends))
    assert row["even"] == pytest.approx(2 / 3)


def test_a_search_on_top_lends_the_lowest_to_the_best_that_does_not_search() -> None:
    games = drawn((0.0, 0.5, 0.9, 1.4), 2, 100, np.random.default_rng(17))
    assert games.tops == [3, 2]
    assert {(3, 0), (2, 0)} <= set(games.pairs)
    luck = luck_of(games)
    assert luck["measure"].tolist()[:2] == ["r3 does not beat r0", "r2 does not beat r0"]
    assert luck["value"][1] == pytest.approx(1 - games.won[:, games.place((2, 0))].sum() / 200)
    tables, facts = tables_of(games)
    assert "r3 does not beat r0 in " in sentences(tables, facts)[2]
    assert ", r2 does not beat r0 in " in sentences(tables, facts)[2]
    assert games.tops != drawn((0.0, 0.5), 2, 100, np.random.default_rng(17), reference=0).tops == [1]


def test_the_reference_stands_at_even_without_a_game() -> None:
    rungs = rungs_of(drawn((0.0, 0.4, 0.9), 3, 50, np.random.default_rng(13), reference=1))
    assert (rungs["seen"][1], rungs["elo_seen"][1], rungs["games"][1]) == (pytest.approx(1 / 3), 0, 0)
    assert np.isnan(rungs["seen_low"][1])
    assert rungs["games"].tolist() == [150, 0, 150]


def test_a_reference_that_is_no_rung_meets_them_all() -> None:
    pairs = pairs_of(("floor", "heuristic"), 2)
    assert pairs == [(1, 0), (0, 2), (1, 2)]
    won = np.random.default_rng(13).binomial(3, chances((0.0, 0.4, 0.2), pairs, 3), (50, 3)).astype(np.float64)
    games = ladder_of(won, np.full((50, 3), 3.0), 2, 2, 3)
    rungs = rungs_of(games)
    assert rungs["games"].tolist() == [150, 150]
    assert rungs["seen"].tolist() == pytest.approx((won.sum(axis=0) / 150)[1:].tolist())


# ---- one player


def alone(rng: np.random.Generator, deals: int = 300) -> tuple[Floats, Floats]:
    """Scores of three rungs on common deals, and the ladder's (won, gap)."""
    scores = np.round(rng.normal(40, 8, (deals, 1)) + rng.normal([0, 3, 3.1], 4, (deals, 3)))
    gap = np.column_stack(
        [scores[:, one] - scores[:, other] for one, other in pairs_of(("floor", "heuristic", "tuned"), 2, True)]
    )
    return scores, gap


def test_one_player_is_measured_in_vp_on_the_same_deals() -> None:
    scores, gap = alone(np.random.default_rng(14))
    games = ladder_of(0.5 + 0.5 * np.sign(gap), np.ones_like(gap), 3, 2, 1, gap)
    tables, facts = tables_of(games)
    theirs = stats.ttest_rel(scores[:, 1], scores[:, 0])
    step = tables["steps"].iloc[0]
    assert step["vp_of_step"] == pytest.approx((scores[:, 1] - scores[:, 0]).mean())
    assert (step["vp_of_step_low"], step["vp_of_step_high"]) == pytest.approx(tuple(theirs.confidence_interval()))
    assert step["p"] == pytest.approx(theirs.pvalue)
    assert tables["steps"]["verdict"].tolist() == [RISES, LEVEL_WITHIN]
    assert step["win_share"] == pytest.approx(
        (scores[:, 1] > scores[:, 0]).mean() + 0.5 * (scores[:, 1] == scores[:, 0]).mean()
    )
    rungs = tables["rungs"]
    assert rungs["vp"].tolist() == pytest.approx([0, step["vp_of_step"], (scores[:, 2] - scores[:, 0]).mean()])
    assert rungs["vp_seen"][2] == 0
    assert facts["even"] == 0.5
    assert "in " in sentences(tables, facts)[2]
    assert "of deals" in sentences(tables, facts)[2]


# ---- words


def test_sentences_say_what_the_tables_say() -> None:
    games = drawn((0.0, 1.5, 1.5, 1.0), 4, 3000, np.random.default_rng(15))
    tables, facts = tables_of(games)
    rising, depth, luck = sentences(tables, facts)
    assert rising == (
        "The ladder rises at 1 of 3 steps, is level within its interval at 1 and falls at 1 (r3 after r2), beyond "
        "chance over all steps."
    )
    assert depth.startswith("Depth: 2.")
    assert "steps of 60% of the games of two (33.3% of those of 4) from r0 to r3, added up; 2." in depth
    assert luck.startswith("Luck: r3 does not beat 3 seats of r0 in ")
    assert "where equals would in 75.0%" in luck
    swept = tables_of(exact([1.0, 0.6]))
    assert "Depth: at least " in sentences(*swept)[1]
    few = tables_of(drawn((0.0, 1.5), 2, 10, np.random.default_rng(16), reference=0))
    assert "is not yet known at 1 (fewer than 30 blocks) and falls nowhere" in sentences(*few)[0]
