"""Strategies of Watchmen: match sheets of single decisions, every switch at every table, and a ladder."""

import numpy as np
import pytest

from simcore.batch import simulate
from simcore.games.watchmen.state import D_DRAFT, D_NINJA, D_PAY, D_TAKE, ITEM_NAMES
from simcore.jit import JIT_DISABLED
from simcore.registry import game
from simcore.schedule import Schedule
from strategies.catalog import load, load_lineup, names
from strategies.watchmen._taste import taste
from tests.watchmen.table import KINDS, Table, card, name_of

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="compiles and plays more games than plain Python can")
SPEC = game("watchmen")
ALL = names("watchmen")
WORDS = {code: word for word, code in KINDS.items()}
THINKING = [name for name in ALL if name not in ("random", "first-legal")]
RACES = "rabbit,otter,owl,dog,cat"


def chosen(table, name):
    """What a strategy chooses at the table: kind and first operand, cards by name."""
    strategy, options = load("watchmen", name), table.options()
    seat = table.seat
    index = strategy.choose(
        table.rules[0], table.public, table.state["private"][seat], table.buffer, len(options),
        strategy.weight_values(), np.zeros(1, np.uint64),
    )  # fmt: skip
    kind, operand = WORDS[options[index][0]], options[index][1]
    if kind in ("tent", "hire", "mercenary") or table.public["decision"] in (D_PAY, D_TAKE):
        operand = name_of(operand) if operand >= 0 else operand
    elif table.public["decision"] == D_DRAFT:
        operand = ITEM_NAMES[operand]
    return kind, operand


def at_turn(*hand, tents=1, item="moneybag", army=(), left=None, pile=(), **switches):
    """Seat 0 in step 2 with exactly these cards in hand."""
    table = Table(players=4, races=RACES, **switches)
    table.clear()
    table.give_items(0, item)
    table.hired(0, *army, left=left)
    table.public["tents"][0] = tents + len(army)
    table.discard(*pile)
    table.to_turn(item)
    table.empty_hand(0)
    table.deal(0, *hand)
    return table


def paying(target, *cards):
    """Seat 0 has hired the target and is to pay with these cards."""
    table = at_turn(target, *cards)
    table.choose("hire", card(target))
    assert table.public["decision"] == D_PAY
    return table


def called(ninja, payment, *under, left=1):
    """Seat 1 may call Ninja; seat 0 paid for a tent with one card, which is the top discard."""
    table = Table(players=4, races=RACES)
    table.clear()
    table.hired(1, ninja, left=left)
    table.discard(*under)
    table.give_items(0, "moneybag")
    table.to_turn("moneybag")
    table.empty_hand(0)
    table.deal(0, payment)
    table.buy_tent(payment)
    assert table.public["decision"] == D_NINJA
    return table


# Payments


@pytest.mark.parametrize("name", THINKING)
def test_pays_no_gold_too_much_if_it_can(name):
    table = paying("rabbit.W1", "cat.A1", "cat.M2", "dog.A1", "dog.M2")  # 2 3 2 3 for a price of 6
    laid = []
    while table.public["decision"] == D_PAY:
        kind, choice = chosen(table, name)
        table.choose(kind, card(choice) if kind == "choose" else -1)
        laid += [choice] if kind == "choose" else []
    assert sorted(laid) == ["cat.M2", "dog.M2"]


@pytest.mark.parametrize("name", THINKING)
def test_lays_the_card_with_more_gold_under(name):
    """Both cards are needed: the Ninjas shall find the one with 1 gold on top."""
    assert chosen(paying("owl.M1", "dog.H1", "cat.H2"), name) == ("choose", "cat.H2")


@pytest.mark.parametrize("name", ["greedy-value", "warriors", "item-denier", "patient", "thrifty"])
def test_keeps_the_good_hire_when_other_cards_pay_as_well(name):
    """A Warrior worth 7 and a Hunter worth 5 show 1 gold each; with 3 from a Mage the price is 4."""
    table = paying("owl.M1", "rabbit.W1", "dog.M2", "dog.H1")
    table.choose("choose", card("dog.M2"))
    assert chosen(table, name) == ("choose", "dog.H1")


# The turn menu


def test_greedy_hires_the_dearest_within_reach():
    table = at_turn("rabbit.W1", "owl.M1", "cat.M2", "dog.M2")
    assert chosen(table, "greedy-value") == ("hire", "rabbit.W1")


def test_rush_hires_the_cheapest():
    table = at_turn("rabbit.W1", "owl.M1", "cat.M2", "dog.M2")
    assert chosen(table, "cheap-rush")[0] == "hire"
    assert chosen(table, "cheap-rush") != ("hire", "rabbit.W1")


def test_warriors_prefer_a_warrior_to_a_ninja_of_the_same_price():
    table = at_turn("rabbit.W1", "owl.N1", "cat.M2", "dog.M2")
    assert chosen(table, "warriors") == ("hire", "rabbit.W1")
    assert chosen(table, "ninja-thief") == ("hire", "owl.N1")


@pytest.mark.parametrize("name", THINKING)
def test_buys_a_tent_first_if_none_is_free(name):
    table = at_turn("owl.M1", "cat.H2", "dog.H1", "dog.N2", tents=0)
    kind, paid = chosen(table, name)
    assert kind == "tent"
    assert paid in ("dog.H1", "dog.N2")  # the Hunter's 3 gold are needed for a hire


@pytest.mark.parametrize("name", THINKING)
def test_ends_the_turn_when_nothing_is_left_to_do(name):
    assert chosen(at_turn("rabbit.W1", "dog.H1"), name) == ("pass", -1)


@pytest.mark.parametrize("name", THINKING)
def test_uses_an_assassin_before_it_plans(name):
    assert chosen(at_turn("rabbit.W1", "cat.M2", "dog.M2", army=("owl.A2",)), name) == ("act", 0)


@pytest.mark.parametrize("name", THINKING)
def test_uses_a_hunter_before_a_hire(name):
    table = at_turn("rabbit.W1", "cat.M2", "dog.M2", army=("owl.H3",))
    assert chosen(table, name) == ("act", 0)
    table.choose("act", 0)
    assert chosen(table, name)[0] == "hire"


# Ninjas


def test_thief_calls_on_three_gold_and_not_on_one():
    assert chosen(called("owl.N1", "cat.H2"), "ninja-thief") == ("use", 0)
    assert chosen(called("owl.N1", "dog.H1"), "ninja-thief") == ("pass", -1)


def test_thief_is_less_choosy_with_calls_to_spare():
    assert chosen(called("owl.N1", "cat.A1"), "ninja-thief") == ("pass", -1)
    assert chosen(called("owl.N2", "cat.A1", left=4), "ninja-thief") == ("use", 0)


@pytest.mark.parametrize("name", THINKING)
def test_no_call_when_the_own_last_turn_is_over(name):
    table = called("owl.N1", "cat.H2")
    table.public["last_round"], table.public["had_turn"][1] = 1, 1
    assert chosen(table, name) == ("pass", -1)


# Items


def drafting(*offer):
    """Seat 0 drafts first among these items, played by seats 1 to 3."""
    table = Table(players=4, races=RACES)
    public = table.public
    public["item_at"][:] = -1
    for seat, item in enumerate(("shield", *offer)):
        public["item_at"][ITEM_NAMES.index(item)] = 9
        public["played"][seat] = ITEM_NAMES.index(item)
    public["seat"] = public["starter"] = 0
    public["decision"] = D_DRAFT
    return table


def test_denier_takes_what_helps_the_rival():
    """Without an army Cloak and item A are worth the same; the strongest rival has actions to renew."""
    table = drafting("cloak", "unknown_a", "spook")
    table.hired(2, "owl.H3", "dog.H3", left=2)
    assert chosen(table, "greedy-value") == ("choose", "cloak")
    assert chosen(table, "item-denier") == ("choose", "unknown_a")


# Every table


def settings():
    """One setting for every other value of every switch with words or yes and no, races apart."""
    for switch in SPEC.load_rules(None, {}).switches:
        for value in switch.choices:
            if switch.key != "races" and value != switch.default:
                yield {switch.key: str(value).lower() if isinstance(value, bool) else str(value)}


SETTINGS = [{}, *settings(), {"mercenaries": "true", "energy_stone": "true", "unknown_c": "true"}]


def play(lineup, changes, games, seed=11):
    strategies = load_lineup("watchmen", len(lineup), list(lineup))
    schedule = Schedule(seed, tuple(strategy.name for strategy in strategies), games)
    return np.concatenate(list(simulate(SPEC, SPEC.load_rules(None, changes), strategies, schedule)))


@pytest.mark.parametrize(
    "changes", SETTINGS, ids=lambda changes: "-".join(f"{k}.{v}" for k, v in changes.items()) or "-"
)
def test_every_strategy_finishes_at_every_table(changes):
    for players in SPEC.player_counts():
        for first in range(0, len(ALL), players):
            lineup = [ALL[(first + i) % len(ALL)] for i in range(players)]
            rows = play(lineup, changes, 2 * players)
            assert (rows["outcome"] == 0).all(), (changes, lineup)


def test_thinking_beats_chance():
    """Among three that choose blindly every idea wins nearly always."""
    for name in THINKING:
        rows = play([name, "random", "random", "random"], {}, 200)
        assert rows["win_share"][rows["entry"] == 0].mean() > 0.8, name


def test_two_rabbits_do_not_draw_each_other_for_ever() -> None:
    # with the imaginary player's army few cards are left, and here all of them end up in hands
    changes = {"mercenaries": "true", "two_player": "variant2", "deck_out": "at_5_left"}
    lineup = load_lineup("watchmen", 2, "greedy-value")
    plan = Schedule(1, tuple(each.name for each in lineup), 1000)
    rows = np.concatenate(list(simulate(SPEC, SPEC.load_rules(None, changes), lineup, plan, jobs=1)))
    assert rows["decisions"].max() < 2000
    assert rows["mercenaries_used"][:, 0].sum() > 500  # Rabbits are used all the same


def test_games_are_sane():
    """Four greedy players: 6 to 11 rounds, armies near complete, little gold lost, nothing capped."""
    rows = play(["greedy-value"] * 4, {}, 2000)
    assert 6.0 < rows["rounds"].mean() < 11.0
    assert rows["hires"].mean() > 5.5
    assert rows["gold_over"].sum() < 0.08 * rows["gold_paid"].sum()
    assert not rows["outcome"].any()


@pytest.mark.parametrize(
    ("name", "column", "index"),
    [("warriors", "castes_hired", 0), ("ninja-thief", "castes_hired", 4), ("action-engine", "actions_used", 3)],
)
def test_profiles_follow_the_ideas(name, column, index):
    rows = play([name, "greedy-value", "greedy-value", "greedy-value"], {}, 1200)
    own, others = rows[rows["entry"] == 0][column][:, index], rows[rows["entry"] > 0][column][:, index]
    assert own.mean() > 1.25 * others.mean()


def test_rush_ends_games_and_majorities_pay():
    rows = play(["cheap-rush", "greedy-value", "greedy-value", "race-majority"], {}, 1200)
    ended = [rows["ended_it"][rows["entry"] == entry].mean() for entry in range(4)]
    assert ended[0] > 2 * max(ended[1:3])
    majority = [rows["vp_majority"][rows["entry"] == entry].mean() for entry in range(4)]
    assert majority[3] > max(majority[1:3])


def test_taste_knows_its_weights():
    with pytest.raises(ValueError, match="no shared weight is called majorty"):
        taste(majorty=1.0)
