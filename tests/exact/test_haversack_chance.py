"""What falls to chance in The Guardians of Haversack, worked out by enumeration, against the kernel.

`tests/haversack/test_deck.py` has the means that the specification states; here are whole distributions. Every
comparison is false with a right kernel in at most one of a million seeds (`agreement.FALSE_ALARM`), so the whole
file in fewer than one of ten thousand; the seed is fixed, so a failure means that the code has changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product
from math import comb, prod

import numpy as np
import pytest

from simcore.games.haversack.codes import CREATURES, GUARDIANS, ITEMS
from simcore.games.haversack.rules import board_in_force
from simcore.jit import JIT_DISABLED
from simcore.registry import game
from tests.exact.agreement import counted, disagreement, gathered, uniform
from tests.exact.driver import Sampler

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="deals more games than plain Python can")
SPEC = game("haversack")
DECK = {"fox": 13, "crocodile": 4, "pig": 4, "fairy": 7}
"""Scout cards, in the order of CREATURES."""
START, PILE = 3, 5


@pytest.fixture(params=[100_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def games(request):
    return request.param


@pytest.fixture(scope="module")
def table():
    return Sampler(SPEC, 4)


# The Scout cards


def hands(counts: tuple[int, ...], size: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every make-up of so many cards drawn from these, with its chance."""
    for hand in product(*(range(min(size, count) + 1) for count in counts)):
        if sum(hand) == size:
            yield hand, Fraction(prod(map(comb, counts, hand)), comb(sum(counts), size))


def revealed(counts: tuple[int, ...]) -> dict[tuple[int, ...], Fraction]:
    """Chances of the make-ups of the start cards and of the first pile, together."""
    return {
        (*start, *pile): chance * next_chance
        for start, chance in hands(counts, START)
        for pile, next_chance in hands(tuple(n - k for n, k in zip(counts, start)), PILE)
    }


def kinds(sampler: Sampler, games: int, first: int, count: int) -> np.ndarray:
    """Cards of each creature in a part of the deck, int8[creatures, games]."""
    cards = sampler.starts(games, [f"hidden.deck.{i}" for i in range(first, first + count)])
    creatures = sampler.rules["card_creature"][0][cards]
    return np.array([(creatures == kind).sum(0) for kind in range(len(CREATURES))], np.int8)


def test_the_deck_is_what_the_specification_says(table):
    assert list(DECK) == list(CREATURES)
    assert Counter(table.rules["card_creature"][0][:28].tolist()) == Counter(dict(enumerate(DECK.values())))


def test_start_cards_and_first_pile(games, table):
    seen = counted([*kinds(table, games, 0, START), *kinds(table, games, START, PILE)])
    assert disagreement(seen, revealed(tuple(DECK.values()))) == ""


def test_any_pile_with_the_start_cards(games, table):
    """The last pile goes with the start cards just as the first does."""
    seen = counted([*kinds(table, games, 0, START), *kinds(table, games, START + 4 * PILE, PILE)])
    assert disagreement(seen, revealed(tuple(DECK.values()))) == ""


def test_monster_glory_at_the_start(games, table):
    """Fox 1, Crocodile 2, Pig 3: the Glory that stands on the start spaces, from 0 to 9."""
    chances: Counter[tuple[int, ...]] = Counter()
    for (foxes, crocodiles, pigs, _), chance in hands(tuple(DECK.values()), START):
        chances[(foxes + 2 * crocodiles + 3 * pigs,)] += chance
    seen = gathered(counted(kinds(table, games, 0, START)), lambda row: (row[0] + 2 * row[1] + 3 * row[2],))
    assert disagreement(seen, chances) == ""
    assert sum(glory[0] * chance for glory, chance in chances.items()) == Fraction(3 * 33, 28)


def test_fairies_drawn_again(games):
    """Ruling 2, `redraw`: the start cards are any three monsters, the first pile any five of all the rest."""
    sampler = Sampler(SPEC, 1, {"start_fairy": "redraw"})
    seen = counted([*kinds(sampler, games, 0, START), *kinds(sampler, games, START, PILE)])
    *monsters, fairies = DECK.values()
    chances = {
        (*start, 0, *pile): chance * next_chance
        for start, chance in hands(tuple(monsters), START)
        for pile, next_chance in hands((*(n - k for n, k in zip(monsters, start)), fairies), PILE)
    }
    assert disagreement(seen, chances) == ""


def test_a_deck_next_door_is_told_apart(table):
    """A Fox more and a Crocodile less, or the other ruling on Fairies, do not pass."""
    seen = counted([*kinds(table, 100_000, 0, START), *kinds(table, 100_000, START, PILE)])
    assert disagreement(seen, revealed((14, 3, 4, 7)))
    assert disagreement(seen, revealed((13, 4, 5, 6)))


@pytest.mark.parametrize("side", ["summer", "winter"])
def test_creatures_stand_in_the_quarters_of_their_cards(games, side):
    """Seven cards name spaces of each quarter: how many of the first pile's creatures stand in each.

    Read off the board, not off the deck; the start spaces are of no quarter.
    """
    sampler = Sampler(SPEC, 1, {"board": side})
    board, cards = board_in_force(sampler.ruleset), sampler.ruleset.data["card"]
    quarters = sorted({card["colour"] for card in cards.values()})
    number = {quarter: sum(card["colour"] == quarter for card in cards.values()) for quarter in quarters}
    assert set(number.values()) == {7}
    standing = occupied(sampler, games)
    found = []
    for quarter in quarters:
        cells = [
            board.find(("g" if card["creature"] == "fairy" else "h") + mark)
            for mark, card in cards.items()
            if card["colour"] == quarter
        ]
        found.append(sum(standing[cell] for cell in cells))
    chances = dict(hands((7, 7, 7, 7), PILE))
    assert disagreement(counted(found), chances) == ""


def test_each_start_space_has_any_creature(games):
    """On start spaces 1 to 3 in this order: the creatures of three cards, drawn one after the other."""
    sampler = Sampler(SPEC, 1)
    board = board_in_force(sampler.ruleset)
    cells = [board.find(f"s{i + 1}") for i in range(START)]
    by_kind = [occupied(sampler, games, (kind,)) for kind in range(len(CREATURES))]
    found = [sum(kind * by_kind[kind][cell] for kind in range(len(CREATURES))) for cell in cells]
    assert all((sum(by_kind[kind][cell] for kind in range(len(CREATURES))) == 1).all() for cell in cells)
    numbers, chances = list(DECK.values()), {}
    for kinds_ in product(range(len(CREATURES)), repeat=START):
        ways = prod(numbers[kind] - kinds_[:i].count(kind) for i, kind in enumerate(kinds_))
        chances[kinds_] = Fraction(ways, 28 * 27 * 26)
    assert disagreement(counted(found), chances) == ""


def occupied(sampler: Sampler, games: int, which: tuple[int, ...] = (0, 1, 2, 3)) -> dict[int, np.ndarray]:
    """For each cell whether one of these creatures stands there, int8[games]."""
    offset = SPEC.state_dtype["public"].fields["board"][1] + SPEC.state_dtype.fields["public"][1]
    field = SPEC.state_dtype["public"]["board"].base.fields["creature"]
    cells = int(sampler.rules["rows"][0] * sampler.rules["cols"][0])
    wanted = [offset + field[1] + 16 * kind + byte for kind in which for byte in range(16)]
    noted = sampler.bytes_after_start(games, wanted).reshape(len(which), 16, games)
    return {cell: ((noted[:, cell // 8] >> (cell % 8)) & 1).sum(0).astype(np.int8) for cell in range(cells)}


# Chests, bags, faces, order of Recruitment


def test_chest_tokens_of_two_players(games, table):
    """The first two Items that two players find: each player's tokens are shuffled for itself."""
    seen = counted(table.starts(games, [f"hidden.chest.{seat}.{i}" for seat in (0, 3) for i in range(2)]))
    tokens = [2, 2, 1, 1, 1, 1, 2]
    assert tokens == [table.ruleset.data["chest"][item] for item in ITEMS]
    two = {(a, b): Fraction(tokens[a] * (tokens[b] - (a == b)), 10 * 9) for a in range(7) for b in range(7)}
    chances = {(*first, *second): two[first] * two[second] for first in two for second in two}
    assert disagreement(seen, chances) == ""


BAG = ("guide", "warrior", "warrior", "thief", "priestess")


def test_draw_orders_of_the_start_bag(games, table):
    """All 60 orders of the five tokens, whatever the Guardian is that another seat draws first."""
    drawn = table.draws(games, len(BAG))
    tokens = [GUARDIANS.index(name) for name in BAG]
    orders = {order: Fraction(2, 120) for order in set(permutations(tokens))}
    assert len(orders) == 60
    first = {GUARDIANS.index(name): Fraction(BAG.count(name), 5) for name in BAG}
    chances = {(*order, other): orders[order] * first[other] for order in orders for other in first}
    assert disagreement(counted([*drawn[:, 0].T, drawn[:, 3, 0]]), chances) == ""
    assert disagreement(counted([*drawn[:, 1].T, drawn[:, 2, 0]]), chances) == ""


def test_a_bag_that_remembers_is_told_apart(table):
    """Draws with the token put back every time would not be these orders."""
    drawn = table.draws(100_000, len(BAG))
    chances = Counter()
    for order in product([GUARDIANS.index(name) for name in BAG], repeat=2):
        chances[order] += Fraction(1, 25)
    assert disagreement(counted([drawn[:, 0, 0], drawn[:, 0, 1]]), chances)


def test_faces(games):
    """Drawn faces: all 64 sets as likely."""
    sampler = Sampler(SPEC, 2, {f"face.{name}": "random" for name in GUARDIANS})
    seen = counted(sampler.starts(games, [f"public.face.{i}" for i in range(len(GUARDIANS))]))
    assert disagreement(seen, uniform(list(product((0, 1), repeat=6)))) == ""


def test_order_of_recruitment_among_the_tied(games):
    """Four players with equally many VP recruit in any order."""
    sampler = Sampler(SPEC, 4, {"gains.vp": ",".join(["0"] * 16), "gains.vp_past_top": "0"})
    seen = counted(sampler.recruitments(games // 10))
    assert disagreement(seen, uniform(list(permutations(range(4))))) == ""
