"""Watchmen of Destiny in words: the deck, rounds, the end, the score, and whole games."""

import re

import numpy as np
import pytest

from simcore.games.watchmen import describe, naming
from simcore.jit import JIT_DISABLED
from simcore.registry import game
from simcore.replay import Game, steps
from simcore.telling import text
from strategies.catalog import load_lineup
from tests.watchmen.table import Table, item
from tests.watchmen.telling import asked, offered, seen, told
from tests.watchmen.test_examples import scoring_table
from tests.watchmen.test_rounds import at_draft, pass_turn, tied
from tests.watchmen.test_step1 import opened

SPEC = game("watchmen")


def numbered(table):
    rows = table.rows()
    rows["seat"] = np.arange(len(rows))
    return rows


def rules(**switches):
    return SPEC.load_rules(None, switches)


# Deck


def all_but(table, count):
    """Names in the deck without its top cards."""
    return table.deck()[:-count] if count else table.deck()


def test_the_deck_made_anew():
    table = Table(players=4)
    table.clear()
    table.discard(*all_but(table, 0))
    table.give_items(0, "moneybag")
    table.play("moneybag")
    lines = told(table, "choose", "pass")
    assert lines[0] == "the deck runs out and is made anew of discards: deck 53, pile 5"
    assert lines[1].startswith("seat 1 draws 2 cards")


def test_nothing_to_draw():
    table = Table(players=4)
    table.clear()
    table.deal(3, *all_but(table, 1))
    table.give_items(0, "moneybag")
    table.play("moneybag")
    lines = told(table, "choose", "pass")
    assert lines[0].startswith("seat 1 draws 1 card, unseen by the others: ")
    assert lines[1:] == ["1 card could not be drawn: neither deck nor discards are left"]


# Rounds


def names(table, items):
    return [naming.item_name(table.ruleset, number) for number in items]


def test_the_draft():
    table, played = at_draft()
    called = names(table, played)
    assert asked(table) == "round 1, which item to take for the next round"
    assert seen(table)[0] == "round 1: the draft of items; Necklace with seat 1"
    assert f"on offer: {', '.join(names(table, sorted(played)))}" in seen(table)
    assert set(offered(table)) == {f"take the {name}" for name in called[1:]}
    assert told(table, "choose", "choose", played[1]) == []
    assert "take the Necklace and wait for the last item" in offered(table)
    table.choose("choose", item("necklace"))
    assert told(table, "choose", "choose", played[0]) == [
        f"seat 2, which has the Necklace now, gets the last item: {called[2]}",
        "round 2 begins with seat 2",
    ]
    held = [line for line in seen(table) if line.startswith("seat 3: ")]
    assert f", known to hold {called[0]}; army:" in held[0]


def test_the_necklace_unwanted():
    table, played = at_draft()
    table.choose("choose", played[1])
    table.choose("choose", played[0])
    assert told(table, "choose", "choose", played[2]) == [
        "nobody took the Necklace: it stays with seat 1",
        "round 2 begins with seat 1",
    ]


def test_the_end_of_a_round():
    table = opened("shield")
    table.hired(0, "owl.H1", "owl.H2")
    table.hired(1, "cat.W1")
    table.to_turn("shield")
    table.end_turn()
    pass_turn(table)
    while table.decision != "turn":
        table.choose({0: "pass", 1: "choose", 2: "use"}[table.options()[0][0]], *table.options()[0][1:])
    assert told(table, "end_turn") == ["round 1 is over; VP by now: seat 1 10, seat 2 8, seat 3 0"]


def test_items_of_two_players_change_hands():
    table = Table(players=2, races="owl,rabbit,cat")
    first = table.options()[0][1]
    pass_turn(table)
    second = table.options()[0][1]
    lines = told(table, pass_turn, table)
    mine, theirs = names(table, [first, second])
    assert lines[-3:] == [
        f"seat 1 gets the {theirs}, which rests for a round",
        f"seat 2 gets the {mine}, which rests for a round",
        "round 2 begins with seat 2",
    ]
    assert seen(table)[0] == "round 2: turn of seat 2; seat 2 began"
    assert any(line.startswith("your items: ") and line.endswith(f"; resting: {mine}") for line in seen(table))


def test_items_of_two_players_without_rest():
    table = Table(players=2, two_player="plain_swap")
    pass_turn(table)
    assert not any("rests" in line for line in told(table, pass_turn, table))


def test_the_imaginary_player():
    table = Table(players=2, two_player="variant2", races="owl,rabbit,cat", mercenaries=True)
    table.clear()
    table.give_items(0, "shield")
    table.to_turn("shield")
    table.public["tents"][0] = 1
    table.deal(0, "owl.M2", "owl.H2")
    table.top("merc.draw_cards", "cat.W1")
    assert "the imaginary player's army: none" in seen(table)
    assert told(table, "hire", "owl.M2", "owl.H2") == [
        "off the deck onto the pile: Rabbit mercenary",
        "the imaginary player houses the top card of the deck: Cat Warrior W1 (price 6, gold 1)",
    ]
    assert "races by army: Rabbit none, Owl 1-0-0 (1 to seat 1), Cat 0-0-1 (1 to the imaginary player)" in seen(table)


def test_the_seventh_watchman_and_the_end():
    table = Table(players=3, races="owl,rabbit,cat,dog")
    table.clear()
    table.hired(0, "owl.W1", "owl.W2", "owl.W3", "cat.W1", "cat.W2", "cat.W3")
    table.public["tents"][0] = 7
    table.give_items(0, "shield")
    table.to_turn("shield")
    table.deal(0, "owl.M2", "owl.H2")
    assert told(table, "hire", "owl.M2", "owl.H2") == ["seat 1 has 7 Watchmen: this round is the last"]
    assert seen(table)[0] == "round 1, the last: turn of seat 1; Necklace with seat 1"
    lines = told(table, lambda: [pass_turn(table) for _ in range(3)])
    assert lines[-2:] == [
        "round 1 is over; VP by now: seat 1 44, seat 2 0, seat 3 0",
        "the game ends: seat 1 completed its army",
    ]


def test_the_cap():
    table = Table(players=3, max_rounds=1)
    lines = told(table, lambda: [pass_turn(table) for _ in range(3)])
    assert lines[-1] == "the game is stopped after round 1"
    assert "Stopped after 1 round, the most allowed." in describe.result(table.ruleset, numbered(table))


# The score


def test_the_scoring_example_part_by_part():
    table = scoring_table()
    lines = describe.result(table.ruleset, numbered(table))
    assert not any(line.startswith("Equal") for line in lines)
    assert lines[:4] == [
        "seat 1: 41 VP, place 2, win share 0.00",
        "   33 for the prices of 7 Watchmen + 3 for 3 Warriors - 1 for doubles of race and caste "
        "+ 6 for majorities (6 Dog)",
        "seat 2: 42 VP, place 1, win share 1.00",
        "   32 for the prices of 7 Watchmen + 2 for 2 Warriors - 0 for doubles of race and caste "
        "+ 8 for majorities (3 Otter, 5 Cat)",
    ]


@pytest.mark.parametrize(("hand", "tie", "gold", "lines"), [
    ("dog.W2", "shared", 2, []),
    ("dog.N1", "shared", 1, ["Still equal: seat 1 and seat 2 share the win."]),
    ("dog.N1", "random", 1, ["Still equal: seat 1 and seat 2 drew lots for the win."]),
])  # fmt: skip
def test_what_parts_equal_scores(hand, tie, gold, lines):
    rows = tied(["dog.W1"], [hand], tie=tie)
    rows["seat"] = np.arange(3)
    words = [f"Equal with 6 VP, so the gold in hand counts: seat 1 1, seat 2 {gold}.", *lines]
    assert describe.result(rules(tie=tie), rows)[-len(words) :] == words


def test_gold_parts_the_others_too():
    rows = tied(["dog.W1"], ["dog.W2"])
    rows["seat"], rows["score"][2] = np.arange(3), 30
    assert describe.result(rules(), rows)[-1] == "Equal with 6 VP, so the gold in hand counts: seat 1 1, seat 2 2."
    rows["hand_gold"] = 0
    assert not any(line.startswith("Still") for line in describe.result(rules(), rows)), "only the win is told of"


# Whole games

SWITCHES = {
    2: {"two_player": "variant2", "mercenaries": "true", "energy_stone": "true"},
    3: {"mercenaries": "true", "cloak_source": "hand"},
    4: {"energy_stone": "true", "unknown_c": "true"},
    5: {"mercenaries": "true", "moneybag": "either_or", "tent_payment": "many_cards"},
}
UNREADABLE = re.compile(r"(?<!\d)-\d|[a-z]_[a-z]|None|nan|np\.|\[|<|\bcode\b")


def replayed(players, deal, **switches):
    lineup = load_lineup("watchmen", players, "random")
    return Game(SPEC, rules(**switches), lineup, seed=5, deal=deal, rotation=0)


@pytest.mark.parametrize("players", SPEC.player_counts())
def test_a_whole_game_is_readable(players):
    told = text(lambda: replayed(players, 2, **SWITCHES[players]))
    lines = "".join(piece for piece, _ in told).splitlines()
    assert [line for line in lines if UNREADABLE.search(line)] == []
    assert lines[0].startswith(f"Watchmen of Destiny, {players} players")
    assert sum(bool(re.match(r"   seat \d: .* VP, place \d", line)) for line in lines) == players


@pytest.mark.skipif(JIT_DISABLED, reason="plays more games than plain Python can")
@pytest.mark.parametrize("players", SPEC.player_counts())
def test_events_account_for_every_hand_and_round(players):
    """Draws told add up to the cards drawn, Ninjas to the cards stolen, rounds to the rounds played."""
    match = replayed(players, 4)
    lines = [line for step in steps(match) for line in describe.events(match.ruleset, step.before, step.after)]
    rows = match.rows()
    for seat in range(players):
        drawn = [int(found[1]) for line in lines if (found := re.match(rf"seat {seat + 1} draws (\d+) card", line))]
        assert sum(drawn) == rows[seat]["cards_drawn"]
        assert sum(line.startswith(f"Ninja! seat {seat + 1} ") for line in lines) == rows[seat]["actions_used"][4]
    over = [line for line in lines if " is over; VP by now: " in line]
    assert len(over) == rows[0]["rounds"]
    standing = ", ".join(f"seat {seat + 1} {rows[seat]['score']}" for seat in range(players))
    assert over[-1].endswith(standing)
    assert sum(line.startswith("the deck runs out") for line in lines) == rows[0]["refills"]
