"""How long a strategy may think, and what happens when it does not answer.

An endless loop in compiled code cannot be interrupted, so whoever waits says whom it waits for
and ends the process.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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


@contextmanager
def waiting(patience: float, accuse: Callable[[], StrategyError]) -> Iterator[None]:
    """Wait for one answer inside this context; after `patience` seconds the process ends with what `accuse` says.

    Endless patience (math.inf) costs nothing: nobody looks at a clock.
    """
    if patience == inf:
        yield
        return
    answered = threading.Event()

    def watch() -> None:
        if not any(answered.wait(patience / POLLS) for _ in range(POLLS)):
            end_process(accuse())

    thread = threading.Thread(target=watch, name="patience", daemon=True)
    thread.start()
    try:
        yield
    finally:
        answered.set()
        thread.join()
