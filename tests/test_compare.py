"""Pairs of strategies on made-up runs whose truth is known."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import pytest

from analyses.base import analyse
from analyses.compare import Comparison
from analyses.runs import Facts
from analyses.verdict import STRONGER_WEAKER, Judge
from meeplelab.compare import Stop, compare_all
from meeplelab.listener import Listener
from meeplelab.pairs import Play, tables_of
from simcore.schedule import rotations_of
from tests.synthetic import Effects, MemoryRun, make_run


def play(strengths: dict[str, float]) -> Play:
    """A player of made-up games in which strategies have these strengths."""
    calls: list[tuple[tuple[str, ...], int, int]] = []

    def run(line_up: Sequence[str], games: int, first_deal: int, _: Listener) -> MemoryRun:
        calls.append((tuple(line_up), games, first_deal))
        return make_run(line_up, games, seed=7 + first_deal, effects=Effects(strategies=strengths))

    run.calls = calls  # type: ignore[attr-defined]
    return run


def compare(names: Sequence[str], players: int, games: int, play: Play) -> pd.DataFrame:
    return compare_all(names, players, Stop(games), play, Judge(words=STRONGER_WEAKER))


def pair(strengths: dict[str, float], players: int = 4, games: int = 4000) -> pd.Series:
    return compare(list(strengths), players, games, play(strengths)).iloc[0]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_both_hold_as_many_seats_and_the_first_leads(players: int) -> None:
    tables = tables_of("a", "b", players)
    seats = [name for table in tables for name in table]
    assert seats.count("a") == seats.count("b")
    assert all(table[0] == "a" and len(table) == players for table in tables)
    # Each sits in every place equally often over the rotations.
    for table in tables:
        turns = rotations_of(table)
        places = [[table[(seat + turn) % players] for turn in range(turns)].count("a") for seat in range(players)]
        assert len(set(places)) == 1


def test_stronger_is_found_and_named() -> None:
    row = pair({"weak": 0.0, "strong": 0.8})
    assert (row["better"], row["other"]) == ("strong", "weak")
    assert row["better_win_share"] + row["other_win_share"] == pytest.approx(0.5)
    assert row["difference"] == pytest.approx(row["better_win_share"] - row["other_win_share"])
    assert row["difference_low"] < row["difference"] < row["difference_high"]
    assert row["verdict"] == "stronger"
    assert row["sentence"].startswith("strong is stronger than weak by ")


def test_equals_are_not_parted() -> None:
    row = pair({"one": 0.0, "two": 0.0})
    assert row["difference_low"] <= 0 <= row["difference_high"] or row["p_adjusted"] > 0.01
    assert "stronger than" not in row["sentence"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_that_wins_every_game_is_stronger_and_its_interval_has_a_width(players: int) -> None:
    def play_won(line_up: Sequence[str], games: int, first_deal: int, _: Listener) -> MemoryRun:
        run = make_run(line_up, games, seed=3 + first_deal)
        cats = [name == "cat" for name in line_up]
        run.rows["win_share"] = [cats[entry] / sum(cats) for entry in run.rows["entry"]]
        return run

    row = compare(["mouse", "cat"], players, 300, play_won).iloc[0]
    assert row["difference"] == pytest.approx(2 / players)
    assert row["difference_low"] < row["difference"] == row["difference_high"]
    assert row["verdict"] == "stronger"
    assert "cat is stronger than mouse" in row["sentence"]


def test_a_clean_sweep_is_judged_in_the_comparison_of_a_line_up_too() -> None:
    """Two strategies, one of which wins every game: the share of each has no error, nor has their difference."""
    run = make_run(["mouse", "cat"], 80)
    run.rows["win_share"] = run.rows["entry"] == 1
    row = analyse(run, [Comparison(Facts.of(run))])["comparison"].iloc[0]
    assert (row["better"], row["difference"], row["verdict"]) == ("cat", 1, "stronger")
    assert row["difference_high"] == 1
    assert row["difference_low"] == pytest.approx(1 - 2 * (1 - 0.025 ** (1 / row["blocks"])))
    assert row["p"] == pytest.approx(2 * 0.5 ** row["blocks"])


def test_odd_tables_play_two_line_ups_on_deals_of_their_own() -> None:
    player = play({"a": 0.0, "b": 0.5})
    frame = compare(["a", "b"], 3, 60, player)
    assert player.calls == [(("a", "b", "a"), 30, 0), (("a", "b", "b"), 30, 10)]  # type: ignore[attr-defined]
    assert frame["games"].tolist() == [60]
    assert frame["blocks"].tolist() == [10], "a deal of either line-up makes a block"


def test_every_pair_once_on_the_same_deals() -> None:
    player = play({"a": 0.0, "b": 0.3, "c": 0.6})
    frame = compare(["a", "b", "c"], 2, 400, player)
    assert {frozenset(names) for names in zip(frame["better"], frame["other"])} == {
        frozenset(names) for names in ("ab", "ac", "bc")
    }
    assert {first_deal for _, _, first_deal in player.calls} == {0}  # type: ignore[attr-defined]
    assert (frame["p_adjusted"] >= frame["p"]).all()
