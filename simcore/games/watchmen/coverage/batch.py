"""The games in which every rule of Watchmen of Destiny is seen: a fixed list."""

from simcore.coverage import Configuration, plain_games

SEED = 20
GOOD = ("thrifty",)
MERCENARIES = {"mercenaries": "true"}
LARGE_ARMIES = {"structure.races": "[2, 4, 5, 6]", "structure.army_goal": "10", "structure.max_tents": "10"}
"""Few races and many tents: armies come to have three Watchmen of a kind."""

BATCH = (
    *plain_games(range(2, 6), 4),
    Configuration("2 thrifty", 2, 4, {}, GOOD),
    Configuration("4 thrifty", 4, 4, {}, GOOD),
    Configuration("5 thrifty", 5, 3, {}, GOOD),
    Configuration("no tents to be had", 2, 2, {"structure.tent_price": "9"}),
    Configuration("races chosen", 2, 3, {"races": "owl,dog,cat"}),
    Configuration("plain swap", 2, 3, {"two_player": "plain_swap"}),
    Configuration("variant 2", 2, 4, {"two_player": "variant2"}),
    Configuration("variant 2, items rest", 2, 3, {"two_player": "variant2", "variant2_item_rest": "true"}),
    Configuration("variant 2, mercenaries", 2, 2, {"two_player": "variant2", **MERCENARIES}),
    Configuration("deck out at 5 left", 3, 3, {"deck_out": "at_5_left"}),
    Configuration("doubles: extra copies", 2, 6, {"double_penalty": "extra_copies", **LARGE_ARMIES}),
    Configuration("doubles: every two", 2, 6, {"double_penalty": "choose2", **LARGE_ARMIES}),
    Configuration("doubles: each card", 4, 3, {"double_penalty": "per_card"}),
    Configuration("tents by many cards", 3, 3, {"tent_payment": "many_cards"}),
    Configuration("Ninjas clockwise", 5, 4, {"ninja_order": "clockwise"}),
    Configuration("Ninjas the other way", 5, 4, {"ninja_order": "reverse"}),
    Configuration("Ninjas: this payment only", 5, 5, {"ninja_depth": "payment_only"}),
    Configuration("own item at need", 4, 3, {"own_item": "first_only"}),
    Configuration("holder keeps the Necklace", 4, 3, {"holder_necklace": "allowed"}),
    Configuration("Moneybag once a game", 4, 4, {"moneybag": "per_game"}, GOOD),
    Configuration("Moneybag: tents or a hire", 4, 4, {"moneybag": "either_or"}, GOOD),
    Configuration("Moneybag: tents first", 4, 4, {"moneybag_tents_before_hire": "true"}, GOOD),
    Configuration("Cloak from the hand", 4, 3, {"cloak_source": "hand"}),
    Configuration("Cloak without limit", 4, 3, {"cloak_max_price_gain": "99"}),
    Configuration("Energy Stone", 4, 3, {"energy_stone": "true"}),
    Configuration("both exclusives", 5, 3, {"energy_stone": "true", "unknown_c": "true"}),
    Configuration("mercenaries, 3", 3, 4, MERCENARIES),
    Configuration("mercenaries, 4", 4, 3, MERCENARIES),
    Configuration("mercenaries, 5", 5, 3, MERCENARIES),
    Configuration("mercenaries, thrifty", 4, 8, MERCENARIES, GOOD),
    Configuration("mercenaries of 2 gold", 4, 3, {"mercenary_gold": "2", "owl_gold_per_action": "2", **MERCENARIES}),
    Configuration("one round, equals share", 5, 30, {"max_rounds": "1"}),
    Configuration("one round, lots for equals", 5, 30, {"max_rounds": "1", "tie": "random"}),
    Configuration("second set of cards", 4, 1, {"watchman_template": "T2"}),
    Configuration("third set of cards", 4, 1, {"watchman_template": "T3"}),
)
