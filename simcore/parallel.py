"""Pieces of work on threads, handed on in order, in bounded memory.

The runners hold no interpreter lock, so threads use all cores, share one compiled kernel and need
no pickling. A worker waits before it runs far ahead of whoever takes the results.
"""

from __future__ import annotations

import itertools
import sys
import threading
from collections.abc import Callable, Generator, Iterable
from typing import TypeVar

from joblib import Parallel, delayed

from simcore.errors import MeepleError, StrategyError
from simcore.watchdog import Watchdog

MOST_JOBS = 1024
"""Workers at most: each is a thread with arrays of its own."""
AHEAD = 2
"""Pieces a worker may be ahead of whoever takes the results."""

Progress = Callable[[int, int], None]
Notice = Callable[[str], None]
Piece = tuple[int, int]
"""First game and number of games."""
T = TypeVar("T")


def check_jobs(jobs: int) -> None:
    """Raise MeepleError for no number of workers."""
    if not 1 <= jobs <= MOST_JOBS:
        raise MeepleError(f"jobs: {jobs} is not a number of workers; expected 1 to {MOST_JOBS}")


class _Window:
    """Holds back chunks that are too far ahead of the one handed on last."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._taken = 0
        self.closed = False
        self._moved = threading.Condition()

    def enter(self, index: int) -> bool:
        """Wait until chunk `index` may be played; False if the run has ended."""
        with self._moved:
            self._moved.wait_for(lambda: self.closed or index < self._taken + self._size)
            return not self.closed

    def move(self) -> None:
        """One more chunk was taken."""
        with self._moved:
            self._taken += 1
            self._moved.notify_all()

    def close(self) -> None:
        """Let every waiting worker go home."""
        with self._moved:
            self.closed = True
            self._moved.notify_all()


def games_of(first: int, count: int) -> str:
    """Words for a piece of work."""
    return f"game {first:,}" if count == 1 else f"games {first:,} to {first + count - 1:,}"


def twice(call: Callable[[], T], first: int, count: int) -> tuple[T, str]:
    """Result of a call that plays a piece, made once more if it fails; and words for that, empty if it did not.

    Bad input fails at once. A machine that refuses twice (no memory, a file that cannot be read) is told as a
    MeepleError that names the games; a defect of ours stays what it is, with the games noted.
    """
    try:
        return call(), ""
    except MeepleError:
        raise
    except Exception as error:
        remark = f"{games_of(first, count)}: {_told(error)}; played again"
    try:
        return call(), remark
    except MeepleError:
        raise
    except (MemoryError, OSError) as error:
        raise MeepleError(f"{games_of(first, count)}: tried twice, {_told(error)}") from error
    except Exception as error:
        error.add_note(f"in {games_of(first, count)}, tried twice")
        raise


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def in_order(
    play: Callable[[int, int, Watchdog], T | StrategyError],
    pieces: Iterable[Piece],
    jobs: int,
    total: int,
    guard: Watchdog,
    on_progress: Progress | None = None,
    on_notice: Notice | None = None,
    done: int = 0,
) -> Generator[T, None, None]:
    """Results of play(first, count, watchdog) for all pieces (first, count), in their order.

    total and `done`, what was there before, are for on_progress(done, total). A piece that fails is played once more,
    see `twice`. The first StrategyError in order is raised.
    """
    window = _Window(AHEAD * jobs)
    with guard as watchdog:

        def task(index: int, first: int, count: int) -> tuple[int, T | StrategyError | None, str]:
            if not window.enter(index):
                return count, None, ""
            return count, *twice(lambda: play(first, count, watchdog), first, count)

        wanted = itertools.takewhile(lambda _: not window.closed, enumerate(pieces))
        tasks = (delayed(task)(index, *piece) for index, piece in wanted)
        results = Parallel(n_jobs=jobs, backend="threading", return_as="generator", batch_size=1)(tasks)
        try:
            for count, result, remark in results:
                if remark and on_notice:
                    on_notice(remark)
                if isinstance(result, StrategyError):
                    raise result
                if result is not None:
                    yield result
                done += count
                window.move()
                if on_progress:
                    on_progress(done, total)
        finally:
            # Whoever leaves early waits for the pieces under way, so that no worker plays on. At the
            # end of the interpreter there are no workers left to wait for.
            window.close()
            if not sys.is_finalizing():
                for _ in results:
                    pass
