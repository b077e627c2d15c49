"""95% intervals of a ladder hold the truth in 93 to 97% of 2,000 made-up ladders."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from analyses.ladder.scale import ELO
from analyses.ladder.tables import direct_of, luck_of, rungs_of, steps_of
from tests.ladderblocks import chances, drawn

REPETITIONS = 2_000
STRENGTH = (0.0, 1.6, 1.9, 2.5)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "blocks"), [(2, 120), (4, 60)])
def test_intervals_of_a_ladder_cover_the_truth(players: int, blocks: int) -> None:
    """Steps, sums, the reference, what is lost, the bend; deals are shared, and the last step has half of them."""
    rng, held = np.random.default_rng(40 + players), Counter[str]()
    truth = np.array(STRENGTH)
    top = len(truth) - 1
    steps = [(rung, rung - 1) for rung in range(1, len(truth))]
    lost = 1 - chances(STRENGTH, steps, players).mean(), 1 - chances(STRENGTH, [(top, 0)], players)[0]
    for _ in range(REPETITIONS):
        games = drawn(STRENGTH, players, blocks, rng)
        cut = [games.place(pair) for pair in games.pairs if top in pair]
        won, played = games.won.copy(), games.games.copy()
        won[blocks // 2 :, cut] = played[blocks // 2 :, cut] = 0
        games = replace(games, won=won, games=played)
        rungs, found, luck = rungs_of(games), steps_of(games), luck_of(games)
        bend = direct_of(games)
        for name, row, column, true in [
            ("step", found.iloc[1], "elo_of_step", ELO * (truth[2] - truth[1])),
            ("first step", found.iloc[0], "elo_of_step", ELO * (truth[1] - truth[0])),
            ("sum", rungs.iloc[top], "elo", ELO * (truth[top] - truth[0])),
            ("part of the sum", rungs.iloc[2], "elo", ELO * (truth[2] - truth[0])),
            ("seen", rungs.iloc[2], "elo_seen", ELO * (truth[2] - truth[1])),
            ("lost", luck.iloc[-1], "value", lost[0]),
            ("top loses", luck.iloc[0], "value", lost[1]),
            ("bend", bend, "bend", 0.0),
        ]:
            held[name] += bool(row[f"{column}_low"] <= true <= row[f"{column}_high"])
    coverage = {name: count / REPETITIONS for name, count in held.items()}
    assert len(coverage) == 8
    assert all(0.93 <= part <= 0.97 for part in coverage.values()), coverage
