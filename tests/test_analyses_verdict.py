"""Verdicts: what they say, and how often they are wrong."""

import numpy as np
import pytest

from analyses.base import analyse
from analyses.compare import Comparison, sentence
from analyses.estimate import Estimate
from analyses.runs import Facts
from analyses.verdict import STRONG_WEAK, UNKNOWN, Judge, adjust, balanced
from analyses.watchmen.items import Items
from tests.synthetic import Effects, make_run


def effect(values, errors, blocks: int = 5000) -> Estimate:
    """Effects with these standard errors."""
    value, se = np.atleast_1d(np.asarray(values, float)), np.atleast_1d(np.asarray(errors, float))
    count = np.full(value.shape, blocks)
    return Estimate(value, se, value - 1.96 * se, value + 1.96 * se, count.astype(float), count, count, "made")


@pytest.mark.parametrize(
    ("value", "se", "word"),
    [
        (0.03, 0.004, "too strong"),
        (-0.03, 0.004, "too weak"),
        (0.002, 0.002, "balanced within ±1pp"),
        # Surely not 0, and just as surely too small to matter.
        (0.004, 0.0005, "balanced within ±1pp"),
        # Not significant is not balanced.
        (0.0, 0.02, UNKNOWN),
        # Surely not 0, but whether by more than the margin is open.
        (0.012, 0.002, UNKNOWN),
        (0.05, 0.0, UNKNOWN),
        (np.nan, np.nan, UNKNOWN),
    ],
)
def test_words(value: float, se: float, word: str) -> None:
    assert Judge()(effect(value, se)).verdict[0] == word


def test_margin_may_be_in_points_of_score() -> None:
    judge = Judge(1.0, unit="VP")
    assert list(judge(effect([0.2, 3.0, -3.0, 0.9], [0.3, 0.4, 0.4, 0.5])).verdict) == [
        "balanced within ±1 VP", "too strong", "too weak", UNKNOWN,
    ]  # fmt: skip


def test_balanced_is_adjusted_over_the_table_too() -> None:
    """What alone is balanced with p = 0.04 is not among nine others of which nothing is known."""
    se = 0.01 / 1.751
    assert Judge()(effect(0.0, se)).verdict[0] == balanced()
    table = Judge()(effect([0.0] + [0.009] * 9, [se] * 10))
    assert (table.verdict == UNKNOWN).all()


def test_yekutieli_asks_for_more() -> None:
    values, errors = [0.03, 0.0, 0.0], [0.0091, 0.001, 0.001]
    assert Judge(method="bh")(effect(values, errors)).verdict[0] == "too strong"
    assert Judge(method="by")(effect(values, errors)).verdict[0] == UNKNOWN
    p = np.array([0.01, 0.04, 0.03])
    assert adjust(p, "by") == pytest.approx(adjust(p) * (1 + 1 / 2 + 1 / 3))


def test_other_p_values_may_be_given() -> None:
    """Those of a test that chose when to stop are taken in place of the t test's."""

    def above(true: float) -> np.ndarray:
        return np.array([0.001 if true <= 0.01 else 0.9])

    table = Judge()(effect(0.0, 0.1), above=above)
    assert (table.verdict[0], table.p[0]) == ("too strong", pytest.approx(0.002))


def test_balanced_is_the_90_percent_interval_within_the_margin() -> None:
    z = 1.6449
    for half, even in ((0.00999, True), (0.01001, False)):
        word = Judge()(effect(0.0, half / z, blocks=10**7)).verdict[0]
        assert (word == balanced()) is even


def sweep(value: float, blocks: int, fair: float = 0.25) -> Estimate:
    """A share of 0 or 1 in every block, less the fair share."""
    count = np.array([blocks])
    one, nothing = np.array([value]), np.zeros(1)
    share = Estimate(one, nothing, one, one, count.astype(float), count, count, "made", least=0.0, most=1.0)
    return share.less(fair)


@pytest.mark.parametrize(("value", "word", "chance"), [(1.0, "too strong", 0.25), (0.0, "too weak", 0.75)])
def test_clean_sweeps_are_judged_by_the_exact_bound(value: float, word: str, chance: float) -> None:
    table = Judge()(sweep(value, 40))
    assert table.verdict[0] == word
    assert table.p[0] == pytest.approx(2 * chance**40)
    assert np.isnan(table.games_needed[0])
    assert Judge()(sweep(value, 29)).verdict[0] == UNKNOWN


def test_a_sweep_of_a_rare_thing_is_not_yet_known() -> None:
    """With a fair share of 3%, 100 blocks without a win come by chance once in 8 where the truth is at the margin."""
    table = Judge()(sweep(0.0, 100, fair=0.03))
    assert (table.verdict[0], table.p[0]) == (UNKNOWN, pytest.approx(2 * 0.97**100))
    assert Judge()(sweep(0.0, 200, fair=0.03)).verdict[0] == "too weak"


def test_few_blocks_are_never_judged() -> None:
    assert Judge()(effect(0.3, 0.001, blocks=29)).verdict[0] == UNKNOWN
    assert Judge()(effect(0.3, 0.001, blocks=30)).verdict[0] == "too strong"


def test_what_is_not_judged_does_not_count_as_a_test() -> None:
    both = effect([0.02, 0.5], [0.006, 0.001])
    alone = Judge()(effect(0.02, 0.006))
    table = Judge()(both, np.array([True, False]))
    assert table.verdict[1] == ""
    assert np.isnan(table.p[1])
    assert table.p_adjusted[0] == alone.p_adjusted[0]


def test_margin_and_words_can_be_chosen() -> None:
    judge = Judge(0.02, ("up", "down"))
    assert list(judge(effect([0.0, 0.05, -0.05], [0.002] * 3)).verdict) == ["balanced within ±2pp", "up", "down"]


def test_games_needed_are_about_enough() -> None:
    """With the games it asks for, four of five repetitions are settled (300 tries: 3 sigma is 0.07)."""
    rng = np.random.default_rng(4)
    first = Judge()(effect(0.002, 0.012, blocks=1000))
    assert first.verdict[0] == UNKNOWN
    assert first.games_needed[0] % 100 == 0, "two significant digits"
    se = 0.012 * np.sqrt(1000 / first.games_needed[0])
    again = [Judge()(effect(rng.normal(0.002, se), se, blocks=10**6)).verdict[0] == balanced() for _ in range(300)]
    assert np.mean(again) == pytest.approx(0.8, abs=0.07)


def test_adjustment_is_benjamini_hochberg() -> None:
    assert adjust(np.array([0.01, np.nan, 0.04, 0.03])) == pytest.approx([0.03, np.nan, 0.04, 0.04], nan_ok=True)


def test_thirteen_items_without_effect_are_seldom_called_strong_or_weak() -> None:
    """60 runs at the edge of nothing: any item too strong or too weak in at most 3 of them (expected 0)."""
    alarms = 0
    for seed in range(60):
        run = make_run(["a", "a", "a", "a"], 300, seed=seed)
        verdicts = analyse(run, [Items(Facts.of(run))])["items"].verdict
        alarms += verdicts.isin(STRONG_WEAK).any()
    assert alarms <= 3


def test_comparison_in_words() -> None:
    run = make_run(["strong", "weak", "weak2", "weak3"], 4000, effects=Effects(strategies={"strong": 0.5}))
    pairs = analyse(run, [Comparison(Facts.of(run))])["comparison"]
    assert pairs.better[:3].eq("strong").all()
    first, last = (sentence(pairs.to_dict("records")[i]) for i in (0, -1))
    row = pairs.iloc[0]
    assert first.startswith("strong is stronger than ")
    assert f"by {100 * row.difference:.2f} pp [{100 * row.difference_low:.2f}, " in first
    assert "is stronger is not yet known after 4,000 games" in last


def test_a_sentence_says_why_few_blocks_make_no_verdict() -> None:
    row = {
        "better": "a", "other": "b", "difference": 1.0, "difference_low": 0.323, "difference_high": 1.0,
        "verdict": "not yet known", "p_adjusted": float("nan"), "games": 20, "blocks": 29,
    }  # fmt: skip
    told = sentence(row)
    start = "Which of a and b is stronger is not yet known after 20 games: the win shares differ by 100.00"
    assert told.startswith(start)
    assert told.endswith("29 blocks are fewer than 30: the interval is rough, and no verdict is made of it.")
    assert sentence({**row, "blocks": 30, "p_adjusted": 0.4}).endswith("[32.30, 100.00].")


def test_balanced_sentence_names_the_margin() -> None:
    row = {
        "better": "a", "other": "b", "difference": 0.001, "difference_low": -0.002, "difference_high": 0.004,
        "verdict": "balanced within ±1pp", "p_adjusted": 0.01, "games": 10,
    }  # fmt: skip
    assert sentence(row) == ("a and b are balanced within ±1pp: the win shares differ by 0.10 pp [-0.20, 0.40].")
