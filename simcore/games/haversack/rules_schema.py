"""What a rules file of The Guardians of Haversack holds, and which values fit together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simcore.errors import MeepleError
from simcore.fields import Field, flag, text, whole, wholes, word
from simcore.games.haversack.boards import check_board, read_board
from simcore.games.haversack.codes import (
    CARDS,
    CHESTS,
    CREATURES,
    FACES,
    GAINS,
    GUARDIANS,
    ITEMS,
    MONSTERS,
    ROUNDS,
    SEATS,
    STARTS,
    STEPS,
    SWITCHES,
    VILLAGES,
)
from simcore.ruleset import Schema, Table

BOARDS = ("summer", "winter", "own")
MOST_BOUGHT = 100
"""Guardians one seat may be able to buy in a game, as counts are small integers."""

_STRUCTURE = (
    whole("rounds", 1, ROUNDS, "rounds of a game"),
    whole("cards_per_round", 1, CARDS, "Scout cards of a pile"),
    whole("start_creatures", 0, STARTS, "Scout cards revealed at setup"),
    whole("chest_vp", 0, 9, "VP of an opened Chest at the end"),
    whole("cup_glory", 0, 9, "Glory of a Cup"),
    whole("boots_move", 0, 9, "spaces Boots add"),
    whole("remote_range", 1, 9, "distance of acts by Guide, Druid, Hammer, Butterfly Net"),
    whole("shot_vp", 0, 9, "VP a Huntress on her Night face earns for each monster she shoots"),
    whole("start_gold", 0, 99, "Gold a player begins with"),
)

_GUARDIAN = (
    whole("cost", 1, 30, "Gold to recruit it"),
    whole("cost_night", 1, 30, "the same on the Night face, if it differs", optional=True),
    whole("move_day", 1, 99, "spaces it may move, Day face"),
    whole("move_night", 1, 99, "spaces it may move, Night face"),
    whole("start", 0, 9, "tokens in each start bag"),
    whole("tokens", 0, 120, "tokens in the box, start bags included"),
)

_SWITCHES = {
    "start_fairy": ("2", "a Fairy among the start cards stays, or is drawn again"),
    "tent_life": ("6", "a Tent serves for the following round, or for the rest of the game"),
    "tent_hunts": ("8", "monsters caught by a Tent count for the Hunting Board and the tie-break"),
    "no_move": ("9", "a Guardian without a move is out for the round, or returns to the bag after another's play"),
    "may_pass": ("10", "a Guardian that can move may be set aside instead"),
    "castle": ("11", "Guardians may stop on the Castle, only pass it, or not enter it"),
    "return_to_start": ("12", "a move may end on the free space it began from"),
    "lake_start": ("13", "a start from a Lake is open to all, or to those who ignore terrain"),
    "swap_on_lake": ("20", "a Priestess may take the place of a Guardian on a Lake"),
    "swap_items": ("21", "a Priestess who took a place may use Bow, Hammer and Net"),
    "range2": ("22", "acts reach exactly so far in a straight line, up to so far, or so many steps with turns"),
    "druid_multi": ("23", "the Night Druid may repair all Villages in range"),
    "act_unmoved": ("24", "a Guardian may act from a free starting point without a move"),
    "castle_blocks": ("25", "Castle and Tents stop arrows"),
    "bow_stack": ("26", "a Guardian that has eliminated a monster may use a Bow in the same play"),
    "night_bow_vp": ("27", "the Night Huntress earns her VP for a kill by Bow too"),
    "supply": ("30", "Guardian tokens are shared and run out, or never do"),
    "recruit_order": ("30", "players buy one Guardian each in turn, or all at once in that order"),
    "hunting": ("33", "the Hunting Board goes by the number of monsters, or by their Glory"),
}


def _switch(name: str, choices: tuple[str, ...]) -> Field:
    ruling, meaning = _SWITCHES[name]
    return word(name, choices, meaning, ruling=ruling) if choices else flag(name, meaning, ruling=ruling)


def _check(data: Mapping[str, Any]) -> None:
    _check_cards(data)
    _check_tracks(data)
    _check_tokens(data)
    chosen = data["rules"]["board"]
    for name, board in data["board"].items():
        key = f"board.{name}.map"
        check_board(read_board(board["map"], key), key, data)
    if chosen not in data["board"]:
        raise MeepleError(f'rules.board = "{chosen}": no such board; expected a table [board.{chosen}] with a map')


def _check_cards(data: Mapping[str, Any]) -> None:
    structure, cards = data["structure"], data["card"]
    needed = structure["start_creatures"] + structure["rounds"] * structure["cards_per_round"]
    if len(cards) < needed:
        raise MeepleError(
            f"[card] has {len(cards)} Scout cards; expected at least {needed}: {structure['start_creatures']} at setup "
            f"and {structure['rounds']} piles of {structure['cards_per_round']}"
        )
    if len(cards) > CARDS:
        raise MeepleError(f"[card] has {len(cards)} Scout cards; expected at most {CARDS}")
    for mark in cards:
        if len(mark) != 1:
            raise MeepleError(f"card.{mark}: expected a mark of one letter or digit, such as card.A")
    others = sum(card["creature"] != "fairy" for card in cards.values())
    if data["rules"]["start_fairy"] == "redraw" and others < structure["start_creatures"]:
        raise MeepleError('rules.start_fairy = "redraw": too few Scout cards are no Fairies')


def _check_tracks(data: Mapping[str, Any]) -> None:
    gains, track = data["gains"], data["track"]
    for first, second in (("gains.gold", "gains.vp"), ("track.hunting_at", "track.hunting_vp")):
        lengths = [len(data[table][name]) for table, name in (key.split(".") for key in (first, second))]
        if lengths[0] != lengths[1]:
            raise MeepleError(f"{first} has {lengths[0]} entries and {second} {lengths[1]}; expected equally many")
    if sorted(set(track["hunting_at"])) != track["hunting_at"]:
        raise MeepleError("track.hunting_at: expected numbers that grow")
    if track["village"][0] != 0:
        raise MeepleError(f"track.village begins with {track['village'][0]}; expected 0 for no Village repaired")
    fairies = sum(card["creature"] == "fairy" for card in data["card"].values())
    if len(track["fairy"]) < fairies:
        raise MeepleError(f"track.fairy has {len(track['fairy'])} entries; expected {fairies}, one for each Fairy card")
    cheapest = min(min(row["cost"], row.get("cost_night", 30)) for row in data["guardian"].values())
    bought = (data["structure"]["start_gold"] + (data["structure"]["rounds"] - 1) * max(gains["gold"])) // cheapest
    if bought > MOST_BOUGHT:
        raise MeepleError(
            f"a player could buy {bought} Guardians; expected at most {MOST_BOUGHT}: see gains.gold, cost"
        )


def _check_tokens(data: Mapping[str, Any]) -> None:
    if not 1 <= sum(row["start"] for row in data["guardian"].values()) <= 20:
        raise MeepleError("guardian.*.start: expected a start bag of 1 to 20 Guardians")
    for name, row in data["guardian"].items():
        if row["start"] * SEATS > row["tokens"]:
            raise MeepleError(
                f"guardian.{name}.tokens = {row['tokens']}: expected at least {row['start'] * SEATS}, "
                f"as {SEATS} players begin with {row['start']} each"
            )
    if sum(data["chest"].values()) > CHESTS:
        raise MeepleError(f"[chest] has {sum(data['chest'].values())} tokens; expected at most {CHESTS}")


def _unused(data: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(f"board.{name}." for name in data["board"] if name != data["rules"]["board"])


SCHEMA = Schema(
    game="haversack",
    title="The Guardians of Haversack",
    tables=(
        Table("structure", _STRUCTURE, meaning="Numbers of the rulebook."),
        Table(
            "rules",
            (
                word("board", BOARDS, "the side of the Adventure board all use, or your own", ruling="Setup"),
                *(_switch(name, choices) for name, choices in SWITCHES.items()),
            ),
            meaning="Rulings and the board in play.",
        ),
        Table(
            "face",
            tuple(word(name, FACES, f"face of the tile of the {name.title()}") for name in GUARDIANS),
            meaning='Faces of the Guardian tiles; "random" draws one for each deal.',
        ),
        Table("guardian", _GUARDIAN, ids=(GUARDIANS,), meaning="Guardians."),
        Table(
            "creature",
            (whole("glory", 0, 9, "Glory of one"),),
            ids=(CREATURES[:MONSTERS],),
            meaning="Monsters.",
        ),
        Table(
            "gains",
            (
                wholes("gold", (1, GAINS), 0, 99, "Gold by Glory, from 0; the last entry holds past the end"),
                wholes("vp", (1, GAINS), 0, 99, "VP by Glory, from 0"),
                whole("vp_past_top", 0, 9, "VP for each Glory past the last entry"),
            ),
            meaning="Gains table of the score board.",
        ),
        Table(
            "track",
            (
                wholes("fairy", (1, CARDS), 0, 9, "Glory of the first, second... Fairy"),
                wholes("village", (1, VILLAGES + 1), 0, 20, "Glory a round by Villages repaired, from 0"),
                wholes("hunting_at", (1, STEPS), 1, 99, "what each step of the Hunting Board takes"),
                wholes("hunting_vp", (1, STEPS), 0, 99, "VP of each step"),
            ),
            meaning="Tracks of the Adventure board.",
        ),
        Table("chest", tuple(whole(item, 0, 7, "tokens of one player") for item in ITEMS), meaning="Items in Chests."),
        Table(
            "card",
            (word("creature", CREATURES, "what appears"), text("colour", 20, "quarter of the board")),
            ids=((),),
            inline=True,
            meaning="Scout cards, by the mark of their Hut or Grove.",
        ),
        Table(
            "board",
            (text("map", 1000, "the cells, row by row", sourced=True, lines=True),),
            ids=(BOARDS,),
            optional=True,
            meaning="Adventure boards.",
        ),
    ),
    check=_check,
    unused=_unused,
)
