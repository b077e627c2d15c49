"""The strategy greedy-value twice: compiled, and plain Python over the naive table; every choice is the same.

Games are played by the compiled strategy in all seats, and others by chance so that odd positions come up too; the twin
goes along, and at each choice the naive player is asked as well.
"""

from collections import Counter
from random import Random

import numpy as np
import pytest

from simcore.contract import OPTION
from simcore.games.watchmen.state import DECISIONS
from simcore.jit import JIT_DISABLED
from simcore.plain import records
from strategies.watchmen.greedy_value import greedy_value
from tests.naive.watchmen import greedy
from tests.naive.watchmen.greedy import effects, items, mercenaries, payment, steps, worth
from tests.naive.watchmen.rules import rules_for
from tests.naive.watchmen_bridge import DisagreementError, Match
from tests.naive.watchmen_configurations import Configuration, every, mixture
from tests.naive.watchmen_record import SPEC, Kernel, at_random

GAMES = 1 if JIT_DISABLED else 50
SLOW = pytest.mark.slow
MANY_GAMES = pytest.mark.skipif(JIT_DISABLED, reason="takes many games, which only compiled code plays fast")
TUNED = [weight for weight in greedy_value.weights if weight.name != "liked"]  # it collects no kind
WEIGHTS = {weight.name: weight.default for weight in greedy_value.weights}
EVERYTHING = Configuration(5, {"mercenaries": True, "energy_stone": True, "unknown_c": True})


class Beside(Match):
    """A comparison of twin and kernel that compares their greedy players, too."""

    def __init__(self, record, rules, game, taste, told):
        super().__init__(record, rules, game)
        self.taste, self.told = taste, told
        self.weights = np.array(list(taste.values()))
        self.buffer, self.stream = records(SPEC.max_options, OPTION), np.zeros(1, np.uint64)
        self.seen = Counter()

    def game_of(self, table):
        self.table = table
        return super().game_of(table)

    def _see_question(self, i, question):
        super()._see_question(i, question)
        options = self.record.options(i)
        if len(options) > 1:
            # which cards are first in a hand is up to nobody's rules, yet it is what settles a tie
            hand = self.table.players[question.seat].hand
            hand[:] = sorted(hand, key=self.record.hand(i, question.seat).index)
            naive = greedy.choose(self.table, question._replace(options=options), self.told)
            self._see(i, {question.kind: naive}, {question.kind: options[self.compiled(i)]})
            self.seen[question.kind] += 1

    def compiled(self, i):
        """Number of the option that the compiled strategy takes."""
        offered, seat = self.record.offered(i), self.record.seats[i]
        self.buffer[: len(offered)] = offered
        view = self.record.log[i]["public"], self.record.log[i]["private"][seat]
        return greedy_value.choose(
            self.record.kernel.rules[0], *view, self.buffer, len(offered), self.weights, self.stream
        )


class BesideItself(Beside):
    """The same in a game that the compiled strategy has played."""

    def compiled(self, i):
        return self.record.pick(i)


def play(configuration, games, seed=1, taste=WEIGHTS, told=None, by_chance=False):
    """Compare so many games; returns the choices seen by kind. `told` are the weights the naive player gets."""
    kernel = Kernel(configuration.players, configuration.changes)
    rules = rules_for(configuration.players, configuration.changes)
    seen = Counter()
    for deal in range(games):
        player = (at_random,) if by_chance else (greedy_value.choose, np.array(list(taste.values())))
        record = kernel.play(seed, deal, *player)
        beside = Beside if by_chance else BesideItself
        match = beside(record, rules, f"{configuration}, seed {seed}, deal {deal}", taste, told or taste)
        match.play()
        seen += match.seen
    return seen


def drawn_taste(number):
    """Weights anywhere in their ranges."""
    chance = Random(number)
    return {**WEIGHTS, **{weight.name: chance.uniform(weight.low, weight.high) for weight in TUNED}}


def play_by_other_weights(number, games):
    """By chance, and by the strategy itself, then without patience: with much of it nobody would hire."""
    taste, rules = drawn_taste(number), mixture(number)
    play(rules, games, seed=3, taste=taste, by_chance=True)
    play(rules, games, seed=3, taste={**taste, "patience": 0.0})


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_same_choices_by_shipped_rules(players):
    play(Configuration(players, {}), GAMES)


@SLOW
@pytest.mark.parametrize(("players", "games"), [(2, 500), (3, 500), (4, 2000), (5, 500)])
def test_same_choices_in_many_games(players, games):
    play(Configuration(players, {}), games // 500 if JIT_DISABLED else games, seed=2)


def test_same_choices_by_every_rule():
    for configuration in every()[::5] if JIT_DISABLED else every():
        play(configuration, 1)
    for number in range(GAMES // 5):
        play(mixture(number), 1)


@SLOW
@pytest.mark.parametrize("configuration", every(), ids=str)
def test_same_choices_in_many_games_by_every_rule(configuration):
    play(configuration, GAMES, seed=2)
    play(configuration, GAMES // 2, seed=2, by_chance=True)


def test_same_choices_in_positions_of_chance():
    for configuration in every()[2::5]:
        play(configuration, 1, by_chance=True)


def test_same_choices_by_other_weights():
    for number in range(GAMES // 3):
        play_by_other_weights(number, 1)


@SLOW
@pytest.mark.parametrize("block", range(5))
def test_same_choices_by_many_other_weights(block):
    for number in range(1000 + 50 * block, 1050 + 50 * block):
        play_by_other_weights(number, 1)


# The comparison is about something


@MANY_GAMES
def test_every_kind_of_choice_is_compared():
    assert set(play(EVERYTHING, 20)) | set(play(EVERYTHING, 5, by_chance=True)) == set(DECISIONS)


@MANY_GAMES
@pytest.mark.parametrize("weight", TUNED, ids=[weight.name for weight in TUNED])
def test_another_weight_is_caught(weight):
    with pytest.raises(DisagreementError):
        play(EVERYTHING, 100, told={**WEIGHTS, weight.name: weight.high})


def faulty(module, name, fault):
    """A naive player with another function `name`, and where it is looked up."""
    return pytest.param(module, name, fault, id=name)


FAULTS = [
    faulty(greedy, "exhausted_first", lambda me, options: options[-1]),
    faulty(greedy, "lay_back", lambda table, options: options[0]),
    faulty(worth.Look, "is_double", lambda look, card: False),
    faulty(items, "slack", lambda table, me: 0),
    faulty(items, "has_used", lambda player: True),
    faulty(items, "blow", lambda table, me, taste: 9.0),
    faulty(effects, "strength", lambda table, player: len(player.hand)),
    faulty(effects, "points_lost", lambda look, race: 0),
    faulty(effects, "race_to_search", lambda table, me, race, taste: len(race)),
    faulty(effects, "caste_to_renew", lambda table, me, caste: 0.0),
    faulty(mercenaries, "short_of_gold", lambda table, me: True),
    faulty(mercenaries, "worth_drawing", lambda table: False),
    faulty(mercenaries, "standing", lambda table, player: 0),
    faulty(payment, "tier", lambda prize: 0),
    faulty(payment, "next_card", lambda plan, bundle: 0),
    faulty(steps, "best_target", lambda plan: next(iter(steps.within_reach(plan)), None)),
    faulty(steps, "coin_tents", lambda plan: None),
    faulty(steps, "card_tents", lambda plan, target: plan.options[1]),
    faulty(steps, "mage_gain", lambda plan: 1.0),
]


@MANY_GAMES
@pytest.mark.parametrize(("module", "name", "fault"), FAULTS)
def test_a_fault_planted_in_the_naive_player_is_caught(monkeypatch, module, name, fault):
    monkeypatch.setattr(module, name, fault)
    with pytest.raises(DisagreementError):
        play(EVERYTHING, 100)
