"""Result columns of The Guardians of Haversack: one row is one seat of one game."""

from simcore.games.haversack.codes import CREATURES, GUARDIANS, ITEMS, ROUNDS
from simcore.schema import Column

EACH_ROUND = tuple(f"r{i + 1}" for i in range(ROUNDS))
EACH_WORD = tuple(f"r{i + 1}_{word}" for i in range(ROUNDS) for word in ("low", "high"))
"""A set of cells a round: cell = row * columns + column, 0 to 63 in the low word, the rest in the high."""

COLUMNS: tuple[Column, ...] = (
    # the score, part by part: these add up to `score`
    Column("vp_glory", "i2", "VP", "from the gains table, all rounds", "points"),
    Column("vp_shots", "i2", "VP", "monsters shot by a Huntress on her Night face", "points"),
    Column("vp_chests", "i2", "VP", "opened Chests", "points"),
    Column("vp_hunting", "i2", "VP", "Hunting Board", "points"),
    # what was in force
    Column("night", "u1", "flag", "1 if the Guardian's tile lay on its Night face", "flag", GUARDIANS),
    # round by round
    Column("glory", "u1", "Glory", "Glory of the round; 0 not played", "track", EACH_ROUND),
    Column("glory_monsters", "u1", "Glory", "of it from monsters", "track", EACH_ROUND),
    Column("glory_fairies", "u1", "Glory", "of it from Fairies", "track", EACH_ROUND),
    Column("glory_villages", "u1", "Glory", "of it from Villages", "track", EACH_ROUND),
    Column("glory_cups", "u1", "Glory", "of it from Cups", "track", EACH_ROUND),
    Column(
        "vp_by_round",
        "i2",
        "VP",
        "score track after the round, Chests and hunting not yet counted",
        "track",
        EACH_ROUND,
    ),
    Column("plays", "u1", "count", "Guardians played in the round, each return anew", "track", EACH_ROUND),
    Column("gold_spent", "u1", "gold", "spent in the Recruitment of the round", "track", EACH_ROUND),
    # Guardians
    Column("recruited", "u1", "count", "tokens bought", "count", GUARDIANS),
    Column("played", "u1", "count", "times played, each return anew", "count", GUARDIANS),
    Column("returned", "u1", "count", "times a Priestess sent one back to the bag", "count", GUARDIANS),
    Column("set_aside", "u1", "count", "times drawn and not played (no legal move, or passed)", "count", GUARDIANS),
    Column("wasted", "u1", "count", "plays that took, repaired, opened and returned nothing", "count", GUARDIANS),
    Column("monsters_by", "u1", "count", "monsters eliminated by it, by its Tents included", "count", GUARDIANS),
    Column("fairies_by", "u1", "count", "Fairies captured by it, by its Tents included", "count", GUARDIANS),
    Column("villages_by", "u1", "count", "Villages repaired by it", "count", GUARDIANS),
    Column(
        "glory_by",
        "u2",
        "Glory",
        "Glory it brought; a Village counts its step of the column every round",
        "count",
        GUARDIANS,
    ),
    Column(
        "vp_by",
        "f4",
        "VP",
        "VP it brought: each round's in proportion to Glory, hunting to monsters",
        "count",
        GUARDIANS,
    ),
    # creatures, Villages, Chests
    Column("taken", "u1", "count", "creatures taken", "count", CREATURES),
    Column("by_tent", "u1", "count", "of them caught by a Tent", "count", CREATURES),
    Column("villages", "u1", "count", "Villages repaired", "count"),
    Column("chests", "u1", "count", "Chests opened", "count"),
    Column("items_found", "u1", "count", "Items found in Chests", "count", ITEMS),
    Column("items_used", "u1", "count", "Items used", "count", ITEMS),
    Column("item_glory", "u2", "Glory", "Glory of plays and acts that used the Item", "count", ITEMS),
    # gold
    Column("gold_earned", "u2", "gold", "from the gains table, last round left out", "count"),
    Column("gold_left", "u2", "gold", "not spent after the last Recruitment", "count"),
    Column("sold_out", "u1", "count", "Recruitments in which a Guardian it could pay for was sold out", "count"),
    Column("recruits_first", "u1", "count", "Recruitments in which this seat was first in order", "count"),
    # where
    Column("ended", "u8", "cell set", "cells where a Guardian ended in the round", "cells", EACH_WORD),
    Column(
        "cleared",
        "u8",
        "cell set",
        "cells where a creature, Village or Chest was taken in the round",
        "cells",
        EACH_WORD,
    ),
)
