"""What falls to chance in Watchmen of Destiny, worked out by enumeration, against the kernel.

Every comparison is false with a right kernel in at most one of a million seeds (`agreement.FALSE_ALARM`), so the
whole file in fewer than one of ten thousand; the seed is fixed, so a failure means that the code has changed.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations

import numpy as np
import pytest

from simcore.games.watchmen.state import D_GIVE, D_TURN, ITEM_NAMES, ITEMS, K_TENT, K_USE, NECKLACE
from simcore.jit import JIT_DISABLED
from simcore.registry import game
from tests.exact.agreement import counted, disagreement, gathered, uniform
from tests.exact.driver import Sampler
from tests.watchmen.table import Table, card, item

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="deals more games than plain Python can")
SPEC = game("watchmen")
LONGEST = 20
"""Cards of a start hand that are looked at."""
RACES = {2: 3, 3: 4, 4: 5, 5: 6}
"""Setup 1."""


@pytest.fixture(params=[100_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def games(request):
    return request.param


# Setup 3: start hands


def gold_in_deck(changes: dict[str, str], players: int) -> Counter[int]:
    """Cards of the deck by the gold they show, from the template in force and the mercenaries in play."""
    data = SPEC.load_rules(None, changes).data
    template = data["template"][data["rules"]["watchman_template"]].values()
    deck = Counter({gold: RACES[players] * n for gold, n in Counter(row["gold"] for row in template).items()})
    if data["rules"]["mercenaries"]:
        for row in data["mercenary"].values():
            deck[row.get("gold", data["rules"]["mercenary_gold"])] += players
    return deck


def start_hands(deck: Counter[int], hands: int, least: int) -> dict[tuple[int, ...], Fraction]:
    """Chances of (cards, gold) of the first hands, one after the other drawn until each shows the gold."""

    @cache
    def drawn(left: tuple[tuple[int, int], ...], hand: int, size: int, gold: int) -> dict[tuple[int, ...], Fraction]:
        if gold >= least:
            rest = drawn(left, hand + 1, 0, 0) if hand + 1 < hands else {(): Fraction(1)}
            return {(size, gold, *after): chance for after, chance in rest.items()}
        total, found = sum(n for _, n in left), Counter()
        for coins, n in left:
            less = tuple((other, m - (other == coins)) for other, m in left)
            if n:
                for outcome, chance in drawn(less, hand, size + 1, gold + coins).items():
                    found[outcome] += Fraction(n, total) * chance
        return dict(found)

    return drawn(tuple(sorted(deck.items())), 0, 0, 0)


HANDS = [
    pytest.param(players, changes, id=f"{players}-{'-'.join(changes.values()) or 'shipped'}")
    for players in RACES
    for changes in ({}, {"watchman_template": "T3"}, {"mercenaries": "true"}, {"structure.start_gold": "8"})
]


def hands_dealt(
    games: int, players: int, changes: dict[str, str], seats: tuple[int, ...]
) -> dict[tuple[int, ...], int]:
    """(cards, gold, cards, gold) of these seats: the gold summed up from the cards in hand."""
    sampler = Sampler(SPEC, players, changes)
    found = []
    for seat in seats:
        noted = sampler.starts(games, [f"private.{seat}.hand_count", *places("private.{}.hand.{}", seat, LONGEST)])
        assert noted[0].max() <= LONGEST
        gold = np.where(noted[1:] < 0, 0, sampler.rules["gold"][0][noted[1:]])
        found += [noted[0], gold.sum(0)]
    return counted(found)


def places(field: str, seat: int, count: int) -> list[str]:
    """Names of the fields of a list."""
    return [field.format(seat, i) for i in range(count)]


@pytest.mark.parametrize(("players", "changes"), HANDS)
def test_start_hands(games, players, changes):
    """Cards are drawn one by one until the hand shows the gold: size and gold of the first two hands together."""
    least = int(changes.get("structure.start_gold", 5))
    chances = start_hands(gold_in_deck(changes, players), 2, least)
    assert disagreement(hands_dealt(games, players, changes, (0, 1)), chances) == ""


def test_start_hands_are_alike_at_every_seat(games):
    """The cards not yet seen are in random order, so the second hand alone has the chances of the first, exactly."""
    chances = start_hands(gold_in_deck({}, 5), 2, 5)
    first, second = Counter(), Counter()
    for (cards, gold, *others), chance in chances.items():
        first[cards, gold] += chance
        second[tuple(others)] += chance
    assert first == second == start_hands(gold_in_deck({}, 5), 1, 5)
    assert disagreement(hands_dealt(games, 5, {}, (4,)), first) == ""


def test_a_rule_next_door_is_told_apart():
    """Hands drawn to 6 gold, or from a deck with one card more, do not pass for hands drawn to 5."""
    seen = hands_dealt(100_000, 2, {}, (0, 1))
    deck = gold_in_deck({}, 2)
    assert "cannot be" in disagreement(seen, start_hands(deck, 2, 6))
    assert disagreement(seen, start_hands(deck + Counter({2: 1}), 2, 5))


# Setup 1 and 5: races and items


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_races(games, players):
    """Every choice of so many races is as likely."""
    races = Sampler(SPEC, players).starts(games, [f"public.race_in.{race}" for race in range(6)])
    seen = gathered(counted(races), lambda row: tuple(race for race in range(6) if row[race]))
    assert disagreement(seen, uniform(list(combinations(range(6), RACES[players])))) == ""


def items_held(games: int, players: int, changes: dict[str, str], seats: tuple[int, ...]) -> list[np.ndarray]:
    """The items in the hands of the seats as sets of bits, item 1 lowest: the Necklace is never in a hand."""
    sampler, hands = Sampler(SPEC, players, changes), []
    for seat in seats:
        held = sampler.starts(games, places("private.{}.items.{}", seat, ITEMS))
        assert not held[NECKLACE].any()
        hands.append((held[1:] != 0).T @ (1 << np.arange(ITEMS - 1)))
    return hands


def bits(items: tuple[int, ...]) -> int:
    return sum(1 << (each - 1) for each in items)


def items_used(players: int) -> list[int]:
    """Setup 5: those that show the number of players; no exclusive ones."""
    item_table = SPEC.load_rules(None, {}).data["item"]
    return [i for i, name in enumerate(ITEM_NAMES[1:11], 1) if players in item_table[name]["players"]]


def splits(items: list[int], each: int, hands: int) -> list[tuple[int, ...]]:
    """All ways to deal so many items to so many hands, as bits."""
    if hands == 0:
        return [()]
    return [
        (bits(hand), *rest)
        for hand in combinations(items, each)
        for rest in splits([other for other in items if other not in hand], each, hands - 1)
    ]


def pairs(hands: list[np.ndarray]) -> dict[tuple[int, ...], int]:
    """How often each combination of hands occurs."""
    joined = sum(hand.astype(np.int64) << (16 * place) for place, hand in enumerate(hands))
    codes, counts = np.unique(joined, return_counts=True)
    return {
        tuple((code >> (16 * place)) & 0xFFFF for place in range(len(hands))): count
        for code, count in zip(codes.tolist(), counts.tolist())
    }


@pytest.mark.parametrize(("players", "each", "used", "seats"), [
    (2, 3, 6, (0, 1)), (3, 3, 9, (0, 1, 2)), (4, 2, 8, (0, 1, 2)), (5, 2, 10, (0, 4)),
])  # fmt: skip
def test_items_dealt(games, players, each, used, seats):
    """Every way to deal the items of this number of players is as likely; hands of several seats together."""
    assert len(items_used(players)) == used
    chances = uniform(splits(items_used(players), each, len(seats)))
    assert disagreement(pairs(items_held(games, players, {}, seats)), chances) == ""


def test_the_items_of_another_table_are_told_apart():
    """Anvil is out with 3 players, and the Cloak is not: dealt the other way about it is seen at once."""
    wrong = sorted({*items_used(3), item("anvil")} - {item("cloak")})
    seen = pairs(items_held(100_000, 3, {}, (0, 1, 2)))
    assert "cannot be" in disagreement(seen, uniform(splits(wrong, 3, 3)))


def test_the_energy_stone_takes_any_place(games):
    """Ruling G6: it replaces one of the dealt items, each as likely, wherever that lies."""
    hands = pairs(items_held(games, 3, {"energy_stone": "true"}, (0, 1, 2)))
    stone, used = bits((item("energy_stone"),)), items_used(3)

    def outcome(row: tuple[int, ...]) -> tuple[int, ...]:
        (gone,) = [each for each in used if not any(hand & bits((each,)) for hand in row)]
        return [bool(hand & stone) for hand in row].index(True), gone

    chances = uniform([(seat, gone) for seat in range(3) for gone in used])
    assert disagreement(gathered(hands, outcome), chances) == ""


# Chance during play, from positions set up by hand


def sample(table: Table, games: int, script, fields: list[str]) -> dict[tuple[int, ...], int]:
    """The position again and again: the script, then the last legal choice until it is the turn's (next) decision."""
    sampler = Sampler(SPEC, int(table.public["players"]))
    sampler.rules[:] = table.rules
    return counted(sampler.after(games, table.state, script, D_TURN, fields))


HAND = ("owl.W1", "owl.A1", "cat.H1", "dog.M2")


@pytest.mark.parametrize("cards", [1, 2])
def test_spook(games, cards):
    """Any card of the hand, and with two cards any two, one after the other."""
    table = Table(3, races="owl,cat,dog,mouse", **{"item.spook.cards": cards})
    table.clear()
    table.deal(1, *HAND)
    table.give_items(0, "spook", "shield")
    table.play("spook")
    seen = sample(table, games, [(K_USE, 1, -1, -1)], [f"public.pile.{i}" for i in range(cards)])
    chances = uniform(list(permutations([card(name) for name in HAND], cards)))
    assert disagreement(seen, chances) == ""


def test_letter(games):
    """The card that the Letter takes is any of the hand."""
    table = Table(3, races="owl,cat,dog,mouse")
    table.clear()
    table.deal(1, *HAND)
    table.give_items(0, "letter", "shield")
    table.play("letter")
    sampler = Sampler(SPEC, 3)
    sampler.rules[:] = table.rules
    taken = counted(sampler.after(games, table.state, [(K_USE, 1, -1, -1)], D_GIVE, ["private.0.hand.0"]))
    assert disagreement(taken, uniform([(card(name),) for name in HAND])) == ""


def crowd(ninja_order: str = "random") -> Table:
    """A payer with two cards, and three opponents with a Ninja that has one action left; all call."""
    table = Table(4, races="owl,cat,dog,mouse,otter", ninja_order=ninja_order)
    table.clear()
    for seat, ninja in enumerate(("owl.N1", "cat.N1", "dog.N1"), 1):
        table.hired(seat, ninja, left=1)
    table.discard("mouse.W1")
    table.deal(0, "mouse.A1")
    table.give_items(0, "shield")
    table.play("shield")
    return table


def test_ninjas_lot(games):
    """Ruling D1: the first call is any of three, the next, for the card below, any of the other two."""
    seen = sample(
        crowd(), games, [(K_TENT, card("mouse.A1"), 1, -1)],
        [f"private.{seat}.hand.0" for seat in (1, 2, 3)],
    )  # fmt: skip
    orders = list(permutations([card("mouse.A1"), card("mouse.W1"), -1]))
    assert disagreement(seen, uniform(orders)) == ""


def test_ninjas_in_a_fixed_order_are_told_apart():
    seen = sample(
        crowd("clockwise"), 1000, [(K_TENT, card("mouse.A1"), 1, -1)],
        [f"private.{seat}.hand.0" for seat in (1, 2, 3)],
    )  # fmt: skip
    assert seen == {(card("mouse.A1"), card("mouse.W1"), -1): 1000}
    assert disagreement(seen, uniform(list(permutations([card("mouse.A1"), card("mouse.W1"), -1]))))


PILE = tuple(f"owl.{place}" for place in ("W1", "W2", "W3", "A1", "A2", "M1", "M2", "H1", "H2"))
"""Discards, the top last."""


def refilled(deck_out: str, left: int) -> Table:
    """So many cards left in the deck, nine discards; the Anvil draws four."""
    table = Table(2, races="owl,cat,dog", deck_out=deck_out)
    table.clear()
    table.discard(*PILE)
    rest = table.deck()[left:]
    for name in rest:
        table.pull(card(name))
    table.give_items(0, "anvil")
    return table


def test_refill_keeps_the_top_five_discards(games):
    """Ruling A1: the one card left is drawn, then three of the four discards under the top five, in any order."""
    table = refilled("keep_top5_discards", 1)
    (last,) = table.deck()
    table.play("anvil")
    fields = [*places("private.{}.hand.{}", 0, 4), "public.deck_count", *(f"public.pile.{i}" for i in range(3))]
    seen = sample(table, games, [(K_USE, -1, -1, -1)], fields)
    under, kept = [card(name) for name in PILE[:4]], [card(name) for name in PILE[4:]]
    chances = uniform([(card(last), *cards, 1, *kept[:3]) for cards in permutations(under, 3)])
    assert disagreement(seen, chances) == ""


def test_refill_at_five_left_goes_under_them(games):
    """The other reading: with five left all nine discards go under them, so the draw is these, the fifth is left."""
    table = refilled("at_5_left", 5)
    deck = [card(name) for name in table.deck()]
    table.play("anvil")
    fields = [*places("private.{}.hand.{}", 0, 4), *(f"hidden.deck.{i}" for i in (9, 8, 0)), "public.pile_count"]
    seen = sample(table, games, [(K_USE, -1, -1, -1)], fields)
    under = [card(name) for name in PILE]
    chances = uniform([(*deck[:0:-1], deck[0], *two, 0) for two in permutations(under, 2)])
    assert disagreement(seen, chances) == ""


def test_a_refill_of_all_discards_is_told_apart():
    """Were the top five shuffled in too, three of nine would come up."""
    table = refilled("keep_top5_discards", 1)
    (last,) = table.deck()
    table.play("anvil")
    seen = sample(table, 100_000, [(K_USE, -1, -1, -1)], places("private.{}.hand.{}", 0, 4))
    every = uniform([(card(last), *cards) for cards in permutations([card(name) for name in PILE], 3)])
    assert disagreement(seen, every)
