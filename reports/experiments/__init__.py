"""Sections about experiments: a module each, named after the command, with `section(finding)`."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterable, Iterator
from dataclasses import replace

from analyses.finding import Finding
from reports.material import ASSUMED, Drawing, Section
from reports.text import filename
from simcore.errors import MeepleError

ORDER = (
    "ledger",
    "restrict",
    "price",
    "regret",
    "field",
    "ladder",
    "compare",
    "whatif",
    "variance",
    "decided",
    "robustness",
    "strength",
    "exploit",
    "bands",
)
"""Sections in the order of the page; others follow."""


def sections(findings: Iterable[Finding]) -> Iterator[Section]:
    """A section for each finding: its figures, if there are any for it, and its tables."""
    counts: dict[str, int] = {}
    for finding in sorted(findings, key=_place):
        counts[finding.name] = counts.get(finding.name, 0) + 1
        number = counts[finding.name]
        module = f"{__name__}.{finding.name}"
        drawings: list[Drawing] = []
        # A file's word is no module's name: only those known here are looked for.
        if finding.name in ORDER and importlib.util.find_spec(module) is not None:
            try:
                drawings = importlib.import_module(module).section(finding)
            except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
                what = f"{type(error).__name__}: {error}"
                raise MeepleError(
                    f"the finding {finding.title!r} does not hold what its figures show: {what}"
                ) from None
        if finding.evidence.assumed:
            drawings = [_marked(drawing) for drawing in drawings]
        if number > 1:
            drawings = [replace(drawing, name=f"{drawing.name}_{number}") for drawing in drawings]
        anchor = filename(finding.name if number == 1 else f"{finding.name}-{number}")
        yield Section(anchor, finding.title, drawings, [], finding)


def _marked(drawing: Drawing) -> Drawing:
    """The same with its claim marked: no experiment is about the printed values alone."""
    return replace(drawing, caption=replace(drawing.caption, badges=(*drawing.caption.badges, ASSUMED)))


def _place(finding: Finding) -> tuple[int, str]:
    return (ORDER.index(finding.name) if finding.name in ORDER else len(ORDER), finding.title)
