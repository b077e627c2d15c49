"""Names and codes of The Guardians of Haversack; letters in record comments are the sizes here."""

SEATS, CELLS, CARDS, ROUNDS = 4, 128, 32, 6
"""Most seats, cells of a board, Scout cards and rounds the records have room for."""

GUARDIANS = ("guide", "warrior", "thief", "priestess", "druid", "huntress")
GUIDE, WARRIOR, THIEF, PRIESTESS, DRUID, HUNTRESS = range(6)
FACES = ("day", "night", "random")
DAY, NIGHT, RANDOM = range(3)

CREATURES = ("fox", "crocodile", "pig", "fairy")
FOX, CROCODILE, PIG, FAIRY = range(4)
MONSTERS = 3  # the first three creatures

ITEMS = ("boots", "sword", "bow", "feather", "hammer", "butterfly_net", "cup")
BOOTS, SWORD, BOW, FEATHER, HAMMER, NET, CUP = range(7)
CHESTS, VILLAGES, STARTS, STEPS, GAINS = 16, 16, 9, 16, 32
"""Most Chests, Villages, start spaces, Hunting Board steps, columns of the gains table."""

DECISIONS = ("move", "act", "recruit")
D_MOVE, D_ACT, D_RECRUIT = range(3)

# Option kinds.
# D_MOVE     K_MOVE a=cell, b=Items used, c=what is taken there | K_SWAP a=cell, c=Guardian there
#            K_STAY a=cell: act at once from a start
#            K_PASS a=P_STUCK it has no move, a=P_CHOSEN it could move
# D_ACT      K_PASS | K_SHOOT, K_CATCH, K_REPAIR a=cell, b=Item used or -1, c=what is taken
#            K_RETURN a=cell, c=Guardian
# D_RECRUIT  K_PASS done | K_BUY a=Guardian
K_PASS, K_MOVE, K_SWAP, K_STAY, K_SHOOT, K_CATCH, K_REPAIR, K_RETURN, K_BUY = range(9)
P_STUCK, P_CHOSEN = -1, -2

# What a move or act takes: monsters and Fairies by their creature code, then these.
TAKES = (*CREATURES, "village", "chest", "nothing")
T_VILLAGE, T_CHEST, T_NOTHING = 4, 5, 6

# Items used by a move: the number of Boots, and a bit for each of the other two.
U_BOOTS, U_FEATHER, U_SWORD = 7, 8, 16
U_NONE = 0

EAST, WEST, SOUTH, NORTH = range(4)

# Switches: their words, coded by their place, or none for true and false (rulings table).
SWITCHES: dict[str, tuple[str, ...]] = {
    "start_fairy": ("keep", "redraw"),
    "tent_life": ("one_round", "persistent"),
    "tent_hunts": (),
    "no_move": ("set_aside", "discard_last"),
    "may_pass": (),
    "castle": ("stop", "pass", "closed"),
    "return_to_start": (),
    "lake_start": ("all", "free_only"),
    "swap_on_lake": (),
    "swap_items": (),
    "range2": ("exact", "upto", "manhattan"),
    "druid_multi": (),
    "act_unmoved": (),
    "castle_blocks": (),
    "bow_stack": (),
    "night_bow_vp": (),
    "supply": ("shared", "infinite"),
    "recruit_order": ("one_each", "whole_turn"),
    "hunting": ("count", "glory"),
}
KEEP, ONE_ROUND, SET_ASIDE, ALL, SHARED, ONE_EACH, COUNT = 0, 0, 0, 0, 0, 0, 0
