"""Records of Watchmen of Destiny: rules, state, and the codes they use.

Letters in comments: P seats (5), C cards (97 = 72 Watchmen + 25 mercenaries), I items (13),
R races (6), T tents (10, the rulebook uses 7). A card or item that is absent is -1.
"""

import numpy as np

SEATS, CARDS, WATCHMEN, ITEMS, RACES, CASTES, TENTS, LOOK, TRACK = 5, 97, 72, 13, 6, 5, 10, 8, 20

RACE_NAMES = ("rabbit", "otter", "owl", "dog", "mouse", "cat")
CASTE_NAMES = ("warrior", "assassin", "mage", "hunter", "ninja")
ITEM_NAMES = (
    "necklace", "anvil", "target", "letter", "cloak", "poison", "spook", "shield", "moneybag",
    "unknown_a", "unknown_b", "energy_stone", "unknown_c",
)  # fmt: skip
WARRIOR, ASSASSIN, MAGE, HUNTER, NINJA = range(5)
NECKLACE, SHIELD = 0, 7

# What the one to decide must decide.
DECISIONS = (
    "item", "effect", "shield", "take", "return", "give", "turn", "pay", "ninja", "mage",
    "draft", "restore", "discard", "convert",
)  # fmt: skip
(
    D_ITEM, D_EFFECT, D_SHIELD, D_TAKE, D_RETURN, D_GIVE, D_TURN, D_PAY, D_NINJA, D_MAGE,
    D_DRAFT, D_RESTORE, D_DISCARD, D_CONVERT,
) = range(14)  # fmt: skip

# Option kinds. Operands: card and item numbers, tent slots, seats.
# D_ITEM, D_DRAFT   K_CHOOSE a=item
# D_EFFECT          K_PASS | K_USE a,b,c by effect (see EFFECTS)
# D_SHIELD          K_PASS | K_USE
# D_TAKE, D_RETURN, D_GIVE, D_MAGE, D_DISCARD   K_CHOOSE a=card
# D_TURN            K_PASS (end) | K_TENT a=card or -1, b=tents | K_HIRE a=card, b=1 with a Dog
#                   mercenary c | K_ACT a=slot | K_MERCENARY a=card, b=seat or -1
# D_PAY             K_PASS (paid) | K_CHOOSE a=card, laid on the pile at once
# D_NINJA           K_PASS | K_USE a=slot of the Ninja
# D_RESTORE, D_CONVERT   K_PASS | K_CHOOSE a=slot
K_PASS, K_CHOOSE, K_USE, K_TENT, K_HIRE, K_ACT, K_MERCENARY = range(7)

# Item effects by code; the operands of K_USE.
EFFECTS = (
    "none",                             # no decision
    "start_player_marker",              # no decision
    "no_hire_this_turn",                # no operand
    "name_race_search",                 # a=race
    "swap_hand_card",                   # a=seat
    "swap_hired_watchman",              # a=own slot (or hand card), b=seat, c=slot
    "target_no_actions_this_round",     # a=seat
    "target_discards_random_card",      # a=seat
    "immune_and_reaction",              # no decision: in force once played
    "two_hires_first_gives_two_tents",  # a=0 both, 1 tents only, 2 second hire only
    "restore_own_action",               # a=own slot
    "hire_discount",                    # no operand
    "name_caste_all_restore_one",       # a=caste
)  # fmt: skip
(
    E_NONE, E_MARKER, E_NO_HIRE, E_SEARCH, E_LETTER, E_CLOAK, E_POISON, E_SPOOK, E_SHIELD,
    E_MONEYBAG, E_RESTORE, E_DISCOUNT, E_ENERGY,
) = range(13)  # fmt: skip

MERCENARY_EFFECTS = ("draw_cards", "steal_random_card", "discount_hire", "all_discard_one", "actions_to_gold")
M_DRAW, M_STEAL, M_HIRE, M_DISCARD, M_GOLD = range(5)

# Switches with words, coded by their place here (specs section 3.4).
WORDS = {
    "deck_out": ("keep_top5_discards", "at_5_left"),
    "double_penalty": ("floor_half", "extra_copies", "choose2", "per_card"),
    "tent_payment": ("one_card", "many_cards"),
    "ninja_order": ("random", "clockwise", "reverse"),
    "ninja_depth": ("whole_pile", "payment_only"),
    "own_item": ("banned_unless_last", "first_only"),
    "holder_necklace": ("banned", "allowed"),
    "two_player": ("variant1", "variant2", "plain_swap"),
    "moneybag": ("per_turn", "per_game", "either_or"),
    "cloak_source": ("army", "hand"),
    "poison_effect": ("no_actions",),
    "tie": ("shared", "random"),
}
FLAGS = (
    "variant2_item_rest", "moneybag_tents_before_hire", "energy_stone", "unknown_c", "mercenaries",
)  # fmt: skip

FACTS = ("gold", "price", "kind", "race", "caste", "actions")
"""What `facts` says of a card, 8 bits each, the first lowest; words.py reads it."""

RULES = np.dtype(
    [
        ("players", "i1"),
        # rulebook counts for this number of players
        ("races", "i1"),              # races in play
        ("race_fixed", "i1"),         # 1 if race_choice names them, 0 if each deal draws them
        ("race_choice", "i1", (RACES,)),
        ("items_each", "i1"),         # items dealt to a seat
        ("start_gold", "i1"), ("max_tents", "i1"), ("army_goal", "i1"), ("tent_price", "i1"),
        ("hunter_gold", "i1"), ("mage_draw", "i1"), ("assassin_look", "i1"), ("keep_discards", "i1"),
        ("warrior_vp", "i1"), ("max_rounds", "i1"),
        # cards
        ("race", "i1", (CARDS,)), ("caste", "i1", (CARDS,)), ("price", "i1", (CARDS,)),
        ("gold", "i1", (CARDS,)), ("actions", "i1", (CARDS,)),
        ("kind", "i1", (CARDS,)),             # race * 5 + caste, -1 for mercenaries
        ("facts", "u8", (CARDS,)),            # all of these in one word, see words.py
        ("card_count", "i1", (RACES,)),       # cards of each race, from race * 12
        # items
        ("item_in", "i1", (ITEMS,)),          # 1 if shuffled in at this player count
        ("item_draw", "i1", (ITEMS,)), ("item_actions", "i1", (ITEMS,)), ("item_red", "i1", (ITEMS,)),
        ("item_effect", "i1", (ITEMS,)), ("item_amount", "i1", (ITEMS,)),
        ("item_amount2", "i1", (ITEMS,)), ("item_blocked", "i1", (ITEMS,)),
        # mercenaries: card 72 + i has effect mercenary_effect[i]; in play if mercenary_in[i]
        ("mercenary_in", "i1", (CARDS - WATCHMEN,)), ("mercenary_effect", "i1", (CARDS - WATCHMEN,)),
        ("mercenary_amount", "i1", (5,)),     # by effect code
        # switches
        *[(name, "i1") for name in WORDS], *[(name, "i1") for name in FLAGS],
        ("cloak_max_price_gain", "i1"), ("mercenary_gold", "i1"), ("owl_gold_per_action", "i1"),
    ]
)  # fmt: skip

PUBLIC = np.dtype(
    [
        ("seat", "i1"), ("decision", "i1"),
        ("players", "i1"), ("armies", "i1"),  # armies: players, and the imaginary third player's
        ("round", "i1"),                      # counts from 1
        ("starter", "i1"), ("turn", "i1"),    # first seat of the round; whose turn it is
        ("last_round", "i1"),                 # 1 once a 7th Watchman is hired
        ("necklace", "i1"),                   # seat that holds it, -1 with two players
        ("race_in", "i1", (RACES,)),          # 1 for races in play
        ("deck_count", "i1"), ("pile_count", "i1"),
        ("pile", "i1", (CARDS,)),             # discards, the top last; seen by all as they fell
        ("hand_count", "i1", (SEATS,)),
        ("tents", "i1", (SEATS,)),
        ("army_count", "i1", (SEATS,)),
        ("army", "i1", (SEATS, TENTS)),       # card in each tent
        ("left", "i1", (SEATS, TENTS)),       # special actions left in each tent
        ("race_count", "i1", (SEATS, RACES)), # Watchmen of each race in each army
        # the same in one word each, for strategies in a hurry
        ("tally", "u8", (SEATS,)),            # race_count, 8 bits a race, the first lowest
        ("odd", "u4", (SEATS,)),              # bit of each kind (race and caste) hired an odd number of times
        ("some", "u4", (SEATS,)),             # bit of each kind hired at all
        ("gain", "u8", (SEATS,)),             # majority points one more Watchman brings at once, 8 bits a race
        ("denied", "u8", (SEATS,)),           # points of majorities it would draw level for, 8 bits a race
        ("ready", "u8", (SEATS,)),            # special actions left, 8 bits a caste
        ("longest", "i1"),                    # Watchmen in the largest army of a player
        ("points", "i2", (SEATS,)),           # prices + warriors - doubles of each army
        ("played", "i1", (SEATS,)),           # item face up this round
        ("resting", "i1", (SEATS,)),          # item in hand, seen by all, that rests this round
        ("had_turn", "i1", (SEATS,)),         # 1 once the turn of this round has begun
        ("immune", "i1", (SEATS,)),           # 1 from playing the Shield to the end of the round
        ("poisoned", "i1", (SEATS,)),
        ("item_at", "i1", (ITEMS,)),          # seat known to hold it, -1 unknown or out, 9 on offer
        # the turn under way
        ("actions_left", "i1"), ("hires_left", "i1"), ("coins", "i1"), ("discount", "i1"),
        ("free_tents", "i1"),                 # still to come with the next hire
        ("hired", "i1"),                      # Watchmen hired this turn
        # what is being decided
        ("item", "i1"),                       # item whose effect is under way
        ("actor", "i1"), ("target", "i1"),    # who caused it, whom it hits
        ("swap", "i1", (3,)),                 # operands of an aimed effect while a Shield may answer
        ("named", "i1"),                      # race or caste named
        ("converted", "i1"),                  # special actions the Owl has turned into gold
        ("card", "i1"), ("price", "i1"), ("paid", "i2"),  # purchase: card (-1 tents), price, paid
        ("buying", "i1"),                     # tents being bought
        ("laid", "i1"),                       # cards this purchase put on the pile, still there
        ("using", "i1"),                      # mercenary whose ability is under way, -1 none
    ]
)  # fmt: skip

PRIVATE = np.dtype(
    [
        ("hand_count", "i1"),
        ("hand", "i1", (CARDS,)),
        ("items", "i1", (ITEMS,)),            # 1 in hand and usable, 2 in hand but resting
        ("kept", "i1"),                       # 1 once it kept its Shield in hand though it was hit this round
        ("look_count", "i1"),
        ("look", "i1", (LOOK,)),              # cards looked at, the top of the deck first
        # what the seat has seen (see kernel.memory), -1 unknown
        ("seen_hand", "i1", (CARDS,)),        # seat into whose hand the card went
        ("seen_deck", "i1", (CARDS,)),        # card at each place of the deck
    ]
)  # fmt: skip

HIDDEN = np.dtype(
    [
        ("deal", "u8", (1,)), ("chance", "u8", (1,)),  # streams
        ("deck", "i1", (CARDS,)),             # the top last
        ("call", "i1", (SEATS,)),             # Ninja calls: slot, -1 silent, -2 not asked
        ("asked", "i1"),                      # seats asked so far in a question put to several
        ("wait", "i1"),                       # seat that took the Necklace and waits, -1 nobody
        ("order", "i1"),                      # turns begun this round
        ("seen_from", "i1"),                  # lowest place of the deck that some seat knows, CARDS if none
    ]
)  # fmt: skip

STATS = np.dtype(
    [
        ("items_dealt", "i1", (ITEMS,)), ("items_played", "i1", (ITEMS,)),
        ("items_drafted", "i1", (ITEMS,)), ("effects_used", "i1", (ITEMS,)),
        ("effects_suffered", "i1", (ITEMS,)), ("item_by_round", "i1", (TRACK,)),
        ("vp_by_round", "i1", (TRACK,)), ("actions_used", "i1", (CASTES,)),
        ("hires", "i1"), ("first_hire", "i1"), ("races_hired", "i1", (RACES,)),
        ("castes_hired", "i1", (CASTES,)), ("tents_bought", "i1"), ("tents_free", "i1"),
        ("cards_drawn", "i2"), ("gold_paid", "i2"), ("gold_over", "i2"), ("coins_gained", "i2"),
        ("coins_spent", "i2"), ("ninja_gold", "i2"), ("ninja_asked", "i2"), ("ninja_lost", "i1"),
        ("ninja_lost_gold", "i2"), ("shield_reactions", "i1"), ("effects_blocked", "i1"),
        ("mercenaries_used", "i1", (5,)), ("mercenaries_paid", "i1", (5,)),
        ("refills", "i2"), ("dry", "i4"), ("lead_changes", "i1"),
        ("standing", "i2"),                   # score if the game ended after this round
    ]
)  # fmt: skip

STATE = np.dtype(
    [
        ("public", PUBLIC),
        ("private", PRIVATE, (SEATS,)),
        ("hidden", HIDDEN),
        ("stats", STATS, (SEATS,)),
        ("leader", "i1"),
        ("goal_seat", "i1"),
        ("merit", "i4", (SEATS,)),  # what orders the seats at the end
    ]
)
