"""The rulebook's two worked examples, played on the real kernel."""

from tests.watchmen.table import Table, card


def test_example_of_a_turn():
    """Rulebook, "Example of a Turn": Balazs (seat 0) plays the Spook, Aniko (seat 1) has a Ninja."""
    table = Table(players=3, races="owl,rabbit,cat,dog")
    table.clear()
    table.hired(0, "owl.A1")
    table.hired(1, "dog.N1")
    table.deal(0, "owl.H1", "cat.H2")
    table.deal(1, "dog.W1")
    table.deal(2, "dog.W2")
    table.top("rabbit.W1", "owl.W1", "owl.M1", "cat.W1", "dog.W3", "cat.M1")
    table.give_items(0, "spook")

    # Step 1: he plays the Spook, declines its (white) effect, draws one card, may act twice.
    table.play("spook")
    assert table.decision == "effect"
    table.choose("pass")
    assert table.hand(0) == ["cat.H2", "owl.H1", "rabbit.W1"]
    assert table.public["actions_left"] == 2

    # 2c (1): the Owl Assassin looks at five cards, takes the Owl Mage, returns the other four.
    table.choose("act", 0)
    assert table.decision == "take"
    assert len(table.options()) == 5
    table.choose("choose", card("owl.M1"))
    for name in ("cat.M1", "dog.W3", "cat.W1"):
        table.choose("choose", card(name))
    # the last one lies on top without being asked for
    assert table.deck()[-4:] == ["cat.M1", "dog.W3", "cat.W1", "owl.W1"]
    assert table.left(0) == [0], "the Assassin is exhausted"
    assert not table.may("act", 0)

    # 2a: a tent for the Owl Hunter's one gold.
    table.buy_tent("owl.H1")
    assert table.public["tents"][0] == 2
    # Aniko could call here as well; she waits.
    assert (table.decision, table.seat) == ("ninja", 1)
    table.choose("pass")

    # 2b: he hires the Owl Mage for 4, the Rabbit Warrior laid last.
    table.choose("hire", card("owl.M1"))
    assert table.public["price"] == 4
    assert not table.may("pass"), "nothing is paid yet"
    table.choose("choose", card("cat.H2"))
    table.choose("choose", card("rabbit.W1"))  # his last card, so the purchase is complete
    assert table.army(0) == ["owl.A1", "owl.M1"]
    assert table.left(0) == [0, 1]

    # Aniko calls "Ninja!" and takes the last card he discarded.
    assert (table.decision, table.seat) == ("ninja", 1)
    table.choose("use", 0)
    assert table.hand(1) == ["dog.W1", "rabbit.W1"]
    assert table.left(1) == [0]

    # 2c (2): the Mage hired this turn draws the top two discards; he keeps the Cat Hunter.
    assert (table.decision, table.seat) == ("turn", 0)
    table.choose("act", 1)
    assert table.hand(0) == ["cat.H2", "owl.H1"]
    table.choose("choose", card("owl.H1"))
    assert table.hand(0) == ["cat.H2"]
    assert table.pile() == ["owl.H1"]
    assert table.left(0) == [0, 0]
    assert table.public["actions_left"] == 0


def scoring_table(players: int = 2, **switches: object) -> Table:
    """Balazs (seat 0) and Aniko (seat 1) with the armies of the scoring example."""
    table = Table(players=players, races="cat,otter,dog", **switches)
    table.clear()
    table.hired(0, "otter.W2", "cat.W1", "cat.A1", "dog.W2", "dog.A1", "dog.A2", "dog.M2")
    table.hired(1, "cat.W2", "cat.A2", "cat.M1", "otter.W1", "otter.A1", "dog.M1", "dog.H2")
    return table


def test_scoring_example():
    """Rulebook, "Scoring example": Balazs 33 + 3 - 1 + 6 = 41, Aniko 32 + 2 + 5 + 3 = 42."""
    balazs, aniko = scoring_table().rows()
    parts = ["vp_prices", "vp_warriors", "vp_doubles", "vp_majority", "score", "rank"]
    assert [int(balazs[name]) for name in parts] == [33, 3, -1, 6, 41, 2]
    assert [int(aniko[name]) for name in parts] == [32, 2, 0, 8, 42, 1]
    otter, dog, cat = 1, 3, 5
    assert (aniko["majority"][cat], aniko["majority"][otter]) == (5, 3)
    assert balazs["majority"][dog] == 6
    assert (balazs["win_share"], aniko["win_share"]) == (0, 1)
    assert not aniko["tie_break"]


def test_start_hand_example():
    """Setup 3: cards of 3 and 1 gold make 4, so a third card of 3 is drawn: 7 gold."""
    table = Table(players=4)
    gold = table.rules[0]["gold"]
    for seat in range(4):
        private = table.state["private"][seat]
        worth = [int(gold[c]) for c in private["hand"][: private["hand_count"]]]
        assert sum(worth) >= 5
        assert sum(worth[:-1]) < 5, "the last card was needed"


def test_kinds_on_the_table_are_masks_of_race_and_caste():
    """Balazs's two Dog Assassins cancel in `odd` and stay in `some`, for the highest kinds as well."""
    table = scoring_table()
    odd, some = int(table.public["odd"][0]), int(table.public["some"][0])
    dog_assassin, cat_warrior = 3 * 5 + 1, 5 * 5 + 0
    assert (odd >> dog_assassin & 1, some >> dog_assassin & 1) == (0, 1)
    assert (odd >> cat_warrior & 1, some >> cat_warrior & 1) == (1, 1)
    assert some.bit_count() == 6, "seven Watchmen of six kinds"
