"""Step 1: the items, their effects, and the Shield as a reaction (rulebook: Step 1, Clarifications)."""

import pytest

from simcore.games.watchmen.state import ITEM_NAMES
from tests.watchmen.table import Table, card, item


def opened(*items, players=3, **switches):
    """Seat 0 holds these items and the Shield; every hand is empty; races owl, rabbit, cat, dog."""
    races = {2: "owl,rabbit,cat", 3: "owl,rabbit,cat,dog", 5: "owl,rabbit,cat,dog,otter,mouse"}[players]
    table = Table(players=players, races=races, **switches)
    table.clear()
    table.give_items(0, *items, "shield")
    return table


def test_draws_the_number_of_the_item_after_its_effect():
    """Step 1: effect first, then draw."""
    table = opened("spook")
    table.deal(1, "dog.W1")
    table.top("cat.W1", "cat.W2")
    table.play("spook")
    assert table.hand(0) == [], "not drawn before the effect is settled"
    table.choose("use", 1)
    assert table.hand(0) == ["cat.W1"]
    assert table.pile() == ["dog.W1"], "the Spook's discard calls no Ninja"
    assert table.public["actions_left"] == 2


@pytest.mark.parametrize("name", ["spook", "letter", "cloak", "moneybag", "unknown_a", "unknown_b"])
def test_white_diamond_is_optional(name):
    table = opened(name)
    table.play(name)
    assert table.decision == "effect"
    assert table.may("pass")


def test_red_diamond_is_mandatory__anvil():
    """Anvil (assumed effect): no hire this turn, and no way to decline."""
    table = opened("anvil", players=5)
    table.deal(0, "owl.M2", "owl.H2")
    table.public["tents"][0] = 1
    table.play("anvil")
    assert not table.may("pass")
    table.choose("use")
    assert table.decision == "turn"
    assert not table.may("hire")
    assert len(table.hand(0)) == 2 + 4


def test_poison__only_players_yet_to_play_and_no_actions_for_them():
    """Clarifications, Poison."""
    table = opened("poison")
    table.hired(1, "owl.H3")
    table.play("poison")
    assert not table.may("pass"), "red diamond"
    assert [option[1] for option in table.options()] == [1, 2]
    table.choose("use", 1)
    table.end_turn()
    table.give_items(1, "spook")
    table.to_turn("spook")
    assert table.public["actions_left"] == 0
    assert not table.may("act")


def test_poison__the_last_player_has_no_target_and_no_effect():
    """Clarifications, Poison: played last, it has no effect."""
    table = opened("moneybag")
    for seat, name in enumerate(("moneybag", "unknown_a", "poison")):
        table.give_items(seat, name)
        table.play(name)
        if seat < 2:
            table.choose("pass")
            table.end_turn()
    assert table.decision == "effect"
    assert len(table.options()) == 1
    table.choose("pass")
    assert table.decision == "turn"
    assert table.rows()[2]["effects_used"][item("poison")] == 0


def test_letter__takes_a_card_by_chance_and_gives_one_of_choice():
    table = opened("letter")
    table.deal(0, "owl.W1")
    table.deal(1, "dog.W1")
    table.top("cat.W1", "cat.W2")
    table.play("letter")
    assert not table.may("use", 2), "seat 2 has no card to take"
    table.choose("use", 1)
    assert table.decision == "give"
    assert table.hand(0) == ["dog.W1", "owl.W1"]
    table.choose("choose", card("owl.W1"))
    assert table.hand(1) == ["owl.W1"]
    assert table.hand(0) == ["cat.W1", "cat.W2", "dog.W1"]


def test_cloak__actions_left_stay_with_the_tents():
    """Clarifications, Cloak: one of two actions used, so the newcomer has one left."""
    table = opened("cloak")
    table.hired(0, "owl.A2", left=1)
    table.hired(1, "dog.A1", "dog.W1")
    table.play("cloak")
    offered = [option[1:] for option in table.options() if option[0] == 2]
    assert offered == [(0, 1, 0)], "price 5 for 4 is one higher; price 6 is not allowed"
    table.choose("use", 0, 1, 0)
    assert table.army(0) == ["dog.A1"]
    assert table.left(0) == [1]
    assert table.army(1) == ["owl.A2", "dog.W1"]
    assert table.left(1) == [1, 0]
    assert list(table.public["points"][:2]) == [5, 4 + 6 + 1]


def test_cloak__warriors_stay_without_use_of_the_actions():
    table = opened("cloak")
    table.hired(0, "owl.A1")
    table.hired(1, "dog.W2")
    table.play("cloak")
    table.choose("use", 0, 1, 0)
    assert table.left(0) == [1]
    assert not table.may("act"), "a Warrior has no special action"


@pytest.mark.parametrize(("gain", "targets"), [(0, 1), (1, 2), (99, 3)])
def test_cloak__price_limit_by_switch(gain, targets):
    table = opened("cloak", cloak_max_price_gain=gain)
    table.hired(0, "owl.A2")
    table.hired(1, "dog.A2", "dog.A1", "dog.W1")
    table.play("cloak")
    assert len(table.options()) == 1 + targets


def test_cloak__hand_card_by_switch():
    """Ruling G5, second reading: a hand card changes places with an opponent's Watchman."""
    table = opened("cloak", cloak_source="hand")
    table.deal(0, "owl.A2")
    table.hired(1, "dog.A1")
    table.play("cloak")
    table.choose("use", card("owl.A2"), 1, 0)
    assert table.army(1) == ["owl.A2"]
    assert "dog.A1" in table.hand(0)
    assert table.public["points"][1] == 4


def test_target__names_a_race_and_takes_one_of_it():
    table = opened("target", players=5)
    table.top("cat.W1", "dog.W1", "cat.W2", "owl.W1")
    table.play("target")
    assert [option[1] for option in table.options() if option[0] == 2] == [0, 1, 2, 3, 4, 5]
    table.choose("use", 5)
    assert [option[1] for option in table.options()] == [card("cat.W1"), card("cat.W2")]
    table.choose("choose", card("cat.W2"))
    table.choose("choose", card("cat.W1"))
    assert table.hand(0) == ["cat.W2", "dog.W1"], "put back last, drawn first"


def test_target__without_the_race_all_go_back():
    table = opened("target", players=5)
    table.top("cat.W1", "dog.W1", "cat.W2")
    table.play("target")
    table.choose("use", 4)
    assert table.decision == "return"
    assert len(table.options()) == 3


def test_unnamed_a__restores_one_used_action():
    table = opened("unknown_a")
    table.hired(0, "owl.H3", "owl.A2")
    table.public["left"][0][0] = 1
    table.play("unknown_a")
    assert [option[1] for option in table.options() if option[0] == 2] == [0], "the Assassin is full"
    table.choose("use", 0)
    assert table.left(0) == [2, 2]


def test_unnamed_b__next_hire_costs_two_less():
    table = opened("unknown_b")
    table.public["tents"][0] = 1
    table.deal(0, "owl.M1", "owl.A1")
    table.top("dog.W1", "dog.N1")
    table.play("unknown_b")
    table.choose("use")
    table.hire("owl.M1", "owl.A1")
    assert table.army(0) == ["owl.M1"], "2 gold for a price of 4"


# Moneybag


def moneybag(use=True, **switches):
    table = opened("moneybag", **switches)
    table.public["tents"][0] = 1
    table.deal(0, "owl.M2", "cat.M2", "dog.M2", "owl.H2", "owl.H3", "cat.H2", "cat.H3")
    table.top("dog.W1", "dog.N1")
    table.play("moneybag")
    table.choose("use" if use else "pass", 0)
    return table


def test_moneybag__two_free_tents_with_the_first_hire_none_with_the_second():
    """Clarifications, Moneybag (ruling G3, default): two hires this turn."""
    table = moneybag()
    table.hire("owl.M2", "owl.H2")
    assert table.public["tents"][0] == 3
    table.hire("cat.M2", "cat.H2")
    assert table.public["tents"][0] == 3
    assert not table.may("hire")
    assert table.army(0) == ["owl.M2", "cat.M2"]


def test_moneybag__declined_it_is_a_plain_turn():
    table = moneybag(use=False)
    table.hire("owl.M2", "owl.H2")
    assert table.public["tents"][0] == 1
    assert not table.may("hire")


def test_moneybag__capped_at_seven_tents():
    table = moneybag()
    table.public["tents"][0] = 6
    table.hire("owl.M2", "owl.H2")
    assert table.public["tents"][0] == 7


def test_moneybag__per_game_gives_tents_with_the_first_watchman_only():
    table = moneybag(moneybag="per_game")
    table.hire("owl.M2", "owl.H2")
    assert table.public["tents"][0] == 3
    late = opened("moneybag", moneybag="per_game")
    late.hired(0, "dog.W3")
    late.public["tents"][0] = 2
    late.deal(0, "owl.M2", "owl.H2")
    late.play("moneybag")
    late.choose("use", 0)
    late.hire("owl.M2", "owl.H2")
    assert late.public["tents"][0] == 2


def test_moneybag__either_or():
    table = opened("moneybag", moneybag="either_or")
    table.play("moneybag")
    assert [option[1] for option in table.options() if option[0] == 2] == [1, 2]
    table.choose("use", 2)
    assert (table.public["hires_left"], table.public["free_tents"]) == (2, 0)


def test_moneybag__tents_before_the_hire_by_switch():
    """Ruling G4, second reading: the free tents may house the Watchman."""
    table = opened("moneybag", moneybag_tents_before_hire=True)
    table.deal(0, "owl.M2", "owl.H2")
    table.play("moneybag")
    table.choose("use", 0)
    table.hire("owl.M2", "owl.H2")
    assert (table.public["tents"][0], table.army(0)) == (2, ["owl.M2"])


# Shield


def test_shield__played_it_makes_immune_for_the_round():
    table = opened("shield")
    table.deal(0, "dog.W1")
    table.play("shield")
    assert table.decision == "turn", "nothing to decide"
    table.end_turn()
    table.give_items(1, "spook")
    table.play("spook")
    assert not table.may("use", 0)


@pytest.mark.parametrize("name", ["poison", "letter", "spook", "cloak"])
def test_shield__reaction_cancels_and_becomes_the_item(name):
    """Clarifications, Shield: put down when targeted, it is this round's item."""
    table = opened(name)
    table.give_items(1, "shield")
    table.hired(0, "owl.A2")
    table.hired(1, "dog.A2")
    table.deal(1, "dog.W1")
    table.play(name)
    table.choose("use", 0, 1) if name == "cloak" else table.choose("use", 1)
    assert (table.decision, table.seat) == ("shield", 1)
    table.choose("use")
    assert (table.decision, table.seat) == ("turn", 0)
    assert table.hand(1) == ["dog.W1"]
    assert table.army(1) == ["dog.A2"]
    assert table.public["poisoned"][1] == 0
    table.end_turn()
    assert (table.decision, table.seat) == ("turn", 1), "step 1 is done: the Shield lies there"
    assert table.public["actions_left"] == 2
    assert len(table.hand(1)) == 3
    rows = table.rows()
    assert (rows[1]["shield_reactions"], rows[0]["effects_blocked"]) == (1, 1)
    assert rows[1]["effects_suffered"][item(name)] == 0


def test_shield__kept_in_hand_the_effect_hits():
    table = opened("spook")
    table.give_items(1, "shield")
    table.deal(1, "dog.W1")
    table.play("spook")
    table.choose("use", 1)
    table.choose("pass")
    assert table.hand(1) == []


def test_shield__kept_in_hand_it_is_of_no_use_for_the_rest_of_the_round():
    """Clarifications, Shield: who decides not to put it out can no longer play it to neutralize an effect."""
    table = Table(players=4)
    table.clear()
    table.give_items(0, "spook")
    table.give_items(1, "poison")
    table.give_items(2, "shield")
    table.deal(2, "dog.W1", "dog.W2")
    table.play("spook")
    table.choose("use", 2)
    assert (table.decision, table.seat) == ("shield", 2)
    table.choose("pass")
    assert len(table.hand(2)) == 1
    table.end_turn()
    table.play("poison")
    table.choose("use", 2)
    assert (table.decision, table.seat) == ("turn", 1), "seat 2 is not asked again"
    assert table.public["poisoned"][2] == 1
    assert "shield" in table.items(2), "it may still be played in its own turn"


def test_shield__not_after_the_own_turn():
    """Clarifications, Shield: after another item was played it can't be put down any more."""
    table = opened("moneybag")
    table.give_items(0, "moneybag", "shield")
    table.deal(0, "dog.W1")
    table.to_turn("moneybag")
    table.end_turn()
    table.give_items(1, "spook")
    table.play("spook")
    table.choose("use", 0)
    assert (table.decision, table.seat) == ("turn", 1), "no question to seat 0"


def test_every_base_item_is_played_somewhere():
    """Items by player count: which are shuffled in (rulebook, Setup 5)."""
    inside = {p: [ITEM_NAMES[i] for i in range(13) if Table(players=p).rules[0]["item_in"][i]] for p in (2, 3, 4, 5)}
    assert inside[4] == ["letter", "cloak", "poison", "spook", "shield", "moneybag", "unknown_a", "unknown_b"]
    assert set(inside[5]) - set(inside[4]) == {"anvil", "target"}
    assert set(inside[3]) - set(inside[4]) == {"target"}
    assert inside[2] == ["anvil", "target", "shield", "moneybag", "unknown_a", "unknown_b"]
