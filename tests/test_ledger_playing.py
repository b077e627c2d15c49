"""Experiments with things: who is treated, what is played, what the paired effects come to."""

from __future__ import annotations

import numpy as np
import pytest

from analyses.estimate import difference
from analyses.estimate import mean as mean_of
from analyses.ledger.linear import mean, ratio
from analyses.moments import Moments
from meeplelab import designs, things, treatments
from meeplelab.ledger import forced_effects
from meeplelab.match import Match, prepare
from simcore.errors import MeepleError
from simcore.experiment import things_of
from simcore.registry import GAMES
from simcore.registry import game as game_of
from simcore.stream import key
from tests.sizes import sized


def match_of(game: str, players: int = 3) -> Match:
    return prepare(game, players, 1, None, 7)


def places_of(match: Match, count: int) -> list[int]:
    return [i for i, thing in enumerate(things_of(match.spec).every) if not thing.shared][:count]


@pytest.mark.parametrize("game", GAMES)
def test_a_thing_answers_to_its_own_name_alone(game: str) -> None:
    spec = game_of(game)
    every = things_of(spec).every
    for i, thing in enumerate(every):
        alike = [j for j, other in enumerate(every) if other.name == thing.name and other.kind not in things.LEFT_OUT]
        if thing.kind not in things.LEFT_OUT:
            assert things.meant(spec, (), [thing.name]) == alike
        assert things.meant(spec, (), [things.name_of(thing)]) == [i]
    single = next(t for t in every if [o.name for o in every if o.kind not in things.LEFT_OUT].count(t.name) == 1)
    assert every[things.one(spec, single.name)] == single


def test_a_move_does_not_answer_to_its_bare_name() -> None:
    spec = game_of("watchmen")
    with pytest.raises(MeepleError, match="expected a name such as"):
        things.meant(spec, (), ["tents"])


def test_draws_are_those_of_the_keyed_streams() -> None:
    deals = np.array([0, 1, 77, 2**31, 2**32 - 1])
    with np.errstate(over="ignore"):
        known = [key(np.uint64(5), np.uint64(deal), np.uint64(2003)) for deal in deals]
    assert designs.drawn(5, deals, 2003).tolist() == [int(each) for each in known]


def test_the_treated_seat_is_any_of_those_with_the_chance() -> None:
    deals = np.arange(30_000)
    chance = np.zeros((len(deals), 4), bool)
    chance[:10_000] = True
    chance[10_000:20_000, [1, 3]] = True
    seats = designs.chosen(3, deals, 2, chance)
    assert (seats[20_000:] == -1).all()
    assert (np.abs(np.bincount(seats[:10_000], minlength=4) - 2500) < 200).all()
    counts = np.bincount(seats[10_000:20_000], minlength=4)
    assert counts[0] == counts[2] == 0
    assert abs(counts[1] - counts[3]) < 400
    other = designs.chosen(3, deals, 5, chance)
    assert abs((seats[:10_000] == other[:10_000]).mean() - 0.25) < 0.02  # each thing has a draw of its own


def test_linear_estimates_are_those_of_moments() -> None:
    rng = np.random.default_rng(2)
    parts = rng.poisson(1.5, (500, 4)).astype(float)
    moments = Moments(
        500, 500, parts.sum(axis=0), parts.T @ parts, np.count_nonzero(parts, axis=0), np.count_nonzero(parts, axis=0)
    )
    first, second = (ratio(parts[:, [i]], parts[:, [i + 1]]) for i in (0, 2))
    for made, known in (
        (first, mean_of(moments, 0, 1)), (first - second, difference(moments, (0, 1), (2, 3)))
    ):  # fmt: skip
        estimate = made.estimate()
        for name in ("value", "se", "low", "high", "n", "blocks"):
            assert np.allclose(getattr(estimate, name)[0], getattr(known, name)), name


def test_means_leave_out_deals_without_a_value() -> None:
    values = np.array([[1.0, np.nan], [3.0, np.nan], [np.nan, np.nan]])
    found = mean(values).estimate()
    assert found.value[0] == 2
    assert np.isclose(found.se[0], 1.0)
    assert np.isnan([found.value[1], found.se[1], found.low[1]]).all()
    assert found.n.tolist() == [2, 0]


@pytest.mark.parametrize("game", GAMES)
def test_forced_effects_are_those_of_pairs_of_games_whatever_the_jobs(game: str) -> None:
    match, deals = match_of(game), sized(60, 6)
    places = places_of(match, 12)
    table = treatments.ordinary(match, treatments.deals_of(match, deals))
    pair = treatments.arms(match, table, places)
    win, score = forced_effects(match, places, deals, jobs=2)
    reach = treatments.bits(table.chance, places).any(axis=1)
    assert (np.isfinite(pair.win) == reach).all()
    assert (win.n == reach.sum(axis=0)).all()
    for k in np.flatnonzero(reach.any(axis=0)):
        assert np.isclose(win.value[k], np.nanmean(pair.win[:, k]))
        assert np.isclose(score.value[k], np.nanmean(pair.score[:, k]))
    assert (pair.took[reach][:, 0] == 1).all()  # who is forced at the first chance takes it
    capped = treatments.arms(match, table, places, quota=3)
    assert (np.isfinite(capped.win).sum(axis=0) == np.minimum(reach.sum(axis=0), 3)).all()
    first = np.isfinite(capped.win)
    assert (capped.win[first] == pair.win[first]).all()


def test_nothing_within_reach_leaves_an_effect_open() -> None:
    match = match_of(GAMES[0])
    table = treatments.ordinary(match, treatments.deals_of(match, 2))
    none = treatments.bits(table.chance, range(len(things_of(match.spec).every))).any(axis=(0, 1))
    place = next(i for i, each in enumerate(none) if not each)
    win, _ = forced_effects(match, [place], 2)
    assert win.n[0] == 0
    assert np.isnan(win.value[0])
