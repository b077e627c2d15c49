"""When games are decided: the chances against a library and a known truth, the rest against games made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from statsmodels.discrete.conditional_models import ConditionalLogit

from analyses.decided.chances import chances, fit, logit, softmax, stretches
from analyses.decided.course import Course
from analyses.decided.shuffled import leader_wins
from analyses.decided.tables import Decided, by_lead, by_round, in_short, reliability
from analyses.runs import Facts
from simcore.errors import MeepleError
from tests.synthetic import NOT_PLAYED, make_run

Scores = Sequence[Sequence[Sequence[int]]]


def course_of(track: npt.ArrayLike, score: npt.ArrayLike | None = None, last: Sequence[int] | None = None) -> Course:
    """Games of one strategy from track[G, P, T]; the score is the last of it, and the most points win."""
    scores = np.asarray(track, np.int16)
    games, players, rounds = scores.shape
    final = scores[:, :, -1] if score is None else np.asarray(score, np.int16)
    first = final == final.max(axis=1, keepdims=True)
    facts = Facts.of(make_run(["a"] * players, 1))
    return Course(
        facts, scores, np.asarray([rounds] * games if last is None else last, np.int64), final,
        (first / first.sum(axis=1, keepdims=True)).astype(np.float32),
        np.tile(np.arange(players, dtype=np.int8), (games, 1)), np.arange(games, dtype=np.int64),
    )  # fmt: skip


def walks(seed: int, games: int, players: int = 3, rounds: int = 5, pull: float = 0.0) -> Course:
    """Scores that grow by steps; who leads gains `pull` more a round."""
    rng = np.random.default_rng(seed)
    track = np.zeros((games, players, rounds))
    now = np.zeros((games, players))
    for after in range(rounds):
        leads = (now == now.max(axis=1, keepdims=True)) & (after > 0)
        now = now + np.rint(rng.normal(10, 3, now.shape)) + pull * leads
        track[:, :, after] = now
    return course_of(track)


def value(table: Any, measure: str, column: str = "value") -> float:
    return float(table.set_index("measure").loc[measure, column])


def test_logit_is_that_of_a_library() -> None:
    rng = np.random.default_rng(1)
    features = rng.normal(size=(400, 3, 2))
    chance = softmax(features @ np.array([1.0, -0.5]))
    winner = (chance.cumsum(axis=1) < rng.random((400, 1))).sum(axis=1)
    win = np.eye(3)[winner]
    found = ConditionalLogit(win.ravel(), features.reshape(-1, 2), groups=np.repeat(np.arange(400), 3)).fit(disp=False)
    assert logit(features, win) == pytest.approx(found.params, abs=2e-3)


def test_chances_find_a_shape_that_no_logit_has() -> None:
    """A win is certain from a lead on and a coin before it: the second step learns that."""
    rng = np.random.default_rng(2)
    lead = rng.normal(size=4000)
    features = np.stack([lead, -lead], axis=1)[:, :, None] / 2
    first = np.where(np.abs(lead) > 1, lead > 0, rng.random(4000) < 0.5)
    learned = fit(features, np.stack([first, ~first], axis=1).astype(float))
    said = learned.of(np.array([[[0.3], [-0.3]], [[0.9], [-0.9]]]))
    assert said[0] == pytest.approx([0.5, 0.5], abs=0.06)
    assert said[1] == pytest.approx([1, 0], abs=0.01)


def test_chances_of_random_walks_are_the_true_ones() -> None:
    """Two players, normal steps: the chance of a lead d with r rounds to go is Phi(d / (3 sqrt(2 r)))."""
    from scipy.stats import norm

    course = walks(3, 20_000, players=2)
    said = chances(course)
    for after in (0, 2, 3):
        leads, left = course.leads(after), 4 - after
        true = norm.cdf(leads / (3 * np.sqrt(2 * left)))
        assert np.abs(said[:, :, after] - true).mean() < 0.02
    table = reliability(Decided.of(course, 0.8))
    assert (table["gap"].abs() < np.maximum(3.5 * table["gap_se"], 0.02)).all()


def test_no_game_is_judged_by_itself() -> None:
    """Of games that are all chance, the chances know nothing; had they seen the outcome they would."""
    rng = np.random.default_rng(4)
    course = course_of(rng.integers(0, 50, (400, 3, 2)), score=rng.integers(0, 1000, (400, 3)))
    table = in_short(Decided.of(course, 0.8))
    assert value(table, "Brier score of the chances") > value(table, "Brier score of the fair share") - 0.002


def test_round_of_no_return_by_its_definition() -> None:
    course = walks(5, 2000)
    decided = Decided.of(course, 0.8)
    for game in range(60):
        won = np.flatnonzero(course.win[game] == 1)
        expected = 6
        if len(won):
            sure = decided.said[game, won[0]] > 0.8
            while expected > 1 and sure[expected - 2]:
                expected -= 1
        assert decided.settled[game] == expected
    table = by_round(decided)
    assert table["decided"].is_monotonic_increasing
    assert table["decided"].iloc[-1] == pytest.approx(1 - decided.at_the_end.mean())
    median = value(in_short(decided), "round of no return, median")
    assert median == np.quantile(decided.settled, 0.5, method="inverted_cdf")


def test_shorter_games_are_over_when_they_are() -> None:
    track = np.array([[[5, 9, NOT_PLAYED], [1, 2, NOT_PLAYED]], [[1, 2, 9], [3, 3, 4]]] * 200)
    course = course_of(track, score=np.array([[9, 2], [9, 4]] * 200), last=[2, 3] * 200)
    decided = Decided.of(course, 0.8)
    assert np.isnan(decided.said[0, :, 2]).all()
    assert decided.settled.max() <= 4
    assert by_round(decided)["games"].tolist() == [400, 400, 200]


def test_lead_changes_and_leads() -> None:
    course = course_of([[[1, 2, 3, 9], [2, 2, 4, 8], [0, 2, 1, 1]]])
    # The second leads, then all do, then the second again, then the first.
    assert course.lead_changes().tolist() == [1]
    assert course.leads(0).tolist() == [[-1, 1, -2]]
    assert course.leads(1).tolist() == [[0, 0, 0]]
    assert course.leaders(1)[0] == pytest.approx([1 / 3, 1 / 3, 1 / 3])


def test_shuffled_gains_by_hand() -> None:
    """A lead of 4 with gains of 0 and 10: the leader wins if it is the one dealt 10, which is one order of two."""
    one = course_of([[[4, 10], [0, 4]], [[4, 10], [0, 10]]], score=[[4, 10], [14, 0]])
    # Usual gains of the two seats are 5 and 5.
    assert leader_wins(one, 0) == pytest.approx([0.5, 0.5])


def test_fair_walks_do_not_run_away_and_pulled_ones_do() -> None:
    fair, pulled, caught = (in_short(Decided.of(walks(7, 6000, pull=pull), 0.8)) for pull in (0.0, 2.0, -2.0))
    low, high = (value(fair, "runaway index", end) for end in ("value_low", "value_high"))
    assert low <= 0.005
    assert high >= -0.005
    assert value(pulled, "runaway index", "value_low") > 0.02
    assert value(caught, "runaway index", "value_high") < -0.02
    for table in (fair, pulled, caught):
        parts = [value(table, name) for name in ("of it, points already scored", "runaway index")]
        assert sum(parts) == pytest.approx(value(table, "leader's advantage"))


def test_a_stronger_strategy_is_no_runaway() -> None:
    """The stronger gains more from beginning to end, whether it leads or not."""
    rng = np.random.default_rng(8)
    track = np.rint(rng.normal(10, 3, (6000, 2, 4)) + np.array([2, 0])[:, None]).cumsum(axis=2)
    plain = in_short(Decided.of(course_of(track), 0.8))
    assert value(plain, "leader's advantage") > 0.25
    assert abs(value(plain, "runaway index")) < 0.02


def test_tables_of_leads_agree_with_plain_counts() -> None:
    course = walks(9, 1500)
    table = by_lead(Decided.of(course, 0.8))
    for after, part in table.groupby("round"):
        assert part["n"].sum() == 4500
        assert (part["won"] * part["n"]).sum() == pytest.approx(1500, rel=1e-5)
        assert part["lead"].is_monotonic_increasing
        top = part.iloc[-1]
        leads = course.leads(int(after) - 1)  # type: ignore[call-overload]
        kept = np.sort(leads.ravel())[-int(top["n"]) :]
        assert top["lead"] == pytest.approx(kept.mean())


def test_late_rounds_with_few_games_are_fitted_together() -> None:
    last = [5] * 150 + [3] * 600
    course = walks(10, 750)
    short = course_of(course.track, last=last)
    assert stretches(short, short.block % 2 == 1) == [[0], [1], [2, 3, 4]]


def test_made_up_run_is_read_whole() -> None:
    run = make_run(["a", "b", "c"], 900)
    course = Course.of(run)
    assert course.games == 900
    rows = run.rows
    assert course.win.ravel() == pytest.approx(rows["win_share"].to_numpy())
    fifth = course.facts.column("vp_by_round").flat_names()[4]
    assert course.track[7, 1, 4] == rows[fifth].iloc[7 * 3 + 1]


def test_refusals() -> None:
    with pytest.raises(MeepleError, match="one player alone has no lead"):
        Course.of(make_run(["a"], 10))
    with pytest.raises(MeepleError, match="50 make 50 blocks; expected 60 blocks or more"):
        Decided.of(walks(11, 50), 0.8)
