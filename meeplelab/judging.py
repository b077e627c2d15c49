"""The margin that matters and how tests are adjusted, as people type them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meeplelab.amounts import positive_points
from simcore.errors import MeepleError
from simcore.fields import as_given

if TYPE_CHECKING:
    from analyses.verdict import Judge

MARGIN = "1pp"
METHOD = "bh"


def judge_of(margin: str | float = MARGIN, method: str = METHOD, words: tuple[str, str] | None = None) -> Judge:
    """Judge of effects on the win share; margin in percentage points, words for above and below it.

    Raises MeepleError for a margin that is none and for an unknown method.
    """
    from analyses.verdict import METHODS, STRONG_WEAK, Judge

    known = next((each for each in METHODS if each == method), None)
    if known is None:
        raise MeepleError(
            f"method: {as_given(method)}; expected {' or '.join(METHODS)} ({' or '.join(METHODS.values())})"
        )
    return Judge(positive_points(margin, "margin"), words or STRONG_WEAK, method=known)
