"""The survey of a decision: all options in the same worlds, as plain Python plays them out."""

from __future__ import annotations

import numpy as np
import pytest

from simcore.jit import BOUNDS_CHECKED, JIT_DISABLED
from simcore.plain import records
from simcore.registry import game
from simcore.stream import draw, mix
from strategies import catalog
from strategies.searching.making import OPTION, bind_survey
from tests.properties.test_worlds import imagined, undecided
from tests.properties.world import World, fixed

TITLES = ("watchmen", "haversack")
WORLDS = 3
compiled = pytest.mark.skipif(JIT_DISABLED or BOUNDS_CHECKED, reason="plays more roll-outs than slow code can")


def surveyed(world: World, worlds: int, seed: int, keep: list[int] | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Shares and margins of the options kept, float64[worlds, options]."""
    title = world.spec.name
    strategy = catalog.load(title, "search")
    policy = catalog.load(title, catalog.policy_of(title, "search"))
    count = len(world.options())
    kept = list(range(count)) if keep is None else keep
    offered = records(len(kept), OPTION)
    offered[:] = world.buffer[kept]
    shares, margins = np.zeros(worlds * len(kept)), np.zeros(worlds * len(kept))
    with np.errstate(over="ignore"):
        played = bind_survey(title, policy).survey(
            world.rule, world.public, world.state["private"][world.seat], offered, len(kept), strategy.weight_values(),
            np.array([seed], np.uint64), worlds, shares, margins,
        )  # fmt: skip
    assert played == worlds
    return shares.reshape(worlds, -1), margins.reshape(worlds, -1)


def by_hand(world: World, worlds: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """The same in Python, option by option and seat by seat."""
    spec, engine, seat = world.spec, world.engine, world.seat
    policy = catalog.load(spec.name, catalog.policy_of(spec.name, "search"))
    weights = policy.weight_values()
    imagining = spec.worlds()
    options = world.options()
    stream = np.array([seed], np.uint64)
    shares, margins = np.zeros((worlds, len(options))), np.zeros((worlds, len(options)))
    for number in range(worlds):
        start = records(1, spec.state_dtype)
        start[0]["public"] = world.public
        start[0]["private"][seat] = world.state["private"][seat]
        with np.errstate(over="ignore"):
            imagining.imagine(world.rule, start[0]["public"], start[0]["private"][seat], start[0], stream)
            luck = draw(stream)
            for choice in range(len(options)):
                other = World(
                    spec, engine, world.ruleset, world.rules, start.copy(), records(len(world.buffer), OPTION)
                )
                streams = np.array([mix(np.uint64(luck) + np.uint64(i)) for i in range(8)], np.uint64)
                assert other.options() == options
                other.apply(choice)
                while other.seat >= 0:
                    count, picked = len(other.options()), 0
                    if count > 1:
                        view = other.public, other.state["private"][other.seat]
                        own = streams[other.seat : other.seat + 1]
                        picked = policy.choose(other.rule, *view, other.buffer, count, weights, own)
                    other.apply(picked)
                scores, merits = np.zeros(8), np.zeros(8)
                imagining.settle(other.rule, other.state, scores, merits)
                players = other.players
                best = merits[:players].max()
                if merits[seat] == best:
                    shares[number, choice] = 1 / np.sum(merits[:players] == best)
                rest = np.delete(scores[:players], seat)
                margins[number, choice] = scores[seat] - (rest.max() if players > 1 else 0)
    return shares, margins


@compiled
@pytest.mark.parametrize("title", TITLES)
def test_every_option_is_played_out_as_by_hand(title: str) -> None:
    for start in fixed(title, 4):
        world = undecided(start)
        if len(world.options()) > 40:
            continue
        got, wanted = surveyed(world, WORLDS, start.seed), by_hand(world, WORLDS, start.seed)
        for one, other in zip(got, wanted, strict=True):
            assert one == pytest.approx(other)


@compiled
@pytest.mark.parametrize("title", TITLES)
def test_some_of_the_options_meet_in_the_worlds_of_all(title: str) -> None:
    """So options may be left out: the others come to what they came to beside them."""
    for start in fixed(title, 4):
        world = undecided(start)
        count = len(world.options())
        keep = sorted({0, count // 2, count - 1})
        for full, part in zip(surveyed(world, 4, 7), surveyed(world, 4, 7, keep), strict=True):
            assert (full[:, keep] == part).all()


@compiled
@pytest.mark.parametrize("title", TITLES)
def test_what_is_hidden_makes_no_difference(title: str) -> None:
    for start in fixed(title, 4):
        world = undecided(start)
        other = imagined(world, 5)
        for one, same in zip(surveyed(world, 4, 3), surveyed(other, 4, 3), strict=True):
            assert (one == same).all()


@compiled
@pytest.mark.parametrize("title", TITLES)
def test_takings_are_what_each_option_takes(title: str) -> None:
    surveyor = bind_survey(title, catalog.load(title, catalog.policy_of(title, "search")))
    takes = game(title).things().takes
    for start in fixed(title, 6):
        world = undecided(start)
        count = len(world.options())
        sets = np.zeros(count, np.uint64)
        surveyor.takings(world.rule, world.state, world.buffer, count, sets)
        assert sets.tolist() == [takes(world.rule, world.state, world.buffer[i]) for i in range(count)]
