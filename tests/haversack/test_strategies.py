"""Every strategy plays legally on what it may see, as it declares itself, and after its idea."""

import numpy as np
import pytest

from simcore.batch import simulate
from simcore.games.haversack.codes import CREATURES, GUARDIANS, HUNTRESS, P_CHOSEN, P_STUCK, TAKES
from simcore.jit import JIT_DISABLED, njit
from simcore.registry import game
from simcore.replay import Game, steps
from simcore.schedule import Schedule
from strategies.catalog import load, load_lineup, names
from strategies.haversack._ahead import next_worth, plans
from strategies.haversack._alike import choose_alike
from strategies.haversack._move import choose_each
from strategies.haversack._taste import OWN
from strategies.haversack._worth import fill_worths
from tests.haversack.table import Table

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="plays more games than plain Python can")
SPEC = game("haversack")
NIGHT = {f"face.{name}": "night" for name in GUARDIANS}
ALL = names("haversack")


@pytest.fixture(scope="module")
def mirror():
    """Rows of 300 games of each strategy against itself, by name."""
    return {name: play([name] * 4, {}, 300) for name in ALL}


def play(lineup, settings, games):
    strategies = load_lineup("haversack", len(lineup), lineup)
    schedule = Schedule(9, tuple(strategy.name for strategy in strategies), games)
    return np.concatenate(list(simulate(SPEC, SPEC.load_rules(None, settings), strategies, schedule)))


def test_there_are_at_least_eight():
    assert len(ALL) >= 8


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("settings", [{}, {"board": "winter", **NIGHT}, {"act_unmoved": "true", "may_pass": "true"}])
def test_chooses_by_what_it_may_see(name, settings):
    """Other bags, the order of piles and Chests, and chance to come change no choice.

    Nor does a strategy draw from its stream unless it declares to be stochastic.
    """
    strategy, rng = load("haversack", name), np.random.default_rng(1)
    match = Game(SPEC, SPEC.load_rules(None, settings), [strategy] * 3, seed=5, deal=2, rotation=0)
    while match.seat >= 0:
        count, stream = len(match.options()), match.streams.copy()
        choice = match.choose(count)
        drew = not np.array_equal(stream, match.streams)
        assert strategy.stochastic or not drew
        kept, own = match.state.copy(), int(match.seat)
        if not strategy.stochastic:
            scramble(match.state, own, rng)
            assert match.choose(count) == choice
            match.space.states[0] = kept
        match.apply(choice)


def scramble(state, own, rng):
    """Change all that is hidden from the seat."""
    hidden = state["hidden"]
    rng.shuffle(hidden["deck"])
    for field in ("deal", "chance", "draw"):
        hidden[field][...] = rng.integers(1, 2**60, hidden[field].shape)
    for seat in range(3):
        rng.shuffle(hidden["chest"][seat][:10])
        if seat != own:
            state["private"][seat]["bag"][:] = rng.integers(0, 5, len(GUARDIANS))


@pytest.mark.parametrize("name", [name for name in ALL if name != "random"])
def test_beats_random_play(name, mirror):
    rows = play([name, "random", "random", "random"], {}, 40)
    assert rows["win_share"][rows["entry"] == 0].mean() > 0.95
    assert mirror[name]["score"].mean() > 5 * mirror["random"]["score"].mean()


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("monster-hunter", lambda rows: rows["taken"][:, :3].sum(1)),
        ("chest-thief", lambda rows: rows["chests"]),
        ("fairy-catcher", lambda rows: rows["taken"][:, CREATURES.index("fairy")]),
        ("replayer", lambda rows: rows["returned"].sum(1)),
        ("engine", lambda rows: rows["recruited"].sum(1)),
        ("explorer", lambda rows: np.bitwise_count(rows["ended"]).sum(1) / np.maximum(1, rows["plays"].sum(1))),
    ],
)
def test_does_what_its_idea_says(name, most, mirror):
    """No other strategy does more of it; ties within 3% are let pass."""
    means = {other: most(rows).mean() for other, rows in mirror.items() if other != "random"}
    assert means[name] > 0.97 * max(means.values()), means


def test_village_builder_builds_early(mirror):
    early = {name: rows["glory_villages"][:, 0].mean() for name, rows in mirror.items()}
    assert early["village-builder"] > 0.97 * max(early.values()), early


def test_lookahead_is_stronger_than_greed():
    rows = play(["lookahead", "greedy-glory"], {}, 600)
    share = rows["win_share"][rows["entry"] == 0]
    blocks = share.reshape(-1, 2).mean(1)  # a block is one deal in both seatings
    assert blocks.mean() - 4.5 * blocks.std() / np.sqrt(len(blocks)) > 0.5


def test_lookahead_sees_no_catch_from_where_nobody_stands():
    """Ruling 10, may_pass: the cell of a pass is a code below 0, and leads the next Guardian nowhere."""
    table = Table(may_pass=True)
    table.clear()
    table.place("fox", (4, 8))
    table.draw("guide", "warrior")
    bag, near = table.state["private"][0]["bag"], table.number((4, 7))
    worth = {cell: _fox_ahead(table.rules[0], table.public, bag, cell) for cell in (P_CHOSEN, P_STUCK, near)}
    assert worth == {P_CHOSEN: 0.0, P_STUCK: 0.0, near: 1.0}


@njit(cached=False)
def _fox_ahead(rules, public, bag, cell):
    """What the next Guardian can take if but Foxes count."""
    planned = plans(rules, public, public.board[0])
    return next_worth(rules, public, bag, planned, cell, (1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0))


@pytest.mark.parametrize(
    "settings", [{}, {"rules.act_unmoved": "true", "rules.may_pass": "true"}], ids=["base", "stay"]
)
def test_ends_weighed_by_the_set_are_chosen_as_one_by_one(settings):
    """The set tells what a look at each end tells, whatever is worth how much."""
    ruleset = SPEC.load_rules(None, settings)
    weights = [load("haversack", name).weight_values()[:OWN] for name in ("all-rounder", "explorer", "chest-thief")]
    chosen = 0
    for name in ("random", "all-rounder"):
        match = Game(SPEC, ruleset, load_lineup("haversack", 2, name), 5, 1, 0)
        for step in steps(match):
            # the Huntress's ends differ by what she can shoot from them too
            if step.forced or step.decision != "move" or step.before["public"]["guardian"] == HUNTRESS:
                continue
            for each in weights:
                bag = step.before["private"][step.seat]["bag"]
                by_set, one_by_one = _both_ways(match.rules, step.before["public"], bag, step.options, each)
                assert by_set == one_by_one
                chosen += by_set > 0
    assert chosen > 200


@njit(cached=False)
def _both_ways(rules, public, bag, options, weights):
    """A move chosen by sets and by a look at each option."""
    tile = rules.tile[public.face[public.guardian], public.guardian]
    worth = np.empty(len(TAKES))
    fill_worths(rules, public, public.board[public.seat], weights, worth)
    by_set = choose_alike(rules, public, bag, tile, options, len(options), weights, worth)
    return by_set, choose_each(rules, public, bag, options, len(options), weights, worth)


def test_seats_do_not_matter_where_the_supply_never_ends(mirror):
    """With `supply = "infinite"` seats do not meet: solo games on one deal."""
    rows = play(["greedy-glory"] * 4, {"supply": "infinite"}, 800)
    scores = rows["score"].reshape(-1, 4)
    for seat in range(1, 4):
        gap = scores[:, seat] - scores[:, 0]
        assert abs(gap.mean()) < 4.5 * gap.std() / np.sqrt(len(gap))


def test_replay_tells_the_same_game():
    lineup = load_lineup("haversack", 4, "greedy-glory,explorer,engine,replayer")
    ruleset = SPEC.load_rules(None, {})
    schedule = Schedule(3, tuple(strategy.name for strategy in lineup), 8)
    rows = np.concatenate(list(simulate(SPEC, ruleset, lineup, schedule)))
    for deal, rotation in ((0, 1), (1, 3)):
        match = Game(SPEC, ruleset, lineup, 3, deal, rotation)
        assert sum(1 for _ in steps(match)) > 150
        told = match.rows()
        played = rows[(rows["deal"] == deal) & (rows["rotation"] == rotation)]
        for field in set(rows.dtype.names) - {"block"}:
            assert np.array_equal(told[field], played[field]), field
