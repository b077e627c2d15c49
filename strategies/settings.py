"""Settings of a strategy's name: what follows its head, each after an @.

`majority=1` is a weight, a path that ends in .toml a file of weights, and the word `tuned` those that are shipped.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from simcore.errors import MeepleError
from simcore.fields import as_given, shown, suggestion
from strategies import weightsfile

if TYPE_CHECKING:
    from strategies.contract import Strategy

TUNED = "tuned"
"""The setting for shipped weights, and the folder they lie in."""


def parts(text: str) -> list[str]:
    """Head and settings; an @ within a path parts nothing."""
    found: list[str] = []
    for piece in text.split("@"):
        if found and ("/" in found[-1] or "\\" in found[-1]) and not _ends(found[-1]):
            found[-1] += f"@{piece}"
        else:
            found.append(piece)
    return found


def _ends(part: str) -> bool:
    """Whether a part that looks like a path holds its end."""
    return ".py:" in part or part.endswith(".py") or is_path(part)


def is_path(setting: str) -> bool:
    """Whether a setting names a file of weights."""
    return setting.endswith(".toml")


def as_shown(setting: str) -> str:
    """A setting as labels have it: a path cut to its name."""
    return Path(setting).name if is_path(setting) else setting


def weight_of(base: Strategy, setting: str) -> dict[str, float]:
    """The value of a weight of a strategy that a setting gives.

    Raises MeepleError for a weight it has not, and for a value out of bounds.
    """
    name, value = value_of(setting)
    known = {weight.name: weight for weight in base.weights}
    if name not in known:
        hint = suggestion(name, tuple(known)) or f"; it has: {', '.join(known) or 'none'}"
        raise MeepleError(f"{base.name}@{as_given(setting)}: strategy {base.name!r} has no weight {shown(name)}{hint}")
    weightsfile.check_value(f"{base.name}: {name}", value, known[name].low, known[name].high)
    return {name: value}


def value_of(setting: str) -> tuple[str, float]:
    """Name and value of a weight's setting.

    Raises MeepleError for anything else.
    """
    name, equals, value = (part.strip() for part in setting.partition("="))
    if not equals or not name:
        raise MeepleError(
            f"@{setting and as_given(setting)}: no setting; expected a weight such as majority=1, a file ending in "
            f".toml, or the word {TUNED}"
        )
    try:
        number = float(value)
    except ValueError:
        raise MeepleError(
            f"@{as_given(setting)}: {shown(value)} is no number; expected one such as {as_given(name)}=1.5"
        ) from None
    return name, number
