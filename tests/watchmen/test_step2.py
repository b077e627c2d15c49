"""Step 2 of a turn: tents, hiring, special actions, Ninjas."""

import pytest

from tests.watchmen.table import Table, card


def opened(players=3, **switches):
    """A table with empty hands whose seat 0 is in step 2 with an item of two actions."""
    table = Table(players=players, races="owl,rabbit,cat,dog", **switches)
    table.clear()
    return table


def at_turn(table, *hand, item="shield"):
    """Seat 0 in step 2 with exactly these cards."""
    table.give_items(0, item)
    table.to_turn(item)
    table.empty_hand(0)
    table.deal(0, *hand)
    return table


# 2a


def test_tents__one_card_buys_up_to_its_gold():
    """2a: a card of 3 gold may buy 1, 2 or 3 tents."""
    table = at_turn(opened(), "owl.H2", "owl.W1")
    assert [n for n in (1, 2, 3, 4) if table.may("tent", card("owl.H2"), n)] == [1, 2, 3]
    assert [n for n in (1, 2) if table.may("tent", card("owl.W1"), n)] == [1]
    table.buy_tent("owl.H2", 2)
    assert table.public["tents"][0] == 2
    assert table.pile() == ["owl.H2"]
    assert table.hand(0) == ["owl.W1"]


def test_tents__at_most_seven():
    """2a: at most 7 tents, whatever the card could pay."""
    table = at_turn(opened(), "owl.H2", "owl.H3", "owl.M2", "cat.H2")
    for name in ("owl.H2", "owl.H3"):
        table.buy_tent(name, 3)
    assert [n for n in (1, 2, 3) if table.may("tent", card("owl.M2"), n)] == [1]
    table.buy_tent("owl.M2", 1)
    assert not table.may("tent")


def test_tents__many_cards_by_switch():
    """Ruling C2, second reading: several cards for as many tents as one likes."""
    table = at_turn(opened(tent_payment="many_cards"), "owl.H2", "owl.W1", "cat.W1")
    table.choose("tent", -1, 4)
    assert table.decision == "pay"
    table.choose("choose", card("owl.H2"))
    assert not table.may("pass"), "3 of 4 gold paid"
    table.choose("choose", card("cat.W1"))
    table.choose("pass")
    assert table.public["tents"][0] == 4
    assert table.pile() == ["owl.H2", "cat.W1"]


# 2b


def test_hire__needs_a_free_tent():
    """2b: a Watchman moves into an empty tent."""
    table = at_turn(opened(), "owl.M2", "owl.H2", "owl.H3")
    assert not table.may("hire")
    table.buy_tent("owl.H3")
    assert table.may("hire", card("owl.M2"))


def test_hire__other_cards_must_cover_the_price():
    """2b: the other cards in hand must show at least the price; the hired card pays nothing."""
    table = at_turn(opened(), "owl.W1", "owl.H2", "owl.A1")
    table.public["tents"][0] = 1
    assert not table.may("hire", card("owl.W1")), "3 + 2 gold for a price of 6"
    assert table.may("hire", card("owl.H2")) is False, "1 + 2 gold for a price of 4"
    table.deal(0, "cat.W1")
    assert table.may("hire", card("owl.W1")), "3 + 2 + 1 gold for a price of 6"


def test_hire__payment_in_the_payers_order_and_overpaying_is_lost():
    """2b and 2c Ninja 1: the payer orders the discards; spare gold buys nothing."""
    table = at_turn(opened(), "owl.M1", "owl.H2", "owl.A1", "cat.W1")
    table.public["tents"][0] = 1
    table.choose("hire", card("owl.M1"))
    table.choose("choose", card("owl.A1"))
    table.choose("choose", card("owl.H2"))
    assert table.public["paid"] == 5
    table.choose("pass")
    assert table.pile() == ["owl.A1", "owl.H2"]
    assert table.public["tents"][0] == 1, "no tent from the spare gold"
    row = table.rows()[0]
    assert (row["gold_paid"], row["gold_over"]) == (5, 1)


def test_hire__once_a_turn():
    """2b: one Watchman a turn."""
    table = at_turn(opened(), "owl.M2", "cat.M2", "owl.H2", "owl.H3", "cat.H2")
    table.public["tents"][0] = 2
    table.hire("owl.M2", "owl.H2")
    assert not table.may("hire")


def test_hire__actions_of_the_card_stick_out_of_the_tent():
    """2b: as many circles as the card has special actions."""
    table = at_turn(opened(), "owl.H3", "cat.H2")
    table.public["tents"][0] = 1
    table.hire("owl.H3", "cat.H2")
    assert table.left(0) == [3]


# 2c


def test_actions__limited_by_the_item():
    """2c: at most as many special actions as the item shows; exhausted Watchmen may not act."""
    table = opened()
    table.hired(0, "owl.H3", "cat.H1")
    at_turn(table, item="shield")
    table.choose("act", 1)
    assert not table.may("act", 1), "the Cat Hunter is exhausted"
    table.choose("act", 0)
    assert not table.may("act"), "two actions on the Shield"


def test_actions__warriors_have_none():
    table = opened()
    table.hired(0, "owl.W1", "cat.N1")
    at_turn(table, item="shield")
    assert not table.may("act"), "Warriors never act, Ninjas not in their own turn"


def test_hunter__coins_alone_buy_tents_or_a_watchman_and_call_no_ninja():
    """Clarifications, Hunter: no card need be played. Ruling C3: uses add up."""
    table = opened()
    table.hired(0, "owl.H3")
    table.hired(1, "dog.N1")
    at_turn(table, "cat.M2", item="shield")
    table.choose("act", 0)
    assert [n for n in (1, 2, 3) if table.may("tent", -1, n)] == [1, 2]
    table.choose("tent", -1, 1)
    assert (table.decision, table.seat) == ("turn", 0), "nothing discarded, so nobody may call"
    assert table.public["coins"] == 0, "what is left of the coins is lost"
    assert table.public["tents"][0] == 2


def test_hunter__two_uses_and_a_card_in_one_purchase():
    table = opened()
    table.hired(0, "owl.H3")
    table.public["tents"][0] = 2
    at_turn(table, "cat.W1", "dog.W2", item="shield")
    table.choose("act", 0)
    table.choose("act", 0)
    assert table.public["coins"] == 4
    assert table.may("hire", card("cat.W1")), "4 coins and 2 gold for a price of 6"
    table.hire("cat.W1", "dog.W2")
    assert table.army(0) == ["owl.H3", "cat.W1"]


def test_hunter__coins_are_gone_at_the_end_of_the_turn():
    table = opened()
    table.hired(0, "owl.H3")
    at_turn(table, item="shield")
    table.choose("act", 0)
    table.end_turn()
    assert table.public["coins"] == 0


def test_mage__draws_two_and_lays_one_of_the_hand_on_the_pile():
    """2c Mage: the card laid need not be one of those drawn."""
    table = opened()
    table.hired(0, "owl.M2")
    at_turn(table, "cat.W3", item="shield")
    table.discard("dog.W1", "dog.W2", "dog.W3")
    table.choose("act", 0)
    assert table.decision == "mage"
    assert table.hand(0) == ["cat.W3", "dog.W2", "dog.W3"]
    table.choose("choose", card("cat.W3"))
    assert table.pile() == ["dog.W1", "cat.W3"]
    assert table.left(0) == [1]


@pytest.mark.parametrize(("discards", "offered"), [((), False), (("dog.W1",), True)])
def test_mage__needs_a_pile(discards, offered):
    """Ruling D5: not offered without discards; with one, draws it and still lays one."""
    table = opened()
    table.hired(0, "owl.M2")
    at_turn(table, item="shield")
    table.discard(*discards)
    assert table.may("act", 0) is offered


def test_assassin__takes_one_of_five_and_orders_the_rest():
    """2c Assassin."""
    table = opened()
    table.hired(0, "owl.A2")
    at_turn(table, item="shield")
    table.top("cat.W1", "cat.W2", "cat.W3", "cat.A1", "cat.A2")
    table.choose("act", 0)
    table.choose("choose", card("cat.W3"))
    for name in ("cat.A1", "cat.W1", "cat.A2"):
        assert table.decision == "return"
        table.choose("choose", card(name))
    assert table.hand(0) == ["cat.W3"]
    assert table.deck()[-4:] == ["cat.A1", "cat.W1", "cat.A2", "cat.W2"], "the last laid is the top"


# Ninjas


def ninjas(**switches):
    """Seat 0 may pay; seats 1 and 2 have a Ninja each."""
    table = opened(**switches)
    table.hired(1, "dog.N2")
    table.hired(2, "rabbit.N1")
    return at_turn(table, "owl.H2", "owl.W1", "cat.H2", "cat.M2")


def test_ninja__all_are_asked_before_a_call_counts():
    """Ruling D1: calls are simultaneous."""
    table = ninjas()
    table.buy_tent("owl.H2")
    assert (table.decision, table.seat) == ("ninja", 1)
    table.choose("use", 0)
    assert table.pile() == ["owl.H2"], "not settled before seat 2 has answered"
    assert (table.decision, table.seat) == ("ninja", 2)
    table.choose("pass")
    assert table.hand(1) == ["owl.H2"]
    assert table.left(1) == [1]
    assert (table.decision, table.seat) == ("turn", 0)


@pytest.mark.parametrize(("order", "winner"), [("clockwise", 1), ("reverse", 2)])
def test_ninja__order_of_simultaneous_calls_by_switch(order, winner):
    table = ninjas(ninja_order=order)
    table.buy_tent("owl.H2")
    table.choose("use", 0)
    table.choose("use", 0)
    assert table.hand(winner) == ["owl.H2"]
    assert table.hand(3 - winner) == []


def test_ninja__may_dig_into_the_whole_pile():
    """2c Ninja and ruling D2: the action may be repeated, also for older discards."""
    table = ninjas()
    table.discard("rabbit.W1")
    table.buy_tent("owl.H2")
    table.choose("use", 0)
    table.choose("pass")
    assert (table.decision, table.seat) == ("ninja", 1), "the Ninja has another action"
    table.choose("use", 0)
    table.choose("pass")
    assert table.hand(1) == ["owl.H2", "rabbit.W1"]


def test_ninja__only_this_payment_by_switch():
    table = ninjas(ninja_depth="payment_only")
    table.discard("rabbit.W1")
    table.buy_tent("owl.H2")
    table.choose("use", 0)
    table.choose("pass")
    assert (table.decision, table.seat) == ("turn", 0)
    assert table.pile() == ["rabbit.W1"]


def test_ninja__takes_the_card_laid_last():
    table = ninjas()
    table.public["tents"][0] = 1
    table.hire("cat.M2", "cat.H2")
    table.choose("pass")
    table.choose("use", 0)
    assert table.hand(2) == ["cat.H2"]


def test_ninja__does_not_count_towards_the_item_and_not_in_the_own_turn():
    """2c Ninja 2."""
    table = ninjas()
    table.buy_tent("owl.H2")
    table.choose("use", 0)
    table.choose("pass")
    assert table.public["actions_left"] == 2
    assert table.seat == 0


def test_ninja__an_exhausted_one_is_not_asked():
    table = opened()
    table.hired(1, "dog.N2", left=0)
    at_turn(table, "owl.H2")
    table.buy_tent("owl.H2")
    assert (table.decision, table.seat) == ("turn", 0)
