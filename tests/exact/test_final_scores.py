"""Whole small games by a policy: the exact chances of the final scores against games played on the kernel.

The chances come from the plain models alone, by way of every deal and every draw. Two policies need no order of the
options: any legal choice with equal chance, and the greatest option by kind and operands. Each comparison is false
with a right kernel in at most one of a million seeds (`agreement.FALSE_ALARM`); the seed is fixed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from simcore.games.haversack.codes import GUARDIANS, K_BUY, K_MOVE, K_SHOOT
from simcore.games.watchmen.state import ITEM_NAMES, K_ACT, K_CHOOSE, K_HIRE, K_TENT, K_USE
from simcore.jit import JIT_DISABLED
from simcore.registry import game
from tests.exact import haversack_model, watchmen_model
from tests.exact.agreement import counted, disagreement
from tests.exact.driver import ANY, GREATEST, Sampler
from tests.exact.solve import RULES
from tests.naive.haversack.rulebook import read_rules

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="plays more games than plain Python can")

Policy = Callable[[Any, Any, list[Any]], dict[Any, Fraction]]
"""Of a model, a position and its legal choices: the chance of each choice."""
Scores = dict[tuple[int, int], Fraction]


def chances(model: Any, policy: Policy) -> Scores:
    """Exact chances of the final scores, over all deals."""
    known: dict[Any, Scores] = {}

    def played(position: Any) -> Scores:
        if position not in known:
            found: Counter[tuple[int, int]] = Counter()
            if model.seat(position) < 0:
                found[model.scores(position)] += Fraction(1)
            else:
                for move, chance in policy(model, position, model.moves(position)).items():
                    for then, further in model.after(position, move).items():
                        for scores, each in played(then).items():
                            found[scores] += chance * further * each
            known[position] = dict(found)
        return known[position]

    total: Counter[tuple[int, int]] = Counter()
    for deal, chance in model.deals().items():
        for scores, each in played(deal).items():
            total[scores] += chance * each
    return dict(total)


def any_move(_model: Any, _position: Any, moves: list[Any]) -> dict[Any, Fraction]:
    return dict.fromkeys(moves, Fraction(1, len(moves)))


def greatest(model: Any, position: Any, moves: list[Any]) -> dict[Any, Fraction]:
    code = _watchmen_code if isinstance(model, watchmen_model.Model) else _haversack_code
    return {max(moves, key=lambda move: code(model, position, move)): Fraction(1)}


def _watchmen_code(model: Any, position: Any, move: tuple[Any, ...]) -> tuple[int, ...]:
    """Kind and operands as the kernel numbers them; all cards are of two races or fewer, the first being owl or cat."""
    kind = {"pass": 0, "choose": K_CHOOSE, "use": K_USE, "tent": K_TENT, "hire": K_HIRE, "act": K_ACT}[move[0]]
    order = sorted(model.cards, key=lambda card: (RACE_ORDER.index(card.split(".")[0]), *_place(model, card)))
    operands = [order.index(part) if part in order else part for part in move[1:]]
    operands = [ITEM_NAMES.index(part) if part in ITEM_NAMES else part for part in operands]
    return (kind, *(-1 if part == "" else part for part in operands))


RACE_ORDER, CASTE_ORDER = ("owl", "cat"), ("warrior", "assassin", "mage", "hunter", "ninja")


def _place(model: Any, card: str) -> tuple[int, str]:
    """Cards are numbered by the caste that the template gives them, then by name."""
    name = card.split(".")[1]
    return CASTE_ORDER.index(model.template[name]["caste"]), name


def _haversack_code(model: Any, _position: Any, option: Any) -> tuple[int, ...]:
    columns = 1 + max(column for _, column in model.rules.map.every)
    kind = {"pass": 0, "move": K_MOVE, "shoot": K_SHOOT, "buy": K_BUY}[option.does]
    place = GUARDIANS.index(option.what) if kind == K_BUY else -1
    if option.cell is not None:
        place = option.cell[0] * columns + option.cell[1]
    return kind, place, option.items.count("boots")


def model_of(name: str, **changes: int) -> Any:
    if name.startswith("haversack"):
        named = {f"structure.{key}": value for key, value in changes.items()}
        return haversack_model.Model(read_rules(named, file=RULES / f"{name}.toml"))
    data = game("watchmen").load_rules(RULES / f"{name}.toml", {f"structure.{k}": str(v) for k, v in changes.items()})
    return watchmen_model.Model(data.data)


def scores(name: str, policy: int, games: int) -> dict[tuple[int, ...], int]:
    """Final scores of games played on the kernel."""
    spec = game(name.split("_")[0])
    return counted(Sampler(spec, 2, file=RULES / f"{name}.toml").scores(games, policy))


SLOW = pytest.mark.slow
CASES = [
    pytest.param("watchmen_open", GREATEST, id="open-greatest"),
    pytest.param("watchmen_drawn", GREATEST, id="drawn-greatest"),
    pytest.param("haversack_small", GREATEST, id="haversack-greatest"),
    pytest.param("watchmen_drawn", ANY, id="drawn-any"),
    pytest.param("watchmen_open", ANY, id="open-any", marks=SLOW),
    pytest.param("haversack_small", ANY, id="haversack-any", marks=SLOW),
]


@pytest.mark.parametrize(("name", "policy"), CASES)
@pytest.mark.parametrize("games", [100_000, pytest.param(1_000_000, marks=SLOW)])
def test_final_scores(name, policy, games):
    exact = chances(model_of(name), any_move if policy == ANY else greatest)
    assert len(exact) > 1
    assert disagreement(scores(name, policy, games), exact) == ""


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("watchmen_open", {"warrior_vp": 2}),
        ("watchmen_drawn", {"warrior_vp": 0}),
        ("haversack_small", {"cup_glory": 1}),
    ],
)
def test_final_scores_by_other_rules_are_told_apart(name, change):
    exact = chances(model_of(name, **change), greatest)
    assert disagreement(scores(name, GREATEST, 100_000), exact)
