"""What follows from the deck and the bag alone, against the kernel's own draws.

Every test is one z-test, or a few, at |z| < 4.5: about 7 in a million false alarms each, and the
seed is fixed, so a failure means that the code has changed.
"""

from math import comb, sqrt

import numpy as np
import pytest

from simcore.games.haversack.codes import CREATURES, FAIRY, GUARDIANS, WARRIOR
from simcore.games.haversack.kernel import ENGINE
from simcore.jit import JIT_DISABLED, njit
from simcore.registry import game
from simcore.stream import SEATS, key
from simcore.workspace import records

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="deals more games than plain Python can")
SPEC = game("haversack")
GAMES, Z = 60_000, 4.5


@njit()
def deal(start, rules, states, games, decks, chests, drawn):
    """Start games; note each deck, the first seat's Chests, and the Guardian it draws first."""
    keys = np.empty(SEATS + 4, np.uint64)
    for number in range(games):
        for channel in range(len(keys)):
            keys[channel] = key(17, number, channel)
        start(rules[0], states[0], keys)
        for i in range(decks.shape[1]):
            decks[number, i] = states[0].hidden.deck[i]
        for i in range(chests.shape[1]):
            chests[number, i] = states[0].hidden.chest[0, i]
        drawn[number] = states[0].public.guardian


@pytest.fixture(scope="module")
def deals():
    rules = records(1, SPEC.rules_dtype)
    rules[:] = SPEC.tables(SPEC.load_rules(None, {}), 4)
    decks, chests = np.zeros((GAMES, 28), np.int8), np.zeros((GAMES, 10), np.int8)
    drawn = np.zeros(GAMES, np.int8)
    with np.errstate(over="ignore"):
        deal(ENGINE.start, rules, records(1, SPEC.state_dtype), GAMES, decks, chests, drawn)
    creatures = rules["card_creature"][0][decks]
    return decks, creatures, chests, drawn


def agrees(sample, expected):
    """Whether the mean of independent games is within Z standard errors of what it must be."""
    return abs(sample.mean() - expected) < Z * sample.std() / sqrt(len(sample))


def test_every_deck_is_a_permutation(deals):
    decks, *_ = deals
    assert (np.sort(decks, axis=1) == np.arange(28)).all()


def test_card_counts_and_monster_glory():
    cards = SPEC.load_rules(None, {}).data["card"].values()
    counts = {name: sum(card["creature"] == name for card in cards) for name in CREATURES}
    assert counts == {"fairy": 7, "fox": 13, "crocodile": 4, "pig": 4}
    assert 13 * 1 + 4 * 2 + 4 * 3 == 33


@pytest.mark.parametrize(
    ("creature", "at_start", "a_round"),
    [
        ("fox", 3 * 13 / 28, 2.3214),
        ("crocodile", 3 * 4 / 28, 0.7143),
        ("pig", 3 * 4 / 28, 0.7143),
        ("fairy", 0.75, 1.25),
    ],
)
def test_expected_creatures(deals, creature, at_start, a_round):
    kinds = deals[1] == CREATURES.index(creature)
    assert agrees(kinds[:, :3].sum(1), at_start)
    for pile in range(5):
        assert agrees(kinds[:, 3 + 5 * pile : 8 + 5 * pile].sum(1), a_round)


def test_expected_monster_glory(deals):
    glory = np.array([1, 2, 3, 0])[deals[1]]
    assert agrees(glory[:, :3].sum(1), 3.5357)
    assert agrees(glory[:, 3:8].sum(1), 5.8929)


def test_chances_of_the_start(deals):
    start = deals[1][:, :3]
    assert agrees((start != FAIRY).all(1), comb(21, 3) / comb(28, 3))
    assert comb(21, 3) / comb(28, 3) == pytest.approx(0.40598, abs=5e-6)
    assert agrees((start == 0).all(1), comb(13, 3) / comb(28, 3))
    assert comb(13, 3) / comb(28, 3) == pytest.approx(0.08730, abs=5e-6)


def test_every_card_is_as_likely_everywhere(deals):
    """Chi-square of 28 x 28 places; 27 x 27 degrees of freedom."""
    decks = deals[0]
    table = np.zeros((28, 28))
    for place in range(28):
        table[place] = np.bincount(decks[:, place], minlength=28)
    chi = ((table - GAMES / 28) ** 2 / (GAMES / 28)).sum()
    assert abs(chi - 27 * 27) < Z * sqrt(2 * 27 * 27)


def test_the_first_guardian_drawn(deals):
    drawn = deals[3]
    assert agrees(drawn == WARRIOR, 2 / 5)
    for name in ("guide", "thief", "priestess"):
        assert agrees(drawn == GUARDIANS.index(name), 1 / 5)


def test_the_first_chest(deals):
    first = deals[2][:, 0]
    for item, count in enumerate([2, 2, 1, 1, 1, 1, 2]):
        assert agrees(first == item, count / 10)


def test_draws_do_not_follow_the_deck(deals):
    """The first Guardian is independent of the first card: correlation of two indicators."""
    warrior, fox = deals[3] == WARRIOR, deals[1][:, 0] == 0
    assert abs(np.corrcoef(warrior, fox)[0, 1]) < Z / sqrt(GAMES)


def test_the_test_would_notice(deals):
    """A bias of one part in thirty is seen."""
    assert not agrees(deals[3] == WARRIOR, 2 / 5 * 31 / 30)
