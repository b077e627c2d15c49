"""Declarations as tables in text: a line a thing, its parts two or more spaces apart."""

from __future__ import annotations

import re
from collections.abc import Iterator


def rows(table: str, *parts: str) -> Iterator[list[str]]:
    """The parts of each line; empty lines and those that begin with # are passed over.

    Raises ValueError for a line that does not have just these parts.
    """
    for line in map(str.strip, table.splitlines()):
        if not line or line.startswith("#"):
            continue
        found = re.split(r" {2,}", line)
        if len(found) != len(parts):
            raise ValueError(f"declaration {line!r}: expected {', '.join(parts)}, two or more spaces apart")
        yield found
