"""Result columns of Watchmen of Destiny: one row is one seat of one game."""

from simcore.games.watchmen.state import CASTE_NAMES, ITEM_NAMES, MERCENARY_EFFECTS, RACE_NAMES, TRACK
from simcore.schema import Column

ROUNDS = tuple(f"r{i + 1}" for i in range(TRACK))

COLUMNS: tuple[Column, ...] = (
    # the score, part by part: these add up to `score`
    Column("vp_prices", "i2", "VP", "prices of the army's Watchmen", "points"),
    Column("vp_warriors", "i2", "VP", "bonus for Warriors", "points"),
    Column("vp_doubles", "i2", "VP", "penalty for equal race and caste, negative or 0", "points"),
    Column("vp_majority", "i2", "VP", "race majorities", "points"),
    Column("majority", "i1", "VP", "majority points of each race", "count", RACE_NAMES),
    # what was dealt
    Column("race_in", "u1", "flag", "1 if the race was in play", "flag", RACE_NAMES),
    Column("items_dealt", "u1", "flag", "item dealt to this seat (Necklace: first player)", "count", ITEM_NAMES),
    # items
    Column("items_played", "u1", "count", "turns in which the item was played", "count", ITEM_NAMES),
    Column("items_drafted", "u1", "count", "times taken in the draft (two players: by the swap)", "count", ITEM_NAMES),
    Column("effects_used", "u1", "count", "times its effect was carried out", "count", ITEM_NAMES),
    Column("effects_suffered", "u1", "count", "times this seat was hit by it", "count", ITEM_NAMES),
    Column("item_by_round", "i1", "index", "item played in the round, -1 none", "track", ROUNDS),
    Column("shield_reactions", "u1", "count", "Shields put down as a reaction", "count"),
    Column("effects_blocked", "u1", "count", "effects of this seat lost to a Shield", "count"),
    # army
    Column("hires", "u1", "count", "Watchmen hired", "count"),
    Column("first_hire", "u1", "round", "round of the first hire, 0 never", "count"),
    Column("races_hired", "u1", "count", "Watchmen of the final army by race", "count", RACE_NAMES),
    Column("castes_hired", "u1", "count", "Watchmen of the final army by caste", "count", CASTE_NAMES),
    Column("actions_used", "u1", "count", "special actions by caste; Ninja: cards stolen", "count", CASTE_NAMES),
    # economy
    Column("tents_bought", "u1", "count", "tents paid for", "count"),
    Column("tents_free", "u1", "count", "tents from the Moneybag", "count"),
    Column("cards_drawn", "u2", "cards", "cards drawn from the deck into the hand", "count"),
    Column("gold_paid", "u2", "gold", "gold on cards and coins spent on purchases", "count"),
    Column("gold_over", "u2", "gold", "part of gold_paid above the price, lost", "count"),
    Column("coins_gained", "u2", "gold", "coins from Hunters (and Owl mercenaries)", "count"),
    Column("coins_spent", "u2", "gold", "coins used up by a purchase", "count"),
    Column("ninja_gold", "u2", "gold", "gold on cards taken by this seat's Ninjas", "count"),
    Column("ninja_asked", "u2", "count", "chances to call Ninja", "count"),
    Column("ninja_lost", "u1", "cards", "own payment or pile cards taken by others' Ninjas", "count"),
    Column("ninja_lost_gold", "u2", "gold", "gold on those cards", "count"),
    Column("mercenaries_used", "u1", "count", "mercenary abilities used", "count", MERCENARY_EFFECTS),
    Column("mercenaries_paid", "u1", "count", "mercenaries spent as gold", "count", MERCENARY_EFFECTS),
    # the end
    Column("hand_left", "u1", "cards", "cards in hand at the end", "count"),
    Column("hand_gold", "u2", "gold", "gold in hand at the end; parts equal scores", "count"),
    Column("tents_empty", "u1", "count", "tents without a Watchman at the end", "count"),
    Column("ended_it", "u1", "flag", "1 for the seat that first reached the army goal", "flag"),
    # the game as a whole, the same in each of its rows
    Column("refills", "u1", "count", "times the deck was made anew from the discards", "count"),
    Column("dry", "u1", "count", "cards wanted when there was none to draw", "count"),
    Column("lead_changes", "u1", "count", "rounds after which another seat led than before", "count"),
    Column("vp_by_round", "i1", "VP", "score if it ended after the round, up to 126; 127 not played", "track", ROUNDS),
)
