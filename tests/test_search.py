"""The searching player: its names, its budget, what it may not do, and that thinking pays."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import FunctionType, SimpleNamespace

import numpy as np
import pytest
import scipy.stats

from simcore.batch import simulate
from simcore.errors import MeepleError
from simcore.jit import BOUNDS_CHECKED, JIT_DISABLED
from simcore.registry import game
from simcore.replay import refused as told
from simcore.schedule import Schedule
from strategies import catalog
from strategies.searching import thinking
from strategies.searching.making import REFUSALS, WEIGHTS, bind, values
from tests.properties.test_worlds import undecided
from tests.properties.world import fixed

ROOT = Path(__file__).resolve().parent.parent
TITLES = ("watchmen", "haversack")
compiled = pytest.mark.skipif(JIT_DISABLED or BOUNDS_CHECKED, reason="plays more roll-outs than slow code can")


def refused(name: str, title: str = "watchmen", players: int | None = 2) -> str:
    with pytest.raises(MeepleError) as caught:
        catalog.load(title, name, players)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# names


@pytest.mark.parametrize("title", TITLES)
def test_a_name_without_a_policy_has_the_games_own(title):
    plain, named = catalog.load(title, "search"), catalog.load(title, f"search:{catalog.policy_of(title, 'search')}")
    assert plain.choose is named.choose
    assert plain.weights == named.weights
    assert (plain.name, plain.stochastic, plain.trusted) == ("search", True, True)


def test_its_weights_are_its_own_and_then_the_policys():
    strategy, policy = catalog.load("watchmen", "search:thrifty"), catalog.load("watchmen", "thrifty")
    assert strategy.weights == (*WEIGHTS, *policy.weights)
    changed = catalog.load("watchmen", "search:thrifty@budget=50@price=0.5")
    values = {weight.name: weight.default for weight in changed.weights}
    assert (values["budget"], values["price"]) == (50, 0.5)
    assert changed.name == "search:thrifty@budget=50@price=0.5"


def test_searches_of_different_policies_are_told_apart():
    pair = [catalog.load("haversack", f"search:{name}") for name in ("engine", "explorer")]
    assert pair[0].python is not pair[1].python
    assert catalog.source_digest(pair[0]) != catalog.source_digest(catalog.load("haversack", "engine"))


def test_bad_names_are_refused():
    assert "expected search:NAME" in refused("search:")
    assert "expected search:NAME" in refused("search:search")
    assert "did you mean thrifty" in refused("search:thriftt")
    assert "budget" in refused("search@budget=0")
    assert "did you mean budget" in refused("search@budgett=10")


@pytest.mark.slow
def test_a_policy_of_ones_own_plays_the_roll_outs(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from strategies.contract import strategy\n\n"
        '@strategy("watchmen", idea="Takes the last.")\n'
        "def last(rules, public, private, options, count, weights, stream):\n"
        "    return count - 1\n"
    )
    strategy = catalog.load("watchmen", f"search:{path}:last@budget=4")
    assert strategy.name == "search:mine.py:last@budget=4"
    assert not strategy.trusted
    assert played(strategy, catalog.load("watchmen", "random"), 2)["win_share"].sum() == 2


@pytest.mark.slow
def test_a_policy_that_names_no_option_is_told(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "from strategies.contract import strategy\n\n"
        '@strategy("watchmen", idea="Counts wrong.")\n'
        "def wrong(rules, public, private, options, count, weights, stream):\n"
        "    return count\n"
    )
    with pytest.raises(MeepleError, match="named no option in its search: the strategy that plays its roll-outs"):
        played(catalog.load("watchmen", f"search:{path}@budget=4"), catalog.load("watchmen", "random"), 2)


@pytest.mark.parametrize(("answer", "failed"), [(0, thinking.NO_END), (2, thinking.NO_OPTION)])
def test_a_roll_out_that_fails_ends_and_says_why(answer, failed):
    state = SimpleNamespace(public=SimpleNamespace(seat=0), private=[None])
    names = {
        "options": lambda rules, state, buffer: 2, "apply": lambda rules, state, option: None,
        "policy": lambda *view: answer, "MOST_MOVES": 1000,
        **{name: getattr(thinking, name) for name in ("NO_END", "NO_OPTION")},
    }  # fmt: skip
    follow = FunctionType(thinking.follow.__code__, names)
    assert follow(None, state, [None, None], None, np.zeros(1)) == failed
    said = told(catalog.load("watchmen", "search"), failed, 2)
    assert said == REFUSALS[-failed - 1]
    assert told(catalog.load("watchmen", "thrifty"), failed, 2).startswith(f"returned {failed}")
    assert told(catalog.load("watchmen", "search"), 2, 2) == "returned 2, but the options are 0 to 1"


def played(one, other, games, title="watchmen", seed=1):
    """Rows of some games of two."""
    spec = game(title)
    schedule = Schedule(seed, (one.name, other.name), games)
    return np.concatenate(list(simulate(spec, spec.load_rules(None, {}), [one, other], schedule)))


# the budget


def judged(title, settings, start, seed=1):
    """What a search makes of a position: the choice, totals, plays, gains, squares."""
    strategy = catalog.load(title, f"search{settings}")
    world = undecided(start)
    count = len(world.options())
    room = values(count)
    judge = bind(title, catalog.load(title, catalog.policy_of(title, "search"))).judge
    public, private = world.state["public"], world.state["private"][world.seat]
    with np.errstate(over="ignore"):
        chosen = judge(
            world.rule, public, private, world.buffer, count,
            strategy.weight_values(), np.array([seed], np.uint64), *room,
        )  # fmt: skip
    return chosen, *room


@compiled
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("budget", [2, 7, 60, 200])
def test_flat_search_keeps_to_its_budget(title, budget):
    for start in fixed(title, 6):
        chosen, totals, plays, gains, squares = judged(title, f"@budget={budget}", start)
        assert plays[chosen] == plays.max()
        # two at least are compared, and every round plays each at least once
        assert 2 <= plays.sum() <= max(budget, 2 * np.count_nonzero(plays) + 2 * len(plays))
        assert (squares >= 0).all()
        assert np.isfinite(totals).all()
        assert np.isfinite(gains).all()


@compiled
@pytest.mark.parametrize("title", TITLES)
def test_tree_search_spends_its_budget(title):
    for start in fixed(title, 6):
        chosen, totals, plays, *_ = judged(title, "@tree=1@budget=150", start)
        assert plays.sum() == 150
        assert plays[chosen] == plays.max()
        assert np.isfinite(totals).all()


@compiled
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("settings", ["@budget=60", "@budget=60@tree=1"])
def test_the_stream_decides(title, settings):
    """Equal streams give equal thoughts, others give others."""
    start = fixed(title, 4)[3]
    first, again, other = (judged(title, settings, start, seed) for seed in (1, 1, 2))
    assert all(np.array_equal(a, b) for a, b in zip(first[1:], again[1:]))
    assert first[0] == again[0]
    assert not np.array_equal(first[1], other[1])


@compiled
def test_caution_keeps_to_the_advice():
    """Who must beat the advised option by ever so many standard errors plays as the policy does."""
    careful, policy = catalog.load("watchmen", "search@budget=8@caution=5"), catalog.load("watchmen", "greedy-value")
    bold = catalog.load("watchmen", "search@budget=8@caution=0")
    start = fixed("watchmen", 30)
    same = {careful: 0, bold: 0}
    for each in start:
        world = undecided(each)
        count = len(world.options())
        view = world.rule, world.state["public"], world.state["private"][world.seat], world.buffer, count
        advised = policy.choose(*view, policy.weight_values(), np.array([1], np.uint64))
        for player in same:
            same[player] += player.choose(*view, player.weight_values(), np.array([1], np.uint64)) == advised
    assert same[careful] > same[bold]


@compiled
def test_a_decision_allocates_nothing():
    """Counted by the compiler's own runtime, in a process that counts from the start."""
    code = (
        "import numpy as np\n"
        "from numba import njit\n"
        "from numba.core.runtime import rtsys, _nrt_python\n"
        "from tests.properties.world import fixed\n"
        "from tests.test_search import judged\n"
        "_nrt_python.memsys_enable_stats()\n"
        "def made(call):\n"
        "    call()\n"
        "    before = rtsys.get_allocation_stats().alloc\n"
        "    call()\n"
        "    return rtsys.get_allocation_stats().alloc - before\n"
        "for tree in (0, 1):\n"
        "    for title in ('watchmen', 'haversack'):\n"
        "        # what is made is made by the call itself: thinking longer makes no more\n"
        "        start, settings = fixed(title, 1)[0], f'@tree={tree}@budget='\n"
        "        few, many = (made(lambda: judged(title, settings + budget, start)) for budget in ('4', '400'))\n"
        "        assert few == many, (title, settings, few, many)\n"
        "ones = njit(lambda: np.ones(3).sum())\n"
        "assert made(ones) == 1\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, env=os.environ)
    assert done.returncode == 0, done.stderr


# that thinking pays


@compiled
@pytest.mark.parametrize("title", TITLES)
def test_a_little_thought_beats_the_policy(title):
    searching, policy = catalog.load(title, "search@budget=64"), catalog.policy_of(title, "search")
    rows = played(searching, catalog.load(title, policy), 80, title)
    shares = rows[rows["entry"] == 0]["win_share"].reshape(-1, 2).mean(axis=1)
    interval = scipy.stats.bootstrap((shares,), np.mean, rng=np.random.default_rng(1)).confidence_interval
    assert interval.low > 0.5


@compiled
def test_games_do_not_depend_on_who_plays_them():
    """Rows are the same for any number of workers."""
    spec, one, other = game("watchmen"), catalog.load("watchmen", "search@budget=8"), catalog.load("watchmen", "random")
    schedule, ruleset = Schedule(1, (one.name, other.name), 12), spec.load_rules(None, {})
    few, many = (
        np.concatenate(list(simulate(spec, ruleset, [one, other], schedule, jobs=jobs, chunk=chunk)))
        for jobs, chunk in ((1, 12), (2, 2))
    )
    assert few.tobytes() == many.tobytes()
