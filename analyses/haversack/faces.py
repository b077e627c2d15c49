"""Day against Night: a comparison that chance made, where faces are drawn anew for each deal."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pandas as pd

from analyses.base import Analysis, Sums, grouped, laid_out, strategy_groups, strategy_masks
from analyses.estimate import difference, mean
from analyses.haversack.guardians import PRICES, guardians_of
from analyses.moments import of_games
from analyses.runs import Facts, Piece

OWN = ("recruited", "played", "glory_by", "vp_by")
WIN, SCORE, RECRUITED, PLAYED, GLORY, VP, ROWS = range(7)
MEASURES = 7


def drawn_faces(facts: Facts) -> bool:
    """Whether chance draws the face of any Guardian."""
    return any(value["key"].startswith("face.") and value["value"] == "random" for value in facts.values)


class Faces(Analysis, name="faces", title="Day against Night"):
    """The Night face of each Guardian less its Day face, by strategy and over all seats.

    Faces are drawn at random for each deal, so deals with a Guardian on Night and deals with it on Day differ
    in nothing else on average: Night less Day is an effect of the face, over all faces of the others. All seats
    of a deal have the same faces, so over all strategies the win share cannot move. The last four columns are
    about the Guardian itself.
    """

    units: ClassVar[dict[str, str]] = {
        "score_day": "VP", "score": "VP", "win_share": "points", "recruited": "tokens", "played": "plays",
        "glory_a_play": "Glory", "vp": "VP",
    }  # fmt: skip
    rests_on = PRICES
    reads = ("win_share", "score", "night", *OWN)

    def partial(self, piece: Piece) -> Sums:
        """Groups: strategies and all, by Guardian; quantities: those above on Night, then on Day."""
        own = np.stack([piece.matrix(self.flat(group)) for group in OWN], axis=-1)
        outcome = np.broadcast_to(piece.matrix(["win_share", "score"])[:, None, :], (*own.shape[:2], 2))
        values = np.concatenate([outcome, own, np.ones((*own.shape[:2], 1))], axis=-1)
        night = piece.matrix(self.flat("night"))[:, :, None]
        both = np.concatenate([values * night, values * (1 - night)], axis=-1)
        totals = grouped(piece, strategy_masks(self.facts, piece), both.reshape(len(both), -1))
        return Sums({"faces": of_games(piece, totals.reshape(*totals.shape[:2], own.shape[1], -1))})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row a strategy and Guardian; all but score_day are Night less Day."""
        moments = sums.moments["faces"]
        names, groups = guardians_of(self.facts), strategy_groups(self.facts)
        night, day = 0, MEASURES
        labels = {"strategy": np.repeat(groups, len(names)), "guardian": [*names] * len(groups)}

        def gap(top: int, below: int = ROWS) -> tuple[tuple[int, int], tuple[int, int]]:
            return (night + top, night + below), (day + top, day + below)

        return laid_out(
            labels,
            score=difference(moments, *gap(SCORE)),
            score_day=mean(moments, day + SCORE, day + ROWS),
            win_share=difference(moments, *gap(WIN)),
            recruited=difference(moments, *gap(RECRUITED)),
            played=difference(moments, *gap(PLAYED)),
            glory_a_play=difference(moments, *gap(GLORY, PLAYED)),
            vp=difference(moments, *gap(VP)),
        )
