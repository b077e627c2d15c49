"""The shipped rules of Watchmen of Destiny against the reference data, and what the kernel is given."""

import tomllib
from pathlib import Path

import numpy as np
import pytest

from simcore.errors import MeepleError
from simcore.games.watchmen.rules import SHIPPED, cards, load_rules, tables
from simcore.games.watchmen.rules_fields import MERCENARY_NAMES
from simcore.games.watchmen.state import (
    CASTE_NAMES,
    EFFECTS,
    FLAGS,
    ITEM_NAMES,
    MERCENARY_EFFECTS,
    RACE_NAMES,
    RULES,
    WORDS,
)
from simcore.rulesexport import export_rules

REFERENCE = tomllib.loads((Path(__file__).parent / "data" / "watchmen_reference.toml").read_text())
CARD_FIELDS = ("caste", "price", "gold", "actions")


@pytest.fixture(scope="module")
def shipped():
    return load_rules()


def source_of(ruleset, key):
    return ruleset.data["sources"].get(key, "assumed")


class TestShippedData:
    def test_every_card_has_the_values_of_the_reference(self, shipped):
        ours = {card.id: {name: getattr(card, name) for name in CARD_FIELDS} for card in cards(shipped)}
        theirs = {card["id"]: {name: card[name] for name in CARD_FIELDS} for card in REFERENCE["watchman"]}
        assert len(theirs) == 72
        assert ours == theirs

    def test_every_card_has_the_sources_of_the_reference(self, shipped):
        ours = {card.id: dict(card.sources) for card in cards(shipped)}
        assert ours == {card["id"]: card["source"] for card in REFERENCE["watchman"]}

    def test_card_numbers_follow_the_reference_order(self, shipped):
        ordered = [card.id for card in sorted(cards(shipped), key=lambda card: card.number)]
        assert ordered == [card["id"] for card in REFERENCE["watchman"]]

    @pytest.mark.parametrize("name", ["T2", "T3"])
    def test_alternative_templates(self, name):
        ruleset = load_rules(None, {"watchman_template": name})
        theirs = REFERENCE["alt_template"][name]["cards"]
        for race in RACE_NAMES:
            mine = [card for card in cards(ruleset) if card.race == race]
            assert [[c.id.split(".")[1], c.caste, c.price, c.gold, c.actions] for c in mine] == theirs

    @pytest.mark.parametrize("theirs", REFERENCE["item"], ids=lambda item: item["id"])
    def test_items(self, shipped, theirs):
        mine = shipped.data["item"][theirs["id"]]
        for name in ("name", "set", "players", "draw", "actions", "diamond", "effect"):
            assert mine[name] == theirs[name]
        for name, source in theirs["source"].items():
            assert source_of(shipped, f"item.{theirs['id']}.{name}") == source
        for name, value in theirs["params"].items():
            held = shipped.rule("cloak_max_price_gain") if name == "max_price_gain" else mine[name]
            assert sorted(held) == sorted(value) if isinstance(value, list) else held == value

    @pytest.mark.parametrize("theirs", REFERENCE["item"], ids=lambda item: item["id"])
    def test_item_text_tells_whom_it_hits(self, shipped, theirs):
        told = {"": (), "opponent": ("opponent",), "opponent_not_yet_played": ("opponent", "yet to play")}
        for words in told.get(theirs["targets"], ("every player",)):
            assert words in shipped.data["item"][theirs["id"]]["text"]

    @pytest.mark.parametrize("theirs", REFERENCE["mercenary"], ids=lambda each: each["race"])
    def test_mercenaries(self, shipped, theirs):
        race, params = theirs["race"], dict(theirs["params"])
        mine = shipped.data["mercenary"][race]
        assert (mine["copies"], mine["effect"], mine["text"]) == (theirs["copies"], theirs["effect"], theirs["text"])
        assert mine.get("gold", shipped.rule("mercenary_gold")) == theirs["gold"]
        if race == "owl":
            assert shipped.rule("owl_gold_per_action") == params.pop("gold_per_action")
        names = {"cards": "discards"} if race == "otter" else {}
        assert {name: mine[names.get(name, name)] for name in params} == params

    def test_mercenary_sources(self, shipped):
        for race in MERCENARY_NAMES:
            assert source_of(shipped, f"mercenary.{race}.copies") == "rulebook"
        assert source_of(shipped, "mercenary.owl.gold") == source_of(shipped, "mercenary.owl.effect") == "rulebook"
        assert source_of(shipped, "rules.mercenary_gold") == "assumed"
        assert "at least 1: rulebook" in shipped.data["notes"]["rules.mercenary_gold"]
        assert "rulebook" in shipped.data["notes"]["mercenary.dog.effect"]
        assert shipped.data["structure"]["mercenaries_each"] == list(
            REFERENCE["mercenary_setup"]["per_race_by_players"].values()
        )

    def test_numbers_of_the_rulebook(self, shipped):
        assert shipped.data["structure"] == {
            "races": [3, 4, 5, 6],
            "items_each": [3, 3, 2, 2],
            "mercenaries_each": [2, 3, 4, 5],
            "cards_per_race": 12,
            "start_gold": 5,
            "max_tents": 7,
            "army_goal": 7,
            "tent_price": 1,
            "hunter_gold": 2,
            "mage_draw": 2,
            "assassin_look": 5,
            "keep_discards": 5,
            "warrior_vp": 1,
        }

    def test_default_switches(self, shipped):
        assert {switch.key: switch.default for switch in shipped.switches} == {
            "deck_out": "keep_top5_discards",
            "double_penalty": "floor_half",
            "tent_payment": "one_card",
            "ninja_order": "random",
            "ninja_depth": "whole_pile",
            "own_item": "banned_unless_last",
            "holder_necklace": "banned",
            "two_player": "variant1",
            "variant2_item_rest": False,
            "moneybag": "per_turn",
            "moneybag_tents_before_hire": False,
            "cloak_source": "army",
            "cloak_max_price_gain": 1,
            "poison_effect": "no_actions",
            "energy_stone": False,
            "unknown_c": False,
            "mercenaries": False,
            "mercenary_gold": 1,
            "owl_gold_per_action": 1,
            "tie": "shared",
            "max_rounds": 40,
            "watchman_template": "T1",
            "races": "random",
        }
        assert all(switch.meaning and switch.ruling for switch in shipped.switches)

    def test_values_are_told_once_each_with_source(self, shipped):
        keys = [value.key for value in shipped.values]
        assert len(keys) == len(set(keys))
        counts = shipped.source_counts()
        assert sum(counts.values()) == len(keys)
        assert counts["public"] == 12  # the template's, from one review
        assert not [key for key in keys if key.startswith(("template.T2", "template.T3"))]

    def test_only_assumed_values_are_worth_changing(self, shipped):
        for value in shipped.values:
            assert value.source == "assumed" or not value.worth_trying
            assert value.value not in value.worth_trying

    def test_every_value_worth_trying_loads(self, shipped):
        tried = [(value.key, other) for value in shipped.values for other in value.worth_trying]
        assert len(tried) > 100
        for key, other in tried:
            ruleset = load_rules(None, {key: str(other).lower() if isinstance(other, bool) else str(other)})
            assert ruleset.digest != shipped.digest
            assert ruleset.overrides == {key: other}

    def test_the_file_is_as_export_writes_it(self, shipped):
        assert SHIPPED.read_text() == export_rules(shipped)


class TestTables:
    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_counts(self, shipped, players):
        rules = tables(shipped, players)
        assert rules.shape == (1,)
        assert rules.dtype == RULES
        rules = rules[0]
        assert (rules["players"], rules["races"]) == (players, players + 1)
        assert rules["items_each"] == (3 if players < 4 else 2)
        assert rules["item_in"].sum() == players * rules["items_each"]  # the base items close exactly
        assert rules["item_in"][ITEM_NAMES.index("necklace")] == 0
        assert not rules["mercenary_in"].any()
        assert not rules["race_fixed"]

    def test_items_by_player_count(self, shipped):
        out = {2: "necklace letter cloak poison spook", 3: "necklace anvil", 4: "necklace anvil target", 5: "necklace"}
        for players, names in out.items():
            left = [name for name, used in zip(ITEM_NAMES, tables(shipped, players)["item_in"][0]) if not used]
            assert left == sorted([*names.split(), "energy_stone", "unknown_c"], key=ITEM_NAMES.index)

    def test_cards(self, shipped):
        rules = tables(shipped, 4)[0]
        for number, card in enumerate(REFERENCE["watchman"]):
            assert RACE_NAMES[rules["race"][number]] == card["race"]
            assert CASTE_NAMES[rules["caste"][number]] == card["caste"]
            assert [rules[name][number] for name in ("price", "gold", "actions")] == [
                card[name] for name in ("price", "gold", "actions")
            ]
        assert set(rules["race"][72:]) == set(rules["caste"][72:]) == set(rules["price"][72:]) == {-1}
        assert list(rules["gold"][72:]) == [1] * 20 + [0] * 5
        assert list(rules["card_count"]) == [12] * 6

    def test_items(self, shipped):
        rules = tables(shipped, 5)[0]
        amounts = {"target": (3, 1), "spook": (1, 0), "moneybag": (2, 2), "unknown_a": (1, 0), "unknown_b": (2, 0)}
        amounts["energy_stone"] = (1, 0)
        blocked = ("poison", "letter", "cloak", "spook")
        for number, item in enumerate(REFERENCE["item"]):
            assert rules["item_draw"][number] == item["draw"]
            assert rules["item_actions"][number] == item["actions"]
            assert rules["item_red"][number] == (item["diamond"] == "red")
            assert EFFECTS[rules["item_effect"][number]] == item["effect"]
            both = (rules["item_amount"][number], rules["item_amount2"][number])
            assert both == amounts.get(item["id"], (0, 0))
            assert rules["item_blocked"][number] == (item["id"] in blocked)

    @pytest.mark.parametrize("players", [2, 3, 4, 5])
    def test_mercenaries(self, players):
        rules = tables(load_rules(None, {"mercenaries": "true"}), players)[0]
        assert list(rules["mercenary_in"]) == ([1] * players + [0] * (5 - players)) * 5
        effects = [MERCENARY_EFFECTS[code] for code in rules["mercenary_effect"]]
        assert effects == [each["effect"] for each in REFERENCE["mercenary"] for _ in range(5)]
        assert list(rules["mercenary_amount"]) == [2, 1, 3, 1, 1]

    @pytest.mark.parametrize(("name", "choice"), [(name, each) for name, words in WORDS.items() for each in words])
    def test_word_switches(self, name, choice):
        assert tables(load_rules(None, {name: choice}), 3)[name][0] == WORDS[name].index(choice)

    @pytest.mark.parametrize("name", FLAGS)
    def test_flags(self, name):
        assert [tables(load_rules(None, {name: word}), 3)[name][0] for word in ("false", "true")] == [0, 1]

    def test_kickstarter_items_come_by_their_switch(self):
        for name in ("energy_stone", "unknown_c"):
            rules = tables(load_rules(None, {name: "true"}), 4)[0]
            assert rules["item_in"][ITEM_NAMES.index(name)] == 1
            assert rules["item_in"].sum() == 9

    def test_chosen_races(self):
        ruleset = load_rules(None, {"races": "owl,cat,rabbit"})
        rules = tables(ruleset, 2)[0]
        assert rules["race_fixed"] == 1
        assert list(rules["race_choice"]) == [0, 2, 5, -1, -1, -1]
        with pytest.raises(MeepleError, match=r"rules.races names 3 races .*; expected 4 with 3 players"):
            tables(ruleset, 3)

    @pytest.mark.parametrize("players", [-1, 0, 1, 6])
    def test_player_count(self, shipped, players):
        with pytest.raises(MeepleError, match="expected 2 to 5"):
            tables(shipped, players)

    def test_no_table_shares_memory_with_another(self, shipped):
        one, other = tables(shipped, 4), tables(shipped, 4)
        assert np.array_equal(one, other)
        one["price"] = 0
        assert not np.array_equal(one, other)


class TestOwnersValues:
    """What somebody with the printed cards types in."""

    def price(self, ruleset, card):
        return next(each.price for each in cards(ruleset) if each.id == card)

    def test_a_card_of_one_race(self):
        ruleset = load_rules(None, {"card.rabbit.W3.price": "5"})
        assert (self.price(ruleset, "rabbit.W3"), self.price(ruleset, "otter.W3")) == (5, 4)
        assert tables(ruleset, 5)["price"][0, [2, 14]].tolist() == [5, 4]

    def test_a_card_of_all_races_goes_before_what_one_race_was_known_for(self, shipped):
        ruleset = load_rules(None, {"template.A1.price": "6"})
        assert {self.price(ruleset, f"{race}.A1") for race in RACE_NAMES} == {6}
        assert {card.sources["price"] for card in cards(ruleset) if card.id.endswith("A1")} == {"assumed"}
        assert source_of(ruleset, "card.rabbit.A1.gold") == source_of(shipped, "card.rabbit.A1.gold") == "rulebook"

    def test_both_at_once(self):
        ruleset = load_rules(None, {"card.owl.A1.price": "3", "template.A1.price": "6"})
        assert (self.price(ruleset, "owl.A1"), self.price(ruleset, "cat.A1")) == (3, 6)

    def test_the_short_key_speaks_of_the_template_in_force(self):
        ruleset = load_rules(None, {"template.A3.price": "4", "watchman_template": "T2"})
        assert ruleset.overrides == {"rules.watchman_template": "T2", "template.T2.A3.price": 4}

    def test_a_file_that_lists_only_changes(self, shipped, tmp_path):
        file = tmp_path / "mine.toml"
        file.write_text(
            'base = "watchmen"\n[card.rabbit]\nW3 = { price = 5, gold = 2, source = "rulebook" }\n'
            '[item.spook]\nsource = { effect = "rulebook" }\n'
        )
        ruleset = load_rules(file)
        assert self.price(ruleset, "rabbit.W3") == 5
        assert source_of(ruleset, "card.rabbit.W3.price") == source_of(ruleset, "item.spook.effect") == "rulebook"
        assert source_of(ruleset, "item.spook.draw") == "rulebook"
        assert ruleset.source_counts()["rulebook"] == shipped.source_counts()["rulebook"] + 3

    def test_an_effect_changes_with_its_numbers(self):
        ruleset = load_rules(None, {"item.spook.effect": "hire_discount", "item.spook.gold": "3"})
        assert "cards" not in ruleset.data["item"]["spook"]
        number = ITEM_NAMES.index("spook")
        assert tables(ruleset, 4)["item_amount"][0, number] == 3

    def test_mercenary_gold(self):
        rules = tables(load_rules(None, {"mercenary_gold": "2", "mercenary.cat.gold": "3"}), 4)[0]
        assert list(rules["gold"][72:]) == [2] * 5 + [3] * 5 + [2] * 10 + [0] * 5

    def test_a_smaller_race(self, tmp_path, shipped):
        text = export_rules(shipped).replace("cards_per_race = 12", "cards_per_race = 11")
        lines = [line for line in text.splitlines() if not line.startswith("N2 = { caste")]
        file = tmp_path / "small.toml"
        file.write_text("\n".join(lines))
        rules = tables(load_rules(file), 4)[0]
        assert list(rules["card_count"]) == [11] * 6
        assert [rules["race"][number] for number in (10, 11, 12)] == [0, -1, 1]


CLASHES = {
    "template.T1.N2 gone": ({"structure.cards_per_race": "11"}, "template.T1 has 12 cards"),
    "unknown card": ({"card.rabbit.A9.price": "5"}, r"card.rabbit.A9: no template has such a card"),
    "two markers": ({"item.anvil.effect": "start_player_marker"}, "is for item.necklace and no other"),
    "no shield": ({"item.shield.effect": "none"}, "is for item.shield and no other"),
    "necklace with two": ({"item.necklace.players": "2,3,4,5"}, r"item.necklace.players: expected \[3, 4, 5\]"),
    "set": ({"item.anvil.set": "kickstarter"}, "kickstarter items are: energy_stone, unknown_c"),
    "void number": ({"item.anvil.gold": "2"}, "item.anvil.gold has no use with effect = 'no_hire_this_turn'"),
    "missing number": ({"item.anvil.effect": "hire_discount"}, "item.anvil.gold is missing"),
    "copies": ({"mercenary.cat.copies": "4"}, "mercenary.cat.copies = 4: expected at least 5"),
    "amounts": (
        {"mercenary.cat.effect": "draw_cards", "mercenary.cat.draw": "3"},
        "mercenary.cat and mercenary.rabbit have the same effect",
    ),
    "goal": ({"structure.army_goal": "8"}, "structure.army_goal = 8: expected at most structure.max_tents"),
    "too few items": (
        {"structure.items_each": "3,3,3,2"},
        "only 8 items are used with 4 players; expected at least 12",
    ),
    "resting items": ({"structure.items_each": "1,3,2,2"}, "expected at least 2 items with 2 players"),
    "races": ({"races": "owl,cat"}, "rules.races: 2 races"),
    "poor deck": ({"structure.start_gold": "30"}, "too little for 4 start hands"),
    "dear army": ({"template.W1.price": "30"}, "the dearest army of 7 Watchmen is worth"),
    "coins": (
        {"structure.hunter_gold": "9", "owl_gold_per_action": "9"},
        "a turn could bring 198 coins; expected at most 120",
    ),
}


@pytest.mark.parametrize(("changes", "message"), CLASHES.values(), ids=CLASHES)
def test_values_that_do_not_fit_together(changes, message):
    with pytest.raises(MeepleError, match=message):
        load_rules(None, changes)


def test_the_example_in_the_docs_loads(tmp_path, shipped):
    page = (Path(__file__).parents[1] / "docs" / "rules_file.md").read_text()
    example = page.split("```toml\n")[1].split("```")[0]
    file = tmp_path / "mine.toml"
    file.write_text(example)
    ruleset = load_rules(file)
    assert ruleset.name == "Watchmen of Destiny, printed cards"
    assert ruleset.source_counts()["rulebook"] == shipped.source_counts()["rulebook"] + 11
