"""What is found and taken: Items of the Chests, creatures, Villages, and by whom."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pandas as pd

from analyses.base import Analysis, Sums, laid_out
from analyses.estimate import mean, means, share
from analyses.moments import of_blocks
from analyses.points import Averages
from analyses.runs import Piece

COUNTS = ("items_found", "items_used", "item_glory")
FOUND, USED, GLORY, HAD, WIN, SCORE, CHESTS, ROWS = range(8)
TAKEN = ("taken", "by_tent", "monsters_by", "fairies_by", "villages_by", "villages", "chests")


class ChestItems(Analysis, name="chest_items", title="Items of the Chests"):
    """How often each Item is found and used, and what goes with it.

    Found is a mean a seat and game; times used and Glory are means a token found. The Glory of an Item is that
    of the plays and acts that used it, some of which would have brought Glory without it. Which token lies in
    which Chest is chance, but seats that open more Chests find more of each: win share and score of those who
    found it are confounded with that; Chests says how many they opened.
    """

    units: ClassVar[dict[str, str]] = {
        "found": "tokens", "used_a_find": "times", "glory_a_find": "Glory", "win_when_found": "share",
        "score_when_found": "VP", "chests": "Chests",
    }  # fmt: skip
    marks: ClassVar[dict[str, str]] = {"win_when_found": "confounded", "score_when_found": "confounded"}
    rests_on = ("chest.",)
    reads = ("win_share", "score", "chests", *COUNTS)

    def partial(self, piece: Piece) -> Sums:
        """Groups: Items; quantities: see the names above."""
        counts = [piece.lines(self.flat(group)) for group in COUNTS]
        had = counts[FOUND] > 0
        outcome = [piece.values(name) * had for name in ("win_share", "score", "chests")]
        parts = [*counts, had, *outcome, np.ones_like(had)]
        in_games = [np.count_nonzero(piece.any_seat(part != 0), axis=-1) for part in parts]
        return Sums({"items": of_blocks(piece, [*map(piece.block_totals, parts)], np.stack(in_games, axis=-1))})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row an Item."""
        moments = sums.moments["items"]
        return laid_out(
            {"item": self.facts.column("items_found").labels},
            found=mean(moments, FOUND, ROWS),
            **means(moments, FOUND, used_a_find=USED, glory_a_find=GLORY),
            win_when_found=share(moments, WIN, HAD),
            **means(moments, HAD, score_when_found=SCORE, chests=CHESTS),
        )


class Takings(Averages, name="takings", title="What is taken, and by whom"):
    """Creatures, Villages and Chests taken, and by which Guardian."""

    rests_on = ("card.", "board.")
    averages = TAKEN
