"""What is found and taken: Items of the Chests, creatures, Villages, and by whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pandas as pd

from analyses.base import Analysis, Sums, laid_out
from analyses.estimate import mean, share
from analyses.moments import of_rows
from analyses.points import Averages
from analyses.runs import Piece

FOUND, USED, GLORY, HAD, WIN, SCORE, CHESTS, ROWS = range(8)
TAKEN = ("taken", "by_tent", "monsters_by", "fairies_by", "villages_by", "villages", "chests")


@dataclass(frozen=True)
class ChestItems(Analysis):
    """How often each Item is found and used, and what goes with it."""

    name: ClassVar[str] = "chest_items"
    title: ClassVar[str] = "Items of the Chests"
    about: ClassVar[str] = (
        "found is a mean a seat and game; used_a_find and glory_a_find are means a token found. The Glory of an Item "
        "is that of the plays and acts that used it, some of which would have brought Glory without it. Which token "
        "lies in which Chest is chance, but seats that open more Chests find more of each: win share and score of "
        "those who found it are confounded with that; chests says how many they opened."
    )
    units: ClassVar[dict[str, str]] = {
        "found": "tokens", "used_a_find": "times", "glory_a_find": "Glory", "win_when_found": "share",
        "score_when_found": "VP", "chests": "Chests",
    }  # fmt: skip
    marks: ClassVar[dict[str, str]] = {"win_when_found": "confounded", "score_when_found": "confounded"}
    rests_on: ClassVar[tuple[str, ...]] = ("chest.",)

    def columns(self) -> Sequence[str]:
        """Reads Items and the outcome."""
        groups = ("items_found", "items_used", "item_glory")
        return ("win_share", "score", "chests", *(name for group in groups for name in self.flat(group)))

    def partial(self, piece: Piece) -> Sums:
        """Groups: Items; quantities: see the names above."""
        groups = ("items_found", "items_used", "item_glory")
        counts = [piece.matrix(self.flat(group)) for group in groups]
        had = counts[FOUND] > 0
        outcome = [piece.values(name)[:, None] * had for name in ("win_share", "score", "chests")]
        return Sums({"items": of_rows(piece, np.stack([*counts, had, *outcome, np.ones_like(had)], axis=-1))})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row an Item."""
        moments = sums.moments["items"]
        return laid_out(
            {"item": self.facts.column("items_found").labels},
            found=mean(moments, FOUND, ROWS),
            used_a_find=mean(moments, USED, FOUND),
            glory_a_find=mean(moments, GLORY, FOUND),
            win_when_found=share(moments, WIN, HAD),
            score_when_found=mean(moments, SCORE, HAD),
            chests=mean(moments, CHESTS, HAD),
        )


@dataclass(frozen=True)
class Takings(Averages):
    """Creatures, Villages and Chests taken, and by which Guardian."""

    name: ClassVar[str] = "takings"
    title: ClassVar[str] = "What is taken, and by whom"
    about: ClassVar[str] = "Mean a seat and game; gap is winners less others, which is not a cause."
    rests_on: ClassVar[tuple[str, ...]] = ("card.", "board.")
    averages: ClassVar[tuple[str, ...]] = TAKEN
