"""The games in which every rule of The Guardians of Haversack is seen: a fixed list."""

from simcore.coverage import Configuration, plain_games
from simcore.games.haversack.codes import GUARDIANS

SEED = 7
GOOD = ("all-rounder",)

NIGHT = {f"face.{name}": "night" for name in GUARDIANS}
CHANCE = {f"face.{name}": "random" for name in GUARDIANS}

# Bags and Chests in which what is hardly ever seen together is seen often.
DRUIDS = {"guardian.druid.start": "4", "guardian.druid.tokens": "40"}
GUIDES = {"guardian.guide.start": "4", "guardian.guide.tokens": "40"}
HUNTERS = {"guardian.huntress.start": "2"}
THIEVES = {"guardian.thief.start": "3"}
HUNTS = {
    "guardian.huntress.start": "5",
    "guardian.huntress.tokens": "40",
    "structure.rounds": "3",
    "structure.cards_per_round": "8",
}
PRIESTESSES = {
    "guardian.priestess.start": "6",
    "guardian.priestess.tokens": "40",
    "guardian.priestess.move_day": "1",
    "structure.remote_range": "9",
    "range2": "upto",
}


def _chests(boots: int = 0, bow: int = 0, hammer: int = 0, net: int = 0, cup: int = 0) -> dict[str, str]:
    """Ten tokens of few kinds, and the Thieves to find them."""
    tokens = {"boots": boots, "bow": bow, "hammer": hammer, "butterfly_net": net, "cup": cup, "sword": 0, "feather": 0}
    return {**THIEVES, **{f"chest.{item}": str(count) for item, count in tokens.items()}}


BOOTS = _chests(boots=7, hammer=1, net=1, cup=1)
BOWS = _chests(bow=7, hammer=1, net=2)
TOOLS = _chests(hammer=5, net=5)

FEW_TOKENS = {"guardian.druid.tokens": "1", "guardian.huntress.tokens": "1", "guardian.guide.tokens": "4"}

CRAMPED = """
CC .. ~~ $2 ^^ hC ^^ ^^ $4 .. ..
.. ~~ g1 v0 ^^ g2 hG v4 ~~ hI ..
~~ .. .. .. ^^ ^^ .. .. ~~ .. g4
.. v1 hD $1 hA .. v2 hF g3 hH ..
$0 ~~ ~~ hB .. .. s1 ^^ .. .. hJ
hS ~~ ~~ v9 .. hE .. ^^ .. v3 $3
^^ $9 hT .. s3 .. s2 g5 ^^ .. hK
^^ hQ v8 g7 .. .. $5 hL ^^ .. ..
.. .. $8 hU .. hM ^^ ^^ v5 hO $7
.. .. .. ^^ .. .. .. $6 ~~ .. ..
.. v7 hR ^^ hP v6 hN g6 ~~ .. ..
"""
"""A board whose Castle has room for three Guardians between Lakes: the others have no legal move."""
OWN_BOARD = {"board": "own", "board.own.map": CRAMPED}

BATCH = (
    *plain_games(range(1, 5), 3),
    Configuration("4 all-rounders", 4, 3, {}, GOOD),
    Configuration("Night", 3, 3, NIGHT),
    Configuration("faces by chance", 3, 4, CHANCE),
    Configuration("winter", 3, 3, {"board": "winter"}),
    Configuration("cramped board", 2, 4, OWN_BOARD),
    Configuration("cramped board, back to the bag", 2, 3, {"no_move": "discard_last", **OWN_BOARD}),
    Configuration("Druids", 3, 3, DRUIDS),
    Configuration("Huntresses", 3, 3, HUNTERS),
    Configuration("Night and Druids", 3, 4, {**NIGHT, **DRUIDS}),
    Configuration("Boots", 3, 3, BOOTS, GOOD),
    Configuration("Bows and tools", 3, 3, BOWS),
    Configuration("Bows and tools, Night", 3, 4, {**BOWS, **NIGHT, **HUNTS}, GOOD),
    Configuration("no Fairy at the start", 2, 3, {"start_fairy": "redraw"}),
    Configuration("Tents stay", 2, 4, {"tent_life": "persistent"}),
    Configuration("Tents do not hunt", 4, 3, {"tent_hunts": "false", **GUIDES}),
    Configuration("passing allowed", 2, 3, {"may_pass": "true"}),
    Configuration("Castle only passed", 2, 3, {"castle": "pass"}),
    Configuration("Castle closed", 2, 3, {"castle": "closed"}),
    Configuration("no way back", 2, 3, {"return_to_start": "false"}),
    Configuration("Lakes bind", 3, 4, {"lake_start": "free_only", **DRUIDS}),
    Configuration("no place on a Lake", 3, 4, {"swap_on_lake": "false", **DRUIDS}),
    Configuration("Priestesses with tools", 3, 3, {**TOOLS, **PRIESTESSES}),
    Configuration("no Items in a place taken", 3, 3, {"swap_items": "false", **TOOLS, **PRIESTESSES}),
    Configuration("range up to 2", 3, 4, {"range2": "upto", **TOOLS, **NIGHT}),
    Configuration("range with turns", 3, 8, {"range2": "manhattan", **TOOLS, **NIGHT}),
    Configuration("Druids repair all", 3, 4, {"druid_multi": "true", **NIGHT, **DRUIDS}),
    Configuration("acts unmoved", 3, 3, {"act_unmoved": "true", **NIGHT, **HUNTERS}),
    Configuration("Castle blocks", 3, 4, {"castle_blocks": "true", **HUNTERS}),
    Configuration("one kill a play", 3, 4, {"bow_stack": "false", **BOWS}),
    Configuration("no VP by Bow", 3, 4, {"night_bow_vp": "false", **BOWS, **NIGHT, **HUNTS}, GOOD),
    Configuration("few tokens", 4, 3, FEW_TOKENS),
    Configuration("tokens without end", 4, 3, {"supply": "infinite", **FEW_TOKENS}),
    Configuration("all at once", 3, 3, {"recruit_order": "whole_turn"}),
    Configuration("hunting by Glory", 4, 5, {"hunting": "glory"}),
    Configuration("one round", 4, 20, {"structure.rounds": "1"}),
)
