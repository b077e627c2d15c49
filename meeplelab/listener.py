"""Who is told how a run gets on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Progress = Callable[[int, int], None]
Notice = Callable[[str], None]
UNKNOWN = 0
"""Games in all where nobody can say it before the end."""


@dataclass(frozen=True)
class Listener:
    """Who is told how far a run is (games done, games in all), what takes long, and how near the end is in words."""

    progress: Progress | None = None
    notice: Notice | None = None
    state: Notice | None = None

    def tell(self, done: int, total: int) -> None:
        """Tell that `done` of `total` games are played; `UNKNOWN` where the total follows from what is found."""
        if self.progress:
            self.progress(done, total)

    def show(self, words: str) -> None:
        """Show how near the end is, beside the progress."""
        if self.state:
            self.state(words)

    def say(self, sentence: str) -> None:
        """Pass a sentence on, unless it is empty."""
        if self.notice and sentence:
            self.notice(sentence)


SILENT = Listener()
