"""A TOML file somebody wrote, read within bounds: of a size, of a depth, and in a time that grows with its length."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from simcore.bounded import content
from simcore.errors import MeepleError
from simcore.fields import shortened

MAX_BYTES = 1 << 20
DEEPEST = 24
"""Parts of a dotted key at most. tomllib's time grows with their square: with 100,000 of them it does not come back."""

_PART = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_DEEP = re.compile(rf"(?<![\w-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{DEEPEST}}}")


def read_toml(path: Path, what: str = "rules", largest: int = MAX_BYTES) -> dict[str, Any]:
    """Read a TOML file of at most `largest` bytes; what it should hold is said in messages.

    Raises MeepleError if it is missing, no regular file, too big, not UTF-8, nested too deeply, or broken TOML.
    """
    expected = f"expected a TOML file of {what}"
    found = content(path, expected, largest)
    try:
        text = found.decode("utf-8-sig")
        if _DEEP.search(text):
            raise RecursionError
        return tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise MeepleError(f"{path}: not UTF-8 text (byte {error.start}); {expected}") from None
    except RecursionError:
        raise MeepleError(f"{path}: not valid TOML: nested too deeply; {expected}") from None
    except ValueError as error:  # TOMLDecodeError, or a number with too many digits
        told = shortened(" ".join(str(error).split()), 160)
        raise MeepleError(f"{path}: not valid TOML: {told}; {expected}") from None
