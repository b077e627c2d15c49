"""How The Guardians of Haversack speaks: decisions, options, the table, events, the score, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from simcore.contract import Picture
from simcore.games.haversack.boards import Board
from simcore.games.haversack.codes import (
    CREATURES,
    D_MOVE,
    D_RECRUIT,
    FACES,
    GUARDIANS,
    ITEMS,
    K_BUY,
    K_CATCH,
    K_MOVE,
    K_PASS,
    K_REPAIR,
    K_RETURN,
    K_SHOOT,
    K_STAY,
    K_SWAP,
    MONSTERS,
    T_CHEST,
    T_NOTHING,
    T_VILLAGE,
    TAKES,
    U_BOOTS,
    U_FEATHER,
    U_SWORD,
)
from simcore.games.haversack.picture import LEGEND, drawn, lines
from simcore.games.haversack.rules import board_in_force, card_marks
from simcore.ruleset import Ruleset
from simcore.words import seat_name

_DOES = {K_SHOOT: "shoot the", K_CATCH: "capture the", K_REPAIR: "repair the", K_RETURN: "send back the"}


def _name(word: str) -> str:
    return word.replace("_", " ").title()


_MANY = {"thief": "thieves", "fairy": "fairies", "boots": "boots"}


def _number(number: int, word: str) -> str:
    """Such as "2 Warriors" or "1 Thief"."""
    if number != 1:
        word = _MANY.get(word, word + ("es" if word[-1] in "sx" else "s"))
    return f"{number} {_name(word)}"


def _monsters(number: int) -> str:
    """Such as "1 monster": they have no name of their own."""
    return _number(number, "monster").lower()


def _counts(words: Sequence[str], numbers: npt.NDArray[np.int8]) -> str:
    """Such as "2 Warriors, 1 Thief", or "none"."""
    return ", ".join(_number(number, word) for word, number in zip(words, numbers) if number) or "none"


def decision(ruleset: Ruleset, state: np.void) -> str:
    """What the seat to decide must decide."""
    public = state["public"]
    if public["decision"] == D_RECRUIT:
        return f"round {public['round']}, whom to recruit"
    face = FACES[public["face"][public["guardian"]]]
    who = f"{_name(GUARDIANS[public['guardian']])} ({face})"
    if public["decision"] == D_MOVE:
        return f"round {public['round']}, where to move the {who}"
    return f"round {public['round']}, what the {who} does from where it stands"


def option(ruleset: Ruleset, state: np.void, option: np.void) -> str:
    """One option in words, before it is carried out."""
    kind, board = int(option["kind"]), board_in_force(ruleset)
    if kind == K_PASS:
        return {D_MOVE: "set it aside", D_RECRUIT: "recruit no more"}.get(int(state["public"]["decision"]), "no more")
    if kind == K_BUY:
        return f"recruit a {_name(GUARDIANS[option['a']])}"
    if kind == K_MOVE:
        return _move(board, option)
    if kind == K_STAY:
        return f"stay at {_at(board, option['a'])} to act"
    if kind == K_SWAP:
        return f"take the place of the {_name(GUARDIANS[option['c']])} at {_at(board, option['a'])}"
    what = GUARDIANS[option["c"]] if kind == K_RETURN else TAKES[option["c"]]
    by = f" with the {_name(ITEMS[option['b']])}" if option["b"] >= 0 else ""
    return f"{_DOES[kind]} {_name(what)} at {_at(board, option['a'])}{by}"


def _at(board: Board, cell: int) -> str:
    return f"({cell // board.cols},{cell % board.cols})"


def _move(board: Board, option: np.void) -> str:
    taken, used = int(option["c"]), int(option["b"])
    verb = {T_VILLAGE: "repair", T_CHEST: "open"}.get(taken, "eliminate" if taken < MONSTERS else "capture")
    effect = "" if taken == T_NOTHING else f", {verb} the {_name(TAKES[taken])}"
    tools = ["Boots"] * (used & U_BOOTS) + ["Feather"] * bool(used & U_FEATHER) + ["Sword"] * bool(used & U_SWORD)
    return f"to {_at(board, option['a'])}{effect}" + (f" with {' and '.join(tools)}" if tools else "")


def table(ruleset: Ruleset, state: np.void, seat: int) -> list[str]:
    """What this seat sees: its board and bag, what the others show, the supply."""
    public = state["public"]
    board = public["board"][seat]
    return [
        *lines(board_in_force(ruleset), board),
        f"bag: {_counts(GUARDIANS, state['private'][seat]['bag'])}; set aside: {_counts(GUARDIANS, board['aside'])}",
        f"items ready: {_counts(ITEMS, board['items'])}; used: {_counts(ITEMS, board['used'])}",
        f"gains area: {_counts(CREATURES, board['gains'])}; Hunting Board: {_counts(CREATURES, board['hunted'])}",
        *(_standing_line(public, other) for other in range(public["players"])),
        f"to recruit: {_counts(GUARDIANS, public['supply'])}",
    ]


def legend() -> list[str]:
    """What the marks on the board in text mean."""
    return list(LEGEND)


def picture(ruleset: Ruleset, state: np.void, seat: int) -> Picture:
    """The Adventure board of this seat."""
    return drawn(board_in_force(ruleset), state["public"]["board"][seat])


def _standing_line(public: np.void, seat: int) -> str:
    board = public["board"][seat]
    monsters = int(board["hunted"].sum() + board["gains"][:MONSTERS].sum())
    fairies = int(board["fairies"] + board["gains"][MONSTERS])
    return (
        f"{seat_name(seat)}: {board['vp']} VP, {board['gold']} Gold, {_monsters(monsters)}, "
        f"{_number(fairies, 'fairy')}, {_number(board['villages'], 'village')}, {_number(board['chests'], 'chest')}"
    )


def events(ruleset: Ruleset, before: np.void, after: np.void) -> list[str]:
    """What happened by itself between two decisions."""
    old, new = before["public"], after["public"]
    return [
        *_found(old, new),
        *_glory(before, after),
        *_scouted(ruleset, old, new),
        *_drawn(old, new),
    ]


def _found(old: np.void, new: np.void) -> Iterator[str]:
    seat = int(old["seat"])
    was, now = old["board"][seat], new["board"][seat]
    if now["cups"] > was["cups"]:
        yield "the Chest holds a Cup"
    gained = now["items"] - was["items"]
    gained[max(int(now["found"]), 0)] += now["found"] >= 0
    if now["chests"] > was["chests"] and gained.max() > 0:
        yield f"the Chest holds: {_name(ITEMS[int(gained.argmax())])}"


def _glory(before: np.void, after: np.void) -> Iterator[str]:
    """End of an Adventure: Glory of the round just played, seat by seat."""
    old, new = before["public"], after["public"]
    if old["decision"] == D_RECRUIT or not (new["decision"] == D_RECRUIT or new["seat"] < 0):
        return
    now = int(old["round"]) - 1
    for seat in range(old["players"]):
        stats = after["stats"][seat]
        gold = new["board"][seat]["gold"] - old["board"][seat]["gold"]
        vp = stats["vp_by_round"][now] - old["board"][seat]["vp"]
        yield (
            f"{seat_name(seat)}: {stats['glory'][now]} Glory (monsters {stats['glory_monsters'][now]}, Fairies "
            f"{stats['glory_fairies'][now]}, Villages {stats['glory_villages'][now]}, Cups "
            f"{stats['glory_cups'][now]}) for {vp} VP and {gold} Gold"
        )


def _scouted(ruleset: Ruleset, old: np.void, new: np.void) -> Iterator[str]:
    """A new round: the Scout cards, and what Tents caught."""
    if new["round"] == old["round"]:
        return
    marks = card_marks(ruleset)
    shown = [mark for i, mark in enumerate(marks) if new["card_round"][i] == new["round"]]
    cards = ", ".join(f"{_name(ruleset.data['card'][mark]['creature'])} {mark}" for mark in shown)
    yield f"round {new['round']}: the Scout reveals {cards}"
    for seat in range(new["players"]):
        caught = new["board"][seat]["gains"]
        if caught.any():
            yield f"{seat_name(seat)}: Tents catch {_counts(CREATURES, caught)}"


def _drawn(old: np.void, new: np.void) -> Iterator[str]:
    if new["seat"] >= 0 and new["decision"] == D_MOVE:
        yield f"{seat_name(new['seat'])} draws a {_name(GUARDIANS[new['guardian']])}"


def result(ruleset: Ruleset, rows: npt.NDArray[np.void]) -> list[str]:
    """Each seat's score part by part."""
    structure = ruleset.data["structure"]
    lines = []
    for row in rows:
        monsters = int(row["taken"][:MONSTERS].sum())
        lines.append(
            f"{seat_name(row['seat'])}: {row['score']} VP, place {row['rank']}, win share {row['win_share']:.2f}"
        )
        by_round = " + ".join(str(glory) for glory in row["glory"][: row["rounds"]])
        lines.append(f"   {row['vp_glory']} from the gains table (Glory by round: {by_round})")
        lines.append(f"   {row['vp_chests']} from {_number(row['chests'], 'chest')} at {structure['chest_vp']}")
        lines.append(f"   {row['vp_hunting']} from the Hunting Board with {_monsters(monsters)}")
        lines.append(f"   {row['vp_shots']} from arrows of the Night Huntress")
    if rows["tie_break"].any():
        lines.append("The tie-break decided: most monsters.")
    return lines
