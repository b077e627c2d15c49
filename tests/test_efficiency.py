"""What blocks and common deals are worth on real games: reached, and where not, for the reason the docs give.

The design effect of a win share follows from the share of games that somebody else wins. Single seats and strategies
have D = -1, 0 or 1 in a game (or a part of it), so summed over all of them Var(D) is about twice that share, and two
independent games have twice 1 - sum p^2. The games of a block share luck too, which moves the result by a quarter at
most.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from analyses.contrast import Contrast, contrast
from meeplelab.match import prepare
from meeplelab.played import Played
from simcore.jit import JIT_DISABLED
from simcore.registry import GAMES

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(JIT_DISABLED, reason="plays more games than plain Python can"),
]

LOCAL = {
    "watchmen": {"item.spook.cards": 2, "rules.double_penalty": "extra_copies", "item.letter.diamond": "red"},
    "haversack": {"rules.swap_items": False, "rules.tent_hunts": False, "rules.bow_stack": False},
}
"""Single values that touch few games, or late: these reach 4 and more."""
THROUGHOUT = {
    "watchmen": {"item.spook.draw": 2, "template.T1.N1.price": 5, "item.cloak.actions": 0},
    "haversack": {"guardian.druid.cost": 4, "guardian.thief.cost": 3, "rules.hunting": "glory"},
}
"""Single values that touch every game early: these cannot."""
SCORES = {"haversack": {"guardian.druid.cost": 4, "guardian.huntress.cost": 5}}
"""Of those, where mean scores still reach 4, since each seat keeps its own stream of draws."""


def found(game: str, key: str, value: object, games: int = 2000) -> Contrast:
    base, variant = (Played(prepare(game, 4, games, None, 1, None, each)) for each in ({}, {key: value}))
    return contrast(base, variant)


def effects(known: Contrast, ending: str) -> np.ndarray:
    """Design effects of the metrics of seats and strategies that end so, where some game differs."""
    table = known.table()
    picked = table["group"].isin(["seat", "strategy"]) & table["metric"].str.endswith(ending) & (table["apart"] > 0)
    return table[picked]["design_effect"].to_numpy(float)


@pytest.mark.parametrize("game", GAMES)
def test_changes_that_touch_few_games_need_four_times_fewer(game: str) -> None:
    for key, value in LOCAL[game].items():
        known = found(game, key, value)
        wins = effects(known, "win_share")
        assert wins.size == 0 or np.median(wins) >= 4, (key, np.median(wins))
        assert np.median(effects(known, "score")) >= 4 if effects(known, "score").size else known.flips == 0, key


@pytest.mark.parametrize("game", GAMES)
def test_changes_that_touch_every_game_still_need_fewer(game: str) -> None:
    for key, value in THROUGHOUT[game].items():
        wins = effects(found(game, key, value), "win_share")
        assert 1.2 <= np.median(wins) < 4, (key, np.median(wins))


def test_mean_scores_gain_where_seats_have_draws_of_their_own() -> None:
    for game, changes in SCORES.items():
        for key, value in changes.items():
            table = found(game, key, value).table().set_index("metric")
            assert table.loc["score.mean", "design_effect"] >= 4, key


@pytest.mark.parametrize("game", GAMES)
def test_the_design_effect_of_win_shares_follows_from_the_games_somebody_else_wins(game: str) -> None:
    for key, value in THROUGHOUT[game].items():
        known = found(game, key, value)
        table = known.table().set_index("metric")
        for kind in ("seat", "strategy"):
            rows = table[(table["group"] == kind) & table.index.str.endswith("win_share")]
            independent = 2 - (rows["base"] ** 2).sum() - (rows["variant"] ** 2).sum()
            expected = independent / (2 * known.flips / known.games)
            got = (rows["design_effect"] * rows["change_se"] ** 2).sum() / (rows["change_se"] ** 2).sum()
            assert got == pytest.approx(expected, rel=0.25), (key, kind)


def blocks_worth(game: str, line_up: Sequence[str], games: int = 6000) -> float:
    """Independent games over games in blocks for the difference of two strategies at one table."""
    rows = np.concatenate([
        frame[["entry", "win_share"]].to_numpy(float)
        for frame in Played(prepare(game, len(line_up), games, list(line_up), 1)).iter_frames(["entry", "win_share"])
    ])  # fmt: skip
    sign = np.where(np.array([name == line_up[0] for name in line_up])[rows[:, 0].astype(int)], 1, -1)
    gap = (sign * rows[:, 1]).reshape(-1, len(line_up)).sum(axis=1)
    return float(2 * gap.var() / gap.reshape(-1, 2).sum(axis=1).var())


def test_blocks_need_half_as_many_games_again_fewer_for_two_at_a_table_with_dealt_hands() -> None:
    pairs = [("race-majority", "cheap-rush"), ("race-majority", "ninja-thief"), ("cheap-rush", "ninja-thief")]
    worth = [blocks_worth(GAMES[0], pair) for pair in pairs]
    assert np.median(worth) >= 1.5, worth


def test_blocks_are_worth_little_where_the_deal_is_the_same_for_all_seats() -> None:
    worth = [blocks_worth(GAMES[1], pair) for pair in [("all-rounder", "greedy-glory"), ("all-rounder", "engine")]]
    assert all(0.85 < each < 1.25 for each in worth), worth
