"""Result columns of The Guardians of Haversack: one row is one seat of one game."""

from simcore.games.haversack.codes import CREATURES, GUARDIANS, ITEMS, ROUNDS
from simcore.schema import declared

EACH_ROUND = tuple(f"r{i + 1}" for i in range(ROUNDS))
EACH_WORD = tuple(f"r{i + 1}_{word}" for i in range(ROUNDS) for word in ("low", "high"))
"""A set of cells a round: cell = row * columns + column, 0 to 63 in the low word, the rest in the high."""

LABELS = {"guardian": GUARDIANS, "creature": CREATURES, "item": ITEMS, "round": EACH_ROUND, "word": EACH_WORD}

COLUMNS = declared(
    LABELS,
    """
    # the score, part by part: these add up to `score`
    vp_glory              i2  VP        points  from the gains table, all rounds
    vp_shots              i2  VP        points  monsters shot by a Huntress on her Night face
    vp_chests             i2  VP        points  opened Chests
    vp_hunting            i2  VP        points  Hunting Board

    # what was in force
    night.guardian        u1  flag      flag    1 if the Guardian's tile lay on its Night face

    # round by round
    glory.round           u1  Glory     track   Glory of the round; 0 not played
    glory_monsters.round  u1  Glory     track   of it from monsters
    glory_fairies.round   u1  Glory     track   of it from Fairies
    glory_villages.round  u1  Glory     track   of it from Villages
    glory_cups.round      u1  Glory     track   of it from Cups
    vp_by_round.round     i2  VP        track   score track after the round, Chests and hunting not yet counted
    plays.round           u1  count     track   Guardians played in the round, each return anew
    gold_spent.round      u1  gold      track   spent in the Recruitment of the round

    # Guardians
    recruited.guardian    u1  count     count   tokens bought
    played.guardian       u1  count     count   times played, each return anew
    returned.guardian     u1  count     count   times a Priestess sent one back to the bag
    set_aside.guardian    u1  count     count   times drawn and not played (no legal move, or passed)
    wasted.guardian       u1  count     count   plays that took, repaired, opened and returned nothing
    monsters_by.guardian  u1  count     count   monsters eliminated by it, by its Tents included
    fairies_by.guardian   u1  count     count   Fairies captured by it, by its Tents included
    villages_by.guardian  u1  count     count   Villages repaired by it
    glory_by.guardian     u2  Glory     count   Glory it brought; a Village counts its step of the column every round
    vp_by.guardian        f4  VP        count   VP it brought: each round's in proportion to Glory, hunting to monsters

    # creatures, Villages, Chests
    taken.creature        u1  count     count   creatures taken
    by_tent.creature      u1  count     count   of them caught by a Tent
    villages              u1  count     count   Villages repaired
    chests                u1  count     count   Chests opened
    items_found.item      u1  count     count   Items found in Chests
    items_used.item       u1  count     count   Items used
    item_glory.item       u2  Glory     count   Glory of plays and acts that used the Item

    # gold
    gold_earned           u2  gold      count   from the gains table, last round left out
    gold_left             u2  gold      count   not spent after the last Recruitment
    sold_out              u1  count     count   Recruitments in which a Guardian it could pay for was sold out
    recruits_first        u1  count     count   Recruitments in which this seat was first in order

    # where
    ended.word            u8  cell set  cells   cells where a Guardian ended in the round
    cleared.word          u8  cell set  cells   cells where a creature, Village or Chest was taken in the round
    """,
)
