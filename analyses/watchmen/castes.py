"""Castes: how many are hired, what their actions do, and the Ninjas' trade."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
import pandas as pd

from analyses.base import Analysis, Sums, grouped, laid_out, strategy_groups, strategy_masks
from analyses.estimate import difference, mean, means, share
from analyses.moments import of_blocks, of_games, tallies
from analyses.points import Averages
from analyses.runs import Piece

TALLEST = 10
STEALS, GOLD, ASKED, LOST, LOST_GOLD, NINJAS, ROWS = range(7)
CARDS = ("template.",)


class Castes(Averages, name="castes", title="Castes and special actions"):
    """Watchmen hired and special actions used, by caste and strategy."""

    rests_on = CARDS
    averages = ("castes_hired", "actions_used")


class CasteCounts(Analysis, name="caste_counts", title="Watchmen of one caste"):
    """Win share and score by the number of Watchmen of a caste in the army.

    Confounded: large armies have more of every caste, and strategies differ in taste.
    """

    units: ClassVar[dict[str, str]] = {"win_share": "share", "score": "VP"}
    marks: ClassVar[dict[str, str]] = {"win_share": "confounded", "score": "confounded"}
    rests_on = CARDS
    reads = ("win_share", "score", "castes_hired")

    def partial(self, piece: Piece) -> Sums:
        """Groups: castes by count; quantities: win share, score, seats."""
        hired = np.minimum(piece.lines(self.flat("castes_hired")), TALLEST)
        table = tallies(piece, hired, TALLEST + 1, piece.values("win_share"), piece.values("score"))
        return Sums({"counts": of_blocks(piece, table.sums, table.games[..., None])})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row a caste and count that occurred."""
        moments = sums.moments["counts"]
        names = self.facts.column("castes_hired").labels
        labels = {"caste": np.repeat(names, TALLEST + 1), "count": np.tile(np.arange(TALLEST + 1), len(names))}
        return laid_out(labels, win_share=share(moments, 0, 2), score=mean(moments, 1, 2))


class Ninjas(Analysis, name="ninjas", title="Ninjas"):
    """The Ninjas' trade: cards and gold taken and lost, by strategy.

    Mean a seat and game unless the name says otherwise. A chance is a purchase of another after which the seat
    could call Ninja; taken a chance is the share of chances that brought a card.
    """

    units: ClassVar[dict[str, str]] = {
        "taken": "cards", "gold": "gold", "chances": "count", "taken_a_chance": "share", "gold_a_card": "gold",
        "taken_a_ninja": "cards", "lost": "cards", "lost_gold": "gold", "net_gold": "gold",
    }  # fmt: skip
    rests_on = CARDS

    def columns(self) -> Sequence[str]:
        """Reads what Ninjas took and what was lost to them."""
        return (
            "actions_used.ninja", "ninja_gold", "ninja_asked", "ninja_lost", "ninja_lost_gold", "castes_hired.ninja",
        )  # fmt: skip

    def partial(self, piece: Piece) -> Sums:
        """Groups: strategies and all; quantities: see the names above."""
        values = np.column_stack([piece.matrix(self.columns()), np.ones(len(piece.frame))])
        return Sums({"ninjas": of_games(piece, grouped(piece, strategy_masks(self.facts, piece), values))})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row a strategy, then all."""
        moments = sums.moments["ninjas"]
        labels = {"strategy": strategy_groups(self.facts)}
        return laid_out(
            labels,
            **means(moments, ROWS, taken=STEALS, gold=GOLD, chances=ASKED),
            taken_a_chance=share(moments, STEALS, ASKED),
            **means(moments, STEALS, gold_a_card=GOLD),
            **means(moments, NINJAS, taken_a_ninja=STEALS),
            **means(moments, ROWS, lost=LOST, lost_gold=LOST_GOLD),
            net_gold=difference(moments, (GOLD, ROWS), (LOST_GOLD, ROWS)),
        )
