"""Names do not matter: a game with races renamed, seats moved or the board mirrored is the same game."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.games.haversack.codes import D_RECRUIT
from simcore.games.watchmen.state import D_TURN, RACES
from tests.properties.boards import SYMMETRIES
from tests.properties.relabel_haversack import Mirror, mirror_states, mirrored_option, mirrored_rows, seated
from tests.properties.relabel_watchmen import Names, settled
from tests.properties.rulesets import haversack
from tests.properties.world import World, every, fixed, starts
from tests.sizes import examples

names = st.builds(Names, st.permutations(range(RACES)).map(tuple), st.integers(0, 4))
mirrors = st.builds(Mirror, st.sampled_from(sorted(SYMMETRIES)))


def in_step(world, other, renamed, rng):
    """Make the same choice in both; the options must be the same but for the names."""
    options, others = world.options(), other.options()
    assert sorted(renamed(option) for option in options) == sorted(others)
    index = rng.randrange(len(options))
    twin = others.index(renamed(options[index]))
    world.apply(index)
    other.apply(twin)


def same(states, others):
    """Field by field, for a message that names the one that differs."""
    if states.tobytes() == others.tobytes():
        return
    for name in states.dtype.names:
        if states.dtype[name].names:
            same(np.asarray(states[name]), np.asarray(others[name]))
        else:
            assert np.array_equal(states[name], others[name]), name


def check_names(start, names, engine=None):
    """Both games go on in step to the end, state by state; the rows are those of the renamed seats and races."""
    world = start.world()
    other = names.world(world)
    if engine is not None:
        world.engine = other.engine = engine(world.engine)
    rng = random.Random(start.seed)
    while world.seat >= 0:
        in_step(world, other, lambda option: names.option(world, option), rng)
        same(settled(names.world(world)), settled(other))
    rows, others = world.rows(), other.rows()
    if start.changes.get("rules.tie") == "random" and np.count_nonzero(rows["rank"] == 1) == 1:
        # a lot between the first may fall on another seat
        for each in (rows, others):
            each["rank"] = each["win_share"] = 0
    same(names.rows(rows), others)


def check_mirror(start, mirror, engine=None):
    """Both games go on in step to the end, state by state, on both boards."""
    world = start.world()
    to = mirror.cells(world)
    other = mirror.world(world, to)
    if engine is not None:
        world.engine = other.engine = engine(world.engine)
    rng = random.Random(start.seed)
    while world.seat >= 0:
        in_step(world, other, lambda option: mirrored_option(to, option), rng)
        states = world.states.copy()
        mirror_states(to, states)
        same(states, other.states)
    same(mirrored_rows(to, world.rows()), other.rows())


def opens_recruitment(world):
    public = world.public
    return world.decision == D_RECRUIT and not public["done"].any() and public["turn"] == 0


def in_order(world):
    """Whether the score alone says who recruits before whom, or it does not matter."""
    score = [int(world.public["board"][seat]["vp"]) for seat in range(world.players)]
    return world.ruleset.rule("supply") == "infinite" or len(set(score)) == world.players


def busy(rng, world):
    """A choice by chance, sooner one of the first: those take the most, so that scores differ."""
    count = len(world.options())
    return min(rng.randrange(count) for _ in range(3))


def to_the_end(world, seats, seed):
    """Each player chooses by a stream of its own; ends where a lot would decide the order of two players."""
    streams = [random.Random(f"{seed} {player}") for player in range(world.players)]
    player = {seat: player for player, seat in enumerate(seats)}
    bought = None
    while world.seat >= 0:
        if opens_recruitment(world) and world.public["round"] != bought:
            bought = int(world.public["round"])
            if not in_order(world):
                break
        world.apply(busy(streams[player[world.seat]], world))


def check_seats(start, seats, engine=None):
    """After a Recruitment players in other seats go on as they would have in their own."""
    world = World.dealt(start.title, start.players, start.changes, start.seed)
    rng = random.Random(start.seed)
    while world.seat >= 0 and not (opens_recruitment(world) and in_order(world)):
        world.apply(busy(rng, world))
    if world.seat < 0:
        return
    own, seats = tuple(range(world.players)), tuple(seat for seat in seats if seat < world.players)
    other = seated(world, seats)
    if engine is not None:
        world.engine = other.engine = engine(world.engine)
    to_the_end(world, own, start.seed)
    to_the_end(other, seats, start.seed)
    for seat in own:
        for mine, yours in zip(parts(world, seat), parts(other, seats[seat])):
            same(mine, yours)


def parts(world, seat):
    """All that is a player's: board, bag and counts; but who recruits first among equals is a matter of chance."""
    state = world.states[0]
    stats = np.array(state["stats"][seat])
    if world.ruleset.rule("supply") == "infinite" or not in_order(world):
        stats["recruits_first"] = 0
    return np.array(state["public"]["board"][seat]), np.array(state["private"][seat]), stats


@examples(15)
@given(starts("watchmen"), names)
def test_watchmen_renamed(start, names):
    check_names(start, names)


@examples(20)
@given(starts("haversack"), mirrors)
def test_haversack_mirrored(start, mirror):
    check_mirror(start, mirror)


@examples(20)
@given(starts("haversack", haversack(fewest=2)), st.permutations(range(4)))
def test_haversack_seated_otherwise(start, seats):
    check_seats(start, seats)


def favours_a_race(engine):
    """Hiring a Watchman of race 0 leaves a coin."""

    def apply(rules, state, option):
        before = int(state["public"]["race_count"].sum(axis=0)[0])
        engine.apply(rules, state, option)
        if int(state["public"]["race_count"].sum(axis=0)[0]) > before:
            state["public"]["coins"] += 1

    return engine._replace(apply=apply)


def favours_a_seat(engine):
    """Seat 0 is never poisoned and has one action more."""

    def apply(rules, state, option):
        turn = state["public"]["turn"]
        engine.apply(rules, state, option)
        if turn != state["public"]["turn"] == 0 and state["public"]["decision"] == D_TURN:
            state["public"]["actions_left"] += 1

    return engine._replace(apply=apply)


def shuns_the_east(engine):
    """The option with the highest cell is never offered."""

    def options(rules, state, buffer):
        count = engine.options(rules, state, buffer)
        if count > 1 and state["public"]["decision"] != D_RECRUIT:
            last = int(np.argmax(buffer[:count]["a"]))
            buffer[last] = buffer[count - 1]
            return count - 1
        return count

    return engine._replace(options=options)


def pays_a_seat(engine):
    """Seat 0 finds a VP at every decision of its own."""

    def apply(rules, state, option):
        seat = state["public"]["seat"]
        engine.apply(rules, state, option)
        if seat == 0:
            state["public"]["board"][0]["vp"] += 1

    return engine._replace(apply=apply)


SHIFTED = (1, 2, 0, 3)


@pytest.mark.parametrize(
    ("title", "check", "how", "fault"),
    [
        ("watchmen", check_names, Names((1, 2, 3, 4, 5, 0), 0), favours_a_race),
        ("watchmen", check_names, Names((0, 1, 2, 3, 4, 5), 1), favours_a_seat),
        ("haversack", check_mirror, Mirror("left and right"), shuns_the_east),
        ("haversack", check_seats, SHIFTED, pays_a_seat),
    ],
)
def test_a_fault_is_seen(title, check, how, fault):
    with pytest.raises(AssertionError):
        every(fixed(title, 6), lambda start: check(start, how, fault))
