"""Tokens, creatures and Gold are conserved before every decision of random games."""

import numpy as np
import pytest

from simcore.contract import OPTION
from simcore.games.haversack.codes import GUARDIANS
from simcore.games.haversack.kernel import ENGINE
from simcore.games.haversack.kernel.signatures import SIGNATURES
from simcore.jit import JIT_DISABLED, njit
from simcore.registry import game
from simcore.workspace import records
from tests.haversack.referee import LAWS, auditor
from tests.sizes import sized

SPEC = game("haversack")
APPLY = ENGINE.apply
GAMES, FEWER = sized(10_000), sized(200)
TABLES = ((2, 4),) if JIT_DISABLED else ((1, 4), (4, 4), (4, 0))  # players, taste
SETTINGS = [
    {"board": "winter"},
    {f"face.{name}": "night" for name in GUARDIANS},
    {"board": "winter", **{f"face.{name}": "random" for name in GUARDIANS}},
    {"start_fairy": "redraw", "tent_life": "persistent", "tent_hunts": "false"},
    {"no_move": "discard_last", "may_pass": "true", "castle": "pass", "return_to_start": "false"},
    {"castle": "closed", "lake_start": "free_only", "swap_on_lake": "false", "swap_items": "false"},
    {"range2": "upto", "druid_multi": "true", "act_unmoved": "true", **{f"face.{name}": "night" for name in GUARDIANS}},
    {"range2": "manhattan", "castle_blocks": "true", "bow_stack": "false", "night_bow_vp": "false"},
    {"supply": "infinite", "recruit_order": "whole_turn", "hunting": "glory"},
    {"guardian.priestess.cost": "1", "guardian.priestess.start": "4", "face.priestess": "night"},
]


def audit(engine, players, games, settings, taste):
    """(law broken or 0, game, decisions)."""
    rules = records(1, SPEC.rules_dtype)
    rules[:] = SPEC.tables(SPEC.load_rules(None, settings), players)
    states, buffer, found = records(1, SPEC.state_dtype), records(SPEC.max_options, OPTION), np.zeros(3, np.int64)
    with np.errstate(over="ignore"):
        auditor(rules, states, buffer, found)(*engine, rules, states, buffer, games, taste, found)
    return found.tolist()


@pytest.mark.parametrize("taste", [0, 4], ids=["random", "mostly greedy"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_decision_of_random_games(players, taste):
    law, number, decisions = audit(ENGINE[:3], players, GAMES, {}, taste)
    assert law == 0, f"game {number}: not so: {LAWS[law]}"
    assert decisions > GAMES * players * 30


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda settings: ",".join(settings))
def test_every_ruling_conserves(settings):
    for players, taste in TABLES:
        law, number, _ = audit(ENGINE[:3], players, FEWER, settings, taste)
        assert law == 0, f"{players} players, game {number}: not so: {LAWS[law]}"


@njit(SIGNATURES.apply)
def _forgets_a_fox(rules, state, option):
    """The kernel's apply, but the last Fox taken slips away."""
    APPLY(rules, state, option)
    if state.public.board[0].gains[0] == 2:
        state.public.board[0].gains[0] = 1


@njit(SIGNATURES.apply)
def _pays_twice(rules, state, option):
    """The kernel's apply, but Gold comes from nowhere."""
    APPLY(rules, state, option)
    if state.public.board[0].gold == 2:
        state.public.board[0].gold = 4


@njit(SIGNATURES.apply)
def _loses_a_token(rules, state, option):
    """The kernel's apply, but a Warrior falls out of a bag."""
    APPLY(rules, state, option)
    if state.private[0].bag[1] == 2:
        state.private[0].bag[1] = 1


@pytest.mark.parametrize(("apply", "law"), [(_forgets_a_fox, 3), (_pays_twice, 6), (_loses_a_token, 1)])
def test_the_referee_sees_what_is_wrong(apply, law):
    assert audit((ENGINE.start, ENGINE.options, apply), 4, 20, {}, 4)[0] == law
