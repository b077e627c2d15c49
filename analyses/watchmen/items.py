"""Items: dealt, drafted, played, and what being dealt one is worth."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pandas as pd

from analyses.base import Analysis, Judged, Sums
from analyses.estimate import difference, mean, share
from analyses.moments import of_blocks, tallies
from analyses.points import Averages
from analyses.runs import Piece

NECKLACE = "necklace"
"""Not dealt at random: it goes to the first seat."""

(
    WIN_DEALT, DEALT, WIN_NOT_DEALT, NOT_DEALT, WIN_PLAYED, PLAYED, WIN_NOT_PLAYED, NOT_PLAYED,
    PLAYS, DRAFTED, USED, SUFFERED,
) = range(12)  # fmt: skip
COUNTS = ("items_dealt", "items_played", "items_drafted", "effects_used", "effects_suffered")
ASSUMED = ("item.",)


class Items(Analysis, name="items", title="Items"):
    """How often each item is dealt, drafted, played and used, and two answers to what it is worth.

    Items are dealt at random, so the win share of the seats dealt one, against the fair share, is the causal
    effect of being dealt it (intention to treat: whether or not it is then played; in the draft it moves on to
    others). The win share of seats that played it is confounded: seats ahead play different items, and longer
    games see more of all of them. The Necklace goes with the first seat and has no such estimate of its own.
    """

    units: ClassVar[dict[str, str]] = {
        "plays": "count", "drafted": "count", "used": "count", "suffered": "count",
        "win_when_dealt": "share", "effect_of_deal": "points", "against_not_dealt": "points",
        "win_when_played": "share", "win_when_not_played": "share",
    }  # fmt: skip
    marks: ClassVar[dict[str, str]] = {"win_when_played": "confounded", "win_when_not_played": "confounded"}
    rests_on = ASSUMED
    reads = ("win_share", *COUNTS)

    @property
    def judged(self) -> Judged:
        """Effect of being dealt each item."""
        names = self.facts.column(COUNTS[0]).labels
        return Judged("item", "effect_of_deal", names, "items", WIN_DEALT, DEALT, self.facts.fair)

    def partial(self, piece: Piece) -> Sums:
        """Groups: items; quantities: see the names above. All but the first two need the item in the game."""
        dealt, plays, *others = (piece.lines(self.flat(group)) for group in COUNTS)
        win = piece.values("win_share")
        won, around = piece.game_totals(win), piece.any_seat(dealt > 0)
        parts, in_games = [], []
        for had in (dealt > 0, plays > 0):
            held, taken = piece.game_totals(had.astype(np.float64)), piece.game_totals(win * had)
            for wins, seats in ((taken, held), (around * (won - taken), around * (piece.players - held))):
                parts += [piece.block_totals(wins), piece.block_totals(seats)]
                in_games += [np.count_nonzero(seats, axis=-1)] * 2
        parts += [piece.block_totals(each) for each in (plays, *others)]
        counts = np.stack([*in_games, *np.zeros_like([in_games[0]] * (len(parts) - len(in_games)))], axis=-1)
        return Sums({"items": of_blocks(piece, parts, counts)})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row an item that was in the game. Counts are means a game in which it was."""
        moments = sums.moments["items"]
        dealt, played = share(moments, WIN_DEALT, DEALT), share(moments, WIN_PLAYED, PLAYED)
        effect = dealt.less(self.facts.fair)
        names = self.facts.column(COUNTS[0]).labels
        table = pd.DataFrame({"item": names, "randomised": [name != NECKLACE for name in names]})
        table = table.assign(dealt=moments.totals[:, DEALT].astype(np.int64))
        # One copy of an item is dealt in a game that has it, so DEALT counts such games.
        for label, place in (("plays", PLAYS), ("drafted", DRAFTED), ("used", USED), ("suffered", SUFFERED)):
            table = table.assign(**mean(moments, place, DEALT).columns(label))
        against = difference(moments, (WIN_DEALT, DEALT), (WIN_NOT_DEALT, NOT_DEALT))
        table = table.assign(
            **dealt.columns("win_when_dealt"),
            **effect.columns("effect_of_deal"),
            **against.columns("against_not_dealt"),
            **played.columns("win_when_played"),
            **share(moments, WIN_NOT_PLAYED, NOT_PLAYED).columns("win_when_not_played"),
            n_played=moments.totals[:, PLAYED].astype(np.int64),
            **dealt.counts(),
        ).join(self.judge()(effect, table["randomised"].to_numpy()))
        return table[table["dealt"] > 0].reset_index(drop=True)


class ItemRounds(Analysis, name="item_rounds", title="Items by round"):
    """How often each item is played in each round, and how its players fare.

    Share of the games that reached the round in which the item was played in it, and the win share of those who
    played it then (confounded: who is ahead chooses differently).
    """

    units: ClassVar[dict[str, str]] = {"played": "share", "win_share": "share"}
    marks: ClassVar[dict[str, str]] = {"win_share": "confounded"}
    rests_on = ASSUMED
    reads = ("rounds", "win_share", "item_by_round")

    def partial(self, piece: Piece) -> Sums:
        """Groups: items by round; quantities: win share, plays, games in which the round was played."""
        items = len(self.facts.column("items_played").labels)
        codes = piece.lines(self.flat("item_by_round"))
        plays = tallies(piece, codes, items, piece.values("win_share"))
        won, played = plays.sums.swapaxes(1, 2)
        reached = np.arange(len(codes))[:, None] < piece.per_game("rounds")
        in_games = np.zeros((items, len(codes), 3), np.int64)
        in_games[..., 1] = plays.games.T
        in_games[..., 2] = np.count_nonzero(reached, axis=-1)
        return Sums({"rounds": of_blocks(piece, [won, played, piece.block_totals(reached)], in_games)})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row an item and round that was played; items never played are left out."""
        moments = sums.moments["rounds"]
        played, wins = share(moments, 1, 2), share(moments, 0, 1)
        items, rounds = moments.shape
        table = pd.DataFrame(
            {
                "item": np.repeat(self.facts.column("items_played").labels, rounds),
                "round": np.tile(np.arange(1, rounds + 1), items),
                "plays": moments.totals[..., 1].ravel().astype(np.int64),
                **played.columns("played"),
                **wins.columns("win_share"),
                **played.counts(),
            }
        )
        used = table.groupby("item", sort=False)["plays"].transform("sum") > 0
        return table[used & (table["n"] > 0)].reset_index(drop=True)


class ItemTaste(Averages, name="item_taste", title="Who plays which item"):
    """Which strategy plays which item how often.

    Mean number of turns a seat plays the item in a game.
    """

    rests_on = ASSUMED
    averages = ("items_played",)
