"""Watchmen of Destiny twice: the kernel and the naive twin agree on every decision, option and score."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from simcore.games.watchmen.state import DECISIONS
from simcore.jit import JIT_DISABLED
from tests.naive.watchmen import actions, game, ninja, purchase, round_end, scoring, step1, step2, table
from tests.naive.watchmen.rules import FLAGS, NUMBERS, WORDS, is_played, rules_for
from tests.naive.watchmen_bridge import DisagreementError, compare
from tests.naive.watchmen_configurations import SWITCHES, Configuration, by_switch, every, mixture
from tests.naive.watchmen_record import Kernel

GAMES = 1 if JIT_DISABLED else 50
MANY_GAMES = pytest.mark.skipif(JIT_DISABLED, reason="takes many games, which only compiled code plays fast")
SLOW = pytest.mark.slow

DOUBTS = {
    "kept_shield_stays": Configuration(4, {}),
    "ability_then_discard": Configuration(3, {"mercenaries": True}),
    "warriors_have_no_action": Configuration(4, {"mercenaries": True, "cloak_max_price_gain": 99}),
    "payment_is_what_was_paid": Configuration(
        2, {"mercenaries": True, "two_player": "variant2", "ninja_depth": "payment_only"}
    ),
}
"""Where a position in doubt comes up: a Shield kept in hand, what lies under a used mercenary, circles a Cloak left on
a Warrior's tent, and what the imaginary player discards on a payment."""


def play(configuration, games, seed=1, twin=None):
    """Compare so many games; returns the decisions seen by kind. `twin` are changes of the twin's rules."""
    kernel = Kernel(configuration.players, configuration.changes)
    rules = rules_for(configuration.players, configuration.changes if twin is None else twin)
    seen = Counter()
    for deal in range(games):
        record = compare(kernel, rules, seed, deal)
        seen.update(record.kind(i) for i in range(len(record)))
    return seen


@pytest.mark.parametrize("configuration", every(), ids=str)
def test_agrees(configuration):
    play(configuration, GAMES)


@SLOW
@pytest.mark.parametrize("configuration", every(), ids=str)
def test_agrees_in_many_games(configuration):
    play(configuration, 20 * GAMES if JIT_DISABLED else 2000, seed=2)


@pytest.mark.parametrize("block", range(4))
def test_agrees_on_mixed_rules(block):
    for number in range(10 * block, 10 * block + 10):
        play(mixture(number), max(1, GAMES // 10))


@SLOW
@pytest.mark.parametrize("block", range(20))
def test_agrees_on_many_mixed_rules(block):
    for number in range(1000 + 50 * block, 1050 + 50 * block):
        play(mixture(number), max(1, GAMES // 2), seed=3)


@MANY_GAMES
@pytest.mark.parametrize("doubt", DOUBTS)
def test_agrees_in_what_was_in_doubt(doubt):
    play(DOUBTS[doubt], 4 * GAMES, seed=4)


# The comparison is about something


def test_the_twin_plays_every_switch():
    """A switch or a reading without a twin fails here."""
    for switch in SWITCHES:
        readings = {"word": switch.choices, "flag": (True, False), "whole": (switch.low, switch.high)}
        for reading in readings.get(switch.kind, ("random", list(switch.choices))):
            assert is_played(switch.name, reading), f"the twin does not play {switch.name} = {reading}"
    assert {*WORDS, *FLAGS, *NUMBERS, "races"} == {switch.name for switch in SWITCHES}


def test_every_switch_with_another_reading_is_compared():
    compared = {configuration.switch for configuration in by_switch()}
    assert {switch.name for switch in SWITCHES} - compared == {"poison_effect"}, "it has a single reading"


@MANY_GAMES
def test_every_kind_of_decision_is_compared():
    seen = play(Configuration(4, {"mercenaries": True, "energy_stone": True}), 30)
    assert set(seen) == set(DECISIONS)


def one_table_each(configurations):
    """Of the configurations of each reading the first, so that the others can wait for the long proofs."""
    first = {}
    for configuration in configurations:
        first.setdefault(str(configuration).split("-", 1)[1], configuration)
    return [
        pytest.param(configuration, id=str(configuration), marks=() if configuration in first.values() else SLOW)
        for configuration in configurations
        if configuration.switch != "races"  # these only say which of all the lots may be drawn
    ]


@MANY_GAMES
@pytest.mark.parametrize("configuration", one_table_each(by_switch()))
def test_a_switch_that_one_side_alone_follows_is_caught(configuration):
    changes, switch = configuration.changes, configuration.switch
    without = {name: value for name, value in changes.items() if name != switch}
    if switch == "ninja_order":  # a lot may fall like any fixed order, but not the other way about
        changes, without = without, changes
    with pytest.raises(DisagreementError):
        play(Configuration(configuration.players, changes), 2000, twin=without)


def faulty(module, name, change):
    """A twin whose function `name` is changed, and where it is looked up."""
    return pytest.param(module, name, change(getattr(module, name)), id=f"{module.__name__.split('.')[-1]}.{name}")


FAULTS = [
    faulty(step1, "flip", lambda real: lambda player, item: (real(player, item), setattr(player, "immune", False))),
    faulty(step2, "usable", lambda real: lambda table, player: real(table, player)[1:]),
    faulty(purchase, "price", lambda real: lambda table, name, less: real(table, name, less) + 1),
    faulty(purchase, "comes_with_tents", lambda real: lambda table, player: min(1, real(table, player))),
    faulty(ninja, "who_is_first", lambda real: lambda table, willing: min(willing)),
    faulty(actions, "lay_back", lambda real: lambda table, player, cards: real(table, player, sorted(cards)[1:])),
    faulty(table, "reshufflable", lambda real: lambda table: table.pile[:-4]),
    faulty(round_end, "allowed", lambda real: lambda table, player, offered: offered),
    faulty(scoring, "penalty", lambda real: lambda ruling, k: k - 1),
    faulty(scoring, "majority", lambda real: lambda table, race: (real(table, race)[0], 3)),
    faulty(game, "draft", lambda real: lambda table: real(replace(table, starter=0))),
]


@MANY_GAMES
@pytest.mark.parametrize(("module", "name", "fault"), FAULTS)
def test_a_fault_planted_in_the_twin_is_caught(monkeypatch, module, name, fault):
    monkeypatch.setattr(module, name, fault)
    with pytest.raises(DisagreementError):
        play(Configuration(4, {}), GAMES)


def test_a_disagreement_names_game_decision_and_both_sides(monkeypatch):
    monkeypatch.setattr(step1, "WITHOUT_CHOICE", ("none", "start_player_marker"))
    changes = {"mercenaries": True}
    with pytest.raises(DisagreementError) as caught:
        play(Configuration(4, changes), 50, seed=7)
    told = str(caught.value)
    assert re.match(r"4 players, {'mercenaries': True}, seed 7, deal \d+, decision \d+:\n  twin: seat \d: effect", told)
    assert re.search(r"\n  kernel: seat \d: ", told)
