"""Every shipped strategy of every game keeps the contract: legal, blind to what is hidden, as declared."""

from dataclasses import replace

import numpy as np
import pytest

from simcore.batch import simulate
from simcore.jit import JIT_DISABLED
from simcore.registry import GAMES, game
from simcore.replay import Game
from simcore.schedule import Schedule
from strategies.catalog import load, names

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="compiles and walks more games than plain Python can")
SHIPPED = [(title, name) for title in GAMES for name in names(title)]
everyone = pytest.mark.parametrize(("title", "name"), SHIPPED)


def opened(title, name, players, deal=1):
    spec = game(title)
    return Game(spec, spec.load_rules(None, {}), [load(title, name)] * players, seed=17, deal=deal, rotation=0)


def bytes_of(array):
    return array.view(np.ndarray).view(np.uint8).reshape(-1)


def scramble(match, count, rng):
    """Fill with noise all that the seat to decide is not shown, unused room for options included."""
    state, buffer, seat = match.space.states, match.space.buffer, match.seat
    public, own = state[0]["public"].copy(), state[0]["private"][seat].copy()
    bytes_of(state)[:] = rng.integers(0, 256, state.nbytes, np.uint8)
    state[0]["public"], state[0]["private"][seat] = public, own
    rest = buffer[count:].copy()
    bytes_of(rest)[:] = rng.integers(0, 256, rest.nbytes, np.uint8)
    buffer[count:] = rest


@everyone
def test_declares_itself(title, name):
    strategy = load(title, name)
    assert strategy.game == title
    assert strategy.trusted
    assert strategy.python.__doc__
    assert len(strategy.idea) > 20
    assert strategy.idea.endswith(".")
    listed = [weight.name for weight in strategy.weights]
    assert len(listed) == len(set(listed))
    for weight in strategy.weights:
        assert weight.meaning, weight
        assert weight.low <= weight.default <= weight.high, weight


def test_ideas_differ():
    ideas = [load(title, name).idea for title, name in SHIPPED]
    assert len(set(ideas)) == len(ideas)


@everyone
def test_same_view_same_choice(title, name):
    """Noise in all that is hidden changes no choice; only a stochastic strategy draws from its stream."""
    strategy, rng = load(title, name), np.random.default_rng(4)
    low, high = game(title).players
    drew = False
    for players in range(low, high + 1):
        match = opened(title, name, players)
        while match.seat >= 0:
            count = len(match.options())
            if count > 1:
                state, buffer, streams = (a.copy() for a in (match.space.states, match.space.buffer, match.streams))
                choice = match.choose(count)
                drew |= not np.array_equal(streams, match.streams)
                after = match.streams.copy()
                match.streams[:] = streams
                scramble(match, count, rng)
                assert match.choose(count) == choice
                assert np.array_equal(match.streams, after)
                match.space.states[:], match.space.buffer[:] = state, buffer
            else:
                choice = 0
            match.apply(choice)
    assert drew == strategy.stochastic


@everyone
def test_writes_to_nothing_it_is_shown(title, name):
    """Played under the guards that watch a user's own file, at every number of players."""
    spec, strategy = game(title), replace(load(title, name), trusted=False)
    for players in spec.player_counts():
        schedule = Schedule(3, (name,) * players, 12)
        rows = np.concatenate(list(simulate(spec, spec.load_rules(None, {}), [strategy] * players, schedule)))
        assert len(rows) == schedule.games * players
        assert np.isclose(rows["win_share"].sum(), schedule.games)
