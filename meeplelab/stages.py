"""Several stretches of play shown as one: games done of all that are planned."""

from __future__ import annotations

from dataclasses import replace

from meeplelab.listener import Listener


class Stages:
    """Adds up what consecutive stretches tell; `total` games are planned in all."""

    def __init__(self, listener: Listener, total: int) -> None:
        self._listener, self.total = listener, total
        self._before = self._now = 0

    @property
    def next(self) -> Listener:
        """The listener of the next stretch."""
        self._before += self._now
        self._now = 0
        return replace(self._listener, progress=self._tell)

    def _tell(self, done: int, _: int) -> None:
        self._now = done
        if self._listener.progress:
            self._listener.progress(self._before + done, self.total)
