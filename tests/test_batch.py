"""Batch play: the same rows whatever the workers and chunks, in order, in bounded memory."""

import threading
from typing import Any

import numpy as np
import pytest

from simcore import batch, parallel
from simcore.errors import MeepleError
from simcore.schedule import Schedule
from simcore.workspace import named_weights, weight_table
from tests import toygame

SPEC = toygame.SPEC
RULES = SPEC.load_rules(None, {})
MADE = {"greedy": toygame.greedy(), "random": toygame.random(), "modest": toygame.greedy("modest", 0.0)}


def play(lineup: tuple[str, ...], games: int, seed: int = 7, first_deal: int = 0, **options: Any) -> np.ndarray:
    schedule = Schedule(seed, lineup, games, first_deal)
    return np.concatenate(list(batch.simulate(SPEC, RULES, [MADE[name] for name in lineup], schedule, **options)))


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("chunk", [1, 7, 100, None])
def test_rows_do_not_depend_on_jobs_or_chunks(jobs: int, chunk: int | None) -> None:
    lineup = ("random", "greedy", "random")
    expected = play(lineup, 99)
    assert (play(lineup, 99, jobs=jobs, chunk=chunk) == expected).all()


def test_rows_depend_on_the_seed() -> None:
    assert (play(("random", "greedy"), 50, seed=1) != play(("random", "greedy"), 50, seed=2)).any()


@pytest.mark.parametrize(
    "lineup", [("random",) * 4, ("random", "greedy") * 2, ("random", "greedy", "modest", "modest")]
)
def test_games_are_distinct_and_rows_say_who_sat_where(lineup: tuple[str, ...]) -> None:
    schedule = Schedule(7, lineup, 40)
    rows = play(lineup, 40).reshape(-1, 4)
    assert len(rows) == schedule.games == 40
    seatings = {(game[0]["deal"], tuple(lineup[entry] for entry in game["entry"])) for game in rows}
    assert len(seatings) == 40
    assert (rows["seat"] == np.arange(4)).all()
    assert (rows["entry"] == (rows["seat"] + rows["rotation"]) % 4).all()
    assert (rows["block"][:, 0] == np.arange(40) // schedule.rotations).all()


def test_shares_of_a_game_add_up_to_one() -> None:
    shares = play(("random",) * 3, 500)["win_share"].reshape(-1, 3).sum(axis=1)
    np.testing.assert_allclose(shares, 1, rtol=1e-6)


def test_any_deal_can_be_played_alone() -> None:
    rows, alone = play(("random", "greedy"), 40), play(("random", "greedy"), 2, first_deal=13)
    part = rows[rows["deal"] == 13].copy()
    assert (part["block"] == 13).all()
    part["block"] = 0
    assert (part == alone).all()


def test_line_ups_share_their_deals() -> None:
    mirror, mixed = play(("modest",) * 2, 30), play(("random", "greedy"), 60)
    by_deal = dict(zip(mirror["deal"].tolist(), mirror["pile"][:, 0].tolist()))
    assert len(set(by_deal.values())) > 3
    assert all(by_deal[row["deal"]] == row["pile"][0] for row in mixed)


def test_weights_reach_the_strategy_of_their_entry() -> None:
    assert (play(("greedy",) * 2, 20)["decisions"] < play(("modest",) * 2, 20)["decisions"]).mean() > 0.9
    table = weight_table([MADE["greedy"]] * 2, [{"most": 0.0}] * 2)
    changed = play(("greedy",) * 2, 20, weights=table)
    assert (changed == play(("modest",) * 2, 20)).all()
    assert named_weights([MADE["greedy"]] * 2, table) == [{"most": 0.0}] * 2


def test_progress_counts_games_to_the_end() -> None:
    seen: list[tuple[int, int]] = []
    play(("random", "greedy"), 21, chunk=5, on_progress=lambda done, games: seen.append((done, games)))
    assert seen == [(5, 22), (10, 22), (15, 22), (20, 22), (22, 22)]


def test_workers_wait_for_whoever_takes_the_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []
    whole = batch.Playing.play

    def counted(self: Any, first: int, *rest: Any) -> Any:
        begun.append(first)
        return whole(self, first, *rest)

    monkeypatch.setattr(batch.Playing, "play", counted)
    schedule = Schedule(7, ("random",) * 2, 400)
    stream = batch.simulate(SPEC, RULES, [MADE["random"]] * 2, schedule, jobs=2, chunk=1)
    most = parallel.AHEAD * 2
    for taken in range(1, 400):
        next(stream)
        assert len(begun) <= taken - 1 + most
        if taken % 100 == 0:
            threading.Event().wait(0.1)  # long enough to run ahead of a slow reader
            assert len(begun) <= taken - 1 + most
    stream.close()


def test_a_reader_who_leaves_early_leaves_no_thread_behind() -> None:
    stream = batch.simulate(SPEC, RULES, [MADE["random"]] * 2, Schedule(7, ("random",) * 2, 4000), jobs=2, chunk=1)
    next(stream)
    stream.close()
    assert "watchdog" not in [thread.name for thread in threading.enumerate()]


def test_chunks_are_small_enough_for_all_workers() -> None:
    assert batch.chunk_size(80, 2) == 10
    assert batch.chunk_size(1, 8) == 1
    assert batch.chunk_size(10**7, 2) == batch.CHUNK


def test_a_line_up_that_does_not_fit_is_refused_before_play() -> None:
    schedule = Schedule(7, ("random", "greedy"), 10)
    pair = [MADE["random"], MADE["greedy"]]
    with pytest.raises(MeepleError, match="1 strategies for a line-up of 2"):
        batch.simulate(SPEC, RULES, pair[:1], schedule)
    with pytest.raises(MeepleError, match="jobs: 0"):
        batch.simulate(SPEC, RULES, pair, schedule, jobs=0)
    with pytest.raises(MeepleError, match="jobs: 1000000000 is not a number of workers; expected 1 to 1024"):
        batch.simulate(SPEC, RULES, pair, schedule, jobs=10**9)
    with pytest.raises(MeepleError, match="chunk: 0"):
        batch.simulate(SPEC, RULES, pair, schedule, chunk=0)
    with pytest.raises(MeepleError, match="'random' stands for two different strategies"):
        batch.simulate(SPEC, RULES, pair, Schedule(7, ("random", "random"), 10))
    table = weight_table([MADE["greedy"]] * 2, [{"most": 0.0}, {}])
    with pytest.raises(MeepleError, match="'greedy' stands for two"):
        batch.simulate(SPEC, RULES, [MADE["greedy"]] * 2, Schedule(7, ("greedy",) * 2, 10), weights=table)
    with pytest.raises(MeepleError, match="toy is for 2 to 4, not 5"):
        batch.simulate(SPEC, RULES, [MADE["random"]] * 5, Schedule(7, ("random",) * 5, 10))


def test_an_unknown_weight_is_refused_with_the_close_one() -> None:
    with pytest.raises(MeepleError, match="did you mean 'most'"):
        weight_table([MADE["greedy"]], [{"mots": 1.0}])
    with pytest.raises(MeepleError, match="it has: none"):
        weight_table([MADE["random"]], [{"mots": 1.0}])


def test_a_weight_that_is_no_number_is_refused() -> None:
    with pytest.raises(MeepleError, match="strategy 'greedy': most = nan: expected a finite number"):
        weight_table([MADE["greedy"]], [{"most": float("nan")}])


def test_a_huge_run_in_tiny_chunks_begins_at_once() -> None:
    schedule = Schedule(7, ("random",) * 2, 4 * 10**9)
    stream = batch.simulate(SPEC, RULES, [MADE["random"]] * 2, schedule, chunk=1)
    assert len(next(stream)) == 2
    stream.close()
