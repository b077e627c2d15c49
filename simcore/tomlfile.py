"""A TOML file somebody wrote, read within bounds: of a size, of a depth, and in a time that grows with its length."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

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
    try:
        if path.is_dir():
            raise MeepleError(f"{path}: a folder; {expected}")
        if not path.exists():
            raise MeepleError(f"{path}: no such file; {expected}")
        if not path.is_file():  # a pipe would be waited for
            raise MeepleError(f"{path}: no regular file; {expected}")
        with path.open("rb") as file:
            content = file.read(largest + 1)
    except (OSError, ValueError) as error:  # a name may hold what no name can
        raise MeepleError(f"{path}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(content) > largest:
        raise MeepleError(f"{path}: bigger than {_size(largest)}; {expected}")
    try:
        text = content.decode("utf-8-sig")
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


def _size(count: int) -> str:
    return f"{count >> 20} MiB" if count >> 20 else f"{count >> 10} KiB"
