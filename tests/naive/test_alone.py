"""The twins by themselves play games like the kernels': on the average as many choices, and as many points."""

from functools import partial
from random import Random

import numpy as np
import pytest

from simcore.batch import simulate
from simcore.jit import JIT_DISABLED
from simcore.registry import game
from simcore.schedule import Schedule
from strategies.catalog import load_lineup
from strategies.watchmen.greedy_value import greedy_value
from tests.naive.haversack import alone as haversack
from tests.naive.haversack.rulebook import read_rules
from tests.naive.watchmen import alone as watchmen
from tests.naive.watchmen import greedy
from tests.naive.watchmen.rules import rules_for
from tests.naive.watchmen_configurations import every

PLAYERS, SIGMAS = 4, 4
WEIGHTS = {weight.name: weight.default for weight in greedy_value.weights}
GREEDY = partial(greedy.choose, taste=WEIGHTS)


def at_random(random):
    """A player of Watchmen or Haversack to whom all options are alike."""
    return lambda table, question: random.choice(sorted(question.options, key=str))


def of_watchmen(strategy, random):
    """A game of Watchmen: choices, and points of the table."""
    choose = GREEDY if strategy == "greedy-value" else at_random(random)
    scores, choices = watchmen.play_alone(rules_for(PLAYERS, {}), random, choose)
    return choices, sum(score.total for score in scores)


def of_haversack(strategy, random):
    """A game of Haversack: choices, and points of the table."""
    results, choices = haversack.play_alone(read_rules({}), PLAYERS, random, at_random(random))
    return choices, sum(result.score for result in results)


@pytest.mark.skipif(JIT_DISABLED, reason="takes many games, which only compiled code plays fast")
@pytest.mark.parametrize(
    ("name", "strategy", "one", "games"),
    [
        ("watchmen", "greedy-value", of_watchmen, 100),
        ("watchmen", "random", of_watchmen, 100),
        ("haversack", "random", of_haversack, 50),
    ],
)
def test_games_like_the_kernels(name, strategy, one, games):
    random = Random(1)
    twins = np.array([one(strategy, random) for _ in range(games)])
    spec, lineup = game(name), load_lineup(name, PLAYERS, strategy)
    schedule = Schedule(1, tuple(each.name for each in lineup), 2000)
    rows = np.concatenate(list(simulate(spec, spec.load_rules(None, {}), lineup, schedule, jobs=1)))
    kernels = np.stack([rows[column].reshape(-1, PLAYERS).sum(1) for column in ("decisions", "score")], 1)
    error = np.sqrt(twins.var(0) / len(twins) + kernels.var(0) / len(kernels))
    assert np.all(np.abs(twins.mean(0) - kernels.mean(0)) < SIGMAS * error), (twins.mean(0), kernels.mean(0), error)


@pytest.mark.parametrize("configuration", every()[::10], ids=str)
def test_a_game_by_every_rule_ends_and_comes_out_alike_again(configuration):
    rules = rules_for(configuration.players, configuration.changes)
    first, again = (watchmen.play_alone(rules, Random(7), GREEDY) for _ in range(2))
    assert first == again
    assert sum(score.share for score in first[0]) == pytest.approx(1)


def test_an_exclusive_item_is_always_dealt():
    rules = rules_for(4, {"energy_stone": True, "unknown_c": True})
    for seed in range(20):
        hands = watchmen.Lots(rules, Random(seed)).items()
        assert {"energy_stone", "unknown_c"} <= set.union(*hands)
        assert [len(hand) for hand in hands] == [rules.by_players("items_each")] * 4


def test_races_are_those_named():
    configuration = next(each for each in every() if each.switch == "races")
    races = watchmen.Lots(rules_for(configuration.players, configuration.changes), Random(1)).races()
    assert set(races) <= set(configuration.changes["races"])
