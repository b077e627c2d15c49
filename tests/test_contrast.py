"""Paired changes, their design effect and the first flip, on runs whose answer is known beforehand."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from analyses.contrast import Flip, contrast, design, significant
from analyses.metrics import LABELLED, metrics_of, values
from analyses.runs import Facts, pieces
from simcore.errors import MeepleError
from tests.synthetic import Effects, MemoryRun, by_hand, make_run

LINE_UP = ["a", "b", "c", "d"]


def moved(run: MemoryRun, **columns: object) -> MemoryRun:
    """The same deals with other columns, cut into other chunks."""
    return MemoryRun({**run.manifest, "ruleset": {**run.manifest["ruleset"], "digest": "f" * 12}},
                     run.rows.assign(**columns), chunk=run.chunk // 2)  # fmt: skip


def test_a_change_is_a_paired_t_test_over_blocks() -> None:
    """Against scipy's paired test on block means."""
    run = make_run(LINE_UP, 4000)
    rng = np.random.default_rng(5)
    score = run.rows["score"] + rng.normal(0.3, 2, len(run.rows))
    table = contrast(run, moved(run, score=score)).table().set_index("metric")
    here, there = (s.to_numpy(float).reshape(-1, 16).mean(axis=1) for s in (run.rows["score"], score))
    expected = stats.ttest_rel(there, here)
    row = table.loc["score.mean"]
    assert row["change"] == pytest.approx(there.mean() - here.mean())
    assert row["p"] == pytest.approx(expected.pvalue)
    low, high = expected.confidence_interval()
    assert (row["change_low"], row["change_high"]) == pytest.approx((low, high))
    assert (row["base"], row["variant"]) == pytest.approx((here.mean(), there.mean()))
    assert (row["games"], row["blocks"]) == (4000, 1000)
    third = (run.rows["seat"] == 2).to_numpy()
    assert table.change["seat.3.score"] == pytest.approx((score - run.rows["score"])[third].mean())
    owner = (run.rows["entry"] == 1).to_numpy()
    assert table.change["strategy.b.score"] == pytest.approx((score - run.rows["score"])[owner].mean())


def test_what_no_game_changes_has_no_interval_and_is_no_test() -> None:
    run = make_run(LINE_UP, 800)
    found = contrast(run, moved(run, score=run.rows["score"] + 1))
    table = found.table().set_index("metric")
    assert table.change["rounds.mean"] == 0
    assert np.isnan(
        table.loc["rounds.mean", ["change_low", "p", "p_adjusted", "z", "design_effect"]].astype(float)
    ).all()
    exact = table.loc["score.mean"]
    assert (exact["change"], exact["change_low"], exact["change_high"], exact["design_effect"]) == (1, 1, 1, np.inf)
    assert (found.parted, found.flips, found.first_flip) == (800, 0, None)
    changed = [f"{kind}.{name}.score" for kind, names in (("seat", "1234"), ("strategy", "abcd")) for name in names]
    assert significant(found.table()) == len([*changed, "score.mean", "best_score.mean"])


def test_the_strongest_comes_first_and_p_values_are_adjusted_over_the_table() -> None:
    run = make_run(LINE_UP, 1200)
    rng = np.random.default_rng(6)
    noise = {
        name: run.rows[name] + rng.normal(size, 1, len(run.rows)) for name, size in (("hires", 0.5), ("gold_over", 0.0))
    }
    table = contrast(run, moved(run, **noise)).table()
    assert table["metric"].iloc[0] == "count.hires.mean"
    tested = table[table["p"].notna()]
    assert set(tested["metric"]) == {"count.hires.mean", "count.gold_over.mean"}
    assert tested["p_adjusted"].to_numpy() == pytest.approx(stats.false_discovery_control(tested["p"], method="bh"))
    assert tested["z"].is_monotonic_decreasing


def test_the_design_effect_is_what_its_parts_of_variance_say() -> None:
    """Luck of the deal t, of the game s (both shared by the two sides) and of one side alone n: all closed forms."""
    run = make_run(LINE_UP, 40_000)
    rng, games, blocks = np.random.default_rng(7), 40_000, 10_000
    deal, luck, own = 1.0, 0.8, 0.5
    shared = np.repeat(rng.normal(0, deal, blocks), 4) + rng.normal(0, luck, games)
    here, there = (np.repeat(shared + rng.normal(0, own, games), 4) for _ in range(2))
    table = contrast(moved(run, rounds=here), moved(run, rounds=there)).table().set_index("metric")
    row = table.loc["rounds.mean"]
    one = deal**2 + luck**2 + own**2
    assert row["design_effect"] == pytest.approx(one / own**2, rel=0.05)
    assert row["of_blocks"] == pytest.approx(one / (4 * deal**2 + luck**2 + own**2), rel=0.05)
    assert row["of_blocks"] * row["of_deals"] == pytest.approx(row["design_effect"])
    told = design(table.reset_index())
    assert (told["least"] == told["most"]).all()
    assert told["at_least_4"].tolist() == [1.0]


def test_independent_games_are_worth_one() -> None:
    one, other = (make_run(LINE_UP, 20_000, seed, Effects(shared_deal=0.0)) for seed in (1, 2))
    table = contrast(one, MemoryRun(one.manifest, other.rows)).table()
    for kind in ("seat.1.win_share", "strategy.a.score", "count.hires.mean"):
        row = table[table["metric"] == kind].iloc[0]
        assert row["design_effect"] == pytest.approx(1, rel=0.1)


def test_the_first_game_with_another_winner() -> None:
    def game(*scores: int) -> list[dict]:
        best = max(scores)
        tops = scores.count(best)
        return [{"score": s, "win_share": (s == best) / tops, "rank": 1 if s == best else 2, "deal": 7} for s in scores]

    here = by_hand(["a", "b"], [game(3, 1), game(1, 3), game(2, 1), game(1, 2)], rotations=2)
    there = by_hand(["a", "b"], [game(4, 1), game(1, 4), game(2, 2), game(3, 1)], rotations=2)
    found = contrast(here, there)
    assert (found.parted, found.flips) == (4, 2)
    assert found.first_flip == Flip(7, 0, (0,), (0, 1))
    assert found.table().set_index("metric").change["ties.share"] == 0.25


def test_runs_that_do_not_belong_together() -> None:
    run = make_run(LINE_UP, 80)
    with pytest.raises(MeepleError, match="same deals with the same line-up"):
        contrast(run, make_run(LINE_UP, 80, seed=2))
    with pytest.raises(MeepleError, match="hold no games"):
        contrast(run, MemoryRun(run.manifest, run.rows.iloc[:0]))


def test_every_metric_is_the_mean_a_pivot_gives() -> None:
    """All ids of a run, parts of columns included, against pandas."""
    run = make_run(["a", "b", "a", "b"], 400)
    facts = Facts.of(run)
    metrics = metrics_of(facts)
    assert len({metric.id for metric in metrics}) == len(metrics)
    games = np.concatenate([values(facts, metrics, piece) for piece in pieces(run.iter_frames(), 4)])
    assert games.shape == (400, len(metrics))
    got = dict(zip((metric.id for metric in metrics), games.mean(axis=0)))
    rows = run.rows
    by_game = rows.groupby(np.arange(len(rows)) // 4)
    for metric in metrics:
        if metric.group in ("points", "count", LABELLED):
            column = metric.id.partition(".")[2].removesuffix(".mean")
            assert got[metric.id] == pytest.approx(rows[column].mean()), metric.id
    assert got["strategy.a.win_share"] == pytest.approx(rows[rows["entry"] % 2 == 0]["win_share"].mean())
    assert got["seat.4.score"] == pytest.approx(rows[rows["seat"] == 3]["score"].mean())
    ranked = by_game["score"].apply(lambda s: sorted(s, reverse=True))
    assert got["margin.mean"] == pytest.approx(np.mean([r[0] - r[1] for r in ranked]))
    assert got["spread.mean"] == pytest.approx(np.mean([r[0] - r[-1] for r in ranked]))
    assert got["best_score.mean"] == pytest.approx(by_game["score"].max().mean())
    assert got["decisions.mean"] == pytest.approx(by_game["decisions"].sum().mean())
    assert got["rounds.mean"] == pytest.approx(rows["rounds"].mean())
    assert got["lead_changes.mean"] == pytest.approx(rows["lead_changes"].mean())
    assert got["cap.share"] == pytest.approx((rows["outcome"] == 1).mean())
    assert got["ties.share"] == pytest.approx((by_game["win_share"].max() < 1).mean())
    assert got["tie_break.share"] == pytest.approx(by_game["tie_break"].max().mean())


def test_a_seat_that_plays_alone_has_nobody_to_win_against() -> None:
    ids = {metric.id for metric in metrics_of(Facts.of(make_run(["a"], 10)))}
    assert {"score.mean", "rounds.mean", "cap.share"} <= ids
    assert not {each for each in ids if "win_share" in each or each.startswith(("ties", "margin", "strategy"))}
