"""Fields of a rules file: what a value may be, and how a wrong one is described.

    whole("price", 0, 30, "gold to hire it, and its VP")     a whole number
    flag("mercenaries", "the expansion is in play")          true or false
    word("diamond", ("none", "white", "red"))                one of some words
    text("name", 60)                                         free text, not counted as a rules value
    wholes("races", 4, 1, 6)                                 a list of whole numbers (of 4 here)
    words("blocks", ITEMS, 0, 13)                            a list of words (0 to 13 of them)

Each takes further `Field` attributes by name (`optional=True`, `ruling="A1"`...).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any


@dataclass(frozen=True)
class Field:
    """One value of a rules file.

    kind is "whole", "flag", "word", "text", "wholes" or "words". low and high bound whole numbers
    (both ends allowed), lengths bounds lists and text. A `distinct` list has no entry twice and no
    order: it is kept sorted. `instead` is a word that may stand in place of a list. A text with
    `lines` may have several. Only `sourced` fields count as values of the rules. ruling names the
    row of the rulings table that a switch decides.
    """

    name: str
    kind: str
    meaning: str = ""
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    lengths: tuple[int, int] = (0, 0)
    distinct: bool = False
    instead: str = ""
    lines: bool = False
    optional: bool = False
    sourced: bool = True
    ruling: str = ""


def whole(name: str, low: int, high: int, meaning: str = "", **more: Any) -> Field:
    """A whole number from low to high."""
    return Field(name, "whole", meaning, low=low, high=high, **more)


def flag(name: str, meaning: str = "", **more: Any) -> Field:
    """True or false."""
    return Field(name, "flag", meaning, **more)


def word(name: str, choices: tuple[str, ...], meaning: str = "", **more: Any) -> Field:
    """One of some words."""
    return Field(name, "word", meaning, choices=choices, **more)


def text(name: str, longest: int, meaning: str = "", sourced: bool = False, **more: Any) -> Field:
    """Printable text of at most `longest` characters."""
    return Field(name, "text", meaning, lengths=(0, longest), sourced=sourced, **more)


def wholes(name: str, count: int | tuple[int, int], low: int, high: int, meaning: str = "", **more: Any) -> Field:
    """A list of whole numbers; count is its length, or the least and the greatest length."""
    lengths = count if isinstance(count, tuple) else (count, count)
    return Field(name, "wholes", meaning, low=low, high=high, lengths=lengths, **more)


def words(name: str, choices: tuple[str, ...], fewest: int, most: int, meaning: str = "", **more: Any) -> Field:
    """A list of different words out of some, in no order."""
    return Field(name, "words", meaning, choices=choices, lengths=(fewest, most), distinct=True, **more)


def accept(field: Field, value: Any) -> Any:
    """Return the value in its normal form.

    Raises ValueError, saying what was expected, if the field cannot hold it.
    """
    if field.instead and value == field.instead:
        return value
    if field.kind in ("wholes", "words"):
        return _accept_list(field, value)
    if not _accept_one(field, value):
        raise ValueError(expected(field) + suggestion(value, field.choices))
    return value


def _accept_one(field: Field, value: Any) -> bool:
    if field.kind in ("whole", "wholes"):
        return type(value) is int and field.low <= value <= field.high
    if field.kind == "flag":
        return type(value) is bool
    if not isinstance(value, str):
        return False
    if field.kind == "text":
        plain = value.replace("\n", "") if field.lines else value
        return field.lengths[0] <= len(value) <= field.lengths[1] and plain.isprintable()
    return value in field.choices


def _accept_list(field: Field, value: Any) -> list[Any]:
    fewest, most = field.lengths
    if not isinstance(value, list) or not fewest <= len(value) <= most:
        raise ValueError(expected(field))
    for entry in value:
        if not _accept_one(field, entry):
            raise ValueError(f"{expected(field)}; {shown(entry)} is not allowed{suggestion(entry, field.choices)}")
    if not field.distinct:
        return list(value)
    if len(set(value)) < len(value):
        raise ValueError(f"{expected(field)}, none of them twice")
    return sorted(value, key=field.choices.index if field.choices else None)


def expected(field: Field) -> str:
    """What the field may hold, in words."""
    fewest, most = field.lengths
    if field.kind == "whole":
        return f"a whole number from {field.low} to {field.high}" if field.low < field.high else f"{field.low}"
    if field.kind == "flag":
        return "true or false"
    if field.kind == "word":
        return f"one of: {', '.join(field.choices)}"
    if field.kind == "text":
        return f"printable text of {fewest} to {most} characters"
    entries = f"out of: {', '.join(field.choices)}" if field.choices else f"from {field.low} to {field.high}"
    length = str(most) if fewest == most else f"{fewest} to {most}"
    what = "words" if field.choices else "whole numbers"
    return (f'"{field.instead}", or ' if field.instead else "") + f"a list of {length} {what} {entries}"


def from_words(field: Field, given: Any) -> Any:
    """Read a value typed on the command line; lists are comma-separated.

    What is no text, or cannot be read, is returned as it is for `accept` to judge.
    """
    if not isinstance(given, str):
        return given
    if field.kind == "flag":
        return {"true": True, "false": False}.get(given.lower(), given)
    if field.kind == "whole":
        return _number(given)
    if field.kind in ("wholes", "words") and not (field.instead and given == field.instead):
        parts = [part.strip() for part in given.strip("[]").split(",") if part.strip()]
        return [_number(part) for part in parts] if field.kind == "wholes" else [part.strip("\"'") for part in parts]
    return given


def _number(given: str) -> int | str:
    return int(given) if re.fullmatch(r"[+-]?[0-9]{1,9}", given) else given


def shown(value: Any) -> str:
    """A value for a message: short, whatever it is."""
    if isinstance(value, int) and value.bit_length() > 64:  # printing a huge number can itself fail
        return "a huge number"
    if isinstance(value, (list, dict)):
        return f"a {'list' if isinstance(value, list) else 'table'} of {len(value)}"
    return shortened(repr(value)) if isinstance(value, str) else shortened(str(value).lower())


def as_given(word: str) -> str:
    """A word for a message: as it was typed where that is short and can be printed on a line, else as `shown`."""
    return shortened(word) if word and word.isprintable() else shown(word)


def shortened(line: str, longest: int = 60) -> str:
    """The line, cut if it is long."""
    return line if len(line) <= longest else line[: longest - 3] + "..."


def suggestion(given: Any, known: tuple[str, ...] | list[str]) -> str:
    """A "; did you mean ...?" for a word that resembles a known one, else nothing.

    One that holds all words of the given one, with the fewest besides, comes before one that is spelled alike.
    """
    if not isinstance(given, str):
        return ""
    given = given[:80]
    words = _words(given)
    holding = [each for each in known if len(words) > 1 and words <= _words(each)]
    close = sorted(holding, key=lambda each: len(_words(each)))[:1] or get_close_matches(given, known, 1)
    return f"; did you mean {close[0]}?" if close else ""


def _words(key: str) -> set[str]:
    """The words of a key such as "structure.tent_price"."""
    return set(re.split(r"[._\s-]+", key.lower()))
