"""Conservation on every decision of random games (rulebook: Components, Setup, 2a, 2b)."""

import numpy as np
import pytest

from simcore.contract import OPTION
from simcore.games.watchmen.kernel import ENGINE
from simcore.games.watchmen.state import D_PAY, STATE
from simcore.jit import njit
from simcore.plain import records
from simcore.registry import game
from tests.sizes import sized
from tests.watchmen.referee import LAWS, MEDDLE, auditor

GAMES, FEWER, PLANTED = sized(10_000), sized(300), sized(50, 5)
TABLES = (2, 3, 5)[: sized(3, 2)]

SWITCHES = [
    {},
    {"deck_out": "at_5_left"},
    {"tent_payment": "many_cards"},
    {"ninja_depth": "payment_only", "ninja_order": "clockwise"},
    {"ninja_order": "reverse", "own_item": "first_only", "holder_necklace": "allowed"},
    {"moneybag": "per_game", "double_penalty": "extra_copies"},
    {"moneybag": "either_or", "double_penalty": "choose2"},
    {"moneybag_tents_before_hire": "true", "double_penalty": "per_card"},
    {"moneybag_tents_before_hire": "true", "moneybag": "per_game"},
    {"cloak_source": "hand", "mercenaries": "true"},
    {"energy_stone": "true", "unknown_c": "true"},
    {"mercenaries": "true", "two_player": "variant2", "variant2_item_rest": "true"},
    {"two_player": "variant2"},
    {"two_player": "plain_swap"},
    {"watchman_template": "T2"},
    {"watchman_template": "T3"},
]


@njit(MEDDLE)
def honest(rules, state):
    """Changes nothing."""


def audited(players, games, overrides, meddle=honest):
    """(decisions, law broken or 0, game, decision) of random games."""
    spec = game("watchmen")
    rules = records(1, spec.rules_dtype)
    rules[:] = spec.tables(spec.load_rules(None, overrides), players)
    fault = np.zeros(3, np.int64)
    states, buffer = records(1, STATE), records(1024, OPTION)
    with np.errstate(over="ignore"):
        decisions = auditor(rules, states, buffer, fault)(*ENGINE[:3], meddle, rules, states, buffer, 7, games, fault)
    return decisions, *fault.tolist()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_decision_of_random_games(players):
    decisions, law, number, _ = audited(players, GAMES, {})
    assert law == 0, f"game {number}: not so: {LAWS[law]}"
    assert decisions > GAMES * 100


@pytest.mark.parametrize("overrides", SWITCHES[1:], ids=lambda overrides: ",".join(map("=".join, overrides.items())))
def test_every_switch_conserves(overrides):
    for players in TABLES:
        _, law, number, _ = audited(players, FEWER, overrides)
        assert law == 0, f"{players} players, game {number}: not so: {LAWS[law]}"


@njit(MEDDLE)
def leaky(rules, state):
    """The top discard gets lost now and then."""
    if state.public.pile_count == 7:
        state.public.pile_count = 6


@njit(MEDDLE)
def lenient(rules, state):
    """Every price is one gold less once a hire has begun."""
    if state.public.decision == D_PAY and state.public.paid == 0 and state.public.price > 1:
        state.public.price -= 1


@njit(MEDDLE)
def generous(rules, state):
    """A tent too many comes with the second one."""
    if state.public.tents[0] == 2:
        state.public.tents[0] = 3


@pytest.mark.parametrize(("meddle", "law"), [(leaky, 1), (lenient, 9), (generous, 9)])
def test_the_referee_sees_a_planted_fault(meddle, law):
    assert audited(4, PLANTED, {}, meddle)[1] == law
