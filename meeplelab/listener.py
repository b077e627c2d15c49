"""Who is told how a run gets on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Progress = Callable[[int, int], None]
Notice = Callable[[str], None]


@dataclass(frozen=True)
class Listener:
    """Who is told how far a run is (games done, games in all), what takes long, and how near the end is in words."""

    progress: Progress | None = None
    notice: Notice | None = None
    state: Notice | None = None

    def tell(self, done: int, total: int) -> None:
        """Tell that `done` of `total` games are played."""
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
