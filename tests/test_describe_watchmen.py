"""Watchmen of Destiny in words: decisions, options and the table, with the events of items, hires and mercenaries."""

from dataclasses import replace

import pytest

from simcore.contract import OPTION
from simcore.games.watchmen import describe, naming
from simcore.games.watchmen.state import D_GIVE, DECISIONS, K_PASS, K_USE
from simcore.plain import records
from tests.watchmen.table import Table, card
from tests.watchmen.telling import asked, offered, seen, told
from tests.watchmen.test_rounds import mercenary
from tests.watchmen.test_step1 import opened

# The rulebook's example of a turn: items, special actions, purchases and a Ninja


def example():
    table = Table(players=3, races="owl,rabbit,cat,dog")
    table.clear()
    table.hired(0, "owl.A1")
    table.hired(1, "dog.N1")
    table.deal(0, "owl.H1", "cat.H2")
    table.top("rabbit.W1", "owl.W1", "owl.M1", "cat.W1", "dog.W3", "cat.M1")
    table.give_items(0, "spook", "shield")
    return table


def test_example_of_a_turn__step_1():
    table = example()
    assert asked(table) == "round 1, which item to play"
    assert "play the Spook (draws 1, 2 actions)" in offered(table)
    assert told(table, "play", "spook") == []
    table.deal(2, "dog.W2")
    assert asked(table) == "round 1, whether and how to use the Spook"
    assert offered(table) == ["leave the effect", "make seat 3 discard 1 random card of 1"]
    assert told(table, "choose", "pass") == [
        "seat 1 draws 1 card, unseen by the others: Rabbit Warrior W1 (price 6, gold 1)"
    ]


def test_example_of_a_turn__assassin():
    table = example()
    table.to_turn("spook")
    assert asked(table) == "round 1, what to do in step 2"
    assert "Owl Assassin A1 looks at the top 5 of the deck and keeps one" in offered(table)
    assert told(table, "choose", "act", 0) == []
    assert asked(table) == "round 1, which of the cards looked at to keep"
    assert offered(table)[0] == "take Owl Warrior W1 (price 6, gold 1)"
    looking = [line for line in seen(table) if line.startswith("you look at, the top first: Owl Warrior W1")]
    assert len(looking) == 1
    assert not any(line.startswith("you look at") for line in seen(table, 1)), "the others do not"
    table.choose("choose", card("owl.M1"))
    assert asked(table) == "round 1, which card to lay back on the deck next, the last on top"
    assert offered(table)[-1] == "lay back Cat Mage M1 (price 4, gold 2, 1 action)"


def test_example_of_a_turn__purchases_and_ninja():
    table = example()
    table.to_turn("spook")
    assert "buy 1 tent for Owl Hunter H1 (1 gold)" in offered(table)
    table.buy_tent("owl.H1")
    assert asked(table) == "round 1, whether to call Ninja on Owl Hunter H1 (price 5, gold 1, 1 action)"
    assert offered(table) == ["stay silent", "call Ninja with Dog Ninja N1 (1 of 1 left)"]
    assert told(table, "choose", "pass") == []
    table.deal(0, "owl.M1")
    assert "hire Owl Mage M1 for 4 gold" in offered(table)
    table.choose("hire", card("owl.M1"))
    assert asked(table) == "round 1, how to pay 4 gold for Owl Mage M1: 0 paid"
    assert "lay Cat Hunter H2 (3 gold)" in offered(table)
    table.choose("choose", card("cat.H2"))
    table.choose("choose", card("rabbit.W1"))
    assert told(table, "choose", "use", 0) == ["Ninja! seat 2 takes Rabbit Warrior W1 (price 6, gold 1) off the pile"]
    assert "Owl Mage M1 takes the top 2 of the pile, one card goes back" in offered(table)
    assert told(table, "choose", "act", 1) == [
        "seat 1 takes off the pile: "
        "Cat Hunter H2 (price 4, gold 3, 2 actions), Owl Hunter H1 (price 5, gold 1, 1 action)"
    ]
    assert asked(table) == "round 1, which card to discard after the Mage's draw"
    assert "discard Owl Hunter H1 (price 5, gold 1, 1 action)" in offered(table)


def test_coins_and_overpaying():
    table = opened("unknown_b")
    table.hired(0, "owl.H3")
    table.public["tents"][0] = 3
    table.deal(0, "cat.M2", "dog.M2")
    table.to_turn("unknown_b", use=True)
    table.empty_hand(0)
    table.deal(0, "cat.M2", "dog.M2")
    assert "Owl Hunter H3 gets 2 coins" in offered(table)
    table.choose("act", 0)
    assert "left of the turn: 0 special actions, 1 hire, 2 coins, 2 gold off the hire" in seen(table)
    words = offered(table)
    assert "buy 2 tents for 2 coins" in words
    assert "buy 4 tents for Cat Mage M2 (3 gold) and 2 coins" in words
    assert "hire Cat Mage M2 for 1 gold instead of 3" in words
    table.choose("hire", card("cat.M2"))
    assert offered(table) == ["done paying, 1 gold too much", "lay Dog Mage M2 (3 gold)"]


def test_several_cards_for_tents():
    table = Table(players=3, tent_payment="many_cards")
    while table.decision != "turn":
        table.choose({0: "pass", 1: "choose", 2: "use"}[table.options()[0][0]], *table.options()[0][1:])
    assert "buy 1 tent" in offered(table)
    table.choose("tent", -1, 2)
    assert asked(table) == "round 1, how to pay 2 gold for 2 tents: 0 paid"


def test_calls_of_two_ninjas():
    table = opened("shield", ninja_order="clockwise")
    table.hired(1, "dog.N2")
    table.hired(2, "rabbit.N1")
    table.deal(0, "owl.H2")
    table.to_turn("shield")
    table.buy_tent("owl.H2")
    assert told(table, "choose", "use", 0) == []
    stolen = "takes Owl Hunter H2 (price 4, gold 3, 2 actions) off the pile"
    assert told(table, "choose", "use", 0) == [f"Ninja! seat 2 {stolen}"]
    table = opened("shield", ninja_order="reverse")
    table.hired(1, "dog.N2")
    table.hired(2, "rabbit.N1")
    table.deal(0, "owl.H2")
    table.to_turn("shield")
    table.buy_tent("owl.H2")
    table.choose("use", 0)
    assert told(table, "choose", "use", 0) == [f"Ninja! seat 3 {stolen}, before seat 2"]


# Items


def test_letter():
    table = opened("letter")
    table.deal(0, "owl.W1")
    table.deal(1, "dog.W1")
    table.play("letter")
    assert offered(table) == ["leave the effect", "take a random card of seat 2, who has 1, and give one back"]
    assert told(table, "choose", "use", 1) == [
        "seat 1 takes from seat 2 by chance, unseen by the others: Dog Warrior W1 (price 6, gold 1)"
    ]
    assert asked(table) == "round 1, which card to give to seat 2 in return"
    assert "give Owl Warrior W1 (price 6, gold 1)" in offered(table)
    lines = told(table, "choose", "choose", card("owl.W1"))
    assert len(lines) == 1
    assert lines[0].startswith("seat 1 draws 2 cards, unseen by the others: ")


def test_spook_and_shield():
    table = opened("spook")
    table.give_items(1, "shield")
    table.deal(1, "dog.W1")
    table.play("spook")
    table.choose("use", 1)
    assert asked(table) == "round 1, whether to stop the Spook of seat 1 with the Shield"
    assert offered(table) == ["keep the Shield and be hit", "put the Shield down"]
    assert told(table, "choose", "pass")[:2] == [
        "the Spook hits seat 2",
        "seat 2 discards by chance: Dog Warrior W1 (price 6, gold 1)",
    ]


def test_shield_as_an_answer():
    table = opened("poison")
    table.give_items(1, "shield")
    table.play("poison")
    assert asked(table) == "round 1, how to use the Poison"
    assert offered(table) == ["poison seat 2", "poison seat 3"]
    table.choose("use", 1)
    lines = told(table, "choose", "use")
    assert lines[0] == "seat 2 stops the Poison; the Shield is its item of this round"
    assert any(
        line.startswith("seat 2: 0 VP, 0 cards, 0 empty tents, Shield face up, immune; ") for line in seen(table)
    )
    lines = told(table, "choose", "pass")
    assert lines[0] == "seat 2 begins its turn with the Shield already face up"
    assert lines[1].startswith("seat 2 draws 2 cards")


def test_poison_is_shown():
    table = opened("poison")
    table.play("poison")
    table.choose("use", 2)
    assert "seat 3: 0 VP, 0 cards, 0 empty tents, poisoned; army: none" in seen(table)


def test_cloak():
    table = opened("cloak")
    table.hired(0, "owl.A2", left=1)
    table.hired(1, "dog.A1")
    table.play("cloak")
    assert offered(table)[1:] == ["give Owl Assassin A2 (price 4) for seat 2's Dog Assassin A1 (price 5)"]
    table = opened("cloak", cloak_source="hand")
    table.deal(0, "owl.A2")
    table.hired(1, "dog.A1")
    table.play("cloak")
    assert offered(table)[1:] == ["give Owl Assassin A2 (price 4) from the hand for seat 2's Dog Assassin A1 (price 5)"]
    lines = told(table, "choose", "use", card("owl.A2"), 1, 0)
    assert len(lines) == 1, "nothing by chance but the draw"
    assert lines[0].startswith("seat 1 draws 2 cards")


def test_target():
    table = opened("target", players=5)
    table.top("cat.W1", "dog.W1", "cat.W2")
    table.play("target")
    assert "look for an Otter among the top 3 cards" in offered(table)
    assert "look for a Cat among the top 3 cards" in offered(table)
    before = table.state.copy()
    table.choose("use", 5)
    assert describe.events(table.ruleset, before, table.state) == []
    assert asked(table) == "round 1, which Cat card to take"
    table.states[0] = before
    assert told(table, "choose", "use", 1) == ["no Otter among the 3 cards looked at"]


@pytest.mark.parametrize(("name", "players", "words"), [
    ("anvil", 5, ["give up this turn's hire"]),
    ("moneybag", 3, ["leave the effect", "hire up to 2, 2 free tents with the first"]),
    ("unknown_b", 3, ["leave the effect", "hire for 2 gold less"]),
    ("unknown_a", 3, ["leave the effect", "restore 1 action of Owl Hunter H3 (1 of 3 left)"]),
])  # fmt: skip
def test_effects_on_oneself(name, players, words):
    table = opened(name, players=players)
    table.hired(0, "owl.H3", left=1)
    table.play(name)
    assert offered(table) == words


@pytest.mark.parametrize(("reading", "words"), [
    ("per_game", ["hire up to 2, 2 free tents with the first of the game"]),
    ("either_or", ["2 free tents with the hire", "hire up to 2"]),
])  # fmt: skip
def test_moneybag_by_switch(reading, words):
    table = opened("moneybag", moneybag=reading)
    table.play("moneybag")
    assert offered(table) == ["leave the effect", *words]


def test_free_tents():
    table = opened("moneybag")
    table.public["tents"][0] = 1
    table.deal(0, "owl.M2", "owl.H2")
    table.play("moneybag")
    table.choose("use", 0)
    assert "left of the turn: 1 special action, 2 hires, 2 free tents" in seen(table)
    assert told(table, "hire", "owl.M2", "owl.H2") == ["seat 1 gets 2 free tents"]


def test_energy_stone():
    table = Table(players=3, races="owl,rabbit,cat,dog", energy_stone=True)
    table.clear()
    table.give_items(0, "energy_stone")
    table.hired(0, "owl.H3", left=1)
    table.play("energy_stone")
    assert "everybody may restore one of the Hunters" in offered(table)
    table.choose("use", 3)
    assert asked(table) == "round 1, which of the own Hunters to restore"
    assert offered(table) == ["restore nothing", "restore Owl Hunter H3 (1 of 3 left)"]


# Mercenaries


def test_mercenaries_that_draw_and_take():
    table = mercenary("draw_cards")
    assert "use the Rabbit mercenary: draw 2 cards" in offered(table)
    assert "buy 1 tent for Rabbit mercenary (1 gold)" in offered(table)
    table.top("cat.W1", "cat.W2")
    assert told(table, "choose", "mercenary", card("merc.draw_cards")) == [
        "seat 1 draws 2 cards, unseen by the others: Cat Warrior W1 (price 6, gold 1), Cat Warrior W2 (price 5, gold 2)"
    ]
    table = mercenary("steal_random_card")
    table.deal(2, "dog.W1")
    assert "use the Cat mercenary: take 1 random card of seat 3" in offered(table)
    assert told(table, "choose", "mercenary", card("merc.steal_random_card"), 2) == [
        "seat 1 takes from seat 3 by chance, unseen by the others: Dog Warrior W1 (price 6, gold 1)"
    ]


def test_mercenary_that_hires():
    table = mercenary("discount_hire")
    table.public["tents"][0] = 2
    table.deal(0, "owl.M1", "owl.W1")
    assert "hire Owl Mage M1 for 1 gold instead of 4 by the Dog mercenary" in offered(table)


def test_mercenary_that_makes_all_discard():
    table = mercenary("all_discard_one")
    table.deal(2, "dog.W1")
    assert "use the Otter mercenary: everybody discards a card" in offered(table)
    assert told(table, "choose", "mercenary", card("merc.all_discard_one")) == []
    assert asked(table) == "round 1, which card to discard to the mercenary of seat 1"
    assert offered(table) == ["discard Dog Warrior W1 (price 6, gold 1)"]
    assert told(table, "choose", "choose", card("dog.W1")) == []


def test_mercenary_that_makes_gold():
    table = mercenary("actions_to_gold", owl_gold_per_action=2)
    table.hired(0, "owl.H3", "cat.W1")
    assert "use the Owl mercenary: turn actions into gold" in offered(table)
    assert "your hand, 1 card with 0 gold: Owl mercenary (gold 0)" in seen(table)
    table.choose("mercenary", card("merc.actions_to_gold"))
    assert asked(table) == "round 1, which Watchman's action to turn into gold"
    table.choose("choose", 0)
    assert offered(table) == ["turn no more into gold", "turn an action of Owl Hunter H3 (2 of 3 left) into 2 gold"]


# The table


def test_the_table_shows_what_the_seat_sees_and_no_more():
    table = example()
    table.hired(0, "owl.W1", "owl.N1")
    table.discard("dog.M1", "dog.M2", "dog.H1")
    table.deal(2, "dog.W2")
    assert seen(table)[0] == "round 1: turn of seat 1; Necklace with seat 1"
    assert seen(table)[1] == (
        "your hand, 2 cards with 4 gold: Owl Hunter H1 (price 5, gold 1, 1 action), "
        "Cat Hunter H2 (price 4, gold 3, 2 actions)"
    )
    assert seen(table)[3:] == [
        "seat 1 (you): 21 VP (3 by majority), 2 cards, 0 empty tents; "
        "army: Owl Assassin A1 (1 of 1), Owl Warrior W1, Owl Ninja N1 (1 of 1)",
        "seat 2: 7 VP (1 by majority), 0 cards, 0 empty tents; army: Dog Ninja N1 (1 of 1)",
        "seat 3: 0 VP, 1 card, 0 empty tents; army: none",
        "races by army: Rabbit none, Owl 3-0-0 (3 to seat 1), Dog 0-1-0 (1 to seat 2), Cat none",
        "deck 38, pile 3, on top "
        "Dog Hunter H1 (price 5, gold 1, 1 action) over Dog Mage M2 (price 3, gold 3, 2 actions)",
    ]
    assert "your hand, 0 cards with 0 gold" in seen(table, 1)
    for seat in range(3):
        assert sum("Dog Warrior W2" in line for line in seen(table, seat)) == (seat == 2)


# Codes without a name


def test_codes_without_a_name_are_refused():
    table = opened("letter")
    for number in (-1, 13):
        with pytest.raises(ValueError, match=f"item {number} has no name; expected 0 to 12"):
            naming.item_name(table.ruleset, number)
    with pytest.raises(ValueError, match="card -1 has no name"):
        naming.printed(table.ruleset, -1)
    with pytest.raises(ValueError, match="seat 3 has no name"):
        naming.who(table.public, 3)
    table.public["decision"] = len(DECISIONS)
    with pytest.raises(ValueError, match="decision 14 has no name"):
        asked(table)


def test_options_out_of_place_are_refused():
    table = opened("letter")
    option = records(1, OPTION)
    for decision, kind in [(DECISIONS.index("turn"), K_USE), (D_GIVE, K_PASS), (DECISIONS.index("mage"), K_PASS)]:
        table.public["decision"], option["kind"] = decision, kind
        with pytest.raises(ValueError, match=r"no place in step 2|cannot be declined"):
            describe.option(table.ruleset, table.state, option[0])
    table.hired(0, "owl.W1", left=1)
    table.public["decision"], option["kind"], option["a"] = DECISIONS.index("turn"), 5, 0
    with pytest.raises(ValueError, match="a warrior has no special action"):
        describe.option(table.ruleset, table.state, option[0])


def test_a_card_no_race_has_is_refused():
    """A set of 11 cards a race leaves number 11, the 12th Rabbit, without a card."""
    full = Table().ruleset
    data = full.data
    short = {name: values for name, values in data["template"]["T1"].items() if name != "N2"}
    few = replace(full, data={**data, "template": {**data["template"], "T1": short}}, digest="eleven")
    assert naming.printed(few, 10).label == "Rabbit Ninja N1"
    with pytest.raises(ValueError, match="card 11 is in no race's set"):
        naming.printed(few, 11)
