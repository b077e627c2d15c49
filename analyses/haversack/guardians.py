"""Guardians: how often recruited and played, what a play and a Gold bring, and what goes with many of one."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pandas as pd

from analyses.base import Analysis, Sums, laid_out, strategy_groups
from analyses.estimate import difference, mean, means, share
from analyses.moments import Floats, of_blocks, present, tallies, tally
from analyses.points import Averages
from analyses.runs import Facts, Piece

PRICES = ("guardian.", "gains.", "track.")
COUNTS = ("recruited", "played", "returned", "set_aside", "wasted", "glory_by", "vp_by")
RECRUITED, PLAYED, RETURNED, ASIDE, WASTED, GLORY, VP, PRICE, DRAWN, ROWS = range(10)
MOST_COPIES = 9
"""Largest number of one Guardian told apart."""


def guardians_of(facts: Facts) -> tuple[str, ...]:
    """Names of the Guardians."""
    return facts.column("recruited").labels


def _rule(facts: Facts, what: str, otherwise: float) -> Floats:
    """A value of each Guardian's tile, float64[guardians]."""
    found = [facts.value(f"guardian.{name}.{what}") for name in guardians_of(facts)]
    return np.array([otherwise if value is None else value for value in found], np.float64)


def tokens(facts: Facts, piece: Piece) -> Floats:
    """Tokens of each Guardian at the end, those of the start bag included: float64[guardians, R]."""
    names = [f"recruited.{name}" for name in guardians_of(facts)]
    return np.asarray(_rule(facts, "start", 0)[:, None] + piece.lines(names), np.float64)


class Guardians(Analysis, name="guardians", title="Guardians"):
    """What each Guardian is recruited, played and worth.

    Counts are means a seat and game. A play is wasted if it takes, repairs, opens and returns nothing. The VP
    of the Guardians add up to the score: each gets its part of each round's VP, in proportion to Glory, and of
    the Hunting Board, in proportion to monsters; the Thief gets those of Chests. A Gold of tokens counts all
    tokens at their price, those of the start bag too: they are free, but play from the first round on, so
    Guardians without any look weaker here than they are. Who recruits what is a choice of the strategies: none
    of this is an effect.
    """

    units: ClassVar[dict[str, str]] = {
        "recruited": "tokens", "played": "plays", "returned": "times", "set_aside": "share", "wasted": "share",
        "glory": "Glory", "vp": "VP", "glory_a_play": "Glory", "vp_a_play": "VP", "glory_a_gold": "Glory",
        "vp_a_gold": "VP",
    }  # fmt: skip
    rests_on = PRICES
    reads = ("night", *COUNTS)

    def partial(self, piece: Piece) -> Sums:
        """Groups: Guardians; quantities: see the names above."""
        counts = [piece.lines(self.flat(group)) for group in COUNTS]
        day, night = (_rule(self.facts, what, np.nan)[:, None] for what in ("cost", "cost_night"))
        dear = (piece.lines(self.flat("night")) > 0) & np.isfinite(night)
        price = np.where(dear, night, day) * tokens(self.facts, piece)
        drawn = counts[PLAYED] + counts[ASIDE]
        parts = [*counts, price, drawn, np.ones_like(drawn)]
        in_games = [np.count_nonzero(piece.any_seat(part != 0), axis=-1) for part in parts]
        return Sums({"guardians": of_blocks(piece, [*map(piece.block_totals, parts)], np.stack(in_games, axis=-1))})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row a Guardian; set_aside is a share of its draws, wasted of its plays."""
        moments = sums.moments["guardians"]
        return laid_out(
            {"guardian": guardians_of(self.facts)},
            **means(moments, ROWS, recruited=RECRUITED, played=PLAYED, returned=RETURNED),
            set_aside=share(moments, ASIDE, DRAWN),
            wasted=share(moments, WASTED, PLAYED),
            **means(moments, ROWS, glory=GLORY, vp=VP),
            **means(moments, PLAYED, glory_a_play=GLORY, vp_a_play=VP),
            **means(moments, PRICE, glory_a_gold=GLORY, vp_a_gold=VP),
        )


class Recruits(Averages, name="recruits", title="Who recruits and plays whom"):
    """Who recruits and plays which Guardian how often."""

    rests_on = PRICES
    averages = ("recruited", "played", "wasted")


class Copies(Analysis, name="copies", title="The n-th token of a Guardian"):
    """What goes with the n-th token of one Guardian, by strategy and over all.

    Seats by the number of tokens of a Guardian at the end, those of the start bag included. Next VP is what the
    Guardian brought less what it brought seats with one token fewer, next score the same of the score.
    Confounded: seats with more Gold have more tokens. Within one strategy the seats differ less.
    """

    units: ClassVar[dict[str, str]] = {
        "win_share": "share", "score": "VP", "vp": "VP", "next_vp": "VP", "next_score": "VP",
    }  # fmt: skip
    marks: ClassVar[dict[str, str]] = dict.fromkeys(units, "confounded")
    rests_on = PRICES
    reads = ("win_share", "score", "recruited", "vp_by")

    def partial(self, piece: Piece) -> Sums:
        """Groups: strategies and all, by Guardian; quantities: win share, score, VP, seats, each by number."""
        held = np.minimum(tokens(self.facts, piece), MOST_COPIES).astype(np.int64)
        guardians, size, strategies = len(held), MOST_COPIES + 1, len(self.facts.strategies)
        codes = self.facts.strategy_of(piece.frame["entry"].to_numpy()) * size + held
        weights = piece.values("win_share"), piece.values("score"), piece.lines(self.flat("vp_by"))
        table = tallies(piece, codes, strategies * size, *weights)
        seen = table.seen.reshape(guardians, piece.games, strategies, size)
        own, every = (present(np.moveaxis(each, -2, 0)) for each in (table.seen, np.any(seen, axis=2)))
        seats = np.concatenate([own.reshape(guardians, strategies, size), every[:, None]], axis=1).swapaxes(0, 1)
        # Groups, then the quantities of a number together, number after number, then blocks.
        sums = table.sums.reshape(4, guardians, strategies, size, -1).transpose(2, 1, 3, 0, 4)
        whole = np.empty((strategies + 1, *sums.shape[1:]))
        whole[:-1] = sums
        whole[:-1].sum(axis=0, out=whole[-1])
        quantities = np.moveaxis(whole.reshape(*whole.shape[:2], 4 * size, -1), 2, 0)
        return Sums({"copies": of_blocks(piece, quantities, np.repeat(seats, 4, axis=-1))})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row a strategy, Guardian and number that occurred; the first number has nothing to compare with."""
        moments = sums.moments["copies"]
        groups, guardians = moments.shape
        win, score, brought, rows = (list(range(k, 4 * (MOST_COPIES + 1), 4)) for k in range(4))
        labels = {
            "strategy": np.repeat(strategy_groups(self.facts), guardians * len(rows)),
            "guardian": np.tile(np.repeat(guardians_of(self.facts), len(rows)), groups),
            "tokens": np.tile(np.arange(len(rows)), groups * guardians),
        }
        fewer = [rows[0], *rows[:-1]]
        return laid_out(
            labels,
            win_share=share(moments, win, rows),
            score=mean(moments, score, rows),
            vp=mean(moments, brought, rows),
            next_vp=difference(moments, (brought, rows), ([brought[0], *brought[:-1]], fewer)),
            next_score=difference(moments, (score, rows), ([score[0], *score[:-1]], fewer)),
        )


class Compositions(Analysis, name="compositions", title="Which Guardians together"):
    """Win share by the kinds of Guardians recruited at all.

    Seats by the kinds of which they recruited at least one token. Confounded: strategies differ in taste and in
    everything else, and seats with more Gold recruit more kinds.
    """

    units: ClassVar[dict[str, str]] = {"seats": "share", "win_share": "share", "score": "VP"}
    marks: ClassVar[dict[str, str]] = {"win_share": "confounded", "score": "confounded"}
    rests_on = PRICES
    reads = ("win_share", "score", "recruited")

    def partial(self, piece: Piece) -> Sums:
        """Groups: sets of Guardians; quantities: win share, score, seats with the set, all seats."""
        bought = piece.lines(self.flat("recruited")) > 0
        codes = (1 << np.arange(len(bought))) @ bought
        table = tally(piece, codes, 1 << len(bought), piece.values("win_share"), piece.values("score"))
        seats = piece.block_totals(np.full(piece.games, piece.players))
        in_games = np.full((1 << len(bought), 4), piece.games)
        in_games[:, 2] = table.games
        return Sums({"sets": of_blocks(piece, [*table.sums, seats], in_games)})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row a set that occurred, the most common first."""
        moments = sums.moments["sets"]
        names = guardians_of(self.facts)
        sets = [", ".join(name for i, name in enumerate(names) if code >> i & 1) for code in range(moments.shape[0])]
        wins = share(moments, 0, 2)
        table = laid_out(
            {"recruited": [words or "nobody" for words in sets]},
            win_share=wins, score=mean(moments, 1, 2), seats=share(moments, 2, 3),
        )  # fmt: skip
        return table.sort_values("n", ascending=False, kind="stable", ignore_index=True)
