"""Random play of all 128 configurations at every number of players ends without error and adds up."""

from itertools import product

import numpy as np
import pytest

from simcore.batch import simulate
from simcore.games.haversack.codes import FACES, GUARDIANS, MONSTERS
from simcore.jit import JIT_DISABLED
from simcore.registry import game
from simcore.schedule import Schedule
from strategies.catalog import load_lineup

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="plays more games than plain Python can")
SPEC = game("haversack")
POINTS = [column.name for column in SPEC.columns if column.role == "points"]


def rows_of(settings, players, lineup="random", games=6, seed=5):
    strategies = load_lineup("haversack", players, lineup)
    names = tuple(strategy.name for strategy in strategies)
    ruleset = SPEC.load_rules(None, settings)
    return np.concatenate(list(simulate(SPEC, ruleset, strategies, Schedule(seed, names, games))))


def check(rows, rounds=5):
    """What holds of every row, whatever was played."""
    assert (rows["score"] == sum(rows[name].astype(int) for name in POINTS)).all()
    assert np.allclose(rows["vp_by"].sum(1), rows["score"], atol=1e-3)
    assert (rows["glory_by"].sum(1) == rows["glory"].sum(1)).all()
    sources = sum(rows[f"glory_{name}"].astype(int) for name in ("monsters", "fairies", "villages", "cups"))
    assert (sources == rows["glory"]).all()
    assert (rows["played"].sum(1) == rows["plays"].sum(1)).all()
    assert (rows["monsters_by"].sum(1) == rows["taken"][:, :MONSTERS].sum(1)).all()
    assert (rows["fairies_by"].sum(1) == rows["taken"][:, MONSTERS]).all()
    assert (rows["villages_by"].sum(1) == rows["villages"]).all()
    assert (rows["items_found"].sum(1) == rows["chests"]).all()
    assert (rows["gold_earned"] == rows["gold_spent"].sum(1) + rows["gold_left"]).all()
    cleared = np.bitwise_count(rows["cleared"]).sum(1)
    assert (cleared == rows["taken"].sum(1) + rows["villages"] + rows["chests"]).all()
    assert (np.bitwise_count(rows["ended"]).sum(1) <= rows["plays"].sum(1)).all()
    assert (rows["rounds"] == rounds).all()


@pytest.mark.parametrize("board", ["summer", "winter"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_all_faces(players, board):
    for faces in product(FACES[:2], repeat=len(GUARDIANS)):
        settings = {"board": board, **{f"face.{name}": face for name, face in zip(GUARDIANS, faces)}}
        rows = rows_of(settings, players)
        check(rows)
        assert (rows["night"] == [face == "night" for face in faces]).all()


def test_random_faces_are_drawn_for_each_deal():
    rows = rows_of({f"face.{name}": "random" for name in GUARDIANS}, 4, games=400)
    by_deal = rows["night"].reshape(-1, 4, len(GUARDIANS))
    assert (by_deal == by_deal[:, :1]).all(), "the same for all seats"
    share = by_deal[:, 0].mean(0)
    # six binomial shares of 400 deals; 4 standard errors: a false alarm in 1 of 2,600 seeds
    assert (abs(share - 0.5) < 4 * 0.5 / 20).all()


@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_shorter_games(rounds):
    check(rows_of({"structure.rounds": str(rounds)}, 3), rounds)


@pytest.mark.parametrize("lineup", ["greedy-glory", "lookahead", "replayer", "explorer"])
def test_good_play_adds_up_too(lineup):
    for board in ("summer", "winter"):
        check(rows_of({"board": board, **{f"face.{name}": "random" for name in GUARDIANS}}, 4, lineup, 60))
