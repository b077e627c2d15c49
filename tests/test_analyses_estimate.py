"""Block sums and intervals: against brute force, against independent samples, and by coverage."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from analyses.base import analyse
from analyses.catalog import analyses_for
from analyses.estimate import critical, difference, equal, mean, share, wilson
from analyses.moments import Moments, of_blocks, of_games, of_rows, one_hot, present, tallies, tally
from analyses.runs import Facts, Piece, pieces
from analyses.seats import Seats
from analyses.strategies import Strategies
from simcore.errors import MeepleError
from tests.synthetic import Effects, make_run


def moments_of(blocks: np.ndarray) -> Moments:
    """Moments of block totals [B, K], one game of one seat a block."""
    frame = pd.DataFrame({"block": np.arange(len(blocks))})
    return of_rows(Piece(frame, 1, np.arange(len(blocks))), blocks)


def jackknife(blocks: np.ndarray, statistic) -> float:
    """Standard error of a statistic of block totals by leaving out one block at a time."""
    values = np.array([statistic(np.delete(blocks, i, axis=0).sum(axis=0)) for i in range(len(blocks))])
    return float(np.sqrt((len(values) - 1) / len(values) * ((values - values.mean()) ** 2).sum()))


def test_ratio_and_its_error_agree_with_the_jackknife() -> None:
    rng = np.random.default_rng(1)
    size = rng.integers(1, 9, 400)
    blocks = np.column_stack([rng.binomial(size, 0.3), size]).astype(float)
    estimate = mean(moments_of(blocks))
    assert estimate.value == pytest.approx(blocks[:, 0].sum() / blocks[:, 1].sum())
    assert estimate.se == pytest.approx(jackknife(blocks, lambda t: t[0] / t[1]), rel=0.02)
    half = stats.t.ppf(0.975, 399) * estimate.se
    assert (estimate.low, estimate.high) == pytest.approx((estimate.value - half, estimate.value + half))


def test_difference_counts_the_covariance() -> None:
    rng = np.random.default_rng(2)
    common = rng.normal(size=300)
    blocks = np.column_stack([common + rng.normal(size=300), np.full(300, 2.0), common, rng.integers(1, 4, 300)])
    estimate = difference(moments_of(blocks), (0, 1), (2, 3))
    assert estimate.se == pytest.approx(jackknife(blocks, lambda t: t[0] / t[1] - t[2] / t[3]), rel=0.02)


def test_equal_clusters_of_size_one_give_the_textbook_error() -> None:
    values = np.random.default_rng(3).normal(5, 2, 1000)
    estimate = mean(moments_of(np.column_stack([values, np.ones(1000)])))
    assert estimate.se == pytest.approx(values.std(ddof=1) / np.sqrt(1000))


def test_share_of_independent_trials_has_the_wilson_interval() -> None:
    hits = np.zeros(400)
    hits[:9] = 1
    estimate = share(moments_of(np.column_stack([hits, np.ones(400)])))
    # n - 1 in the block variance and t in place of z: a whisker wider than the textbook interval.
    expected = stats.binomtest(9, 400).proportion_ci(method="wilson")
    assert (estimate.low, estimate.high) == pytest.approx((expected.low, expected.high), rel=5e-3)


@pytest.mark.parametrize(("hits", "end"), [(0.0, "low"), (1.0, "high")])
def test_all_or_nothing_still_has_a_width_from_the_number_of_blocks(hits: float, end: str) -> None:
    estimate = share(moments_of(np.column_stack([np.full(50, hits), np.ones(50)])))
    assert getattr(estimate, end) == hits
    z = stats.t.ppf(0.975, 49)
    assert estimate.high - estimate.low == pytest.approx(z**2 / 50 / (1 + z**2 / 50))


def test_a_share_fixed_by_design_has_no_error() -> None:
    estimate = share(moments_of(np.tile([1.0, 4.0], (20, 1))))
    assert (estimate.value, estimate.low, estimate.high, estimate.se) == (0.25, 0.25, 0.25, 0.0)


@given(st.floats(0, 1), st.floats(0.5, 1e7))
def test_wilson_stays_in_bounds_and_holds_its_value(value: float, n: float) -> None:
    low, high = wilson(np.array(value), np.array(n), 1.96)
    assert 0 <= low <= value <= high <= 1


def test_one_block_gives_a_value_without_interval() -> None:
    estimate = mean(moments_of(np.array([[3.0, 4.0]])))
    assert estimate.value == 0.75
    assert np.isnan([estimate.se, estimate.low, estimate.high]).all()
    assert np.isnan(critical(np.array([1, 0]))).all()


def test_intervals_of_win_shares_cover_as_often_as_they_say() -> None:
    """95% intervals, 600 runs of 60 blocks: 3 sigma about 0.95 allows 0.923 to 0.977 (false alarm 0.3%)."""
    # A big made-up run gives the truth; each 60 of its blocks are one experiment.
    run = make_run(["a", "b", "b"], 3 * 36_000, seed=5, effects=Effects(strategies={"a": 0.6}, shared_deal=1.0))
    facts = Facts.of(run)
    truth = analyse(run, [Strategies(facts)])["strategies"].win_share[0]
    win = run.rows["win_share"].to_numpy(np.float64) * (run.rows["entry"] == 0)
    blocks = np.column_stack([win.to_numpy().reshape(-1, 9).sum(axis=1), np.full(36_000, 3.0)])
    hit = 0
    for start in range(0, 36_000, 60):
        estimate = share(moments_of(blocks[start : start + 60]))
        hit += bool(estimate.low <= truth <= estimate.high)
    assert 0.923 <= hit / 600 <= 0.977


def test_row_errors_would_have_been_wrong() -> None:
    """Seats of one game share one win, so the block error of a pooled share is below the error of rows."""
    run = make_run(["a", "a", "b", "b"], 4000, seed=6)
    table = analyse(run, [Strategies(Facts.of(run))])["strategies"]
    by_rows = np.sqrt(0.25 * 0.75 / table.n)
    assert (table.win_share_se < 0.9 * by_rows).all()


def test_equality_has_the_false_alarm_rate_it_claims() -> None:
    """600 tests at 5% of equal means: 3 sigma allows 2.3% to 7.7%; a real difference is found."""
    rng = np.random.default_rng(7)
    rejected = 0
    for _ in range(600):
        rows = rng.dirichlet(np.ones(4), 80)
        rejected += equal(moments_of(np.column_stack([rows, np.ones(80)])), range(4), [4] * 4).p < 0.05
    assert 0.023 <= rejected / 600 <= 0.077
    rows = rng.dirichlet([1.0, 1.0, 1.0, 2.0], 400)
    test = equal(moments_of(np.column_stack([rows, np.ones(400)])), range(4), [4] * 4)
    assert test.freedom == 3
    assert test.p < 1e-6


def test_equality_of_what_does_not_vary_is_unknown() -> None:
    assert np.isnan(equal(moments_of(np.tile([1.0, 1.0, 2.0], (30, 1))), [0, 1], [2, 2]).p)


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 60), st.integers(1, 60))
def test_tables_do_not_depend_on_chunks_or_pieces(chunk_games: int, piece_games: int) -> None:
    run = make_run(["a", "b", "c"], 90, seed=8, chunk=3 * chunk_games)
    whole = make_run(["a", "b", "c"], 90, seed=8, chunk=10_000)
    seats = Seats(Facts.of(run))
    sums = None
    for piece in pieces(run.iter_frames(), 3, size=3 * piece_games):
        part = seats.partial(piece)
        sums = part if sums is None else seats.merge(sums, part)
    pd.testing.assert_frame_equal(seats.finish(sums), analyse(whole, [seats])["seats"])


def test_pieces_are_whole_blocks_and_bounded() -> None:
    run = make_run(["a", "b"], 100, chunk=6)
    cut = list(pieces(run.iter_frames(), 2, size=8))
    assert sum(len(piece.frame) for piece in cut) == 200
    assert max(len(piece.frame) for piece in cut) == 8
    for piece in cut:
        assert piece.frame.groupby("block").size().eq(4).all()
        assert len(piece.starts) == piece.frame["block"].nunique()


def test_broken_games_are_refused() -> None:
    run = make_run(["a", "b"], 4)
    with pytest.raises(MeepleError, match="whole games of 2 seats"):
        list(pieces(iter([run.rows.iloc[:3]]), 2))
    with pytest.raises(MeepleError, match="seat order"):
        list(pieces(iter([run.rows.iloc[::-1]]), 2))
    with pytest.raises(MeepleError, match="no games"):
        analyse(make_run(["a"], 1).__class__(run.manifest, run.rows.iloc[:0]), [Seats(Facts.of(run))])


def test_tally_agrees_with_masks() -> None:
    rng = np.random.default_rng(9)
    codes = rng.integers(-1, 5, (40, 3))
    weight = rng.random(40)
    frame = pd.DataFrame({"block": np.arange(40) // 4})
    piece = Piece(frame, 4, np.arange(10))
    masks = one_hot(codes, 5).sum(axis=1)
    expected = np.stack([masks * weight[:, None], masks], -1).reshape(10, 4, 5, 2).sum(axis=1)
    told = tally(piece, codes.T, 5, weight)
    np.testing.assert_allclose(told.sums, expected.transpose(2, 1, 0))
    np.testing.assert_array_equal(told.games, np.count_nonzero(expected[..., 1], axis=0))
    lines = tallies(piece, codes.T, 5, weight)
    for line, alone in zip(lines.sums.swapaxes(0, 1), codes.T, strict=True):
        np.testing.assert_array_equal(line, tally(piece, alone, 5, weight).sums)
    of_them = of_blocks(piece, told.sums, np.stack([told.games, told.games], axis=-1))
    straight = of_games(piece, expected)
    for name in ("totals", "cross", "in_blocks", "in_games"):
        np.testing.assert_allclose(getattr(of_them, name), getattr(straight, name), err_msg=name)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(1, 4), min_size=1, max_size=12), st.integers(1, 4), st.integers(0, 99))
def test_sums_over_blocks_are_those_of_plain_loops(sizes: list[int], players: int, seed: int) -> None:
    """Blocks of one size take a short cut, which a list of equal sizes tries."""
    rng = np.random.default_rng(seed)
    starts = np.cumsum([0, *sizes[:-1]])
    rows = sum(sizes) * players
    values, weights = rng.integers(-3, 9, (3, rows)), rng.random((2, rows))
    piece = Piece(pd.DataFrame(index=pd.RangeIndex(rows)), players, starts)
    assert piece.regular == (sizes[0] if len(set(sizes)) == 1 else 0)
    cuts = [slice(players * first, players * (first + size)) for first, size in zip(starts, sizes, strict=True)]
    np.testing.assert_allclose(piece.block_totals(values), np.stack([values[:, c].sum(axis=1) for c in cuts], -1))
    products = np.stack([weights[:, c] @ values[:, c].T for c in cuts])
    np.testing.assert_allclose(piece.block_products(weights, values.astype(float)), products)
    games = values.reshape(3, -1, players)
    np.testing.assert_array_equal(piece.game_totals(values), games.sum(axis=2))
    np.testing.assert_array_equal(piece.any_seat(values > 5), (games > 5).any(axis=2))
    first = np.stack([games[:, first : first + size, 0].sum(axis=1) for first, size in zip(starts, sizes)], -1)
    np.testing.assert_allclose(piece.block_totals(games[:, :, 0]), first)
    np.testing.assert_array_equal(piece.block, np.repeat(np.arange(len(sizes)), np.array(sizes) * players))


def test_many_entries_are_counted_past_a_byte() -> None:
    values = np.random.default_rng(1).integers(0, 2, (1000, 3, 2))
    np.testing.assert_array_equal(present(values), np.count_nonzero(values, axis=0))
    np.testing.assert_array_equal(present(values[:10]), np.count_nonzero(values[:10], axis=0))


def test_threads_give_the_sums_of_one(monkeypatch) -> None:
    run = make_run(["a", "b"], 400, chunk=40)
    questions = analyses_for(Facts.of(run))
    told = []
    for most in (1, 4):
        monkeypatch.setattr("analyses.base.MOST_WORKERS", most)
        told.append(analyse(run, questions))
    for name, frame in told[0].items():
        pd.testing.assert_frame_equal(frame, told[1][name], rtol=0, atol=0)
