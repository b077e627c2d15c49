"""Records as plain Python, for whoever reads many fields of one outside compiled code."""

from __future__ import annotations

from typing import Any


class Facts:
    """A record read as plain Python: whole numbers, lists, and Facts of the records within.

    What was read once is kept, so that many witnesses may ask for it.
    """

    def __init__(self, record: Any) -> None:
        self._record = record

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._record.dtype.names:
            raise AttributeError(f"the record has no field {name!r}; it has: {', '.join(self._record.dtype.names)}")
        value = self.__dict__[name] = _plain(self._record[name])
        return value


def _plain(value: Any) -> Any:
    if value.dtype.names is None:
        return value.tolist()
    return [_plain(part) for part in value] if value.shape else Facts(value)
