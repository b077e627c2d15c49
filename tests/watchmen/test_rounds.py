"""Setup, rounds, the item draft, two players, the end and the score."""

import numpy as np
import pytest

from tests.sizes import sized
from tests.watchmen.table import Table, card, item, name_of

# Setup


@pytest.mark.parametrize(("players", "races", "deck"), [(2, 3, 36), (3, 4, 48), (4, 5, 60), (5, 6, 72)])
def test_setup__races_and_deck_by_player_count(players, races, deck):
    """Setup 1: players + 1 races of 12 cards."""
    table = Table(players=players)
    assert table.public["race_in"].sum() == races
    hands = sum(int(n) for n in table.public["hand_count"])
    assert table.public["deck_count"] + hands == deck


def test_setup__races_drawn_by_chance_are_all_equally_likely():
    """Setup 1: 2,000 deals with two players, 3 of 6 races each; false alarm below 1 in 10,000."""
    deals = sized(2000, 200)
    seen = sum(np.array(Table(players=2, seed=seed).public["race_in"], int) for seed in range(deals))
    assert abs(seen - deals / 2).max() < 4.5 * np.sqrt(deals * 0.25)


@pytest.mark.parametrize(("players", "items"), [(2, 3), (3, 3), (4, 2), (5, 2)])
def test_setup__items_dealt(players, items):
    """Setup 4 and 5: the Necklace to the first player, 3 or 2 more to everybody."""
    table = Table(players=players)
    assert [len(table.items(seat)) for seat in range(players)] == [items] * players
    assert table.public["necklace"] == (0 if players > 2 else -1)


# Deck


def test_deck__empty_keeps_the_top_five_discards():
    """Ruling A1, default: when a card is needed and the deck is empty."""
    table = Table(players=4)
    table.clear()
    names = [name_of(int(c)) for c in table.state["hidden"]["deck"][: table.public["deck_count"]]]
    table.discard(*names)
    table.to_turn("moneybag") if "moneybag" in table.items(0) else table.play(table.items(0)[0])
    if table.decision == "effect":
        table.choose("pass") if table.may("pass") else table.choose("use", 1)
    assert table.pile() == names[-5:]
    assert table.public["deck_count"] + table.public["hand_count"][0] == 55
    assert table.rows()[0]["refills"] == 1


def test_deck__at_five_left_the_discards_go_under_them():
    """Ruling A1, second reading."""
    table = Table(players=4, deck_out="at_5_left")
    table.clear()
    names = [name_of(int(c)) for c in table.state["hidden"]["deck"][: table.public["deck_count"]]]
    top = names[-5:]
    table.discard(*names[:-5])
    table.give_items(0, "moneybag")
    table.to_turn("moneybag")
    assert table.pile() == []
    assert table.hand(0) == sorted(top[-2:])
    assert table.deck()[-3:] == top[:3]


def test_deck__nothing_left_draws_what_there_is():
    """Ruling A3."""
    table = Table(players=4)
    table.clear()
    names = [name_of(int(c)) for c in table.state["hidden"]["deck"][: table.public["deck_count"]]]
    table.deal(3, *names[1:])
    table.give_items(0, "moneybag")
    table.to_turn("moneybag")
    assert table.hand(0) == [names[0]]
    assert table.rows()[0]["dry"] == 1


# End of each round


def at_draft(players=3, **switches):
    """A table at the draft; seat s has played items[s]."""
    table = Table(players=players, **switches)
    played = []
    while table.decision != "draft":
        if table.decision == "item":
            played.append(table.options()[0][1])
            table.choose("choose", played[-1])
        elif table.decision == "effect" and not table.may("pass"):
            table.choose("use", table.options()[0][1])
        else:
            table.choose("pass")
    return table, played


NECKLACE = item("necklace")


def offered(table):
    return sorted(option[1] for option in table.options())


def test_draft__necklace_holder_first_not_the_own_item_nor_the_necklace():
    """End of each round; ruling E2: the holder may not take the Necklace."""
    table, played = at_draft()
    assert table.seat == 0
    assert offered(table) == sorted(played[1:])


def test_draft__clockwise_and_not_the_own_item():
    """Ruling E1, default: nobody takes back the own item while another is left."""
    table, played = at_draft()
    table.choose("choose", played[2])
    assert table.seat == 1
    assert offered(table) == sorted([NECKLACE, played[0]])


def test_draft__own_item_only_as_the_last():
    table, played = at_draft()
    table.choose("choose", played[1])
    table.choose("choose", played[0])
    assert table.seat == 2
    assert offered(table) == sorted([NECKLACE, played[2]])


def test_draft__own_item_by_switch():
    """Ruling E1, second reading: only the holder of the Necklace is banned."""
    table, played = at_draft(own_item="first_only")
    assert offered(table) == sorted(played[1:])
    table.choose("choose", played[2])
    assert offered(table) == sorted([NECKLACE, played[0], played[1]])


def test_draft__necklace_taker_waits_for_the_last_item_and_starts():
    """End of each round: waits until all have chosen, takes the last, starts the next round."""
    table, played = at_draft()
    table.choose("choose", played[1])
    table.choose("choose", NECKLACE)
    assert table.seat == 2
    assert NECKLACE not in offered(table)
    assert offered(table) == [played[0]]
    table.choose("choose", played[0])
    assert table.public["necklace"] == 1
    assert table.public["starter"] == 1
    assert (table.decision, table.seat) == ("item", 1)
    assert table.state["private"][1]["items"][played[2]] == 1
    assert table.public["round"] == 2


def test_draft__unwanted_the_necklace_stays():
    table, played = at_draft()
    for taken in (played[1], played[0], played[2]):
        table.choose("choose", taken)
    assert table.public["starter"] == 0
    assert (table.decision, table.seat) == ("item", 0)


def test_draft__holder_may_wait_by_switch():
    """Ruling E2, second reading."""
    table, _ = at_draft(holder_necklace="allowed")
    assert NECKLACE in offered(table)


def test_draft__everybody_holds_as_many_items_as_before():
    table, played = at_draft(players=5)
    for taken in (played[1], played[0], NECKLACE, played[2], played[3]):
        table.choose("choose", taken)
    assert [len(table.items(seat)) for seat in range(5)] == [2] * 5


# Two players


def pass_turn(table):
    """Play the first usable item and end the turn."""
    while True:
        if table.decision == "turn":
            table.choose("pass")
            return
        option = table.options()[0]
        kind = {0: "pass", 1: "choose", 2: "use"}[option[0]]
        table.choose(kind, option[1])


def test_two_players__swapped_items_rest_one_round():
    """Special Rules for 2 Players, variant 1 (ruling F2): two usable, one resting."""
    table = Table(players=2)
    first, second = table.options()[0][1], None
    pass_turn(table)
    second = table.options()[0][1]
    pass_turn(table)
    assert table.public["round"] == 2
    assert (table.state["private"][0]["items"][second], table.state["private"][1]["items"][first]) == (2, 2)
    assert len(table.options()) == 2
    assert table.seat == 1, "the players alternate as the first"
    pass_turn(table)
    pass_turn(table)
    assert table.state["private"][0]["items"][second] == 1, "it has recharged"
    assert (table.public["round"], table.seat) == (3, 0)


def test_two_players__no_necklace():
    table = Table(players=2)
    assert table.public["necklace"] == -1
    pass_turn(table)
    pass_turn(table)
    assert table.decision == "item", "no draft"


@pytest.mark.parametrize(("switches", "value"), [
    ({"two_player": "plain_swap"}, 1),
    ({"two_player": "variant2"}, 1),
    ({"two_player": "variant2", "variant2_item_rest": True}, 2),
])  # fmt: skip
def test_two_players__swap_without_rest_by_switch(switches, value):
    table = Table(players=2, **switches)
    first = table.options()[0][1]
    pass_turn(table)
    pass_turn(table)
    assert table.state["private"][1]["items"][first] == value


def test_variant2__the_imaginary_player_follows_the_larger_army():
    """Special Rules for 2 Players, variant 2."""
    table = Table(players=2, two_player="variant2", races="owl,rabbit,cat")
    table.clear()
    table.give_items(0, "shield")
    table.to_turn("shield")
    table.public["tents"][0] = 1
    table.deal(0, "owl.M2", "owl.H2")
    table.top("cat.W1")
    table.hire("owl.M2", "owl.H2")
    assert table.army(2) == ["cat.W1"]
    assert table.public["last_round"] == 0


def test_variant2__with_mercenaries_alone_to_come_the_imaginary_player_goes_without():
    """Rulings F4 and F5: it would draw and discard them for ever."""
    table = Table(players=2, two_player="variant2", races="owl,rabbit,cat", mercenaries=True)
    table.clear()
    table.give_items(0, "shield")
    table.to_turn("shield")
    table.public["tents"][0] = 1
    table.empty_hand(0)
    table.deal(0, "owl.M2")
    table.public["coins"] = 3
    mercenaries = [place for place in range(int(table.public["deck_count"])) if table.deck()[place].startswith("merc")]
    deck = table.state["hidden"]["deck"]
    deck[: len(mercenaries)] = deck[mercenaries]
    table.public["deck_count"] = len(mercenaries)
    table.public["pile_count"] = 0
    table.hire("owl.M2")
    assert (table.army(0), table.army(2), table.pile()) == (["owl.M2"], [], [])
    assert (table.decision, table.seat) == ("turn", 0)


@pytest.mark.parametrize(("depth", "asked"), [("whole_pile", True), ("payment_only", False)])
def test_variant2__a_mercenary_the_imaginary_player_lays_down_is_no_payment(depth, asked):
    """Rulings D2 and F5: it covers the payment, which Ninjas then reach by the whole pile alone."""
    table = Table(players=2, two_player="variant2", races="owl,rabbit,cat", mercenaries=True, ninja_depth=depth)
    table.clear()
    table.give_items(0, "shield")
    table.to_turn("shield")
    table.public["tents"][0] = 1
    table.hired(1, "rabbit.N2")
    table.hired(0, "owl.A1")
    table.public["tents"][0] = 2
    table.deal(0, "owl.M2", "owl.H2", "owl.W1")
    table.hired(2, "cat.W2")
    table.top("merc.draw_cards", "cat.W1")
    table.hire("owl.M2", "owl.H2")
    assert table.army(2) == ["cat.W2", "cat.W1"]
    assert table.pile() == ["owl.H2", "merc.draw_cards"]
    assert (table.decision == "ninja") == asked


def test_variant2__majority_counts_the_imaginary_player():
    """Ruling B3 and the variant's own example: 3, 2 and 1 Cats give 6 VP to the first."""
    table = Table(players=2, two_player="variant2", races="owl,rabbit,cat")
    table.clear()
    table.hired(0, "cat.W1", "cat.W2", "cat.A1")
    table.hired(1, "cat.M1", "cat.M2")
    table.hired(2, "cat.H1", "owl.H1", "owl.H2")
    rows = table.rows()
    assert [int(row["majority"][5]) for row in rows] == [6, 0]
    assert [int(row["majority"][2]) for row in rows] == [0, 0], "nobody gets the imaginary player's"


# The end


def test_end__the_round_of_the_seventh_watchman_is_completed():
    """End of the game."""
    table = Table(players=3, races="owl,rabbit,cat,dog")
    table.clear()
    table.hired(0, "owl.W1", "owl.W2", "owl.W3", "cat.W1", "cat.W2", "cat.W3")
    table.public["tents"][0] = 7
    table.give_items(0, "shield")
    table.to_turn("shield")
    table.deal(0, "owl.M2", "owl.H2")
    table.hire("owl.M2", "owl.H2")
    assert table.public["last_round"] == 1
    for _ in range(3):
        assert table.seat >= 0, "the others finish their turns"
        pass_turn(table)
    assert table.seat == -1
    rows = table.rows()
    assert list(rows["ended_it"]) == [1, 0, 0]
    assert list(rows["outcome"]) == [0, 0, 0]


def test_end__the_cap_is_an_outcome_of_its_own():
    """Ruling I3."""
    table = Table(players=3, max_rounds=2)
    while table.seat >= 0:
        if table.decision == "turn":
            table.choose("pass")
        else:
            option = table.options()[0]
            table.choose({0: "pass", 1: "choose", 2: "use"}[option[0]], option[1], option[2], option[3])
    rows = table.rows()
    assert list(rows["outcome"]) == [1, 1, 1]
    assert list(rows["rounds"]) == [2, 2, 2]


# Scoring


def equal_cards(count, **switches):
    """VP lost by `count` Watchmen of one race and caste."""
    table = Table(players=3, races="owl,rabbit,cat,dog", **switches)
    table.clear()
    table.hired(0, *["owl.H1", "owl.H2", "owl.H3"][:count])
    return -int(table.rows()[0]["vp_doubles"])


@pytest.mark.parametrize(("penalty", "lost"), [
    ("floor_half", [0, 1, 1]),
    ("extra_copies", [0, 1, 2]),
    ("choose2", [0, 1, 3]),
    ("per_card", [0, 2, 3]),
])  # fmt: skip
def test_scoring__doubles_by_switch(penalty, lost):
    """Scoring, third (ruling B1) for 1, 2 and 3 equal cards."""
    assert [equal_cards(k, double_penalty=penalty) for k in (1, 2, 3)] == lost


def test_scoring__shared_majority_is_nobodys():
    """Scoring, fourth (ruling B2)."""
    table = Table(players=3, races="owl,rabbit,cat,dog")
    table.clear()
    table.hired(0, "owl.H1", "cat.H1")
    table.hired(1, "owl.H2")
    rows = table.rows()
    assert [int(row["vp_majority"]) for row in rows] == [1, 0, 0], "a lone Cat is a majority of 1"


def test_scoring__hand_tents_and_items_count_nothing():
    table = Table(players=3)
    table.public["tents"][0] = 7
    assert list(table.rows()["score"]) == [0, 0, 0]


def tied(hand0, hand1, **switches):
    table = Table(players=3, races="owl,rabbit,cat,dog", **switches)
    table.clear()
    table.hired(0, "owl.H1")
    table.hired(1, "cat.H1")
    table.deal(0, *hand0)
    table.deal(1, *hand1)
    return table.rows()


def test_tie_break__most_gold_in_hand():
    """Scoring, tie: the bonus decides the place, and is not added to the statistics (B4)."""
    rows = tied(["dog.W1"], ["dog.W2"])
    assert list(rows["score"]) == [6, 6, 0]
    assert list(rows["rank"]) == [2, 1, 3]
    assert list(rows["win_share"]) == [0, 1, 0]
    assert list(rows["tie_break"]) == [1, 1, 1]


def test_tie_break__still_equal_is_shared():
    rows = tied(["dog.W1"], ["dog.N1"])
    assert list(rows["win_share"]) == [0.5, 0.5, 0]
    assert list(rows["rank"]) == [1, 1, 3]
    assert list(rows["tie_break"]) == [0, 0, 0]


def test_tie_break__by_lot_by_switch():
    rows = tied(["dog.W1"], ["dog.N1"], tie="random")
    assert sorted(rows["win_share"]) == [0, 0, 1]


# Mercenaries


def mercenary(name, **switches):
    """Seat 0 in step 2 with a mercenary in hand."""
    table = Table(players=3, races="owl,rabbit,cat,dog", mercenaries=True, **switches)
    table.clear()
    table.give_items(0, "shield")
    table.to_turn("shield")
    table.empty_hand(0)
    table.deal(0, f"merc.{name}")
    return table


def test_mercenary__pays_one_gold_and_cannot_be_hired():
    table = mercenary("draw_cards")
    assert table.may("tent", card("merc.draw_cards"), 1)
    table.public["tents"][0] = 1
    table.deal(0, "owl.H2", "owl.H3")
    assert not table.may("hire", card("merc.draw_cards"))
    table.buy_tent("merc.draw_cards")
    assert table.pile() == ["merc.draw_cards"]


def test_mercenary__owl_shows_no_gold():
    table = mercenary("actions_to_gold")
    assert not table.may("tent")


def test_mercenary__rabbit_draws_two():
    table = mercenary("draw_cards")
    table.top("cat.W1", "cat.W2")
    table.choose("mercenary", card("merc.draw_cards"))
    assert table.hand(0) == ["cat.W1", "cat.W2"]
    assert table.pile() == ["merc.draw_cards"]


def test_mercenary__cat_takes_a_card():
    table = mercenary("steal_random_card")
    table.deal(2, "dog.W1")
    assert not table.may("mercenary", card("merc.steal_random_card"), 1), "seat 1 has no card"
    table.choose("mercenary", card("merc.steal_random_card"), 2)
    assert table.hand(0) == ["dog.W1"]


def test_mercenary__dog_hires_for_three_less_and_ends_the_hires():
    """Mercenary clarifications, Dog (ruling H4)."""
    table = mercenary("discount_hire")
    table.public["tents"][0] = 2
    table.deal(0, "owl.M1", "owl.W1", "cat.M2", "cat.H2")
    dog = card("merc.discount_hire")
    table.choose("hire", card("owl.M1"), 1, dog)
    assert table.public["price"] == 1
    table.choose("choose", card("owl.W1"))
    table.choose("pass")
    assert table.army(0) == ["owl.M1"]
    assert not table.may("hire")
    assert table.pile() == ["owl.W1", "merc.discount_hire"], "the ability is used first"


def test_mercenary__dog_is_discarded_after_the_calls():
    """Using mercenary cards, 2: the ability, afterwards the discard; Ninjas take what was paid."""
    table = mercenary("discount_hire")
    table.public["tents"][0] = 1
    table.hired(1, "dog.N2")
    table.deal(0, "owl.M1", "owl.W1", "cat.M2")
    table.choose("hire", card("owl.M1"), 1, card("merc.discount_hire"))
    table.choose("choose", card("owl.W1"))
    table.choose("pass")
    assert (table.decision, table.seat) == ("ninja", 1)
    assert table.pile() == ["owl.W1"]
    table.choose("use", 0)
    assert table.hand(1) == ["owl.W1"]
    assert table.pile() == ["merc.discount_hire"]


def test_mercenary__rabbit_is_not_drawn_by_its_own_ability():
    """Using mercenary cards, 2: it is discarded after the draw, so the deck made anew is without it."""
    table = mercenary("draw_cards")
    table.public["pile"][:7] = [card(f"cat.{name}") for name in ("W1", "W2", "W3", "A1", "A2", "M1", "M2")]
    table.public["pile_count"], table.public["deck_count"] = 7, 0
    table.choose("mercenary", card("merc.draw_cards"))
    assert table.hand(0) == ["cat.W1", "cat.W2"]
    assert table.pile() == ["cat.W3", "cat.A1", "cat.A2", "cat.M1", "cat.M2", "merc.draw_cards"]


def test_mercenary__otter_makes_everybody_discard():
    table = mercenary("all_discard_one")
    table.deal(0, "owl.W1", "owl.W2")
    table.deal(2, "dog.W1")
    table.choose("mercenary", card("merc.all_discard_one"))
    assert (table.decision, table.seat) == ("discard", 0)
    table.choose("choose", card("owl.W2"))
    assert (table.decision, table.seat) == ("discard", 2), "seat 1 has nothing"
    table.choose("choose", card("dog.W1"))
    assert table.pile() == ["owl.W2", "dog.W1", "merc.all_discard_one"], "the ability is used first"
    assert (table.decision, table.seat) == ("turn", 0)


@pytest.mark.parametrize("rate", [1, 2])
def test_mercenary__owl_turns_actions_into_gold(rate):
    """Mercenary clarifications, Owl (ruling H1): outside the item's limit, for one purchase."""
    table = mercenary("actions_to_gold", owl_gold_per_action=rate)
    table.hired(0, "owl.H3", "cat.N2")
    table.choose("mercenary", card("merc.actions_to_gold"))
    assert not table.may("pass"), "at least one"
    table.choose("choose", 0)
    table.choose("choose", 1)
    table.choose("pass")
    assert table.left(0) == [2, 1]
    assert table.public["coins"] == 2 * rate
    assert table.public["actions_left"] == 2
    assert table.pile() == ["merc.actions_to_gold"]


def test_mercenary__owl_finds_no_action_with_a_warrior():
    """Ruling G5: what a Cloak leaves on a Warrior's tent is no special action."""
    table = mercenary("actions_to_gold")
    table.hired(0, "owl.W3", left=2)
    assert not table.may("mercenary")
    table.hired(0, "cat.N2")
    table.choose("mercenary", card("merc.actions_to_gold"))
    assert not table.may("choose", 0)
    assert table.may("choose", 1)


def test_energy_stone__every_player_may_restore_one():
    """Clarifications, Energy Stone (rulings G6, G7)."""
    table = Table(players=3, races="owl,rabbit,cat,dog", energy_stone=True)
    table.clear()
    holder = [s for s in range(3) if "energy_stone" in table.items(s)]
    assert len(holder) == 1, "it is dealt in place of another item"
    table.give_items(0, "energy_stone")
    table.hired(0, "owl.H3", left=1)
    table.hired(1, "dog.H3", left=3)
    table.hired(2, "cat.H3", left=0)
    table.play("energy_stone")
    table.choose("use", 3)
    assert (table.decision, table.seat) == ("restore", 0)
    table.choose("choose", 0)
    assert (table.decision, table.seat) == ("restore", 2), "seat 1 has used nothing"
    table.choose("pass")
    assert (table.left(0), table.left(1), table.left(2)) == ([2], [3], [0])
    assert (table.decision, table.seat) == ("turn", 0)


# What the table knows of items, and chance among equals


def test_items__dealt_face_down_known_once_played_or_drafted():
    """End of each round, last sentence (ruling E5): only what was seen is known."""
    table = Table(players=4)
    assert {int(place) for place in table.public["item_at"][1:]} == {-1}, "dealt face down"
    assert table.public["item_at"][NECKLACE] == 0
    played = table.options()[0][1]
    table.choose("choose", played)
    assert table.public["item_at"][played] == 0
    table, played = at_draft()
    table.choose("choose", played[1])
    assert table.public["item_at"][played[1]] == 0, "everybody saw who took it"


@pytest.mark.parametrize(("players", "copies"), [(2, 2), (3, 3), (4, 4), (5, 5)])
def test_mercenary__copies_by_player_count_count_for_the_start_hand(players, copies):
    """Bloody Mercenaries: 10, 15, 20, 25 cards; they count for the 5 gold of the start."""
    table = Table(players=players, mercenaries=True)
    cards = table.deck() + [name for seat in range(players) for name in table.hand(seat)]
    assert sum(name.startswith("merc.") for name in cards) == 5 * copies
    gold = table.rules[0]["gold"]
    for seat in range(players):
        private = table.state["private"][seat]
        worth = [int(gold[c]) for c in private["hand"][: private["hand_count"]]]
        assert sum(worth) >= 5
        assert sum(worth[:-1]) < 5


def test_ninja__simultaneous_calls_are_settled_by_a_fair_lot():
    """Ruling D1, default: 400 double calls; |z| < 4.5, a false alarm below 1 in 100,000."""
    wins, calls = 0, sized(400, 80)
    for seed in range(calls):
        table = Table(players=3, seed=seed, races="owl,rabbit,cat,dog")
        table.clear()
        table.hired(1, "dog.N2")
        table.hired(2, "rabbit.N1")
        table.give_items(0, "shield")
        table.to_turn("shield")
        table.empty_hand(0)
        table.deal(0, "owl.H2")
        table.buy_tent("owl.H2")
        table.choose("use", 0)
        table.choose("use", 0)
        wins += table.hand(1) == ["owl.H2"]
    assert abs(wins - calls / 2) < 4.5 * np.sqrt(calls * 0.25)


@pytest.mark.parametrize(("counted", "told"), [(0, 0), (255, 255), (256, 255), (300, 255), (60_000, 255)])
def test_rows__counts_of_the_deck_do_not_wrap_around(counted, told):
    """The row holds a byte of them; deck and discards have no rule of their own for it (rulings A1, A3)."""
    table = Table(players=2)
    table.state["stats"][0]["dry"] = counted
    table.state["stats"][0]["refills"] = min(counted, 30_000)
    assert table.rows()[0]["dry"] == table.rows()[0]["refills"] == told
