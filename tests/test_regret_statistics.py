"""What is made of judged decisions: which options are named, that measuring has no winner's curse, the verdicts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from analyses.regret.decision import Decisions, Offers, holds, lost, shortlist, values
from analyses.regret.tables import DEAD, FINE, TRAP, Judge, decisions_table, things_table
from analyses.verdict import UNKNOWN

# one decision


def test_values_are_means_over_worlds_and_gains_are_paired() -> None:
    rng = np.random.default_rng(1)
    won, vp = rng.random((40, 3)), rng.normal(size=(40, 3))
    known = values(won, vp, 1.0, 0.02, rival=1)
    worth = won + 0.02 * vp
    assert known.means == pytest.approx(np.column_stack([worth.mean(0), won.mean(0), vp.mean(0)]))
    gains = worth - worth[:, [1]]
    assert known.gain == pytest.approx(gains.mean(0))
    assert known.error == pytest.approx(gains.std(0, ddof=1) / np.sqrt(40))
    assert (known.gain[1], known.error[1], known.worlds) == (0, 0, 40)


def test_the_best_and_the_best_with_each_thing_are_named() -> None:
    worth = np.array([0.1, 0.5, 0.4, 0.3])
    sets = np.array([0b0001, 0b0100, 0b0011, 0b0010], np.uint64)
    named = shortlist(worth, sets, [0, 1, 2, 3], chosen=3)
    assert named.best == 1
    assert named.of_thing == {0: 2, 1: 2, 2: 1}
    assert named.is_best == {0: False, 1: False, 2: True}
    assert named.measured == [1, 2, 3]


def test_a_thing_that_every_option_takes_is_not_offered() -> None:
    named = shortlist(np.array([0.1, 0.2]), np.array([0b01, 0b11], np.uint64), [0, 1], chosen=0)
    assert list(named.of_thing) == [1]


def test_equal_options_are_all_best_and_the_chosen_one_is_given_the_benefit() -> None:
    worth = np.array([0.5, 0.5 + 1e-12, 0.2, 0.5])
    sets = np.array([0b001, 0b010, 0b100, 0b010], np.uint64)
    for chosen, best in ((3, 3), (0, 0), (2, 0)):
        named = shortlist(worth, sets, [0, 1, 2], chosen)
        assert named.best == best
        assert named.is_best == {0: True, 1: True, 2: False}
    # where the best takes a thing it stands for it, so that nothing is lost to an equal
    assert shortlist(worth, sets, [1], 3).of_thing == {1: 3}


def test_what_is_lost_is_measured_against_the_option_named_best() -> None:
    named = shortlist(np.array([0.1, 0.5, 0.4]), np.array([0b01, 0b10, 0b01], np.uint64), [0, 1], chosen=0)
    means = np.array([[0.2, 0.1, 5.0], [0.3, 0.3, 0.0], [0.6, 0.5, 1.0]])
    regret, losses = lost(named, means)
    assert regret == pytest.approx([0.1, 0.2, -5.0])
    assert losses[0] == pytest.approx([-0.3, -0.2, -1.0])
    assert losses[1] == pytest.approx([0, 0, 0])


def test_holds_reads_the_highest_thing_too() -> None:
    sets = np.array([1 << 63, 1], np.uint64)
    assert holds(sets, 63).tolist() == [True, False]
    assert holds(sets, 0).tolist() == [False, True]


def test_fresh_worlds_have_no_winners_curse() -> None:
    """All options are alike: the best of one survey gains nothing in another, though it led its own by much."""
    rng = np.random.default_rng(5)
    fresh, naive = [], []
    for _ in range(3000):
        found, measured = (values(rng.random((20, 6)), np.zeros((20, 6)), 1.0, 0.0, 0) for _ in range(2))
        named = shortlist(found.means[:, 0], np.uint64(1) << np.arange(6, dtype=np.uint64), range(6), chosen=0)
        fresh.append(lost(named, measured.means[named.measured])[0][0])
        naive.append(found.means[named.best, 0] - found.means[0, 0])
    assert np.mean(naive) > 0.05
    assert abs(np.mean(fresh)) < 4 * np.std(fresh) / np.sqrt(len(fresh))


# many


def offers(
    rng: np.random.Generator, deals: int, things: int, best: float, chosen: float, loss: float, spread: float = 0.02
) -> Offers:
    """Offers of things: best with a chance, else losing `loss` on average; what is chosen loses likewise."""
    deal = np.repeat(np.arange(deals), 4 * things)
    thing = np.tile(np.repeat(np.arange(things), 4), deals)
    size = len(deal)
    top = rng.random(size) < best
    lose = np.where(top, 0.0, loss / max(1 - best, 1e-9) + spread * rng.normal(size=size))
    took = rng.random(size) < chosen
    three = np.stack([lose, lose, 50 * lose], axis=-1)
    return Offers(deal, np.ones(size), thing, top, took, three, three)


def joined(*parts: Offers) -> Offers:
    """Several kinds of things side by side, numbered on."""
    moved, start = [], 0
    for part in parts:
        moved.append(replace(part, thing=part.thing + start))
        start += int(part.thing.max()) + 1
    return Offers(*(np.concatenate([getattr(part, name) for part in moved]) for name in Offers.__dataclass_fields__))


def table(known: Offers, judge: Judge = Judge()) -> pd.DataFrame:  # noqa: B008  # frozen
    places = range(int(known.thing.max()) + 1)
    return things_table({"thing": [f"t{place}" for place in places]}, places, known, judge)


def test_verdicts_on_planted_things() -> None:
    rng = np.random.default_rng(3)
    known = joined(
        offers(rng, 100, 3, best=0.0, chosen=0.5, loss=0.05),  # taken and bad
        offers(rng, 100, 3, best=0.005, chosen=0.0, loss=0.05),  # left, and rightly so
        offers(rng, 100, 3, best=0.5, chosen=0.5, loss=0.002),  # as good as others
        offers(rng, 100, 3, best=0.3, chosen=0.0, loss=0.05),  # left, but sometimes best
        offers(rng, 100, 3, best=0.01, chosen=0.0, loss=0.0),  # seldom best, by a hair: one of many equals
    )
    words = table(known)["verdict"].tolist()
    assert words == [TRAP] * 3 + [DEAD] * 3 + [FINE] * 6 + [UNKNOWN] * 3


def test_few_deals_settle_nothing() -> None:
    rng = np.random.default_rng(3)
    known = joined(*(offers(rng, 29, 2, best, 0.5, loss) for best, loss in ((0.0, 0.3), (0.9, 0.0))))
    assert set(table(known)["verdict"]) == {UNKNOWN}


def test_a_thing_never_lost_by_needs_deals_too() -> None:
    rng = np.random.default_rng(3)
    small, large = (offers(rng, deals, 1, best=1.0, chosen=0.5, loss=0.0) for deals in (40, 400))
    assert [table(each)["verdict"][0] for each in (small, large)] == [UNKNOWN, FINE]


def test_margins_move_the_verdicts() -> None:
    rng = np.random.default_rng(9)
    known = offers(rng, 200, 2, best=0.1, chosen=0.5, loss=0.05)
    assert set(table(known, Judge(margin=0.01))["verdict"]) == {TRAP}
    assert set(table(known, Judge(margin=0.2))["verdict"]) == {FINE}
    left = replace(known, chosen=np.zeros(len(known.deal), bool))
    assert set(table(left, Judge(rare=0.2))["verdict"]) == {DEAD}
    assert set(table(left, Judge(rare=0.05))["verdict"]) == {FINE}


def test_decisions_count_for_all_they_stand_for() -> None:
    deal = np.array([0, 0, 1, 2])
    known = Offers(
        deal, np.array([1.0, 3.0, 3.0, 1.0]), np.zeros(4, int), np.array([1, 0, 1, 0], bool),
        np.array([0, 1, 1, 0], bool), *(np.outer(each, np.ones(3)) for each in ([0, 0.4, 0, 0.1], [0, 0.5, 0.1, 0])),
    )  # fmt: skip
    row = table(known).iloc[0]
    assert row["best"] == pytest.approx((1 + 3) / 8)
    assert row["chosen"] == pytest.approx(6 / 8)
    assert row["loss"] == pytest.approx((3 * 0.4 + 0.1) / 8)
    assert row["fault"] == pytest.approx(3 * 0.4 / 6)
    assert row["regret"] == pytest.approx((3 * 0.5 + 3 * 0.1) / 6)
    assert (row["n"], row["blocks"], row["n_chosen"], row["blocks_chosen"]) == (4, 3, 2, 2)


def test_things_never_offered_have_no_row() -> None:
    known = offers(np.random.default_rng(1), 40, 2, 0.5, 0.5, 0.0)
    found = things_table({"thing": ["a", "b", "c"]}, [0, 1, 7], known, Judge())
    assert found["thing"].tolist() == ["a", "b"]


def test_decisions_by_group() -> None:
    known = Decisions(
        np.array([0, 0, 1]), np.array([2.0, 1.0, 2.0]), np.array([0, 1, 0]), np.zeros(3, int), np.array([3, 5, 4]),
        np.array([1, 0, 0], bool), np.outer([0.0, 0.3, 0.2], np.ones(3)),
    )  # fmt: skip
    found = decisions_table(["turn", "pay", "none"], "decision", known.kind, known, [40, 10, 0])
    assert found["decision"].tolist() == ["turn", "pay"]
    assert found["asked"].tolist() == [40, 10]
    assert found["regret"].tolist() == pytest.approx([0.1, 0.3])
    assert found["best"].tolist() == pytest.approx([0.5, 0.0])
    assert found["options"].tolist() == pytest.approx([3.5, 5])
