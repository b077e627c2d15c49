"""How far a run has got: a live bar on a terminal, a quiet line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from contextlib import redirect_stdout
from types import TracebackType
from typing import TYPE_CHECKING, Self

from meeplelab.console import console, say
from simcore.words import plural

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from meeplelab.listener import Listener

QUIET_SECONDS = 10.0
"""Seconds between two lines when stderr is not a terminal."""


def duration(seconds: float) -> str:
    """Seconds in a form people read: "8 s", "2 min 5 s", "1 h 3 min"."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


class RunProgress:
    """Context manager that shows how runs get on; `listener` is what a run tells it to.

    what says what is done; then, what is done in runs after the first, where that is something else.
    The rate is taken from the first report on, so that compile time does not count.
    """

    def __init__(self, what: str, then: str = "") -> None:
        self.what, self._then = what, then or what
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._first = self._last = -1
        self._began = self._spoken = 0.0
        self._state = ""

    @property
    def listener(self) -> Listener:
        """To be handed to a function of `meeplelab.api`."""
        from meeplelab.listener import Listener

        return Listener(self.update, self.notice, self.state)

    def state(self, words: str) -> None:
        """Show words beside the progress until there are others, or another run begins."""
        self._state = words

    def notice(self, sentence: str) -> None:
        """Say a sentence on a line of its own, below a bar that has come to its end."""
        self._stop()
        say(sentence)

    def __enter__(self) -> Self:
        # Whatever a strategy prints while it plays is no result: stdout is for those alone.
        self._stdout = redirect_stdout(sys.stderr)
        self._stdout.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()
        self._stdout.__exit__(kind, error, trace)

    def update(self, done: int, total: int) -> None:
        """Tell that `done` of `total` games of a run are finished; a smaller number begins another run.

        Of an unknown total (0) only the count is shown.
        """
        now = time.monotonic()
        if self._first < 0 or done < self._last:
            self._begin(done, total, now)
        self._last = done
        rate = (done - self._first) / (now - self._began) if now > self._began else 0.0
        pace = f"{rate:,.0f} games/s" if rate else ""
        left = f"{duration((total - done) / rate)} left" if rate and done < total else ""
        if self._bar is not None and self._task is not None:
            self._bar.update(
                self._task, completed=done, total=total or None, far=_far(done, total), pace=pace, left=left,
                state=self._state,
            )  # fmt: skip
        elif now - self._spoken >= QUIET_SECONDS:
            self._spoken = now
            far = f"{done:,} of {plural(total, 'game')}" if total else plural(done, "game")
            say(", ".join(part for part in (far, pace, left, self._state) if part))

    def _begin(self, done: int, total: int, now: float) -> None:
        what = self.what if self._first < 0 else self._then
        self._first, self._began, self._spoken, self._state = done, now, now, ""
        if not console(stderr=True).is_terminal:
            say(f"{what}: {plural(total, 'game')}" if total else what)
            return
        self._stop()
        self._bar = _bar()
        self._bar.start()
        self._task = self._bar.add_task(what, total=total or None, far=_far(done, total), pace="", left="", state="")

    def _stop(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None


def _far(done: int, total: int) -> str:
    """How far a run is, beside its bar."""
    return f"{100 * done / total:>3.0f}%" if total else plural(done, "game")


def _bar() -> Progress:
    from rich.progress import BarColumn, Progress, TextColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=16),
        TextColumn("{task.fields[far]} {task.fields[pace]} {task.fields[left]} {task.fields[state]}"),
        console=console(stderr=True),
        transient=True,
    )
