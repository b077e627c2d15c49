"""How long a strategy may think, and what happens when it does not answer.

An endless loop in compiled code cannot be interrupted, so whoever waits says whom it waits for
and ends the process.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from math import inf
from typing import NoReturn

from simcore.errors import StrategyError

PATIENCE = 30.0
"""Seconds a strategy may take over one decision."""
POLLS = 10
"""Looks at an unmoved clock that make up the patience; a suspended process is not blamed."""


def end_process(error: StrategyError) -> NoReturn:
    """Say what a strategy did and leave with code 2, whatever the other threads do."""
    sys.stderr.write(f"Error: {error}\n")
    sys.stderr.flush()
    # The thread that loops never returns, so the interpreter could not shut down in order.
    os._exit(2)


class _Watcher:
    """Looks ten times within a patience at all that is waited for with it, from a thread that ends when nothing is."""

    def __init__(self, patience: float) -> None:
        self._every = patience / POLLS
        self._looks: dict[Callable[[], StrategyError], int] = {}
        self._lock = threading.Lock()
        self._used = self._runs = False

    def begin(self, accuse: Callable[[], StrategyError]) -> None:
        """Wait for one more answer."""
        with self._lock:
            self._looks[accuse], self._used = 0, True
            if not self._runs:
                self._runs = True
                threading.Thread(target=self._run, name="patience", daemon=True).start()

    def end(self, accuse: Callable[[], StrategyError]) -> None:
        """It has come."""
        with self._lock:
            del self._looks[accuse]

    def _run(self) -> None:
        while True:
            time.sleep(self._every)
            with self._lock:
                if not (self._looks or self._used):
                    self._runs = False
                    return
                self._used = False
                for accuse in self._looks:
                    self._looks[accuse] += 1
                late = [accuse for accuse, looks in self._looks.items() if looks > POLLS]
            if late:
                end_process(late[0]())


_watcher = cache(_Watcher)


@contextmanager
def waiting(patience: float, accuse: Callable[[], StrategyError]) -> Iterator[None]:
    """Wait for one answer inside this context; after `patience` seconds the process ends with what `accuse` says.

    `accuse` is a function of this wait alone. Endless patience (math.inf) costs nothing: nobody looks at a clock.
    """
    if patience == inf:
        yield
        return
    watcher = _watcher(patience)
    watcher.begin(accuse)
    try:
        yield
    finally:
        watcher.end(accuse)
