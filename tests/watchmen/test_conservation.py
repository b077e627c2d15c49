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
from tests.watchmen.referee import LAWS, play_audited

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


def audited(engine, players, games, overrides):
    """(decisions, law broken or 0, game, decision) of random games."""
    spec = game("watchmen")
    rules = records(1, spec.rules_dtype)
    rules[:] = spec.tables(spec.load_rules(None, overrides), players)
    fault = np.zeros(3, np.int64)
    with np.errstate(over="ignore"):
        decisions = play_audited(*engine, rules, records(1, STATE), records(1024, OPTION), 7, games, fault)
    return decisions, *fault.tolist()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_decision_of_random_games(players):
    decisions, law, number, _ = audited(ENGINE[:3], players, GAMES, {})
    assert law == 0, f"game {number}: not so: {LAWS[law]}"
    assert decisions > GAMES * 100


@pytest.mark.parametrize("overrides", SWITCHES[1:], ids=lambda overrides: ",".join(map("=".join, overrides.items())))
def test_every_switch_conserves(overrides):
    for players in TABLES:
        _, law, number, _ = audited(ENGINE[:3], players, FEWER, overrides)
        assert law == 0, f"{players} players, game {number}: not so: {LAWS[law]}"


@njit()
def _leaky(rules, state, option):
    """The kernel's apply, but the top discard gets lost now and then."""
    ENGINE_APPLY(rules, state, option)
    if state.public.pile_count == 7:
        state.public.pile_count = 6


ENGINE_APPLY = ENGINE.apply


def test_the_referee_sees_a_lost_card():
    _, law, _, _ = audited((ENGINE.start, ENGINE.options, _leaky), 4, PLANTED, {})
    assert law == 1


@njit()
def _lenient(rules, state, option):
    """The kernel's apply, but every price is one gold less once a hire has begun."""
    ENGINE_APPLY(rules, state, option)
    if state.public.decision == D_PAY and state.public.paid == 0 and state.public.price > 1:
        state.public.price -= 1


@njit()
def _generous(rules, state, option):
    """The kernel's apply, but a tent too many comes with the second one."""
    before = state.public.tents[0]
    ENGINE_APPLY(rules, state, option)
    if before < 2 and state.public.tents[0] == 2:
        state.public.tents[0] = 3


@pytest.mark.parametrize("cheat", [_lenient, _generous], ids=["underpaid", "tent for nothing"])
def test_the_referee_sees_a_purchase_that_was_not_paid(cheat):
    _, law, _, _ = audited((ENGINE.start, ENGINE.options, cheat), 4, PLANTED, {})
    assert law == 9
