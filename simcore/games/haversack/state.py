"""Records of The Guardians of Haversack: rules, state, results.

A set of cells is two 64-bit words, cell row * columns + column, bit 0 of word 0 first: see
`kernel.cells`. A Guardian, creature or Item that is absent is -1. Sizes are those of `codes`.
"""

import numpy as np

from simcore.games.haversack.codes import (
    CARDS,
    CELLS,
    CHESTS,
    CREATURES,
    GAINS,
    GUARDIANS,
    ITEMS,
    MONSTERS,
    SEATS,
    STARTS,
    STEPS,
    SWITCHES,
    VILLAGES,
)
from simcore.games.haversack.columns import COLUMNS

G, I = len(GUARDIANS), len(ITEMS)  # noqa: E741 (the letters of the comments below)
CELL_SET = ("u8", (2,))

# One face of a Guardian tile.
TILE = np.dtype(
    [
        ("cost", "i1"), ("move", "i1"),
        ("kills", "i1", (MONSTERS,)),     # monsters whose space it may enter
        ("free", "i1"),                   # ignores terrain
        ("straight", "i1"),               # moves in one straight line, without Boots
        ("opens", "i1"),                  # opens the Chest where it ends
        ("swaps", "i1"),                  # takes the place of another instead of moving
        ("returns", "i1"),                # returns one of its row or column to the bag
        ("shoots", "i1"), ("shot_vp", "i1"),
        ("catches", "i1"), ("repairs", "i1"),  # at a distance
        ("tents", "i1"),                  # leaves a Tent at the end of the round
    ]
)  # fmt: skip

RULES = np.dtype(
    [
        # the board
        ("cells", *CELL_SET), ("land", *CELL_SET),      # all cells; those a Guardian may enter
        ("stop", *CELL_SET),                            # those it may end on
        ("forest", *CELL_SET), ("lake", *CELL_SET), ("village", *CELL_SET), ("chest", *CELL_SET),
        ("not_first", *CELL_SET), ("not_last", *CELL_SET),  # cells outside the first, last column
        ("near", "u8", (CELLS, 2)),                     # cells at acting distance of each cell
        ("line", "u8", (CELLS, 2)),                     # other cells of its row and column
        ("rows", "u8"), ("cols", "u8"),
        ("beside", "i1", (CELLS, 4)),                   # neighbour to the east, west, south, north
        ("castle_cell", "i2"), ("start_cell", "i2", (STARTS,)),
        # Scout cards
        ("cards", "i1"), ("card_creature", "i1", (CARDS,)), ("card_cell", "i2", (CARDS,)),
        ("rounds", "i1"), ("cards_per_round", "i1"), ("start_creatures", "i1"),
        # Guardians
        ("players", "i1"), ("tile", TILE, (2, G)), ("face", "i1", (G,)),  # day, night, random
        ("start_bag", "i1", (G,)), ("box", "i1", (G,)),  # tokens in the box
        # gains
        ("monster_glory", "i1", (MONSTERS,)), ("fairy_track", "i1", (CARDS,)),
        ("village_column", "i1", (VILLAGES + 1,)),
        ("village_left", "i1", (VILLAGES + 1,)),  # steps of the column still to come that bring Glory
        ("cup_glory", "i1"),
        ("gold", "i1", (GAINS,)), ("vp", "i1", (GAINS,)), ("top_glory", "i1"), ("vp_past_top", "i1"),
        ("start_gold", "i2"), ("chest_vp", "i1"),
        ("hunting_steps", "i1"), ("hunting_at", "i1", (STEPS,)), ("hunting_vp", "i1", (STEPS,)),
        ("hunting_share", "f8"),                  # VP a monster brings on average if all steps are reached
        ("chest_count", "i1", (I,)), ("boots_move", "i1"),
        # switches
        *[(name, "i1") for name in SWITCHES],
    ]
)  # fmt: skip

# One player's Adventure board and all that lies beside it, open to everybody.
BOARD = np.dtype(
    [
        ("creature", "u8", (len(CREATURES), 2)),  # cells that hold each kind
        ("guardian", "u8", (G, 2)),
        ("tent", *CELL_SET), ("chest", *CELL_SET),
        ("ruin", *CELL_SET),                      # destroyed Villages
        ("gains", "i1", (len(CREATURES),)),       # taken this round
        ("hunted", "i1", (MONSTERS,)),            # on the Hunting Board
        ("spared", "i1", (MONSTERS,)),            # of those, not to count there
        ("fairies", "i1"), ("villages", "i1"), ("chests", "i1"),
        ("cups", "i1"),                           # found this round
        ("items", "i1", (I,)),                    # ready for use
        ("found", "i1"),                          # just found, ready from the next Guardian on
        ("used", "i1", (I,)),                     # turned face down
        ("aside", "i1", (G,)),                    # set aside
        ("stuck", "i1", (G,)),                    # of those, for want of a move
        ("gold", "i2"), ("vp", "i2"),             # vp: score track, without Chests and hunting
    ]
)  # fmt: skip

PUBLIC = np.dtype(
    [
        ("board", BOARD, (SEATS,)),
        ("seat", "i1"), ("decision", "i1"), ("players", "i1"), ("round", "i1"),  # round from 1
        ("face", "i1", (G,)),                     # day or night
        ("supply", "i1", (G,)),                   # tokens left to recruit
        ("owned", "i1", (SEATS, G)),              # tokens of each player, wherever they are
        ("card_round", "i1", (CARDS,)),           # round it was revealed, 0 setup, -1 not yet
        # the Guardian being played
        ("guardian", "i1"), ("cell", "i2"),       # cell -1 before it is on the board
        ("ability", "i1"),                        # 1 while its own remote act is unused
        ("killed", "i1"), ("swapped", "i1"), ("must_act", "i1"),
        # recruitment
        ("order", "i1", (SEATS,)), ("turn", "i1"), ("done", "i1", (SEATS,)),
    ]
)  # fmt: skip

PRIVATE = np.dtype([("bag", "i1", (G,))])

STATS = np.dtype([column.field() for column in COLUMNS])
"""What is counted during play: the game's own part of a results row."""

HIDDEN = np.dtype(
    [
        ("deal", "u8", (1,)), ("chance", "u8", (1,)), ("draw", "u8", (SEATS, 1)),  # streams; each seat its draws
        ("deck", "i1", (CARDS,)),                  # cards in the order they are revealed
        ("chest", "i1", (SEATS, CHESTS)),          # Items in the order a seat will find them
        ("glory_now", "i2", (SEATS, G)),           # Glory of this round by Guardian, Villages apart
        ("village_glory", "i2", (SEATS, G)),       # Glory a round from Villages by their repairer
        ("refused", "i1", (SEATS,)),               # round in which it last met an empty supply
        ("merit", "i4", (SEATS,)),                  # score and tie-break in one number
        ("took", "i1"),                            # the play under way gained something
        ("no_board", BOARD), ("no_stats", STATS),  # always zero, to start from
    ]
)  # fmt: skip

STATE = np.dtype([("public", PUBLIC), ("private", PRIVATE, (SEATS,)), ("hidden", HIDDEN), ("stats", STATS, (SEATS,))])
