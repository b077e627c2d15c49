"""Games under treatments: the ordinary game where there is none, and no more than was ordered where there is."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from simcore.batch import simulate
from simcore.contract import GameSpec
from simcore.errors import MeepleError, StrategyError
from simcore.experiment import ALWAYS, ASKED, BANNED, FORCED, LEFT, TAKEN, Outcome, design, experiment, things_of
from simcore.jit import JIT_DISABLED
from simcore.registry import GAMES, game
from simcore.schedule import Schedule
from strategies import catalog
from strategies.contract import Strategy
from tests import toygame
from tests.sizes import sized

SEED = 11
CHANGES = {"watchmen": {"rules.mercenaries": "true"}}
"""Rules under which every kind of thing is there."""


def line_up(name: str, players: int) -> list[Strategy]:
    names = importlib.import_module(f"strategies.{name}").LINE_UP[:players]
    return list(catalog.load_lineup(name, players, list(names)))


def play(spec: GameSpec, strategies: list[Strategy], trials: Any, **options: Any) -> Outcome:
    ruleset = spec.load_rules(None, CHANGES.get(spec.name, {}))
    parts = list(experiment(spec, ruleset, strategies, SEED, trials, **options))
    return Outcome(*(np.concatenate([getattr(part, name) for part in parts]) for name in ("rows", "marks", "ipw")))


def bits(masks: npt.NDArray[np.uint64], place: int) -> npt.NDArray[np.bool_]:
    return np.asarray(masks >> np.uint64(place) & np.uint64(1), bool)


def places(spec: GameSpec, *kinds: str) -> list[int]:
    return [i for i, thing in enumerate(things_of(spec).every) if thing.kind in kinds]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("jobs", [1, 3])
def test_a_trial_without_treatment_is_the_ordinary_game(name: str, jobs: int) -> None:
    spec, games = game(name), sized(240, 4)
    strategies = line_up(name, 4)
    ruleset = spec.load_rules(None, CHANGES.get(name, {}))
    ordinary = np.concatenate(
        list(simulate(spec, ruleset, strategies, Schedule(SEED, catalog.labels(strategies), games)))
    )
    trials = design(games, deal=np.arange(games) // 4, rotation=np.arange(games) % 4)
    rows = play(spec, strategies, trials, jobs=jobs, chunk=7).rows
    for column in rows.dtype.names or ():
        assert (rows[column] == ordinary[column]).all(), column


@pytest.mark.parametrize("name", GAMES)
def test_things_are_few_enough_and_named_once(name: str) -> None:
    every = things_of(game(name)).every
    assert len(every) <= 64
    assert len({(thing.kind, thing.name) for thing in every}) == len(every)
    schema = game(name).load_rules(None, {}).schema
    assert schema is not None
    tables = {table.name: table for table in schema.tables}
    for thing in every:
        table, *ids = thing.key.split(".")
        assert (
            not table
            or ids[0] in (*tables[table].ids[:1], *map(str, tables[table].all_fields()))
            or any(ids[0] in known for known in tables[table].ids)
        ), thing
        for changes in (thing.given, thing.kept):
            assert not changes or game(name).load_rules(None, changes)


@pytest.mark.parametrize("name", GAMES)
def test_a_banned_thing_is_taken_only_where_nothing_else_is_left_and_a_forced_one_at_the_first_chance(
    name: str,
) -> None:
    spec, deals = game(name), sized(120, 1)
    strategies = line_up(name, 3)
    for place in (i for i, thing in enumerate(things_of(spec).every) if not thing.shared):
        seats = np.arange(deals) % 3
        free = play(spec, strategies, design(deals, deal=np.arange(deals)))
        arms = {
            arm: play(spec, strategies, design(deals, deal=np.arange(deals), seat=seats, thing=place, arm=arm))
            for arm in (FORCED, ALWAYS, BANNED)
        }
        treated = np.arange(deals) * 3 + seats
        chance = bits(free.marks["chance"][treated], place)
        for arm, outcome in arms.items():
            # what comes before the first chance is the same in every arm, so the chance is there in all or in none
            assert (bits(outcome.marks["chance"][treated], place) == chance).all()
            took = bits(outcome.marks["took"][treated], place)
            if arm == BANNED:
                assert (took == (outcome.marks["unkept"][treated] > 0)).all(), (name, place)
            else:
                assert (took == chance).all(), (name, place)
            same = ~np.repeat(chance, 3)
            assert (outcome.rows[same] == free.rows[same]).all()


@pytest.mark.skipif(JIT_DISABLED, reason="plays more games than plain Python can")
@pytest.mark.parametrize("name", [name for name in GAMES if name in CHANGES])
def test_every_thing_that_is_done_is_told_of_where_it_can_be(name: str) -> None:
    """The mercenary that helps to hire too, which is an option of hiring."""
    spec, games = game(name), 300
    marks = play(spec, line_up(name, 3), design(games, deal=np.arange(games))).marks
    for place in places(spec, "mercenary", "call", "contact"):
        assert bits(marks["chance"], place).any(), things_of(spec).every[place]
        assert bits(marks["took"], place).any(), things_of(spec).every[place]


@pytest.mark.parametrize("name", GAMES)
def test_no_thing_of_a_banned_set_is_taken_unless_nothing_else_is_left(name: str) -> None:
    spec, deals = game(name), sized(150, 2)
    every = things_of(spec).every
    kinds = list(dict.fromkeys(thing.kind for thing in every if not thing.shared))
    seats = np.arange(deals) % 3
    for kind in kinds:
        mask = np.uint64(sum(1 << place for place in places(spec, kind)))
        trials = design(deals, deal=np.arange(deals), seat=seats, banned=mask)
        marks = play(spec, line_up(name, 3), trials).marks
        treated = np.zeros(len(marks), bool)
        treated[np.arange(deals) * 3 + seats] = True
        assert (((marks["took"] & mask) != 0) == (marks["unkept"] > 0))[treated].all(), kind
        assert ((marks["chance"] & mask) != 0)[treated].tolist() == (marks["asked"] > 0)[treated].tolist()
        assert (marks["unkept"] <= marks["asked"]).all()
        assert not marks["asked"][~treated].any()


@pytest.mark.parametrize("name", GAMES)
def test_what_is_banned_is_also_kept_from_a_seat_that_is_made_to_take_something(name: str) -> None:
    spec, deals = game(name), sized(100, 2)
    wanted, *others = places(spec, "guardian", "race")
    mask = np.uint64(sum(1 << place for place in others))
    trials = design(deals, deal=np.arange(deals), seat=0, thing=wanted, arm=ALWAYS, banned=mask)
    marks = play(spec, line_up(name, 2), trials).marks[::2]
    assert bits(marks["took"], wanted).any()
    assert (((marks["took"] & mask) != 0) <= (marks["unkept"] > 0)).all()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("arm", [FORCED, ALWAYS, BANNED])
def test_every_strategy_plays_with_what_is_left_of_its_options(name: str, arm: int) -> None:
    spec = game(name)
    things = [i for i, thing in enumerate(things_of(spec).every) if not thing.shared]
    each = sized(12, 1)
    for strategy in catalog.names(name):
        strategies = list(catalog.load_lineup(name, 4, [strategy]))
        count = each * len(things)
        trials = design(
            count, deal=np.arange(count), seat=np.arange(count) % 4, thing=np.repeat(things, each), arm=arm
        )  # fmt: skip
        rows = play(spec, strategies, trials).rows
        assert np.isclose(rows["win_share"].reshape(-1, 4).sum(axis=1), 1).all()


@pytest.mark.parametrize("name", GAMES)
def test_inverse_propensities_count_every_decision_once_on_average(name: str) -> None:
    spec, games = game(name), sized(3000, 4)
    strategies = line_up(name, 3)
    outcome = play(spec, strategies, design(games, deal=np.arange(games), explore=0.3))
    sums = outcome.ipw.reshape(games, 3, -1, 3).sum(axis=1)
    for place in places(spec, "item", "caste", "guardian"):
        asked = sums[:, place, ASKED]
        if asked.sum() < 500:
            continue
        for arm in (TAKEN, LEFT):
            gap = sums[:, place, arm] - asked
            assert abs(gap.mean()) < 4.5 * gap.std() / np.sqrt(games), (place, arm)


@pytest.mark.parametrize("name", GAMES)
def test_exploring_everything_plays_as_the_random_strategy_weighs(name: str) -> None:
    """With every choice drawn each propensity is that of a uniform draw: T/p and (1 - T)/(1 - p) are known."""
    spec, games = game(name), sized(40, 2)
    outcome = play(spec, line_up(name, 2), design(games, deal=np.arange(games), explore=1.0))
    asked, taken, left = (outcome.ipw[:, :, i] for i in (ASKED, TAKEN, LEFT))
    assert asked.any()
    assert ((taken + left >= asked) | (asked == 0)).all()  # each weight is above 1
    assert (taken[asked == 0] == 0).all()
    assert (left[asked == 0] == 0).all()


def test_the_treated_seat_alone_explores() -> None:
    spec = game(GAMES[0])
    trials = design(50, deal=np.arange(50), seat=1, explore=0.5)
    outcome = play(spec, line_up(spec.name, 3), trials)
    asked = outcome.ipw[:, :, ASKED].reshape(50, 3, -1).sum(axis=(0, 2))
    assert asked[1] > 0
    assert asked[0] == asked[2] == 0


def test_luck_and_deal_are_apart() -> None:
    spec, deals = game(GAMES[0]), 60
    strategies = line_up(spec.name, 4)
    one = play(spec, strategies, design(deals, deal=np.arange(deals)))
    other = play(spec, strategies, design(deals, deal=np.arange(deals), luck=np.arange(deals) + 1000))
    assert (one.marks["dealt"] == other.marks["dealt"]).all()
    assert (one.rows["score"] != other.rows["score"]).any()


def test_a_game_that_declares_nothing_is_refused() -> None:
    refusal = pytest.raises(MeepleError, match="toy declares nothing that an experiment could give")
    with toygame.registered() as spec, refusal:
        next(experiment(spec, spec.load_rules(None, {}), [toygame.greedy()] * 2, 1, design(1)))


@pytest.mark.parametrize(
    ("column", "value"), [("seat", 3), ("rotation", 3), ("thing", 99), ("arm", 4), ("explore", 1.5)]
)
def test_designs_out_of_range_are_a_fault_of_the_caller(column: str, value: float) -> None:
    spec = game(GAMES[0])
    with pytest.raises(ValueError, match=column):
        play(spec, line_up(spec.name, 3), design(1, **{column: value}))


def test_bans_of_things_there_are_not_are_a_fault_of_the_caller() -> None:
    spec = min((game(name) for name in GAMES), key=lambda spec: len(things_of(spec).every))
    beyond = np.uint64(1 << len(things_of(spec).every))
    with pytest.raises(ValueError, match="banned"):
        play(spec, line_up(spec.name, 3), design(1, banned=beyond))


def test_a_strategy_that_answers_wrongly_is_named_with_its_game() -> None:
    from strategies.contract import strategy

    @strategy(GAMES[0], idea="Always answers 9999.")
    def wrong(rules, public, private, options, count, weights, stream):  # type: ignore[no-untyped-def]
        return 9999

    spec = game(GAMES[0])
    with pytest.raises(StrategyError, match=r"(?s)'wrong' in seat \d.*game 0 .*deal 5.*restricted or explored"):
        play(spec, [wrong] * 3, design(1, deal=5))
