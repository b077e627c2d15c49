"""Every switch of the rulings table does what its row says (numbers as in docs/rules)."""

import pytest

from simcore.games.haversack.codes import CREATURES, FAIRY, GUARDIANS
from tests.haversack.table import Table


def cleared(**settings):
    table = Table(**settings)
    table.clear()
    return table


def start_creatures(table):
    starts = [table.number(table.at(cell)) for cell in table.board_map.of_kind("s")]
    return [name for name in CREATURES for cell in table.where(name) if table.number(cell) in starts]


def test_2_start_fairy():
    kept = [start_creatures(Table(seed=seed)) for seed in range(60)]
    redrawn = [start_creatures(Table(seed=seed, start_fairy="redraw")) for seed in range(60)]
    assert any("fairy" in names for names in kept)
    assert not any("fairy" in names for names in redrawn)
    assert all(len(names) == 3 for names in kept + redrawn)


def test_2_a_redrawn_fairy_stays_in_the_piles():
    table = Table(seed=4, start_fairy="redraw")
    deck = [int(card) for card in table.state["hidden"]["deck"][:28]]
    assert sorted(deck) == list(range(28))
    assert sum(table.rules[0]["card_creature"][card] == FAIRY for card in deck[3:]) == 7


@pytest.mark.parametrize(("life", "tents"), [("one_round", set()), ("persistent", {(5, 4)})])
def test_6_tent_life(life, tents):
    table = cleared(tent_life=life)
    table.draw("guide")
    table.choose("move", (5, 4))
    table.pass_all("move")
    assert table.where("tent") == {(5, 4)}
    table.clear()
    table.place("tent", (5, 4))
    table.draw("warrior")
    table.choose("move", (5, 6))
    table.pass_all("move")
    assert table.where("tent") == tents


@pytest.mark.parametrize(("counts", "vp"), [("true", 2), ("false", 0)])
def test_8_tents_hunt(counts, vp):
    """Four monsters caught by Tents are one step of the Hunting Board, or none."""
    table = cleared(tent_hunts=counts)
    deck, rules = table.state["hidden"]["deck"], table.rules[0]
    caught = [int(card) for card in deck[8:13] if rules["card_creature"][card] != FAIRY][:4]
    for card in caught:
        table.place("guide", table.at(rules["card_cell"][card]))
    table.draw("warrior")
    table.choose("move", (5, 4))
    table.pass_all("move")
    glory = sum(int(rules["monster_glory"][rules["card_creature"][card]]) for card in caught)
    assert table.stats["by_tent"].sum() == len(caught) == 4
    table.clear()
    table.draw("warrior")
    table.choose("move", (5, 6))
    assert table.stats["glory_monsters"][1] == glory
    table.finish()
    assert table.stats["vp_hunting"] == vp


def fill(table, *spared):
    """Guardians everywhere but on the cells spared."""
    table.place("guide", *((r, c) for r in range(11) for c in range(11) if (r, c) not in spared))


@pytest.mark.parametrize(("ruling", "again"), [("set_aside", 0), ("discard_last", 1)])
def test_9_no_move(ruling, again):
    """The Guide is stuck but for a monster; the Warrior eliminates it and dies to nothing: board full."""
    table = cleared(no_move=ruling)
    fill(table, (5, 6))
    table.place("fox", (5, 6))
    table.draw("thief", "warrior")
    assert table.options() == [("pass", None, "", "")]
    table.choose("pass")
    assert table.drawn == "warrior"
    assert table.board["aside"][GUARDIANS.index("thief")] == 1
    table.choose("move", (5, 6))
    assert (table.drawn == "thief" and table.decision == "move") == bool(again)


def test_10_may_pass():
    table = cleared(may_pass="true")
    table.draw("thief", "warrior")
    table.choose("pass")
    assert table.drawn == "warrior"
    assert "pass" not in {kind for kind, *_ in Table().options()}


def test_9_and_10_what_is_set_aside_by_choice_stays_aside():
    table = cleared(may_pass="true", no_move="discard_last")
    table.draw("thief", "warrior")
    table.choose("pass")
    assert table.drawn == "warrior"
    table.choose("move", (5, 6))
    assert table.decision == "recruit", "only what had no move goes back to the bag"
    assert table.board["aside"][GUARDIANS.index("thief")] == 1


@pytest.mark.parametrize(("castle", "stops"), [("stop", True), ("pass", False), ("closed", False)])
def test_11_castle(castle, stops):
    """Passing it or not makes no difference to the ends: it is itself a starting point."""
    table = cleared(castle=castle)
    table.place("thief", (5, 4))
    table.draw("warrior")
    assert ((5, 5) in table.ends()) == stops
    assert (5, 6) in table.ends()


@pytest.mark.parametrize(("ruling", "back"), [("true", True), ("false", False)])
def test_12_return_to_start(ruling, back):
    table = cleared(return_to_start=ruling)
    table.draw("warrior")
    assert ((5, 5) in table.ends()) == back
    table.place("tent", (0, 3))
    table.draw("thief")
    took = {c for _, a, _, c in table.options() if a == (0, 3)}
    assert took == ({"chest"} if back else set()), "a Tent on a Chest"
    table.place("tent", (0, 2))
    assert ("move", (0, 3), "", "chest") in table.options(), "reached from another Tent"


@pytest.mark.parametrize(("ruling", "leaves"), [("all", True), ("free_only", False)])
def test_13_lake_start(ruling, leaves):
    table = cleared(lake_start=ruling)
    table.place("tent", (4, 2))
    table.draw("guide")
    assert ((3, 2) in table.ends()) == leaves
    table.draw("druid")
    assert (3, 2) in table.ends()


@pytest.mark.parametrize("allowed", [True, False])
def test_20_swap_on_lake(allowed):
    table = cleared(swap_on_lake=allowed)
    table.place("druid", (4, 2), (8, 8))
    table.draw("priestess")
    assert table.of("swap") == ({(4, 2), (8, 8)} if allowed else {(8, 8)})


@pytest.mark.parametrize("allowed", [True, False])
def test_21_swap_items(allowed):
    table = cleared(swap_items=allowed)
    table.hold(butterfly_net=1)
    table.place("thief", (4, 5))
    table.place("fairy", (4, 7))
    table.draw("priestess", "guide")
    table.choose("swap", (4, 5))
    assert table.of("catch") == ({(4, 7)} if allowed else set())


@pytest.mark.parametrize(
    ("ruling", "reached"),
    [("exact", {(4, 7)}), ("upto", {(4, 6), (4, 7)}), ("manhattan", {(4, 7), (5, 6)})],
)
def test_22_range2(ruling, reached):
    table = cleared(range2=ruling, face__guide="night")
    table.place("fairy", (4, 6), (4, 7), (5, 6), (4, 8), (6, 6))
    table.acting("guide", (4, 5))
    assert table.of("catch") == reached


@pytest.mark.parametrize("several", [False, True])
def test_23_druid_multi(several):
    table = cleared(druid_multi=several, face__druid="night")
    table.place("ruin", (4, 7), (2, 5))
    table.acting("druid", (4, 5))
    table.choose("repair", (4, 7))
    assert table.public["cell"] == (table.number((4, 5)) if several else table.public["cell"])
    assert (table.decision == "act" and table.of("repair") == {(2, 5)}) == several


@pytest.mark.parametrize("allowed", [False, True])
def test_24_act_unmoved(allowed):
    table = cleared(act_unmoved=allowed, face__guide="night")
    table.place("tent", (8, 5), (2, 2))
    table.place("thief", (2, 2))
    table.place("fairy", (8, 7), (5, 7), (2, 4))
    table.draw("guide", "thief")
    assert table.of("stay") == ({(8, 5), (5, 5)} if allowed else set()), "not where a Guardian stands"
    if allowed:
        table.choose("stay", (8, 5))
        assert {kind for kind, *_ in table.options()} == {"catch"}, "having stayed, it must act"
        table.choose("catch", (8, 7))


@pytest.mark.parametrize("blocks", [False, True])
def test_25_castle_blocks(blocks):
    table = cleared(castle_blocks=blocks)
    table.place("fox", (5, 3))
    table.place("tent", (8, 1))
    table.place("pig", (8, 0))
    table.acting("huntress", (5, 6))
    assert table.of("shoot") == (set() if blocks else {(5, 3)})
    table.remove("huntress", (5, 6))
    table.acting("huntress", (8, 2))
    assert ((8, 0) in table.of("shoot")) == (not blocks)


@pytest.mark.parametrize("allowed", [True, False])
def test_26_bow_stack(allowed):
    table = cleared(bow_stack=allowed)
    table.hold(bow=1)
    table.place("fox", (5, 6), (3, 6))
    table.draw("warrior", "guide")
    table.choose("move", (5, 6))
    assert table.of("shoot") == ({(3, 6)} if allowed else set())


@pytest.mark.parametrize(("allowed", "vp"), [(True, 2), (False, 1)])
def test_27_night_bow_vp(allowed, vp):
    table = cleared(night_bow_vp=allowed, face__huntress="night")
    table.hold(bow=1)
    table.place("fox", (7, 5), (9, 10))
    table.acting("huntress", (9, 5))
    table.choose("shoot", (7, 5))
    table.choose("shoot", (9, 10), "bow")
    assert table.stats["vp_shots"] == vp


@pytest.mark.parametrize(("ruling", "left"), [("shared", False), ("infinite", True)])
def test_30_supply(ruling, left):
    table = cleared(supply=ruling)
    table.draw("guide")
    table.choose("move", (5, 4))
    table.public["supply"][GUARDIANS.index("thief")] = 0
    table.board["gold"] = 20
    assert ("thief" in table.of("buy")) == left


@pytest.mark.parametrize(("ruling", "order"), [("one_each", [1, 0, 1, 0]), ("whole_turn", [1, 1, 0, 0])])
def test_30_recruit_order(ruling, order):
    table = Table(players=2, recruit_order=ruling)
    table.public["board"][0]["vp"] = 9
    table.pass_all("recruit")
    table.public["board"]["gold"][:2] = 30
    kinds = ["buy", "pass", "buy", "pass"] if ruling == "whole_turn" else ["buy", "buy", "pass", "pass"]
    seats = []
    for kind in kinds:
        seats.append(int(table.public["seat"]))
        table.choose(kind, "guide" if kind == "buy" else None)
    assert seats == order


@pytest.mark.parametrize(("ruling", "vp"), [("count", 2), ("glory", 9)])
def test_33_hunting(ruling, vp):
    """Four Pigs: four monsters, or 12 Glory."""
    table = Table(hunting=ruling)
    table.board["hunted"][:] = [0, 0, 4]
    table.clear()
    table.draw("warrior")
    table.finish()
    assert table.stats["vp_hunting"] == vp
