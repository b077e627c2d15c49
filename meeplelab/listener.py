"""Who is told how a run gets on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Progress = Callable[[int, int], None]
Notice = Callable[[str], None]


@dataclass(frozen=True)
class Listener:
    """Who is told how far a run is (games done, games in all), and what takes long."""

    progress: Progress | None = None
    notice: Notice | None = None

    def say(self, sentence: str) -> None:
        """Pass a sentence on, unless it is empty."""
        if self.notice and sentence:
            self.notice(sentence)


SILENT = Listener()
