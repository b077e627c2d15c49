"""The table as a whole: the deck, and the seat that ends the game."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pandas as pd

from analyses.base import Analysis, Sums, grouped, laid_out, strategy_groups, strategy_masks
from analyses.estimate import mean, share
from analyses.moments import of_games
from analyses.runs import Piece


class Deck(Analysis, name="deck", title="The deck"):
    """How often the deck runs out.

    Share of all games, and the mean number of times a game.
    """

    units: ClassVar[dict[str, str]] = {"share": "share", "mean": "count"}
    labels = ("deck made anew from the discards", "a card was wanted and none was left")
    reads = ("refills", "dry")

    def partial(self, piece: Piece) -> Sums:
        """Groups: refills, dry; quantities: games with it, times, games."""
        times = np.stack([piece.per_game("refills"), piece.per_game("dry")], axis=1)
        return Sums({"deck": of_games(piece, np.stack([times > 0, times, np.ones_like(times)], axis=-1))})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row each."""
        moments = sums.moments["deck"]
        return laid_out({"ending": self.labels}, share=share(moments, 0, 2), mean=mean(moments, 1, 2))


class Enders(Analysis, name="enders", title="Who ends the game"):
    """The seat that first fills its army ends the game: who that is, and whether it wins.

    Ends it is the share of a strategy's seats that first reach the army goal; the win share is that of the
    seats that did (confounded: whoever is fast is often ahead).
    """

    units: ClassVar[dict[str, str]] = {"ends_it": "share", "win_share": "share"}
    marks: ClassVar[dict[str, str]] = {"win_share": "confounded"}
    reads = ("ended_it", "win_share")

    def partial(self, piece: Piece) -> Sums:
        """Groups: strategies and all; quantities: win share of enders, enders, seats."""
        ended = piece.values("ended_it") > 0
        values = np.column_stack([piece.values("win_share") * ended, ended, np.ones(len(ended))])
        return Sums({"enders": of_games(piece, grouped(piece, strategy_masks(self.facts, piece), values))})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row a strategy, then all."""
        moments = sums.moments["enders"]
        labels = {"strategy": strategy_groups(self.facts)}
        return laid_out(labels, ends_it=share(moments, 1, 2), win_share=share(moments, 0, 1))
