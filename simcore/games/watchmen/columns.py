"""Result columns of Watchmen of Destiny: one row is one seat of one game."""

from simcore.games.watchmen.state import CASTE_NAMES, ITEM_NAMES, MERCENARY_EFFECTS, RACE_NAMES, TRACK
from simcore.schema import declared

ROUNDS = tuple(f"r{i + 1}" for i in range(TRACK))

LABELS = {"race": RACE_NAMES, "item": ITEM_NAMES, "caste": CASTE_NAMES, "mercenary": MERCENARY_EFFECTS, "round": ROUNDS}

COLUMNS = declared(
    LABELS,
    """
    # the score, part by part: these add up to `score`
    vp_prices                   i2  VP     points  prices of the army's Watchmen
    vp_warriors                 i2  VP     points  bonus for Warriors
    vp_doubles                  i2  VP     points  penalty for equal race and caste, negative or 0
    vp_majority                 i2  VP     points  race majorities
    majority.race               i1  VP     count   majority points of each race

    # what was dealt
    race_in.race                u1  flag   flag    1 if the race was in play
    items_dealt.item            u1  flag   count   item dealt to this seat (Necklace: first player)

    # items
    items_played.item           u1  count  count   turns in which the item was played
    items_drafted.item          u1  count  count   times taken in the draft (two players: by the swap)
    effects_used.item           u1  count  count   times its effect was carried out
    effects_suffered.item       u1  count  count   times this seat was hit by it
    item_by_round.round         i1  index  track   item played in the round, -1 none
    shield_reactions            u1  count  count   Shields put down as a reaction
    effects_blocked             u1  count  count   effects of this seat lost to a Shield

    # army
    hires                       u1  count  count   Watchmen hired
    first_hire                  u1  round  count   round of the first hire, 0 never
    races_hired.race            u1  count  count   Watchmen of the final army by race
    castes_hired.caste          u1  count  count   Watchmen of the final army by caste
    actions_used.caste          u1  count  count   special actions by caste; Ninja: cards stolen

    # economy
    tents_bought                u1  count  count   tents paid for
    tents_free                  u1  count  count   tents from the Moneybag
    cards_drawn                 u2  cards  count   cards drawn from the deck into the hand
    gold_paid                   u2  gold   count   gold on cards and coins spent on purchases
    gold_over                   u2  gold   count   part of gold_paid above the price, lost
    coins_gained                u2  gold   count   coins from Hunters (and Owl mercenaries)
    coins_spent                 u2  gold   count   coins used up by a purchase
    ninja_gold                  u2  gold   count   gold on cards taken by this seat's Ninjas
    ninja_asked                 u2  count  count   chances to call Ninja
    ninja_lost                  u1  cards  count   own payment or pile cards taken by others' Ninjas
    ninja_lost_gold             u2  gold   count   gold on those cards
    mercenaries_used.mercenary  u1  count  count   mercenary abilities used
    mercenaries_paid.mercenary  u1  count  count   mercenaries spent as gold

    # the end
    hand_left                   u1  cards  count   cards in hand at the end
    hand_gold                   u2  gold   count   gold in hand at the end; parts equal scores
    tents_empty                 u1  count  count   tents without a Watchman at the end
    ended_it                    u1  flag   flag    1 for the seat that first reached the army goal

    # the game as a whole, the same in each of its rows
    refills                     u1  count  game    times the deck was made anew from the discards, up to 255
    dry                         u1  count  game    cards wanted when there was none to draw, up to 255
    lead_changes                u1  count  game    rounds after which another seat led than before
    vp_by_round.round           i1  VP     track   score if it ended after the round, up to 126; 127 not played
    """,
)
