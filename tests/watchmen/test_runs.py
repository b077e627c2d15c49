"""Whole runs of the real game: reproducible whatever the jobs and chunks, and fair to equals."""

import dataclasses

import numpy as np
import pytest

from simcore.batch import simulate
from simcore.jit import JIT_DISABLED
from simcore.registry import game
from simcore.schedule import Schedule
from strategies.catalog import load_lineup
from tests.sizes import sized

SPEC = game("watchmen")
RULES = SPEC.load_rules(None, {})


def played(lineup, games, seed=5, **how):
    """All rows of a run, in game order."""
    schedule = Schedule(seed, tuple(strategy.name for strategy in lineup), games)
    return np.concatenate(list(simulate(SPEC, RULES, lineup, schedule, **how)))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rows_are_the_same_for_any_jobs_and_chunk(players):
    lineup = load_lineup("watchmen", players, ["greedy-value", *["random"] * (players - 1)])
    games = sized(120, 8)
    rows = played(lineup, games, jobs=1, chunk=120)
    for jobs, chunk in ((1, 7), (2, 11), (2, 60)):
        assert np.array_equal(rows, played(lineup, games, jobs=jobs, chunk=chunk))


def test_asked_games_are_distinct_games():
    """A thousand games of a mirror line-up are as many deals: no game is played twice."""
    count = sized(1000, 20)
    games = played(load_lineup("watchmen", 4, "random"), count).reshape(-1, 4)
    assert len(np.unique(games["deal"][:, 0])) == count
    assert len({game["vp_by_round"].tobytes() for game in games}) == count


@pytest.mark.skipif(JIT_DISABLED, reason="plays more games than plain Python can")
def test_mirror_match_shares_sum_to_one_and_every_seat_wins():
    rows = played(load_lineup("watchmen", 4, "greedy-value"), 2000)
    shares = rows["win_share"].reshape(-1, 4)
    np.testing.assert_allclose(shares.sum(axis=1), 1, atol=1e-6)
    assert (shares.mean(axis=0) > 0.2).all()


def test_two_names_of_the_random_player_are_level_in_every_block():
    """Streams belong to seats, so equal players in other seats play the very same game.

    A block therefore cancels seat and luck exactly: no strategy effect and no error.
    """
    random = load_lineup("watchmen", 4, "random")[0]
    lineup = [random, random, *[dataclasses.replace(random, name="random too")] * 2]
    rows = played(lineup, sized(2000, 8))
    first = np.where(rows["entry"] < 2, rows["win_share"], 0)
    np.testing.assert_allclose(first.reshape(-1, 4 * 4).sum(axis=1) / 4, 0.5, atol=1e-6)
